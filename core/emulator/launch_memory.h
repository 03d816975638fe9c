// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/emulator/context.h"
#include "core/emulator/emulator.h"

#include <memory>
#include <vector>

namespace clv::emulator {

/// Anonymous memory that costs nothing until it is touched.
class Reservation {
public:
    Reservation() = default;
    ~Reservation();
    Reservation(Reservation &&other) noexcept;
    Reservation &operator=(Reservation &&other) noexcept;
    Reservation(const Reservation &) = delete;
    Reservation &operator=(const Reservation &) = delete;

    /// False when the address space is exhausted.
    [[nodiscard]] bool reserve(std::uint64_t bytes);
    [[nodiscard]] std::byte *data() const { return m_data; }
    [[nodiscard]] std::uint64_t size() const { return m_bytes; }
    void forget(); ///< zeros again, pages returned

private:
    std::byte *m_data = nullptr;
    std::uint64_t m_bytes = 0;
};

/// A buffer whose bytes are made by its content generator when first touched.
struct LazyBuffer {
    LazyBuffer() = default;
    ~LazyBuffer(); ///< keeps its pages for the next buffer of this size
    LazyBuffer(const LazyBuffer &) = delete;
    LazyBuffer &operator=(const LazyBuffer &) = delete;

    int argument = -1;
    std::shared_ptr<const launch::BufferContent> content;
    Reservation data, filled;
    std::uint64_t bytes = 0; ///< as the launch says

    bool isPooled = false;
    std::uint64_t reserved = 0; ///< bytes that may be touched; as large as `bytes` unless buffers grow

    /// False when the address space is exhausted.
    [[nodiscard]] bool reserve(std::uint64_t size, bool fromPool);
    void fill(std::uint64_t firstByte, std::uint64_t endByte);
};

class LaunchMemory final : public Memory {
public:
    [[nodiscard]] static Result<std::unique_ptr<Memory>> make(const Launch &launch, bool growBuffers);
    void read(int argument, std::uint64_t offset, std::span<std::byte> out) const override;
    [[nodiscard]] LazyBuffer *buffer(int argument) const;
    [[nodiscard]] bool grows() const { return m_grows; }
    /// Back to the contents of the launch.
    void reset();

private:
    std::vector<std::unique_ptr<LazyBuffer>> m_buffers; ///< by argument; null for what is no buffer
    bool m_grows = false;
};

} // namespace clv::emulator
