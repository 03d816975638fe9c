// SPDX-License-Identifier: GPL-3.0-or-later
// Memory instructions; part of ops_impl.h. The fast path takes loads and stores whose active lanes all fall inside one
// segment; everything else (mixed segments, out of bounds, atomics, images) goes to accessSlow.

inline void computeAddresses(Context &context, const MemOp &op)
{
    u64 *out = context.address;
    const u64 *base = at<const u64>(context, op.base);
    const u64 constant = static_cast<u64>(op.offset), scale = static_cast<u64>(op.scale);
    switch (op.indexKind) {
    case IndexKind::None:
        for (u32 l = 0; l < kLanes; ++l)
            out[l] = base[l] + constant;
        break;
    case IndexKind::Signed32: {
        const i32 *index = at<const i32>(context, op.index);
        for (u32 l = 0; l < kLanes; ++l)
            out[l] = base[l] + static_cast<u64>(static_cast<i64>(index[l])) * scale + constant;
        break;
    }
    case IndexKind::Unsigned32: {
        const u32 *index = at<const u32>(context, op.index);
        for (u32 l = 0; l < kLanes; ++l)
            out[l] = base[l] + static_cast<u64>(index[l]) * scale + constant;
        break;
    }
    case IndexKind::Wide: {
        const u64 *index = at<const u64>(context, op.index);
        for (u32 l = 0; l < kLanes; ++l)
            out[l] = base[l] + index[l] * scale + constant;
        break;
    }
    }
}

struct Span {
    i64 low, high;
};

/// Offsets inside the segment of the first active lane; inactive lanes repeat that lane's, so they are harmless.
inline Span offsetsInside(Context &context, u64 segmentStart, u32 firstLane)
{
    i64 *offset = reinterpret_cast<i64 *>(context.offset);
    const i64 first = static_cast<i64>(context.address[firstLane] - segmentStart);
    i64 low = first, high = first;
    if (context.isFull) {
        for (u32 l = 0; l < kLanes; ++l) {
            offset[l] = static_cast<i64>(context.address[l] - segmentStart);
            low = offset[l] < low ? offset[l] : low;
            high = offset[l] > high ? offset[l] : high;
        }
    } else {
        for (u32 l = 0; l < kLanes; ++l) {
            offset[l] = context.laneMask[l] ? static_cast<i64>(context.address[l] - segmentStart) : first;
            low = offset[l] < low ? offset[l] : low;
            high = offset[l] > high ? offset[l] : high;
        }
    }
    return {low, high};
}

template <typename Memory, typename Lane>
inline void gather(Context &context, const Inst &inst, const std::byte *data, const MemOp &op)
{
    Lane *dst = at<Lane>(context, inst.dst);
    const bool keep = inst.isMasked && !context.isFull;
    for (u32 k = 0; k < op.components; ++k) {
        Lane *out = keep ? reinterpret_cast<Lane *>(context.temporary) : dst + k * kLanes;
        for (u32 l = 0; l < kLanes; ++l) {
            Memory value;
            std::memcpy(&value, data + context.offset[l] + k * sizeof(Memory), sizeof(Memory));
            out[l] = value;
        }
        if (keep)
            blend(context, dst + k * kLanes, out);
    }
}

template <typename Memory, typename Lane>
inline void scatter(Context &context, const Inst &inst, std::byte *data, const MemOp &op)
{
    const Lane *src = at<const Lane>(context, inst.a);
    for (u32 rest = context.mask; rest != 0; rest &= rest - 1) {
        const u32 l = static_cast<u32>(__builtin_ctz(rest));
        for (u32 k = 0; k < op.components; ++k) {
            const Memory value = static_cast<Memory>(src[k * kLanes + l]);
            std::memcpy(data + context.offset[l] + k * sizeof(Memory), &value, sizeof(Memory));
        }
    }
}

inline bool isConsecutive(const Context &context, u64 bytes)
{
    u64 wrong = 0;
    for (u32 l = 0; l < kLanes; ++l)
        wrong |= (context.offset[l] - context.offset[0]) ^ l * bytes;
    return wrong == 0;
}

template <typename Lane>
inline void loadDense(Context &context, const Inst &inst, const std::byte *data)
{
    std::memcpy(at<Lane>(context, inst.dst), data + context.offset[0], kLanes * sizeof(Lane));
}

