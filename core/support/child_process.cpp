// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/support/child_process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

extern char **environ;

namespace clv {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kErrorTailBytes = 16u << 10;
constexpr auto kReapTimeout = std::chrono::milliseconds(2000);
constexpr auto kKillTimeout = std::chrono::seconds(5);

/// A file descriptor that closes itself.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd) : m_fd(fd) {}
    Descriptor(Descriptor &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    Descriptor &operator=(Descriptor &&other) noexcept
    {
        reset(std::exchange(other.m_fd, -1));
        return *this;
    }
    ~Descriptor() { reset(); }
    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    void reset(int fd = -1)
    {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = fd;
    }

private:
    int m_fd = -1;
};

struct Pipe {
    Descriptor readEnd, writeEnd;

    [[nodiscard]] bool open()
    {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0)
            return false;
        readEnd.reset(ends[0]);
        writeEnd.reset(ends[1]);
        return true;
    }
};

void setNonBlocking(int fd)
{
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/// Searched here and not in the child: between fork and exec only async-signal-safe calls are allowed.
std::string findProgram(const std::string &name)
{
    if (name.find('/') != std::string::npos)
        return name;
    const char *path = std::getenv("PATH");
    std::string_view rest = path ? path : "/usr/local/bin:/usr/bin:/bin";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const std::string candidate = std::string(end == 0 ? "." : rest.substr(0, end)) + '/' + name;
        std::error_code ignored;
        if (::access(candidate.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(candidate, ignored))
            return candidate;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
}

std::vector<std::string> childEnvironment(const std::vector<std::pair<std::string, std::string>> &added)
{
    std::vector<std::string> all;
    for (char **entry = environ; entry && *entry; ++entry) {
        const std::string_view text = *entry;
        const std::string_view name = text.substr(0, text.find('='));
        if (std::none_of(added.begin(), added.end(), [&](const auto &pair) { return pair.first == name; }))
            all.emplace_back(text);
    }
    for (const auto &[name, value] : added)
        all.push_back(name + '=' + value);
    return all;
}

std::vector<char *> pointersTo(std::vector<std::string> &texts)
{
    std::vector<char *> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string &text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// Runs in the child: async-signal-safe calls only. Reports errno through `report` when exec fails.
[[noreturn]] void becomeProgram(const char *program, char *const *arguments, char *const *environment, int in, int out,
                                int err, int report, std::uint64_t maxAddressSpace)
{
    ::setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::signal(SIGPIPE, SIG_DFL);
    // Descriptors that others opened without CLOEXEC would keep files and pipes of this process alive in the child.
    ::close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
    bool ready = ::dup2(in, 0) >= 0 && ::dup2(out, 1) >= 0 && ::dup2(err, 2) >= 0;
    if (ready && maxAddressSpace != 0) {
        const rlimit limit{maxAddressSpace, maxAddressSpace};
        ready = ::setrlimit(RLIMIT_AS, &limit) == 0;
    }
    if (ready) {
        // No core files from kernels that crash: they would be gigabytes of buffers.
        const rlimit noCore{0, 0};
        ::setrlimit(RLIMIT_CORE, &noCore);
        ::execve(program, arguments, environment);
    }
    const int code = errno;
    [[maybe_unused]] const ssize_t written = ::write(report, &code, sizeof code);
    ::_exit(127);
}

/// Keeps SIGPIPE away from this thread while it writes into a pipe whose reader may be gone.
class SigpipeGuard {
public:
    SigpipeGuard()
    {
        sigemptyset(&m_pipe);
        sigaddset(&m_pipe, SIGPIPE);
        sigset_t pending;
        ::sigpending(&pending);
        m_wasPending = sigismember(&pending, SIGPIPE) == 1;
        ::pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
    }
    SigpipeGuard(const SigpipeGuard &) = delete;
    SigpipeGuard &operator=(const SigpipeGuard &) = delete;
    ~SigpipeGuard()
    {
        if (!m_wasPending) {
            const timespec now{0, 0};
            while (::sigtimedwait(&m_pipe, nullptr, &now) < 0 && errno == EINTR) {
            }
        }
        ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }

private:
    sigset_t m_pipe{}, m_before{};
    bool m_wasPending = false;
};

int millisecondsUntil(Clock::time_point deadline)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1 << 30));
}

const char *signalName(int signal)
{
    switch (signal) {
    case SIGSEGV: return "segmentation fault";
    case SIGBUS: return "bus error";
    case SIGABRT: return "aborted";
    case SIGILL: return "illegal instruction";
    case SIGFPE: return "arithmetic fault";
    case SIGKILL: return "killed";
    case SIGTERM: return "terminated";
    case SIGPIPE: return "broken pipe";
    case SIGXCPU: return "processor time limit";
    default: break;
    }
    const char *text = ::sigdescr_np(signal);
    return text ? text : "unknown signal";
}

} // namespace

