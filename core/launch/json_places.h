// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/source_location.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace clv::launch {

/// Lines and columns (from 1) of the members of a JSON text: the library that parses it keeps none.
class JsonPlaces {
public:
    /// `json` must be valid JSON, nested at most `kMaxJsonDepth` levels.
    explicit JsonPlaces(std::string_view json);

    /// Place of a member's key, by path: "arguments.x.count"; of the nearest enclosing member if it is not there.
    [[nodiscard]] SourceLocation of(const std::string &path) const;
    /// A member that stands twice in one object, if any: its path and second place.
    [[nodiscard]] const std::optional<std::pair<std::string, SourceLocation>> &duplicate() const { return m_duplicate; }

private:
    void value(const std::string &path);
    void object(const std::string &path);
    void array(const std::string &path);
    std::string string();
    void skipBlanks();
    SourceLocation here();

    std::string_view m_json;
    std::size_t m_at = 0, m_counted = 0, m_lineStart = 0;
    std::uint32_t m_line = 1;
    std::map<std::string, SourceLocation> m_places;
    std::optional<std::pair<std::string, SourceLocation>> m_duplicate;
};

inline constexpr int kMaxJsonDepth = 16;
/// Whether brackets nest deeper than `kMaxJsonDepth`; for any text.
[[nodiscard]] bool isNestedTooDeep(std::string_view json);
/// Line and column of a byte.
[[nodiscard]] SourceLocation placeOfByte(std::string_view text, std::size_t byte);

} // namespace clv::launch
