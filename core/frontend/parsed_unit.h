// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frontend/frontend_input.h"

#include <clang-c/Index.h>

#include <memory>
#include <string>
#include <vector>

namespace clv::frontend {

/// A CXIndex; preambles stay in memory, so that nothing is written to the disk of the user.
using SharedIndex = std::shared_ptr<void>;
[[nodiscard]] SharedIndex makeIndex();

/// The files of `input` that libclang finds in memory. They point into `input`, which must outlive them.
[[nodiscard]] std::vector<CXUnsavedFile> filesInMemory(const FrontendInput &input);

/// The characters of a CXString, which is disposed of.
[[nodiscard]] std::string textOf(CXString string);

/// One text under one language version, parsed by libclang and parsed again on change.
/// Call `parse` under runGuarded: libclang's own recovery from crashes then works on that thread's large stack.
class ParsedUnit {
public:
    explicit ParsedUnit(SharedIndex index) : m_index(std::move(index)) {}
    ~ParsedUnit() { reset(); }
    ParsedUnit(const ParsedUnit &) = delete;
    ParsedUnit &operator=(const ParsedUnit &) = delete;

    /// False when libclang crashed or refused: then the unit is gone, and the next call starts from nothing.
    [[nodiscard]] bool parse(const FrontendInput &input);
    void reset();  ///< disposes of the unit; libclang keeps back what a crash has left in disorder
    void forget(); ///< for a unit in which our own guard caught a crash: its memory is lost
    [[nodiscard]] CXTranslationUnit get() const { return m_unit; }

private:
    SharedIndex m_index;
    CXTranslationUnit m_unit = nullptr;
};

} // namespace clv::frontend