inline void loadLanes(Context &context, const Inst &inst, const MemOp &op, const std::byte *data, Span span)
{
    if (op.components == 1 && op.elementBytes == op.laneBytes && context.isFull) {
        if (op.elementBytes == 4 && span.high - span.low == 31 * 4 && isConsecutive(context, 4))
            return loadDense<u32>(context, inst, data);
        if (op.elementBytes == 8 && span.high - span.low == 31 * 8 && isConsecutive(context, 8))
            return loadDense<u64>(context, inst, data);
    }
    switch (op.elementBytes) {
    case 1:
        return op.laneBytes == 4 ? gather<std::uint8_t, u32>(context, inst, data, op)
                                 : gather<std::uint8_t, u64>(context, inst, data, op);
    case 2:
        return op.laneBytes == 4 ? gather<std::uint16_t, u32>(context, inst, data, op)
                                 : gather<std::uint16_t, u64>(context, inst, data, op);
    case 4:
        return op.laneBytes == 4 ? gather<u32, u32>(context, inst, data, op)
                                 : gather<u32, u64>(context, inst, data, op);
    default: return gather<u64, u64>(context, inst, data, op);
    }
}

inline void storeLanes(Context &context, const Inst &inst, const MemOp &op, std::byte *data, Span span)
{
    if (op.components == 1 && op.elementBytes == op.laneBytes && context.isFull) {
        if (op.elementBytes == 4 && span.high - span.low == 31 * 4 && isConsecutive(context, 4)) {
            std::memcpy(data + context.offset[0], at<const u32>(context, inst.a), kLanes * 4);
            return;
        }
        if (op.elementBytes == 8 && span.high - span.low == 31 * 8 && isConsecutive(context, 8)) {
            std::memcpy(data + context.offset[0], at<const u64>(context, inst.a), kLanes * 8);
            return;
        }
    }
    switch (op.elementBytes) {
    case 1:
        return op.laneBytes == 4 ? scatter<std::uint8_t, u32>(context, inst, data, op)
                                 : scatter<std::uint8_t, u64>(context, inst, data, op);
    case 2:
        return op.laneBytes == 4 ? scatter<std::uint16_t, u32>(context, inst, data, op)
                                 : scatter<std::uint16_t, u64>(context, inst, data, op);
    case 4:
        return op.laneBytes == 4 ? scatter<u32, u32>(context, inst, data, op)
                                 : scatter<u32, u64>(context, inst, data, op);
    default: return scatter<u64, u64>(context, inst, data, op);
    }
}

/// Makes the bytes the lanes touch present in a lazy buffer.
inline void ensureFilled(Context &context, Segment &segment, const MemOp &op, Span span)
{
    const u64 firstBlock = static_cast<u64>(span.low) >> kFillShift;
    const u64 lastBlock = static_cast<u64>(span.high + op.bytes - 1) >> kFillShift;
    if (lastBlock - firstBlock < 8) {
        for (u64 block = firstBlock; block <= lastBlock; ++block)
            if (!segment.filled[block])
                fillLazy(segment, block << kFillShift, (block + 1) << kFillShift);
        return;
    }
    for (u32 rest = context.mask; rest != 0; rest &= rest - 1) {
        const u64 low = context.offset[__builtin_ctz(rest)];
        const u64 last = (low + op.bytes - 1) >> kFillShift;
        for (u64 block = low >> kFillShift; block <= last; ++block)
            if (!segment.filled[block])
                fillLazy(segment, block << kFillShift, (block + 1) << kFillShift);
    }
}

void memoryAccess(Context &context, const Inst &inst)
{
    const MemOp &op = *static_cast<const MemOp *>(inst.extra);
    computeAddresses(context, op);
    const bool isSimpleSize = (op.elementBytes & (op.elementBytes - 1)) == 0;
    if (context.mask == 0 || (op.kind != MemKind::Load && op.kind != MemKind::Store) || !isSimpleSize)
        return accessSlow(context, inst, op);
    const u32 firstLane = static_cast<u32>(__builtin_ctz(context.mask));
    const u64 tag = context.address[firstLane] >> kTagShift;
    if (tag == 0 || tag >= context.segmentCount)
        return accessSlow(context, inst, op);
    Segment &segment = context.segments[tag];
    const Span span = offsetsInside(context, segmentAddress(tag), firstLane);
    if (span.low < 0 || span.high + static_cast<i64>(op.bytes) > segment.bytes ||
        (segment.isReadOnly && op.kind == MemKind::Store))
        return accessSlow(context, inst, op);
    segment.minByte = span.low < segment.minByte ? span.low : segment.minByte;
    const i64 end = span.high + static_cast<i64>(op.bytes);
    segment.maxByteEnd = end > segment.maxByteEnd ? end : segment.maxByteEnd;
    if (segment.filled)
        ensureFilled(context, segment, op, span);
    if (context.listener)
        reportAccess(context, op, segment, context.mask, false);
    if (segment.laneStride != 0) {
        for (u32 l = 0; l < kLanes; ++l)
            context.offset[l] += l * segment.laneStride;
    }
    const Span moved = segment.laneStride != 0 ? Span{0, -1} : span; // private lanes are never dense
    if (op.kind == MemKind::Load)
        loadLanes(context, inst, op, segment.data, moved);
    else
        storeLanes(context, inst, op, segment.data, moved);
}
