// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/missing.h"

#include "core/frontend/explain.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace clv::frontend {

namespace {

bool isNameByte(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool looksLikeMacro(std::string_view name)
{
    return !name.empty() && std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool hasWord(std::string_view text, std::string_view word)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isNameByte(text[at - 1])) && (end == text.size() || !isNameByte(text[end])))
            return true;
    }
    return false;
}

/// Parts of the lower-case names that people give to types which the host chooses: "real", "dtype", "scalar_t",
/// "value_type", "data4". A word that was mistyped or is not complete yet holds none of them.
constexpr std::array kTypeStems{"real", "type", "scalar", "data", "value", "elem", "precision", "numeric"};

/// Whether a lower-case type that nobody declares may be meant for -D.
bool isTypeForHost(std::string_view name)
{
    return std::any_of(kTypeStems.begin(), kTypeStems.end(),
                       [name](std::string_view stem) { return name.find(stem) != std::string_view::npos; });
}

/// "...'NAME'..." when the message starts with `prefix`; empty otherwise.
std::string_view quotedAfter(std::string_view message, std::string_view prefix)
{
    if (!message.starts_with(prefix))
        return {};
    message.remove_prefix(prefix.size());
    const std::size_t close = message.find('\'');
    return close == std::string_view::npos ? std::string_view() : message.substr(0, close);
}

std::string_view lineOf(std::string_view text, const std::vector<std::size_t> &starts, std::size_t line)
{
    const std::size_t end = line < starts.size() ? starts[line] : text.size();
    return text.substr(starts[line - 1], end - starts[line - 1]);
}

/// Whether the byte at `column` lies between the brackets of an array size or in a work-group attribute.
bool sitsInSize(std::string_view line, std::size_t column)
{
    const std::string_view before = line.substr(0, std::min(column, line.size()));
    if (before.find("work_group_size") != std::string_view::npos)
        return true;
    const std::size_t open = before.rfind('[');
    if (open == std::string_view::npos || before.find(']', open) != std::string_view::npos)
        return false;
    // "type name[" declares; "name[" in an expression is an index.
    std::string_view head = before.substr(0, open);
    while (!head.empty() && (isNameByte(head.back()) || head.back() == ' '))
        head.remove_suffix(1);
    const std::string_view words = before.substr(head.size(), open - head.size());
    const std::size_t first = words.find_first_not_of(' ');
    return first != std::string_view::npos && words.find(' ', first) != std::string_view::npos &&
           !words.substr(first).starts_with("return ");
}

std::string_view trimmed(std::string_view line)
{
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front())) != 0)
        line.remove_prefix(1);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
        line.remove_suffix(1);
    return line;
}

/// Whether a conditional directive of the text asks for `name`.
bool isTested(std::string_view text, const std::vector<std::size_t> &starts, std::string_view name)
{
    for (std::size_t line = 1; line <= starts.size(); ++line) {
        std::string_view directive = trimmed(lineOf(text, starts, line));
        if (!directive.starts_with('#'))
            continue;
        directive = trimmed(directive.substr(1));
        if ((directive.starts_with("if") || directive.starts_with("elif")) && hasWord(directive, name))
            return true;
    }
    return false;
}

/// Names that a directive wants to be defined: "#ifndef X", "#if !defined(X) || !defined(Y)".
std::vector<std::string> namesTested(std::string_view directive)
{
    std::vector<std::string> names;
    for (const std::string_view mark : {std::string_view("ifndef"), std::string_view("defined")}) {
        for (std::size_t at = directive.find(mark); at != std::string_view::npos; at = directive.find(mark, at + 1)) {
            const bool isNegated =
                mark == "ifndef" || directive.substr(0, at).find_last_of('!') != std::string_view::npos;
            std::size_t begin = at + mark.size();
            while (begin < directive.size() && !isNameByte(directive[begin]))
                ++begin;
            std::size_t end = begin;
            while (end < directive.size() && isNameByte(directive[end]))
                ++end;
            if (isNegated && end > begin)
                names.emplace_back(directive.substr(begin, end - begin));
        }
    }
    return names;
}

