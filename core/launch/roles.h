// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/kernel.h"

#include <optional>
#include <string>
#include <vector>

namespace clv::launch {

/// What an integer argument most likely means, by its name.
enum class ScalarRole {
    Other,      ///< no idea
    Size,       ///< number of elements: n, size, count, numBodies
    Width,      ///< extent in x: width, w, cols, nx
    Height,     ///< extent in y: height, h, rows, ny
    Depth,      ///< extent in z: nz
    MatrixM,    ///< m, beside n
    MatrixK,    ///< inner dimension of a product, beside m or n
    Pitch,      ///< distance of rows: pitch, stride, lda
    Zero,       ///< offset, first, level, pass, shift
    One,        ///< stride of a one-dimensional kernel, stage
    Iterations, ///< steps, rounds, maxIter
    Radius,     ///< radius, halo
    Taps,       ///< length of a filter
    Bins,       ///< bins, buckets
    Last,       ///< index of the last element of a table
    LocalSize,  ///< blockSize, tileSize
    Seed,
};

/// What a buffer most likely holds, by its name and type.
enum class BufferRole {
    Data,        ///< values to read
    Output,      ///< written, nothing to read
    RowPointers, ///< first entry of each row or vertex, one more at the end
    Columns,     ///< column or neighbour of each entry
    Entries,     ///< value of each entry, beside row pointers and columns
    Index,       ///< positions in another buffer
    Levels,      ///< level or distance of each vertex
    Flags,       ///< frontier, mask
    Counter,     ///< one cell that all work-items share
    Bins,        ///< histogram
    Filter,      ///< coefficients
    Table,       ///< look-up table
    Partials,    ///< one value a work-group
};

struct RoleNames {
    std::vector<std::pair<std::string, ScalarRole>> scalars; ///< integer arguments, in order
    std::vector<std::pair<std::string, BufferRole>> buffers; ///< global and constant buffers, in order

    [[nodiscard]] std::optional<std::string> first(ScalarRole role) const;
    [[nodiscard]] std::optional<std::string> first(BufferRole role) const;
};

/// Roles of all arguments of a kernel, each seen beside the others.
[[nodiscard]] RoleNames rolesOf(const KernelSignature &signature);

/// Lower-case words of a name: "numRow_ptrs" -> num, row, ptrs.
[[nodiscard]] std::vector<std::string> wordsOf(const std::string &name);
/// Whether one of the words begins with one of the stems.
[[nodiscard]] bool hasStem(const std::string &name, const std::vector<std::string> &stems);

} // namespace clv::launch
