// SPDX-License-Identifier: GPL-3.0-or-later
//
// Time from an edit to the refreshed estimate: what a user waits for after the pause that ends typing.
// Starts the real engine (`clv serve`), opens every example kernel, then edits each one repeatedly; an edit changes
// the text inside the kernel, so that nothing can come from a cache of the source.
//
//   clv_bench_edit_latency [edits per kernel, default 20]
//
// Prints per kernel and overall: median and 95th percentile in milliseconds, and the engine's resident memory.

#include "core/device/device.h"
#include "core/launch/launch.h"
#include "core/protocol/messages.h"
#include "core/support/child_process.h"
#include "core/support/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using namespace clv;

double quantile(std::vector<double> values, double q)
{
    std::ranges::sort(values);
    const double at = q * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, values.size() - 1);
    return values[low] + (at - static_cast<double>(low)) * (values[high] - values[low]);
}

double residentMiB(int pid)
{
    std::ifstream status(fmt::format("/proc/{}/status", pid));
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:"))
            return std::strtod(line.c_str() + 6, nullptr) / 1024;
    return 0;
}

/// Sends a study and returns the milliseconds until its last stage; the error's text when it fails.
Result<double> roundTrip(ChildProcess &engine, std::uint64_t id, protocol::StudyRequest study)
{
    study.revision = id;
    const Clock::time_point sent = Clock::now();
    if (auto written = engine.writeLine(protocol::encode(protocol::Request{id, std::move(study)})); !written)
        return written.error();
    while (true) {
        auto line = engine.readLine(sent + std::chrono::seconds(30));
        if (!line)
            return line.error();
        auto event = protocol::decodeEvent(*line);
        if (!event)
            return event.error();
        if (event->id != id)
            continue;
        if (const auto *failure = std::get_if<protocol::ErrorEvent>(&event->body))
            return failure->error;
        if (const auto *stage = std::get_if<protocol::StudyStageEvent>(&event->body); stage && stage->isLast) {
            if (stage->result.estimates.empty())
                return Error{ErrorCategory::Kernel, stage->result.problems.empty() ? "no estimate" : stage->result.problems[0], {}};
            return std::chrono::duration<double, std::milli>(Clock::now() - sent).count();
        }
    }
}

/// The text with a declaration put behind the first brace of the kernel's body.
std::string edited(const std::string &source, int edit)
{
    const std::size_t kernel = source.find("kernel");
    const std::size_t brace = kernel == std::string::npos ? std::string::npos : source.find('{', source.find(')', kernel));
    if (brace == std::string::npos)
        return source + fmt::format("\n/* edit {} */\n", edit);
    std::string text = source;
    return text.insert(brace + 1, fmt::format(" int edit_{0} = {0}; (void)edit_{0};", edit));
}

} // namespace

int main(int argc, char **argv)
{
    const int edits = argc > 1 ? std::max(1, std::atoi(argv[1])) : 20;
    auto engine = ChildProcess::start({{paths::siblingProgram("clv").string(), "serve"}, {}, 0});
    if (!engine) {
        fmt::print(stderr, "{}\n", engine.error().message);
        return 3;
    }
    const auto devices = device::tabulatedDevices();
    if (devices.empty()) {
        fmt::print(stderr, "No tabulated device: is resources/devices there?\n");
        return 2;
    }

    std::vector<std::filesystem::path> sources;
    for (const auto &entry : std::filesystem::directory_iterator(paths::resourceDir("kernels")))
        if (entry.path().extension() == ".cl")
            sources.push_back(entry.path());
    std::ranges::sort(sources);

    fmt::print("{:<24} {:>10} {:>10} {:>10}\n", "kernel", "first ms", "median ms", "p95 ms");
    std::vector<double> all;
    std::uint64_t id = 0;
    bool failed = false;
    for (const auto &path : sources) {
        protocol::StudyRequest study;
        study.sourcePath = path.string();
        study.sourceBytes = paths::readFile(path).value();
        study.device = devices.front();
        if (auto text = paths::readFile(launch::launchFileFor(path.string())); text.ok())
            if (auto spec = launch::parseLaunchFile(*text, path.filename().string()); spec.ok())
                study.launchSpec = *spec;
        const std::string source = study.sourceBytes;
        auto first = roundTrip(*engine, ++id, study);
        std::vector<double> times;
        for (int edit = 0; first.ok() && edit < edits; ++edit) {
            study.sourceBytes = edited(source, edit);
            auto time = roundTrip(*engine, ++id, study);
            if (!time) {
                first = time.error();
                break;
            }
            times.push_back(*time);
        }
        if (!first) {
            fmt::print("{:<24} failed: {}\n", path.stem().string(), first.error().describe());
            failed = true;
            continue;
        }
        fmt::print("{:<24} {:>10.1f} {:>10.1f} {:>10.1f}\n", path.stem().string(), *first, quantile(times, 0.5), quantile(times, 0.95));
        all.insert(all.end(), times.begin(), times.end());
    }
    if (all.empty())
        return 1;
    fmt::print("{:<24} {:>10} {:>10.1f} {:>10.1f}\n", "all", "", quantile(all, 0.5), quantile(all, 0.95));
    fmt::print("engine resident memory: {:.0f} MiB\n", residentMiB(engine->pid()));
    return failed ? 1 : 0;
}
