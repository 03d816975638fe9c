// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/launch_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>
#include <mutex>
#include <optional>
#include <sys/mman.h>
#include <utility>

namespace clv::emulator {

namespace {

constexpr std::uint64_t kGrowReserve = std::uint64_t{1} << 36;
constexpr std::uint64_t kSlack = 4096; ///< so that a vector load at the last element stays inside the mapping
constexpr std::uint64_t kImageTexelBytes = 16;

/// Kinds whose elements do not depend on how many there are: they can go on behind the end.
bool isEndlessKind(ContentsKind kind)
{
    return kind == ContentsKind::Zeros || kind == ContentsKind::Constant || kind == ContentsKind::Iota ||
           kind == ContentsKind::Uniform;
}

/// The same contents going on as far as their type holds them (an iota of int ends at 2^31 - 1).
std::shared_ptr<const launch::BufferContent> longestContent(BufferValue value, std::uint64_t bytes,
                                                            std::shared_ptr<const launch::BufferContent> given)
{
    const std::uint64_t least = value.bytes;
    for (value.bytes = bytes; value.bytes > least; value.bytes /= 16)
        if (auto content = launch::makeContent(value))
            return std::move(*content);
    return given;
}

} // namespace

namespace {

/// Pages of buffers that are gone, for those to come: a fault costs more than filling the page, and an edit or a
/// sweep runs launch after launch with the same sizes. Blocks are filled whole before they are read, so old bytes
/// never show.
class PagePool {
public:
    static constexpr std::uint64_t kLargest = std::uint64_t{64} << 20;

    [[nodiscard]] static std::uint64_t sizeClass(std::uint64_t bytes)
    {
        return std::bit_ceil(std::max<std::uint64_t>(bytes, 1u << 16));
    }

    [[nodiscard]] std::optional<Reservation> take(std::uint64_t size)
    {
        const std::lock_guard lock(m_mutex);
        for (auto entry = m_kept.begin(); entry != m_kept.end(); ++entry)
            if (entry->size() == size) {
                Reservation found = std::move(*entry);
                m_kept.erase(entry);
                m_bytes -= size;
                return found;
            }
        return std::nullopt;
    }

