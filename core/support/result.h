// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/source_location.h"

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace clv {

/// Who can mend it. The command-line tool maps these to exit codes (see `exitCode`).
enum class ErrorCategory {
    Unknown = 0, ///< never set on purpose
    Kernel,      ///< the kernel is at fault: does not compile, reads out of bounds, crashes
    Usage,       ///< a wrong option, launch file, file name: the caller can mend it
    Device,      ///< no device, refused by a device limit, driver failure
    Timeout,     ///< a deadline passed
    Io,          ///< a file or pipe could not be read or written
    Cancelled,   ///< the caller asked to stop
    Crash,       ///< a child process died
    Internal,    ///< our own fault: report it
};

/// An expected failure. `message` is one sentence: what, expected, got, remedy; no trailing newline.
struct Error {
    ErrorCategory category = ErrorCategory::Unknown;
    std::string message;
    SourceLocation where; ///< unknown (line 0) when no place applies

    /// "file:line:column: message", leaving out what is unknown.
    [[nodiscard]] std::string describe() const;
};

/// Exit status of `clv` for an error: 1 kernel at fault, 2 usage, 3 device or driver, 4 time limit.
[[nodiscard]] int exitCode(ErrorCategory category);
[[nodiscard]] const char *toString(ErrorCategory category);

/// Value or Error; expected failures travel in it, never as exceptions across rooms.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {} // NOLINT(google-explicit-constructor)
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {} // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] T &value() & { assert(ok()); return std::get<0>(m_state); }
    [[nodiscard]] const T &value() const & { assert(ok()); return std::get<0>(m_state); }
    [[nodiscard]] T &&value() && { assert(ok()); return std::get<0>(std::move(m_state)); }
    [[nodiscard]] T &operator*() & { return value(); }
    [[nodiscard]] const T &operator*() const & { return value(); }
    [[nodiscard]] T &&operator*() && { return std::move(*this).value(); }
    [[nodiscard]] T *operator->() { return &value(); }
    [[nodiscard]] const T *operator->() const { return &value(); }

    [[nodiscard]] const Error &error() const { assert(!ok()); return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {} // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool ok() const { return !m_error; }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] const Error &error() const { assert(m_error); return *m_error; }

private:
    std::optional<Error> m_error;
};

inline Error kernelError(std::string message, SourceLocation where = {}) { return {ErrorCategory::Kernel, std::move(message), std::move(where)}; }
inline Error usageError(std::string message, SourceLocation where = {}) { return {ErrorCategory::Usage, std::move(message), std::move(where)}; }
inline Error deviceError(std::string message) { return {ErrorCategory::Device, std::move(message), {}}; }
inline Error ioError(std::string message) { return {ErrorCategory::Io, std::move(message), {}}; }

} // namespace clv
