// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace clv::gui {

struct Example {
    QString title; ///< "spmv_csr_scalar"
    QString path;
};

/// Kernels of resources/kernels, by name.
[[nodiscard]] std::vector<Example> exampleKernels();
/// The one that opens when no file is given; empty when none is installed.
[[nodiscard]] QString firstExample();

struct Template {
    QString title;
    QByteArray source;
};

/// Starting points for a new kernel; each compiles.
[[nodiscard]] std::vector<Template> kernelTemplates();

} // namespace clv::gui
