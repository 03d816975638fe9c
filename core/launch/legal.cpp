// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace clv::launch {
namespace {

std::string sizeText(const Size3 &size, std::uint32_t dimensions)
{
    std::string text = std::to_string(size[0]);
    for (std::uint32_t d = 1; d < dimensions; ++d)
        text += " x " + std::to_string(size[d]);
    return text;
}

std::uint32_t dimensionsOf(const Size3 &size)
{
    return size[2] > 1 ? 3 : size[1] > 1 ? 2 : 1;
}

/// "65536 bytes (64 KiB)".
std::string bytesText(std::uint64_t bytes)
{
    static constexpr std::array<const char *, 4> kUnits{"KiB", "MiB", "GiB", "TiB"};
    if (bytes < 1024)
        return fmt::format("{} bytes", bytes);
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (value /= 1024; value >= 1024 && unit + 1 < kUnits.size(); ++unit)
        value /= 1024;
    return fmt::format("{} bytes ({:.4g} {})", bytes, value, kUnits[unit]);
}

/// Work-groups may be smaller at the edge only in programs built as OpenCL C 2.0 or later, and without the promise of
/// -cl-uniform-work-group-size (OpenCL 3.0 API, clEnqueueNDRangeKernel and section 5.8.6.5).
bool allowsNonUniformGroups(const BuildOptions &options)
{
    bool isNewEnough = false;
    for (const std::string &word : options.words) {
        if (word == "-cl-uniform-work-group-size")
            return false;
        if (word.starts_with("-cl-std=CL")) {
            double version = 0;
            std::from_chars(word.data() + 10, word.data() + word.size(), version);
            isNewEnough = version >= 2.0;
        }
    }
    return isNewEnough;
}

class Checker {
public:
    Checker(const Launch &launch, const KernelSignature &signature, const DeviceDescription *device)
        : m_launch(launch), m_signature(signature), m_device(device), m_range(launch.ndrange)
    {
    }

    Result<void> run() const
    {
        using Check = Result<void> (Checker::*)() const;
        for (const Check check : {&Checker::checkSizes, &Checker::checkRequired, &Checker::checkUniform})
            if (Result<void> checked = (this->*check)(); !checked)
                return checked;
        if (m_device == nullptr)
            return {};
        for (const Check check :
             {&Checker::checkFeatures, &Checker::checkGroup, &Checker::checkLocalMemory, &Checker::checkBuffers})
            if (Result<void> checked = (this->*check)(); !checked)
                return checked;
        return {};
    }

private:
    Error refused(const std::string &what) const
    {
        return deviceError(fmt::format("{} on device '{}'", what, m_device->name));
    }

    Result<void> checkSizes() const
    {
        if (m_range.workDim < 1 || m_range.workDim > 3)
            return usageError(fmt::format("a launch has 1 to 3 dimensions, not {}", m_range.workDim));
        for (std::size_t d = 0; d < 3; ++d)
            if (m_range.global[d] == 0 || m_range.local[d] == 0)
                return usageError(fmt::format("the {} size is 0 in dimension {}; it must be at least 1",
                                              m_range.global[d] == 0 ? "global" : "local", d));
        return {};
    }

    Result<void> checkRequired() const
    {
        if (!m_signature.requiredLocalSize)
            return {};
        const Size3 &required = *m_signature.requiredLocalSize;
        const std::uint32_t needed = dimensionsOf(required);
        if (m_range.workDim < needed)
            return usageError(
                fmt::format("kernel '{}' requires the local size {} (reqd_work_group_size), so the global "
                            "size needs {} dimensions, not {}",
                            m_signature.name, sizeText(required, needed), needed, m_range.workDim));
        if (m_range.local != required)
            return usageError(fmt::format("kernel '{}' requires the local size {} (reqd_work_group_size), not {}",
                                          m_signature.name, sizeText(required, m_range.workDim),
                                          sizeText(m_range.local, m_range.workDim)));
        return {};
    }

