// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/content.h"
#include "core/launch/launch.h"
#include "signatures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace clv::launch {
namespace {

using test::constant;
using test::global;
using test::kernel;
using test::local;
using test::scalar;
using testing::HasSubstr;

constexpr bool kConst = true;

/// A guess must resolve, be legal, and have contents that can be made.
Launch checkedGuess(const KernelSignature &signature)
{
    const LaunchSpec spec = guessLaunch(signature);
    const Result<Launch> launch = resolve(spec, signature, "");
    EXPECT_TRUE(launch.ok()) << signature.name << ": " << (launch.ok() ? "" : launch.error().message);
    if (!launch.ok())
        return {};
    const Result<void> legal = checkLegal(*launch, signature, nullptr);
    EXPECT_TRUE(legal.ok()) << signature.name << ": " << (legal.ok() ? "" : legal.error().message);
    for (const LaunchArgument &argument : launch->arguments)
        if (const auto *buffer = std::get_if<BufferValue>(&argument.value)) {
            const auto content = makeContent(*buffer);
            EXPECT_TRUE(content.ok()) << argument.name << ": " << (content.ok() ? "" : content.error().message);
        }
    EXPECT_TRUE(parseLaunchFile(formatLaunchFile(spec), "k").ok());
    return *launch;
}

const BufferSpec &bufferOf(const LaunchSpec &spec, const std::string &name)
{
    for (const auto &[argument, value] : spec.arguments)
        if (argument == name)
            return std::get<BufferSpec>(value);
    throw std::out_of_range(name);
}

TEST(GuessLaunch, GuardedVectorKernelFollowsItsSize)
{
    const KernelSignature blend =
        kernel("blend", {global("p", ScalarType::Float, kConst), global("q", ScalarType::Float, kConst),
                         global("r", ScalarType::Float), scalar("w", ScalarType::Float), scalar("n", ScalarType::Int)});
    const LaunchSpec spec = guessLaunch(blend);
    EXPECT_EQ(spec.global, std::vector<Expression>{"roundUp(n, 256)"});
    EXPECT_EQ(bufferOf(spec, "p").count, "n");
    EXPECT_EQ(bufferOf(spec, "p").contents.kind, ContentsKind::Uniform);
    EXPECT_EQ(bufferOf(spec, "r").contents.kind, ContentsKind::Zeros);
    EXPECT_NE(bufferOf(spec, "p").contents.seed, bufferOf(spec, "q").contents.seed);
    EXPECT_GE(checkedGuess(blend).ndrange.workItems(), 1U << 20);
}

TEST(GuessLaunch, SparseMatrixGetsValidIndices)
{
    const KernelSignature spmv =
        kernel("csr_scalar", {global("rowptr", ScalarType::Int, kConst), global("col", ScalarType::Int, kConst),
                              global("val", ScalarType::Float, kConst), global("x", ScalarType::Float, kConst),
                              global("y", ScalarType::Float), scalar("rows", ScalarType::Int)});
    const LaunchSpec spec = guessLaunch(spmv);
    EXPECT_EQ(spec.global, std::vector<Expression>{"roundUp(rows, 256)"});
    EXPECT_EQ(bufferOf(spec, "rowptr").count, "rows + 1");
    EXPECT_EQ(bufferOf(spec, "rowptr").contents.kind, ContentsKind::CsrRowPointers);
    EXPECT_EQ(bufferOf(spec, "col").count, "rows*entriesPerRow");
    EXPECT_EQ(bufferOf(spec, "col").contents.kind, ContentsKind::CsrColumns);
    EXPECT_EQ(bufferOf(spec, "val").count, "rows*entriesPerRow");
    EXPECT_EQ(bufferOf(spec, "x").count, "rows");
    EXPECT_EQ(bufferOf(spec, "y").count, "rows");

    const Launch launch = checkedGuess(spmv);
    const auto content = makeContent(std::get<BufferValue>(launch.argument("rowptr")->value));
    std::vector<int> starts((*content)->sizeBytes() / 4);
    (*content)->fill(0, std::as_writable_bytes(std::span(starts)));
    EXPECT_TRUE(std::ranges::is_sorted(starts));
    EXPECT_EQ(static_cast<std::uint64_t>(starts.back()) * 4,
              std::get<BufferValue>(launch.argument("col")->value).bytes);
}

TEST(GuessLaunch, BreadthFirstSearchHasAFrontier) // case 13
{
    const KernelSignature bfs =
        kernel("bfs_level", {global("first", ScalarType::UInt, kConst), global("edge", ScalarType::UInt, kConst),
                             global("level", ScalarType::Int), global("again", ScalarType::Int),
                             scalar("depth", ScalarType::Int), scalar("n", ScalarType::UInt)});
    const LaunchSpec spec = guessLaunch(bfs);
    EXPECT_EQ(bufferOf(spec, "first").count, "n + 1");
    EXPECT_EQ(bufferOf(spec, "level").contents.kind, ContentsKind::BfsLevels);
    EXPECT_EQ(bufferOf(spec, "level").contents.parameters.at("level"), "depth");
    EXPECT_EQ(bufferOf(spec, "again").count, "1");
    checkedGuess(bfs);
}

TEST(GuessLaunch, CountersAndGatherIndices) // cases 09 and 61
{
    const KernelSignature keep =
        kernel("keep_above",
               {global("v", ScalarType::Float, kConst), global("picked", ScalarType::UInt),
                global("count", ScalarType::UInt), scalar("limit", ScalarType::Float), scalar("n", ScalarType::UInt)});
    EXPECT_EQ(bufferOf(guessLaunch(keep), "count").count, "1");
    EXPECT_EQ(bufferOf(guessLaunch(keep), "picked").count, "n");
    checkedGuess(keep);

    const KernelSignature shade =
        kernel("shade", {constant("curve", ScalarType::Float), global("idx", ScalarType::UShort, kConst),
                         global("px", ScalarType::Float), scalar("last", ScalarType::Int)});
    EXPECT_EQ(bufferOf(guessLaunch(shade), "curve").count, "min(last + 1, 16384)");
    EXPECT_EQ(bufferOf(guessLaunch(shade), "idx").contents.kind, ContentsKind::Uniform);
    EXPECT_EQ(checkedGuess(shade).ndrange.workItems(), 1U << 20);

    const KernelSignature gather =
        kernel("gather", {global("perm", ScalarType::Int, kConst), global("a", ScalarType::Float, kConst),
                          global("b", ScalarType::Float), scalar("n", ScalarType::Int)});
    EXPECT_EQ(bufferOf(guessLaunch(gather), "perm").contents.kind, ContentsKind::Permutation);
}

TEST(GuessLaunch, MatrixProductsAndImages)
{
    const KernelSignature gemm = kernel("gemm",
                                        {global("A", ScalarType::Float, kConst), global("B", ScalarType::Float, kConst),
                                         global("C", ScalarType::Float), scalar("m", ScalarType::Int),
                                         scalar("n", ScalarType::Int), scalar("k", ScalarType::Int)},
                                        2);
    const LaunchSpec product = guessLaunch(gemm);
    EXPECT_EQ(product.global, (std::vector<Expression>{"roundUp(n, 16)", "roundUp(m, 16)"}));
    EXPECT_EQ(bufferOf(product, "A").count, "m*k");
    EXPECT_EQ(bufferOf(product, "B").count, "k*n");
    EXPECT_EQ(bufferOf(product, "C").count, "m*n");
    checkedGuess(gemm);

    const KernelSignature blur = kernel("blur",
                                        {global("src", ScalarType::UChar, kConst), global("dst", ScalarType::UChar),
                                         scalar("width", ScalarType::Int), scalar("height", ScalarType::Int)},
                                        2);
    EXPECT_EQ(guessLaunch(blur).global, (std::vector<Expression>{"roundUp(width, 16)", "roundUp(height, 16)"}));
    EXPECT_EQ(bufferOf(guessLaunch(blur), "src").count, "width*height");
    checkedGuess(blur);

    const KernelSignature square =
        kernel("mm",
               {global("A", ScalarType::Float, kConst), global("B", ScalarType::Float, kConst),
                global("C", ScalarType::Float), scalar("n", ScalarType::Int)},
               2); // case 33
    EXPECT_EQ(bufferOf(guessLaunch(square), "C").count, "n*n");
    checkedGuess(square);
}

TEST(GuessLaunch, HonoursTheRequiredLocalSize) // case 31
{
    KernelSignature quad = kernel(
        "quad_avg",
        {global("src", ScalarType::UChar, kConst), global("dst", ScalarType::UChar), scalar("pitch", ScalarType::Int)},
        1);
    quad.requiredLocalSize = Size3{{8, 4, 1}};
    const Launch launch = checkedGuess(quad);
    EXPECT_EQ(launch.ndrange.workDim, 2U);
    EXPECT_EQ(launch.ndrange.local, (Size3{{8, 4, 1}}));
}

TEST(GuessLaunch, LocalPointersFollowTheLocalSize)
{
    const KernelSignature reduce =
        kernel("reduce", {global("in", ScalarType::Float, kConst), global("out", ScalarType::Float),
                          local("tmp", ScalarType::Float), scalar("n", ScalarType::UInt)});
    EXPECT_EQ(checkedGuess(reduce).localArgumentBytes(), 256U * 4);
    const KernelSignature smooth =
        kernel("smooth3", {global("src", ScalarType::Float, kConst), global("dst", ScalarType::Float),
                           local("win", ScalarType::Float), scalar("n", ScalarType::Int)}); // case 25
    EXPECT_GE(checkedGuess(smooth).localArgumentBytes(), (256U + 2) * 4);
}

TEST(GuessLaunch, InPlaceKernelsGetDataAndStructsZeros)
{
    const KernelSignature heat =
        kernel("heat", {global("t", ScalarType::Float), scalar("steps", ScalarType::Int)}); // case 65
    EXPECT_EQ(bufferOf(guessLaunch(heat), "t").contents.kind, ContentsKind::Uniform);
    EXPECT_GT(std::get<ScalarValue>(checkedGuess(heat).argument("steps")->value).lanes.front(), 1);
    KernelSignature list =
        kernel("list_sum", {global("out", ScalarType::Float), scalar("limit", ScalarType::Int)}); // case 49
    ElementType node;
    node.bytes = 16;
    node.name = "struct node";
    list.arguments.push_back(test::argumentOf("head", ArgumentKind::GlobalBuffer, node));
    EXPECT_EQ(bufferOf(guessLaunch(list), "head").contents.kind, ContentsKind::Zeros);
    checkedGuess(list);
}

TEST(GuessLaunch, EveryTypeAndNameGivesALegalLaunch)
{
    const std::vector<std::string> names{"n",      "size",   "count",  "width",  "height", "rows",      "cols",
                                         "stride", "offset", "alpha",  "eps",    "depth",  "level",     "shift",
                                         "seed",   "k",      "m",      "radius", "taps",   "nbins",     "steps",
                                         "last",   "pitch",  "nseeds", "x",      "_",      "numBodies", "idx",
                                         "col",    "hist",   "mask",   "tile",   "part",   "filter"};
    for (std::uint32_t dimensions = 0; dimensions <= 4; ++dimensions)
        for (int type = static_cast<int>(ScalarType::Char); type <= static_cast<int>(ScalarType::Double); ++type)
            for (const std::string &name : names) {
                const auto scalarType = static_cast<ScalarType>(type);
                checkedGuess(kernel("k",
                                    {scalar(name, scalarType), global("rowptr", scalarType, kConst),
                                     global("cols_of", scalarType, kConst), global(name + "_b", scalarType, kConst),
                                     global("o", scalarType, false, 4), constant("table", scalarType),
                                     local("l", scalarType), scalar("v", scalarType, 4)},
                                    dimensions));
            }
    checkedGuess(kernel("nothing", {}));
}

} // namespace
} // namespace clv::launch
