// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"

#include "core/report/report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>

namespace clv::cli {

void addTableOptions(CLI::App &command, CommonOptions &options, bool hasCsv)
{
    auto *json = command.add_flag("--json", options.json, "print one JSON document (has a schemaVersion)");
    if (hasCsv)
        command.add_flag("--csv", options.csv, "print comma-separated values, plain numbers, units in the header")
            ->excludes(json);
}

void addKernelOptions(CLI::App &command, CommonOptions &options)
{
    command.add_option("source", options.source, "OpenCL C file; - reads standard input")->required();
    command.add_option("--kernel", options.kernel,
                       "kernel to study (default: that of the launch file, else the first)");
    command.add_option("--launch", options.launchFile,
                       "launch file (default: SOURCE with .launch.json instead of .cl, if it exists, else inferred)");
    command.add_option("--global", options.global, "global size X[,Y[,Z]], expressions allowed: 2^20 or 4*n");
    command.add_option("--local", options.local, "local size X[,Y[,Z]]");
    command.add_option("--offset", options.offset, "global offset X[,Y[,Z]]");
    command
        .add_option("--arg", options.arguments,
                    "NAME=VALUE: scalar argument, buffer count or launch parameter; repeatable")
        ->allow_extra_args(false);
    command.add_option("-D,--define", options.defines, "NAME[=VALUE]: macro of the build; repeatable")
        ->allow_extra_args(false);
    command.add_option("-I,--include", options.includes, "folder for #include; repeatable")->allow_extra_args(false);
    command.add_option("--build-options", options.buildOptions, "options as for clBuildProgram, in one word");
    command.add_option("--device", options.device,
                       "device by index, or by part of its name or platform (see clv devices)");
    command.add_option("--time-limit", options.timeLimitS, "give up after this many seconds (exit code 4)")
        ->check(CLI::PositiveNumber);
}

void addModelOption(CLI::App &command, CommonOptions &options)
{
    command.add_option("--model", options.models, "model that predicts (see clv models); repeatable")
        ->allow_extra_args(false);
}

void print(const std::string &text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
}

void complain(const std::string &sentence)
{
    fmt::print(stderr, "clv: {}\n", sentence);
}

int fail(const Error &error)
{
    if (error.category != ErrorCategory::Cancelled)
        complain(error.describe());
    return exitCode(error.category);
}

void printJson(const std::string &command, nlohmann::json body)
{
    nlohmann::ordered_json document;
    document["schemaVersion"] = kSchemaVersion;
    document["command"] = command;
    for (auto &[key, value] : body.items())
        document[key] = std::move(value);
    print(document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

std::string nowUtc()
{
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    char text[32];
    const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return {text, length};
}

namespace {

const char *severityText(Severity severity)
{
    switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    default: return "note";
    }
}

std::string placed(const Diagnostic &diagnostic, const std::string &file)
{
    const std::string &name = diagnostic.where.file.empty() ? file : diagnostic.where.file;
    return fmt::format("{}:{}:{}: {}: {}", name, diagnostic.where.line, diagnostic.where.column,
                       severityText(diagnostic.severity), diagnostic.message);
}

} // namespace

int reportProblems(const StudyResult &result)
{
    const std::string file =
        result.sourcePath.empty() ? "<source>" : std::filesystem::path(result.sourcePath).filename().string();
    // With one error the problem's sentence has said it all.
    std::size_t errors = 0;
    for (const Diagnostic &diagnostic : result.diagnostics)
        errors += diagnostic.severity == Severity::Error ? 1 : 0;
    for (const Diagnostic &diagnostic : result.diagnostics)
        if (diagnostic.severity == Severity::Warning || (errors > 1 && diagnostic.severity == Severity::Error))
            fmt::print(stderr, "{}\n", placed(diagnostic, file));
    for (const std::string &problem : result.problems)
        complain(problem);
    return result.problems.empty() ? 0 : exitCode(result.problemCategory);
}

std::string subjectOf(const CommonOptions &options)
{
    return options.source == "-" ? "standard input" : std::filesystem::path(options.source).filename().string();
}

std::string sizeText(const NDRange &range, const Size3 &size)
{
    std::string text = std::to_string(size[0]);
    for (std::uint32_t d = 1; d < range.workDim; ++d)
        text += fmt::format(" x {}", size[d]);
    return text;
}

namespace {

std::string valueText(const LaunchArgument &argument)
{
    if (const auto *buffer = std::get_if<BufferValue>(&argument.value))
        return report::formatBytes(static_cast<double>(buffer->bytes));
    if (const auto *local = std::get_if<LocalValue>(&argument.value))
        return report::formatBytes(static_cast<double>(local->bytes)) + " local";
    if (const auto *scalar = std::get_if<ScalarValue>(&argument.value)) {
        std::string text;
        for (double lane : scalar->lanes)
            text += fmt::format("{}{}", text.empty() ? "" : ", ", lane);
        return scalar->lanes.size() > 1 ? "(" + text + ")" : text;
    }
    if (std::holds_alternative<ImageValue>(argument.value))
        return "image";
    return std::holds_alternative<StructValue>(argument.value) ? "struct" : "?";
}

} // namespace

std::string launchText(const Launch &launch)
{
    std::string arguments;
    for (const LaunchArgument &argument : launch.arguments)
        arguments += fmt::format("{}{}: {}", arguments.empty() ? "" : ", ", argument.name, valueText(argument));
    const NDRange &range = launch.ndrange;
    std::string text = fmt::format("{}({}), global {}, local {}", launch.kernel, arguments,
                                   sizeText(range, range.global), sizeText(range, range.local));
    if (range.offset != Size3{{0, 0, 0}})
        text += fmt::format(", offset {}", sizeText(range, range.offset));
    return text;
}

} // namespace clv::cli
