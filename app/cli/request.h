// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/engine.h"
#include "core/measure/measure.h"

#include <memory>
#include <string>

namespace clv::cli {

enum class DeviceNeed {
    None,  ///< only if the user named one
    Any,   ///< a described one will do
    Local, ///< must be able to run kernels
};

/// A command line understood: what to study and where.
struct Job {
    study::Request request;
    Engine *engine = nullptr;
    std::unique_ptr<measure::WorkerClient> worker; ///< started when a device list was asked for
};

/// Bytes of the source, read before the guard forks ("-": standard input). Errors: Io, or over 8 MiB.
[[nodiscard]] Result<std::string> readSourceBytes(const CommonOptions &options);

/// Everything from options to a request: source, launch file, overrides, device with its peaks.
[[nodiscard]] Result<Job> makeJob(const CommonOptions &options, const std::string &bytes, DeviceNeed need);

/// Devices of this machine (through the worker) with stored peaks.
[[nodiscard]] Result<std::vector<DeviceDescription>> localDevices(measure::WorkerClient &worker);
[[nodiscard]] std::unique_ptr<measure::WorkerClient> makeWorker(double deadlineS = 0);

/// Reads the source, then runs `body` on the job under the guard. The exit code.
int onJob(const CommonOptions &options, DeviceNeed need, const std::function<int(Job &, std::stop_token)> &body);

/// Words of an option string: blanks separate, quotes and backslash protect.
[[nodiscard]] std::vector<std::string> splitWords(const std::string &text);

/// What a worker needs to measure a launch.
[[nodiscard]] measure::MeasureRequest measureRequest(const Job &job, const Launch &launch);

} // namespace clv::cli
