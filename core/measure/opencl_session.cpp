// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/opencl_session.h"

#include <array>
#include <ctime>

namespace clv::measure::opencl {

Result<Session> Session::open(Device device)
{
    Session session;
    session.device = std::move(device);
    const std::array<cl_context_properties, 3> properties{
        CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(session.device.platform), 0};
    cl_int code = CL_SUCCESS;
    session.context = Context(clCreateContext(properties.data(), 1, &session.device.id, nullptr, nullptr, &code));
    if (code != CL_SUCCESS)
        return callError(code, "clCreateContext");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    // Deprecated in 2.0, but 1.2 devices have no other, and newer ones keep it.
    session.queue =
        Queue(clCreateCommandQueue(session.context.get(), session.device.id, CL_QUEUE_PROFILING_ENABLE, &code));
#pragma GCC diagnostic pop
    if (code != CL_SUCCESS)
        return callError(code, "clCreateCommandQueue");
    return session;
}

Result<void> Session::finish() const
{
    const cl_int code = clFinish(queue.get());
    return code == CL_SUCCESS ? Result<void>() : callError(code, "clFinish");
}

Result<EventTimes> eventTimes(const Event &event)
{
    cl_int status = CL_COMPLETE;
    cl_int code = clGetEventInfo(event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    if (code != CL_SUCCESS)
        return callError(code, "clGetEventInfo");
    if (status < 0)
        return callError(status, "the execution of the kernel");
    EventTimes times;
    const std::array<std::pair<cl_profiling_info, std::uint64_t *>, 4> stamps{{
        {CL_PROFILING_COMMAND_QUEUED, &times.queuedNs},
        {CL_PROFILING_COMMAND_SUBMIT, &times.submittedNs},
        {CL_PROFILING_COMMAND_START, &times.startNs},
        {CL_PROFILING_COMMAND_END, &times.endNs},
    }};
    for (const auto &[question, answer] : stamps) {
        cl_ulong value = 0;
        code = clGetEventProfilingInfo(event.get(), question, sizeof value, &value, nullptr);
        if (code != CL_SUCCESS)
            return callError(code, "clGetEventProfilingInfo");
        *answer = value;
    }
    return times;
}

std::string utcNow()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

} // namespace clv::measure::opencl
