// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frontend/document.h"
#include "core/frontend/frontend_input.h"
#include "core/frontend/parsed_unit.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clv::frontend {

/// State between calls. Units are shared with guarded work, which a crash may leave without an end.
struct Document::Impl {
    SharedIndex index;
    std::map<std::string, std::shared_ptr<ParsedUnit>> units; ///< by language version; those tried so far
    std::string unitKey;                                      ///< file and options the units were made for
    std::string standard;                                     ///< version that fitted best; it is tried first
    /// Kinds of errors with which the other version was tried and was no better.
    std::set<std::string> errorsInVain;
    std::optional<FrontendInput> last; ///< what was parsed last, under `standard`
    std::set<std::string> fileNames;   ///< declared or defined by the user outside of functions

    /// The versions to try now, the one that fitted last first. Starts anew when file or options have changed.
    [[nodiscard]] std::vector<std::string> versionsFor(const FrontendInput &input);
    [[nodiscard]] const std::shared_ptr<ParsedUnit> &unitFor(const std::string &version);
    /// After an update that found errors of these kinds under `standardBefore`.
    void remember(const std::string &standardBefore, const std::string &kinds);
};

/// Candidates at a place: those of libclang and the built-ins, which it does not know before their first use. Sorted.
/// `prefix` is what stands before the place already; `afterMember`: a '.' or "->" stands before that.
struct CompletionPlace {
    std::uint32_t line = 0, column = 0;
    std::string prefix;
    bool afterMember = false;
};
[[nodiscard]] CompletionPlace completionPlace(const std::string &text, std::uint32_t line, std::uint32_t column);
[[nodiscard]] std::vector<Completion> candidates(const std::shared_ptr<ParsedUnit> &unit, const FrontendInput &input,
                                                 const std::set<std::string> &fileNames, const CompletionPlace &place);

} // namespace clv::frontend
