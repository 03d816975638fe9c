// SPDX-License-Identifier: GPL-3.0-or-later
// One row of the memory panel per access of the source: rates from the recorder, words from the IR.
#include "core/analysis/analysis_state.h"

#include "core/analysis/symbols_impl.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace clv::analysis {

namespace {

constexpr double kNearlyAll = 0.95;
constexpr double kMostly = 0.75;

/// Is the index itself (not only a loop's limits) read from memory?
bool isLoadedIndex(std::uint32_t depends)
{
    return (depends & kOnLoaded) != 0;
}

bool isDataDependent(std::uint32_t depends)
{
    return (depends & (kOnLoaded | kOnLoadedStart)) != 0;
}

AccessPattern classify(const SiteRecord &record, const SiteFacts &facts, std::uint32_t bytesPerLane, bool isPrivate,
                       std::optional<double> &strideBytes)
{
    if (record.requests <= 0)
        return AccessPattern::Unknown;
    if (isPrivate)
        return AccessPattern::Unknown; // each work-item has its own
    const auto stride = record.constantStride();
    if (stride)
        strideBytes = static_cast<double>(*stride);
    if (isLoadedIndex(facts.depends) && facts.depends != kOnUnknown)
        return facts.indexBuffer.empty() ? AccessPattern::DataDependent : AccessPattern::Indirect;
    if (record.severalLanes <= 0 || record.uniformRequests >= kNearlyAll * record.requests)
        return AccessPattern::Uniform;
    if (isDataDependent(facts.depends))
        return AccessPattern::DataDependent;
    const bool rowsContinue = record.rowSteps <= 0 || record.rowStepsAsStride >= kNearlyAll * record.rowSteps;
    if (stride) {
        if (*stride != static_cast<std::int64_t>(bytesPerLane))
            return AccessPattern::ConstantStride;
        return rowsContinue ? AccessPattern::UnitStride : AccessPattern::Blocked;
    }
    if (record.neighbourPairs > 0 && record.unitPairs >= kMostly * record.neighbourPairs)
        return AccessPattern::Blocked;
    if (record.denseRequests >= kNearlyAll * record.severalLanes)
        return AccessPattern::Permuted;
    return AccessPattern::DataDependent;
}

std::optional<std::vector<Polynomial>> indicesOf(const std::vector<SiteFacts> &facts,
                                                 const std::vector<std::uint32_t> &copies)
{
    std::vector<Polynomial> indices;
    for (const std::uint32_t copy : copies) {
        const SiteFacts &fact = facts[copy];
        const auto index = fact.place ? inElements(fact.place->offset, fact.unitBytes) : std::nullopt;
        if (!index)
            return std::nullopt;
        indices.push_back(*index);
    }
    return indices;
}

std::string joinedIndex(const State &state, const std::vector<std::uint32_t> &copies)
{
    const SiteFacts &first = state.facts[copies.front()];
    const bool isOne =
        std::ranges::all_of(copies, [&](std::uint32_t copy) { return state.facts[copy].index == first.index; });
    if (isOne)
        return first.index;
    const auto indices = indicesOf(state.facts, copies);
    if (!indices)
        return {};
    const std::string joined = joinUnrolled(state.symbols, *indices);
    return joined.empty() ? first.shape : joined;
}

std::string bufferName(const State &state, const emulator::SiteInfo &site, const SiteFacts &facts)
{
    if (site.argument >= 0 && static_cast<std::size_t>(site.argument) < state.signature.arguments.size())
        return state.signature.arguments[static_cast<std::size_t>(site.argument)].name;
    if (site.localArray >= 0 && static_cast<std::size_t>(site.localArray) < state.program.localArrays().size())
        return state.program.localArrays()[static_cast<std::size_t>(site.localArray)].name;
    return facts.buffer.empty() ? "?" : facts.buffer;
}

/// The IR does not tell unsigned from signed; the declaration does.
std::string elementName(const State &state, const emulator::SiteInfo &site)
{
    if (site.argument >= 0 && static_cast<std::size_t>(site.argument) < state.signature.arguments.size()) {
        const ElementType &element = state.signature.arguments[static_cast<std::size_t>(site.argument)].element;
        if (element.scalar != ScalarType::None && element.bytes == site.bytesPerLane && !element.name.empty())
            return element.name;
    }
    return site.elementType;
}

AccessSite makeRow(const State &state, const std::vector<std::uint32_t> &copies)
{
    const emulator::SiteInfo &site = state.program.sites()[copies.front()];
    const SiteFacts &facts = state.facts[copies.front()];
    SiteRecord record;
    for (const std::uint32_t copy : copies)
        record.add(state.recorder.sites()[copy]);
    const auto workItems = static_cast<double>(std::max<std::uint64_t>(1, state.launch.ndrange.workItems()));

    AccessSite row;
    row.where = site.where;
    row.inlinedAt = site.inlinedAt;
    row.space = site.space;
    row.buffer = bufferName(state, site, facts);
    row.direction = site.direction;
    row.elementType = elementName(state, site);
    row.bytesPerLane = site.bytesPerLane;
    row.index = joinedIndex(state, copies);
    row.pattern = classify(record, facts, site.bytesPerLane, site.space == AddressSpace::Private, row.strideBytes);
    if (row.pattern == AccessPattern::Uniform)
        row.strideBytes = 0;
    if (isLoadedIndex(facts.depends))
        row.indexBuffer = facts.indexBuffer;
    row.executionsPerWorkItem = record.lanes / workItems;
    row.bytesPerWorkItem = row.executionsPerWorkItem * site.bytesPerLane;
    row.requests = record.requests;
    row.activeLanesPerRequest = record.requests > 0 ? record.lanes / record.requests : 0;
    row.isExact = state.run.isExact;
    if (site.space == AddressSpace::Local) {
        row.bankConflictDegree = record.bankPhases > 0 ? record.bankPasses / record.bankPhases : 0;
    } else if (site.space != AddressSpace::Private) {
        row.sectorsPerRequest = record.sectorsPerRequest();
        row.idealSectorsPerRequest = record.idealPerRequest();
        row.movedBytes = record.sectors * kSectorBytes;
        row.alignmentBytes = record.alignmentBytes();
        // First levels write through: a sector written twice moves twice.
        if (site.direction == AccessDirection::Read)
            row.foundAgainShare = record.sectors > 0 ? record.sectorsAgain / record.sectors : 0;
    }
    return row;
}

} // namespace

