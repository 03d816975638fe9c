// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frontend/document.h"
#include "core/frontend/frontend_input.h"

#include <optional>
#include <string_view>
#include <vector>

namespace clv::frontend {

/// State between calls: what was parsed last, for completion.
struct Document::Impl {
    std::optional<FrontendInput> last; ///< with the language version that fitted best
};

/// Candidates that Clang's semantic analysis knows at a place; runs guarded. Unsorted.
[[nodiscard]] std::vector<Completion> semanticCompletions(const FrontendInput &input, std::uint32_t line,
                                                          std::uint32_t column);

} // namespace clv::frontend
