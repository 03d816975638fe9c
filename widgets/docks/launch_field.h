// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace clv::docks {

/// One line for an expression of the launch, with room for what is wrong with it below.
class LaunchField : public QWidget {
    Q_OBJECT

public:
    /// `name` is the field name of `session::FieldProblem`, and the object name for tests.
    LaunchField(const QString &name, const QString &accessibleName, QWidget *parent = nullptr);

    [[nodiscard]] QString name() const { return m_name; }
    [[nodiscard]] QLineEdit *edit() const { return m_edit; }
    [[nodiscard]] QString text() const;
    /// Leaves the text alone while the user is typing in it.
    void setValue(const QString &text);
    void setPlaceholder(const QString &text);
    void setProblem(const QString &message); ///< empty: none
    [[nodiscard]] QString problem() const;

signals:
    void edited(const QString &text);

private:
    QString m_name, m_shownTip;
    QLineEdit *m_edit;
    QLabel *m_problem;
};

/// Makes a label as tall as the line of its field, so that their texts stand level.
void alignWithField(QLabel *label, const LaunchField *field);

/// A label in the hue of errors, wrapped, hidden while empty.
void showProblem(QLabel *label, const QString &message);

} // namespace clv::docks
