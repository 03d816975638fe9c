// SPDX-License-Identifier: GPL-3.0-or-later
#include "buffers.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

namespace clv::launch {
namespace {

using test::bufferOf;
using test::elementsOf;
using test::errorOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Content, SimpleKinds)
{
    EXPECT_THAT(elementsOf<int>(bufferOf(ScalarType::Int, 3, ContentsKind::Zeros)), ElementsAre(0, 0, 0));
    EXPECT_THAT(elementsOf<float>(bufferOf(ScalarType::Float, 3, ContentsKind::Constant, {{"value", 2.5}})),
                Each(2.5F));
    EXPECT_THAT(elementsOf<short>(bufferOf(ScalarType::Short, 4, ContentsKind::Iota, {{"start", 5}, {"step", -3}})),
                ElementsAre(5, 2, -1, -4));
    EXPECT_THAT(elementsOf<double>(bufferOf(ScalarType::Double, 3, ContentsKind::Iota, {{"step", 0.5}})),
                ElementsAre(0, 0.5, 1));
    // binary16: 0, 1, 2, 3 = 0, 0x3c00, 0x4000, 0x4200
    EXPECT_THAT(elementsOf<std::uint16_t>(bufferOf(ScalarType::Half, 4, ContentsKind::Iota)),
                ElementsAre(0, 0x3c00, 0x4000, 0x4200));
}

TEST(Content, HalvesRoundToNearestEven)
{
    const auto bits = [](double value) {
        return elementsOf<std::uint16_t>(bufferOf(ScalarType::Half, 1, ContentsKind::Constant, {{"value", value}}))[0];
    };
    EXPECT_EQ(bits(65504), 0x7bff);
    EXPECT_EQ(bits(-2), 0xc000);
    EXPECT_EQ(bits(1 + 0x1p-11), 0x3c00);       // half way, down to even
    EXPECT_EQ(bits(1 + 3 * 0x1p-11), 0x3c02);   // half way, up to even
    EXPECT_EQ(bits(2 - 0x1p-12), 0x4000);       // carries into the exponent
    EXPECT_EQ(bits(0x1p-24), 0x0001);           // smallest subnormal
    EXPECT_EQ(bits(0x1p-14 - 0x1p-26), 0x0400); // rounds up to the smallest normal
    EXPECT_EQ(bits(0x1p-26), 0x0000);
}

TEST(Content, UniformIntegersReachBothEndsAndNoFurther)
{
    const auto values =
        elementsOf<std::int32_t>(bufferOf(ScalarType::Int, 10000, ContentsKind::Uniform, {{"low", -3}, {"high", 4}}));
    const std::set<int> seen(values.begin(), values.end());
    EXPECT_EQ(seen, (std::set<int>{-3, -2, -1, 0, 1, 2, 3, 4}));
    for (int v = -3; v <= 4; ++v) // 1250 expected each, standard deviation 33
        EXPECT_NEAR(static_cast<double>(std::ranges::count(values, v)), 1250, 200) << v;
    const auto bytes =
        elementsOf<std::uint8_t>(bufferOf(ScalarType::UChar, 20000, ContentsKind::Uniform, {{"high", 255}}));
    EXPECT_EQ(std::set<int>(bytes.begin(), bytes.end()).size(), 256U);
    const auto wide = elementsOf<std::int64_t>(
        bufferOf(ScalarType::Long, 1000, ContentsKind::Uniform, {{"low", -0x1p40}, {"high", 0x1p40}}));
    EXPECT_LE(std::ranges::max(wide), std::int64_t{1} << 40);
    EXPECT_GE(std::ranges::min(wide), -(std::int64_t{1} << 40));
    EXPECT_GT(std::ranges::max(wide), std::int64_t{1} << 39);
    const auto full =
        elementsOf<std::uint32_t>(bufferOf(ScalarType::UInt, 1000, ContentsKind::Uniform, {{"high", 4294967295.0}}));
    EXPECT_GT(std::ranges::max(full), 4000000000U);
}

TEST(Content, UniformFloatsStayBelowTheUpperEnd)
{
    const auto values =
        elementsOf<float>(bufferOf(ScalarType::Float, 100000, ContentsKind::Uniform, {{"low", -1}, {"high", 1}}));
    EXPECT_GE(std::ranges::min(values), -1.0F);
    EXPECT_LT(std::ranges::max(values), 1.0F);
    EXPECT_NEAR(std::accumulate(values.begin(), values.end(), 0.0) / 100000, 0, 0.01);
    // One representable step wide: rounding must not reach the upper end.
    const double low = 16777216, high = 16777218;
    const auto narrow =
        elementsOf<float>(bufferOf(ScalarType::Float, 1000, ContentsKind::Uniform, {{"low", low}, {"high", high}}));
    EXPECT_THAT(narrow, Each(16777216.0F));
    const auto halves = elementsOf<std::uint16_t>(bufferOf(ScalarType::Half, 5000, ContentsKind::Uniform));
    EXPECT_LT(std::ranges::max(halves), 0x3c00); // 1.0
    EXPECT_THAT(elementsOf<float>(bufferOf(ScalarType::Float, 9, ContentsKind::Uniform, {{"low", 3}, {"high", 3}})),
                Each(3.0F));
}

TEST(Content, SeedsGiveDifferentValuesAndTheSameSeedTheSame)
{
    const auto make = [](std::uint64_t seed) {
        return elementsOf<float>(bufferOf(ScalarType::Float, 1000, ContentsKind::Uniform, {}, seed));
    };
    EXPECT_EQ(make(1), make(1));
    EXPECT_NE(make(1), make(2));
}

TEST(Content, PermutationsHoldEveryNumberOnce)
{
    for (const std::uint64_t count : {1, 2, 3, 7, 64, 100, 1000, 65537})
        for (const std::uint64_t seed : {0, 1, 99}) {
            auto values =
                elementsOf<std::uint32_t>(bufferOf(ScalarType::UInt, count, ContentsKind::Permutation, {}, seed));
            std::uint64_t fixedPoints = 0;
            for (std::uint64_t i = 0; i < count; ++i)
                fixedPoints += values[i] == i ? 1 : 0;
            if (count >= 64) {
                EXPECT_LT(fixedPoints, 20U) << count; // one expected in a random permutation
            }
            std::ranges::sort(values);
            for (std::uint64_t i = 0; i < count; ++i)
                ASSERT_EQ(values[i], i) << count << " seed " << seed;
        }
}

TEST(Content, RowPointersRiseFromZeroToTheEntries)
{
    for (const double mean : {0.0, 0.3, 1.0, 16.0, 17.5})
        for (const double skew : {0.0, 0.5, 1.0, 2.5}) {
            const std::uint64_t rows = 1000;
            const auto starts =
                elementsOf<std::int32_t>(bufferOf(ScalarType::Int, rows + 1, ContentsKind::CsrRowPointers,
                                                  {{"rows", 1000}, {"mean", mean}, {"skew", skew}}));
            EXPECT_EQ(starts.front(), 0);
            EXPECT_EQ(starts.back(), static_cast<int>(1000 * mean));
            EXPECT_TRUE(std::ranges::is_sorted(starts)) << mean << " " << skew;
        }
}

TEST(Content, SkewConcentratesEntriesInFewRows)
{
    const auto longest = [](double skew) {
        const auto starts = elementsOf<std::int32_t>(bufferOf(ScalarType::Int, 4097, ContentsKind::CsrRowPointers,
                                                              {{"rows", 4096}, {"mean", 16}, {"skew", skew}}));
        int length = 0;
        for (std::size_t row = 0; row + 1 < starts.size(); ++row)
            length = std::max(length, starts[row + 1] - starts[row]);
        return length;
    };
    EXPECT_EQ(longest(0), 16);
    // Rank 1 of 4096 has the share 1 / H(4096) = 1 / 8.895 of 65536 entries at exponent 1.
    EXPECT_NEAR(longest(1), 65536 / 8.895, 2);
    EXPECT_GT(longest(2), longest(1));
}

TEST(Content, ColumnsAreInRangeAscendingAndDistinctInEachRow)
{
    for (const double skew : {0.0, 0.8})
        for (const double locality : {0.0, 0.5, 1.0}) {
            const std::map<std::string, double> matrix{{"rows", 512}, {"mean", 12}, {"skew", skew}};
            const auto starts =
                elementsOf<std::int32_t>(bufferOf(ScalarType::Int, 513, ContentsKind::CsrRowPointers, matrix, 5));
            auto parameters = matrix;
            parameters["columns"] = 2048;
            parameters["locality"] = locality;
            const auto columns =
                elementsOf<std::int32_t>(bufferOf(ScalarType::Int, 512 * 12, ContentsKind::CsrColumns, parameters, 5));
            double distance = 0;
            for (int row = 0; row < 512; ++row)
                for (int k = starts[row]; k < starts[row + 1]; ++k) {
                    ASSERT_GE(columns[k], 0);
                    ASSERT_LT(columns[k], 2048);
                    if (k > starts[row]) {
                        ASSERT_GT(columns[k], columns[k - 1])
                            << "row " << row << " skew " << skew << " locality " << locality;
                    }
                    distance += std::abs(columns[k] - 4 * row);
                }
            distance /= 512 * 12;
            if (locality == 0) { // mean distance of two random points is a third
                EXPECT_NEAR(distance, 2048 / 3.0, 120);
            } else if (locality == 1 && skew == 0) {
                EXPECT_LT(distance, 13);
            }
        }
}

TEST(Content, ColumnsWithoutRowsAreInRange)
{
    const auto columns = elementsOf<std::uint32_t>(
        bufferOf(ScalarType::UInt, 5000, ContentsKind::CsrColumns, {{"columns", 100}, {"locality", 0.9}}));
    EXPECT_LT(std::ranges::max(columns), 100U);
    EXPECT_LT(columns.front(), 11U);
    EXPECT_GT(columns.back(), 88U);
}

TEST(Content, LevelsHaveTheirShare)
{
    const auto levels = elementsOf<std::int32_t>(
        bufferOf(ScalarType::Int, 100000, ContentsKind::BfsLevels, {{"active", 0.25}, {"level", 3}}));
    EXPECT_NEAR(static_cast<double>(std::ranges::count(levels, 3)), 25000, 1000);
    EXPECT_EQ(std::ranges::count(levels, 3) + std::ranges::count(levels, -1), 100000);
    const auto one =
        elementsOf<std::uint32_t>(bufferOf(ScalarType::UInt, 65536, ContentsKind::BfsLevels, {{"active", 1e-9}}));
    EXPECT_EQ(one[0], 0U); // work for one, like a first level
    EXPECT_EQ(std::ranges::count(one, 0xffffffffU), 65535);
}

TEST(Content, EverySubRangeEqualsTheWhole)
{
    std::vector<BufferValue> buffers;
    for (const ScalarType type :
         {ScalarType::Char, ScalarType::UChar, ScalarType::Short, ScalarType::UShort, ScalarType::Int, ScalarType::UInt,
          ScalarType::Long, ScalarType::ULong, ScalarType::Half, ScalarType::Float, ScalarType::Double}) {
        buffers.push_back(bufferOf(type, 3000, ContentsKind::Uniform, {{"low", 0}, {"high", 100}}));
        buffers.push_back(bufferOf(type, 3000, ContentsKind::Constant, {{"value", 7}}));
        buffers.push_back(bufferOf(type, 100, ContentsKind::Iota));
        buffers.push_back(bufferOf(type, 100, ContentsKind::Permutation));
    }
    buffers.push_back(
        bufferOf(ScalarType::Int, 3000, ContentsKind::CsrRowPointers, {{"rows", 2999}, {"mean", 5}, {"skew", 1}}));
    buffers.push_back(bufferOf(ScalarType::Int, 3000, ContentsKind::CsrColumns,
                               {{"columns", 99}, {"rows", 600}, {"mean", 5}, {"skew", 1}}));
    buffers.push_back(bufferOf(ScalarType::Int, 3000, ContentsKind::CsrColumns, {{"columns", 99}}));
    buffers.push_back(bufferOf(ScalarType::Int, 3000, ContentsKind::BfsLevels));
    std::mt19937 random(7);
    for (const BufferValue &buffer : buffers) {
        const auto whole = elementsOf<std::byte>(buffer);
        const auto content = makeContent(buffer);
        ASSERT_TRUE(content.ok());
        ASSERT_EQ((*content)->sizeBytes(), buffer.bytes);
        for (int round = 0; round < 40; ++round) {
            const std::size_t begin = random() % whole.size(), length = random() % (whole.size() - begin) + 1;
            std::vector<std::byte> part(length, std::byte{0xcd});
            (*content)->fill(begin, part);
            ASSERT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(begin)))
                << toString(buffer.contents.kind) << " of " << buffer.element.name << " at " << begin << " + "
                << length;
        }
        std::vector<std::byte> beyond(64, std::byte{0xcd});
        (*content)->fill(buffer.bytes - 16, beyond);
        EXPECT_TRUE(std::equal(beyond.begin(), beyond.begin() + 16, whole.end() - 16));
        EXPECT_TRUE(std::all_of(beyond.begin() + 16, beyond.end(), [](std::byte b) { return b == std::byte{0}; }));
        (*content)->fill(~std::uint64_t{0} - 100, beyond);
        EXPECT_THAT(beyond, Each(std::byte{0}));
    }
}

