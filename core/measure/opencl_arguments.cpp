// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/opencl_arguments.h"

#include "core/launch/content.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <thread>

namespace clv::measure::opencl {

namespace {

constexpr std::uint64_t kChunkBytes = 16u << 20;
/// Copies for restoring may take the buffers' total up to this share of the device's memory.
constexpr double kMemoryShare = 0.8;

Error cancelled()
{
    return {ErrorCategory::Cancelled, "Measuring was cancelled.", {}};
}

/// The repeated pattern of a buffer whose elements are all equal; empty when it has none that a device-side fill
/// could take (clEnqueueFillBuffer: a power of two up to 128 bytes that divides the size).
std::vector<std::byte> fillPattern(const BufferValue &value, const launch::BufferContent &content)
{
    if (value.contents.kind != ContentsKind::Zeros && value.contents.kind != ContentsKind::Constant)
        return {};
    std::uint64_t width = value.contents.kind == ContentsKind::Zeros ? 1 : value.element.bytes;
    if (width == 0 || width > 128 || (width & (width - 1)) != 0 || value.bytes % width != 0)
        return {};
    std::vector<std::byte> pattern(width);
    content.fill(0, pattern);
    return pattern;
}

/// Makes a piece of a buffer with all cores: contents depend on the place alone.
void fillInParallel(const launch::BufferContent &content, std::uint64_t offset, std::span<std::byte> out)
{
    constexpr std::size_t kLeastBytes = 1u << 20;
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t parts = std::clamp<std::size_t>(out.size() / kLeastBytes, 1, cores);
    // A multiple of any element's size, so that none is made twice.
    const std::size_t partBytes = (out.size() / parts + 4095) / 4096 * 4096;
    std::vector<std::jthread> helpers;
    for (std::size_t begin = partBytes; begin < out.size(); begin += partBytes) {
        const auto part = out.subspan(begin, std::min(partBytes, out.size() - begin));
        helpers.emplace_back([&content, offset, begin, part] { content.fill(offset + begin, part); });
    }
    content.fill(offset, out.first(std::min(partBytes, out.size())));
}

bool isConstArgument(cl_kernel kernel, cl_uint index)
{
    cl_kernel_arg_type_qualifier qualifier = 0;
    const cl_int code =
        clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier, &qualifier, nullptr);
    return code == CL_SUCCESS && (qualifier & CL_KERNEL_ARG_TYPE_CONST);
}

std::string argumentTypeName(cl_kernel kernel, cl_uint index)
{
    std::array<char, 256> name{};
    if (clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, name.size() - 1, name.data(), nullptr) != CL_SUCCESS)
        return {};
    return name.data();
}

/// Format and element type of images: the class follows the read or write function that the program uses.
struct ImageClass {
    cl_image_format format;
    ElementType element;
};

ImageClass imageClass(const std::string &source)
{
    const auto uses = [&source](const char *word) { return source.find(word) != std::string::npos; };
    if (uses("read_imageui") || uses("write_imageui"))
        return {{CL_RGBA, CL_UNSIGNED_INT32}, {ScalarType::UInt, 4, 16, "uint4"}};
    if (uses("read_imagei") || uses("write_imagei"))
        return {{CL_RGBA, CL_SIGNED_INT32}, {ScalarType::Int, 4, 16, "int4"}};
    return {{CL_RGBA, CL_FLOAT}, {ScalarType::Float, 4, 16, "float4"}};
}

cl_image_desc imageShape(const std::string &typeName, const ImageValue &value)
{
    cl_image_desc desc{};
    desc.image_width = value.width;
    desc.image_height = value.height;
    desc.image_depth = 1;
    if (typeName.find("3d") != std::string::npos || (typeName.empty() && value.depth > 1)) {
        desc.image_type = CL_MEM_OBJECT_IMAGE3D;
        desc.image_depth = value.depth;
    } else if (typeName.find("2d_array") != std::string::npos) {
        desc.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY;
        desc.image_array_size = value.depth;
    } else if (typeName.find("1d_array") != std::string::npos) {
        desc.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY;
        desc.image_array_size = value.height;
        desc.image_height = 1;
    } else if (typeName.find("1d") != std::string::npos) {
        desc.image_type = CL_MEM_OBJECT_IMAGE1D;
        desc.image_height = 1;
    } else {
        desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    }
    return desc;
}

