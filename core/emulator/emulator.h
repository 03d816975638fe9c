// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frontend/compile.h"
#include "core/launch/content.h"
#include "core/support/result.h"
#include "core/types/launch.h"
#include "core/types/memory_report.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace clv::emulator {

/// Class of an IR operation, as the profile counts it.
enum class OpClass : std::uint8_t {
    Fp32,
    Fp32Fma,
    Fp32Div,
    Fp64,
    Fp64Fma,
    Fp64Div,
    Fp16,
    Int32,
    Int64,
    IntDiv,
    Special,
    Special64,
    Conversion,
    Control,
    Select,
    Move,
    GlobalLoad,
    GlobalStore,
    ConstantLoad,
    LocalLoad,
    LocalStore,
    PrivateLoad,
    PrivateStore,
    GlobalAtomic,
    LocalAtomic,
    Barrier,
    ImageRead,
    ImageWrite,
    Count
};
inline constexpr std::size_t kOpClasses = static_cast<std::size_t>(OpClass::Count);

/// One static load, store, atomic or image access of the lowered kernel.
struct SiteInfo {
    SourceLocation where;
    std::vector<SourceLocation> inlinedAt;
    AddressSpace space = AddressSpace::Private; ///< static; Generic when only known at run time
    AccessDirection direction = AccessDirection::Unknown;
    std::string elementType; ///< OpenCL C spelling as far as the IR tells: "float4", "int"
    std::uint32_t bytesPerLane = 0;
    int argument = -1;                   ///< kernel argument it is rooted in, when provable from the IR
    int localArray = -1;                 ///< index into `localArrays()`, when provable from the IR
    std::uint32_t block = 0;             ///< index into `blocks()`
    const void *irInstruction = nullptr; ///< llvm::Instruction, for core/analysis; valid while the program lives
};

/// A conditional branch or switch.
struct BranchInfo {
    SourceLocation where;
    bool isLoopBranch = false;           ///< decides whether a loop goes round again
    bool isUniformByProof = false;       ///< the condition cannot differ between work-items of a group
    std::uint32_t block = 0;             ///< index into `blocks()`
    const void *irInstruction = nullptr; ///< llvm::Instruction (BranchInst or SwitchInst)
};

/// A basic block of the kernel after helper functions were inlined.
struct BlockInfo {
    SourceLocation where;
    const void *irBlock = nullptr; ///< llvm::BasicBlock
    std::array<std::uint32_t, kOpClasses>
        ops{}; ///< one warp's execution of the block; vectors count per lane component
    std::vector<std::pair<std::uint32_t, std::uint32_t>> lineOps; ///< (line, instructions)
    std::uint32_t instructions = 0;                               ///< sum over `ops`
    int loop = -1;                                                ///< innermost loop, index into `loops()`
    bool isLoopHeader = false;
};

/// A loop of the control-flow graph; loops() lists enclosing loops before the loops inside them.
struct NaturalLoop {
    SourceLocation where;
    int parent = -1; ///< enclosing loop
    std::uint32_t headerBlock = 0;
    std::uint32_t depth = 1;
    bool hasBarrier = false;
};

