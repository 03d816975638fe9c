// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace clv::launch {

/// A regular file read at any place on demand; closed with its last user.
/// Thread: `read` may be called from several threads.
class RandomFile {
public:
    /// Errors: does not exist, cannot be read, is not a regular file (a pipe would block).
    [[nodiscard]] static Result<std::shared_ptr<const RandomFile>> open(const std::string &path);
    ~RandomFile();
    RandomFile(const RandomFile &) = delete;
    RandomFile &operator=(const RandomFile &) = delete;

    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] const std::string &path() const { return m_path; }
    /// Changes with the file's contents: inode, size and time of the last change.
    [[nodiscard]] const std::string &identity() const { return m_identity; }
    /// Bytes read, fewer than asked for at the end of the file or on a read error.
    std::uint64_t read(std::uint64_t offset, std::span<std::byte> out) const;

private:
    RandomFile() = default;
    std::string m_path, m_identity;
    std::uint64_t m_size = 0;
    int m_descriptor = -1;
};

} // namespace clv::launch