struct ChildProcess::Impl {
    std::string program;
    pid_t pid = -1;
    Descriptor in, out, err;
    std::string unread; ///< received bytes; those before `searched` hold no newline
    std::size_t searched = 0;
    std::string errorTail;
    std::chrono::milliseconds writeTimeout{};
    std::optional<Exit> exit;

    [[nodiscard]] std::optional<std::string> takeLine();
    void receive();
    void receiveErrors();
    bool pump(Clock::time_point deadline, bool wantWrite);
    std::optional<Exit> reap(int flags);
    std::optional<Exit> reapBy(Clock::time_point deadline);
    [[nodiscard]] Error deathError();
};

std::optional<std::string> ChildProcess::Impl::takeLine()
{
    const std::size_t end = unread.find('\n', searched);
    if (end == std::string::npos) {
        searched = unread.size();
        return std::nullopt;
    }
    std::string line = unread.substr(0, end);
    unread.erase(0, end + 1);
    searched = 0;
    return line;
}

void ChildProcess::Impl::receive()
{
    std::array<char, 1 << 16> block;
    while (out.isOpen()) {
        const ssize_t got = ::read(out.get(), block.data(), block.size());
        if (got > 0)
            unread.append(block.data(), static_cast<std::size_t>(got));
        else if (got < 0 && errno == EINTR)
            continue;
        else if (got < 0 && errno == EAGAIN)
            return;
        else
            out.reset();
    }
}

void ChildProcess::Impl::receiveErrors()
{
    std::array<char, 1 << 12> block;
    while (err.isOpen()) {
        const ssize_t got = ::read(err.get(), block.data(), block.size());
        if (got > 0) {
            errorTail.append(block.data(), static_cast<std::size_t>(got));
            if (errorTail.size() > kErrorTailBytes)
                errorTail.erase(0, errorTail.size() - kErrorTailBytes);
        } else if (got < 0 && errno == EINTR) {
            continue;
        } else if (got < 0 && errno == EAGAIN) {
            return;
        } else {
            err.reset();
        }
    }
}

/// Waits for something to read (or room to write) and takes in what came. False: the deadline passed.
bool ChildProcess::Impl::pump(Clock::time_point deadline, bool wantWrite)
{
    std::array<pollfd, 3> fds{{{out.get(), POLLIN, 0},
                               {err.get(), POLLIN, 0},
                               {wantWrite ? in.get() : -1, POLLOUT, 0}}}; // poll ignores negative descriptors
    const int ready = ::poll(fds.data(), fds.size(), millisecondsUntil(deadline));
    if (ready < 0)
        return errno == EINTR;
    if (fds[0].revents != 0)
        receive();
    if (fds[1].revents != 0)
        receiveErrors();
    return ready > 0;
}

/// Looks before it reaps: while the leader is a zombie its process group id cannot be taken by anybody else, so
/// what it left behind can be killed safely.
std::optional<ChildProcess::Exit> ChildProcess::Impl::reap(int flags)
{
    if (exit)
        return exit;
    siginfo_t info{};
    int result = 0;
    do {
        result = ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT | flags);
    } while (result != 0 && errno == EINTR);
    if (result == 0 && info.si_pid == 0)
        return std::nullopt;
    ::kill(-pid, SIGKILL);
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    receiveErrors();
    Exit ended;
    if (WIFSIGNALED(status))
        ended.signal = WTERMSIG(status);
    else
        ended.code = WEXITSTATUS(status);
    exit = ended;
    return exit;
}

std::optional<ChildProcess::Exit> ChildProcess::Impl::reapBy(Clock::time_point deadline)
{
    while (true) {
        if (auto ended = reap(WNOHANG))
            return ended;
        if (Clock::now() >= deadline)
            return std::nullopt;
        ::poll(nullptr, 0, 5);
    }
}

Error ChildProcess::Impl::deathError()
{
    // The output closes a moment before the process is gone.
    const auto ended = reapBy(Clock::now() + kReapTimeout);
    const std::string how = ended ? "ended with " + ended->describe() : "closed its output";
    return {ErrorCategory::Crash, "'" + program + "' " + how + ".", {}};
}

std::string ChildProcess::Exit::describe() const
{
    if (signal != 0)
        return "signal " + std::to_string(signal) + " (" + signalName(signal) + ")";
    return "exit status " + std::to_string(code);
}

