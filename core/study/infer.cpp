// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/infer.h"

#include "core/launch/launch.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace clv::study {

namespace {

constexpr std::uint64_t kMaxInferredBytes = 1ULL << 30; // a buffer that seems to need more was indexed wildly
constexpr int kGrowRounds = 3;
constexpr double kIdleBytesPerItem = 0.5;

analysis::AnalysisOptions discovery()
{
    analysis::AnalysisOptions options;
    options.run.growBuffers = true;
    options.run.warpInstructionBudget = 150'000;
    return options;
}

/// Names that a count may be written in, with their values in this launch.
std::map<std::string, double> namesOf(const Launch &launch)
{
    std::map<std::string, double> names;
    for (const LaunchArgument &argument : launch.arguments)
        if (const auto *scalar = std::get_if<ScalarValue>(&argument.value))
            if (scalar->lanes.size() == 1 && !isFloating(scalar->type.scalar))
                names[argument.name] = scalar->lanes[0];
    for (std::uint32_t d = 0; d < launch.ndrange.workDim; ++d) {
        names[fmt::format("global[{}]", d)] = static_cast<double>(launch.ndrange.global[d]);
        names[fmt::format("local[{}]", d)] = static_cast<double>(launch.ndrange.local[d]);
    }
    return names;
}

struct Candidate {
    LaunchSpec spec;
    bool isLegal = false;
    bool isBusy = false;
    double outOfBounds = 0;

