// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/launch.h"

#include <QWidget>

#include <map>

class QComboBox;
class QFormLayout;
class QLabel;

namespace clv::docks {

class LaunchField;

/// One buffer of the launch: element count, what it is filled with, and the parameters of that.
class LaunchBufferRow : public QWidget {
    Q_OBJECT

public:
    LaunchBufferRow(const KernelArgument &argument, QWidget *parent = nullptr);

    void setSpec(const BufferSpec &spec);
    void setBytes(double bytes); ///< 0: not known
    [[nodiscard]] const std::string &name() const { return m_argument.name; }
    [[nodiscard]] std::vector<LaunchField *> fields() const;

signals:
    void edited(const std::string &name, const clv::BufferSpec &spec);

private:
    void showParameters();
    void chooseKind();

    KernelArgument m_argument;
    BufferSpec m_spec;
    LaunchField *m_count;
    QLabel *m_bytes;
    QComboBox *m_kind;
    QWidget *m_parameters = nullptr;
    std::map<std::string, LaunchField *> m_fields; ///< by parameter; "seed" and "file" too
};

} // namespace clv::docks
