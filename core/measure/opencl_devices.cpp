// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/opencl_devices.h"

#include "core/device/device.h"
#include "core/support/log.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace clv::measure::opencl {

namespace {

constexpr cl_int kPlatformNotFound = -1001;           // cl_khr_icd
constexpr cl_device_info kNvWarpSize = 0x4003;        // cl_nv_device_attribute_query
constexpr cl_device_info kAmdWavefrontWidth = 0x4043; // cl_amd_device_attribute_query

/// Value of fixed size; zero when the driver does not know the question.
template <typename T>
T ask(cl_device_id device, cl_device_info question)
{
    T value{};
    if (clGetDeviceInfo(device, question, sizeof value, &value, nullptr) != CL_SUCCESS)
        return T{};
    return value;
}

/// Drivers pad names with blanks and count the terminating zero.
std::string trimmed(std::string text)
{
    text.resize(std::min(text.find('\0'), text.size()));
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string askText(cl_device_id device, cl_device_info question)
{
    std::size_t size = 0;
    if (clGetDeviceInfo(device, question, 0, nullptr, &size) != CL_SUCCESS || size == 0)
        return {};
    std::string text(size, '\0');
    if (clGetDeviceInfo(device, question, size, text.data(), nullptr) != CL_SUCCESS)
        return {};
    return trimmed(std::move(text));
}

std::string platformName(cl_platform_id platform)
{
    std::size_t size = 0;
    if (clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, nullptr, &size) != CL_SUCCESS)
        return {};
    std::string text(size, '\0');
    if (clGetPlatformInfo(platform, CL_PLATFORM_NAME, size, text.data(), nullptr) != CL_SUCCESS)
        return {};
    return trimmed(std::move(text));
}

DeviceType deviceType(cl_device_type type)
{
    if (type & CL_DEVICE_TYPE_GPU)
        return DeviceType::Gpu;
    if (type & CL_DEVICE_TYPE_CPU)
        return DeviceType::Cpu;
    if (type & CL_DEVICE_TYPE_ACCELERATOR)
        return DeviceType::Accelerator;
    return type ? DeviceType::Other : DeviceType::Unknown;
}

void describeIdentity(Device &device)
{
    DeviceDescription &d = device.description;
    d.platformName = platformName(device.platform);
    d.name = askText(device.id, CL_DEVICE_NAME);
    d.vendor = askText(device.id, CL_DEVICE_VENDOR);
    d.driverVersion = askText(device.id, CL_DRIVER_VERSION);
    d.openclVersion = askText(device.id, CL_DEVICE_VERSION);
    d.openclCVersion = askText(device.id, CL_DEVICE_OPENCL_C_VERSION);
    d.type = deviceType(ask<cl_device_type>(device.id, CL_DEVICE_TYPE));
    d.isLocal = true;
    std::istringstream words(askText(device.id, CL_DEVICE_EXTENSIONS));
    for (std::string word; words >> word;)
        d.extensions.push_back(word);
}

void describeMemory(Device &device)
{
    DeviceDescription &d = device.description;
    d.globalMemBytes = ask<cl_ulong>(device.id, CL_DEVICE_GLOBAL_MEM_SIZE);
    d.maxAllocBytes = ask<cl_ulong>(device.id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    d.globalCacheBytes = ask<cl_ulong>(device.id, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
    d.localMemBytes = ask<cl_ulong>(device.id, CL_DEVICE_LOCAL_MEM_SIZE);
    d.maxConstantBytes = ask<cl_ulong>(device.id, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
    d.hasLocalMemoryHardware = ask<cl_device_local_mem_type>(device.id, CL_DEVICE_LOCAL_MEM_TYPE) == CL_LOCAL;
    d.hasImages = ask<cl_bool>(device.id, CL_DEVICE_IMAGE_SUPPORT) == CL_TRUE;
}

std::uint32_t warpWidth(const Device &device)
{
    if (device.hasExtension("cl_nv_device_attribute_query"))
        if (const auto width = ask<cl_uint>(device.id, kNvWarpSize))
            return width;
    if (device.hasExtension("cl_amd_device_attribute_query"))
        if (const auto width = ask<cl_uint>(device.id, kAmdWavefrontWidth))
            return width;
    if (device.majorVersion() >= 3)
        return static_cast<std::uint32_t>(ask<std::size_t>(device.id, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE));
    return 0;
}

void describeExecution(Device &device)
{
    DeviceDescription &d = device.description;
    d.computeUnits = ask<cl_uint>(device.id, CL_DEVICE_MAX_COMPUTE_UNITS);
    d.maxClockMhz = ask<cl_uint>(device.id, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    d.maxWorkGroupSize = ask<std::size_t>(device.id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    std::size_t sizes[16] = {};
    if (clGetDeviceInfo(device.id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, nullptr) == CL_SUCCESS)
        d.maxWorkItemSizes = {sizes[0], sizes[1], sizes[2]};
    d.warpWidth = warpWidth(device);
    d.timerResolutionNs = static_cast<std::uint32_t>(ask<std::size_t>(device.id, CL_DEVICE_PROFILING_TIMER_RESOLUTION));
    d.hasFp64 = ask<cl_device_fp_config>(device.id, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
    d.hasFp16 = device.hasExtension("cl_khr_fp16");
    // Mandatory in OpenCL 2.x, optional again in 3.0, absent before (OpenCL 3.0 API, appendix H).
    const int major = device.majorVersion();
    if (major >= 3) {
        d.hasNonUniformGroups = ask<cl_bool>(device.id, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT) == CL_TRUE;
        d.hasGenericAddressSpace = ask<cl_bool>(device.id, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT) == CL_TRUE;
    } else {
        d.hasNonUniformGroups = d.hasGenericAddressSpace = major == 2;
    }
    if (major >= 3 || device.hasExtension("cl_khr_subgroups"))
        d.maxSubGroups = ask<cl_uint>(device.id, CL_DEVICE_MAX_NUM_SUB_GROUPS);
}

Error noPlatform()
{
    const char *vendors = std::getenv("OCL_ICD_VENDORS");
    const std::string place =
        vendors && *vendors ? std::string("'") + vendors + "' (OCL_ICD_VENDORS)" : std::string("/etc/OpenCL/vendors");
    return deviceError("No OpenCL platform was found in " + place +
                       "; install a driver with its .icd file, for example the package pocl-opencl-icd for the CPU.");
}

std::vector<cl_device_id> deviceIds(cl_platform_id platform)
{
    cl_uint count = 0;
    const cl_int code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
    if (code != CL_SUCCESS && code != CL_DEVICE_NOT_FOUND)
        log::warning("platform " + platformName(platform) + ": " + callError(code, "clGetDeviceIDs").message);
    if (code != CL_SUCCESS || count == 0)
        return {};
    std::vector<cl_device_id> ids(count);
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr) != CL_SUCCESS)
        return {};
    return ids;
}

} // namespace

bool Device::isNvidia() const
{
    return description.platformName.find("NVIDIA") != std::string::npos;
}

int Device::majorVersion() const
{
    constexpr std::string_view kPrefix = "OpenCL ";
    const std::string &text = description.openclVersion;
    if (text.size() <= kPrefix.size() || text.compare(0, kPrefix.size(), kPrefix) != 0)
        return 1;
    const int digit = text[kPrefix.size()] - '0';
    return digit >= 1 && digit <= 9 ? digit : 1;
}

bool Device::hasExtension(const char *name) const
{
    return std::find(description.extensions.begin(), description.extensions.end(), name) !=
           description.extensions.end();
}

Result<std::vector<Device>> enumerateDevices()
{
    cl_uint count = 0;
    cl_int code = clGetPlatformIDs(0, nullptr, &count);
    if (code == kPlatformNotFound || (code == CL_SUCCESS && count == 0))
        return noPlatform();
    if (code != CL_SUCCESS)
        return callError(code, "clGetPlatformIDs");
    std::vector<cl_platform_id> platforms(count);
    code = clGetPlatformIDs(count, platforms.data(), nullptr);
    if (code != CL_SUCCESS)
        return callError(code, "clGetPlatformIDs");

    std::vector<Device> devices;
    std::string platformNames;
    for (cl_platform_id platform : platforms) {
        platformNames += (platformNames.empty() ? "" : ", ") + platformName(platform);
        for (cl_device_id id : deviceIds(platform)) {
            Device device{platform, id, {}};
            device.description.index = static_cast<std::uint32_t>(devices.size());
            describeIdentity(device);
            describeMemory(device);
            describeExecution(device);
            devices.push_back(std::move(device));
        }
    }
    if (devices.empty())
        return deviceError("The OpenCL platform(s) " + platformNames +
                           " offer no device; check the driver with 'clinfo'.");
    return devices;
}

Result<Device> findDevice(const std::string &wanted)
{
    auto devices = enumerateDevices();
    if (!devices)
        return devices.error();
    std::vector<DeviceDescription> descriptions;
    for (const Device &device : *devices)
        descriptions.push_back(device.description);
    const auto chosen = device::choose(descriptions, wanted);
    if (!chosen)
        return chosen.error();
    return (*devices)[chosen->index];
}

} // namespace clv::measure::opencl
