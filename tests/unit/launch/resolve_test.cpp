// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/launch.h"
#include "signatures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace clv::launch {
namespace {

using test::global;
using test::kernel;
using test::local;
using test::scalar;
using testing::HasSubstr;

LaunchSpec specOf(const std::string &json)
{
    const Result<LaunchSpec> spec = parseLaunchFile(json, "k");
    EXPECT_TRUE(spec.ok()) << (spec.ok() ? "" : spec.error().describe());
    return spec.ok() ? *spec : LaunchSpec{};
}

std::string errorOf(const std::string &json, const KernelSignature &signature)
{
    const Result<Launch> launch = resolve(specOf(json), signature, "");
    EXPECT_FALSE(launch.ok()) << json;
    return launch.ok() ? "" : launch.error().message;
}

template <typename T>
T valueOf(const Launch &launch, const std::string &name)
{
    const auto &bytes = std::get<ScalarValue>(launch.argument(name)->value).bytes;
    EXPECT_GE(bytes.size(), sizeof(T));
    T value{};
    std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
}

const KernelSignature kBlend = kernel("blend", {global("p", ScalarType::Float, true), global("r", ScalarType::Float),
                                                scalar("w", ScalarType::Float), scalar("n", ScalarType::Int)});
const std::string kBlendSpec = R"json({ "global": "roundUp(n, 256)", "local" : 256, "parameters" : {"extra" : "2*n"},
                  "arguments" : {"p" : {"count" : "extra"}, "r" : {"count" : "n"}, "w" : 0.25, "n" : 1000003}
})json";

TEST(Resolve, TurnsExpressionsIntoNumbers)
{
    const Result<Launch> launch = resolve(specOf(kBlendSpec), kBlend, "");
    ASSERT_TRUE(launch.ok()) << launch.error().message;
    EXPECT_EQ(launch->ndrange.global.x(), 1000192U); // 3907 groups of 256
    EXPECT_EQ(launch->ndrange.local.x(), 256U);
    EXPECT_EQ(launch->ndrange.workDim, 1U);
    EXPECT_EQ(std::get<BufferValue>(launch->argument("p")->value).bytes, 8000024U);
    EXPECT_EQ(std::get<BufferValue>(launch->argument("r")->value).bytes, 4000012U);
    EXPECT_EQ(valueOf<std::int32_t>(*launch, "n"), 1000003);
    EXPECT_EQ(valueOf<float>(*launch, "w"), 0.25F);
    EXPECT_EQ(launch->arguments[0].name, "p"); // in the signature's order
    EXPECT_EQ(launch->arguments[3].name, "n");
}

TEST(Resolve, ChoosesALocalSizeThatDivides)
{
    const KernelSignature bare = kernel("k", {}, 2);
    const auto chosen = [&](const std::string &globalSize) {
        return resolve(specOf("{ \"global\": " + globalSize + " }"), bare, "")->ndrange.local;
    };
    EXPECT_EQ(chosen("1000003"), (Size3{{1, 1, 1}})); // a prime
    EXPECT_EQ(chosen("1056000"), (Size3{{256, 1, 1}}));
    EXPECT_EQ(chosen("96"), (Size3{{32, 1, 1}}));
    EXPECT_EQ(chosen("[320, 240]"), (Size3{{16, 16, 1}}));
    EXPECT_EQ(chosen("[36, 9]"), (Size3{{4, 1, 1}}));
    EXPECT_EQ(chosen("[1024, 1]"), (Size3{{256, 1, 1}}));
    EXPECT_EQ(chosen("[64, 64, 64]"), (Size3{{8, 8, 4}}));
    KernelSignature required = bare;
    required.requiredLocalSize = Size3{{8, 4, 1}};
    EXPECT_EQ(resolve(specOf("{ \"global\": [320, 240] }"), required, "")->ndrange.local, (Size3{{8, 4, 1}}));
}

