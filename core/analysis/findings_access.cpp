// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace clv::analysis {

namespace {

constexpr double kWorthATrafficShare = 0.05; // less is not worth a line of text
constexpr double kSectorRatio = 2;           // moved to ideal; misalignment alone gives 1.25
constexpr double kMostlyFoundAgain = 0.75;
constexpr double kConflictDegree = 1.5;
constexpr double kSevereDegree = 3;      // twice the passes rarely decide a kernel's time
constexpr double kContendedLanes = 1024; // lane operations on one line; fewer cost less than a launch
constexpr double kContendedShare = 0.25;
constexpr double kSharedWrites = 0.01; // of the requests

const char *verb(AccessDirection direction)
{
    return direction == AccessDirection::Write ? "writes" : direction == AccessDirection::Atomic ? "updates" : "reads";
}

std::string strideText(const AccessSite &site)
{
    if (site.pattern == AccessPattern::Indirect)
        return " through " + site.indexBuffer;
    if (!site.strideBytes)
        return " at scattered addresses";
    return fmt::format(" with a stride of {:.0f} B between neighbouring work-items", *site.strideBytes);
}

void findUncoalesced(FindingContext &context)
{
    for (const AccessSite &site : context.memory.sites) {
        if (site.sectorsPerRequest < kSectorRatio * site.idealSectorsPerRequest || site.idealSectorsPerRequest <= 0 ||
            site.trafficShare < kWorthATrafficShare || site.activeLanesPerRequest < 2 ||
            site.space == AddressSpace::Constant) // has a finding of its own
            continue;
        // Lanes that share an address ask for more than they move: several broadcasts in one request are no waste.
        if (site.sectorsPerRequest * kSectorBytes < kSectorRatio * site.activeLanesPerRequest * site.bytesPerLane)
            continue;
        std::string message =
            fmt::format("{} {} {}{}: {} sectors of 32 B a request where {} would do.", placeName(site.where),
                        verb(site.direction), site.buffer, strideText(site), shortNumber(site.sectorsPerRequest),
                        shortNumber(site.idealSectorsPerRequest));
        const bool isReused = site.foundAgainShare >= kMostlyFoundAgain;
        if (isReused)
            message += fmt::format(" {:.0f}% of them are still in the first-level cache from a request before, so "
                                   "memory traffic does not grow as much.",
                                   100 * site.foundAgainShare);
        const bool isIndirect = site.pattern == AccessPattern::Indirect;
        context.add(isReused ? Severity::Note : Severity::Warning, "uncoalesced-access", site.where, message,
                    isIndirect ? fmt::format("Sort or block {} so that neighbouring work-items follow entries near "
                                             "each other.",
                                             site.indexBuffer)
                               : "Let work-items next to each other in x touch elements next to each other: change the "
                                 "index or the data layout, or go through local memory.");
    }
}

void findBankConflicts(FindingContext &context)
{
    double passes = 0;
    for (const AccessSite &site : context.memory.sites)
        passes += site.requests * site.bankConflictDegree;
    for (const AccessSite &site : context.memory.sites) {
        if (site.bankConflictDegree < kConflictDegree || site.direction == AccessDirection::Atomic ||
            site.requests * site.bankConflictDegree < kWorthATrafficShare * passes)
            continue;
        context.add(
            site.bankConflictDegree < kSevereDegree ? Severity::Note : Severity::Warning, "bank-conflict", site.where,
            fmt::format("{} {} local {} with {}-way bank conflicts: a request takes {} passes instead of one.",
                        placeName(site.where), verb(site.direction), site.buffer, shortNumber(site.bankConflictDegree),
                        shortNumber(site.bankConflictDegree)),
            fmt::format("Change the row length of {} (often by one element) so that the lanes of a warp fall into "
                        "different banks.",
                        site.buffer));
    }
}

void findConstantGathers(FindingContext &context)
{
    for (std::size_t row = 0; row < context.memory.sites.size(); ++row) {
        const AccessSite &site = context.memory.sites[row];
        if (site.space != AddressSpace::Constant || site.activeLanesPerRequest < 2 ||
            site.pattern == AccessPattern::Uniform || site.requests <= 0)
            continue;
        context.add(Severity::Note, "divergent-constant-read", site.where,
                    fmt::format("{} reads constant {} at different addresses in one request; constant caches serve one "
                                "address at a time.",
                                placeName(site.where), site.buffer),
                    fmt::format("Make {} a __global const buffer.", site.buffer));
    }
}

void findAtomicContention(FindingContext &context)
{
    const ExecutionProfile &profile = context.profile;
    const double hottest = profile.globalAtomicLanes * profile.globalAtomicHottestShare;
    if (hottest < kContendedLanes || profile.globalAtomicHottestShare < kContendedShare)
        return;
    const AccessSite *busiest = nullptr;
    for (const AccessSite &site : context.memory.sites)
        if (site.direction == AccessDirection::Atomic && site.space != AddressSpace::Local &&
            (busiest == nullptr || site.requests > busiest->requests))
            busiest = &site;
    if (busiest == nullptr)
        return;
    context.add(Severity::Warning, "atomic-contention", busiest->where,
                fmt::format("{} updates {} atomically: {:.0f}% of {} updates hit one 128-byte line, which serves them "
                            "one after the other.",
                            placeName(busiest->where), busiest->buffer, 100 * profile.globalAtomicHottestShare,
                            grouped(static_cast<std::uint64_t>(profile.globalAtomicLanes))),
                "Combine within the work-group first (local memory), then update once per group.");
}

void findSharedWrites(FindingContext &context)
{
    for (std::size_t row = 0; row < context.memory.sites.size(); ++row) {
        const AccessSite &site = context.memory.sites[row];
        if (site.direction != AccessDirection::Write ||
            (site.space != AddressSpace::Global && site.space != AddressSpace::Local))
            continue;
        double shared = 0, requests = 0;
        for (const std::uint32_t copy : context.state.rows[row]) {
            shared += context.state.recorder.sites()[copy].sharedAddress;
            requests += context.state.recorder.sites()[copy].severalLanes;
        }
        if (requests <= 0 || shared < kSharedWrites * requests)
            continue;
        context.add(Severity::Note, "same-address-write", site.where,
                    fmt::format("{}: several work-items write the same element of {} in one request; which value stays "
                                "is not defined unless they are equal.",
                                placeName(site.where), site.buffer),
                    "Harmless when all write the same value; else use an atomic or let one work-item write.");
    }
}

const AccessSite *siteOf(const MemoryReport &memory, const OutOfBounds &fault)
{
    const auto found = std::ranges::find_if(memory.sites, [&fault](const AccessSite &site) {
        return site.where == fault.where && site.buffer == fault.buffer &&
               (site.direction == AccessDirection::Write) == fault.isWrite;
    });
    return found == memory.sites.end() ? nullptr : &*found;
}

std::string beyondText(const OutOfBounds &fault, std::uint64_t elements)
{
    if (fault.elementIndex < 0)
        return "before its start";
    const std::uint64_t past = static_cast<std::uint64_t>(fault.elementIndex) -
                               std::min<std::uint64_t>(elements, static_cast<std::uint64_t>(fault.elementIndex));
    return past == 0 ? "one past the end" : fmt::format("{} past the end", grouped(past + 1));
}

std::string itemText(const NDRange &range, const Size3 &item)
{
    if (range.workDim == 1)
        return std::to_string(item.x());
    return range.workDim == 2 ? fmt::format("({}, {})", item.x(), item.y())
                              : fmt::format("({}, {}, {})", item.x(), item.y(), item.z());
}

void findOutOfBounds(FindingContext &context)
{
    for (const OutOfBounds &fault : context.memory.outOfBounds) {
        const AccessSite *site = siteOf(context.memory, fault);
        const KernelArgument *argument = context.state.signature.argument(fault.buffer);
        const std::uint64_t unit = argument != nullptr && argument->element.bytes != 0 ? argument->element.bytes
                                   : site != nullptr && site->bytesPerLane != 0        ? site->bytesPerLane
                                                                                       : 1;
        const std::uint64_t elements = fault.bufferBytes / unit;
        const bool isAtomic = site != nullptr && site->direction == AccessDirection::Atomic;
        const std::string message =
            fmt::format("{} {} {}[{}], {} ({} has {} elements); first in work-item {}.", placeName(fault.where),
                        isAtomic        ? "updates"
                        : fault.isWrite ? "writes"
                                        : "reads",
                        fault.buffer, fault.elementIndex, beyondText(fault, elements), fault.buffer, grouped(elements),
                        itemText(context.state.launch.ndrange, fault.workItem));
        const auto use = std::ranges::find(context.memory.buffers, fault.buffer, &BufferUse::name);
        std::string hint = fmt::format("Enlarge {}", fault.buffer);
        if (use != context.memory.buffers.end() && use->requiredBytes > use->bytes)
            hint += fmt::format(" to {} B", grouped(use->requiredBytes));
        hint += site != nullptr && !site->indexBuffer.empty() ? fmt::format(" or check {}.", site->indexBuffer)
                                                              : " or guard the access.";
        context.add(Severity::Error, "out-of-bounds", fault.where, message, hint);
    }
}

} // namespace

void findAccessProblems(FindingContext &context)
{
    findOutOfBounds(context);
    findUncoalesced(context);
    findBankConflicts(context);
    findConstantGathers(context);
    findAtomicContention(context);
    findSharedWrites(context);
}

} // namespace clv::analysis
