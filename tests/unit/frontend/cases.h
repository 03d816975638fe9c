// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frontend/compile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace clv::frontend::test {

inline std::string casePath(const std::string &file)
{
    return std::string(CLV_SOURCE_DIR) + "/tests/data/cases/" + file;
}

inline SourceText readCase(const std::string &file)
{
    auto source = readSource(casePath(file));
    EXPECT_TRUE(source.ok()) << (source.ok() ? "" : source.error().describe());
    return source.ok() ? *source : SourceText{};
}

inline SourceText fromText(std::string text)
{
    auto source = decodeSource({}, std::move(text));
    EXPECT_TRUE(source.ok()) << (source.ok() ? "" : source.error().describe());
    return source.ok() ? *source : SourceText{};
}

inline std::vector<Diagnostic> errorsOf(const std::vector<Diagnostic> &diagnostics)
{
    std::vector<Diagnostic> errors;
    std::copy_if(diagnostics.begin(), diagnostics.end(), std::back_inserter(errors),
                 [](const Diagnostic &d) { return d.severity == Severity::Error; });
    return errors;
}

} // namespace clv::frontend::test
