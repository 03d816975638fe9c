// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/launch.h"

#include <QWidget>

#include <array>
#include <map>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace clv::session {
class Session;
}

namespace clv::docks {

class LaunchBufferRow;
class LaunchField;

/// What is launched: kernel, NDRange, scalars, buffers, parameters. Every edit goes to the session at once; what is
/// wrong stands below its field.
class LaunchPanel : public QWidget {
    Q_OBJECT

public:
    explicit LaunchPanel(session::Session *session, QWidget *parent = nullptr);

signals:
    void messagePosted(const QString &sentence);

private:
    void refresh();
    void refreshKernels();
    void rebuild(const LaunchSpec &spec);
    void fill(const LaunchSpec &spec);
    void showProblems();
    void showSummary();
    void showEmpty(const QString &what);
    [[nodiscard]] QString shapeOf(const LaunchSpec &spec) const;
    QWidget *makeSizes(const QString &which, const QString &title, std::array<LaunchField *, 3> &fields);
    void addSection(const QString &title);
    void addScalar(const std::string &name, const QString &type, const QString &field);
    void editSizes();
    void edit(const std::function<void(LaunchSpec &)> &change);
    void saveFile();

    session::Session *m_session;
    QComboBox *m_kernel;
    QLabel *m_origin, *m_empty, *m_rangeProblem, *m_summary;
    QWidget *m_form;
    QWidget *m_arguments = nullptr;
    QVBoxLayout *m_argumentColumn = nullptr;
    QGridLayout *m_scalarGrid = nullptr;
    QPushButton *m_infer, *m_save;
    std::array<LaunchField *, 3> m_global{}, m_local{};
    std::map<std::string, LaunchField *> m_scalars; ///< scalar arguments, local counts and parameters
    std::map<std::string, LaunchBufferRow *> m_buffers;
    QString m_shape; ///< of the rows on show
    bool m_isEditing = false;
};

} // namespace clv::docks
