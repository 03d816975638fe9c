// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"
#include "core/types/study.h"

#include <QString>

#include <vector>

namespace clv::session {

/// What the sweep panel asks for.
struct SweepForm {
    std::string axis; ///< "global", "local", a scalar argument or a parameter
    QString from, to; ///< expressions: "2^10"
    int steps = 11;
    bool isLogarithmic = true;
    QString follow; ///< "n=global, m=2*n"
};

/// Names that can be an axis, the best first: what the global size is made of, then the other whole numbers.
[[nodiscard]] std::vector<std::string> sweepableNames(const LaunchSpec &spec, const KernelSignature &signature);

/// A form with a range of about 2^10 around the launch's own value.
[[nodiscard]] SweepForm suggestSweep(const std::string &axis, const LaunchSpec &spec, const KernelSignature &signature,
                                     const Launch &launch);

/// Points of the axis: whole numbers, geometric or even steps, both ends included, no value twice; a global size is
/// rounded to a multiple of `multipleOf` (the local size) so that the launch stays legal.
/// Errors: a range that is empty, reversed, or cannot be read (names the field).
[[nodiscard]] Result<SweepSpec> makeSweep(const SweepForm &form, double multipleOf);

/// Value of an axis in a resolved launch, if it has one.
[[nodiscard]] std::optional<double> axisValue(const std::string &axis, const Launch &launch);

} // namespace clv::session
