// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/study.h"
#include "core/study/workshop.h"

#include <optional>

namespace clv::study {

/// What every launch of a request shares: the kernel, its program, and a launch with names in it.
struct Subject {
    BuildOptions options; ///< of the request, the launch file and the overrides, in this order
    KernelSignature signature;
    Ready ready;
    LaunchSpec spec;    ///< before overrides
    std::string folder; ///< of the source: relative content files
};

/// Stages up to a subject. Fills `result` on the way; no subject: the reason stands in `result.problems`.
/// Errors: Cancelled, Internal.
[[nodiscard]] Result<std::optional<Subject>> prepare(Workshop &workshop, const Request &request, StudyResult &result,
                                                     const StageCallback &callback, std::stop_token stop);

/// Spec and overrides to a launch that the device takes.
[[nodiscard]] Result<Launch> makeLaunch(const Subject &subject, const LaunchOverrides &overrides,
                                        const DeviceDescription *device);

/// One estimate per model for each of `inputs`, models in the order asked for (none: the default).
[[nodiscard]] Result<std::vector<std::vector<Estimate>>> estimateAll(Workshop &workshop,
                                                                     std::span<const predict::Input> inputs,
                                                                     const std::vector<std::string> &models,
                                                                     const DeviceDescription &device);

/// The sentence for accesses outside a buffer; empty when there are none.
[[nodiscard]] std::string outOfBoundsProblem(const MemoryReport &memory);

/// The device whose limits hold; null when the request names none.
[[nodiscard]] inline const DeviceDescription *deviceOf(const Request &request)
{
    return request.device.name.empty() ? nullptr : &request.device;
}

void addProblem(StudyResult &result, const Error &error);

[[nodiscard]] Error cancelled();

} // namespace clv::study
