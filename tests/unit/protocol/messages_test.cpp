// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/json.h"
#include "core/protocol/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace clv::protocol
{
namespace
{

using ::testing::HasSubstr;

LaunchSpec spmvSpec()
{
    LaunchSpec spec;
    spec.kernel = "spmv";
    spec.global = {"roundUp(rows, 128)"};
    spec.local = {{"128"}};
    BufferSpec rowptr;
    rowptr.count = "rows + 1";
    rowptr.contents.kind = ContentsKind::CsrRowPointers;
    rowptr.contents.parameters["mean"] = "8";
    spec.arguments.emplace_back("rowptr", rowptr);
    spec.arguments.emplace_back("rows", ScalarSpec{{"4096"}});
    spec.arguments.emplace_back("scratch", LocalSpec{"local[0]"});
    spec.parameters.emplace_back("skew", "0.5");
    spec.buildOptions = {"-DREAL=float"};
    return spec;
}

TEST(Messages, StudyRequestSurvivesTheWire)
{
    StudyRequest study;
    study.revision = 42;
    study.sourcePath = "dir/spmv.cl";
    study.sourceBytes = "kernel void spmv() {}\n";
    study.launchSpec = spmvSpec();
    study.overrides.values.emplace_back("rows", "100");
    study.device.name = "NVIDIA H200";
    study.device.peaks = DevicePeaks{};
    study.device.peaks->globalReadBytesPerNs = 4400;

    const std::string line = encode(Request{9, study});
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const auto decoded = decodeRequest(line);
    ASSERT_TRUE(decoded.ok()) << decoded.error().message;
    EXPECT_EQ(decoded->id, 9u);
    const auto &back = std::get<StudyRequest>(decoded->body);
    EXPECT_EQ(back.sourceBytes, study.sourceBytes);
    ASSERT_TRUE(back.launchSpec);
    ASSERT_EQ(back.launchSpec->arguments.size(), 3u);
    const auto &rowptr = std::get<BufferSpec>(back.launchSpec->arguments[0].second);
    EXPECT_EQ(rowptr.count, "rows + 1");
    EXPECT_EQ(rowptr.contents.kind, ContentsKind::CsrRowPointers);
    EXPECT_EQ(rowptr.contents.parameters.at("mean"), "8");
    EXPECT_EQ(std::get<LocalSpec>(back.launchSpec->arguments[2].second).count, "local[0]");
    EXPECT_EQ(back.device.peaks->globalReadBytesPerNs, 4400);
}

TEST(Messages, SourceBytesThatAreNotUtf8ArriveUnchanged)
{
    StudyRequest study;
    for (int b = 0; b < 256; ++b)
        study.sourceBytes += static_cast<char>(b);
    for (std::size_t length : {256u, 255u, 254u, 200u}) {
        StudyRequest cut = study;
        cut.sourceBytes.resize(length);
        const auto decoded = decodeRequest(encode(Request{1, cut}));
        ASSERT_TRUE(decoded.ok()) << decoded.error().message;
        EXPECT_EQ(std::get<StudyRequest>(decoded->body).sourceBytes, cut.sourceBytes);
    }
}

TEST(Messages, LaunchBytesAreAuthoritativeEvenForNaN)
{
    MeasureRequest request;
    LaunchArgument alpha{"alpha", ArgumentKind::Scalar, {}};
    alpha.value = ScalarValue{{ScalarType::Float, 1, 4, "float"},
                              {std::byte{0}, std::byte{0}, std::byte{0xc0}, std::byte{0x7f}},
                              {std::numeric_limits<double>::quiet_NaN()}};
    request.launch.arguments.push_back(alpha);
    const auto decoded = decodeRequest(encode(Request{1, request}));
    ASSERT_TRUE(decoded.ok()) << decoded.error().message;
    const auto &value = std::get<ScalarValue>(std::get<MeasureRequest>(decoded->body).launch.arguments[0].value);
    EXPECT_EQ(value.bytes[2], std::byte{0xc0});
    EXPECT_EQ(value.bytes.size(), 4u);
}

TEST(Messages, NumbersThatAreNotFiniteAreLeftOut)
{
    Measurement measurement;
    measurement.medianNs = std::numeric_limits<double>::infinity();
    measurement.madNs = 3;
    const std::string line = encode(Event{3, MeasuredEvent{measurement}});
    EXPECT_EQ(line.find("medianNs"), std::string::npos);
    const auto decoded = decodeEvent(line);
    ASSERT_TRUE(decoded.ok());
    EXPECT_EQ(std::get<MeasuredEvent>(decoded->body).measurement.madNs, 3);
}

TEST(Messages, StudyResultWithEverythingSurvives)
{
    StudyStageEvent stage;
    stage.stage = "analysis";
    stage.result.profile = ExecutionProfile{};
    stage.result.profile->fp32Fma = 12;
    stage.result.profile->isTruncated = true;
    stage.result.memory = MemoryReport{};
    stage.result.memory->sites.push_back({});
    stage.result.memory->sites[0].strideBytes = -64;
    stage.result.memory->sites[0].pattern = AccessPattern::Indirect;
    stage.result.diagnostics.push_back({Severity::Error, {"", 8, 3}, {}, "undeclared 'TILE'", {}});
    const auto decoded = decodeEvent(encode(Event{5, stage}));
    ASSERT_TRUE(decoded.ok()) << decoded.error().message;
    const auto &result = std::get<StudyStageEvent>(decoded->body).result;
    EXPECT_EQ(result.profile->fp32Fma, 12);
    EXPECT_TRUE(result.profile->isTruncated);
    EXPECT_EQ(result.memory->sites[0].strideBytes, -64);
    EXPECT_EQ(result.memory->sites[0].pattern, AccessPattern::Indirect);
    EXPECT_EQ(result.diagnostics[0].severity, Severity::Error);
    EXPECT_FALSE(result.launch.has_value());
}

TEST(Messages, ErrorKeepsItsCategoryAndPlace)
{
    const auto decoded =
        decodeEvent(encode(Event{1, ErrorEvent{{ErrorCategory::Timeout, "Too slow.", {"a.cl", 3, 4}}}}));
    ASSERT_TRUE(decoded.ok());
    const Error &error = std::get<ErrorEvent>(decoded->body).error;
    EXPECT_EQ(error.category, ErrorCategory::Timeout);
    EXPECT_EQ(error.describe(), "a.cl:3:4: Too slow.");
}

TEST(Messages, BadLinesAreErrorsThatSayWhy)
{
    EXPECT_FALSE(decodeRequest("").ok());
    EXPECT_FALSE(decodeRequest("[1,2]").ok());
    EXPECT_FALSE(decodeRequest("{\"id\":1").ok());
    EXPECT_THAT(decodeRequest(R"({"id":1,"type":"dance"})").error().message, HasSubstr("dance"));
    EXPECT_THAT(decodeRequest(R"({"id":1,"type":"measure","maxTimeMs":"soon"})").error().message,
                HasSubstr("maxTimeMs"));
    EXPECT_THAT(decodeRequest(R"({"id":1,"type":"study","device":{"peaks":{"barrierNs":[]}}})").error().message,
                HasSubstr("device.peaks.barrierNs"));
    EXPECT_FALSE(decodeRequest(R"({"id":1,"type":"study","sourceBase64":"A"})").ok());
    EXPECT_FALSE(decodeRequest(R"({"id":1,"type":"study","launchSpec":{"arguments":[3]}})").ok());
    EXPECT_FALSE(decodeRequest(R"({"id":-1,"type":7})").ok());
    EXPECT_FALSE(decodeEvent(R"({"id":1,"type":"study"})").ok()) << "a request is no event";
}

TEST(Messages, UnknownFieldsAreIgnored)
{
    EXPECT_TRUE(decodeRequest(R"({"id":1,"type":"hello","version":1,"colour":"blue"})").ok());
}

TEST(Messages, ProfileOfAnotherVersionIsRefused)
{
    EXPECT_FALSE(decodeEvent(R"({"id":1,"type":"studyStage","result":{"profile":{"version":99}}})").ok());
}

} // namespace
} // namespace clv::protocol
