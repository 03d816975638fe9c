// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/group_runner.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

/// Memory instructions that leave the fast path: several segments in one request, out of bounds, odd sizes, atomics,
/// bulk copies.
namespace clv::emulator {

namespace {

GroupRunner &runnerOf(Context &context)
{
    return *static_cast<GroupRunner *>(context.run);
}

std::byte *placeOf(Context &context, Slot slot)
{
    return context.base[slot & kAreaBits] + (slot & ~kAreaBits);
}

std::uint64_t laneBits(Context &context, Slot slot, std::uint32_t bytes, std::uint32_t component, std::uint32_t lane)
{
    const std::byte *place = placeOf(context, slot) + (std::size_t{component} * kLanes + lane) * bytes;
    std::uint64_t bits = 0;
    std::memcpy(&bits, place, bytes);
    return bits;
}

void setLaneBits(Context &context, Slot slot, std::uint32_t bytes, std::uint32_t component, std::uint32_t lane,
                 std::uint64_t bits)
{
    std::memcpy(placeOf(context, slot) + (std::size_t{component} * kLanes + lane) * bytes, &bits, bytes);
}

std::uint64_t readMemory(const std::byte *place, std::uint32_t bytes)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, place, bytes);
    return bits;
}

template <typename T>
std::uint64_t floatAtomic(AtomicOp op, std::uint64_t oldBits, std::uint64_t valueBits)
{
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const T old = std::bit_cast<T>(static_cast<Bits>(oldBits)), value = std::bit_cast<T>(static_cast<Bits>(valueBits));
    T result = value;
    switch (op) {
    case AtomicOp::FAdd: result = old + value; break;
    case AtomicOp::FSub: result = old - value; break;
    case AtomicOp::FMax: result = std::fmax(old, value); break;
    case AtomicOp::FMin: result = std::fmin(old, value); break;
    default: break; // exchange
    }
    return std::bit_cast<Bits>(result);
}

template <typename T>
std::uint64_t integerAtomic(AtomicOp op, std::uint64_t oldBits, std::uint64_t valueBits)
{
    using S = std::make_signed_t<T>;
    const T old = static_cast<T>(oldBits), value = static_cast<T>(valueBits);
    switch (op) {
    case AtomicOp::Add: return static_cast<T>(old + value);
    case AtomicOp::Sub: return static_cast<T>(old - value);
    case AtomicOp::And: return old & value;
    case AtomicOp::Or: return old | value;
    case AtomicOp::Xor: return old ^ value;
    case AtomicOp::Nand: return static_cast<T>(~(old & value));
    case AtomicOp::Max: return static_cast<S>(old) > static_cast<S>(value) ? old : value;
    case AtomicOp::Min: return static_cast<S>(old) < static_cast<S>(value) ? old : value;
    case AtomicOp::UMax: return std::max(old, value);
    case AtomicOp::UMin: return std::min(old, value);
    case AtomicOp::IncWrap: return old >= value ? T(0) : static_cast<T>(old + 1);
    case AtomicOp::DecWrap: return old == 0 || old > value ? value : static_cast<T>(old - 1);
    default: return value; // exchange
    }
}

std::uint64_t atomicResult(const MemOp &op, std::uint64_t old, std::uint64_t value)
{
    if (op.isFloat)
        return op.elementBytes == 8 ? floatAtomic<double>(op.atomic, old, value)
                                    : floatAtomic<float>(op.atomic, old, value);
    return op.elementBytes == 8 ? integerAtomic<std::uint64_t>(op.atomic, old, value)
                                : integerAtomic<std::uint32_t>(op.atomic, old, value);
}

bool writes(const MemOp &op)
{
    return op.kind != MemKind::Load;
}

/// Bytes at an offset of a segment for one lane, present and inside; null when outside.
std::byte *inside(Segment &segment, std::int64_t offset, std::uint32_t bytes, std::uint32_t lane)
{
    if (offset < 0 || offset + static_cast<std::int64_t>(bytes) > segment.bytes)
        return nullptr;
    if (segment.filled) {
        const auto first = static_cast<std::uint64_t>(offset) >> kFillShift;
        const auto last = (static_cast<std::uint64_t>(offset) + bytes - 1) >> kFillShift;
        for (std::uint64_t block = first; block <= last; ++block)
            if (!segment.filled[block])
                fillLazy(segment, block << kFillShift, (block + 1) << kFillShift);
    }
    return segment.data + offset + lane * segment.laneStride;
}

void touch(Segment &segment, std::int64_t offset, std::uint32_t bytes)
{
    segment.minByte = std::min(segment.minByte, offset);
    segment.maxByteEnd = std::max(segment.maxByteEnd, offset + static_cast<std::int64_t>(bytes));
}

