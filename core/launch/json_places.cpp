// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/json_places.h"

#include <algorithm>

namespace clv::launch {

SourceLocation placeOfByte(std::string_view text, std::size_t byte)
{
    const std::string_view before = text.substr(0, std::min(byte, text.size()));
    SourceLocation place;
    place.line = static_cast<std::uint32_t>(1 + std::ranges::count(before, '\n'));
    const std::size_t lineStart = before.rfind('\n');
    place.column =
        static_cast<std::uint32_t>(before.size() - (lineStart == std::string_view::npos ? 0 : lineStart + 1) + 1);
    return place;
}

bool isNestedTooDeep(std::string_view json)
{
    int depth = 0;
    bool isInString = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (isInString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                isInString = false;
        } else if (c == '"') {
            isInString = true;
        } else if (c == '{' || c == '[') {
            if (++depth > kMaxJsonDepth)
                return true;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

JsonPlaces::JsonPlaces(std::string_view json) : m_json(json)
{
    skipBlanks();
    value("");
}

SourceLocation JsonPlaces::of(const std::string &path) const
{
    std::string prefix = path;
    while (!prefix.empty()) {
        if (const auto it = m_places.find(prefix); it != m_places.end())
            return it->second;
        const std::size_t dot = prefix.rfind('.');
        prefix.resize(dot == std::string::npos ? 0 : dot);
    }
    return placeOfByte(m_json, 0);
}

SourceLocation JsonPlaces::here()
{
    // Places are asked for in ascending order, so each byte is looked at once.
    for (; m_counted < std::min(m_at, m_json.size()); ++m_counted) {
        if (m_json[m_counted] == '\n') {
            ++m_line;
            m_lineStart = m_counted + 1;
        }
    }
    return SourceLocation{{}, m_line, static_cast<std::uint32_t>(m_at - m_lineStart + 1)};
}

void JsonPlaces::skipBlanks()
{
    while (m_at < m_json.size() && std::string_view(" \t\r\n").find(m_json[m_at]) != std::string_view::npos)
        ++m_at;
}

std::string JsonPlaces::string()
{
    std::string text;
    for (++m_at; m_at < m_json.size() && m_json[m_at] != '"'; ++m_at) {
        if (m_json[m_at] == '\\' && m_at + 1 < m_json.size())
            ++m_at;
        text += m_json[m_at];
    }
    ++m_at;
    return text;
}

void JsonPlaces::value(const std::string &path)
{
    if (m_at >= m_json.size())
        return;
    switch (m_json[m_at]) {
    case '{': object(path); break;
    case '[': array(path); break;
    case '"': string(); break;
    default:
        while (m_at < m_json.size() && std::string_view(",]} \t\r\n").find(m_json[m_at]) == std::string_view::npos)
            ++m_at;
    }
    skipBlanks();
}

void JsonPlaces::object(const std::string &path)
{
    ++m_at;
    skipBlanks();
    while (m_at < m_json.size() && m_json[m_at] == '"') {
        const SourceLocation place = here();
        const std::string key = string();
        const std::string inner = path.empty() ? key : path + "." + key;
        if (!m_places.emplace(inner, place).second && !m_duplicate)
            m_duplicate = {inner, place};
        skipBlanks();
        ++m_at; // ':'
        skipBlanks();
        value(inner);
        if (m_at >= m_json.size() || m_json[m_at] != ',')
            break;
        ++m_at;
        skipBlanks();
    }
    ++m_at; // '}'
}

void JsonPlaces::array(const std::string &path)
{
    ++m_at;
    skipBlanks();
    for (std::size_t index = 0; m_at < m_json.size() && m_json[m_at] != ']'; ++index) {
        const std::string inner = path + "." + std::to_string(index);
        m_places.emplace(inner, here());
        value(inner);
        if (m_at >= m_json.size() || m_json[m_at] != ',')
            break;
        ++m_at;
        skipBlanks();
    }
    ++m_at; // ']'
}

} // namespace clv::launch
