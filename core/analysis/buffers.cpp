// SPDX-License-Identifier: GPL-3.0-or-later
// What the launch does with each buffer: which part of it, how often, and how large it must be.
#include "core/analysis/analysis_state.h"
#include "core/analysis/extents.h"

#include <algorithm>
#include <cmath>

namespace clv::analysis {

namespace {

/// Number of groups that touch the same addresses, when the index says so: the product of the numbers of groups along
/// the dimensions that no access of the buffer depends on. 0: the index depends on data.
double groupsSharingData(const State &state, std::size_t argument)
{
    const Size3 groups = state.launch.ndrange.numGroups();
    double fewest = 0;
    for (std::size_t i = 0; i < state.facts.size(); ++i) {
        const emulator::SiteInfo &site = state.program.sites()[i];
        if (site.argument != static_cast<int>(argument) || state.recorder.sites()[i].requests <= 0)
            continue;
        const std::uint32_t depends = state.facts[i].depends;
        if ((depends & (kOnLoaded | kOnLoadedStart | kOnUnknown)) != 0)
            return 0;
        double sharing = 1;
        for (std::uint32_t dim = 0; dim < 3; ++dim)
            if ((depends & kOnGroup << dim) == 0)
                sharing *= static_cast<double>(groups[dim]);
        fewest = fewest == 0 ? sharing : std::min(fewest, sharing);
    }
    return fewest;
}

bool isDeviceMemory(const KernelArgument &argument)
{
    return argument.kind == ArgumentKind::GlobalBuffer || argument.kind == ArgumentKind::ConstantBuffer;
}

/// The extent in arguments and NDRange: proven as a bound by the IR, and reached by a work-item of the sample.
void addExtent(const State &state, Extents &extents, std::size_t argument, BufferUse &use)
{
    std::vector<Extents::Bound> bounds;
    for (std::size_t i = 0; i < state.facts.size(); ++i) {
        const emulator::SiteInfo &site = state.program.sites()[i];
        if (site.argument != static_cast<int>(argument))
            continue;
        const auto bound = extents.endOf(site, state.facts[i]);
        if (!bound)
            return;
        bounds.push_back(*bound);
    }
    const auto largest = std::ranges::max_element(bounds, {}, &Extents::Bound::value);
    if (largest == bounds.end() || largest->value != static_cast<double>(use.requiredBytes))
        return;
    use.extentExpression = extents.printLargest(bounds, state.signature.arguments[argument].element.bytes);
    use.isRequiredExact = true;
}

void addSites(const std::vector<AccessSite> &sites, BufferUse &use)
{
    for (const AccessSite &site : sites) {
        if (site.buffer != use.name || (site.space == AddressSpace::Local) != (use.space == AddressSpace::Local))
            continue;
        use.isRead = use.isRead || site.direction == AccessDirection::Read;
        use.isWritten = use.isWritten || site.direction == AccessDirection::Write;
        use.isAtomic = use.isAtomic || site.direction == AccessDirection::Atomic;
        use.movedBytes += site.movedBytes;
        use.trafficShare += site.trafficShare;
    }
}

void addObserved(const State &state, std::size_t argument, BufferUse &use)
{
    if (argument >= state.run.extents.size())
        return;
    const emulator::BufferExtent &extent = state.run.extents[argument];
    use.requiredBytes = extent.touched ? static_cast<std::uint64_t>(std::max<std::int64_t>(0, extent.maxByteEnd)) : 0;
    use.isRequiredExact = state.run.isExact;
}

} // namespace

Footprint::Estimate footprintOf(const State &state, std::size_t argument)
{
    double capacity = 0;
    if (const auto *buffer = std::get_if<BufferValue>(&state.launch.arguments[argument].value))
        capacity = std::ceil(static_cast<double>(buffer->bytes) / kSectorBytes);
    return state.recorder.footprints()[argument].estimate(state.run.isExact, groupsSharingData(state, argument),
                                                          capacity);
}

std::vector<BufferUse> bufferUses(const State &state, const std::vector<AccessSite> &sites)
{
    std::vector<BufferUse> uses;
    Extents extents(state.symbols, state.signature, state.launch);
    const std::size_t count = std::min(state.launch.arguments.size(), state.signature.arguments.size());
    for (std::size_t i = 0; i < count; ++i) {
        const KernelArgument &argument = state.signature.arguments[i];
        BufferUse use;
        use.name = argument.name;
        if (isDeviceMemory(argument)) {
            const auto *buffer = std::get_if<BufferValue>(&state.launch.arguments[i].value);
            use.space = argument.kind == ArgumentKind::ConstantBuffer ? AddressSpace::Constant : AddressSpace::Global;
            use.bytes = buffer ? buffer->bytes : 0;
            use.uniqueBytes = std::min(footprintOf(state, i).any * kSectorBytes, static_cast<double>(use.bytes));
        } else if (argument.kind == ArgumentKind::LocalBuffer) {
            const auto *local = std::get_if<LocalValue>(&state.launch.arguments[i].value);
            use.space = AddressSpace::Local;
            use.bytes = local ? local->bytes : 0;
        } else {
            continue;
        }
        addSites(sites, use);
        addObserved(state, i, use);
        addExtent(state, extents, i, use);
        if (use.space == AddressSpace::Local)
            use.uniqueBytes = static_cast<double>(std::min(use.requiredBytes, use.bytes));
        uses.push_back(std::move(use));
    }
    for (const emulator::LocalArray &array : state.program.localArrays()) {
        BufferUse use;
        use.name = array.name;
        use.space = AddressSpace::Local;
        use.bytes = use.requiredBytes = array.bytes;
        use.isRequiredExact = true;
        use.uniqueBytes = static_cast<double>(array.bytes);
        use.extentExpression = std::to_string(array.bytes);
        addSites(sites, use);
        uses.push_back(std::move(use));
    }
    return uses;
}

} // namespace clv::analysis
