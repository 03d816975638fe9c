// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/messages.h"
#include "core/support/child_process.h"
#include "core/support/paths.h"
#include "tests/unit/measure/launches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace clv {
namespace {

using ::testing::HasSubstr;

auto soon()
{
    return std::chrono::steady_clock::now() + std::chrono::seconds(20);
}

class WorkerProtocolTest : public ::testing::Test {
protected:
    void SetUp() override
    {
        auto started = ChildProcess::start({{paths::siblingProgram("clv-worker").string()}, {}, 0, {}});
        ASSERT_TRUE(started.ok()) << started.error().message;
        m_worker.emplace(std::move(*started));
    }
    protocol::Event next()
    {
        const auto line = m_worker->readLine(soon());
        EXPECT_TRUE(line.ok()) << line.error().message;
        if (!line)
            return {};
        auto event = protocol::decodeEvent(*line);
        EXPECT_TRUE(event.ok()) << *line;
        return event ? std::move(*event) : protocol::Event{};
    }
    void say(std::string_view line) { ASSERT_TRUE(m_worker->writeLine(line).ok()); }

    std::optional<ChildProcess> m_worker;
};

TEST_F(WorkerProtocolTest, GarbageGivesErrorEventsAndTheWorkerLives)
{
    const std::string lines[] = {"garbage",
                                 "{",
                                 "[]",
                                 "{\"type\":\"nonsense\",\"id\":4}",
                                 "{\"type\":\"measure\",\"id\":5,\"launch\":7}",
                                 std::string("\xff\xfe\x00\x01", 4),
                                 "{\"id\":1}"};
    for (const std::string &line : lines) {
        say(line);
        const auto event = next();
        ASSERT_TRUE(std::holds_alternative<protocol::ErrorEvent>(event.body)) << line;
        EXPECT_EQ(std::get<protocol::ErrorEvent>(event.body).error.category, ErrorCategory::Usage) << line;
    }
    say(encode(protocol::Request{9, protocol::Hello{}}));
    const auto hello = next();
    EXPECT_EQ(hello.id, 9u);
    EXPECT_TRUE(std::holds_alternative<protocol::HelloEvent>(hello.body));
}

TEST_F(WorkerProtocolTest, RequestForTheEngineIsRefused)
{
    say(encode(protocol::Request{3, protocol::ModelsRequest{}}));
    const auto event = next();
    EXPECT_EQ(event.id, 3u);
    ASSERT_TRUE(std::holds_alternative<protocol::ErrorEvent>(event.body));
    EXPECT_THAT(std::get<protocol::ErrorEvent>(event.body).error.message, HasSubstr("engine"));
}

TEST_F(WorkerProtocolTest, EndsAtEndOfInput)
{
    say(encode(protocol::Request{1, protocol::Hello{}}));
    m_worker->closeInput();
    next();
    const auto exit = m_worker->waitUntil(soon());
    ASSERT_TRUE(exit.has_value());
    EXPECT_EQ(exit->code, 0);
    EXPECT_EQ(exit->signal, 0);
}

TEST_F(WorkerProtocolTest, CancelTakesAQueuedRequestOut)
{
    const auto request = test::endlessLoop();
    protocol::MeasureRequest message;
    message.sourceText = request.sourceText;
    message.launch = request.launch;
    say(encode(protocol::Request{1, message}));
    say(encode(protocol::Request{2, protocol::Hello{}}));
    say(encode(protocol::Request{3, protocol::Cancel{2}}));
    while (true) {
        const auto event = next();
        if (event.id == 1 && std::holds_alternative<protocol::ErrorEvent>(event.body))
            GTEST_SKIP() << "no OpenCL device: " << std::get<protocol::ErrorEvent>(event.body).error.message;
        if (event.id != 2)
            continue;
        ASSERT_TRUE(std::holds_alternative<protocol::ErrorEvent>(event.body));
        EXPECT_EQ(std::get<protocol::ErrorEvent>(event.body).error.category, ErrorCategory::Cancelled);
        break;
    }
}

TEST_F(WorkerProtocolTest, EndlessKernelDoesNotOutliveItsReaders)
{
    const auto request = test::endlessLoop();
    protocol::MeasureRequest message;
    message.sourceText = request.sourceText;
    message.launch = request.launch;
    const std::string file = ::testing::TempDir() + "clv-endless-" + std::to_string(::getpid());
    std::ofstream(file) << encode(protocol::Request{1, message}) << '\n';
    // `head` leaves after the third line, which announces the first launch; then nobody reads nor writes.
    const std::string worker = paths::siblingProgram("clv-worker").string();
    auto shell = ChildProcess::start({{"/bin/sh", "-c", "cat " + file + " | '" + worker + "' | head -n 3"}, {}});
    ASSERT_TRUE(shell.ok());
    const auto exit = shell->waitUntil(soon());
    std::remove(file.c_str());
    EXPECT_TRUE(exit.has_value()) << "the worker still runs";
}

TEST_F(WorkerProtocolTest, BuildRequestReturnsTheWholeLog)
{
    say(encode(
        protocol::Request{1, protocol::BuildRequest{"kernel void k(global int *x) { x[0] = nothing; }", "", "", {}}}));
    const auto event = next();
    if (std::holds_alternative<protocol::ErrorEvent>(event.body))
        GTEST_SKIP() << std::get<protocol::ErrorEvent>(event.body).error.message;
    ASSERT_TRUE(std::holds_alternative<protocol::BuiltEvent>(event.body));
    EXPECT_FALSE(std::get<protocol::BuiltEvent>(event.body).ok);
    EXPECT_THAT(std::get<protocol::BuiltEvent>(event.body).log, HasSubstr("nothing"));
}

} // namespace
} // namespace clv
