// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/crash_guard.h"
#include "core/frontend/document_impl.h"
#include "core/frontend/explain.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <unordered_set>

namespace clv::frontend {

namespace {

constexpr auto kCompletionLimit = std::chrono::seconds(2);

/// What is nearest comes first; within a rank, libclang's own priority counts (0..99, lower is better).
/// The hundreds of convert_* would push all else out of a list of bounded length.
enum Rank { kLocalRank = 0, kFileRank = 1, kBuiltinRank = 2, kKeywordRank = 3, kConversionRank = 4 };
constexpr int kRankStep = 100;
constexpr int kBuiltinPriority = 50; ///< of a declaration that libclang does not list (CCP_Declaration)

const char *kindOf(CXCursorKind kind)
{
    switch (kind) {
    case CXCursor_FunctionDecl: return "function";
    case CXCursor_MacroDefinition: return "macro";
    case CXCursor_TypedefDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl: return "type";
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
    case CXCursor_FieldDecl:
    case CXCursor_EnumConstantDecl: return "variable";
    default: return "keyword";
    }
}

Rank builtinRank(std::string_view name)
{
    return name.starts_with("convert_") ? kConversionRank : kBuiltinRank;
}

Rank rankOf(CXCursorKind kind, const std::string &name, const std::set<std::string> &fileNames)
{
    if (kind == CXCursor_ParmDecl || kind == CXCursor_FieldDecl)
        return kLocalRank;
    if (fileNames.contains(name))
        return kFileRank;
    if (kind == CXCursor_VarDecl)
        return kLocalRank; // the default header declares no variables
    return std::string_view(kindOf(kind)) == "keyword" ? kKeywordRank : builtinRank(name);
}

bool sameStart(std::string_view text, std::string_view prefix)
{
    return text.size() >= prefix.size() &&
           std::equal(prefix.begin(), prefix.end(), text.begin(),
                      [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

/// Text to insert. Read first and alone, because most candidates do not fit the prefix.
std::string typedText(CXCompletionString string)
{
    for (unsigned i = 0, n = clang_getNumCompletionChunks(string); i < n; ++i)
        if (clang_getCompletionChunkKind(string, i) == CXCompletionChunk_TypedText)
            return textOf(clang_getCompletionChunkText(string, i));
    return {};
}

/// The line shown for a candidate.
std::string signatureOf(CXCompletionString string)
{
    std::string resultType, rest;
    for (unsigned i = 0, n = clang_getNumCompletionChunks(string); i < n; ++i) {
        const CXCompletionChunkKind kind = clang_getCompletionChunkKind(string, i);
        if (kind == CXCompletionChunk_Optional)
            continue;
        const std::string text = textOf(clang_getCompletionChunkText(string, i));
        if (kind == CXCompletionChunk_ResultType)
            resultType = text + ' ';
        else
            rest += text;
    }
    std::string signature = resultType + rest;
    // Clang prints the address space of every parameter and variable; the private one is what everyone expects.
    constexpr std::string_view kNoise = "__private ";
    for (std::size_t at = signature.find(kNoise); at != std::string::npos; at = signature.find(kNoise, at))
        signature.erase(at, kNoise.size());
    return signature;
}

struct CompletionJob {
    std::shared_ptr<ParsedUnit> unit;
    FrontendInput input;
    std::set<std::string> fileNames;
    CompletionPlace place;
    std::vector<Completion> list;
    bool isDone = false;
};

void addCandidate(CompletionJob &job, const CXCompletionResult &result)
{
    const CXCompletionString string = result.CompletionString;
    if (clang_getCompletionAvailability(string) == CXAvailability_NotAvailable)
        return;
    std::string text = typedText(string);
    // Names the implementation reserves are of no interest to whoever writes a kernel.
    if (text.empty() || text.starts_with("__") || !sameStart(text, job.place.prefix))
        return;
    const int priority = std::min(static_cast<int>(clang_getCompletionPriority(string)), kRankStep - 1);
    const Rank rank = rankOf(result.CursorKind, text, job.fileNames);
    job.list.push_back({std::move(text), signatureOf(string), kindOf(result.CursorKind), rank * kRankStep + priority});
}

void completeOnce(CompletionJob &job)
{
    if (!job.unit->get()) {
        // The text made the parser crash. A unit of nothing does: libclang reads the text itself, up to the place.
        FrontendInput nothing = job.input;
        nothing.text = "\n";
        if (!job.unit->parse(nothing))
            return;
    }
    std::vector<CXUnsavedFile> files = filesInMemory(job.input);
    CXCodeCompleteResults *results =
        clang_codeCompleteAt(job.unit->get(), job.input.mainFile.c_str(), job.place.line, job.place.column,
                             files.data(), static_cast<unsigned>(files.size()), CXCodeComplete_IncludeMacros);
    if (!results)
        return;
    for (unsigned i = 0; i < results->NumResults; ++i)
        addCandidate(job, results->Results[i]);
    clang_disposeCodeCompleteResults(results);
    job.isDone = true;
}

void addBuiltins(std::vector<Completion> &list, std::string_view prefix)
{
    for (const Builtin &builtin : builtins())
        if (sameStart(builtin.name, prefix))
            list.push_back({builtin.name, builtin.signatures.front(), "function",
                            builtinRank(builtin.name) * kRankStep + kBuiltinPriority});
}

void sortCandidates(std::vector<Completion> &list, const std::string &prefix)
{
    std::stable_sort(list.begin(), list.end(), [&](const Completion &a, const Completion &b) {
        const bool exactA = a.text.starts_with(prefix), exactB = b.text.starts_with(prefix);
        if (exactA != exactB)
            return exactA;
        return a.priority != b.priority ? a.priority < b.priority : a.text < b.text;
    });
    std::unordered_set<std::string> seen; // overloads, and built-ins that the text uses already
    std::erase_if(list, [&](const Completion &c) { return !seen.insert(c.text).second; });
}

} // namespace

CompletionPlace completionPlace(const std::string &text, std::uint32_t line, std::uint32_t column)
{
    CompletionPlace place{line, column, {}, false};
    const std::vector<std::size_t> starts = lineStarts(text);
    if (line > starts.size())
        return place;
    const std::size_t lineStart = starts[line - 1];
    const std::size_t end = std::min(lineStart + column - 1, text.size());
    std::size_t begin = end;
    while (begin > lineStart &&
           (std::isalnum(static_cast<unsigned char>(text[begin - 1])) != 0 || text[begin - 1] == '_'))
        --begin;
    place.column = static_cast<std::uint32_t>(begin - lineStart + 1);
    place.prefix = text.substr(begin, end - begin);
    place.afterMember =
        begin >= 1 && (text[begin - 1] == '.' || (begin >= 2 && text[begin - 1] == '>' && text[begin - 2] == '-'));
    return place;
}

std::vector<Completion> candidates(const std::shared_ptr<ParsedUnit> &unit, const FrontendInput &input,
                                   const std::set<std::string> &fileNames, const CompletionPlace &place)
{
    auto job = std::make_shared<CompletionJob>(CompletionJob{unit, input, fileNames, place, {}, false});
    const GuardedEnd end =
        runGuarded([job] { completeOnce(*job); }, std::chrono::steady_clock::now() + kCompletionLimit);
    if (end == GuardedEnd::Crashed)
        unit->forget();
    else if (!job->isDone)
        unit->reset();
    std::vector<Completion> list = job->isDone ? std::move(job->list) : std::vector<Completion>();
    if (!place.afterMember)
        addBuiltins(list, place.prefix);
    sortCandidates(list, place.prefix);
    return list;
}

} // namespace clv::frontend
