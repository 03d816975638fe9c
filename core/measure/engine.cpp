// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/engine.h"

#include "core/launch/launch.h"
#include "core/measure/build_log.h"
#include "core/measure/opencl_arguments.h"
#include "core/measure/opencl_program.h"
#include "core/measure/opencl_session.h"
#include "core/measure/peaks.h"
#include "core/measure/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace clv::measure::opencl {

namespace {

template <typename T>
T askKernel(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info question)
{
    T value{};
    if (clGetKernelWorkGroupInfo(kernel, device, question, sizeof value, &value, nullptr) != CL_SUCCESS)
        return T{};
    return value;
}

Result<void> checkGroupSize(cl_kernel kernel, const Device &device, const Launch &launch)
{
    const auto most = askKernel<std::size_t>(kernel, device.id, CL_KERNEL_WORK_GROUP_SIZE);
    if (most == 0 || launch.ndrange.groupItems() <= most)
        return {};
    return deviceError(
        fmt::format("Kernel `{}` can have work-groups of at most {} work-items on {}, the launch asks for "
                    "{}; choose a smaller local size.",
                    launch.kernel, most, device.description.name, launch.ndrange.groupItems()));
}

void describeKernel(Measurement &result, cl_kernel kernel, const Device &device, const BuiltProgram &program,
                    const std::string &driverName)
{
    result.privateBytes = askKernel<cl_ulong>(kernel, device.id, CL_KERNEL_PRIVATE_MEM_SIZE);
    result.localBytes = askKernel<cl_ulong>(kernel, device.id, CL_KERNEL_LOCAL_MEM_SIZE);
    result.preferredMultiple = askKernel<std::size_t>(kernel, device.id, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
    const RegisterUse use = registerUse(program.log, driverName);
    result.registers = use.registers;
    result.spillBytes = use.spillBytes;
}

void describeDevice(Measurement &result, const DeviceDescription &device)
{
    result.deviceKey = device.key();
    result.platformName = device.platformName;
    result.deviceName = device.name;
    result.driverVersion = device.driverVersion;
}

void takeOver(Measurement &result, Series series)
{
    result.medianNs = median(series.samplesNs);
    result.madNs = medianAbsoluteDeviation(series.samplesNs);
    const auto [least, most] = std::minmax_element(series.samplesNs.begin(), series.samplesNs.end());
    result.minNs = *least;
    result.maxNs = *most;
    const Interval interval = medianInterval(series.samplesNs);
    result.lowNs = interval.low;
    result.highNs = interval.high;
    result.samplesNs = std::move(series.samplesNs);
    result.firstNs = series.firstNs;
    result.hostOverheadNs = series.hostOverheadNs;
    result.warmups = series.warmups;
    result.launchesPerSample = series.launchesPerSample;
    result.timer = std::move(series.timer);
    result.cachesWarm = result.warmups > 0;
    result.takenAtUtc = utcNow();
}

} // namespace

struct Engine::Impl {
    std::map<std::string, Session> sessions; ///< by device key and index