    [[nodiscard]] bool isGood() const { return isLegal && isBusy; }
    [[nodiscard]] bool isBetterThan(const Candidate &other) const
    {
        if (isLegal != other.isLegal)
            return isLegal;
        if (isBusy != other.isBusy)
            return isBusy;
        return outOfBounds < other.outOfBounds;
    }
};

ArgumentSpec *find(LaunchSpec &spec, const std::string &name)
{
    for (auto &[argument, value] : spec.arguments)
        if (argument == name)
            return &value;
    return nullptr;
}

const BufferValue *bufferOf(const Launch &launch, const std::string &name)
{
    const LaunchArgument *argument = launch.argument(name);
    return argument == nullptr ? nullptr : std::get_if<BufferValue>(&argument->value);
}

/// "4*(rows + 1)" bytes of 4-byte elements: "rows + 1"; other forms are divided.
Expression perElement(const std::string &bytes, std::uint64_t elementBytes)
{
    const std::string front = fmt::format("{}*", elementBytes);
    if (!bytes.starts_with(front))
        return fmt::format("ceilDiv({}, {})", bytes, elementBytes);
    std::string rest = bytes.substr(front.size());
    if (rest.size() > 2 && rest.front() == '(' && rest.find(')') == rest.size() - 1)
        return rest.substr(1, rest.size() - 2);
    const bool isOneFactor = rest.find_first_of("+-") == std::string::npos;
    return isOneFactor ? rest : fmt::format("ceilDiv({}, {})", bytes, elementBytes);
}

/// A count for what the sample touched: the analysis' own expression when it holds here, else one that fits.
Expression countFor(const BufferUse &use, std::uint64_t elementBytes, const std::map<std::string, double> &names)
{
    if (!use.extentExpression.empty()) {
        auto bytes = launch::evaluateSize(use.extentExpression, names);
        if (bytes && *bytes >= use.requiredBytes && *bytes <= 2 * use.requiredBytes) {
            Expression count = perElement(use.extentExpression, elementBytes);
            auto elements = launch::evaluateSize(count, names);
            if (elements && *elements * elementBytes >= use.requiredBytes)
                return count;
        }
    }
    return countExpression((use.requiredBytes + elementBytes - 1) / elementBytes, names);
}

/// Indices out of a buffer that was filled without knowing what it points into: point them into bounds.
bool tameIndices(LaunchSpec &spec, const Launch &launch, const MemoryReport &memory, const std::set<std::string> &wild)
{
    bool isChanged = false;
    for (const AccessSite &site : memory.sites) {
        if (!wild.contains(site.buffer) || site.indexBuffer.empty() || site.indexBuffer == site.buffer)
            continue;
        ArgumentSpec *index = find(spec, site.indexBuffer);
        auto *buffer = index != nullptr ? std::get_if<BufferSpec>(index) : nullptr;
        const BufferValue *target = bufferOf(launch, site.buffer);
        if (buffer == nullptr || target == nullptr || target->element.bytes == 0)
            continue;
        const std::uint64_t count = std::max<std::uint64_t>(1, target->bytes / target->element.bytes);
        ContentsSpec contents;
        contents.kind = ContentsKind::Uniform;
        contents.parameters = {{"low", "0"}, {"high", std::to_string(count - 1)}};
        contents.seed = buffer->contents.seed;
        buffer->contents = std::move(contents);
        isChanged = true;
    }
    return isChanged;
}

/// One look without bounds; true when the spec was changed and another look is worth it.
bool fitOnce(LaunchSpec &spec, const Launch &launch, const MemoryReport &memory)
{
    const auto names = namesOf(launch);
    std::set<std::string> wild;
    bool isChanged = false;
    for (const BufferUse &use : memory.buffers) {
        ArgumentSpec *argument = find(spec, use.name);
        auto *buffer = argument != nullptr ? std::get_if<BufferSpec>(argument) : nullptr;
        const BufferValue *value = bufferOf(launch, use.name);
        if (buffer == nullptr || value == nullptr || value->element.bytes == 0 || use.requiredBytes <= value->bytes)
            continue;
        if (use.requiredBytes > kMaxInferredBytes) {
            wild.insert(use.name);
            continue;
        }
        buffer->count = countFor(use, value->element.bytes, names);
        isChanged = true;
    }
    return tameIndices(spec, launch, memory, wild) || isChanged;
}

bool isIdle(const ExecutionProfile &profile)
{
    const double bytes = profile.requestedReadBytes + profile.requestedWriteBytes + 4 * profile.globalAtomicLanes;
    return bytes < kIdleBytesPerItem * std::max(1.0, profile.workItems);
}

/// Sizes the buffers of one candidate and judges it. Errors: Cancelled only.
Result<Candidate> tryCandidate(Workshop &workshop, Subject subject, LaunchSpec spec, std::stop_token stop)
{
    Candidate candidate{std::move(spec), false, false, INFINITY};
    for (int round = 0; round < kGrowRounds; ++round) {
        subject.spec = candidate.spec;
        auto launch = makeLaunch(subject, {}, nullptr);
        if (!launch)
            return candidate;
        auto look = workshop.analyse(subject.ready, subject.signature, *launch, discovery(), stop);
        if (!look && look.error().category == ErrorCategory::Cancelled)
            return look.error();
        if (!look || !fitOnce(candidate.spec, *launch, (*look)->analysis.memory))
            break;
    }
    subject.spec = candidate.spec;
    auto launch = makeLaunch(subject, {}, nullptr);
    if (!launch)
        return candidate;
    auto proof = workshop.analyse(subject.ready, subject.signature, *launch, {}, stop);
    if (!proof) {
        if (proof.error().category == ErrorCategory::Cancelled)
            return proof.error();
        return candidate;
    }
    const MemoryReport &memory = (*proof)->analysis.memory;
    candidate.outOfBounds = 0;
    for (const OutOfBounds &access : memory.outOfBounds)
        candidate.outOfBounds += access.count;
    candidate.isLegal = memory.outOfBounds.empty();
    candidate.isBusy = !isIdle((*proof)->analysis.profile);
    return candidate;
}

bool isIntegerBuffer(const KernelArgument &argument)
{
    const bool isBuffer = argument.kind == ArgumentKind::GlobalBuffer || argument.kind == ArgumentKind::ConstantBuffer;
    return isBuffer && argument.element.scalar != ScalarType::None && !isFloating(argument.element.scalar);
}

/// Contents of every integer buffer that the kernel might use as an index.
LaunchSpec withIntegerContents(LaunchSpec spec, const KernelSignature &signature, ContentsKind kind)
{
    for (auto &[name, value] : spec.arguments) {
        const KernelArgument *argument = signature.argument(name);
        auto *buffer = std::get_if<BufferSpec>(&value);
        if (buffer == nullptr || argument == nullptr || !isIntegerBuffer(*argument))
            continue;
        buffer->contents = ContentsSpec{};
        buffer->contents.kind = kind;
    }
    return spec;
}

LaunchSpec withIntegerScalars(LaunchSpec spec, const KernelSignature &signature, const Expression &value)
{
    for (auto &[name, argumentSpec] : spec.arguments) {
        const KernelArgument *argument = signature.argument(name);
        auto *scalar = std::get_if<ScalarSpec>(&argumentSpec);
        if (scalar == nullptr || argument == nullptr || isFloating(argument->element.scalar))
            continue;
        std::ranges::fill(scalar->lanes, value);
    }
    return spec;
}

/// Reads at index - 1 are in bounds once the first work-items stand one further in.
LaunchSpec withOffset(LaunchSpec spec)
{
    spec.offset.assign(spec.global.size(), "1");
    return spec;
}

std::vector<LaunchSpec> candidates(const KernelSignature &signature)
{
    const LaunchSpec guess = launch::guessLaunch(signature);
    return {
        guess,
        withIntegerContents(guess, signature, ContentsKind::Iota),
        withIntegerContents(guess, signature, ContentsKind::Zeros),
        withIntegerScalars(guess, signature, "global[0]"),
        withIntegerScalars(guess, signature, "16"),
        withOffset(guess),
        withIntegerScalars(guess, signature, "1"),
    };
}

} // namespace

