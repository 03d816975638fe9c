// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/content.h"

namespace clv::launch {

/// Contents made by a formula (every kind but File). `content.cpp` joins them with the file readers.
[[nodiscard]] Result<std::shared_ptr<const BufferContent>> makeGenerated(const BufferValue &buffer);
/// Contents from a file: raw bytes, `.npy`, `.mtx`.
[[nodiscard]] Result<std::shared_ptr<const BufferContent>> makeFromFile(const BufferValue &buffer);
/// The part ("row-pointers", "columns", "values") of a Matrix Market file as CSR.
[[nodiscard]] Result<std::shared_ptr<const BufferContent>> makeFromMatrixMarket(const BufferValue &buffer);

} // namespace clv::launch
