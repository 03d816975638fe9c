// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/opencl_devices.h"
#include "core/support/progress.h"
#include "core/types/launch.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace clv::launch {
class BufferContent;
}

namespace clv::measure::opencl {

/// Where a launch is about to run.
struct Site {
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    const Device *device = nullptr;
};

/// The arguments of one launch on the device, and the means to bring them back to their first contents.
class Arguments {
public:
    /// Allocates, fills and sets every argument of `kernel`. `sourceText` tells the element class of images.
    /// Errors: Usage (an argument without value, number of arguments), Device (no room), Cancelled.
    [[nodiscard]] static Result<Arguments> create(const Site &site, cl_kernel kernel, const Launch &launch,
                                                  const std::string &sourceText, const ProgressCallback &progress,
                                                  std::stop_token stop);
    Arguments(Arguments &&) noexcept;
    Arguments &operator=(Arguments &&) noexcept;
    ~Arguments();

    /// Keeps what `restore` needs: device-side copies while they fit, else the contents are made again.
    [[nodiscard]] Result<void> prepareRestore();
    /// Enqueues the refill of every buffer that the kernel may have written (those not declared const).
    [[nodiscard]] Result<void> restore(std::stop_token stop);

private:
    struct Buffer;
    explicit Arguments(const Site &site);
    [[nodiscard]] Result<void> setBuffer(cl_kernel kernel, cl_uint index, const LaunchArgument &argument,
                                         const BufferValue &value, std::stop_token stop);
    [[nodiscard]] Result<void> setImage(cl_kernel kernel, cl_uint index, const LaunchArgument &argument,
                                        const ImageValue &value, const std::string &sourceText);
    [[nodiscard]] Result<void> setArgument(cl_kernel kernel, cl_uint index, const LaunchArgument &argument,
                                           const std::string &sourceText, std::stop_token stop);

    Site m_site;
    std::vector<Buffer> m_buffers;
    std::vector<Memory> m_images;
    std::vector<Sampler> m_samplers;
};

/// Signature as far as the driver tells it, for `launch::checkLegal`: required local size, static local memory, and
/// kinds and types as the launch gives them.
[[nodiscard]] KernelSignature signatureOf(cl_kernel kernel, const Device &device, const Launch &launch);

} // namespace clv::measure::opencl
