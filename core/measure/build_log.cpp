// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/build_log.h"

#include <regex>
#include <sstream>

namespace clv::measure {

namespace {

/// Drivers hand the program to their compiler under a name of their own.
bool isProgramText(const std::string &file)
{
    return file.empty() || file == "<kernel>" || file == "<source>" || file == "<program source>" ||
           file == "<stdin>" || file.find("tempfile") != std::string::npos || file == "input.cl";
}

std::uint32_t number(const std::string &digits)
{
    return digits.size() > 9 ? 0 : static_cast<std::uint32_t>(std::stoul(digits));
}

/// std::regex recurses over its input: lines beyond this are cut.
constexpr std::size_t kLongestLine = 500;

} // namespace

std::optional<LoggedError> firstError(const std::string &log)
{
    static const std::regex clangForm(R"(^(?:error: )?\s*([^:]*):(\d+):(\d+): (?:fatal )?error: (.*)$)");
    static const std::regex poclForm(R"(^error:\s*([^:]*):(\d+):(\d+): (.*)$)");
    static const std::regex lineForm(R"(^([^(:]*)\((\d+)\): (?:fatal )?error:? (.*)$)");
    static const std::regex bareForm(R"(^(?:ptxas )?(?:fatal )?(?:error|fatal)\s*: (.*)$)");
    std::optional<LoggedError> first, bare;
    std::uint32_t count = 0;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        line.resize(std::min(line.size(), kLongestLine));
        std::smatch m;
        LoggedError found;
        if (std::regex_match(line, m, clangForm) || std::regex_match(line, m, poclForm))
            found = {{m[1], number(m[2]), number(m[3])}, m[4], 0};
        else if (std::regex_match(line, m, lineForm))
            found = {{m[1], number(m[2]), 0}, m[3], 0};
        else {
            if (!bare && std::regex_match(line, m, bareForm))
                bare = LoggedError{{}, m[1], 1};
            continue;
        }
        ++count;
        if (!first) {
            if (isProgramText(found.where.file))
                found.where.file.clear();
            first = std::move(found);
        }
    }
    if (!first)
        return bare;
    first->count = count;
    return first;
}

RegisterUse registerUse(const std::string &log, const std::string &kernel)
{
    static const std::regex entry(
        R"((?:Compiling entry function|Function properties for) '?([A-Za-z_][A-Za-z_0-9]*)'?)");
    static const std::regex spill(R"((\d+) bytes spill stores, (\d+) bytes spill loads)");
    static const std::regex used(R"(Used (\d+) registers)");
    RegisterUse use;
    bool isOurs = false;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        line.resize(std::min(line.size(), kLongestLine));
        std::smatch m;
        if (std::regex_search(line, m, entry))
            isOurs = m[1] == kernel;
        if (!isOurs)
            continue;
        if (std::regex_search(line, m, spill))
            use.spillBytes = number(m[1]) + number(m[2]);
        if (std::regex_search(line, m, used))
            use.registers = number(m[1]);
    }
    return use;
}

} // namespace clv::measure
