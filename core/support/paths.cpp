// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/support/paths.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <vector>

namespace clv::paths
{

namespace fs = std::filesystem;

namespace
{

fs::path home()
{
    const char *value = std::getenv("HOME");
    return value && *value ? fs::path(value) : fs::path("/");
}

/// The XDG specification asks to ignore relative values.
fs::path xdgDir(const char *variable, const char *fallbackBelowHome)
{
    const char *value = std::getenv(variable);
    fs::path base = value && *value == '/' ? fs::path(value) : home() / fallbackBelowHome;
    return base / "clairvoyant";
}

fs::path programDir()
{
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

Error systemError(const std::string &what, const fs::path &path)
{
    return ioError(what + " '" + path.string() + "': " + std::strerror(errno) + ".");
}

} // namespace

fs::path configDir()
{
    return xdgDir("XDG_CONFIG_HOME", ".config");
}
fs::path dataDir()
{
    return xdgDir("XDG_DATA_HOME", ".local/share");
}
fs::path cacheDir()
{
    return xdgDir("XDG_CACHE_HOME", ".cache");
}

fs::path resourceDir(const std::string &name)
{
    std::vector<fs::path> candidates;
    if (const char *given = std::getenv("CLAIRVOYANT_RESOURCES"))
        candidates.emplace_back(given);
    const fs::path program = programDir();
    candidates.push_back(program / "../share/clairvoyant");
    // In a build tree programs lie in <build>/bin and the source tree is one or two levels above <build>.
    candidates.push_back(program / "../../resources");
    candidates.push_back(program / "../../../resources");
#ifdef CLV_SOURCE_RESOURCES
    candidates.emplace_back(CLV_SOURCE_RESOURCES);
#endif
    std::error_code ignored;
    for (const fs::path &candidate : candidates)
        if (fs::is_directory(candidate / name, ignored))
            return fs::weakly_canonical(candidate / name, ignored);
    return {};
}

fs::path siblingProgram(const std::string &name)
{
    std::error_code ignored;
    const fs::path beside = programDir() / name;
    if (fs::exists(beside, ignored))
        return beside;
    // Tests lie elsewhere in the build tree.
    if (const char *given = std::getenv("CLAIRVOYANT_PROGRAMS")) {
        const fs::path there = fs::path(given) / name;
        if (fs::exists(there, ignored))
            return there;
    }
    return beside;
}

Result<std::string> readFile(const fs::path &path, std::size_t maxBytes)
{
    std::error_code failure;
    if (fs::is_directory(path, failure))
        return ioError("'" + path.string() + "' is a folder, not a file.");
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return systemError("Cannot open", path);
    std::string bytes;
    std::vector<char> chunk(1 << 16);
    while (true) {
        const ssize_t got = ::read(fd, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            Error error = systemError("Cannot read", path);
            ::close(fd);
            return error;
        }
        if (got == 0)
            break;
        bytes.append(chunk.data(), static_cast<std::size_t>(got));
        if (bytes.size() > maxBytes) {
            ::close(fd);
            return ioError("'" + path.string() + "' is larger than " + std::to_string(maxBytes >> 20) + " MiB.");
        }
    }
    ::close(fd);
    return bytes;
}

Result<void> writeFileAtomically(const fs::path &path, std::string_view bytes)
{
    std::error_code failure;
    // Writing through a symbolic link replaces what it points to, as an editor's user expects.
    fs::path target = fs::is_symlink(path, failure) ? fs::weakly_canonical(path, failure) : path;
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    if (!fs::exists(folder, failure)) {
        fs::create_directories(folder, failure);
        if (failure)
            return ioError("Cannot create the folder '" + folder.string() + "': " + failure.message() + ".");
        fs::permissions(folder, fs::perms::owner_all, failure);
    }
    std::string temporary = (folder / ("." + target.filename().string() + ".XXXXXX")).string();
    const int fd = ::mkstemp(temporary.data());
    if (fd < 0)
        return systemError("Cannot write beside", target);

    struct stat existing{};
    const bool had = ::stat(target.c_str(), &existing) == 0;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    bool good = ::fchmod(fd, had ? (existing.st_mode & 07777) : (0666 & ~mask)) == 0;
    std::size_t written = 0;
    while (good && written < bytes.size()) {
        const ssize_t put = ::write(fd, bytes.data() + written, bytes.size() - written);
        if (put < 0 && errno == EINTR)
            continue;
        good = put > 0;
        written += good ? static_cast<std::size_t>(put) : 0;
    }
    good = good && ::fsync(fd) == 0;
    const int problem = errno;
    good = (::close(fd) == 0) && good;
    if (!good || ::rename(temporary.c_str(), target.c_str()) != 0) {
        Error error = ioError("Cannot write '" + target.string() + "': " + std::strerror(good ? errno : problem) + ".");
        ::unlink(temporary.c_str());
        return error;
    }
    return {};
}

} // namespace clv::paths
