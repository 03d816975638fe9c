// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace clv::launch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kFull = R"json({
  "version": 1,
  "kernel": "spmv",
  "note": "one row \"each\"",
  "global": ["roundUp(rows, 128)", 2],
  "local": [128, 1],
  "offset": [0, 1],
  "parameters": {
    "entriesPerRow": 16,
    "skew": 0.5
  },
  "arguments": {
    "rowPtr": { "count": "rows + 1", "contents": { "kind": "csr-row-pointers", "rows": "rows", "mean": "entriesPerRow", "seed": 7 } },
    "x": { "count": "rows", "contents": "zeros" },
    "matrix": { "count": "rows", "contents": { "kind": "file", "file": "a.mtx", "part": "values" } },
    "tile": { "local": "local[0]" },
    "color": [1, 0.5, "rows/2", 0],
    "view": { "bytes": [1, 0, 255] },
    "picture": { "width": 64, "height": 32, "depth": 1, "contents": "iota" },
    "smp": { "sampler": true },
    "rows": 4096
  },
  "buildOptions": ["-DTILE=16", "-cl-fast-relaxed-math"]
}
)json";

Error errorOf(const std::string &json)
{
    const Result<LaunchSpec> spec = parseLaunchFile(json, "k.launch.json");
    EXPECT_FALSE(spec.ok()) << json;
    return spec.ok() ? Error{} : spec.error();
}

TEST(LaunchFile, ReadsEveryPart)
{
    const Result<LaunchSpec> spec = parseLaunchFile(kFull, "k.launch.json");
    ASSERT_TRUE(spec.ok()) << spec.error().describe();
    EXPECT_EQ(spec->kernel, "spmv");
    EXPECT_EQ(spec->note, "one row \"each\"");
    EXPECT_THAT(spec->global, ElementsAre("roundUp(rows, 128)", "2"));
    EXPECT_THAT(*spec->local, ElementsAre("128", "1"));
    EXPECT_THAT(spec->offset, ElementsAre("0", "1"));
    EXPECT_EQ(spec->parameters.at(1).second, "0.5");
    ASSERT_EQ(spec->arguments.size(), 9U);
    EXPECT_EQ(spec->arguments[0].first, "rowPtr"); // the order of the file is kept
    const auto &buffer = std::get<BufferSpec>(spec->arguments[0].second);
    EXPECT_EQ(buffer.count, "rows + 1");
    EXPECT_EQ(buffer.contents.kind, ContentsKind::CsrRowPointers);
    EXPECT_EQ(buffer.contents.parameters.at("mean"), "entriesPerRow");
    EXPECT_EQ(buffer.contents.seed, 7U);
    EXPECT_EQ(std::get<BufferSpec>(spec->arguments[2].second).contents.part, "values");
    EXPECT_THAT(std::get<ScalarSpec>(spec->arguments[4].second).lanes, ElementsAre("1", "0.5", "rows/2", "0"));
    EXPECT_THAT(std::get<BytesSpec>(spec->arguments[5].second).bytes, ElementsAre(1, 0, 255));
    EXPECT_EQ(std::get<ImageSpec>(spec->arguments[6].second).height, "32");
    EXPECT_THAT(spec->buildOptions, ElementsAre("-DTILE=16", "-cl-fast-relaxed-math"));
}

TEST(LaunchFile, FormattingReadsBackToTheSameText)
{
    const Result<LaunchSpec> spec = parseLaunchFile(kFull, "k.launch.json");
    ASSERT_TRUE(spec.ok());
    EXPECT_EQ(formatLaunchFile(*spec), kFull);
}

TEST(LaunchFile, FormattingKeepsOddExpressionsApartFromNumbers)
{
    LaunchSpec spec;
    spec.global = {"1024"};
    for (const char *text :
         {"0.250", "1e3", "0x10", "007", "18446744073709551615", "-0", "true", "\"n\"", "[1]", "1.5"})
        spec.arguments.emplace_back("a" + std::to_string(spec.arguments.size()), ScalarSpec{{text}});
    const std::string json = formatLaunchFile(spec);
    const Result<LaunchSpec> back = parseLaunchFile(json, "k");
    ASSERT_TRUE(back.ok()) << back.error().describe() << json;
    for (std::size_t i = 0; i < spec.arguments.size(); ++i)
        EXPECT_EQ(std::get<ScalarSpec>(back->arguments.at(i).second).lanes,
                  std::get<ScalarSpec>(spec.arguments[i].second).lanes);
}

TEST(LaunchFile, RefusesUnknownKeysWithPlaceAndSuggestion)
{
    Error error = errorOf("{\n  \"global\": 64,\n  \"argumets\": {}\n}");
    EXPECT_EQ(error.category, ErrorCategory::Usage);
    EXPECT_EQ(error.where.file, "k.launch.json");
    EXPECT_EQ(error.where.line, 3U);
    EXPECT_EQ(error.where.column, 3U);
    EXPECT_THAT(error.message, HasSubstr("did you mean 'arguments'?"));

    error = errorOf("{ \"global\": 64,\n \"arguments\": {\n  \"x\": { \"conut\": 4 } } }");
    EXPECT_EQ(error.where.line, 3U);
    EXPECT_THAT(error.message, HasSubstr("arguments.x.conut"));
    EXPECT_THAT(error.message, HasSubstr("'count'"));

    error = errorOf(R"({ "global": 1, "arguments": { "x": { "count": 4, "contents": { "kind": "unifrom" } } } })");
    EXPECT_THAT(error.message, HasSubstr("did you mean 'uniform'?"));
    error =
        errorOf(R"({ "global": 1, "arguments": { "x": { "count": 4, "contents": { "kind": "iota", "low": 1 } } } })");
    EXPECT_THAT(error.message, HasSubstr("arguments.x.contents.low"));
}

