// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/emulator/emulator.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// The register program (internal to the room): what lowering writes and the interpreter runs.
///
/// A value of the IR is one or more components; a component is 32 lanes of 4 bytes (integers up to 32 bits, zero
/// extended; float; half as its 16 bits; booleans as 0 or 1) or of 8 bytes (wider integers, double, pointers).
namespace clv::emulator {

struct Context;
struct Inst;
using Handler = void (*)(Context &, const Inst &);
/// One lane's work of a built-in that is not worth a vectorised loop: operand bits in, result bits out.
using ScalarFn = std::uint64_t (*)(std::uint64_t, std::uint64_t, std::uint64_t);

/// Place of a component: byte offset, with the register area in the two lowest bits.
using Slot = std::uint32_t;
enum SlotArea : std::uint32_t {
    kScratchArea = 0, ///< values that live inside one block: shared by all warps, never masked
    kWarpArea = 1,    ///< values that cross blocks: one copy a warp, written under the active mask
    kConstArea = 2,   ///< constants, every lane the same
    kGroupArea = 3,   ///< kernel arguments, group ids and sizes: written before a group starts
};
inline constexpr std::uint32_t kAreaBits = 3;
inline constexpr Slot kNoSlot = 0xffffffffu;
inline constexpr std::uint32_t kLanes = 32;

// Fixed places. Work-item ids stand at the start of the warp area, group facts at the start of the group area.
inline constexpr std::uint32_t kWide = kLanes * 8;
inline Slot globalIdSlot(std::uint32_t d)
{
    return d * kWide | kWarpArea;
}
inline Slot localIdSlot(std::uint32_t d)
{
    return (3 + d) * kWide | kWarpArea;
}
inline Slot linearLocalIdSlot()
{
    return 6 * kWide | kWarpArea;
}
inline constexpr std::uint32_t kWarpFixedBytes = 7 * kWide;
enum class GroupFact : std::uint32_t {
    GroupId = 0,
    GlobalSize = 3,
    LocalSize = 6,
    EnqueuedLocalSize = 9,
    NumGroups = 12,
    GlobalOffset = 15,
    WorkDim = 18,
    GlobalLinearBase = 19, ///< linear group id times the items of a whole group
    Count = 20
};
inline Slot groupFactSlot(GroupFact fact, std::uint32_t d = 0)
{
    return (static_cast<std::uint32_t>(fact) + d) * kWide | kGroupArea;
}
inline constexpr std::uint32_t kGroupFixedBytes = static_cast<std::uint32_t>(GroupFact::Count) * kWide;

struct Inst {
    Handler run = nullptr;
    const void *extra = nullptr; ///< ScalarFn or MemOp
    Slot dst = 0, a = 0, b = 0, c = 0;
    std::uint32_t components = 1; ///< consecutive components of all operands
    std::uint32_t aux = 0;
    bool isMasked = false; ///< inactive lanes of `dst` must keep their value
};

// ---- Addresses ------------------------------------------------------------------------------------------------
// A pointer value is tag << 48 | (kAddressBias + offset). The tag numbers a segment (0: null); the bias keeps
// offsets before a segment's start from borrowing out of the tag. So a pointer knows its space and buffer through
// casts to generic and through memory.

inline constexpr std::uint32_t kTagShift = 48;
inline constexpr std::uint64_t kAddressBias = std::uint64_t{1} << 46;
inline constexpr std::uint64_t segmentAddress(std::uint64_t tag)
{
    return (tag << kTagShift) + kAddressBias;
}

enum class SegmentKind : std::uint8_t { Buffer, ProgramConstant, LocalArray, LocalArgument, Private };

/// A piece of memory known at lowering. Buffers and local arguments get their size from the launch.
struct SegmentInfo {
    SegmentKind kind = SegmentKind::Buffer;
    AddressSpace space = AddressSpace::Global;
    int argument = -1;
    std::string name;
    std::uint64_t bytes = 0;        ///< 0 when the launch decides
    std::uint64_t offset = 0;       ///< inside the local, private or program-constant area
    std::vector<std::byte> initial; ///< program constants
};

enum class MemKind : std::uint8_t { Load, Store, Atomic, CompareExchange, BulkCopy, BulkSet, GroupCopy, Image };
enum class IndexKind : std::uint8_t { None, Signed32, Unsigned32, Wide };
enum class AtomicOp : std::uint8_t {
    None,
    Xchg,
    Add,
    Sub,
    And,
    Or,
    Xor,
    Nand,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    IncWrap,
    DecWrap
};

/// A memory instruction: address = base + index * scale + offset.
struct MemOp {
    MemKind kind = MemKind::Load;
    IndexKind indexKind = IndexKind::None;
    AtomicOp atomic = AtomicOp::None;
    bool isFloat = false;          ///< atomics on float or double
    std::uint8_t elementBytes = 4; ///< in memory, 1..8
    std::uint8_t laneBytes = 4;    ///< in registers, 4 or 8
    std::uint32_t components = 1;  ///< packed one behind the other in memory
    std::uint32_t bytes = 4;       ///< elementBytes * components
    std::uint32_t site = 0;
    Slot base = 0, index = 0;
    std::int64_t scale = 0, offset = 0;
    AddressSpace space = AddressSpace::Global;
    std::uint32_t secondSite = 0; ///< BulkCopy: the reads
    AddressSpace secondSpace = AddressSpace::Global;
    bool isStrided = false, isStrideOnSource = false; ///< GroupCopy
};

// ---- Control flow ---------------------------------------------------------------------------------------------

enum class TermKind : std::uint8_t { Jump, Cond, Switch, Return, Barrier };
inline constexpr std::uint32_t kExitBlock = 0xffffffffu;
inline constexpr std::uint32_t kNone = 0xffffffffu;

struct SwitchCase {
    std::uint64_t value;
    std::uint32_t target;
};

struct Block {
    std::uint32_t begin = 0, end = 0; ///< instructions
    std::uint32_t irBlock = kNone;    ///< counted when entered; edge blocks and later parts do not count
    std::uint32_t instructions = 0;   ///< of the IR block, for the budget
    std::uint32_t loopEntry = kNone;  ///< edge block that enters this loop
    TermKind term = TermKind::Return;
    bool isWideCondition = false;
    Slot condition = 0;
    std::uint32_t target[2] = {kExitBlock, kExitBlock}; ///< Cond: taken, not taken; Switch: [0] is the default
    std::uint32_t reconverge = kExitBlock;              ///< immediate post-dominator
    std::uint32_t branch = kNone;
    std::uint32_t firstCase = 0, cases = 0;
    std::uint32_t barrier = kNone; ///< index into barrier places
};

/// A kernel argument as the program takes it.
struct ArgumentInfo {
    std::string name;
    bool isPointer = false, isByValue = false, isHandle = false;
    AddressSpace space = AddressSpace::Private;
    std::uint32_t tag = 0;   ///< pointers and by-value structs: the segment
    std::uint64_t bytes = 0; ///< by value: size in memory
    std::uint32_t components = 1, elementBytes = 4, laneBytes = 4;
    Slot slot = kNoSlot; ///< in the group area; images: width, height, depth
};

struct PreparedIr; ///< owns the LLVM context and module (prepare.h)

/// The concrete Program.
class RegisterProgram final : public Program {
public:
    ~RegisterProgram() override;
    [[nodiscard]] const frontend::IrModule &module() const override { return *source; }
    [[nodiscard]] const std::string &kernel() const override { return kernelName; }
    [[nodiscard]] std::span<const SiteInfo> sites() const override { return siteInfos; }
    [[nodiscard]] std::span<const BranchInfo> branches() const override { return branchInfos; }
    [[nodiscard]] std::span<const BlockInfo> blocks() const override { return blockInfos; }
    [[nodiscard]] std::span<const NaturalLoop> loops() const override { return loopInfos; }
    [[nodiscard]] std::span<const LocalArray> localArrays() const override { return localInfos; }
    [[nodiscard]] const void *irFunction() const override { return function; }
    [[nodiscard]] std::uint64_t staticLocalBytes() const override { return localBytes; }
    [[nodiscard]] std::uint64_t privateBytes() const override { return privateSize; }
    [[nodiscard]] std::uint32_t liveRegisters() const override { return registers; }
    [[nodiscard]] std::span<const std::string> unsupported() const override { return unsupportedNotes; }

    std::shared_ptr<const frontend::IrModule> source;
    std::unique_ptr<PreparedIr> ir;
    const void *function = nullptr;
    std::string kernelName;
    std::vector<SiteInfo> siteInfos;
    std::vector<BranchInfo> branchInfos;
    std::vector<BlockInfo> blockInfos;
    std::vector<NaturalLoop> loopInfos;
    std::vector<LocalArray> localInfos;
    std::vector<SourceLocation> barrierPlaces;
    std::vector<std::string> unsupportedNotes;
    std::uint64_t localBytes = 0, privateSize = 0;
    std::uint32_t registers = 0;

    std::vector<Inst> code;
    std::vector<std::unique_ptr<MemOp>> memOps;
    std::vector<Block> flow;
    std::vector<SwitchCase> cases;
    std::vector<SegmentInfo> segments; ///< tag t is segments[t - 1]
    std::vector<ArgumentInfo> arguments;
    std::vector<std::byte> constants; ///< the constant area
    std::uint32_t entry = 0;
    std::uint32_t warpBytes = 0, scratchBytes = 0, groupBytes = 0;
};

} // namespace clv::emulator
