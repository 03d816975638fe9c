// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/generators.h"

#include "core/launch/convert.h"
#include "core/launch/csr_rows.h"
#include "core/launch/expression.h"
#include "core/launch/lane_content.h"
#include "core/launch/permute.h"
#include "core/support/hash.h"

#include <fmt/format.h>

#include <cmath>

namespace clv::launch {
namespace {

using ContentPtr = std::shared_ptr<const BufferContent>;

class ZeroContent final : public BufferContent {
public:
    explicit ZeroContent(std::uint64_t bytes) : m_bytes(bytes) {}
    void fill(std::uint64_t, std::span<std::byte> out) const override { std::ranges::fill(out, std::byte{0}); }
    std::uint64_t sizeBytes() const override { return m_bytes; }

private:
    std::uint64_t m_bytes;
};

double parameter(const Contents &contents, const char *name, double fallback)
{
    const auto it = contents.parameters.find(name);
    return it == contents.parameters.end() ? fallback : it->second;
}

std::string whatIs(const Contents &contents, const char *name)
{
    return fmt::format("parameter '{}' of contents '{}'", name, toString(contents.kind));
}

/// Lanes in the buffer: elements of scalar buffers, elements times lanes of vector ones.
std::uint64_t laneCount(const BufferValue &buffer)
{
    return buffer.bytes / byteSize(buffer.element.scalar);
}

Result<ContentPtr> makeConstant(const BufferValue &buffer)
{
    const double value = parameter(buffer.contents, "value", 0);
    if (const Result<void> fits = checkFits(value, buffer.element.scalar, whatIs(buffer.contents, "value")); !fits)
        return fits.error();
    return withType(buffer.element.scalar, [&]<typename Tag>(Tag) -> ContentPtr {
        using T = typename Tag::type;
        return makeLaneContent<T>(
            buffer.bytes, [lane = stored<T>(value)](std::uint64_t, std::span<T> out) { std::ranges::fill(out, lane); });
    });
}

Result<ContentPtr> makeIota(const BufferValue &buffer)
{
    const ScalarType scalar = buffer.element.scalar;
    const double start = parameter(buffer.contents, "start", 0), step = parameter(buffer.contents, "step", 1);
    const std::uint64_t count = laneCount(buffer);
    const double last = start + step * (count == 0 ? 0.0 : static_cast<double>(count - 1));
    for (const double end : {start, last})
        if (const Result<void> fits =
                checkFits(end, scalar, fmt::format("an end of contents 'iota' over {} elements", count));
            !fits)
            return fits.error();
    return withType(scalar, [&]<typename Tag>(Tag) -> ContentPtr {
        using T = typename Tag::type;
        return makeLaneContent<T>(buffer.bytes, [start, step](std::uint64_t first, std::span<T> out) {
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] = stored<T>(start + step * static_cast<double>(first + i));
        });
    });
}

/// Draws of 32 random bits, two from each mixed word.
struct Draws32 {
    std::uint64_t base;
    template <typename Use>
    void each(std::uint64_t first, std::size_t count, Use &&use) const
    {
        std::size_t i = 0;
        if (count > 0 && first % 2 == 1)
            use(i++, static_cast<std::uint32_t>(mix64(base + first / 2) >> 32));
        for (; i + 1 < count; i += 2) {
            const std::uint64_t word = mix64(base + (first + i) / 2);
            use(i, static_cast<std::uint32_t>(word));
            use(i + 1, static_cast<std::uint32_t>(word >> 32));
        }
        if (i < count)
            use(i, static_cast<std::uint32_t>(mix64(base + (first + i) / 2)));
    }
};

/// Maps 64 random bits to 0..span-1 (span 0: all 2^64) by the upper half of a product.
std::uint64_t scaled(std::uint64_t random, std::uint64_t span)
{
    if (span == 0)
        return random;
    const std::uint64_t high = random >> 32, low = random & 0xffffffffu;
    const std::uint64_t spanHigh = span >> 32, spanLow = span & 0xffffffffu;
    const std::uint64_t middle = high * spanLow + ((low * spanLow) >> 32);
    return high * spanHigh + (middle >> 32) + ((low * spanHigh + (middle & 0xffffffffu)) >> 32);
}

template <typename T>
ContentPtr uniformWhole(std::uint64_t bytes, std::uint64_t base, T low, T high)
{
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    const auto start = static_cast<std::uint64_t>(low);
    if (span != 0 && span <= (std::uint64_t{1} << 32))
        return makeLaneContent<T>(bytes, [=](std::uint64_t first, std::span<T> out) {
            Draws32{base}.each(first, out.size(), [&](std::size_t i, std::uint32_t random) {
                out[i] = static_cast<T>(start + ((random * span) >> 32));
            });
        });
    return makeLaneContent<T>(bytes, [=](std::uint64_t first, std::span<T> out) {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<T>(start + scaled(mix64(base + first + i), span));
    });
}

/// Largest value of the type below `high`, for results that rounding would lift to `high`.
template <typename T>
T below(double high)
{
    if constexpr (std::is_same_v<T, HalfBits>) {
        const std::uint16_t bits = halfBits(high);
        if (bits == 0 || bits == 0x8000)
            return HalfBits{0x8001};
        return HalfBits{static_cast<std::uint16_t>(high > 0 ? bits - 1 : bits + 1)};
    } else {
        return std::nextafter(static_cast<T>(high), -std::numeric_limits<T>::infinity());
    }
}

template <typename T>
ContentPtr uniformFloating(std::uint64_t bytes, std::uint64_t base, double low, double high)
{
    const double span = high - low;
    if constexpr (std::is_same_v<T, double>) {
        return makeLaneContent<T>(bytes, [=, last = below<T>(high)](std::uint64_t first, std::span<T> out) {
            for (std::size_t i = 0; i < out.size(); ++i) {
                const double value = low + span * (static_cast<double>(mix64(base + first + i) >> 11) * 0x1p-53);
                out[i] = value < high || low == high ? value : last;
            }
        });
    } else if constexpr (std::is_same_v<T, float>) {
        const auto lowF = static_cast<float>(low), highF = static_cast<float>(high);
        const auto scale = static_cast<float>(span * 0x1p-24);
        return makeLaneContent<T>(bytes, [=, last = below<T>(highF)](std::uint64_t first, std::span<T> out) {
            Draws32{base}.each(first, out.size(), [&](std::size_t i, std::uint32_t random) {
                const float value = lowF + scale * static_cast<float>(static_cast<std::int32_t>(random >> 8));
                out[i] = value < highF || lowF == highF ? value : last;
            });
        });
    } else {
        const std::uint16_t top = halfBits(high);
        return makeLaneContent<T>(bytes, [=, last = below<T>(high)](std::uint64_t first, std::span<T> out) {
            Draws32{base}.each(first, out.size(), [&](std::size_t i, std::uint32_t random) {
                const T value = stored<T>(low + span * (random * 0x1p-32));
                out[i] = value.bits != top || low == high ? value : last;
            });
        });
    }
}

Result<ContentPtr> makeUniform(const BufferValue &buffer)
{
    const ScalarType scalar = buffer.element.scalar;
    const double low = parameter(buffer.contents, "low", 0), high = parameter(buffer.contents, "high", 1);
    if (const Result<void> fits = checkFits(low, scalar, whatIs(buffer.contents, "low")); !fits)
        return fits.error();
    if (const Result<void> fits = checkFits(high, scalar, whatIs(buffer.contents, "high")); !fits)
        return fits.error();
    if (low > high)
        return usageError(
            fmt::format("contents 'uniform' have low {} above high {}", numberText(low), numberText(high)));
    const std::uint64_t base = mix64(buffer.contents.seed ^ 0x756e69666f726dULL);
    return withType(scalar, [&]<typename Tag>(Tag) -> ContentPtr {
        using T = typename Tag::type;
        if constexpr (std::is_integral_v<T>)
            return uniformWhole<T>(buffer.bytes, base, static_cast<T>(low), static_cast<T>(high));
        else
            return uniformFloating<T>(buffer.bytes, base, low, high);
    });
}

/// Contents that are whole numbers in `low`..`high`, given by a function of the lane index.
template <typename Source>
Result<ContentPtr> makeWhole(const BufferValue &buffer, double low, double high, Source source)
{
    for (const double end : {low, high}) {
        const std::string what = fmt::format("a value of contents '{}'", toString(buffer.contents.kind));
        if (const Result<void> fits = checkFits(end, buffer.element.scalar, what); !fits)
            return fits.error();
    }
    const auto shared = std::make_shared<const Source>(std::move(source));
    return withType(buffer.element.scalar, [&]<typename Tag>(Tag) -> ContentPtr {
        using T = typename Tag::type;
        return makeLaneContent<T>(buffer.bytes, [shared](std::uint64_t first, std::span<T> out) {
            std::array<std::int64_t, kLaneBlock> values;
            const std::span<std::int64_t> block(values.data(), out.size());
            (*shared)(first, block);
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] = storedWhole<T>(block[i]);
        });
    });
}

