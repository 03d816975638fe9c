// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/cross_lane.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace clv::emulator {

namespace {

std::byte *placeOf(Context &context, Slot slot)
{
    return context.base[slot & kAreaBits] + (slot & ~kAreaBits);
}

std::uint64_t laneOf(Context &context, Slot slot, std::uint32_t bytes, std::uint32_t lane)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, placeOf(context, slot) + std::size_t{lane} * bytes, bytes);
    return bits;
}

template <typename T>
T combine(CrossLaneOp op, T a, T b)
{
    switch (op) {
    case CrossLaneOp::Min: return std::min(a, b);
    case CrossLaneOp::Max: return std::max(a, b);
    default: return static_cast<T>(a + b);
    }
}

template <typename T>
T identity(CrossLaneOp op)
{
    using Limits = std::numeric_limits<T>;
    switch (op) {
    case CrossLaneOp::Min: return Limits::has_infinity ? Limits::infinity() : Limits::max();
    case CrossLaneOp::Max: return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    default: return T(0);
    }
}

/// Reductions and scans over the active lanes, in lane order.
template <typename T, typename Bits>
void fold(Context &context, const Inst &inst, const CrossLane &what)
{
    constexpr std::uint32_t kBytes = sizeof(Bits) <= 4 ? 4 : 8;
    T values[kLanes], before[kLanes], sum = identity<T>(what.op);
    for (std::uint32_t rest = context.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        values[lane] = std::bit_cast<T>(static_cast<Bits>(laneOf(context, inst.a, kBytes, lane)));
        before[lane] = sum;
        sum = combine(what.op, sum, values[lane]);
    }
    for (std::uint32_t rest = context.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const T result = what.kind == CrossLaneKind::Reduce          ? sum
                         : what.kind == CrossLaneKind::InclusiveScan ? combine(what.op, before[lane], values[lane])
                                                                     : before[lane];
        const std::uint64_t bits = std::bit_cast<Bits>(result);
        std::memcpy(placeOf(context, inst.dst) + std::size_t{lane} * kBytes, &bits, kBytes);
    }
}

void foldAny(Context &context, const Inst &inst, const CrossLane &what)
{
    if (what.isFloat)
        return what.bits == 64 ? fold<double, std::uint64_t>(context, inst, what)
                               : fold<float, std::uint32_t>(context, inst, what);
    if (what.isSigned)
        return what.bits == 64 ? fold<std::int64_t, std::uint64_t>(context, inst, what)
                               : fold<std::int32_t, std::uint32_t>(context, inst, what);
    return what.bits == 64 ? fold<std::uint64_t, std::uint64_t>(context, inst, what)
                           : fold<std::uint32_t, std::uint32_t>(context, inst, what);
}

void vote(Context &context, const Inst &inst, bool isAny)
{
    bool any = false, all = true;
    for (std::uint32_t rest = context.mask; rest != 0; rest &= rest - 1) {
        const bool holds = laneOf(context, inst.a, 4, static_cast<std::uint32_t>(std::countr_zero(rest))) != 0;
        any = any || holds;
        all = all && holds;
    }
    const std::uint32_t answer = isAny ? any : all;
    for (std::uint32_t rest = context.mask; rest != 0; rest &= rest - 1)
        std::memcpy(placeOf(context, inst.dst) + std::size_t{4} * static_cast<std::uint32_t>(std::countr_zero(rest)),
                    &answer, 4);
}

void exchange(Context &context, const Inst &inst, const CrossLane &what)
{
    const std::uint32_t bytes = what.bits > 32 ? 8 : 4;
    std::uint64_t values[kLanes];
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
        values[lane] = laneOf(context, inst.a, bytes, lane);
    for (std::uint32_t rest = context.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const auto by = static_cast<std::uint32_t>(laneOf(context, inst.b, 4, lane));
        std::uint32_t from = by;
        if (what.kind == CrossLaneKind::ShuffleXor)
            from = lane ^ by;
        else if (what.kind == CrossLaneKind::ShuffleUp)
            from = lane - by;
        else if (what.kind == CrossLaneKind::ShuffleDown)
            from = lane + by;
        const std::uint64_t bits = values[from < kLanes ? from : lane];
        std::memcpy(placeOf(context, inst.dst) + std::size_t{lane} * bytes, &bits, bytes);
    }
}

} // namespace

std::uint32_t packed(const CrossLane &what)
{
    return static_cast<std::uint32_t>(what.kind) | static_cast<std::uint32_t>(what.op) << 8 |
           std::uint32_t{what.bits} << 16 | std::uint32_t{what.isFloat} << 24 | std::uint32_t{what.isSigned} << 25;
}

CrossLane unpacked(std::uint32_t aux)
{
    return {static_cast<CrossLaneKind>(aux & 0xff), static_cast<CrossLaneOp>(aux >> 8 & 0xff),
            static_cast<std::uint8_t>(aux >> 16 & 0xff), (aux >> 24 & 1) != 0, (aux >> 25 & 1) != 0};
}

void crossLane(Context &context, const Inst &inst)
{
    const CrossLane what = unpacked(inst.aux);
    switch (what.kind) {
    case CrossLaneKind::Reduce:
    case CrossLaneKind::InclusiveScan:
    case CrossLaneKind::ExclusiveScan: return foldAny(context, inst, what);
    case CrossLaneKind::Any:
    case CrossLaneKind::All: return vote(context, inst, what.kind == CrossLaneKind::Any);
    default: return exchange(context, inst, what);
    }
}

} // namespace clv::emulator