void accessLane(Context &context, const Inst &inst, const MemOp &op, std::byte *place, std::uint32_t lane)
{
    switch (op.kind) {
    case MemKind::Load:
        for (std::uint32_t k = 0; k < op.components; ++k)
            setLaneBits(context, inst.dst, op.laneBytes, k, lane,
                        place ? readMemory(place + k * op.elementBytes, op.elementBytes) : 0);
        return;
    case MemKind::Store:
        for (std::uint32_t k = 0; place && k < op.components; ++k) {
            const std::uint64_t bits = laneBits(context, inst.a, op.laneBytes, k, lane);
            std::memcpy(place + k * op.elementBytes, &bits, op.elementBytes);
        }
        return;
    case MemKind::Atomic: {
        const std::uint64_t old = place ? readMemory(place, op.elementBytes) : 0;
        if (place) {
            const std::uint64_t result = atomicResult(op, old, laneBits(context, inst.a, op.laneBytes, 0, lane));
            std::memcpy(place, &result, op.elementBytes);
        }
        setLaneBits(context, inst.dst, op.laneBytes, 0, lane, old);
        return;
    }
    case MemKind::CompareExchange: {
        const std::uint64_t old = place ? readMemory(place, op.elementBytes) : 0;
        if (place && old == laneBits(context, inst.b, op.laneBytes, 0, lane)) {
            const std::uint64_t desired = laneBits(context, inst.a, op.laneBytes, 0, lane);
            std::memcpy(place, &desired, op.elementBytes);
        }
        setLaneBits(context, inst.dst, op.laneBytes, 0, lane, old);
        return;
    }
    default: return;
    }
}

/// The segment a pointer value names; the null segment for anything else.
Segment &segmentOf(Context &context, std::uint64_t address)
{
    const std::uint64_t tag = address >> kTagShift;
    return context.segments[tag < context.segmentCount ? tag : 0];
}

void perLane(Context &context, const Inst &inst, const MemOp &op)
{
    for (std::uint32_t rest = context.mask; rest != 0;) {
        const std::uint64_t tag = context.address[std::countr_zero(rest)] >> kTagShift;
        std::uint32_t same = 0;
        for (std::uint32_t left = rest; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
            if (context.address[lane] >> kTagShift == tag)
                same |= 1u << lane;
        }
        rest &= ~same;
        Segment &segment = segmentOf(context, tag << kTagShift);
        bool isOutside = false;
        for (std::uint32_t left = same; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
            const auto offset = static_cast<std::int64_t>(context.address[lane] - segmentAddress(tag));
            context.offset[lane] = static_cast<std::uint64_t>(offset);
            touch(segment, offset, op.bytes);
            std::byte *place = inside(segment, offset, op.bytes, lane);
            if (place && writes(op) && segment.isReadOnly)
                place = nullptr;
            if (!place && !segment.isEndless) {
                isOutside = true;
                runnerOf(context).recordOutOfBounds(op, segment, lane, offset, writes(op));
            }
            accessLane(context, inst, op, place, lane);
        }
        if (context.listener)
            reportAccess(context, op, segment, same, isOutside);
    }
}

/// Moves or sets bytes, lane by lane; events carry up to 16 bytes a lane.
void bulk(Context &context, const Inst &inst, const MemOp &op)
{
    constexpr std::uint32_t kStep = 16;
    std::uint64_t length[kLanes] = {}, target[kLanes], longest = 0;
    for (std::uint32_t rest = context.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        target[lane] = context.address[lane];
        length[lane] =
            std::min<std::uint64_t>(laneBits(context, inst.b, op.laneBytes, 0, lane), std::uint64_t{1} << 20);
        longest = std::max(longest, length[lane]);
    }
    MemOp read = op, write = op;
    read.kind = MemKind::Load;
    read.site = op.secondSite;
    read.space = op.secondSpace;
    write.kind = MemKind::Store;
    read.components = write.components = 1;
    const std::uint32_t all = context.mask;
    for (std::uint64_t at = 0; at < longest; at += kStep) {
        std::uint32_t active = 0;
        std::byte data[kLanes][kStep];
        for (std::uint32_t rest = all; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            if (at < length[lane])
                active |= 1u << lane;
        }
        for (const bool isWrite : {false, true}) {
            if (!isWrite && op.kind == MemKind::BulkSet) {
                for (std::uint32_t lane = 0; lane < kLanes; ++lane)
                    std::memset(data[lane], static_cast<int>(laneBits(context, inst.a, 4, 0, lane)), kStep);
                continue;
            }
            MemOp &piece = isWrite ? write : read;
            for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
                const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
                const std::uint64_t start = isWrite ? target[lane] : laneBits(context, inst.a, 8, 0, lane);
                context.address[lane] = start + at;
                Segment &segment = segmentOf(context, start);
                const auto bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(kStep, length[lane] - at));
                const auto offset = static_cast<std::int64_t>(start + at - segmentAddress(start >> kTagShift));
                context.offset[lane] = static_cast<std::uint64_t>(offset);
                touch(segment, offset, bytes);
                std::byte *place = inside(segment, offset, bytes, lane);
                if (!place && !segment.isEndless)
                    runnerOf(context).recordOutOfBounds(piece, segment, lane, offset, isWrite);
                if (isWrite && place && !segment.isReadOnly)
                    std::memcpy(place, data[lane], bytes);
                if (!isWrite && place)
                    std::memcpy(data[lane], place, bytes);
                else if (!isWrite)
                    std::memset(data[lane], 0, kStep);
            }
            if (context.listener && active != 0) {
                piece.bytes = kStep;
                reportAccess(context, piece, segmentOf(context, context.address[std::countr_zero(active)]), active,
                             false);
            }
        }
    }
}

