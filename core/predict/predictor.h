// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"
#include "core/types/device.h"
#include "core/types/estimate.h"
#include "core/types/kernel.h"
#include "core/types/launch.h"
#include "core/types/memory_report.h"
#include "core/types/profile.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace clv::predict {

/// Warp instructions that one source line executed in a launch: where the issue slots go.
struct LineWork {
    std::uint32_t line = 0;
    double warpInstructions = 0;
};

/// One launch to be predicted. Pointers outlive the call; `source` is the text the kernel came from.
struct Input {
    const KernelSignature *signature = nullptr;
    const ExecutionProfile *profile = nullptr;
    const MemoryReport *memory = nullptr; ///< may be null; used for shares per line
    const Launch *launch = nullptr;
    std::string_view source;
    std::span<const LineWork> lineWork = {}; ///< may be empty: lines are then shared out by traffic alone
};

/// A model of kernel time. Time is modelled as log2 of nanoseconds. Thread: `estimate` is const and re-entrant.
class Predictor {
public:
    virtual ~Predictor() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    /// One estimate per input, in order. Errors: a device without peaks the model needs.
    [[nodiscard]] virtual Result<std::vector<Estimate>> estimate(std::span<const Input> inputs,
                                                                 const DeviceDescription &device) const = 0;
};

struct ModelInfo {
    std::string name;
    std::string description; ///< one line
    bool isDefault = false;
};
/// Models of this installation, default first.
[[nodiscard]] std::vector<ModelInfo> availableModels();
/// Errors: unknown name (lists those that exist).
[[nodiscard]] Result<std::unique_ptr<Predictor>> makePredictor(const std::string &name);

} // namespace clv::predict
