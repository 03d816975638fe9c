// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/group_runner.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace clv::emulator {

namespace {

/// Uninitialised local and private memory holds this, so that a kernel that forgets to write shows odd results at once.
constexpr int kPoison = 0xcb;
/// Blocks a warp may run before the other warps of its group get a turn: a warp that waits for another must not hang.
constexpr std::uint32_t kQuantum = 1u << 16;
constexpr std::uint32_t kStopCheckBlocks = 1u << 12;

} // namespace

void AlignedBytes::resize(std::size_t bytes)
{
    m_storage.assign(bytes + 64, std::byte{0});
    const auto address = reinterpret_cast<std::uintptr_t>(m_storage.data());
    m_data = m_storage.data() + (64 - address % 64) % 64;
    m_size = bytes;
}

GroupRunner::GroupRunner(const RegisterProgram &program, const Launch &launch, LaunchMemory &memory, Listener *listener,
                         std::stop_token stop)
    : m_program(program), m_launch(launch), m_memory(memory), m_listener(listener), m_stop(std::move(stop))
{
    m_wantsBlocks = listener && listener->wantsBlocks();
    const std::uint64_t items = launch.ndrange.groupItems();
    const std::size_t warps = (items + kLanes - 1) / kLanes;
    m_scratch.resize(program.scratchBytes + 64);
    m_registers.resize(std::size_t{program.warpBytes} * warps);
    m_groupArea.resize(program.groupBytes);
    m_privateStride = (program.privateSize + 15) / 16 * 16;
    m_private.resize(m_privateStride * kLanes * warps);
    m_warps.resize(warps);
    for (std::size_t k = 0; k < warps; ++k) {
        m_warps[k].registers = m_registers.data() + k * program.warpBytes;
        m_warps[k].privateMemory = m_private.data() + k * m_privateStride * kLanes;
        m_warps[k].stack.reserve(64);
    }
    m_blockWarps.resize(program.flow.size());
    m_blockLanes.resize(program.flow.size());
    m_branchWarps.resize(program.branchInfos.size());
    m_branchDivergent.resize(program.branchInfos.size());
    m_loopEntries.resize(program.loopInfos.size());
    m_context.base[kScratchArea] = m_scratch.data();
    m_context.base[kGroupArea] = m_groupArea.data();
    m_context.base[kConstArea] = const_cast<std::byte *>(program.constants.data());
    m_context.listener = listener;
    m_context.run = this;
    setSegments();
    setArguments();
}

void GroupRunner::setSegments()
{
    m_segments.resize(m_program.segments.size() + 1);
    std::uint64_t localTop = m_program.localBytes;
    for (std::size_t k = 0; k < m_program.segments.size(); ++k) {
        const SegmentInfo &info = m_program.segments[k];
        Segment &segment = m_segments[k + 1];
        segment.space = info.space;
        segment.argument = info.argument;
        segment.bytes = static_cast<std::int64_t>(info.bytes);
        segment.eventOffset = info.offset;
        switch (info.kind) {
        case SegmentKind::Buffer:
            if (LazyBuffer *buffer = m_memory.buffer(info.argument)) {
                segment.lazy = buffer;
                segment.data = buffer->data.data();
                segment.filled = reinterpret_cast<std::uint8_t *>(buffer->filled.data());
                segment.isEndless = m_memory.grows();
                segment.bytes = static_cast<std::int64_t>(segment.isEndless ? buffer->reserved : buffer->bytes);
            }
            break;
        case SegmentKind::ProgramConstant: // run-private copy: program-scope globals may be written
            m_programConstants.push_back(info.initial);
            segment.data = m_programConstants.back().data();
            segment.isReadOnly = info.space == AddressSpace::Constant;
            break;
        case SegmentKind::LocalArgument: {
            const auto *local =
                std::get_if<LocalValue>(&m_launch.arguments[static_cast<std::size_t>(info.argument)].value);
            localTop = (localTop + 15) / 16 * 16;
            segment.bytes = local ? static_cast<std::int64_t>(local->bytes) : 0;
            segment.eventOffset = localTop;
            localTop += static_cast<std::uint64_t>(segment.bytes);
            break;
        }
        case SegmentKind::Private: segment.laneStride = m_privateStride; break;
        case SegmentKind::LocalArray: break;
        }
    }
    m_local.resize(localTop + 64);
    for (std::size_t k = 0; k < m_program.segments.size(); ++k) {
        const SegmentKind kind = m_program.segments[k].kind;
        if (kind == SegmentKind::LocalArgument || kind == SegmentKind::LocalArray)
            m_segments[k + 1].data = m_local.data() + m_segments[k + 1].eventOffset;
    }
    m_context.segments = m_segments.data();
    m_context.segmentCount = static_cast<std::uint32_t>(m_segments.size());
}

