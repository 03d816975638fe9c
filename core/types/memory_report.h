// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/diagnostic.h"
#include "core/types/kernel.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clv {

enum class AccessDirection { Unknown = 0, Read, Write, Atomic };
[[nodiscard]] const char *toString(AccessDirection direction);

/// How the addresses of neighbouring work-items relate, over the requests observed.
enum class AccessPattern {
    Unknown = 0,
    Uniform,        ///< all lanes of a request at one address
    UnitStride,     ///< neighbours are one element apart
    ConstantStride, ///< neighbours are `strideBytes` apart
    Blocked,        ///< piecewise unit stride (rows of a tile)
    Permuted,       ///< each element once, in another order
    Indirect,       ///< the index was loaded from `indexBuffer`
    DataDependent,  ///< none of the above
};
[[nodiscard]] const char *toString(AccessPattern pattern); ///< "unit stride"

/// One static load, store or atomic of the source. Rates are means over the executed requests of the sampled
/// groups; a request is one access by the (up to 32) active lanes of a warp; a sector is 32 bytes.
struct AccessSite {
    std::uint32_t id = 0;
    SourceLocation where;
    std::vector<SourceLocation> inlinedAt; ///< call sites, innermost first, when it sits in a helper
    AddressSpace space = AddressSpace::Private;
    std::string buffer;                    ///< argument or local array name; "?" when not resolved
    AccessDirection direction = AccessDirection::Unknown;
    std::string elementType;               ///< "float", "float4"
    std::uint32_t bytesPerLane = 0;
    std::string index;                     ///< readable index expression, "row*N + k"; empty when none found
    AccessPattern pattern = AccessPattern::Unknown;
    std::optional<double> strideBytes;     ///< between neighbouring work-items; none when not constant
    std::string indexBuffer;               ///< for Indirect
    double executionsPerWorkItem = 0;
    double bytesPerWorkItem = 0;           ///< asked for
    double requests = 0;                   ///< whole launch, estimated from the sample
    double sectorsPerRequest = 0;          ///< global and constant memory
    double idealSectorsPerRequest = 0;     ///< if the same bytes lay densely
    double bankConflictDegree = 0;         ///< local memory: serialised passes a request, 1 = none
    double movedBytes = 0;                 ///< sectors x 32, whole launch
    double trafficShare = 0;               ///< of movedBytes over all global sites, 0..1
    double activeLanesPerRequest = 0;
    bool isExact = false;                  ///< counted on every group, not on a sample
    std::uint32_t alignmentBytes = 0;      ///< largest power of two up to 128 that divides every request's lowest address
    double foundAgainShare = 0;            ///< of its sectors: still in a 128 KiB first level since the last touch; reads only
};

/// One buffer argument or local array as the launch uses it.
struct BufferUse {
    std::string name;
    AddressSpace space = AddressSpace::Global;
    std::uint64_t bytes = 0;              ///< given by the launch
    std::uint64_t requiredBytes = 0;      ///< smallest size for which the observed accesses are in bounds
    bool isRequiredExact = false;         ///< all groups seen; else a lower bound from the sample
    std::string extentExpression;         ///< "4*(rows + 1)", empty when none found
    bool isRead = false, isWritten = false, isAtomic = false;
    double movedBytes = 0;                ///< whole launch
    double uniqueBytes = 0;               ///< footprint, estimated
    double trafficShare = 0;
};

struct OutOfBounds {
    SourceLocation where;
    std::string buffer;
    std::int64_t byteOffset = 0;   ///< of the access, from the start of the buffer
    std::int64_t elementIndex = 0;
    std::uint64_t bufferBytes = 0;
    Size3 workItem;                ///< global id of the first offender
    double count = 0;              ///< work-item accesses seen
    bool isWrite = false;
};

/// Everything the memory panel shows. Sites are ordered by line, buffers by argument.
struct MemoryReport {
    std::string kernel;
    std::vector<BufferUse> buffers;
    std::vector<AccessSite> sites;
    std::vector<OutOfBounds> outOfBounds;
    std::vector<Finding> findings;
    std::vector<std::string> unsupported; ///< "line 12: image3d_t read is not emulated"
    double sampledGroups = 0, totalGroups = 0;
};

} // namespace clv