Result<void> setPlain(cl_kernel kernel, cl_uint index, const LaunchArgument &argument, std::size_t size,
                      const void *value)
{
    const cl_int code = clSetKernelArg(kernel, index, size, value);
    if (code == CL_SUCCESS)
        return {};
    if (code == CL_INVALID_ARG_SIZE || code == CL_INVALID_ARG_VALUE)
        return usageError(fmt::format("Argument `{}` ({} bytes) does not fit the kernel's parameter {} ({}).",
                                      argument.name, size, index, errorName(code)));
    return callError(code, "clSetKernelArg");
}

} // namespace

struct Arguments::Buffer {
    std::string name;
    std::uint64_t bytes = 0;
    std::shared_ptr<const launch::BufferContent> content;
    std::vector<std::byte> pattern; ///< not empty: one device-side fill does it
    Memory memory;
    Memory pristine; ///< copy for `restore`, if it was worth one
    bool mayBeWritten = false;

    [[nodiscard]] Result<void> fill(const Site &site, std::stop_token stop) const;
};

/// Device-side fill where the contents repeat, else mapped chunk by chunk: no second copy of the buffer on the host.
Result<void> Arguments::Buffer::fill(const Site &site, std::stop_token stop) const
{
    if (!pattern.empty()) {
        const cl_int code = clEnqueueFillBuffer(site.queue, memory.get(), pattern.data(), pattern.size(), 0, bytes, 0,
                                                nullptr, nullptr);
        return code == CL_SUCCESS ? Result<void>() : callError(code, "clEnqueueFillBuffer");
    }
    for (std::uint64_t offset = 0; offset < bytes; offset += kChunkBytes) {
        if (stop.stop_requested())
            return cancelled();
        const std::size_t size = std::min(kChunkBytes, bytes - offset);
        cl_int code = CL_SUCCESS;
        void *host = clEnqueueMapBuffer(site.queue, memory.get(), CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, offset, size,
                                        0, nullptr, nullptr, &code);
        if (code != CL_SUCCESS)
            return callError(code, "clEnqueueMapBuffer");
        fillInParallel(*content, offset, std::span(static_cast<std::byte *>(host), size));
        code = clEnqueueUnmapMemObject(site.queue, memory.get(), host, 0, nullptr, nullptr);
        if (code != CL_SUCCESS)
            return callError(code, "clEnqueueUnmapMemObject");
    }
    return {};
}

Arguments::Arguments(const Site &site) : m_site(site) {}
Arguments::Arguments(Arguments &&) noexcept = default;
Arguments &Arguments::operator=(Arguments &&) noexcept = default;
Arguments::~Arguments() = default;

Result<void> Arguments::setBuffer(cl_kernel kernel, cl_uint index, const LaunchArgument &argument,
                                  const BufferValue &value, std::stop_token stop)
{
    if (value.bytes == 0)
        return usageError("Buffer `" + argument.name + "` has no elements; give it a size.");
    auto content = launch::makeContent(value);
    if (!content)
        return content.error();
    Buffer buffer;
    buffer.name = argument.name;
    buffer.bytes = value.bytes;
    buffer.content = *content;
    buffer.pattern = fillPattern(value, *buffer.content);
    buffer.mayBeWritten = argument.kind == ArgumentKind::GlobalBuffer && !isConstArgument(kernel, index);
    cl_int code = CL_SUCCESS;
    buffer.memory = Memory(clCreateBuffer(m_site.context, CL_MEM_READ_WRITE, value.bytes, nullptr, &code));
    if (code != CL_SUCCESS)
        return deviceError(fmt::format("Buffer `{}` ({} bytes) could not be created: {}", argument.name, value.bytes,
                                       callError(code, "clCreateBuffer").message));
    if (auto filled = buffer.fill(m_site, stop); !filled)
        return filled;
    cl_mem handle = buffer.memory.get();
    m_buffers.push_back(std::move(buffer));
    return setPlain(kernel, index, argument, sizeof handle, &handle);
}

