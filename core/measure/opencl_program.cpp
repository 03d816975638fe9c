// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/opencl_program.h"

#include "core/measure/build_log.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <sstream>

namespace clv::measure::opencl {

namespace {

namespace fs = std::filesystem;

bool hasBlank(const std::string &text)
{
    return text.find_first_of(" \t") != std::string::npos;
}

Result<std::string> includeFolder(const std::string &folder, const fs::path &sourceFolder)
{
    fs::path path(folder);
    if (path.is_relative() && !sourceFolder.empty())
        path = (sourceFolder / path).lexically_normal();
    if (!hasBlank(path.string()))
        return path.string();
    // Drivers resolve relative folders against the working directory of the process.
    std::error_code ignored;
    const fs::path relative = fs::relative(path, fs::current_path(ignored), ignored);
    if (!relative.empty() && !hasBlank(relative.string()))
        return relative.string();
    return usageError("Include folder '" + path.string() +
                      "' has a blank in its path, which OpenCL drivers cannot take; move it or link to it.");
}

std::string quotedIfNeeded(const std::string &word)
{
    return hasBlank(word) && word.find('"') == std::string::npos ? '"' + word + '"' : word;
}

std::string logOf(cl_program program, cl_device_id device)
{
    std::size_t size = 0;
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS || size <= 1)
        return {};
    std::string text(size, '\0');
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, text.data(), nullptr) != CL_SUCCESS)
        return {};
    text.resize(std::min(text.find('\0'), text.size()));
    return text;
}

struct Attempt {
    BuiltProgram built;
    cl_int code = CL_SUCCESS;
    const char *call = "clBuildProgram";
};

Attempt tryBuild(cl_context context, const Device &device, const std::string &source, const std::string &options)
{
    Attempt attempt;
    attempt.built.options = options;
    const char *text = source.c_str();
    const std::size_t length = source.size();
    attempt.built.program = Program(clCreateProgramWithSource(context, 1, &text, &length, &attempt.code));
    if (attempt.code != CL_SUCCESS) {
        attempt.call = "clCreateProgramWithSource";
        return attempt;
    }
    const auto begin = std::chrono::steady_clock::now();
    attempt.code = clBuildProgram(attempt.built.program.get(), 1, &device.id, options.c_str(), nullptr, nullptr);
    attempt.built.buildNs = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
    attempt.built.log = logOf(attempt.built.program.get(), device.id);
    return attempt;
}

Error buildError(const Attempt &attempt, const Device &device, const std::string &sourcePath)
{
    if (attempt.code == CL_INVALID_BUILD_OPTIONS)
        return usageError("The driver of " + device.description.name + " does not take the build options '" +
                          attempt.built.options + "' (CL_INVALID_BUILD_OPTIONS).");
    if (attempt.code != CL_BUILD_PROGRAM_FAILURE && attempt.code != CL_COMPILE_PROGRAM_FAILURE &&
        attempt.code != CL_INVALID_PROGRAM)
        return callError(attempt.code, attempt.call);
    const std::string who = "the compiler of " + device.description.name;
    const auto error = firstError(attempt.built.log);
    if (!error)
        return kernelError("The program does not compile on " + device.description.name + " (" +
                           errorName(attempt.code) + ", the compiler gives no reason).");
    SourceLocation where = error->where;
    if (where.file.empty() && where.isKnown())
        where.file = sourcePath;
    std::string message = error->message;
    if (error->count > 1)
        message += " (first of " + std::to_string(error->count) + " errors)";
    return kernelError(message + " [" + who + "]", where);
}

std::string kernelNames(cl_program program)
{
    std::size_t size = 0;
    if (clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &size) != CL_SUCCESS || size <= 1)
        return {};
    std::string names(size, '\0');
    if (clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, names.data(), nullptr) != CL_SUCCESS)
        return {};
    names.resize(std::min(names.find('\0'), names.size()));
    return names; // separated by semicolons
}

} // namespace

Result<std::string> optionText(const std::vector<std::string> &words, const std::string &sourcePath)
{
    std::error_code ignored;
    const fs::path sourceFolder = sourcePath.empty() ? fs::path() : fs::absolute(sourcePath, ignored).parent_path();
    std::string text;
    const auto append = [&text](const std::string &word) { text += (text.empty() ? "" : " ") + word; };
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string word = words[i];
        if (word.compare(0, 2, "-I") != 0) {
            append(quotedIfNeeded(word));
            continue;
        }
        std::string folder = word.substr(2);
        folder.erase(0, folder.find_first_not_of(' ') == std::string::npos ? folder.size()
                                                                           : folder.find_first_not_of(' '));
        if (folder.empty() && i + 1 < words.size())
            folder = words[++i];
        if (folder.empty())
            return usageError("Build option -I has no folder after it.");
        auto path = includeFolder(folder, sourceFolder);
        if (!path)
            return path.error();
        append("-I" + *path);
    }
    if (!sourceFolder.empty())
        if (auto path = includeFolder(sourceFolder.string(), sourceFolder))
            append("-I" + *path);
    return text;
}

Result<BuiltProgram> buildProgram(cl_context context, const Device &device, const std::string &source,
                                  const std::string &sourcePath, const std::vector<std::string> &options,
                                  std::string *failureLog)
{
    auto words = optionText(options, sourcePath);
    if (!words)
        return words.error();
    std::string text = *words;
    text += text.empty() ? "-cl-kernel-arg-info" : " -cl-kernel-arg-info";
    if (device.isNvidia())
        text += " -cl-nv-verbose";
    Attempt attempt = tryBuild(context, device, source, text);
    if (attempt.code == CL_SUCCESS)
        return std::move(attempt.built);
    if (text.find("-cl-std") == std::string::npos && device.majorVersion() >= 3 &&
        attempt.code == CL_BUILD_PROGRAM_FAILURE) {
        Attempt second = tryBuild(context, device, source, text + " -cl-std=CL3.0");
        if (second.code == CL_SUCCESS)
            return std::move(second.built);
    }
    if (failureLog)
        *failureLog = attempt.built.log;
    return buildError(attempt, device, sourcePath);
}

Result<FoundKernel> findKernel(const BuiltProgram &program, const std::string &name)
{
    cl_int code = CL_SUCCESS;
    FoundKernel found{Kernel(clCreateKernel(program.program.get(), name.c_str(), &code)), name};
    if (code == CL_SUCCESS)
        return found;
    if (code != CL_INVALID_KERNEL_NAME)
        return callError(code, "clCreateKernel");
    const std::string names = kernelNames(program.program.get());
    const std::string renamed = "_cl_" + name;
    std::istringstream list(names);
    std::string readable;
    for (std::string each; std::getline(list, each, ';');) {
        if (each == renamed) {
            found = {Kernel(clCreateKernel(program.program.get(), renamed.c_str(), &code)), renamed};
            if (code == CL_SUCCESS)
                return found;
            return callError(code, "clCreateKernel");
        }
        readable += (readable.empty() ? "" : ", ") + each;
    }
    if (readable.empty())
        return kernelError("The program has no kernel named `" + name + "`; it has no kernel at all.");
    return kernelError("The program has no kernel named `" + name + "`; it has: " + readable + ".");
}

} // namespace clv::measure::opencl
