// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/source_location.h"

#include <string>
#include <vector>

namespace clv {

enum class Severity { Unknown = 0, Note, Warning, Error };

/// A replacement that Clang offers; `range` lies in the file of the diagnostic.
struct FixIt {
    SourceRange range;
    std::string replacement;
};

/// A compiler message on a place in the source. `message` is without place and severity.
struct Diagnostic {
    Severity severity = Severity::Unknown;
    SourceLocation where;
    SourceLocation end; ///< end of the highlighted range; unknown when Clang gives none
    std::string message;
    std::vector<FixIt> fixIts;
};

/// A performance or correctness remark by an analysis (producer), shown in editor, dock and report alike.
struct Finding {
    Severity severity = Severity::Unknown;
    std::string id; ///< stable: "uncoalesced-access", "out-of-bounds", "divergent-branch", "barrier-divergence", ...
    SourceLocation where;
    std::string message;  ///< one sentence: what happens, with numbers
    std::string hint;     ///< what to change; may be empty
    double timeShare = 0; ///< estimated share of kernel time, 0..1; 0 = not estimated
};

} // namespace clv
