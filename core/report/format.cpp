// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace clv::report
{

namespace
{

constexpr const char *kThinSpace = "\u2009";

/// Three significant digits without an exponent; `value` in [0, 1000) after scaling.
std::string threeDigits(double value)
{
    const double size = std::fabs(value);
    if (size >= 99.95)
        return fmt::format("{:.0f}", value);
    if (size >= 9.995)
        return fmt::format("{:.1f}", value);
    return fmt::format("{:.2f}", value);
}

std::string scaled(double value, double base, std::span<const char *const> prefixes, std::string_view unit)
{
    std::size_t step = 0;
    // 999.5 rounds to "1000": it belongs to the next prefix.
    while (step + 1 < prefixes.size() && std::fabs(value) >= (base == 1000 ? 999.5 : 1023.5)) {
        value /= base;
        ++step;
    }
    return threeDigits(value) + kThinSpace + prefixes[step] + std::string(unit);
}

} // namespace

std::string formatTime(double ns)
{
    if (!std::isfinite(ns))
        return "n/a";
    if (std::fabs(ns) >= 59.95e9)
        return fmt::format("{}{}min", threeDigits(ns / 60e9), kThinSpace);
    static constexpr std::array<const char *, 4> kPrefixes{"n", "µ", "m", ""};
    return scaled(ns, 1000, kPrefixes, "s");
}

std::string formatBytes(double bytes)
{
    if (!std::isfinite(bytes))
        return "n/a";
    if (std::fabs(bytes) < 1023.5 && bytes == std::floor(bytes))
        return fmt::format("{:.0f}{}B", bytes, kThinSpace);
    static constexpr std::array<const char *, 6> kPrefixes{"", "Ki", "Mi", "Gi", "Ti", "Pi"};
    return scaled(bytes, 1024, kPrefixes, "B");
}

std::string formatRate(double perNs, const char *unit)
{
    if (!std::isfinite(perNs) || perNs <= 0)
        return "n/a";
    static constexpr std::array<const char *, 6> kPrefixes{"", "k", "M", "G", "T", "P"};
    return scaled(perNs * 1e9, 1000, kPrefixes, unit);
}

std::string formatFactor(double factor)
{
    if (!std::isfinite(factor) || factor <= 0)
        return "n/a";
    if (factor >= 9999.5)
        return fmt::format("×{:.1e}", factor);
    if (factor < 0.01)
        return fmt::format("×{:.1e}", factor);
    return "×" + threeDigits(factor);
}

std::string formatCount(double count)
{
    if (!std::isfinite(count))
        return "n/a";
    if (std::fabs(count) < 9999.5 && count == std::floor(count))
        return fmt::format("{:.0f}", count);
    static constexpr std::array<const char *, 6> kPrefixes{"", "k", "M", "G", "T", "P"};
    std::string text = scaled(count, 1000, kPrefixes, "");
    return text.ends_with(kThinSpace) ? text.substr(0, text.size() - 3) : text; // the thin space has 3 bytes
}

} // namespace clv::report