TEST(LaunchFile, RefusesWrongTypesAndNegativeSizes)
{
    EXPECT_THAT(errorOf(R"({ "global": -64 })").message, HasSubstr("global: is -64; a size cannot be negative"));
    EXPECT_THAT(errorOf(R"({ "global": 0 })").message, HasSubstr("at least 1"));
    EXPECT_THAT(errorOf(R"({ "global": 1.5 })").message, HasSubstr("whole"));
    EXPECT_THAT(errorOf(R"({ "global": [1, 2, 3, 4] })").message, HasSubstr("4 dimensions"));
    EXPECT_THAT(errorOf(R"({ "global": [] })").message, HasSubstr("0 dimensions"));
    EXPECT_THAT(errorOf(R"({ "global": true })").message, HasSubstr("not true"));
    EXPECT_THAT(errorOf(R"({ "global": "" })").message, HasSubstr("empty"));
    EXPECT_THAT(errorOf(R"({ "local": 64 })").message, HasSubstr("'global' is missing"));
    EXPECT_THAT(errorOf(R"({ "global": [64, 64], "local": 8 })").message, HasSubstr("1 dimension, but 'global' has 2"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "kernel": 3 })").message, HasSubstr("kernel: must be a text"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "arguments": { "x": { "count": -1 } } })").message,
                HasSubstr("arguments.x.count: is -1"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "arguments": { "x": null } })").message, HasSubstr("arguments.x"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "arguments": { "x": {} } })").message, HasSubstr("'count' (buffer)"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "arguments": { "x": { "local": 4, "count": 3 } } })").message,
                HasSubstr("arguments.x.count"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "arguments": { "x": { "bytes": [256] } } })").message, HasSubstr("0 to 255"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "parameters": { "min": 1 } })").message, HasSubstr("another name"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "parameters": { "a b": 1 } })").message, HasSubstr("as a name"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "parameters": { "n": 1 }, "arguments": { "n": 2 } })").message,
                HasSubstr("name of a parameter"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "buildOptions": "-DX" })").message, HasSubstr("list"));
    EXPECT_THAT(errorOf(R"({ "global": 1, "version": 2 })").message, HasSubstr("version 1"));
    EXPECT_THAT(errorOf("[1]").message, HasSubstr("one object"));
}

TEST(LaunchFile, RefusesWhatIsNoJson)
{
    const Error error = errorOf("{\n  \"global\": 64,\n  \"local\" 8\n}");
    EXPECT_EQ(error.where.line, 3U);
    EXPECT_THAT(error.message, HasSubstr("not valid JSON"));
    EXPECT_THAT(errorOf("").message, HasSubstr("empty"));
    EXPECT_THAT(errorOf("  \n").message, HasSubstr("empty"));
    EXPECT_THAT(errorOf(std::string(100000, '[')).message, HasSubstr("nested deeper"));
    EXPECT_THAT(errorOf(R"({ "global": 64, "global": 32 })").message, HasSubstr("stands twice"));
    EXPECT_FALSE(parseLaunchFile(std::string("{\"global\":\"\xff\xfe\"}"), "k").ok());
    EXPECT_TRUE(parseLaunchFile("\xef\xbb\xbf{ \"global\": 64 }", "k").ok()); // a byte order mark
}

TEST(LaunchFile, MutationsNeverCrashAndNeverPassWithoutGlobal)
{
    std::mt19937 random(20261201); // fixed: a failure can be repeated
    static constexpr std::string_view kAlphabet = "{}[]\",:0123456789-.eE nulltruefalseglobal\\\n\xc3";
    int refused = 0;
    for (int round = 0; round < 2000; ++round) {
        std::string text = kFull;
        const int edits = 1 + static_cast<int>(random() % 3);
        for (int edit = 0; edit < edits; ++edit) {
            const std::size_t at = random() % text.size();
            switch (random() % 4) {
            case 0: text[at] = kAlphabet[random() % kAlphabet.size()]; break;
            case 1: text.erase(at, 1 + random() % 20); break;
            case 2: text.insert(at, 1, kAlphabet[random() % kAlphabet.size()]); break;
            default: text.insert(at, text.substr(random() % text.size(), random() % 40)); break;
            }
        }
        const Result<LaunchSpec> spec = parseLaunchFile(text, "m");
        if (!spec.ok()) {
            ++refused;
            EXPECT_FALSE(spec.error().message.empty());
            EXPECT_GE(spec.error().where.line, 1U);
            continue;
        }
        EXPECT_FALSE(spec->global.empty());
        // Whatever was understood survives a round trip.
        const std::string formatted = formatLaunchFile(*spec);
        const Result<LaunchSpec> back = parseLaunchFile(formatted, "m");
        ASSERT_TRUE(back.ok()) << back.error().describe() << "\n" << formatted;
        EXPECT_EQ(formatLaunchFile(*back), formatted);
    }
    EXPECT_GT(refused, 1000); // most single edits of JSON break it
}

TEST(LaunchFile, LiesBesideItsSource)
{
    EXPECT_EQ(launchFileFor("dir/spmv.cl"), "dir/spmv.launch.json");
    EXPECT_EQ(launchFileFor("dir.d/spmv"), "dir.d/spmv.launch.json");
    EXPECT_EQ(launchFileFor("a.b.cl"), "a.b.launch.json");
    EXPECT_EQ(launchFileFor(".hidden"), ".hidden.launch.json");
}

} // namespace
} // namespace clv::launch