/// async_work_group_copy: the first warp moves the elements, 32 a request.
void groupCopy(Context &context, const Inst &inst, const MemOp &op)
{
    if (context.warp != 0 || context.mask == 0)
        return;
    const auto leader = static_cast<std::uint32_t>(std::countr_zero(context.mask));
    const std::uint64_t target = context.address[leader], source = laneBits(context, inst.a, 8, 0, leader);
    const std::uint64_t number =
        std::min<std::uint64_t>(laneBits(context, inst.b, 8, 0, leader), std::uint64_t{1} << 24);
    const std::uint64_t stride = laneBits(context, inst.c, 8, 0, leader);
    const std::uint64_t sourceStep = op.bytes * (op.isStrided && op.isStrideOnSource ? stride : 1);
    const std::uint64_t targetStep = op.bytes * (op.isStrided && !op.isStrideOnSource ? stride : 1);
    MemOp read = op, write = op;
    read.kind = MemKind::Load;
    read.site = op.secondSite;
    read.space = op.secondSpace;
    write.kind = MemKind::Store;
    std::vector<std::byte> data(std::size_t{kLanes} * op.bytes);
    for (std::uint64_t first = 0; first < number; first += kLanes) {
        const auto lanes = static_cast<std::uint32_t>(std::min<std::uint64_t>(kLanes, number - first));
        const std::uint32_t active = lanes == kLanes ? 0xffffffffu : (1u << lanes) - 1;
        for (const bool isWrite : {false, true}) {
            const std::uint64_t start = isWrite ? target : source, step = isWrite ? targetStep : sourceStep;
            Segment &segment = segmentOf(context, start);
            bool isOutside = false;
            for (std::uint32_t lane = 0; lane < lanes; ++lane) {
                const auto offset =
                    static_cast<std::int64_t>(start + (first + lane) * step - segmentAddress(start >> kTagShift));
                context.offset[lane] = static_cast<std::uint64_t>(offset);
                touch(segment, offset, op.bytes);
                std::byte *place = inside(segment, offset, op.bytes, leader);
                if (!place && !segment.isEndless) {
                    isOutside = true;
                    runnerOf(context).recordOutOfBounds(isWrite ? write : read, segment, leader, offset, isWrite);
                }
                std::byte *held = data.data() + std::size_t{lane} * op.bytes;
                if (!isWrite && place)
                    std::memcpy(held, place, op.bytes);
                else if (!isWrite)
                    std::memset(held, 0, op.bytes);
                else if (place && !segment.isReadOnly)
                    std::memcpy(place, held, op.bytes);
            }
            if (context.listener)
                reportAccess(context, isWrite ? write : read, segment, active, isOutside);
        }
    }
}

} // namespace

void accessSlow(Context &context, const Inst &inst, const MemOp &op)
{
    if (context.mask == 0)
        return;
    switch (op.kind) {
    case MemKind::BulkCopy:
    case MemKind::BulkSet: return bulk(context, inst, op);
    case MemKind::GroupCopy: return groupCopy(context, inst, op);
    default: return perLane(context, inst, op);
    }
}

void reportAccess(Context &context, const MemOp &op, const Segment &segment, std::uint32_t mask, bool outOfBounds)
{
    alignas(64) std::uint64_t shifted[kLanes];
    AccessEvent event;
    event.site = op.site;
    event.space = segment.space;
    event.buffer = segment.argument;
    event.activeMask = mask;
    event.bytesPerLane = op.bytes;
    event.warp = context.warp;
    event.isOutOfBounds = outOfBounds;
    event.offsets = context.offset;
    if (segment.eventOffset != 0) {
        for (std::uint32_t lane = 0; lane < kLanes; ++lane)
            shifted[lane] = context.offset[lane] + segment.eventOffset;
        event.offsets = shifted;
    }
    context.listener->access(event);
}

} // namespace clv::emulator
