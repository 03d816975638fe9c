// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/opencl_devices.h"
#include "core/types/kernel.h"

#include <string>
#include <vector>

namespace clv::measure::opencl {

struct BuiltProgram {
    Program program;
    std::string options; ///< as passed to the driver
    std::string log;
    double buildNs = 0;
};

/// Options as one text for clBuildProgram: relative -I folders made absolute from the folder of `sourcePath`, which
/// itself joins the search path (so that #include "x" works as in the analysis). Usage error for a folder with a
/// blank in its path that cannot be said otherwise: drivers split options at blanks.
[[nodiscard]] Result<std::string> optionText(const std::vector<std::string> &words, const std::string &sourcePath);

/// Kernel error with the first message of the compiler and its place; the whole log goes to `failureLog` if given.
/// Without -cl-std among the options a failed build is tried again as CL3.0, like in the analysis.
[[nodiscard]] Result<BuiltProgram> buildProgram(cl_context context, const Device &device, const std::string &source,
                                                const std::string &sourcePath, const std::vector<std::string> &options,
                                                std::string *failureLog = nullptr);

struct FoundKernel {
    Kernel kernel;
    std::string driverName; ///< "_cl_mix" where PoCL's headers rename a kernel called like a built-in function
};
[[nodiscard]] Result<FoundKernel> findKernel(const BuiltProgram &program, const std::string &name);

} // namespace clv::measure::opencl
