// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/stages.h"

#include "core/launch/launch.h"
#include "core/study/infer.h"
#include "core/study/keys.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace clv::study {

Error cancelled()
{
    return {ErrorCategory::Cancelled, "cancelled", {}};
}

void addProblem(StudyResult &result, const Error &error)
{
    if (result.problems.empty())
        result.problemCategory = error.category;
    Error placed = error;
    if (placed.where.isKnown() && placed.where.file.empty())
        placed.where.file = result.sourcePath.empty() ? std::string("<source>")
                                                      : std::filesystem::path(result.sourcePath).filename().string();
    result.problems.push_back(placed.describe());
}

namespace {

BuildOptions allOptions(const Request &request)
{
    BuildOptions options = request.buildOptions;
    auto append = [&options](const std::vector<std::string> &words) {
        options.words.insert(options.words.end(), words.begin(), words.end());
    };
    if (request.launchSpec)
        append(request.launchSpec->buildOptions);
    append(request.overrides.buildOptions);
    return options;
}

bool hasError(const std::vector<Diagnostic> &diagnostics)
{
    return std::ranges::any_of(diagnostics, [](const Diagnostic &d) { return d.severity == Severity::Error; });
}

Error compileError(const StudyResult &result)
{
    const auto first = std::ranges::find(result.diagnostics, Severity::Error, &Diagnostic::severity);
    const auto count = std::ranges::count(result.diagnostics, Severity::Error, &Diagnostic::severity);
    std::string message = first->message;
    if (count > 1)
        message += fmt::format(" (and {} more error{})", count - 1, count > 2 ? "s" : "");
    if (!result.missingMacros.empty())
        message += fmt::format("; the build may need -D {}", fmt::join(result.missingMacros, " -D "));
    return kernelError("does not compile: " + message, first->where);
}

template <typename Range>
std::string namesOf(const Range &kernels)
{
    std::string names;
    for (const KernelSignature &kernel : kernels)
        names += (names.empty() ? "" : ", ") + kernel.name;
    return names;
}

/// libclang knows where kernels stand in the source, the IR what they need.
void mergeSignatures(std::vector<KernelSignature> &outline, const std::vector<KernelSignature> &compiled)
{
    if (outline.empty())
        outline = compiled;
    for (KernelSignature &kernel : outline) {
        const auto found = std::ranges::find(compiled, kernel.name, &KernelSignature::name);
        if (found == compiled.end())
            continue;
        KernelSignature merged = *found;
        if (kernel.where.isKnown())
            merged.where = kernel.where;
        if (kernel.endLine != 0)
            merged.endLine = kernel.endLine;
        for (std::size_t i = 0; i < merged.arguments.size() && i < kernel.arguments.size(); ++i)
            if (!merged.arguments[i].where.isKnown())
                merged.arguments[i].where = kernel.arguments[i].where;
        kernel = std::move(merged);
    }
}

/// Which kernel is studied: the one asked for, else that of the launch file, else the first.
Result<std::string> chooseKernel(const Request &request, const std::vector<KernelSignature> &kernels)
{
    if (kernels.empty())
        return kernelError("there is no kernel in this source: a kernel is a function marked __kernel");
    std::string wanted = request.kernel;
    if (wanted.empty() && request.launchSpec)
        wanted = request.launchSpec->kernel;
    if (wanted.empty())
        return kernels.front().name;
    if (std::ranges::find(kernels, wanted, &KernelSignature::name) != kernels.end())
        return wanted;
    return usageError(fmt::format("there is no kernel '{}' in this source; it has: {}", wanted, namesOf(kernels)));
}

/// A launch file speaks of one kernel; for another one of the same source the launch is inferred.
bool specFits(const Request &request, const std::string &kernel)
{
    return request.launchSpec && (request.launchSpec->kernel.empty() || request.launchSpec->kernel == kernel);
}

std::string folderOf(const std::string &path)
{
    return path.empty() ? std::string{} : std::filesystem::path(path).parent_path().string();
}

/// Source to program. False: a problem was added.
Result<bool> compileAndLower(Workshop &workshop, const Request &request, StudyResult &result, Subject &subject,
                             const frontend::Outline &outline)
{
    const std::uint64_t key = sourceKey(request.source, subject.options, outline.includedFiles);
    auto compilation = workshop.compile(request.source, subject.options, key);
    if (!compilation) {
        addProblem(result, compilation.error());
        return false;
    }
    if ((*compilation)->module == nullptr) {
        if (hasError((*compilation)->diagnostics))
            result.diagnostics = (*compilation)->diagnostics;
        addProblem(result, hasError(result.diagnostics) ? compileError(result)
                                                        : kernelError("does not compile, and Clang does not say why"));
        return false;
    }
    mergeSignatures(result.kernels, (*compilation)->kernels);
    auto kernel = chooseKernel(request, result.kernels);
    if (!kernel) {
        addProblem(result, kernel.error());
        return false;
    }
    result.kernel = *kernel;
    subject.signature = *std::ranges::find(result.kernels, *kernel, &KernelSignature::name);
    auto ready = workshop.lower(**compilation, key, *kernel);
    if (!ready) {
        addProblem(result, ready.error());
        return false;
    }
    subject.ready = std::move(*ready);
    return true;
}

Result<bool> takeOutline(const Request &request, const frontend::Outline &outline, StudyResult &result)
{
    result.diagnostics = outline.diagnostics;
    result.kernels = outline.kernels;
    result.missingMacros = outline.missingMacros;
    result.missingIncludes = outline.missingIncludes;
    if (auto kernel = chooseKernel(request, result.kernels))
        result.kernel = *kernel;
    if (hasError(result.diagnostics)) {
        addProblem(result, compileError(result));
        return false;
    }
    return true;
}

Result<void> takeSpec(Workshop &workshop, const Request &request, StudyResult &result, Subject &subject,
                      std::stop_token stop)
{
    if (specFits(request, result.kernel)) {
        subject.spec = *request.launchSpec;
    } else {
        auto inferred = inferLaunch(workshop, subject, stop);
        if (!inferred)
            return inferred.error();
        subject.spec = std::move(*inferred);
        result.isLaunchInferred = true;
        // Nobody asked for this local size: with another global size it is chosen anew.
        if (request.overrides.global && !request.overrides.local)
            subject.spec.local.reset();
    }
    result.launchSpec = subject.spec;
    return {};
}

} // namespace

