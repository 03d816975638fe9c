// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace clv::docks {

/// One sentence above the editor with at most one action; never modal. A new sentence replaces the old one.
class MessageBar : public QWidget {
    Q_OBJECT

public:
    enum class Kind { Note, Warning, Error };

    explicit MessageBar(QWidget *parent = nullptr);
    void show(Kind kind, const QString &sentence, const QString &actionText = {}, std::function<void()> action = {});
    [[nodiscard]] QString sentence() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QLabel *m_icon, *m_text;
    QPushButton *m_button;
    QToolButton *m_close;
    std::function<void()> m_action;
    Kind m_kind = Kind::Note;
};

} // namespace clv::docks