/// A __local variable declared in the source, at a fixed place of the group's local memory.
struct LocalArray {
    std::string name;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// A kernel's IR lowered to a register program, ready to run many times. Immutable, shareable between threads.
class Program {
public:
    /// Errors: the kernel does not exist (lists those that do); IR that cannot be run at all (names construct and
    /// line).
    [[nodiscard]] static Result<std::shared_ptr<const Program>> lower(std::shared_ptr<const frontend::IrModule> module,
                                                                      const std::string &kernel);
    virtual ~Program() = default;
    [[nodiscard]] virtual const frontend::IrModule &module() const = 0;
    [[nodiscard]] virtual const std::string &kernel() const = 0;
    [[nodiscard]] virtual std::span<const SiteInfo> sites() const = 0;
    [[nodiscard]] virtual std::span<const BranchInfo> branches() const = 0;
    [[nodiscard]] virtual std::span<const BlockInfo> blocks() const = 0;
    [[nodiscard]] virtual std::span<const NaturalLoop> loops() const = 0;
    [[nodiscard]] virtual std::span<const LocalArray> localArrays() const = 0;
    /// The kernel's llvm::Function as lowered: a private copy with helpers inlined, in a context of its own. The
    /// program never changes it; whoever runs LLVM analyses that create constants (scalar evolution) over one
    /// program from several threads must take turns.
    [[nodiscard]] virtual const void *irFunction() const = 0;
    [[nodiscard]] virtual std::uint64_t staticLocalBytes() const = 0;
    [[nodiscard]] virtual std::uint64_t privateBytes() const = 0;  ///< arrays left in memory, per work-item
    [[nodiscard]] virtual std::uint32_t liveRegisters() const = 0; ///< 32-bit, maximum over program points, estimate
    [[nodiscard]] virtual std::span<const std::string> unsupported() const = 0; ///< "line 12: ..."
};

inline constexpr int kMaxLanes = 32;

/// One executed request: a load, store or atomic of one warp.
struct AccessEvent {
    std::uint32_t site = 0;
    AddressSpace space = AddressSpace::Global; ///< resolved
    int buffer = -1; ///< argument index (global, constant, local arguments, images); -1 otherwise
    std::uint32_t activeMask = 0;
    /// [32], active lanes valid. Global and constant buffers: byte offset inside the buffer. Local: inside the group's
    /// local memory (declared arrays first, then local arguments). Private: inside the work-item's private memory.
    /// Program-scope constants: inside their common area. Before a buffer's start: two's complement.
    const std::uint64_t *offsets = nullptr;
    std::uint32_t bytesPerLane = 0;
    std::uint32_t warp = 0;     ///< within the group
    bool isOutOfBounds = false; ///< at least one active lane is outside
};

/// Observes a run. All callbacks come from the thread that executes the group. Empty bodies by default.
class Listener {
public:
    virtual ~Listener() = default;
    virtual void groupBegin(std::uint64_t /*linearGroup*/, double /*weight*/) {}
    virtual void access(const AccessEvent &) {}
    /// `takenMask`: lanes that go to the first successor (conditional branch) or leave the default case (switch).
    virtual void branch(std::uint32_t /*branch*/, std::uint32_t /*warp*/, std::uint32_t /*activeMask*/,
                        std::uint32_t /*takenMask*/)
    {
    }
    /// A warp enters a basic block. Called only when `wantsBlocks` answers true.
    virtual void block(std::uint32_t /*block*/, std::uint32_t /*warp*/, std::uint32_t /*activeMask*/) {}
    [[nodiscard]] virtual bool wantsBlocks() const { return false; }
    virtual void barrier(std::uint32_t /*warpsArrived*/, std::uint32_t /*warpsInGroup*/, const SourceLocation &) {}
    virtual void groupEnd(std::uint64_t /*linearGroup*/) {}
};

struct RunOptions {
    bool full = false;                             ///< every group, in order; buffers keep what was written
    std::uint64_t warpInstructionBudget = 400'000; ///< 0: none
    std::uint32_t maxGroups = 12;                  ///< sampled mode
    bool growBuffers = false; ///< extent discovery: global buffers have no end, extents are recorded
    std::uint64_t seed = 1;
};

struct GroupRun {
    std::uint64_t linearGroup = 0;
    double weight = 1; ///< groups of the launch it stands for
    std::uint64_t warpInstructions = 0, laneInstructions = 0, maxWarpInstructions = 0;
};

struct BufferExtent {
    bool touched = false;
    std::int64_t minByte = 0, maxByteEnd = 0; ///< [min, end) over executed accesses
};

/// Weighted totals over the sampled groups plus what was seen on the way.
struct RunResult {
    std::vector<double> blockWarps;                   ///< per block: warp executions, weighted to the whole launch
    std::vector<double> blockLanes;                   ///< per block: lane executions, weighted
    std::vector<double> branchWarps, branchDivergent; ///< per branch, weighted
    std::vector<double> loopEntries, loopIterations;  ///< per loop, lane counts (entries; header executions), weighted
    std::vector<GroupRun> groups;
    std::vector<BufferExtent> extents;    ///< per kernel argument
    std::vector<OutOfBounds> outOfBounds; ///< first offender per (site), with counts
    std::vector<SourceLocation> divergentBarriers;
    std::vector<std::string> unsupported; ///< met at run time
    double totalGroups = 0;
    bool isExact = false;     ///< all groups ran to their end
    bool isTruncated = false; ///< the budget ended it
};

/// Global and constant memory of a launch: lazy pages over the contents. Keeps what a run wrote, so that a second run
/// on the same object continues from there. Thread: one run at a time.
class Memory {
public:
    [[nodiscard]] static Result<std::unique_ptr<Memory>> create(const Launch &launch, bool growBuffers);
    virtual ~Memory() = default;
    /// Bytes of argument `argument` as the run left them.
    virtual void read(int argument, std::uint64_t offset, std::span<std::byte> out) const = 0;
};

/// Runs sampled (or all) work-groups of a launch. Errors: Cancelled; Timeout never (the budget truncates instead);
/// a launch that does not match the program. Out-of-bounds accesses are recorded, read as zero and not written.
[[nodiscard]] Result<RunResult> run(const Program &program, const Launch &launch, Memory &memory,
                                    const RunOptions &options, Listener *listener, std::stop_token stop);

} // namespace clv::emulator