Result<std::optional<Subject>> prepare(Workshop &workshop, const Request &request, StudyResult &result,
                                       const StageCallback &callback, std::stop_token stop)
{
    Subject subject;
    subject.options = allOptions(request);
    subject.folder = folderOf(request.source.path);
    auto outline = workshop.outline(request.source, subject.options);
    if (!outline) {
        addProblem(result, outline.error());
        return std::optional<Subject>{};
    }
    auto isParsed = takeOutline(request, **outline, result);
    if (callback)
        callback(Stage::Outline, result);
    if (stop.stop_requested())
        return cancelled();
    if (!isParsed || !*isParsed)
        return std::optional<Subject>{};

    auto isReady = compileAndLower(workshop, request, result, subject, **outline);
    if (stop.stop_requested())
        return cancelled();
    if (!isReady || !*isReady)
        return std::optional<Subject>{};
    auto taken = takeSpec(workshop, request, result, subject, stop);
    if (!taken) {
        if (taken.error().category == ErrorCategory::Cancelled)
            return taken.error();
        addProblem(result, taken.error());
        return std::optional<Subject>{};
    }
    return std::optional<Subject>{std::move(subject)};
}

Result<Launch> makeLaunch(const Subject &subject, const LaunchOverrides &overrides, const DeviceDescription *device)
{
    auto spec = launch::apply(subject.spec, overrides, subject.signature);
    if (!spec)
        return spec.error();
    auto launch = launch::resolve(*spec, subject.signature, subject.folder);
    if (!launch)
        return launch.error();
    launch->kernel = subject.signature.name;
    launch->buildOptions = subject.options;
    auto legal = launch::checkLegal(*launch, subject.signature, device);
    if (!legal)
        return legal.error();
    return launch;
}

Result<std::vector<std::vector<Estimate>>> estimateAll(Workshop &workshop, std::span<const predict::Input> inputs,
                                                       const std::vector<std::string> &models,
                                                       const DeviceDescription &device)
{
    std::vector<std::string> wanted = models;
    if (wanted.empty())
        wanted.push_back(predict::availableModels().front().name);
    std::vector<std::vector<Estimate>> byInput(inputs.size());
    for (const std::string &name : wanted) {
        auto predictor = workshop.predictor(name);
        if (!predictor)
            return predictor.error();
        auto estimates = (*predictor)->estimate(inputs, device);
        if (!estimates)
            return estimates.error();
        for (std::size_t i = 0; i < byInput.size(); ++i)
            byInput[i].push_back(std::move((*estimates)[i]));
    }
    return byInput;
}

std::string outOfBoundsProblem(const MemoryReport &memory)
{
    if (memory.outOfBounds.empty())
        return {};
    const OutOfBounds &first = memory.outOfBounds.front();
    const auto use = std::ranges::find(memory.buffers, first.buffer, &BufferUse::name);
    std::string needed;
    if (use != memory.buffers.end() && use->requiredBytes > first.bufferBytes)
        needed = fmt::format(", it would need {}{}", use->isRequiredExact ? "" : "at least ", use->requiredBytes);
    const Size3 &item = first.workItem;
    std::string more;
    if (memory.outOfBounds.size() > 1)
        more = fmt::format(" ({} accesses of the source are affected)", memory.outOfBounds.size());
    return fmt::format("work-item ({}, {}, {}) {} '{}' out of bounds: element {}, but the buffer has {} bytes{}{}",
                       item.x(), item.y(), item.z(), first.isWrite ? "writes" : "reads", first.buffer,
                       first.elementIndex, first.bufferBytes, needed, more);
}

} // namespace clv::study
