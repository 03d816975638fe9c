// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"
#include "core/types/launch.h"

#include <cstddef>
#include <memory>
#include <span>

namespace clv::launch {

/// Bytes of one buffer of a launch, any range on demand; equal everywhere (emulator, worker, other machines).
/// Thread: `fill` is const and safe to call from several threads.
class BufferContent {
public:
    virtual ~BufferContent() = default;
    /// Writes the bytes [offset, offset + out.size()) of the buffer; beyond its end, zeros.
    virtual void fill(std::uint64_t offset, std::span<std::byte> out) const = 0;
    [[nodiscard]] virtual std::uint64_t sizeBytes() const = 0;
};

/// Errors: a file that is missing, malformed or too short; parameters out of range (names both).
[[nodiscard]] Result<std::shared_ptr<const BufferContent>> makeContent(const BufferValue &buffer);

} // namespace clv::launch