void GroupRunner::setArguments()
{
    for (std::size_t k = 0; k < m_program.arguments.size(); ++k) {
        const ArgumentInfo &info = m_program.arguments[k];
        const auto *scalar = std::get_if<ScalarValue>(&m_launch.arguments[k].value);
        if (const auto *image = std::get_if<ImageValue>(&m_launch.arguments[k].value); image && info.isHandle) {
            auto *lanes = reinterpret_cast<std::uint64_t *>(m_groupArea.data() + (info.slot & ~kAreaBits));
            std::fill(lanes, lanes + kLanes, image->width);
            std::fill(lanes + kLanes, lanes + 2 * kLanes, image->height);
            std::fill(lanes + 2 * kLanes, lanes + 3 * kLanes, image->depth);
            continue;
        }
        if (info.isPointer || info.isByValue || !scalar)
            continue;
        for (std::uint32_t c = 0; c < info.components; ++c) {
            std::uint64_t bits = 0;
            const std::size_t offset = std::size_t{c} * info.elementBytes;
            if (offset + info.elementBytes <= scalar->bytes.size())
                std::memcpy(&bits, scalar->bytes.data() + offset, info.elementBytes);
            std::byte *place = m_groupArea.data() + (info.slot & ~kAreaBits) + std::size_t{c} * info.laneBytes * kLanes;
            for (std::uint32_t lane = 0; lane < kLanes; ++lane)
                std::memcpy(place + std::size_t{lane} * info.laneBytes, &bits, info.laneBytes);
        }
    }
}

void GroupRunner::writeFact(GroupFact fact, std::uint32_t d, std::uint64_t value)
{
    auto *lanes = reinterpret_cast<std::uint64_t *>(m_groupArea.data() + (groupFactSlot(fact, d) & ~kAreaBits));
    std::fill(lanes, lanes + kLanes, value);
}

void GroupRunner::startGroup(std::uint64_t linearGroup)
{
    const NDRange &range = m_launch.ndrange;
    const Size3 groups = range.numGroups();
    const std::array<std::uint64_t, 3> id = {linearGroup % groups[0], linearGroup / groups[0] % groups[1],
                                             linearGroup / (groups[0] * groups[1])};
    m_linearGroup = linearGroup;
    for (std::uint32_t d = 0; d < 3; ++d) {
        m_groupOrigin[d] = id[d] * range.local[d];
        m_groupSize[d] = std::min(range.local[d], range.global[d] - m_groupOrigin[d]);
        writeFact(GroupFact::GroupId, d, id[d]);
        writeFact(GroupFact::GlobalSize, d, range.global[d]);
        writeFact(GroupFact::LocalSize, d, m_groupSize[d]);
        writeFact(GroupFact::EnqueuedLocalSize, d, range.local[d]);
        writeFact(GroupFact::NumGroups, d, groups[d]);
        writeFact(GroupFact::GlobalOffset, d, range.offset[d]);
    }
    writeFact(GroupFact::WorkDim, 0, range.workDim);
    std::memset(m_local.data(), kPoison, m_local.size());
    if (m_private.size() != 0)
        std::memset(m_private.data(), kPoison, m_private.size());
    std::fill(m_blockWarps.begin(), m_blockWarps.end(), 0);
    std::fill(m_blockLanes.begin(), m_blockLanes.end(), 0);
    std::fill(m_branchWarps.begin(), m_branchWarps.end(), 0);
    std::fill(m_branchDivergent.begin(), m_branchDivergent.end(), 0);
    std::fill(m_loopEntries.begin(), m_loopEntries.end(), 0);
    const std::uint64_t items = m_groupSize[0] * m_groupSize[1] * m_groupSize[2];
    m_warpCount = static_cast<std::uint32_t>((items + kLanes - 1) / kLanes);
    for (std::uint32_t k = 0; k < m_warpCount; ++k)
        startWarp(m_warps[k], k);
}

