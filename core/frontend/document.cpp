// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/document.h"

#include "core/frontend/compile.h"
#include "core/frontend/crash_guard.h"
#include "core/frontend/document_impl.h"
#include "core/frontend/explain.h"
#include "core/frontend/missing.h"
#include "core/frontend/unit_facts.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace clv::frontend {

namespace {

constexpr double kParseLimitSeconds = 10;

/// Lies on the heap, not on the guarded stack, so that a crash leaves it whole.
struct ParseJob {
    FrontendInput input;
    std::shared_ptr<ParsedUnit> unit;
    bool isParsed = false;
    Outline outline;
    std::set<std::string> names;
};

void parseOnce(ParseJob &job)
{
    if (!job.unit->parse(job.input))
        return;
    const CXTranslationUnit unit = job.unit->get();
    job.outline.diagnostics = diagnosticsOf(unit, job.input.mainFile);
    job.outline.includedFiles = includedFilesOf(unit, job.input.mainFile);
    Declarations declarations = declarationsOf(unit, job.input.mainFile);
    job.outline.kernels = std::move(declarations.kernels);
    job.names = std::move(declarations.names);
    job.names.merge(definedMacros(job.input.text));
    job.isParsed = true;
}

std::size_t errorCount(const Outline &outline)
{
    return static_cast<std::size_t>(std::count_if(outline.diagnostics.begin(), outline.diagnostics.end(),
                                                  [](const Diagnostic &d) { return d.severity == Severity::Error; }));
}

/// How names begin that one version knows and the other does not (OpenCL C 3.0, sections 6.3, 6.5, 6.15).
constexpr std::array kVersionedNames{"sub_group", "work_group_", "get_",    "intel_",    "atomic_",
                                     "memory_",   "pipe",        "generic", "__generic", "reserve",
                                     "queue_t",   "clk_event",   "ndrange", "enqueue",   "to_global",
                                     "to_local",  "to_private",  "read_",   "nosvm",     "ctz"};

bool dependsOnVersion(std::string_view name)
{
    return std::any_of(kVersionedNames.begin(), kVersionedNames.end(),
                       [name](std::string_view start) { return name.starts_with(start); });
}

/// The kinds of errors, wherever they stand. Names are left out, because they change with every key while one is typed;
/// not those on which another version may think differently.
std::string errorKinds(const Outline &outline)
{
    std::string kinds;
    for (const Diagnostic &diagnostic : outline.diagnostics) {
        if (diagnostic.severity != Severity::Error)
            continue;
        std::string_view rest = diagnostic.message;
        for (bool isQuoted = false; !rest.empty(); isQuoted = !isQuoted) {
            const std::string_view part = rest.substr(0, rest.find('\''));
            if (!isQuoted || dependsOnVersion(part))
                kinds += part;
            rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        }
        kinds += '\n';
    }
    return kinds;
}

std::string keyOf(const FrontendInput &input)
{
    std::string key = input.mainFile;
    FrontendInput anyVersion = input;
    anyVersion.standard.clear();
    for (const std::string &argument : languageArguments(anyVersion))
        key += '\n' + argument;
    return key;
}

/// The part that compiler and editor share: Clang's words said better, and what they imply.
void conclude(const std::string &text, Outline &outline)
{
    outline.missingMacros = missingMacros(text, outline.diagnostics);
    outline.missingIncludes = missingIncludes(outline.diagnostics);
    explain(text, outline.diagnostics);
}

/// libclang keeps no diagnostics of a parse that crashed; the compiler does, and the error that made Clang stumble is
/// what the user wants to know.
Result<Outline> outlineByCompiler(const SourceText &source, const BuildOptions &options,
                                  const std::vector<UnsavedFile> &unsaved, const std::string &text)
{
    CompileSettings settings;
    settings.unsaved = unsaved;
    settings.timeLimitSeconds = kParseLimitSeconds;
    auto compilation = compile(source, options, settings);
    if (!compilation)
        return compilation.error();
    Outline outline;
    outline.diagnostics = std::move(compilation->diagnostics);
    outline.kernels = std::move(compilation->kernels);
    outline.missingMacros = missingMacros(text, outline.diagnostics);
    outline.missingIncludes = missingIncludes(outline.diagnostics);
    return outline;
}

} // namespace

