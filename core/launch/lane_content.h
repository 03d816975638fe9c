// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/content.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

namespace clv::launch {

/// Lanes a generator makes at a time; small enough for the first-level cache.
inline constexpr std::size_t kLaneBlock = 1024;

/// A buffer whose lanes of type T come from `source(firstLane, span of at most kLaneBlock lanes)`, cut to any byte
/// range.
template <typename T, typename Source>
class LaneContent final : public BufferContent {
public:
    LaneContent(std::uint64_t bytes, Source source) : m_bytes(bytes), m_source(std::move(source)) {}

    std::uint64_t sizeBytes() const override { return m_bytes; }

    void fill(std::uint64_t offset, std::span<std::byte> out) const override
    {
        const std::uint64_t whole = m_bytes - m_bytes % sizeof(T); // a rest smaller than a lane stays zero
        const std::uint64_t inside = offset >= whole ? 0 : std::min<std::uint64_t>(out.size(), whole - offset);
        std::ranges::fill(out.subspan(inside), std::byte{0});
        std::array<T, kLaneBlock> block;
        std::uint64_t done = 0;
        while (done < inside) {
            const std::uint64_t lane = (offset + done) / sizeof(T), skip = (offset + done) % sizeof(T);
            const std::uint64_t lanes =
                std::min<std::uint64_t>(kLaneBlock, (skip + (inside - done) + sizeof(T) - 1) / sizeof(T));
            m_source(lane, std::span<T>(block.data(), lanes));
            const std::uint64_t bytes = std::min<std::uint64_t>(lanes * sizeof(T) - skip, inside - done);
            std::memcpy(out.data() + done, reinterpret_cast<const std::byte *>(block.data()) + skip, bytes);
            done += bytes;
        }
    }

private:
    std::uint64_t m_bytes;
    Source m_source;
};

template <typename T, typename Source>
[[nodiscard]] std::shared_ptr<const BufferContent> makeLaneContent(std::uint64_t bytes, Source source)
{
    return std::make_shared<LaneContent<T, Source>>(bytes, std::move(source));
}

} // namespace clv::launch
