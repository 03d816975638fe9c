// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/emulator/context.h"

namespace clv::emulator {

/// Sub-group functions: lanes of one warp exchange values. A sub-group is a warp of 32 work-items.
enum class CrossLaneKind : std::uint8_t {
    Broadcast,  ///< operand b: lane
    Shuffle,    ///< b: lane
    ShuffleXor, ///< b: mask
    ShuffleUp,  ///< b: distance, wraps inside the operand itself where there is no lane
    ShuffleDown,
    Reduce,
    InclusiveScan,
    ExclusiveScan,
    Any,
    All,
};
enum class CrossLaneOp : std::uint8_t { None, Add, Min, Max };

struct CrossLane {
    CrossLaneKind kind = CrossLaneKind::Broadcast;
    CrossLaneOp op = CrossLaneOp::None;
    std::uint8_t bits = 32;
    bool isFloat = false, isSigned = false;
};

/// Packs the description into an instruction's `aux`, and back.
[[nodiscard]] std::uint32_t packed(const CrossLane &what);
[[nodiscard]] CrossLane unpacked(std::uint32_t aux);

void crossLane(Context &context, const Inst &inst);

} // namespace clv::emulator
