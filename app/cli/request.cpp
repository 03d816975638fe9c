// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/request.h"

#include "app/cli/guard.h"
#include "core/device/device.h"
#include "core/launch/launch.h"
#include "core/support/paths.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>

namespace clv::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxSourceBytes = 8u << 20;

Result<std::string> readStandardInput()
{
    std::string bytes;
    char chunk[1 << 14];
    for (std::size_t got = 0; (got = std::fread(chunk, 1, sizeof chunk, stdin)) > 0;) {
        bytes.append(chunk, got);
        if (bytes.size() > kMaxSourceBytes)
            return usageError("standard input: over 8 MiB, which is too much for one OpenCL C source");
    }
    return bytes;
}

/// Commas outside parentheses separate.
std::vector<Expression> sizes(const std::string &text)
{
    std::vector<Expression> parts(1);
    int depth = 0;
    for (char c : text) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == ',' && depth == 0)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

Result<std::optional<std::vector<Expression>>> sizeOption(const std::string &text, const char *option)
{
    if (text.empty())
        return std::optional<std::vector<Expression>>{};
    std::vector<Expression> parts = sizes(text);
    if (parts.size() > 3 || std::ranges::any_of(parts, &std::string::empty))
        return usageError(fmt::format("{} '{}': expected X[,Y[,Z]]", option, text));
    return std::optional(std::move(parts));
}

Result<LaunchOverrides> overridesOf(const CommonOptions &options)
{
    LaunchOverrides overrides;
    auto global = sizeOption(options.global, "--global");
    if (!global)
        return global.error();
    auto local = sizeOption(options.local, "--local");
    if (!local)
        return local.error();
    auto offset = sizeOption(options.offset, "--offset");
    if (!offset)
        return offset.error();
    overrides.global = std::move(*global);
    overrides.local = std::move(*local);
    overrides.offset = std::move(*offset);
    for (const std::string &argument : options.arguments) {
        const std::size_t equals = argument.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == argument.size())
            return usageError(fmt::format("--arg '{}': expected NAME=VALUE", argument));
        overrides.values.emplace_back(argument.substr(0, equals), argument.substr(equals + 1));
    }
    return overrides;
}

BuildOptions buildOptionsOf(const CommonOptions &options)
{
    BuildOptions build;
    for (const std::string &define : options.defines)
        build.words.push_back("-D" + define);
    for (const std::string &include : options.includes)
        build.words.push_back("-I" + fs::absolute(include).lexically_normal().string());
    for (std::string &word : splitWords(options.buildOptions))
        build.words.push_back(std::move(word));
    return build;
}

Result<std::optional<LaunchSpec>> launchSpecOf(const CommonOptions &options)
{
    std::string file = options.launchFile;
    if (file.empty() && options.source != "-") {
        file = launch::launchFileFor(options.source);
        if (!fs::exists(file))
            return std::optional<LaunchSpec>{};
    }
    if (file.empty())
        return std::optional<LaunchSpec>{};
    auto text = paths::readFile(file);
    if (!text)
        return text.error();
    auto spec = launch::parseLaunchFile(*text, file);
    if (!spec)
        return spec.error();
    return std::optional(std::move(*spec));
}

Error noDevice()
{
    return deviceError("no OpenCL device was found on this machine: install a driver (Debian: pocl-opencl-icd), or "
                       "predict for a described device with --device (see clv devices)");
}

Result<DeviceDescription> chooseDevice(const CommonOptions &options, DeviceNeed need, Job &job)
{
    const bool isIndex = !options.device.empty() && options.device.find_first_not_of("0123456789") == std::string::npos;
    std::vector<DeviceDescription> described;
    if (need != DeviceNeed::Local) {
        described = device::tabulatedDevices();
        // A described device needs no driver, so none is loaded for it.
        if (!options.device.empty() && !isIndex)
            if (auto found = device::choose(described, options.device))
                return found;
    }
    job.worker = makeWorker(options.timeLimitS);
    auto local = localDevices(*job.worker);
    if (!local && need != DeviceNeed::Local && local.error().category == ErrorCategory::Device)
        local = std::vector<DeviceDescription>{}; // described devices remain
    if (!local)
        return local.error();
    if (options.device.empty()) {
        if (local->empty())
            return noDevice();
        return local->front();
    }
    std::vector<DeviceDescription> all = std::move(*local);
    std::ranges::move(described, std::back_inserter(all));
    if (all.empty())
        return noDevice();
    return device::choose(all, options.device);
}

} // namespace