TEST(Content, HugeBuffersCostOnlyWhatIsRead)
{
    const BufferValue buffer = bufferOf(ScalarType::UInt, std::uint64_t{1} << 32, ContentsKind::Permutation);
    const auto content = makeContent(buffer);
    ASSERT_TRUE(content.ok());
    std::vector<std::uint32_t> page(1024);
    (*content)->fill((std::uint64_t{3} << 32), std::as_writable_bytes(std::span(page)));
    EXPECT_EQ(std::set<std::uint32_t>(page.begin(), page.end()).size(), 1024U);
}

TEST(Content, VectorsCountAsTheirLanes)
{
    BufferValue buffer = bufferOf(ScalarType::Float, 8, ContentsKind::Iota);
    buffer.element = test::element(ScalarType::Float, 4);
    EXPECT_THAT(elementsOf<float>(buffer), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Content, StructsAreZeroBecauseTheyMayHoldPointers) // case 49
{
    BufferValue buffer;
    buffer.element.bytes = 16;
    buffer.element.name = "struct node";
    buffer.bytes = 160;
    EXPECT_THAT(elementsOf<std::byte>(buffer), Each(std::byte{0}));
    buffer.contents.kind = ContentsKind::Uniform;
    EXPECT_THAT(errorOf(buffer), HasSubstr("'struct node' takes 'zeros' or a file"));
}

TEST(Content, RefusesParametersOutOfRange)
{
    EXPECT_THAT(errorOf(bufferOf(ScalarType::UChar, 4, ContentsKind::Constant, {{"value", 300}})),
                HasSubstr("uchar holds 0..255"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::Int, 4, ContentsKind::Constant, {{"value", 0.5}})),
                HasSubstr("whole numbers"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::UChar, 300, ContentsKind::Iota)), HasSubstr("is 299; uchar holds 0..255"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::Int, 4, ContentsKind::Uniform, {{"low", 2}, {"high", 1}})),
                HasSubstr("low 2 above high 1"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::UInt, 4, ContentsKind::Uniform, {{"low", -1}})), HasSubstr("'low'"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::UChar, 300, ContentsKind::Permutation)), HasSubstr("is 299"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::Short, 5, ContentsKind::CsrRowPointers, {{"rows", 4}, {"mean", 1e5}})),
                HasSubstr("short"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::Int, 5, ContentsKind::CsrRowPointers, {{"rows", -4}})),
                HasSubstr("'rows' is -4"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::Int, 5, ContentsKind::CsrRowPointers, {{"rows", 4}, {"skew", -1}})),
                HasSubstr("'skew'"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::Int, 5, ContentsKind::CsrRowPointers,
                                 {{"rows", 0x1p40}, {"mean", 0.0}, {"skew", 1}})),
                HasSubstr("too many"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::Int, 5, ContentsKind::CsrColumns)),
                HasSubstr("need the parameter 'columns'"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::Int, 5, ContentsKind::CsrColumns, {{"columns", 4}, {"locality", 2}})),
                HasSubstr("between 0"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::Int, 5, ContentsKind::BfsLevels, {{"active", 1.5}})),
                HasSubstr("between 0 and 1"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::Int, 5, ContentsKind::Iota, {{"stop", 1}})),
                HasSubstr("no parameter 'stop'"));
    EXPECT_THAT(errorOf(bufferOf(ScalarType::Int, 5, ContentsKind::Unknown)), HasSubstr("no kind"));
}

TEST(Content, MatricesWithoutRowsOrEntriesAreFine)
{
    EXPECT_THAT(elementsOf<int>(bufferOf(ScalarType::Int, 1, ContentsKind::CsrRowPointers, {{"rows", 0}, {"mean", 4}})),
                ElementsAre(0));
    EXPECT_THAT(elementsOf<int>(bufferOf(ScalarType::Int, 2, ContentsKind::CsrColumns, {{"columns", 9}, {"rows", 0}})),
                Each(testing::Lt(9)));
    EXPECT_THAT(elementsOf<int>(bufferOf(ScalarType::Int, 3, ContentsKind::CsrColumns,
                                         {{"columns", 9}, {"rows", 5}, {"mean", 0.0}})),
                Each(0));
}

} // namespace
} // namespace clv::launch