void GroupRunner::startWarp(Warp &warp, std::uint32_t index)
{
    const std::uint64_t first = std::uint64_t{index} * kLanes;
    const std::uint64_t items = m_groupSize[0] * m_groupSize[1] * m_groupSize[2];
    const auto lanes = [&](Slot slot) {
        return reinterpret_cast<std::uint64_t *>(warp.registers + (slot & ~kAreaBits));
    };
    std::uint64_t *const linear = lanes(linearLocalIdSlot());
    std::array<std::uint64_t, 3> id = {first % m_groupSize[0], first / m_groupSize[0] % m_groupSize[1],
                                       first / (m_groupSize[0] * m_groupSize[1])};
    std::uint64_t *local[3], *global[3];
    for (std::uint32_t d = 0; d < 3; ++d) {
        local[d] = lanes(localIdSlot(d));
        global[d] = lanes(globalIdSlot(d));
    }
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        linear[lane] = first + lane;
        for (std::uint32_t d = 0; d < 3; ++d) {
            local[d][lane] = id[d];
            global[d][lane] = id[d] + m_groupOrigin[d] + m_launch.ndrange.offset[d];
        }
        if (++id[0] == m_groupSize[0]) {
            id[0] = 0;
            if (++id[1] == m_groupSize[1]) {
                id[1] = 0;
                ++id[2];
            }
        }
    }
    const std::uint64_t present = std::min<std::uint64_t>(kLanes, items - first);
    warp.initialMask = present == kLanes ? 0xffffffffu : (1u << present) - 1;
    warp.mask = warp.initialMask;
    warp.block = m_program.entry;
    warp.reconverge = kExitBlock;
    warp.stack.clear();
    warp.state = Warp::State::Ready;
    warp.barrier = kNone;
    warp.instructions = 0;
    for (std::size_t k = 0; k < m_program.arguments.size(); ++k) {
        const ArgumentInfo &info = m_program.arguments[k];
        if (!info.isByValue)
            continue;
        const auto &value = m_launch.arguments[k].value;
        const auto *structure = std::get_if<StructValue>(&value);
        const auto *scalar = std::get_if<ScalarValue>(&value);
        const std::vector<std::byte> &bytes = structure ? structure->bytes : scalar->bytes;
        for (std::uint32_t lane = 0; lane < kLanes; ++lane)
            std::memcpy(warp.privateMemory + lane * m_privateStride + m_program.segments[info.tag - 1].offset,
                        bytes.data(), std::min<std::size_t>(bytes.size(), info.bytes));
    }
}

