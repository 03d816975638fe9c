// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/random_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace clv::launch {

Result<std::shared_ptr<const RandomFile>> RandomFile::open(const std::string &path)
{
    // Non-blocking, so that opening a pipe returns and the check below can refuse it.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return ioError(fmt::format("cannot open the contents file '{}': {}", path, std::strerror(errno)));
    const std::shared_ptr<RandomFile> file(new RandomFile);
    file->m_descriptor = descriptor;
    file->m_path = path;
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        return ioError(fmt::format("the contents file '{}' is not a regular file", path));
    file->m_size = static_cast<std::uint64_t>(status.st_size);
    file->m_identity = fmt::format("{}:{}:{}:{}.{}", status.st_dev, status.st_ino, status.st_size,
                                   status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
    return std::shared_ptr<const RandomFile>(file);
}

RandomFile::~RandomFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

std::uint64_t RandomFile::read(std::uint64_t offset, std::span<std::byte> out) const
{
    std::uint64_t done = 0;
    while (done < out.size()) {
        const ssize_t got =
            ::pread(m_descriptor, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        done += static_cast<std::uint64_t>(got);
    }
    return done;
}

} // namespace clv::launch