    void give(Reservation &&pages)
    {
        const std::lock_guard lock(m_mutex);
        m_bytes += pages.size();
        m_kept.push_back(std::move(pages));
        while (m_bytes > kMostKept) { // the oldest first
            m_bytes -= m_kept.front().size();
            m_kept.pop_front();
        }
    }

private:
    static constexpr std::uint64_t kMostKept = std::uint64_t{256} << 20;
    std::mutex m_mutex;
    std::deque<Reservation> m_kept;
    std::uint64_t m_bytes = 0;
};

PagePool &pagePool()
{
    static PagePool pool;
    return pool;
}

} // namespace

LazyBuffer::~LazyBuffer()
{
    if (isPooled && data.data())
        pagePool().give(std::move(data));
}

bool LazyBuffer::reserve(std::uint64_t size, bool fromPool)
{
    const std::uint64_t flags = ((size + kSlack) >> kFillShift) + 1;
    reserved = size;
    isPooled = fromPool && size + kSlack <= PagePool::kLargest;
    if (!isPooled)
        return data.reserve(size + kSlack) && filled.reserve(flags);
    const std::uint64_t rounded = PagePool::sizeClass(size + kSlack);
    if (std::optional<Reservation> kept = pagePool().take(rounded)) {
        data = std::move(*kept);
    } else {
        if (!data.reserve(rounded))
            return false;
        madvise(data.data(), rounded, MADV_HUGEPAGE);
    }
    return filled.reserve(flags);
}

Reservation::~Reservation()
{
    if (m_data)
        munmap(m_data, m_bytes);
}

Reservation::Reservation(Reservation &&other) noexcept
    : m_data(std::exchange(other.m_data, nullptr)), m_bytes(std::exchange(other.m_bytes, 0))
{
}

Reservation &Reservation::operator=(Reservation &&other) noexcept
{
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

bool Reservation::reserve(std::uint64_t bytes)
{
    void *place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED)
        return false;
    if (m_data)
        munmap(m_data, m_bytes);
    m_data = static_cast<std::byte *>(place);
    m_bytes = bytes;
    return true;
}

void Reservation::forget()
{
    if (m_data)
        madvise(m_data, m_bytes, MADV_DONTNEED);
}

void LazyBuffer::fill(std::uint64_t firstByte, std::uint64_t endByte)
{
    const std::uint64_t end = content ? std::clamp(content->sizeBytes(), firstByte, endByte) : firstByte;
    if (firstByte < end)
        content->fill(firstByte, {data.data() + firstByte, static_cast<std::size_t>(end - firstByte)});
    if (end < endByte && isPooled)
        std::memset(data.data() + end, 0, endByte - end);
    for (std::uint64_t block = firstByte >> kFillShift; block < (endByte + kFillBytes - 1) >> kFillShift; ++block)
        filled.data()[block] = std::byte{1};
}

void fillLazy(Segment &segment, std::uint64_t firstByte, std::uint64_t endByte)
{
    static_cast<LazyBuffer *>(segment.lazy)->fill(firstByte, endByte);
}

Result<std::unique_ptr<Memory>> Memory::create(const Launch &launch, bool growBuffers)
{
    return LaunchMemory::make(launch, growBuffers);
}

Result<std::unique_ptr<Memory>> LaunchMemory::make(const Launch &launch, bool growBuffers)
{
    auto memory = std::make_unique<LaunchMemory>();
    memory->m_grows = growBuffers;
    memory->m_buffers.resize(launch.arguments.size());
    for (std::size_t k = 0; k < launch.arguments.size(); ++k) {
        const LaunchArgument &argument = launch.arguments[k];
        BufferValue value;
        if (const auto *buffer = std::get_if<BufferValue>(&argument.value)) {
            value = *buffer;
        } else if (const auto *image = std::get_if<ImageValue>(&argument.value)) {
            value.contents = image->contents;
            value.bytes = image->width * image->height * image->depth * kImageTexelBytes;
            value.element = {ScalarType::Float, 4, kImageTexelBytes, "float4"};
        } else {
            continue;
        }
        auto lazy = std::make_unique<LazyBuffer>();
        lazy->argument = static_cast<int>(k);
        lazy->bytes = value.bytes;
        std::uint64_t reserve = value.bytes;
        Result<std::shared_ptr<const launch::BufferContent>> content = launch::makeContent(value);
        if (!content)
            return content.error();
        lazy->content = std::move(*content);
        if (growBuffers) {
            reserve = std::max(reserve, kGrowReserve);
            if (isEndlessKind(value.contents.kind))
                lazy->content = longestContent(value, reserve, lazy->content);
        }
        while (!lazy->reserve(reserve, !growBuffers)) {
            if (!growBuffers || reserve / 2 < lazy->bytes)
                return Error{ErrorCategory::Usage,
                             fmt::format("buffer '{}' of {} bytes does not fit into this process's address space",
                                         argument.name, lazy->bytes),
                             {}};
            reserve /= 2;
        }
        memory->m_buffers[k] = std::move(lazy);
    }
    return std::unique_ptr<Memory>(std::move(memory));
}

LazyBuffer *LaunchMemory::buffer(int argument) const
{
    return argument >= 0 && static_cast<std::size_t>(argument) < m_buffers.size()
               ? m_buffers[static_cast<std::size_t>(argument)].get()
               : nullptr;
}

void LaunchMemory::read(int argument, std::uint64_t offset, std::span<std::byte> out) const
{
    std::fill(out.begin(), out.end(), std::byte{0});
    LazyBuffer *lazy = buffer(argument);
    if (!lazy || offset >= lazy->reserved)
        return;
    const std::uint64_t end = std::min<std::uint64_t>(offset + out.size(), lazy->reserved);
    for (std::uint64_t block = offset >> kFillShift; block << kFillShift < end; ++block)
        if (lazy->filled.data()[block] == std::byte{0})
            lazy->fill(block << kFillShift, (block + 1) << kFillShift);
    std::memcpy(out.data(), lazy->data.data() + offset, end - offset);
}

void LaunchMemory::reset()
{
    for (const std::unique_ptr<LazyBuffer> &lazy : m_buffers)
        if (lazy) {
            lazy->data.forget();
            lazy->filled.forget();
        }
}

} // namespace clv::emulator
