// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace clv::cli {

/// A table for terminals: aligned, two blanks between columns, nothing else. Cells may hold UTF-8; every code point
/// counts as one column (thin spaces and "µ" do).
class Table {
public:
    enum class Align { Left, Right };
    struct Column {
        std::string title;
        Align align = Align::Left;
    };
    explicit Table(std::vector<Column> columns) : m_columns(std::move(columns)) {}

    void add(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
    [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }
    /// Lines with newlines; `indent` blanks in front of each.
    [[nodiscard]] std::string text(std::size_t indent = 0) const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// One line of RFC 4180 with its newline: quotes where needed.
[[nodiscard]] std::string csvLine(const std::vector<std::string> &cells);
/// Shortest text that reads back as the same number; empty when it is not finite.
[[nodiscard]] std::string plainNumber(double value);

} // namespace clv::cli
