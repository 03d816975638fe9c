// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/device.h"
#include "core/types/kernel.h"
#include "core/types/launch.h"

#include <QString>

#include <optional>
#include <vector>

namespace clv::session {

/// What is wrong with one field of the launch panel. Field names: "global.0", "local.1", "ndrange" (their combination,
/// limits of the device), "argument:NAME", "count:NAME", "contents:NAME:PARAMETER", "parameter:NAME".
struct FieldProblem {
    QString field;
    QString message;
};

struct LaunchCheck {
    std::vector<FieldProblem> problems;
    std::optional<Launch> launch; ///< resolved, when every field has a value
};

/// Resolves a spec as the engine will, and says which field a failure belongs to.
/// `device` null: rules that hold on every device. `folder`: where relative content files lie.
[[nodiscard]] LaunchCheck checkLaunch(const LaunchSpec &spec, const KernelSignature &signature,
                                      const DeviceDescription *device, const std::string &folder);

/// The spec made to fit a signature that has changed: arguments that are gone are dropped, new ones guessed, those
/// whose kind has changed guessed anew. None when it fits already.
[[nodiscard]] std::optional<LaunchSpec> reconcile(const LaunchSpec &spec, const KernelSignature &signature);

} // namespace clv::session
