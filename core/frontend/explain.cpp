// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/explain.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace clv::frontend {

namespace {

/// OpenCL C 3.0, section 6.1.9 (keywords), without vector types, which nobody takes for names.
constexpr std::array kKeywords{"kernel",       "__kernel",   "global",       "__global",    "local",
                               "__local",      "constant",   "__constant",   "private",     "__private",
                               "generic",      "__generic",  "read_only",    "__read_only", "write_only",
                               "__write_only", "read_write", "__read_write", "pipe",        "half"};

bool isWordByte(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

struct Word {
    std::size_t begin = 0, end = 0;
};

Word wordAt(std::string_view text, std::size_t offset)
{
    Word word{offset, offset};
    while (word.begin > 0 && isWordByte(text[word.begin - 1]))
        --word.begin;
    while (word.end < text.size() && isWordByte(text[word.end]))
        ++word.end;
    return word;
}

/// The word before `offset`, across blanks.
Word wordBefore(std::string_view text, std::size_t offset)
{
    std::size_t end = offset;
    while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0)
        --end;
    if (end == 0 || !isWordByte(text[end - 1]))
        return {offset, offset};
    return wordAt(text, end - 1);
}

char nextVisible(std::string_view text, std::size_t offset)
{
    while (offset < text.size() && std::isspace(static_cast<unsigned char>(text[offset])) != 0)
        ++offset;
    return offset < text.size() ? text[offset] : '\0';
}

/// A keyword stands where a name would when what follows it ends a declarator or an operand.
bool standsAsName(std::string_view text, const Word &word)
{
    const char next = nextVisible(text, word.end);
    return next != '\0' && std::string_view(",;)[=+-/%.<>]&|").find(next) != std::string_view::npos;
}

/// What to write instead of a type that no kernel parameter may have.
std::string remedyFor(std::string_view type)
{
    if (type.starts_with("bool"))
        return "use int and compare it with 0";
    for (const std::string_view sized : {"size_t", "ptrdiff_t", "intptr_t", "uintptr_t"})
        if (type.starts_with(sized))
            return type.front() == 's' || type.front() == 'u' ? "use ulong or uint" : "use long or int";
    return {};
}

/// The first type between quotes, without the address space that Clang prints before it.
std::string quotedType(std::string_view message)
{
    const std::size_t open = message.find('\'');
    const std::size_t close = open == std::string_view::npos ? open : message.find('\'', open + 1);
    if (close == std::string_view::npos)
        return {};
    std::string_view type = message.substr(open + 1, close - open - 1);
    constexpr std::string_view kPrivate = "__private ";
    if (type.starts_with(kPrivate))
        type.remove_prefix(kPrivate.size());
    return std::string(type);
}

std::string parameterMessage(std::string_view name, const std::string &type, const std::vector<Diagnostic> &notes)
{
    std::string message = "kernel parameter '" + std::string(name) + "' has type '" + type +
                          "', which OpenCL C does not allow for kernel parameters";
    std::string remedy = remedyFor(type);
    for (const Diagnostic &note : notes) {
        if (note.message.find("field of illegal") == std::string::npos)
            continue;
        const std::string field = quotedType(note.message);
        message += ": it holds a field of type '" + field + "' (line " + std::to_string(note.where.line) + ")";
        remedy = remedyFor(field);
    }
    return remedy.empty() ? message : message + "; " + remedy;
}

} // namespace

bool isOpenClKeyword(std::string_view word)
{
    return std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end();
}

std::string terminated(const std::string &text)
{
    return text.empty() || text.back() == '\n' || text.back() == '\r' ? text : text + '\n';
}

std::vector<std::size_t> lineStarts(std::string_view text)
{
    std::vector<std::size_t> starts{0};
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n' || (text[i] == '\r' && (i + 1 >= text.size() || text[i + 1] != '\n')))
            starts.push_back(i + 1);
    return starts;
}

void explainKeywords(std::string_view text, std::vector<Diagnostic> &diagnostics)
{
    const auto first = std::find_if(diagnostics.begin(), diagnostics.end(),
                                    [](const Diagnostic &d) { return d.severity == Severity::Error; });
    if (first == diagnostics.end() || !first->where.file.empty() || first->where.column == 0)
        return;
    const std::vector<std::size_t> starts = lineStarts(text);
    if (first->where.line > starts.size())
        return;
    const std::size_t offset = starts[first->where.line - 1] + first->where.column - 1;
    if (offset > text.size())
        return;
    for (const Word &word : {wordAt(text, offset), wordBefore(text, offset)}) {
        const std::string_view name = text.substr(word.begin, word.end - word.begin);
        if (!isOpenClKeyword(name) || !standsAsName(text, word))
            continue;
        const auto line = std::upper_bound(starts.begin(), starts.end(), word.begin) - starts.begin();
        const std::size_t start = starts[static_cast<std::size_t>(line - 1)];
        first->where.line = static_cast<std::uint32_t>(line);
        first->where.column = static_cast<std::uint32_t>(word.begin - start + 1);
        first->end = first->where;
        first->end.column += static_cast<std::uint32_t>(name.size());
        first->message = '\'' + std::string(name) + "' is a keyword of OpenCL C and cannot be a name; rename it (" +
                         first->message + ")";
        first->fixIts.clear();
        return;
    }
}

void explainParameters(std::string_view text, std::vector<Diagnostic> &diagnostics)
{
    const std::vector<std::size_t> starts = lineStarts(text);
    std::vector<Diagnostic> kept;
    for (std::size_t i = 0; i < diagnostics.size();) {
        Diagnostic diagnostic = diagnostics[i++];
        if (diagnostic.message.find("cannot be used as the type of a kernel parameter") == std::string::npos ||
            !diagnostic.where.file.empty() || diagnostic.where.line == 0 || diagnostic.where.line > starts.size()) {
            kept.push_back(std::move(diagnostic));
            continue;
        }
        std::vector<Diagnostic> notes;
        for (; i < diagnostics.size() && diagnostics[i].severity == Severity::Note; ++i)
            notes.push_back(diagnostics[i]);
        const std::size_t offset = starts[diagnostic.where.line - 1] + diagnostic.where.column - 1;
        const Word word = wordAt(text, std::min(offset, text.size()));
        diagnostic.message =
            parameterMessage(text.substr(word.begin, word.end - word.begin), quotedType(diagnostic.message), notes);
        kept.push_back(std::move(diagnostic));
    }
    diagnostics = std::move(kept);
}

void explain(std::string_view text, std::vector<Diagnostic> &diagnostics)
{
    explainKeywords(text, diagnostics);
    explainParameters(text, diagnostics);
}

} // namespace clv::frontend