Expression countExpression(std::uint64_t elements, const std::map<std::string, double> &names)
{
    const double wanted = static_cast<double>(elements);
    std::vector<Expression> forms;
    for (const auto &[name, value] : names)
        if (value >= 1)
            forms.push_back(name);
    const std::vector<Expression> single = forms;
    for (const Expression &name : single)
        forms.push_back(name + " + 1");
    for (const Expression &name : single)
        for (const char *factor : {"2", "4", "3", "8"})
            forms.push_back(fmt::format("{}*{}", factor, name));
    for (std::size_t i = 0; i < single.size(); ++i)
        for (std::size_t j = i; j < single.size(); ++j)
            forms.push_back(fmt::format("{}*{}", single[i], single[j]));
    for (std::size_t i = 0; i < single.size(); ++i)
        for (std::size_t j = i + 1; j < single.size(); ++j)
            forms.push_back(fmt::format("{} + {}", single[i], single[j]));

    Expression nearest;
    double nearestValue = INFINITY;
    for (const Expression &form : forms) {
        auto value = launch::evaluate(form, names);
        if (!value || *value < wanted || *value >= nearestValue)
            continue;
        nearest = form;
        nearestValue = *value;
    }
    constexpr double kCloseEnough = 1.25;
    return nearestValue <= wanted * kCloseEnough ? nearest : std::to_string(elements);
}

Result<LaunchSpec> inferLaunch(Workshop &workshop, const Subject &subject, std::stop_token stop)
{
    if (auto known = workshop.inferredLaunches().find(subject.ready.key))
        return *known;
    std::optional<Candidate> best;
    for (LaunchSpec &spec : candidates(subject.signature)) {
        if (stop.stop_requested())
            return cancelled();
        auto candidate = tryCandidate(workshop, subject, std::move(spec), stop);
        if (!candidate)
            return candidate.error();
        if (!best || candidate->isBetterThan(*best))
            best = std::move(*candidate);
        if (best->isGood())
            break;
    }
    best->spec.kernel = subject.signature.name;
    workshop.inferredLaunches().store(subject.ready.key, std::make_shared<const LaunchSpec>(best->spec));
    return best->spec;
}

} // namespace clv::study