void GroupRunner::run(std::uint64_t linearGroup, double weight, std::uint64_t budget)
{
    m_isCut = false;
    m_hasBudget = budget != 0;
    m_budgetLeft = static_cast<std::int64_t>(std::min<std::uint64_t>(budget, INT64_MAX));
    m_group = {linearGroup, weight, 0, 0, 0};
    startGroup(linearGroup);
    if (m_listener)
        m_listener->groupBegin(linearGroup, weight);
    for (bool isRunning = true; isRunning && !m_isCut && !m_isStopped;) {
        isRunning = false;
        bool isAnyReady = false, isAnyWaiting = false;
        for (std::uint32_t k = 0; k < m_warpCount && !m_isCut && !m_isStopped; ++k) {
            Warp &warp = m_warps[k];
            if (warp.state == Warp::State::Ready) {
                m_context.warp = k;
                runWarp(warp);
            }
            isAnyReady = isAnyReady || warp.state == Warp::State::Ready;
            isAnyWaiting = isAnyWaiting || warp.state == Warp::State::AtBarrier;
        }
        if (!isAnyReady && isAnyWaiting)
            releaseBarrier();
        isRunning = isAnyReady || isAnyWaiting;
    }
    for (std::uint32_t k = 0; k < m_warpCount; ++k)
        m_group.maxWarpInstructions = std::max(m_group.maxWarpInstructions, m_warps[k].instructions);
    if (m_listener)
        m_listener->groupEnd(linearGroup);
}

/// All warps that still run have arrived somewhere: let them go on. Lanes or warps that are missing make the barrier
/// one that not all work-items reach, which OpenCL forbids; it is recorded and otherwise taken as passed.
void GroupRunner::releaseBarrier()
{
    std::uint32_t arrived = 0, place = kNone;
    bool isDivergent = false;
    for (std::uint32_t k = 0; k < m_warpCount; ++k) {
        const Warp &warp = m_warps[k];
        if (warp.state != Warp::State::AtBarrier)
            continue;
        ++arrived;
        isDivergent = isDivergent || warp.mask != warp.initialMask || (place != kNone && warp.barrier != place);
        place = warp.barrier;
    }
    isDivergent = isDivergent || arrived != m_warpCount;
    if (isDivergent)
        for (std::uint32_t k = 0; k < m_warpCount; ++k)
            if (m_warps[k].state == Warp::State::AtBarrier)
                m_divergentBarriers[m_warps[k].barrier] = true;
    if (m_listener)
        m_listener->barrier(arrived, m_warpCount, m_program.barrierPlaces[place]);
    for (std::uint32_t k = 0; k < m_warpCount; ++k)
        if (m_warps[k].state == Warp::State::AtBarrier)
            m_warps[k].state = Warp::State::Ready;
}

void GroupRunner::checkStop()
{
    m_untilStopCheck = kStopCheckBlocks;
    m_isStopped = m_isStopped || m_stop.stop_requested();
}

std::uint32_t GroupRunner::conditionMask(const Block &block)
{
    const auto *lanes = reinterpret_cast<const std::uint32_t *>(m_context.base[block.condition & kAreaBits] +
                                                                (block.condition & ~kAreaBits));
    std::uint32_t mask = 0;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
        mask |= (lanes[lane] & 1u) << lane;
    return mask;
}

/// Goes to `target`, or, at the join this path runs to, on with what waits there.
void GroupRunner::enter(Warp &warp, std::uint32_t target)
{
    while (target == warp.reconverge) {
        if (warp.stack.empty()) { // only the exit is waited for with an empty stack
            warp.state = Warp::State::Done;
            return;
        }
        const Warp::Pending next = warp.stack.back();
        warp.stack.pop_back();
        warp.mask = next.mask;
        warp.reconverge = next.reconverge;
        target = next.block;
    }
    warp.block = target;
}

/// Splits the active lanes over `paths` (block and mask set). Those that wait meet again at the block's immediate
/// post-dominator.
void GroupRunner::diverge(Warp &warp, const Block &block, const std::vector<Warp::Pending> &paths)
{
    if (warp.reconverge != block.reconverge)
        warp.stack.push_back({block.reconverge, warp.reconverge, warp.mask});
    for (std::size_t k = paths.size(); k-- > 1;)
        warp.stack.push_back({paths[k].block, block.reconverge, paths[k].mask});
    warp.mask = paths[0].mask;
    warp.reconverge = block.reconverge;
    enter(warp, paths[0].block);
}

