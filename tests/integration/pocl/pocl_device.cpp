// SPDX-License-Identifier: GPL-3.0-or-later
#include "pocl_case.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <fmt/format.h>

namespace clv::test {

namespace {

cl_device_id findDevice()
{
    cl_platform_id platforms[16];
    cl_uint count = 0;
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS)
        return nullptr;
    for (cl_uint k = 0; k < count && k < 16; ++k) {
        char name[256] = {};
        clGetPlatformInfo(platforms[k], CL_PLATFORM_NAME, sizeof(name), name, nullptr);
        cl_device_id device = nullptr;
        if (std::string(name) == "Portable Computing Language" &&
            clGetDeviceIDs(platforms[k], CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS)
            return device;
    }
    return nullptr;
}

} // namespace

DeviceRun runOnPocl(const Case &test, const std::vector<std::vector<std::byte>> &inputs)
{
    DeviceRun run;
    const cl_device_id device = findDevice();
    if (!device) {
        run.isAbsent = true;
        return run;
    }
    cl_int status = CL_SUCCESS;
    const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    const char *text = test.source.c_str();
    const cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
    std::string options;
    for (const std::string &word : test.options)
        options += word + " ";
    if (clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
        std::string log(1 << 16, '\0');
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
        run.problem = "build failed: " + std::string(log.c_str());
        return run;
    }
    const cl_kernel kernel = clCreateKernel(program, "k", &status);
    std::vector<cl_mem> buffers(inputs.size());
    for (std::size_t k = 0; k < inputs.size() && status == CL_SUCCESS; ++k) {
        const auto &value = test.arguments[k].argument.value;
        const auto index = static_cast<cl_uint>(k);
        if (std::holds_alternative<BufferValue>(value)) {
            buffers[k] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, inputs[k].size(),
                                        const_cast<std::byte *>(inputs[k].data()), &status);
            status |= clSetKernelArg(kernel, index, sizeof(cl_mem), &buffers[k]);
        } else if (const auto *local = std::get_if<LocalValue>(&value)) {
            status = clSetKernelArg(kernel, index, local->bytes, nullptr);
        } else if (const auto *scalarValue = std::get_if<ScalarValue>(&value)) {
            status = clSetKernelArg(kernel, index, scalarValue->bytes.size(), scalarValue->bytes.data());
        } else if (const auto *structure = std::get_if<StructValue>(&value)) {
            status = clSetKernelArg(kernel, index, structure->bytes.size(), structure->bytes.data());
        }
    }
    if (status == CL_SUCCESS) {
        const std::size_t global[3] = {test.global[0], test.global[1], test.global[2]};
        const std::size_t local[3] = {test.local[0], test.local[1], test.local[2]};
        const std::size_t offset[3] = {test.offset[0], test.offset[1], test.offset[2]};
        status = clEnqueueNDRangeKernel(queue, kernel, test.workDim, offset, global, local, 0, nullptr, nullptr);
    }
    run.buffers.resize(inputs.size());
    for (std::size_t k = 0; k < inputs.size() && status == CL_SUCCESS; ++k)
        if (buffers[k]) {
            run.buffers[k].resize(inputs[k].size());
            status = clEnqueueReadBuffer(queue, buffers[k], CL_TRUE, 0, inputs[k].size(), run.buffers[k].data(), 0,
                                         nullptr, nullptr);
        }
    if (status != CL_SUCCESS)
        run.problem = fmt::format("OpenCL error {}", status);
    for (const cl_mem buffer : buffers)
        if (buffer)
            clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return run;
}

} // namespace clv::test
