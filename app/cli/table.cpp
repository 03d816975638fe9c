// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clv::cli {

namespace {

std::size_t width(const std::string &text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(const std::string &cell, std::size_t columns, Table::Align align)
{
    const std::string blanks(columns - std::min(columns, width(cell)), ' ');
    return align == Table::Align::Right ? blanks + cell : cell + blanks;
}

void trimRight(std::string &line)
{
    line.erase(line.find_last_not_of(' ') + 1);
}

} // namespace

std::string Table::text(std::size_t indent) const
{
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
        std::size_t widest = width(m_columns[c].title);
        for (const auto &row : m_rows)
            if (c < row.size())
                widest = std::max(widest, width(row[c]));
        widths.push_back(widest);
    }
    std::string out;
    auto addLine = [&](const auto &cellAt) {
        std::string line(indent, ' ');
        for (std::size_t c = 0; c < m_columns.size(); ++c)
            line += (c == 0 ? "" : "  ") + padded(cellAt(c), widths[c], m_columns[c].align);
        trimRight(line);
        out += line + '\n';
    };
    const bool hasTitles = std::ranges::any_of(m_columns, [](const Column &c) { return !c.title.empty(); });
    if (hasTitles)
        addLine([this](std::size_t c) { return m_columns[c].title; });
    for (const auto &row : m_rows)
        addLine([&row](std::size_t c) { return c < row.size() ? row[c] : std::string{}; });
    return out;
}

std::string csvLine(const std::vector<std::string> &cells)
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        line += i == 0 ? "" : ",";
        if (cells[i].find_first_of(",\"\r\n") == std::string::npos) {
            line += cells[i];
            continue;
        }
        line += '"';
        for (char c : cells[i])
            line += c == '"' ? std::string("\"\"") : std::string(1, c);
        line += '"';
    }
    return line + "\r\n";
}

std::string plainNumber(double value)
{
    return std::isfinite(value) ? fmt::format("{}", value) : std::string{};
}

} // namespace clv::cli
