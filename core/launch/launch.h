// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"
#include "core/types/device.h"
#include "core/types/launch.h"

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace clv::launch {

/// Value of an expression (grammar: `clv::Expression`). Errors name the expression, the place and the unknown name.
[[nodiscard]] Result<double> evaluate(const Expression &expression, const std::map<std::string, double> &names);
/// The same for sizes: must be a whole number in [0, 2^53].
[[nodiscard]] Result<std::uint64_t> evaluateSize(const Expression &expression,
                                                 const std::map<std::string, double> &names);
/// Names used in an expression.
[[nodiscard]] std::vector<std::string> namesIn(const Expression &expression);

/// `name.launch.json`: schema in core/launch/README.md. Unknown keys, wrong types and negative sizes are refused with
/// their path ("arguments.x.count") and line.
[[nodiscard]] Result<LaunchSpec> parseLaunchFile(std::string_view json, const std::string &fileName);
[[nodiscard]] std::string formatLaunchFile(const LaunchSpec &spec);
/// "dir/spmv.cl" -> "dir/spmv.launch.json".
[[nodiscard]] std::string launchFileFor(const std::string &sourcePath);

/// Puts overrides into a spec. Errors: a name that is neither argument nor parameter (lists those that exist).
[[nodiscard]] Result<LaunchSpec> apply(LaunchSpec spec, const LaunchOverrides &overrides,
                                       const KernelSignature &signature);

/// All expressions to numbers, arguments in the signature's order, local size chosen when the spec has none: the
/// required one, else the largest power of two up to 256 (2-D: 16 x 16) that divides the global size.
/// `folder`: where relative content files lie.
[[nodiscard]] Result<Launch> resolve(const LaunchSpec &spec, const KernelSignature &signature,
                                     const std::string &folder);

/// Refuses what a device would refuse, in one sentence with the remedy: required local size, global not a multiple of
/// local (unless the device takes non-uniform groups), group size, item sizes, local memory, constant buffers,
/// allocation size, total memory, fp64/fp16/images/sub-groups. `device` null: device-independent rules only.
[[nodiscard]] Result<void> checkLegal(const Launch &launch, const KernelSignature &signature,
                                      const DeviceDescription *device);

/// A first guess of a launch from names, types and qualifiers alone (scalar roles, buffer sizes as expressions,
/// contents by role). `core/study` then runs the emulator to grow or correct it. Never fails for a known signature.
[[nodiscard]] LaunchSpec guessLaunch(const KernelSignature &signature);

} // namespace clv::launch