Result<ContentPtr> makePermutation(const BufferValue &buffer)
{
    const std::uint64_t count = laneCount(buffer);
    const Permutation permutation(count, buffer.contents.seed);
    const double last = count == 0 ? 0 : static_cast<double>(count - 1);
    return makeWhole(buffer, 0, last, [permutation](std::uint64_t first, std::span<std::int64_t> out) {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<std::int64_t>(permutation(first + i));
    });
}

Result<ContentPtr> makeRowPointers(const BufferValue &buffer)
{
    const std::uint64_t count = laneCount(buffer);
    const auto rows = CsrRows::get(
        parameter(buffer.contents, "rows", count == 0 ? 0.0 : static_cast<double>(count - 1)),
        parameter(buffer.contents, "mean", 16), parameter(buffer.contents, "skew", 0), buffer.contents.seed);
    if (!rows)
        return usageError("contents 'csr-row-pointers': " + rows.error().message);
    return makeWhole(buffer, 0, static_cast<double>((*rows)->entries()),
                     [table = *rows](std::uint64_t first, std::span<std::int64_t> out) {
                         for (std::size_t i = 0; i < out.size(); ++i)
                             out[i] = static_cast<std::int64_t>(table->start(first + i));
                     });
}

/// Column indices: in each row ascending, and distinct when the window holds as many columns as the row has entries.
/// The window is (1 - locality) of all columns, at least the row's length, around the diagonal.
struct ColumnSource {
    std::shared_ptr<const CsrRows> rows; ///< null: entries stand alone, their row is guessed from the index
    std::uint64_t columns = 1, count = 1, base = 0;
    double locality = 0;