TEST(Resolve, ConvertsToTheTypeOfTheArgument)
{
    const KernelSignature signature =
        kernel("k", {scalar("c", ScalarType::UChar), scalar("s", ScalarType::Short), scalar("l", ScalarType::ULong),
                     scalar("m", ScalarType::Long), scalar("h", ScalarType::Half), scalar("v", ScalarType::Int, 3),
                     scalar("f", ScalarType::Float, 4)});
    const auto spec = [](const std::string &c, const std::string &s) {
        return "{ \"global\": 1, \"arguments\": { \"c\": " + c + ", \"s\": " + s +
               ", \"l\": \"0xffffffffffffffff\", \"m\": -9223372036854775808, \"h\": 1.5, \"v\": [1, -2, 3], \"f\": 2 "
               "} }";
    };
    const Result<Launch> launch = resolve(specOf(spec("255", "-32768")), signature, "");
    ASSERT_TRUE(launch.ok()) << launch.error().message;
    EXPECT_EQ(valueOf<std::uint8_t>(*launch, "c"), 255);
    EXPECT_EQ(valueOf<std::int16_t>(*launch, "s"), -32768);
    EXPECT_EQ(valueOf<std::uint64_t>(*launch, "l"), ~std::uint64_t{0});
    EXPECT_EQ(valueOf<std::int64_t>(*launch, "m"), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(valueOf<std::uint16_t>(*launch, "h"), 0x3e00); // 1.5 = 2^0 * 1.1b
    EXPECT_EQ(std::get<ScalarValue>(launch->argument("v")->value).bytes.size(), 16U);
    EXPECT_EQ((valueOf<std::array<std::int32_t, 4>>(*launch, "v")), (std::array<std::int32_t, 4>{1, -2, 3, 0}));
    EXPECT_EQ((valueOf<std::array<float, 4>>(*launch, "f")), (std::array<float, 4>{2, 2, 2, 2}));

    EXPECT_THAT(errorOf(spec("300", "1"), signature), HasSubstr("argument 'c' is 300; uchar holds 0..255"));
    EXPECT_THAT(errorOf(spec("-1", "1"), signature), HasSubstr("uchar holds 0..255"));
    EXPECT_THAT(errorOf(spec("1", "2.5"), signature), HasSubstr("whole numbers"));
    EXPECT_THAT(errorOf(spec("1", "[1, 2]"), signature), HasSubstr("2 values are given"));
}

TEST(Resolve, NamesWhatIsMissingOrTooMuch)
{
    EXPECT_THAT(errorOf(R"({ "global": 1, "arguments": { "q": 3 } })", kBlend),
                HasSubstr("kernel 'blend' has no argument 'q'"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "arguments": { "q": 3 } })", kBlend), HasSubstr("p, r, w, n"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "arguments": {} })", kBlend), HasSubstr("argument 'p'"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "arguments": { "p": 3 } })", kBlend), HasSubstr("needs a buffer"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "kernel": "other" })", kBlend), HasSubstr("for kernel 'other'"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "parameters": { "n": 1 } })", kBlend), HasSubstr("name of an argument"));
}

TEST(Resolve, NamesCirclesAndUnknownNames)
{
    EXPECT_THAT(
        errorOf(
            R"({ "global": "n", "arguments": { "n": "global", "w": 1, "p": { "count": 1 }, "r": { "count": 1 } } })",
            kBlend),
        HasSubstr("'global[0]' needs 'n' needs 'global[0]'"));
    EXPECT_THAT(errorOf(R"({ "global": 4, "parameters": { "a": "b", "b": "a" }, "arguments":
                          { "n": 1, "w": 1, "p": { "count": 1 }, "r": { "count": 1 } } })",
                        kBlend),
                HasSubstr("circle"));
    EXPECT_THAT(errorOf(R"({ "global": "m", "arguments": { "n": 1 } })", kBlend),
                HasSubstr("global size: in \"m\", position 1: the name 'm' is unknown"));
    EXPECT_THAT(errorOf(R"({ "global": "p", "arguments": { "n": 1 } })", kBlend), HasSubstr("no scalar argument"));
}

TEST(Resolve, RefusesSizesThatCannotBe)
{
    const std::string rest = R"(, "r": { "count": "n" }, "w": 1, "n": 4 } })";
    EXPECT_THAT(errorOf(R"({ "global": "n - 4", "arguments": { "p": { "count": 1 })" + rest, kBlend),
                HasSubstr("at least 1"));
    EXPECT_THAT(errorOf(R"({ "global": 4, "arguments": { "p": { "count": "n - 4" })" + rest, kBlend),
                HasSubstr("argument 'p': count \"n - 4\" is 0"));
    EXPECT_THAT(errorOf(R"({ "global": 4, "arguments": { "p": { "count": "n - 5" })" + rest, kBlend),
                HasSubstr("negative"));
    EXPECT_THAT(errorOf(R"({ "global": 4, "arguments": { "p": { "count": "2^53" })" + rest, kBlend),
                HasSubstr("2^53 bytes"));
    EXPECT_THAT(errorOf(R"({ "global": ["2^40", "2^40"], "arguments": { "p": { "count": 1 })" + rest, kBlend),
                HasSubstr("more than 2^53 work-items"));
}

