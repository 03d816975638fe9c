// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace clv::dialogs {

/// Version, licence, and the libraries this window and its engine are built on.
class AboutDialog : public QDialog {
    Q_OBJECT

public:
    AboutDialog(const QString &version, const QString &engineVersion, QWidget *parent = nullptr);
};

} // namespace clv::dialogs