Result<void> Arguments::setImage(cl_kernel kernel, cl_uint index, const LaunchArgument &argument,
                                 const ImageValue &value, const std::string &sourceText)
{
    const ImageClass kind = imageClass(sourceText);
    const cl_image_desc shape = imageShape(argumentTypeName(kernel, index), value);
    BufferValue pixels;
    pixels.element = kind.element;
    pixels.bytes = value.width * value.height * value.depth * kind.element.bytes;
    pixels.contents = value.contents;
    if (pixels.bytes == 0)
        return usageError("Image `" + argument.name + "` has no pixels; give it a width and a height.");
    if (m_site.device->description.maxAllocBytes != 0 && pixels.bytes > m_site.device->description.maxAllocBytes)
        return deviceError(fmt::format("Image `{}` needs {} bytes; {} allocates at most {} at once.", argument.name,
                                       pixels.bytes, m_site.device->description.name,
                                       m_site.device->description.maxAllocBytes));
    auto content = launch::makeContent(pixels);
    if (!content)
        return content.error();
    std::vector<std::byte> bytes(pixels.bytes);
    (*content)->fill(0, bytes);
    cl_int code = CL_SUCCESS;
    Memory image(clCreateImage(m_site.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &kind.format, &shape,
                               bytes.data(), &code));
    if (code != CL_SUCCESS)
        return deviceError(fmt::format("Image `{}` ({} x {} x {}, {}) could not be created: {}", argument.name,
                                       value.width, value.height, value.depth, kind.element.name,
                                       callError(code, "clCreateImage").message));
    cl_mem handle = image.get();
    m_images.push_back(std::move(image));
    return setPlain(kernel, index, argument, sizeof handle, &handle);
}

Result<void> Arguments::setArgument(cl_kernel kernel, cl_uint index, const LaunchArgument &argument,
                                    const std::string &sourceText, std::stop_token stop)
{
    if (const auto *scalar = std::get_if<ScalarValue>(&argument.value))
        return setPlain(kernel, index, argument, scalar->bytes.size(), scalar->bytes.data());
    if (const auto *structure = std::get_if<StructValue>(&argument.value))
        return setPlain(kernel, index, argument, structure->bytes.size(), structure->bytes.data());
    if (const auto *buffer = std::get_if<BufferValue>(&argument.value))
        return setBuffer(kernel, index, argument, *buffer, stop);
    if (const auto *image = std::get_if<ImageValue>(&argument.value))
        return setImage(kernel, index, argument, *image, sourceText);
    if (const auto *local = std::get_if<LocalValue>(&argument.value)) {
        if (local->bytes == 0)
            return usageError("Local buffer `" + argument.name + "` has no elements; give it a size.");
        return setPlain(kernel, index, argument, local->bytes, nullptr);
    }
    if (std::holds_alternative<SamplerValue>(argument.value)) {
        cl_int code = CL_SUCCESS;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
        // Deprecated in 2.0, but the form that every version of the API has.
        Sampler sampler(clCreateSampler(m_site.context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &code));
#pragma GCC diagnostic pop
        if (code != CL_SUCCESS)
            return callError(code, "clCreateSampler");
        cl_sampler handle = sampler.get();
        m_samplers.push_back(std::move(sampler));
        return setPlain(kernel, index, argument, sizeof handle, &handle);
    }
    return usageError("Argument `" + argument.name + "` has no value in this launch.");
}

