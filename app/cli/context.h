// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"
#include "core/types/device.h"
#include "core/types/study.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clv::cli {

/// Options that every command on a kernel shares.
struct CommonOptions {
    std::string source; ///< file, or "-" for standard input
    std::string kernel, launchFile, device;
    std::string global, local, offset;
    std::vector<std::string> arguments, defines, includes, models;
    std::string buildOptions;
    bool json = false, csv = false;
    double timeLimitS = 0;
};

/// The command chosen on the command line: runs after parsing, returns the exit code.
using Action = std::function<int()>;

/// Adds the options above to a subcommand.
void addKernelOptions(CLI::App &command, CommonOptions &options);
void addModelOption(CLI::App &command, CommonOptions &options);
void addTableOptions(CLI::App &command, CommonOptions &options, bool hasCsv = true);

// One function a subcommand, each in its own file.
void addAnalyze(CLI::App &app, Action &action);
void addCompare(CLI::App &app, Action &action);
void addDevices(CLI::App &app, Action &action);
void addDoctor(CLI::App &app, Action &action);
void addInfer(CLI::App &app, Action &action);
void addMeasure(CLI::App &app, Action &action);
void addModels(CLI::App &app, Action &action);
void addPredict(CLI::App &app, Action &action);
void addReport(CLI::App &app, Action &action);
void addServe(CLI::App &app, Action &action);
void addSweep(CLI::App &app, Action &action);

// ---- Output ---------------------------------------------------------------------------------------------------

inline constexpr int kSchemaVersion = 1;

/// Standard output; a closed pipe ends the program quietly.
void print(const std::string &text);
/// "clv: ..." on standard error.
void complain(const std::string &sentence);
int fail(const Error &error); ///< complains and gives the exit code
/// One JSON document: `body` with schemaVersion and command in front.
void printJson(const std::string &command, nlohmann::json body);
[[nodiscard]] std::string nowUtc(); ///< RFC 3339, seconds

/// Diagnostics and problems of a study to standard error; the exit code they mean, 0 when there are none.
int reportProblems(const StudyResult &result);
/// How the source is called in messages: its file name, "standard input" for "-".
[[nodiscard]] std::string subjectOf(const CommonOptions &options);
/// "saxpy(x: 4.0 MiB, a: 2, n: 1048576), global 1048576, local 256"
[[nodiscard]] std::string launchText(const Launch &launch);
[[nodiscard]] std::string sizeText(const NDRange &range, const Size3 &size); ///< "1024 x 768"

} // namespace clv::cli
