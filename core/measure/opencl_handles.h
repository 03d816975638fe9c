// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to core/measure: the one place that includes the OpenCL headers.
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>

#include "core/support/result.h"

#include <string>
#include <utility>

namespace clv::measure::opencl {

/// "CL_OUT_OF_RESOURCES"; "CL error" for codes no header names.
[[nodiscard]] const char *errorName(cl_int code);
/// "CL_OUT_OF_RESOURCES (-5) from clEnqueueNDRangeKernel", with what it usually means.
[[nodiscard]] Error callError(cl_int code, const char *call, ErrorCategory category = ErrorCategory::Device);

/// Owner of one OpenCL object.
template <typename Handle, cl_int (*Release)(Handle)>
class Owned {
public:
    Owned() = default;
    explicit Owned(Handle handle) : m_handle(handle) {}
    Owned(Owned &&other) noexcept : m_handle(std::exchange(other.m_handle, nullptr)) {}
    Owned &operator=(Owned &&other) noexcept
    {
        std::swap(m_handle, other.m_handle);
        return *this;
    }
    ~Owned()
    {
        if (m_handle)
            Release(m_handle);
    }
    [[nodiscard]] Handle get() const { return m_handle; }
    explicit operator bool() const { return m_handle != nullptr; }

private:
    Handle m_handle = nullptr;
};

using Context = Owned<cl_context, clReleaseContext>;
using Queue = Owned<cl_command_queue, clReleaseCommandQueue>;
using Program = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;
using Memory = Owned<cl_mem, clReleaseMemObject>;
using Sampler = Owned<cl_sampler, clReleaseSampler>;
using Event = Owned<cl_event, clReleaseEvent>;

} // namespace clv::measure::opencl
