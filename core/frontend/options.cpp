// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/options.h"

#include "core/support/paths.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace clv::frontend {

namespace {

namespace fs = std::filesystem;

/// Words that Clang takes under the same name.
constexpr std::array kPassedOn{
    "-cl-single-precision-constant", "-cl-denorms-are-zero",          "-cl-fp32-correctly-rounded-divide-sqrt",
    "-cl-strict-aliasing",           "-cl-uniform-work-group-size",   "-cl-mad-enable",
    "-cl-no-signed-zeros",           "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
    "-cl-fast-relaxed-math"};

/// Words that change nothing for the analysis: forward progress of sub-groups, argument names at run time (always
/// known here), debug information of the driver.
constexpr std::array kWithoutMeaning{"-cl-no-subgroup-ifp", "-cl-kernel-arg-info", "-g"};

constexpr std::array kStandards{"CL", "CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"};

template <std::size_t n>
bool contains(const std::array<const char *, n> &list, std::string_view word)
{
    return std::find(list.begin(), list.end(), word) != list.end();
}

bool isNumber(std::string_view word)
{
    return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string absoluteFolder(const std::string &value, const fs::path &folder)
{
    const fs::path path(value);
    return (path.is_absolute() || folder.empty() ? path : folder / path).lexically_normal().string();
}

Error unknownWord(const std::string &word)
{
    return usageError("Build option '" + word +
                      "' is not understood; known are -D, -U, -I, -w, -Werror, -cl-std=, the other -cl-* options of "
                      "OpenCL 3.0 and -cl-nv-*.");
}

/// -D, -U and -I take their value in the same word or in the next one.
Result<std::string> valueOf(const std::vector<std::string> &words, std::size_t &index)
{
    const std::string &word = words[index];
    std::string value = word.substr(2);
    if (value.empty() && index + 1 < words.size())
        value = words[++index];
    if (value.empty())
        return usageError("Build option '" + word + "' needs a value after it.");
    return value;
}

Result<std::string> standardOf(const std::string &word)
{
    std::string standard = word.substr(word.find('=') + 1);
    if (!contains(kStandards, standard))
        return usageError("Build option '" + word +
                          "' names no known OpenCL C version; known are CL1.0, CL1.1, CL1.2, CL2.0 and CL3.0.");
    return standard;
}

} // namespace

Result<ParsedOptions> parseOptions(const BuildOptions &options, const fs::path &folder)
{
    ParsedOptions parsed;
    const std::vector<std::string> &words = options.words;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string &word = words[i];
        if (word.empty())
            continue;
        if (word.starts_with("-D") || word.starts_with("-U") || word.starts_with("-I")) {
            const std::string flag = word.substr(0, 2);
            auto value = valueOf(words, i);
            if (!value)
                return value.error();
            parsed.preprocessor.push_back(flag + (flag == "-I" ? absoluteFolder(*value, folder) : *value));
        } else if (word.starts_with("-cl-std=")) {
            auto standard = standardOf(word);
            if (!standard)
                return standard.error();
            parsed.standard = *standard;
        } else if (word == "-w") {
            parsed.suppressWarnings = true;
        } else if (word == "-Werror") {
            parsed.warningsAreErrors = true;
        } else if (word == "-cl-opt-disable") {
            parsed.disableOptimisation = true;
        } else if (contains(kPassedOn, word) || word.starts_with("-cl-ext=")) {
            parsed.language.push_back(word);
        } else if (word.starts_with("-cl-nv-")) {
            // "-cl-nv-maxrregcount 32" may carry its number in the next word.
            if (i + 1 < words.size() && isNumber(words[i + 1]))
                ++i;
        } else if (!contains(kWithoutMeaning, word)) {
            return unknownWord(word);
        }
    }
    return parsed;
}

std::vector<std::string> standardsToTry(const ParsedOptions &options)
{
    if (!options.standard.empty())
        return {options.standard};
    return {"CL1.2", "CL3.0"};
}

std::string mainFilePath(const std::string &sourcePath)
{
    if (sourcePath.empty())
        return "/.clairvoyant-unsaved/kernel.cl";
    return fs::absolute(sourcePath).lexically_normal().string();
}

Result<std::string> clangResourceDir()
{
    std::vector<fs::path> candidates;
    if (const char *given = std::getenv("CLAIRVOYANT_CLANG_RESOURCE_DIR"))
        candidates.emplace_back(given);
    candidates.push_back(paths::resourceDir("clang"));
    candidates.emplace_back(CLV_CLANG_RESOURCE_DIR);
    std::error_code ignored;
    for (const fs::path &candidate : candidates)
        if (!candidate.empty() && fs::exists(candidate / "include" / "opencl-c-base.h", ignored))
            return candidate.string();
    return Error{ErrorCategory::Internal,
                 "The built-in header of Clang 19 (opencl-c-base.h) was not found; install libclang-common-19-dev or "
                 "name its folder in CLAIRVOYANT_CLANG_RESOURCE_DIR.",
                 {}};
}

} // namespace clv::frontend