Result<ChildProcess> ChildProcess::start(const Options &options)
{
    if (options.command.empty() || options.command.front().empty())
        return usageError("No program to start was given.");
    const std::string &name = options.command.front();
    const std::string program = findProgram(name);
    if (program.empty())
        return ioError("Program '" + name + "' was not found in PATH; install it or give its full path.");

    Pipe in, out, err, report;
    if (!in.open() || !out.open() || !err.open() || !report.open())
        return ioError(std::string("No pipe for '") + name + "': " + std::strerror(errno) + ".");

    std::vector<std::string> arguments = options.command;
    std::vector<std::string> environment = childEnvironment(options.environment);
    const std::vector<char *> argumentPointers = pointersTo(arguments);
    const std::vector<char *> environmentPointers = pointersTo(environment);
    const pid_t pid = ::fork();
    if (pid < 0)
        return ioError("'" + name + "' could not be started: " + std::strerror(errno) + ".");
    if (pid == 0)
        becomeProgram(program.c_str(), argumentPointers.data(), environmentPointers.data(), in.readEnd.get(),
                      out.writeEnd.get(), err.writeEnd.get(), report.writeEnd.get(), options.maxAddressSpaceBytes);
    ::setpgid(pid, pid); // in both, so that it holds before either goes on

    auto impl = std::make_unique<Impl>();
    impl->program = name;
    impl->pid = pid;
    impl->writeTimeout = options.writeTimeout;
    report.writeEnd.reset();
    int code = 0;
    ssize_t got = 0;
    do {
        got = ::read(report.readEnd.get(), &code, sizeof code);
    } while (got < 0 && errno == EINTR);
    if (got > 0) {
        impl->reap(0);
        return ioError("'" + program + "' could not be started: " + std::strerror(code) + ".");
    }
    impl->in = std::move(in.writeEnd);
    impl->out = std::move(out.readEnd);
    impl->err = std::move(err.readEnd);
    for (const Descriptor *each : {&impl->in, &impl->out, &impl->err})
        setNonBlocking(each->get());
    return ChildProcess(std::move(impl));
}

ChildProcess::ChildProcess(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
ChildProcess::ChildProcess(ChildProcess &&) noexcept = default;

ChildProcess &ChildProcess::operator=(ChildProcess &&other) noexcept
{
    if (this != &other) {
        if (m_impl)
            kill();
        m_impl = std::move(other.m_impl);
    }
    return *this;
}

ChildProcess::~ChildProcess()
{
    if (m_impl)
        kill();
}

Result<void> ChildProcess::writeLine(std::string_view line)
{
    if (!m_impl->in.isOpen())
        return ioError("The input of '" + m_impl->program + "' is closed.");
    const SigpipeGuard guard;
    std::string bytes(line);
    bytes += '\n';
    const Clock::time_point deadline = Clock::now() + m_impl->writeTimeout;
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t wrote = ::write(m_impl->in.get(), bytes.data() + done, bytes.size() - done);
        if (wrote > 0) {
            done += static_cast<std::size_t>(wrote);
        } else if (wrote < 0 && errno == EAGAIN) {
            // Output is taken in meanwhile: a child that waits for us to read would never read.
            if (!m_impl->pump(deadline, true))
                return Error{ErrorCategory::Timeout, "'" + m_impl->program + "' did not read its input in time.", {}};
        } else if (wrote < 0 && errno == EINTR) {
            continue;
        } else {
            m_impl->in.reset();
            return m_impl->deathError();
        }
    }
    return {};
}

Result<std::string> ChildProcess::readLine(Clock::time_point deadline)
{
    while (true) {
        if (auto line = m_impl->takeLine())
            return *std::move(line);
        if (!m_impl->out.isOpen())
            return m_impl->deathError();
        if (!m_impl->pump(deadline, false) && Clock::now() >= deadline) {
            if (auto line = m_impl->takeLine())
                return *std::move(line);
            return Error{ErrorCategory::Timeout, "'" + m_impl->program + "' did not answer in time.", {}};
        }
        if (m_impl->out.isOpen() && !m_impl->err.isOpen() && m_impl->reap(WNOHANG)) {
            // A grandchild may hold the output open after the child itself died.
            m_impl->receive();
            m_impl->out.reset();
        }
    }
}

void ChildProcess::closeInput()
{
    m_impl->in.reset();
}

std::optional<ChildProcess::Exit> ChildProcess::tryWait()
{
    return m_impl->reap(WNOHANG);
}

std::optional<ChildProcess::Exit> ChildProcess::waitUntil(Clock::time_point deadline)
{
    return m_impl->reapBy(deadline);
}

ChildProcess::Exit ChildProcess::kill()
{
    if (!m_impl->exit) {
        ::kill(-m_impl->pid, SIGKILL);
        ::kill(m_impl->pid, SIGKILL);
    }
    // A process stuck inside a device driver dies late or never: it is not waited for without end.
    return m_impl->reapBy(Clock::now() + kKillTimeout).value_or(Exit{0, SIGKILL});
}

std::string ChildProcess::standardErrorTail()
{
    m_impl->receiveErrors();
    return m_impl->errorTail;
}

int ChildProcess::pid() const
{
    return m_impl->pid;
}

} // namespace clv