void GroupRunner::branch(Warp &warp, const Block &block)
{
    const std::uint32_t taken = conditionMask(block) & warp.mask;
    ++m_branchWarps[block.branch];
    if (m_listener)
        m_listener->branch(block.branch, m_context.warp, warp.mask, taken);
    if (taken == warp.mask)
        return enter(warp, block.target[0]);
    if (taken == 0)
        return enter(warp, block.target[1]);
    ++m_branchDivergent[block.branch];
    m_paths.clear();
    m_paths.push_back({block.target[0], 0, taken});
    m_paths.push_back({block.target[1], 0, warp.mask & ~taken});
    diverge(warp, block, m_paths);
}

void GroupRunner::switchOn(Warp &warp, const Block &block)
{
    const std::byte *place = m_context.base[block.condition & kAreaBits] + (block.condition & ~kAreaBits);
    const SwitchCase *cases = m_program.cases.data() + block.firstCase;
    m_paths.clear();
    std::uint32_t leaves = 0;
    for (std::uint32_t rest = warp.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t value = block.isWideCondition ? reinterpret_cast<const std::uint64_t *>(place)[lane]
                                                          : reinterpret_cast<const std::uint32_t *>(place)[lane];
        std::uint32_t target = block.target[0];
        for (std::uint32_t k = 0; k < block.cases; ++k)
            if (cases[k].value == value) {
                target = cases[k].target;
                leaves |= 1u << lane;
                break;
            }
        const auto same =
            std::find_if(m_paths.begin(), m_paths.end(), [&](const auto &path) { return path.block == target; });
        if (same != m_paths.end())
            same->mask |= 1u << lane;
        else
            m_paths.push_back({target, 0, 1u << lane});
    }
    ++m_branchWarps[block.branch];
    if (m_listener)
        m_listener->branch(block.branch, m_context.warp, warp.mask, leaves);
    if (m_paths.size() == 1)
        return enter(warp, m_paths[0].block);
    ++m_branchDivergent[block.branch];
    diverge(warp, block, m_paths);
}

void GroupRunner::runWarp(Warp &warp)
{
    m_context.base[kWarpArea] = warp.registers;
    for (std::size_t k = 0; k < m_program.segments.size(); ++k)
        if (m_program.segments[k].kind == SegmentKind::Private)
            m_segments[k + 1].data = warp.privateMemory + m_program.segments[k].offset;
    const Inst *const code = m_program.code.data();
    for (std::uint32_t turn = 0; turn < kQuantum && warp.state == Warp::State::Ready; ++turn) {
        const std::uint32_t index = warp.block;
        const Block &block = m_program.flow[index];
        m_context.setMask(warp.mask);
        const auto lanes = static_cast<std::uint64_t>(std::popcount(warp.mask));
        ++m_blockWarps[index];
        m_blockLanes[index] += lanes;
        if (block.irBlock != kNone) {
            warp.instructions += block.instructions;
            m_group.warpInstructions += block.instructions;
            m_group.laneInstructions += block.instructions * lanes;
            m_budgetLeft -= block.instructions;
            if (m_hasBudget && m_budgetLeft < 0) {
                m_isCut = true;
                return;
            }
            if (m_wantsBlocks)
                m_listener->block(block.irBlock, m_context.warp, warp.mask);
        }
        if (block.loopEntry != kNone)
            m_loopEntries[block.loopEntry] += lanes;
        if (m_untilStopCheck-- == 0) {
            checkStop();
            if (m_isStopped)
                return;
        }
        for (const Inst *inst = code + block.begin, *end = code + block.end; inst != end; ++inst)
            inst->run(m_context, *inst);
        switch (block.term) {
        case TermKind::Jump: enter(warp, block.target[0]); break;
        case TermKind::Cond: branch(warp, block); break;
        case TermKind::Switch: switchOn(warp, block); break;
        case TermKind::Return: enter(warp, kExitBlock); break;
        case TermKind::Barrier:
            warp.block = block.target[0];
            warp.barrier = block.barrier;
            warp.state = Warp::State::AtBarrier;
            break;
        }
    }
}

