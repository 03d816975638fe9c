// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/find_bar.h"

#include <QHBoxLayout>
#include <QIntValidator>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QToolButton>
#include <QVBoxLayout>

namespace clv::editor {

using namespace Qt::StringLiterals;

namespace {

QToolButton *button(QWidget *parent, const QString &text, const QString &tip, bool isToggle)
{
    auto *b = new QToolButton(parent);
    b->setText(text);
    b->setToolTip(tip);
    b->setAccessibleName(tip);
    b->setCheckable(isToggle);
    b->setAutoRaise(true);
    return b;
}

QLineEdit *field(QWidget *parent, const QString &name)
{
    auto *edit = new QLineEdit(parent);
    edit->setPlaceholderText(name);
    edit->setAccessibleName(name);
    edit->setClearButtonEnabled(true);
    return edit;
}

QWidget *row(QWidget *parent, std::initializer_list<QWidget *> widgets)
{
    auto *holder = new QWidget(parent);
    auto *box = new QHBoxLayout(holder);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(4);
    for (QWidget *w : widgets)
        box->addWidget(w, qobject_cast<QLineEdit *>(w) ? 1 : 0);
    return holder;
}

} // namespace

FindBar::FindBar(SourceEditor *editor, QWidget *parent) : QWidget(parent), m_editor(editor)
{
    m_what = field(this, tr("Find"));
    m_with = field(this, tr("Replace with"));
    m_line = field(this, tr("Line, or line:column"));
    m_case = button(this, u"Aa"_s, tr("Match case"), true);
    m_words = button(this, u"\u201Cab\u201D"_s, tr("Whole words"), true);
    m_expression = button(this, u".*"_s, tr("Regular expression"), true);
    m_previous = button(this, u"\u2191"_s, tr("Previous hit (Shift+Enter)"), false);
    m_next = button(this, u"\u2193"_s, tr("Next hit (Enter)"), false);
    m_replace = button(this, tr("Replace"), tr("Replace this hit and go to the next"), false);
    m_replaceEvery = button(this, tr("Replace all"), tr("Replace every hit in the file"), false);
    m_close = button(this, u"\u2715"_s, tr("Close (Esc)"), false);
    m_count = new QLabel(this);
    m_count->setMinimumWidth(fontMetrics().horizontalAdvance(u"9999 hits"_s));

    m_findRow = row(this, {m_what, m_count, m_case, m_words, m_expression, m_previous, m_next, m_close});
    m_replaceRow = row(this, {m_with, m_replace, m_replaceEvery});
    m_lineRow = row(this, {m_line});
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(8, 4, 8, 4);
    box->setSpacing(4);
    box->addWidget(m_findRow);
    box->addWidget(m_replaceRow);
    box->addWidget(m_lineRow);

    connect(m_what, &QLineEdit::textChanged, this, &FindBar::search);
    for (QToolButton *option : {m_case, m_words, m_expression})
        connect(option, &QToolButton::toggled, this, &FindBar::search);
    connect(m_next, &QToolButton::clicked, this, [this] { find(false); });
    connect(m_previous, &QToolButton::clicked, this, [this] { find(true); });
    connect(m_replace, &QToolButton::clicked, this, &FindBar::replaceOne);
    connect(m_replaceEvery, &QToolButton::clicked, this, &FindBar::replaceEvery);
    connect(m_close, &QToolButton::clicked, this, &FindBar::close);
    connect(m_line, &QLineEdit::returnPressed, this, &FindBar::goToLine);
    for (QWidget *w : {static_cast<QWidget *>(m_what), static_cast<QWidget *>(m_with), static_cast<QWidget *>(m_line)})
        w->installEventFilter(this);
    hide();
}

SourceEditor::FindOptions FindBar::options() const
{
    return {m_expression->isChecked(), m_case->isChecked(), m_words->isChecked()};
}

void FindBar::setMode(bool isLine, bool withReplace)
{
    m_findRow->setVisible(!isLine);
    m_replaceRow->setVisible(!isLine && withReplace);
    m_lineRow->setVisible(isLine);
    show();
}

void FindBar::open(bool withReplace)
{
    setMode(false, withReplace);
    const QString selected = m_editor->selectedText();
    if (!selected.isEmpty() && !selected.contains(u'\n') && !selected.contains(u'\r'))
        m_what->setText(selected);
    m_what->selectAll();
    m_what->setFocus();
    showCount();
}

void FindBar::openForLine()
{
    setMode(true, false);
    m_line->setText(QString::number(m_editor->cursorLine()));
    m_line->selectAll();
    m_line->setFocus();
}

void FindBar::close()
{
    m_editor->markEvery({}, {});
    hide();
    m_editor->setFocus();
}

void FindBar::find(bool backwards)
{
    if (!m_what->text().isEmpty())
        m_editor->findNext(m_what->text(), options(), backwards);
    showCount();
}

void FindBar::search()
{
    m_editor->findHere(m_what->text(), options());
    showCount();
}

void FindBar::showCount()
{
    const int count = m_editor->markEvery(m_what->text(), options());
    const QRegularExpression expression(m_what->text());
    if (m_what->text().isEmpty())
        m_count->clear();
    else if (m_expression->isChecked() && !expression.isValid())
        m_count->setText(tr("Not an expression"));
    else
        m_count->setText(count == 0 ? tr("No hit") : tr("%n hit(s)", nullptr, count));
    m_count->setToolTip(m_expression->isChecked() ? expression.errorString() : QString());
    for (QToolButton *b : {m_previous, m_next, m_replace, m_replaceEvery})
        b->setEnabled(count > 0);
}

void FindBar::replaceOne()
{
    m_editor->replaceCurrent(m_what->text(), m_with->text(), options());
    showCount();
}

void FindBar::replaceEvery()
{
    const int count = m_editor->replaceEvery(m_what->text(), m_with->text(), options());
    showCount();
    m_count->setText(tr("%n replaced", nullptr, count));
}

void FindBar::goToLine()
{
    const QStringList parts = m_line->text().split(u':');
    bool isNumber = false;
    const int line = parts.value(0).trimmed().toInt(&isNumber);
    const int column = parts.value(1).trimmed().toInt();
    if (!isNumber || line < 1) {
        m_line->selectAll();
        return;
    }
    m_editor->goToLine(line, std::max(1, column));
    close();
}

bool FindBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (key->key() == Qt::Key_Escape) {
        close();
        return true;
    }
    if (isEnter && watched == m_what) {
        find(key->modifiers() & Qt::ShiftModifier);
        return true;
    }
    if (isEnter && watched == m_with) {
        replaceOne();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace clv::editor