    Result<Session *> session(const std::string &device);
    Result<Measurement> measure(Session &at, const MeasureRequest &request, const ProgressCallback &progress,
                                std::stop_token stop);
};

Result<Session *> Engine::Impl::session(const std::string &device)
{
    auto found = findDevice(device);
    if (!found)
        return found.error();
    const std::string key = fmt::format("{}#{}", found->description.key(), found->description.index);
    if (const auto it = sessions.find(key); it != sessions.end())
        return &it->second;
    auto opened = Session::open(std::move(*found));
    if (!opened)
        return opened.error();
    return &sessions.emplace(key, std::move(*opened)).first->second;
}

Result<Measurement> Engine::Impl::measure(Session &at, const MeasureRequest &request, const ProgressCallback &progress,
                                          std::stop_token stop)
{
    const Launch &launch = request.launch;
    const Device &device = at.device;
    Measurement result;
    describeDevice(result, device.description);
    result.kernel = launch.kernel;

    if (progress)
        progress({-1, "building `" + launch.kernel + "`"});
    auto program =
        buildProgram(at.context.get(), device, request.sourceText, request.sourcePath, launch.buildOptions.words);
    if (!program)
        return program.error();
    result.buildOptions = program->options;
    result.buildLog = program->log;
    result.buildNs = program->buildNs;

    auto found = findKernel(*program, launch.kernel);
    if (!found)
        return found.error();
    if (found->driverName != launch.kernel)
        result.buildLog += fmt::format("note: kernel `{}` has the name of a built-in function; {} calls it `{}`.\n",
                                       launch.kernel, device.description.platformName, found->driverName);
    cl_kernel kernel = found->kernel.get();
    if (auto legal = launch::checkLegal(launch, signatureOf(kernel, device, launch), &device.description); !legal)
        return legal.error();
    if (auto fits = checkGroupSize(kernel, device, launch); !fits)
        return fits.error();

    const Site site{at.context.get(), at.queue.get(), &device};
    auto arguments = Arguments::create(site, kernel, launch, request.sourceText, progress, stop);
    if (!arguments)
        return arguments.error();
    describeKernel(result, kernel, device, *program, found->driverName);

    Subject subject{&at, kernel, launch.kernel, launch.ndrange, {}};
    if (request.protocol.restoreBuffers) {
        if (auto prepared = arguments->prepareRestore(); !prepared)
            return prepared.error();
        subject.restore = [&arguments, stop] { return arguments->restore(stop); };
    }
    auto series = runSeries(subject, request.protocol, progress, stop);
    if (!series)
        return series.error();
    takeOver(result, std::move(*series));
    return result;
}

Engine::Engine() : m_impl(std::make_unique<Impl>()) {}
Engine::~Engine() = default;

Result<std::vector<DeviceDescription>> Engine::devices()
{
    auto devices = enumerateDevices();
    if (!devices)
        return devices.error();
    std::vector<DeviceDescription> descriptions;
    for (Device &device : *devices)
        descriptions.push_back(std::move(device.description));
    return descriptions;
}

Result<BuildOutcome> Engine::build(const std::string &sourceText, const std::string &sourcePath,
                                   const std::vector<std::string> &options, const std::string &device)
{
    const auto at = m_impl->session(device);
    if (!at)
        return at.error();
    BuildOutcome outcome;
    auto program = buildProgram((*at)->context.get(), (*at)->device, sourceText, sourcePath, options, &outcome.log);
    if (program) {
        outcome.ok = true;
        outcome.log = std::move(program->log);
        outcome.buildNs = program->buildNs;
        return outcome;
    }
    if (program.error().category != ErrorCategory::Kernel)
        return program.error();
    if (outcome.log.empty())
        outcome.log = program.error().describe();
    return outcome;
}

Result<Measurement> Engine::measure(const MeasureRequest &request, const ProgressCallback &progress,
                                    std::stop_token stop)
{
    const auto at = m_impl->session(request.device);
    if (!at)
        return at.error();
    auto result = m_impl->measure(**at, request, progress, stop);
    // A context in which a kernel failed is not to be trusted (and dead for good on some drivers).
    if (!result && result.error().category == ErrorCategory::Device)
        m_impl->sessions.clear();
    return result;
}

Result<DevicePeaks> Engine::peaks(const std::string &device, const ProgressCallback &progress, std::stop_token stop)
{
    const auto at = m_impl->session(device);
    if (!at)
        return at.error();
    auto result = measureDevicePeaks(**at, progress, stop);
    if (!result && result.error().category == ErrorCategory::Device)
        m_impl->sessions.clear();
    return result;
}

Result<std::vector<DeviceDescription>> listDevices()
{
    return Engine().devices();
}

Result<Measurement> measure(const MeasureRequest &request, const ProgressCallback &progress, std::stop_token stop)
{
    return Engine().measure(request, progress, std::move(stop));
}

Result<DevicePeaks> measurePeaks(const std::string &device, const ProgressCallback &progress, std::stop_token stop)
{
    return Engine().peaks(device, progress, std::move(stop));
}

} // namespace clv::measure::opencl