    [[nodiscard]] std::uint64_t windowFor(std::uint64_t length) const
    {
        const auto share = static_cast<std::uint64_t>(std::llround((1 - locality) * static_cast<double>(columns)));
        return std::min(columns, std::max({share, length, std::uint64_t{1}}));
    }

    /// First column of a window whose middle lies at `position` (0..1) of the diagonal.
    [[nodiscard]] std::uint64_t windowStart(double position, std::uint64_t window) const
    {
        const double middle = position * static_cast<double>(columns);
        const double start = std::floor(middle - static_cast<double>(window) / 2);
        return static_cast<std::uint64_t>(std::clamp(start, 0.0, static_cast<double>(columns - window)));
    }

    void operator()(std::uint64_t first, std::span<std::int64_t> out) const
    {
        if (rows == nullptr || rows->rows() == 0)
            alone(first, out);
        else
            byRow(first, out);
    }

    void alone(std::uint64_t first, std::span<std::int64_t> out) const
    {
        const std::uint64_t window = windowFor(1);
        for (std::size_t i = 0; i < out.size(); ++i) {
            const double position = static_cast<double>(first + i) / static_cast<double>(count);
            out[i] = static_cast<std::int64_t>(windowStart(position, window) + scaled(mix64(base + first + i), window));
        }
    }

    void byRow(std::uint64_t first, std::span<std::int64_t> out) const
    {
        std::uint64_t row = rows->rowOf(first);
        std::uint64_t begin = rows->start(row), end = rows->start(row + 1);
        for (std::size_t i = 0; i < out.size(); ++i) {
            const std::uint64_t entry = first + i;
            if (entry >= rows->entries()) { // beyond the matrix: no row reads it
                out[i] = 0;
                continue;
            }
            while (entry >= end) {
                ++row;
                begin = end;
                end = rows->start(row + 1);
            }
            const std::uint64_t length = end - begin;
            const std::uint64_t window = windowFor(length);
            const double position = (static_cast<double>(row) + 0.5) / static_cast<double>(rows->rows());
            // One draw from each of `length` equal strata of the window.
            const double stratum = static_cast<double>(window) / static_cast<double>(length);
            const auto low = static_cast<std::uint64_t>(stratum * static_cast<double>(entry - begin));
            const auto high =
                std::min(window, static_cast<std::uint64_t>(stratum * static_cast<double>(entry - begin + 1)));
            const std::uint64_t offset = low + (high > low ? scaled(mix64(base + entry), high - low) : 0);
            out[i] = static_cast<std::int64_t>(windowStart(position, window) + std::min(offset, window - 1));
        }
    }
};

