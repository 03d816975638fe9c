// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/launch_field.h"

#include "widgets/plots/palette.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace clv::docks {

void showProblem(QLabel *label, const QString &message)
{
    const auto colours = plots::Palette::fromSystem(label->parentWidget()->palette());
    QPalette palette = label->parentWidget()->palette();
    palette.setColor(QPalette::WindowText, plots::Palette::withContrast(colours.error, colours.window, 4.5));
    label->setPalette(palette);
    label->setText(message);
    label->setVisible(!message.isEmpty());
}

void alignWithField(QLabel *label, const LaunchField *field)
{
    label->setFixedHeight(field->edit()->sizeHint().height());
    label->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

LaunchField::LaunchField(const QString &name, const QString &accessibleName, QWidget *parent)
    : QWidget(parent), m_name(name), m_edit(new QLineEdit(this)), m_problem(new QLabel(this))
{
    setObjectName(QStringLiteral("field:") + name);
    m_edit->setObjectName(QStringLiteral("edit:") + name);
    m_edit->setAccessibleName(accessibleName);
    m_edit->setMinimumWidth(36);
    m_problem->setObjectName(QStringLiteral("problem:") + name);
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_edit);
    column->addWidget(m_problem);
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::textEdited, this, &LaunchField::edited);
}

QString LaunchField::text() const
{
    return m_edit->text().trimmed();
}

void LaunchField::setValue(const QString &text)
{
    if (m_edit->hasFocus() || m_edit->text() == text)
        return;
    m_edit->setText(text);
    if (m_edit->toolTip() == m_shownTip)
        m_edit->setToolTip(m_shownTip = text); // the whole of what may not fit
    m_edit->setCursorPosition(0);
}

void LaunchField::setPlaceholder(const QString &text)
{
    m_edit->setPlaceholderText(text);
}

void LaunchField::setProblem(const QString &message)
{
    showProblem(m_problem, message);
    m_edit->setAccessibleDescription(message);
}

QString LaunchField::problem() const
{
    return m_problem->text();
}

} // namespace clv::docks
