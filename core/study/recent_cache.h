// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace clv::study {

/// The last `capacity` values used, by key. Values are shared and immutable, so one thrown out lives on with whoever
/// holds it. Thread: any. Lookups walk the list: meant for tens of entries.
template <typename Value>
class RecentCache {
public:
    explicit RecentCache(std::size_t capacity) : m_capacity(capacity) {}

    [[nodiscard]] std::shared_ptr<const Value> find(std::uint64_t key)
    {
        const std::lock_guard lock(m_mutex);
        for (auto it = m_entries.begin(); it != m_entries.end(); ++it)
            if (it->first == key) {
                m_entries.splice(m_entries.begin(), m_entries, it);
                return it->second;
            }
        return nullptr;
    }

    std::shared_ptr<const Value> store(std::uint64_t key, std::shared_ptr<const Value> value)
    {
        const std::lock_guard lock(m_mutex);
        m_entries.emplace_front(key, value);
        while (m_entries.size() > m_capacity)
            m_entries.pop_back();
        return value;
    }

private:
    std::size_t m_capacity;
    std::mutex m_mutex;
    std::list<std::pair<std::uint64_t, std::shared_ptr<const Value>>> m_entries;
};

} // namespace clv::study
