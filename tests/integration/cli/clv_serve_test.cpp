// SPDX-License-Identifier: GPL-3.0-or-later
#include "clv_runner.h"

#include "core/protocol/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace clv::test {
namespace {

using ::testing::HasSubstr;

protocol::StudyRequest studyOf(const std::string &source, std::uint64_t revision)
{
    protocol::StudyRequest request;
    request.revision = revision;
    request.sourceBytes = source;
    request.device.name = "test";
    request.device.type = DeviceType::Gpu;
    request.device.computeUnits = 16;
    request.device.maxWorkGroupSize = 1024;
    return request;
}

std::vector<protocol::Event> answersTo(const std::vector<std::string> &lines)
{
    std::string input;
    for (const std::string &line : lines)
        input += line + '\n';
    const Outcome outcome = runClv({"serve"}, input);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::vector<protocol::Event> events;
    std::istringstream stream(outcome.out);
    for (std::string line; std::getline(stream, line);) {
        auto event = protocol::decodeEvent(line);
        EXPECT_TRUE(event.ok()) << line;
        if (event)
            events.push_back(std::move(*event));
    }
    return events;
}

template <typename Body>
std::vector<const Body *> bodiesOf(const std::vector<protocol::Event> &events, std::uint64_t id)
{
    std::vector<const Body *> found;
    for (const protocol::Event &event : events)
        if (event.id == id)
            if (const auto *body = std::get_if<Body>(&event.body))
                found.push_back(body);
    return found;
}

constexpr const char *kScale = "__kernel void scale(__global float *x, float a) { x[get_global_id(0)] *= a; }\n";

TEST(Serve, GreetsAndListsModels)
{
    const auto events = answersTo({encode(protocol::Request{1, protocol::Hello{protocol::kVersion, "test"}}),
                                   encode(protocol::Request{2, protocol::ModelsRequest{}})});
    ASSERT_EQ(bodiesOf<protocol::HelloEvent>(events, 1).size(), 1u);
    ASSERT_EQ(bodiesOf<protocol::ModelsEvent>(events, 2).size(), 1u);
    EXPECT_EQ(bodiesOf<protocol::ModelsEvent>(events, 2)[0]->models.front()[0], "roofline");
}

TEST(Serve, StudyEndsWithExactlyOneLastStage)
{
    const auto events = answersTo({encode(protocol::Request{7, studyOf(kScale, 1)})});
    const auto stages = bodiesOf<protocol::StudyStageEvent>(events, 7);
    ASSERT_FALSE(stages.empty());
    EXPECT_EQ(stages.front()->stage, "outline");
    for (std::size_t i = 0; i < stages.size(); ++i)
        EXPECT_EQ(stages[i]->isLast, i + 1 == stages.size());
    EXPECT_EQ(stages.back()->stage, "estimate");
    EXPECT_EQ(stages.back()->result.estimates.size(), 1u);
    EXPECT_EQ(stages.back()->result.revision, 1u);
}

TEST(Serve, NewerRevisionCancelsOlderOnes)
{
    std::vector<std::string> lines;
    constexpr std::uint64_t kCount = 20;
    for (std::uint64_t i = 1; i <= kCount; ++i)
        lines.push_back(encode(protocol::Request{i, studyOf(kScale + std::string(i, '\n'), i)}));
    const auto events = answersTo(lines);
    std::size_t cancelled = 0;
    for (std::uint64_t i = 1; i <= kCount; ++i) {
        const auto errors = bodiesOf<protocol::ErrorEvent>(events, i);
        const auto stages = bodiesOf<protocol::StudyStageEvent>(events, i);
        const bool isDone = !stages.empty() && stages.back()->isLast;
        EXPECT_EQ(errors.size() + (isDone ? 1 : 0), 1u) << i;
        cancelled += errors.size();
    }
    EXPECT_GT(cancelled, 0u);
    EXPECT_TRUE(bodiesOf<protocol::ErrorEvent>(events, kCount).empty());
}

TEST(Serve, SurvivesNonsense)
{
    const auto events = answersTo({"nonsense", "{}", "{\"id\": 3, \"type\": \"fly\"}", std::string(100000, '['),
                                   encode(protocol::Request{4, protocol::DevicesRequest{}}),
                                   encode(protocol::Request{5, studyOf(std::string("\0\1\2", 3), 1)}),
                                   encode(protocol::Request{6, studyOf(kScale, 2)})});
    EXPECT_EQ(bodiesOf<protocol::ErrorEvent>(events, 4).size(), 1u);
    const auto last = bodiesOf<protocol::StudyStageEvent>(events, 6);
    ASSERT_FALSE(last.empty());
    EXPECT_EQ(last.back()->result.estimates.size(), 1u);
}

TEST(Serve, CompletesAndSweeps)
{
    protocol::CompleteRequest complete{studyOf("__kernel void k(__global int *x) { get_gl }\n", 1), 1, 42};
    protocol::SweepRequest sweep{studyOf(kScale, 1), {}};
    sweep.spec.axis = {"global", {1024, 2048}, true};
    const auto events = answersTo({encode(protocol::Request{1, complete}), encode(protocol::Request{2, sweep})});
    const auto completions = bodiesOf<protocol::CompletionsEvent>(events, 1);
    ASSERT_EQ(completions.size(), 1u);
    EXPECT_FALSE(completions[0]->items.empty());
    EXPECT_EQ(bodiesOf<protocol::SweepPointEvent>(events, 2).size(), 2u);
    ASSERT_EQ(bodiesOf<protocol::SweepDoneEvent>(events, 2).size(), 1u);
    EXPECT_EQ(bodiesOf<protocol::SweepDoneEvent>(events, 2)[0]->sweep.points.size(), 2u);
}

} // namespace
} // namespace clv::test