// ---- Results --------------------------------------------------------------------------------------------------

void GroupRunner::recordOutOfBounds(const MemOp &op, const Segment &segment, std::uint32_t lane, std::int64_t offset,
                                    bool isWrite)
{
    const auto segmentIndex = static_cast<std::uint64_t>(&segment - m_segments.data());
    auto [found, isNew] = m_outOfBounds.try_emplace(std::uint64_t{op.site} << 32 | segmentIndex);
    OutOfBounds &record = found->second;
    record.count += 1;
    if (!isNew)
        return;
    const SiteInfo &site = m_program.siteInfos[op.site];
    record.where = site.where;
    record.isWrite = isWrite;
    record.byteOffset = offset;
    record.bufferBytes = static_cast<std::uint64_t>(segment.bytes);
    if (segmentIndex == 0) {
        record.buffer = "an address that belongs to no buffer";
    } else {
        const SegmentInfo &info = m_program.segments[segmentIndex - 1];
        const std::size_t dot = info.name.rfind('.');
        record.buffer = dot == std::string::npos ? info.name : info.name.substr(dot + 1);
        if (LazyBuffer *buffer = m_memory.buffer(info.argument))
            record.bufferBytes = buffer->bytes;
    }
    const auto element = static_cast<std::int64_t>(std::max(1u, op.bytes));
    record.elementIndex = offset >= 0 ? offset / element : -((-offset + element - 1) / element);
    for (std::uint32_t d = 0; d < 3; ++d)
        record.workItem[d] =
            reinterpret_cast<const std::uint64_t *>(m_context.base[kWarpArea] + (globalIdSlot(d) & ~kAreaBits))[lane];
}

void GroupRunner::collect(RunResult &result, double weight) const
{
    for (std::size_t k = 0; k < m_program.flow.size(); ++k) {
        const Block &block = m_program.flow[k];
        if (block.irBlock == kNone || m_blockWarps[k] == 0)
            continue;
        result.blockWarps[block.irBlock] += weight * static_cast<double>(m_blockWarps[k]);
        result.blockLanes[block.irBlock] += weight * static_cast<double>(m_blockLanes[k]);
    }
    for (std::size_t k = 0; k < m_branchWarps.size(); ++k) {
        result.branchWarps[k] += weight * static_cast<double>(m_branchWarps[k]);
        result.branchDivergent[k] += weight * static_cast<double>(m_branchDivergent[k]);
    }
    for (std::size_t k = 0; k < m_loopEntries.size(); ++k) {
        result.loopEntries[k] += weight * static_cast<double>(m_loopEntries[k]);
        result.loopIterations[k] += weight * static_cast<double>(m_blockLanes[m_program.loopInfos[k].headerBlock]);
    }
    result.groups.push_back(m_group);
}

void GroupRunner::finish(RunResult &result) const
{
    result.extents.resize(m_program.arguments.size());
    for (std::size_t k = 0; k < m_program.arguments.size(); ++k) {
        const ArgumentInfo &info = m_program.arguments[k];
        if (!info.isPointer)
            continue;
        const Segment &segment = m_segments[info.tag];
        if (segment.minByte > segment.maxByteEnd)
            continue;
        result.extents[k] = {true, segment.minByte, segment.maxByteEnd};
    }
    for (const auto &[key, record] : m_outOfBounds)
        result.outOfBounds.push_back(record);
    for (const auto &[barrier, isDivergent] : m_divergentBarriers)
        result.divergentBarriers.push_back(m_program.barrierPlaces[barrier]);
    result.unsupported.assign(m_program.unsupportedNotes.begin(), m_program.unsupportedNotes.end());
}

} // namespace clv::emulator
