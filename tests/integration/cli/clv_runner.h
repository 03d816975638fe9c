// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace clv::test {

/// What one run of the real `clv` did.
struct Outcome {
    int code = -1; ///< exit code; 128 + signal when it was killed
    std::string out, err;
    [[nodiscard]] nlohmann::json json() const; ///< of `out`; discarded when it is none
    /// Lines of `err` that begin with "clv: ".
    [[nodiscard]] std::vector<std::string> sentences() const;
};

/// Runs build/bin/clv with these arguments; environment entries are NAME=VALUE. XDG folders are those of the test.
[[nodiscard]] Outcome runClv(const std::vector<std::string> &arguments, const std::string &input = {},
                             const std::vector<std::string> &environment = {});

/// A folder of its own for each test, removed at the end.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;
    /// Writes a file and gives its path.
    [[nodiscard]] std::string write(const std::string &name, const std::string &bytes) const;
    [[nodiscard]] std::string path(const std::string &name) const { return (m_path / name).string(); }

private:
    std::filesystem::path m_path;
};

/// Path of a shipped example kernel.
[[nodiscard]] std::string exampleKernel(const std::string &name);

} // namespace clv::test
