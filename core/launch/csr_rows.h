// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace clv::launch {

/// Row structure of a made-up sparse matrix in CSR form.
/// The total number of entries is floor(rows * mean) whatever the skew. Skew 0: row r starts at floor(r * mean), no
/// table. Skew s > 0: the length of a row falls with its rank as (rank + 1)^-s, ranks are dealt to rows at random;
/// starts are kept in a table of 8 bytes a row, built once for all buffers with the same parameters.
class CsrRows {
public:
    /// Errors: rows or mean negative, not finite or too large; a skew outside of 0..10; a skewed table above 2^28 rows.
    [[nodiscard]] static Result<std::shared_ptr<const CsrRows>> get(double rows, double mean, double skew,
                                                                    std::uint64_t seed);

    [[nodiscard]] std::uint64_t rows() const { return m_rows; }
    [[nodiscard]] std::uint64_t entries() const { return m_entries; }
    /// First entry of a row; `entries()` from row `rows()` on.
    [[nodiscard]] std::uint64_t start(std::uint64_t row) const;
    /// The row that holds an entry; `rows()` beyond the last.
    [[nodiscard]] std::uint64_t rowOf(std::uint64_t entry) const;

private:
    void buildTable(double skew, std::uint64_t seed);

    std::uint64_t m_rows = 0, m_entries = 0;
    double m_mean = 0;
    std::vector<std::uint64_t> m_starts; ///< rows + 1 values, empty when the closed form holds
};

} // namespace clv::launch