TEST(Resolve, GivesContentsTheirCountAndFolder)
{
    const KernelSignature signature = kernel("k", {global("a", ScalarType::Int), global("b", ScalarType::Int)});
    const Result<Launch> launch = resolve(specOf(R"({ "global": 8, "parameters": { "twice": "2*global" }, "arguments": {
          "a": { "count": "twice", "contents": { "kind": "uniform", "low": 0, "high": "count - 1", "seed": 9 } },
          "b": { "count": 4, "contents": { "kind": "file", "file": "b.bin" } } } })"),
                                          signature, "folder");
    ASSERT_TRUE(launch.ok()) << launch.error().message;
    const auto &contents = std::get<BufferValue>(launch->argument("a")->value).contents;
    EXPECT_EQ(contents.parameters.at("high"), 15);
    EXPECT_EQ(contents.seed, 9U);
    EXPECT_EQ(std::get<BufferValue>(launch->argument("b")->value).contents.file, "folder/b.bin");
}

TEST(Resolve, CountsLocalMemoryStructsAndVectors)
{
    KernelSignature signature = kernel("k", {local("t", ScalarType::Int), global("v", ScalarType::Float, false, 3)});
    ElementType node;
    node.bytes = 16;
    node.name = "struct node";
    signature.arguments.push_back(test::argumentOf("pool", ArgumentKind::GlobalBuffer, node));
    signature.arguments.push_back(test::argumentOf("byValue", ArgumentKind::Struct, node));
    LaunchSpec spec = specOf(R"({ "global": [64, 4], "local": [16, 2], "arguments": {
        "t": { "local": "local[0]*local[1]" }, "v": { "count": 10 }, "pool": { "count": 3 },
        "byValue": { "bytes": [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1] } } })");
    const Result<Launch> launch = resolve(spec, signature, "");
    ASSERT_TRUE(launch.ok()) << launch.error().message;
    EXPECT_EQ(launch->localArgumentBytes(), 128U);
    EXPECT_EQ(std::get<BufferValue>(launch->argument("v")->value).bytes, 160U); // a 3-vector takes the room of 4
    EXPECT_EQ(std::get<BufferValue>(launch->argument("pool")->value).bytes, 48U);
    std::get<BytesSpec>(spec.arguments[3].second).bytes.pop_back();
    EXPECT_THAT(resolve(spec, signature, "").error().message, HasSubstr("has 16 bytes, but 15 are given"));
}

TEST(Apply, ChangesScalarsCountsParametersAndSizes)
{
    LaunchOverrides overrides;
    overrides.global = {{"512"}};
    overrides.local = {{"64"}};
    overrides.values = {{"n", "2^9"}, {"p", "7"}, {"extra", "3"}};
    overrides.buildOptions = {"-DX"};
    const Result<LaunchSpec> spec = apply(specOf(kBlendSpec), overrides, kBlend);
    ASSERT_TRUE(spec.ok()) << spec.error().message;
    const Result<Launch> launch = resolve(*spec, kBlend, "");
    ASSERT_TRUE(launch.ok()) << launch.error().message;
    EXPECT_EQ(launch->ndrange.global.x(), 512U);
    EXPECT_EQ(launch->ndrange.local.x(), 64U);
    EXPECT_EQ(valueOf<std::int32_t>(*launch, "n"), 512);
    EXPECT_EQ(std::get<BufferValue>(launch->argument("p")->value).bytes, 28U);
    EXPECT_EQ(launch->buildOptions.words, std::vector<std::string>{"-DX"});
}

TEST(Apply, ReadsVectorsAndListsNamesThatExist)
{
    const KernelSignature signature = kernel("k", {scalar("v", ScalarType::Float, 2)});
    for (const char *text : {"(1, max(2, 3))", "1,max(2,3)"}) {
        LaunchOverrides overrides;
        overrides.values = {{"v", text}};
        const Result<LaunchSpec> spec = apply(specOf(R"({ "global": 1 })"), overrides, signature);
        ASSERT_TRUE(spec.ok());
        const Result<Launch> launch = resolve(*spec, signature, "");
        ASSERT_TRUE(launch.ok()) << launch.error().message;
        EXPECT_EQ((valueOf<std::array<float, 2>>(*launch, "v")), (std::array<float, 2>{1, 3}));
    }
    LaunchOverrides wrong;
    wrong.values = {{"extr", "1"}};
    const Result<LaunchSpec> spec = apply(specOf(kBlendSpec), wrong, kBlend);
    ASSERT_FALSE(spec.ok());
    EXPECT_THAT(spec.error().message, HasSubstr("did you mean 'extra'?"));
    EXPECT_THAT(spec.error().message, HasSubstr("p, r, w, n, extra"));
}

} // namespace
} // namespace clv::launch
