// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/emulator/register_program.h"

#include <array>
#include <map>

/// What an instruction handler sees of the run (internal to the room). Plain data: it is compiled into the handler
/// files for every instruction set.
namespace clv::emulator {

/// A piece of memory during a run.
struct Segment {
    std::byte *data = nullptr;      ///< of offset 0; private segments: of lane 0, set for each warp
    std::int64_t bytes = 0;         ///< valid offsets are [0, bytes)
    std::uint8_t *filled = nullptr; ///< one flag per kFillBytes of a lazy buffer; null when all bytes are there
    std::uint64_t laneStride = 0;   ///< private memory: bytes from lane to lane
    std::uint64_t eventOffset = 0;  ///< added to offsets in events
    AddressSpace space = AddressSpace::Global;
    int argument = -1;
    bool isEndless = false; ///< growing buffer: beyond `bytes` reads are zero and nothing is recorded
    bool isReadOnly = false;
    std::int64_t minByte = INT64_MAX, maxByteEnd = INT64_MIN;
    void *lazy = nullptr; ///< LazyBuffer
};
inline constexpr std::uint32_t kFillShift = 8;
inline constexpr std::uint64_t kFillBytes = std::uint64_t{1} << kFillShift;

/// Slow paths and observers, implemented once in access.cpp.
void fillLazy(Segment &segment, std::uint64_t firstByte, std::uint64_t endByte);
void accessSlow(Context &context, const Inst &inst, const MemOp &op);
void reportAccess(Context &context, const MemOp &op, const Segment &segment, std::uint32_t mask, bool outOfBounds);

struct alignas(64) Context {
    std::byte *base[4] = {};
    std::uint32_t mask = 0;
    bool isFull = false;
    Listener *listener = nullptr;
    Segment *segments = nullptr; ///< by tag; [0] is null memory
    std::uint32_t segmentCount = 0;
    std::uint32_t warp = 0;
    void *run = nullptr;                            ///< GroupRunner, for slow paths
    alignas(64) std::int32_t laneMask[kLanes] = {}; ///< -1 for active lanes
    alignas(64) std::uint64_t address[kLanes] = {};
    alignas(64) std::uint64_t offset[kLanes] = {};
    alignas(64) std::byte temporary[kLanes * 8] = {};

    void setMask(std::uint32_t active)
    {
        if (active == mask)
            return;
        mask = active;
        isFull = active == 0xffffffffu;
        for (std::uint32_t lane = 0; lane < kLanes; ++lane)
            laneMask[lane] = -static_cast<std::int32_t>(active >> lane & 1u);
    }
};

} // namespace clv::emulator