std::vector<std::vector<std::uint32_t>> groupSites(std::span<const emulator::SiteInfo> sites,
                                                   const std::vector<SiteFacts> &facts, const Symbols &symbols)
{
    using Key = std::tuple<SourceLocation, std::vector<SourceLocation>, int, int, int, int, std::uint32_t>;
    std::map<Key, std::size_t> places;
    std::vector<std::vector<std::uint32_t>> atPlace;
    for (std::uint32_t i = 0; i < sites.size(); ++i) {
        const emulator::SiteInfo &site = sites[i];
        const Key key{site.where,
                      site.inlinedAt,
                      static_cast<int>(site.space),
                      static_cast<int>(site.direction),
                      site.argument,
                      site.localArray,
                      site.bytesPerLane};
        // Without a column (LLVM drops those above 65535) nothing tells copies from neighbours.
        const auto [place, isNew] = places.emplace(key, atPlace.size());
        if (isNew || site.where.column == 0)
            atPlace.emplace_back();
        atPlace[site.where.column == 0 ? atPlace.size() - 1 : place->second].push_back(i);
    }
    std::vector<std::vector<std::uint32_t>> groups;
    for (const auto &copies : atPlace) {
        const auto indices = copies.size() > 1 ? indicesOf(facts, copies) : std::nullopt;
        if (copies.size() == 1 || (indices && !joinUnrolled(symbols, *indices).empty())) {
            groups.push_back(copies);
            continue;
        }
        std::map<std::string, std::size_t> byShape;
        for (const std::uint32_t copy : copies) {
            const auto [group, isNew] = byShape.emplace(facts[copy].shape, groups.size());
            if (isNew)
                groups.emplace_back();
            groups[group->second].push_back(copy);
        }
    }
    return groups;
}

std::vector<AccessSite> accessSites(State &state)
{
    auto groups = groupSites(state.program.sites(), state.facts, state.symbols);
    const auto place = [&state](const std::vector<std::uint32_t> &copies) {
        const SourceLocation &where = state.program.sites()[copies.front()].where;
        return std::tuple{where.file, where.line, where.column};
    };
    std::ranges::stable_sort(groups, {}, place);
    std::vector<AccessSite> rows;
    double moved = 0;
    for (const auto &copies : groups) {
        rows.push_back(makeRow(state, copies));
        rows.back().id = static_cast<std::uint32_t>(rows.size() - 1);
        moved += rows.back().movedBytes;
    }
    for (AccessSite &row : rows)
        row.trafficShare = moved > 0 ? row.movedBytes / moved : 0;
    state.rows = std::move(groups);
    return rows;
}

} // namespace clv::analysis