Document::Document() : m_impl(std::make_unique<Impl>()) {}
Document::~Document() = default;
Document::Document(Document &&) noexcept = default;
Document &Document::operator=(Document &&) noexcept = default;

std::vector<std::string> Document::Impl::versionsFor(const FrontendInput &input)
{
    const std::string key = keyOf(input);
    std::vector<std::string> versions = standardsToTry(input.options);
    if (key != unitKey || std::find(versions.begin(), versions.end(), standard) == versions.end()) {
        units.clear();
        unitKey = key;
        standard = versions.front();
        errorsInVain.clear();
    }
    std::stable_partition(versions.begin(), versions.end(), [this](const std::string &v) { return v == standard; });
    return versions;
}

const std::shared_ptr<ParsedUnit> &Document::Impl::unitFor(const std::string &version)
{
    if (!index)
        index = makeIndex();
    auto &unit = units[version];
    if (!unit)
        unit = std::make_shared<ParsedUnit>(index);
    return unit;
}

void Document::Impl::remember(const std::string &standardBefore, const std::string &kinds)
{
    constexpr std::size_t kMostKinds = 256; // a bound on memory; forgetting costs one more parse
    if (standard != standardBefore || errorsInVain.size() >= kMostKinds)
        errorsInVain.clear();
    else if (!kinds.empty())
        errorsInVain.insert(kinds);
}

Result<Outline> Document::update(const SourceText &source, const BuildOptions &options,
                                 const std::vector<UnsavedFile> &unsaved)
{
    m_impl->last.reset();
    auto input = makeInput(source, options, unsaved, kParseLimitSeconds);
    if (!input)
        return input.error();

    std::optional<Outline> best;
    std::string kinds;
    const std::vector<std::string> versions = m_impl->versionsFor(*input);
    const std::string standardBefore = m_impl->standard;
    for (const std::string &version : versions) {
        input->standard = version;
        const auto job = std::make_shared<ParseJob>(ParseJob{*input, m_impl->unitFor(version), false, {}, {}});
        const GuardedEnd end = runGuarded([job] { parseOnce(*job); }, input->deadline);
        if (end == GuardedEnd::Crashed)
            job->unit->forget();
        if (end == GuardedEnd::TimedOut) {
            m_impl->units.clear();
            return kernelError("The parser did not finish this source within 10 seconds; look for macros that expand "
                               "without end.");
        }
        const bool isFirst = !best;
        if (!job->isParsed) {
            if (!isFirst)
                break;
            m_impl->last = *input; // for completion, which reads on to its place only
            return outlineByCompiler(source, options, unsaved, input->text);
        }
        if (isFirst || errorCount(job->outline) < errorCount(*best)) {
            best = std::move(job->outline);
            m_impl->standard = version;
            m_impl->fileNames = std::move(job->names);
            m_impl->last = *input;
        }
        // A file with errors is not parsed twice on every keystroke: the other version was no help with these.
        if (isFirst)
            kinds = errorKinds(*best);
        if (errorCount(*best) == 0 || (isFirst && m_impl->errorsInVain.contains(kinds)))
            break;
    }
    m_impl->remember(standardBefore, kinds);
    conclude(m_impl->last->text, *best);
    return std::move(*best);
}

std::vector<Completion> Document::complete(std::uint32_t line, std::uint32_t column, std::size_t limit)
{
    if (!m_impl->last || line == 0 || column == 0)
        return {};
    const CompletionPlace place = completionPlace(m_impl->last->text, line, column);
    const auto &unit = m_impl->unitFor(m_impl->last->standard);
    std::vector<Completion> list = candidates(unit, *m_impl->last, m_impl->fileNames, place);
    if (list.size() > limit)
        list.resize(limit);
    return list;
}

} // namespace clv::frontend
