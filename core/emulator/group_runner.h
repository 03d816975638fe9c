// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/emulator/context.h"
#include "core/emulator/launch_memory.h"

#include <map>
#include <stop_token>

namespace clv::emulator {

/// 64-byte aligned bytes for registers and local memory.
class AlignedBytes {
public:
    void resize(std::size_t bytes); ///< zeroed
    [[nodiscard]] std::byte *data() const { return m_data; }
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    std::vector<std::byte> m_storage;
    std::byte *m_data = nullptr;
    std::size_t m_size = 0;
};

/// One warp of the group that runs: 32 work-items with consecutive linear local ids.
struct Warp {
    struct Pending {
        std::uint32_t block, reconverge, mask;
    };
    enum class State : std::uint8_t { Ready, AtBarrier, Done };
    std::byte *registers = nullptr;
    std::byte *privateMemory = nullptr;
    std::uint32_t initialMask = 0;
    std::uint32_t block = 0, mask = 0, reconverge = kExitBlock;
    std::vector<Pending> stack; ///< paths that wait: for their turn, or for the others at a join
    State state = State::Done;
    std::uint32_t barrier = kNone;
    std::uint64_t instructions = 0;
};

/// Runs one work-group after the other (internal to the room): registers, masks, barriers, memory, counters.
class GroupRunner {
public:
    GroupRunner(const RegisterProgram &program, const Launch &launch, LaunchMemory &memory, Listener *listener,
                std::stop_token stop);

    /// Runs a group; `budget` in warp instructions (0: none).
    void run(std::uint64_t linearGroup, double weight, std::uint64_t budget);

    [[nodiscard]] const GroupRun &lastGroup() const { return m_group; }
    [[nodiscard]] bool wasCut() const { return m_isCut; } ///< the budget ended the last group
    [[nodiscard]] bool wasStopped() const { return m_isStopped; }
    /// Adds the last group's counters, weighted, to the totals.
    void collect(RunResult &result, double weight) const;
    /// Extents, out-of-bounds accesses, divergent barriers.
    void finish(RunResult &result) const;

    void recordOutOfBounds(const MemOp &op, const Segment &segment, std::uint32_t lane, std::int64_t offset,
                           bool isWrite);
    [[nodiscard]] const RegisterProgram &program() const { return m_program; }

private:
    void setSegments();
    void setArguments();
    void startGroup(std::uint64_t linearGroup);
    void startWarp(Warp &warp, std::uint32_t index);
    void runWarp(Warp &warp);
    void enter(Warp &warp, std::uint32_t target);
    void branch(Warp &warp, const Block &block);
    void switchOn(Warp &warp, const Block &block);
    void diverge(Warp &warp, const Block &block, const std::vector<Warp::Pending> &paths);
    void releaseBarrier();
    void checkStop();
    [[nodiscard]] std::uint32_t conditionMask(const Block &block);
    void writeFact(GroupFact fact, std::uint32_t d, std::uint64_t value);

    const RegisterProgram &m_program;
    const Launch &m_launch;
    LaunchMemory &m_memory;
    Listener *m_listener;
    std::stop_token m_stop;
    Context m_context;
    std::vector<Segment> m_segments;
    std::vector<Warp> m_warps;
    AlignedBytes m_scratch, m_registers, m_groupArea, m_local, m_private;
    std::vector<std::vector<std::byte>> m_programConstants;
    std::vector<std::byte> m_nullPage;
    std::vector<Warp::Pending> m_paths;
    std::uint64_t m_privateStride = 0;
    std::uint32_t m_warpCount = 0;
    std::array<std::uint64_t, 3> m_groupOrigin{}, m_groupSize{};
    std::uint64_t m_linearGroup = 0;
    bool m_wantsBlocks = false;

    // Counters of the group that runs.
    GroupRun m_group;
    std::vector<std::uint64_t> m_blockWarps, m_blockLanes, m_branchWarps, m_branchDivergent, m_loopEntries;
    std::int64_t m_budgetLeft = 0;
    bool m_hasBudget = false, m_isCut = false, m_isStopped = false;
    std::uint32_t m_untilStopCheck = 0;

    std::map<std::uint64_t, OutOfBounds> m_outOfBounds; ///< by site and segment
    std::map<std::uint32_t, bool> m_divergentBarriers;
};

} // namespace clv::emulator
