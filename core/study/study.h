// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frontend/source_text.h"
#include "core/support/progress.h"
#include "core/support/result.h"
#include "core/types/device.h"
#include "core/types/study.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace clv::study {

/// One question: this source, this launch, this device, these models.
struct Request {
    std::uint64_t revision = 0;
    frontend::SourceText source;
    BuildOptions buildOptions;
    std::string kernel;                   ///< empty: the first
    std::optional<LaunchSpec> launchSpec; ///< none: inferred
    LaunchOverrides overrides;
    DeviceDescription device;        ///< without a name: no device's limits apply
    std::vector<std::string> models; ///< empty: the default model
};

enum class Stage { Outline, Launch, Analysis, Estimate };

/// Called as each stage ends, cheapest first; the result grows. Called on the calling thread.
using StageCallback = std::function<void(Stage, const StudyResult &)>;

/// Runs the stages in order, with caches by content (compiled source, lowered program, analysis), so that an edit of
/// the launch re-runs emulation and prediction only. Thread: one call at a time; `stop` ends it between steps.
class Study {
public:
    Study();
    ~Study();

    /// A kernel's fault (compile error, illegal launch, out of bounds) is in the result's diagnostics and problems;
    /// an Error is returned for Cancelled and Internal only.
    [[nodiscard]] Result<StudyResult> run(const Request &request, const StageCallback &callback, std::stop_token stop);

    /// Predicted curve: every point emulated (in parallel) and predicted in one batch. `callback` gets points as they
    /// come, by index.
    using PointCallback = std::function<void(std::size_t index, const SweepPoint &)>;
    [[nodiscard]] Result<Sweep> sweep(const Request &request, const SweepSpec &spec, const PointCallback &callback,
                                      std::stop_token stop);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// `global=2^10:2^20` and the other forms of `SweepSpec`. Errors name the word and the accepted forms.
[[nodiscard]] Result<SweepAxis> parseAxis(const std::string &text);

} // namespace clv::study