Result<Arguments> Arguments::create(const Site &site, cl_kernel kernel, const Launch &launch,
                                    const std::string &sourceText, const ProgressCallback &progress,
                                    std::stop_token stop)
{
    cl_uint expected = 0;
    const cl_int code = clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof expected, &expected, nullptr);
    if (code != CL_SUCCESS)
        return callError(code, "clGetKernelInfo");
    if (expected != launch.arguments.size())
        return usageError(fmt::format("Kernel `{}` takes {} arguments, the launch gives {}.", launch.kernel, expected,
                                      launch.arguments.size()));
    Arguments arguments(site);
    for (cl_uint i = 0; i < expected; ++i) {
        if (stop.stop_requested())
            return cancelled();
        const LaunchArgument &argument = launch.arguments[i];
        if (const auto *buffer = std::get_if<BufferValue>(&argument.value); buffer && progress)
            progress({-1, fmt::format("filling `{}` ({:.1f} MiB)", argument.name,
                                      static_cast<double>(buffer->bytes) / (1 << 20))});
        if (auto set = arguments.setArgument(kernel, i, argument, sourceText, stop); !set)
            return set.error();
    }
    if (const cl_int finished = clFinish(site.queue); finished != CL_SUCCESS)
        return callError(finished, "clFinish");
    return arguments;
}

Result<void> Arguments::prepareRestore()
{
    std::uint64_t total = 0;
    for (const Buffer &buffer : m_buffers)
        total += buffer.bytes;
    const auto room =
        static_cast<std::uint64_t>(kMemoryShare * static_cast<double>(m_site.device->description.globalMemBytes));
    for (Buffer &buffer : m_buffers) {
        if (!buffer.mayBeWritten || !buffer.pattern.empty() || total + buffer.bytes > room)
            continue;
        cl_int code = CL_SUCCESS;
        Memory copy(clCreateBuffer(m_site.context, CL_MEM_READ_WRITE, buffer.bytes, nullptr, &code));
        if (code != CL_SUCCESS)
            continue; // no room after all: the contents are made again instead
        code =
            clEnqueueCopyBuffer(m_site.queue, buffer.memory.get(), copy.get(), 0, 0, buffer.bytes, 0, nullptr, nullptr);
        if (code == CL_SUCCESS)
            code = clFinish(m_site.queue);
        if (code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES)
            continue;
        if (code != CL_SUCCESS)
            return callError(code, "clEnqueueCopyBuffer");
        total += buffer.bytes;
        buffer.pristine = std::move(copy);
    }
    return {};
}

Result<void> Arguments::restore(std::stop_token stop)
{
    for (const Buffer &buffer : m_buffers) {
        if (!buffer.mayBeWritten)
            continue;
        if (!buffer.pristine) {
            if (auto filled = buffer.fill(m_site, stop); !filled)
                return filled;
            continue;
        }
        const cl_int code = clEnqueueCopyBuffer(m_site.queue, buffer.pristine.get(), buffer.memory.get(), 0, 0,
                                                buffer.bytes, 0, nullptr, nullptr);
        if (code != CL_SUCCESS)
            return callError(code, "clEnqueueCopyBuffer");
    }
    return {};
}

KernelSignature signatureOf(cl_kernel kernel, const Device &device, const Launch &launch)
{
    KernelSignature signature;
    signature.name = launch.kernel;
    std::size_t required[3] = {};
    if (clGetKernelWorkGroupInfo(kernel, device.id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof required, required,
                                 nullptr) == CL_SUCCESS &&
        required[0] != 0)
        signature.requiredLocalSize = Size3{{required[0], required[1], required[2]}};
    cl_ulong localBytes = 0;
    if (clGetKernelWorkGroupInfo(kernel, device.id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof localBytes, &localBytes,
                                 nullptr) == CL_SUCCESS)
        signature.staticLocalBytes = localBytes;
    for (const LaunchArgument &given : launch.arguments) {
        KernelArgument argument;
        argument.name = given.name;
        argument.kind = given.kind;
        if (const auto *scalar = std::get_if<ScalarValue>(&given.value))
            argument.element = scalar->type;
        if (const auto *buffer = std::get_if<BufferValue>(&given.value))
            argument.element = buffer->element;
        signature.arguments.push_back(std::move(argument));
    }
    return signature;
}

} // namespace clv::measure::opencl
