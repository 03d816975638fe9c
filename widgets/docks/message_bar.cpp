// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/message_bar.h"

#include "widgets/docks/icon.h"
#include "widgets/plots/palette.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace clv::docks {

namespace {

QColor hueOf(MessageBar::Kind kind, const plots::Palette &colours)
{
    return kind == MessageBar::Kind::Error     ? colours.error
           : kind == MessageBar::Kind::Warning ? colours.warning
                                               : colours.accent;
}

} // namespace

MessageBar::MessageBar(QWidget *parent)
    : QWidget(parent), m_icon(new QLabel(this)), m_text(new QLabel(this)), m_button(new QPushButton(this)),
      m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("messageBar"));
    m_text->setObjectName(QStringLiteral("messageText"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_button->setObjectName(QStringLiteral("messageAction"));
    m_close->setAutoRaise(true);
    m_close->setIcon(icon(QStringLiteral("close")));
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 4, 4);
    row->setSpacing(8);
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    row->addWidget(m_button);
    row->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_button, &QPushButton::clicked, this, [this] {
        hide();
        if (m_action)
            m_action();
    });
    hide();
}

void MessageBar::show(Kind kind, const QString &sentence, const QString &actionText, std::function<void()> action)
{
    m_kind = kind;
    m_action = std::move(action);
    m_text->setText(sentence);
    setAccessibleName(sentence);
    m_button->setText(actionText);
    m_button->setVisible(!actionText.isEmpty());
    const auto colours = plots::Palette::fromSystem(palette());
    const QString name = kind == Kind::Error     ? QStringLiteral("error")
                         : kind == Kind::Warning ? QStringLiteral("warning")
                                                 : QStringLiteral("note");
    m_icon->setPixmap(icon(name, hueOf(kind, colours)).pixmap(QSize(16, 16), devicePixelRatioF()));
    QWidget::show();
    update();
}

QString MessageBar::sentence() const
{
    return isHidden() ? QString() : m_text->text();
}

void MessageBar::paintEvent(QPaintEvent *)
{
    const auto colours = plots::Palette::fromSystem(palette());
    QColor fill = hueOf(m_kind, colours);
    fill.setAlphaF(0.14);
    QPainter painter(this);
    painter.fillRect(rect(), plots::Palette::blend(fill, colours.window));
    painter.fillRect(QRect(0, 0, 3, height()), hueOf(m_kind, colours));
}

} // namespace clv::docks