std::vector<std::string> splitWords(const std::string &text)
{
    std::vector<std::string> words;
    std::string word;
    bool isInWord = false;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0 ? c == quote : (c == '"' || c == '\'')) {
            quote = quote != 0 ? 0 : c;
            isInWord = true;
        } else if (c == '\\' && i + 1 < text.size() && quote != '\'') {
            word += text[++i];
            isInWord = true;
        } else if ((c == ' ' || c == '\t') && quote == 0) {
            if (isInWord)
                words.push_back(std::move(word));
            word.clear();
            isInWord = false;
        } else {
            word += c;
            isInWord = true;
        }
    }
    if (isInWord)
        words.push_back(std::move(word));
    return words;
}

Result<std::string> readSourceBytes(const CommonOptions &options)
{
    return options.source == "-" ? readStandardInput() : paths::readFile(options.source, kMaxSourceBytes);
}

std::unique_ptr<measure::WorkerClient> makeWorker(double deadlineS)
{
    measure::WorkerClient::Options options;
    if (deadlineS > 0)
        options.deadline = std::chrono::milliseconds(static_cast<long>(deadlineS * 1000));
    return std::make_unique<measure::WorkerClient>(std::move(options));
}

Result<std::vector<DeviceDescription>> localDevices(measure::WorkerClient &worker)
{
    auto devices = worker.devices();
    if (!devices)
        return devices.error();
    for (DeviceDescription &device : *devices) {
        device.isLocal = true;
        if (!device.peaks)
            device.peaks = device::loadPeaks(device);
    }
    return devices;
}

Result<Job> makeJob(const CommonOptions &options, const std::string &bytes, DeviceNeed need)
{
    Job job;
    auto loaded = engine();
    if (!loaded)
        return loaded.error();
    job.engine = *loaded;
    const std::string path =
        options.source == "-" ? std::string{} : fs::absolute(options.source).lexically_normal().string();
    auto source = job.engine->decode(path, bytes);
    if (!source)
        return source.error();
    job.request.source = std::move(*source);
    auto overrides = overridesOf(options);
    if (!overrides)
        return overrides.error();
    job.request.overrides = std::move(*overrides);
    auto spec = launchSpecOf(options);
    if (!spec)
        return spec.error();
    job.request.launchSpec = std::move(*spec);
    job.request.buildOptions = buildOptionsOf(options);
    job.request.kernel = options.kernel;
    job.request.models = options.models;
    if (need != DeviceNeed::None || !options.device.empty()) {
        auto device = chooseDevice(options, need, job);
        if (!device)
            return device.error();
        job.request.device = std::move(*device);
    }
    return job;
}

int onJob(const CommonOptions &options, DeviceNeed need, const std::function<int(Job &, std::stop_token)> &body)
{
    auto bytes = readSourceBytes(options);
    if (!bytes)
        return fail(bytes.error());
    GuardOptions guard;
    guard.subject = subjectOf(options);
    guard.timeLimitS = options.timeLimitS;
    return guarded(guard, [&](std::stop_token stop) {
        auto job = makeJob(options, *bytes, need);
        return job ? body(*job, stop) : fail(job.error());
    });
}

measure::MeasureRequest measureRequest(const Job &job, const Launch &launch)
{
    measure::MeasureRequest request;
    request.sourceText = job.request.source.text;
    request.sourcePath = job.request.source.path;
    request.launch = launch;
    request.device = std::to_string(job.request.device.index);
    return request;
}

} // namespace clv::cli