Result<ContentPtr> makeColumns(const BufferValue &buffer)
{
    const Contents &contents = buffer.contents;
    if (!contents.parameters.contains("columns"))
        return usageError("contents 'csr-columns' need the parameter 'columns': the number of columns of the matrix");
    const double columns = parameter(contents, "columns", 0), locality = parameter(contents, "locality", 0);
    if (!(columns >= 1) || columns != std::floor(columns) || columns > 0x1p52)
        return usageError(fmt::format("{} is {}; it must be a whole number of at least 1", whatIs(contents, "columns"),
                                      numberText(columns)));
    if (!(locality >= 0 && locality <= 1))
        return usageError(fmt::format("{} is {}; it must be between 0 (anywhere) and 1 (beside the row)",
                                      whatIs(contents, "locality"), numberText(locality)));
    ColumnSource source;
    source.columns = static_cast<std::uint64_t>(columns);
    source.count = std::max<std::uint64_t>(1, laneCount(buffer));
    source.base = mix64(contents.seed ^ 0x636f6c756d6e73ULL);
    source.locality = locality;
    if (contents.parameters.contains("rows")) {
        const double rows = parameter(contents, "rows", 0);
        const auto table =
            CsrRows::get(rows, parameter(contents, "mean", 16), parameter(contents, "skew", 0), contents.seed);
        if (!table)
            return usageError("contents 'csr-columns': " + table.error().message);
        source.rows = *table;
    }
    return makeWhole(buffer, 0, columns - 1, std::move(source));
}

Result<ContentPtr> makeBfsLevels(const BufferValue &buffer)
{
    const Contents &contents = buffer.contents;
    const double active = parameter(contents, "active", 0.1), level = parameter(contents, "level", 0);
    if (!(active >= 0 && active <= 1))
        return usageError(
            fmt::format("{} is {}; it must be between 0 and 1", whatIs(contents, "active"), numberText(active)));
    const ScalarType scalar = buffer.element.scalar;
    // "Not visited" is -1 in signed kernels and the largest value in unsigned ones.
    double unvisited = -1;
    if (!isFloating(scalar) && !isSigned(scalar))
        unvisited = byteSize(scalar) == 8 ? 0x1p53 : std::ldexp(1.0, static_cast<int>(8 * byteSize(scalar))) - 1;
    const double other = parameter(contents, "other", unvisited);
    if (level != std::floor(level) || other != std::floor(other))
        return usageError("contents 'bfs-levels' take whole numbers as 'level' and 'other'");
    const auto threshold = static_cast<std::uint64_t>(active * 0x1p53);
    const std::uint64_t base = mix64(contents.seed ^ 0x6c6576656cULL);
    return makeWhole(buffer, std::min(level, other), std::max(level, other),
                     [=, at = static_cast<std::int64_t>(level),
                      rest = static_cast<std::int64_t>(other)](std::uint64_t first, std::span<std::int64_t> out) {
                         for (std::size_t i = 0; i < out.size(); ++i) {
                             // A share above 0 has at least its first vertex, so that there is work to see.
                             const bool isFirst = first + i == 0 && active > 0;
                             out[i] = isFirst || (mix64(base + first + i) >> 11) < threshold ? at : rest;
                         }
                     });
}

} // namespace

Result<std::shared_ptr<const BufferContent>> makeGenerated(const BufferValue &buffer)
{
    const ContentsKind kind = buffer.contents.kind;
    if (kind == ContentsKind::Zeros)
        return ContentPtr(std::make_shared<ZeroContent>(buffer.bytes));
    if (buffer.element.scalar == ScalarType::None)
        // A struct may hold pointers; made-up ones would send the kernel anywhere.
        return usageError(fmt::format("contents '{}' need elements that are numbers; '{}' takes 'zeros' or a file",
                                      toString(kind), buffer.element.name));
    switch (kind) {
    case ContentsKind::Constant: return makeConstant(buffer);
    case ContentsKind::Iota: return makeIota(buffer);
    case ContentsKind::Uniform: return makeUniform(buffer);
    case ContentsKind::Permutation: return makePermutation(buffer);
    case ContentsKind::CsrRowPointers: return makeRowPointers(buffer);
    case ContentsKind::CsrColumns: return makeColumns(buffer);
    case ContentsKind::BfsLevels: return makeBfsLevels(buffer);
    default: break;
    }
    return usageError("the buffer has no kind of contents");
}

} // namespace clv::launch