/// The conditions around an #error, innermost first: the #ifndef or #if, and when the #error sits in an #else,
/// whatever the chain above it asked for with #ifdef or #if defined.
std::vector<std::string> guardOf(std::string_view text, const std::vector<std::size_t> &starts, std::size_t line)
{
    int depth = 0;
    bool isElse = false;
    std::vector<std::string> names;
    for (std::size_t l = line; l-- > 1;) {
        std::string_view directive = trimmed(lineOf(text, starts, l));
        if (!directive.starts_with('#'))
            continue;
        directive = trimmed(directive.substr(1));
        if (directive.starts_with("endif")) {
            ++depth;
        } else if (depth > 0) {
            depth -= directive.starts_with("if") ? 1 : 0;
        } else if (directive.starts_with("else")) {
            isElse = true;
        } else if (directive.starts_with("if") || directive.starts_with("elif")) {
            std::string asked(directive);
            if (isElse && directive.starts_with("ifdef"))
                asked.replace(0, 5, "ifndef");
            else if (isElse)
                asked.insert(directive.find('f') + 1, " !");
            for (std::string &name : namesTested(asked))
                names.push_back(std::move(name));
            if (directive.starts_with("if"))
                break;
        }
    }
    return names;
}

void addOnce(std::vector<std::string> &list, std::string name)
{
    if (!name.empty() && std::find(list.begin(), list.end(), name) == list.end())
        list.push_back(std::move(name));
}

} // namespace

std::vector<std::string> missingMacros(std::string_view text, const std::vector<Diagnostic> &diagnostics)
{
    const std::vector<std::size_t> starts = lineStarts(text);
    std::vector<std::string> names;
    for (const Diagnostic &diagnostic : diagnostics) {
        if (diagnostic.severity != Severity::Error)
            continue;
        const bool isInMain =
            diagnostic.where.file.empty() && diagnostic.where.line >= 1 && diagnostic.where.line <= starts.size();
        const std::string_view message = diagnostic.message;
        const bool hasSuggestion = message.find("did you mean") != std::string_view::npos;
        if (const auto type = quotedAfter(message, "unknown type name '"); !type.empty()) {
            if (looksLikeMacro(type) || (!hasSuggestion && (isTypeForHost(type) || isTested(text, starts, type))))
                addOnce(names, std::string(type));
            continue;
        }
        std::string_view name = quotedAfter(message, "use of undeclared identifier '");
        if (name.empty())
            name = quotedAfter(message, "implicit declaration of function '");
        if (!name.empty()) {
            if (looksLikeMacro(name) ||
                (isInMain && sitsInSize(lineOf(text, starts, diagnostic.where.line), diagnostic.where.column - 1)))
                addOnce(names, std::string(name));
            continue;
        }
        if (isInMain && trimmed(lineOf(text, starts, diagnostic.where.line)).starts_with('#') &&
            lineOf(text, starts, diagnostic.where.line).find("error") != std::string_view::npos)
            for (std::string &guard : guardOf(text, starts, diagnostic.where.line))
                addOnce(names, std::move(guard));
    }
    return names;
}

std::set<std::string> definedMacros(std::string_view text)
{
    constexpr std::string_view kDefine = "define";
    const std::vector<std::size_t> starts = lineStarts(text);
    std::set<std::string> names;
    for (std::size_t line = 1; line <= starts.size(); ++line) {
        std::string_view directive = trimmed(lineOf(text, starts, line));
        if (!directive.starts_with('#'))
            continue;
        directive = trimmed(directive.substr(1));
        if (!directive.starts_with(kDefine))
            continue;
        directive = trimmed(directive.substr(kDefine.size()));
        const auto end = std::find_if_not(directive.begin(), directive.end(), isNameByte);
        names.emplace(directive.begin(), end);
    }
    return names;
}

std::vector<std::string> missingIncludes(const std::vector<Diagnostic> &diagnostics)
{
    std::vector<std::string> files;
    for (const Diagnostic &diagnostic : diagnostics)
        if (diagnostic.message.ends_with("' file not found"))
            addOnce(files, std::string(quotedAfter(diagnostic.message, "'")));
    return files;
}

} // namespace clv::frontend
