// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/parsed_unit.h"

#include <cstdlib>
#include <utility>

namespace clv::frontend {

namespace {

/// libclang would parse on a thread of its own with an 8 MiB stack and no stack for signal handlers, where deep
/// nesting ends the process; runGuarded gives it a better one. Set before main, because setenv is not thread-safe.
const bool kHasNoThreads = setenv("LIBCLANG_NOTHREADS", "1", 1) == 0;

/// KeepGoing: a missing #include does not hide the next one. The preamble (leading directives and the headers they
/// include) is built when a text is parsed for the second time, so that a single look does not pay for it.
constexpr unsigned kUnitOptions =
    CXTranslationUnit_PrecompiledPreamble | CXTranslationUnit_CacheCompletionResults | CXTranslationUnit_KeepGoing;

} // namespace

SharedIndex makeIndex()
{
    CXIndexOptions options{};
    options.Size = sizeof(options);
    options.StorePreamblesInMemory = 1;
    return {kHasNoThreads ? clang_createIndexWithOptions(&options) : nullptr, [](void *index) {
                if (index)
                    clang_disposeIndex(index);
            }};
}

std::vector<CXUnsavedFile> filesInMemory(const FrontendInput &input)
{
    std::vector<CXUnsavedFile> files;
    files.push_back({input.mainFile.c_str(), input.text.data(), static_cast<unsigned long>(input.text.size())});
    for (const UnsavedFile &file : input.unsaved)
        files.push_back({file.path.c_str(), file.text.data(), static_cast<unsigned long>(file.text.size())});
    return files;
}

std::string textOf(CXString string)
{
    const char *characters = clang_getCString(string);
    std::string text = characters ? characters : "";
    clang_disposeString(string);
    return text;
}

bool ParsedUnit::parse(const FrontendInput &input)
{
    std::vector<CXUnsavedFile> files = filesInMemory(input);
    const auto count = static_cast<unsigned>(files.size());
    if (m_unit) {
        if (clang_reparseTranslationUnit(m_unit, count, files.data(), clang_defaultReparseOptions(m_unit)) == 0)
            return true;
        reset();
        return false;
    }
    const std::vector<std::string> arguments = driverArguments(input);
    std::vector<const char *> words;
    for (const std::string &argument : arguments)
        words.push_back(argument.c_str());
    const CXErrorCode error =
        clang_parseTranslationUnit2FullArgv(m_index.get(), input.mainFile.c_str(), words.data(),
                                            static_cast<int>(words.size()), files.data(), count, kUnitOptions, &m_unit);
    if (error == CXError_Success)
        return true;
    reset();
    return false;
}

void ParsedUnit::reset()
{
    if (m_unit)
        clang_disposeTranslationUnit(std::exchange(m_unit, nullptr));
}

void ParsedUnit::forget()
{
    m_unit = nullptr;
}

} // namespace clv::frontend
