// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predict/traffic.h"

#include <algorithm>
#include <cmath>

namespace clv::predict {

namespace {
constexpr double kSectorBytes = 32;
constexpr double kFitsBelow = 0.6; // of the cache: other data and imperfect replacement take the rest
constexpr double kGoneAbove = 1.5;
} // namespace

double missShare(double footprintBytes, double cacheBytes)
{
    if (footprintBytes <= 0)
        return 0;
    const double ratio = footprintBytes / std::max(1.0, cacheBytes);
    return std::clamp(std::log2(ratio / kFitsBelow) / std::log2(kGoneAbove / kFitsBelow), 0.0, 1.0);
}

Traffic trafficOf(const ExecutionProfile &profile, const Machine &machine)
{
    Traffic traffic;
    traffic.footprintBytes = std::max(profile.uniqueReadBytes, 0.0) + std::max(profile.uniqueWriteBytes, 0.0);
    const double readBytes = profile.readSectors * kSectorBytes;
    const double writeBytes = profile.writeSectors * kSectorBytes;
    if (profile.readSectors > 0)
        traffic.firstLevelShare = std::clamp(profile.cachedReadSectors / profile.readSectors, 0.0, 1.0);
    const double behindFirst = readBytes * (1 - traffic.firstLevelShare);
    traffic.nearBytes = behindFirst + writeBytes;

    // Each distinct byte comes once (unless still there from the last launch); what is asked for again is found again
    // as far as the footprint fits.
    const double miss = missShare(traffic.footprintBytes, machine.cacheBytes);
    const double keptShare = std::min(1.0, machine.cacheBytes / std::max(1.0, traffic.footprintBytes));
    const double firstTouch = std::min(behindFirst, profile.uniqueReadBytes);
    const double again = behindFirst - firstTouch;
    traffic.dramReadBytes = miss * (firstTouch + again * (1 - keptShare));
    const double writeOnce = std::min(writeBytes, profile.uniqueWriteBytes);
    traffic.dramWriteBytes = miss * (writeOnce + (writeBytes - writeOnce) * (1 - keptShare));
    if (behindFirst > 0)
        traffic.dramShare = std::clamp(traffic.dramReadBytes / behindFirst, 0.0, 1.0);
    return traffic;
}

double dramNs(double readBytes, double writeBytes, const DevicePeaks &peaks)
{
    const double total = readBytes + writeBytes;
    if (total <= 0)
        return 0;
    const double pureNs = readBytes / peaks.globalReadBytesPerNs + writeBytes / peaks.globalWriteBytesPerNs;
    const double copyNs = total / peaks.globalCopyBytesPerNs;
    const double mixture = 2 * std::min(readBytes, writeBytes) / total; // 1 = as many bytes each way
    // A copy rate above both pure rates would make mixing free; never let it beat them.
    return pureNs + mixture * std::max(0.0, copyNs - pureNs);
}

} // namespace clv::predict