    Result<void> checkUniform() const
    {
        if (m_device != nullptr && m_device->hasNonUniformGroups && allowsNonUniformGroups(m_launch.buildOptions) &&
            !m_signature.requiredLocalSize)
            return {};
        for (std::uint32_t d = 0; d < m_range.workDim; ++d) {
            const std::uint64_t global = m_range.global[d], local = m_range.local[d];
            if (global % local == 0)
                continue;
            const std::string place = m_range.workDim == 1 ? "" : fmt::format(" in dimension {}", d);
            const std::uint64_t smaller = fitting(global, local);
            std::string remedy =
                fmt::format("use the global size {} with a guard in the kernel", (global / local + 1) * local);
            if (!m_signature.requiredLocalSize)
                remedy += fmt::format(", or the local size {}", smaller);
            return usageError(fmt::format("the local size {} does not divide the global size {}{}; {}", local, global,
                                          place, remedy));
        }
        return {};
    }

    /// Largest divisor of `global` that is at most `local`.
    static std::uint64_t fitting(std::uint64_t global, std::uint64_t local)
    {
        std::uint64_t size = std::min<std::uint64_t>(local, 65536);
        while (global % size != 0)
            --size;
        return size;
    }

    Result<void> checkFeatures() const
    {
        if (m_signature.usesSubGroups && m_device->maxSubGroups == 0)
            return refused("the kernel uses sub-groups, which do not exist");
        if (m_signature.usesFp64 && !m_device->hasFp64)
            return refused("the kernel uses double precision (cl_khr_fp64), which is not available");
        if (m_signature.usesFp16 && !m_device->hasFp16)
            return refused("the kernel uses half precision (cl_khr_fp16), which is not available");
        if (m_signature.usesImages && !m_device->hasImages)
            return refused("the kernel uses images, which are not available");
        return {};
    }

    Result<void> checkGroup() const
    {
        const std::uint64_t items = m_range.groupItems();
        if (m_device->maxWorkGroupSize != 0 && items > m_device->maxWorkGroupSize)
            return refused(
                fmt::format("the local size {} makes work-groups of {} work-items, but at most {} are possible",
                            sizeText(m_range.local, m_range.workDim), items, m_device->maxWorkGroupSize));
        for (std::uint32_t d = 0; d < m_range.workDim; ++d) {
            const std::uint64_t limit = m_device->maxWorkItemSizes[d];
            if (limit != 0 && m_range.local[d] > limit)
                return refused(fmt::format("the local size {} in dimension {} is above the limit of {}",
                                           m_range.local[d], d, limit));
        }
        return {};
    }

    Result<void> checkLocalMemory() const
    {
        const std::uint64_t arguments = m_launch.localArgumentBytes();
        const std::uint64_t declared = m_signature.staticLocalBytes;
        const std::uint64_t limit = m_device->localMemBytes;
        if (limit == 0 || (arguments <= limit && declared <= limit - arguments))
            return {};
        return refused(
            fmt::format("a work-group needs {} of local memory ({} declared in the kernel, {} by arguments), "
                        "but only {} exist",
                        bytesText(arguments + declared), declared, arguments, bytesText(limit)));
    }

    Result<void> checkBuffers() const
    {
        for (const LaunchArgument &argument : m_launch.arguments) {
            const auto *buffer = std::get_if<BufferValue>(&argument.value);
            if (buffer == nullptr)
                continue;
            if (argument.kind == ArgumentKind::ConstantBuffer && m_device->maxConstantBytes != 0 &&
                buffer->bytes > m_device->maxConstantBytes)
                return refused(fmt::format("the constant buffer '{}' has {}, but at most {} are possible (a __global "
                                           "const pointer has no such limit)",
                                           argument.name, bytesText(buffer->bytes),
                                           bytesText(m_device->maxConstantBytes)));
            if (m_device->maxAllocBytes != 0 && buffer->bytes > m_device->maxAllocBytes)
                return refused(fmt::format("the buffer '{}' has {}, but one allocation can have at most {}",
                                           argument.name, bytesText(buffer->bytes),
                                           bytesText(m_device->maxAllocBytes)));
        }
        const std::uint64_t total = m_launch.globalBytes();
        if (m_device->globalMemBytes != 0 && total > m_device->globalMemBytes)
            return refused(fmt::format("the buffers have {} together, but the global memory has {}", bytesText(total),
                                       bytesText(m_device->globalMemBytes)));
        return {};
    }

    const Launch &m_launch;
    const KernelSignature &m_signature;
    const DeviceDescription *m_device;
    const NDRange &m_range;
};

} // namespace

Result<void> checkLegal(const Launch &launch, const KernelSignature &signature, const DeviceDescription *device)
{
    return Checker(launch, signature, device).run();
}

} // namespace clv::launch
