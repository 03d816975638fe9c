// SPDX-License-Identifier: GPL-3.0-or-later
#include "clv_runner.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace clv::test {

namespace fs = std::filesystem;

nlohmann::json Outcome::json() const
{
    return nlohmann::json::parse(out, nullptr, false);
}

std::vector<std::string> Outcome::sentences() const
{
    std::vector<std::string> found;
    std::istringstream lines(err);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("clv: "))
            found.push_back(line);
    return found;
}

namespace {

std::string contentOf(const fs::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string quoted(const std::string &word)
{
    std::string text = "'";
    for (char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

} // namespace

Outcome runClv(const std::vector<std::string> &arguments, const std::string &input,
               const std::vector<std::string> &environment)
{
    const Folder folder;
    std::string command =
        "env XDG_DATA_HOME=" + quoted(folder.path("data")) + " XDG_CONFIG_HOME=" + quoted(folder.path("config"));
    for (const std::string &entry : environment)
        command += ' ' + quoted(entry);
    command += ' ' + quoted(CLV_BINARY_DIR "/bin/clv");
    for (const std::string &argument : arguments)
        command += ' ' + quoted(argument);
    command += " <" + quoted(folder.write("input", input)) + " >" + quoted(folder.path("out")) + " 2>" +
               quoted(folder.path("err"));
    const int status = std::system(command.c_str());
    Outcome outcome;
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    outcome.out = contentOf(folder.path("out"));
    outcome.err = contentOf(folder.path("err"));
    return outcome;
}

Folder::Folder()
{
    std::string pattern = (fs::temp_directory_path() / "clv-test-XXXXXX").string();
    if (::mkdtemp(pattern.data()) != nullptr)
        m_path = pattern;
}

Folder::~Folder()
{
    std::error_code ignored;
    if (!m_path.empty())
        fs::remove_all(m_path, ignored);
}

std::string Folder::write(const std::string &name, const std::string &bytes) const
{
    std::ofstream(m_path / name, std::ios::binary) << bytes;
    return path(name);
}

std::string exampleKernel(const std::string &name)
{
    return std::string(CLV_SOURCE_DIR "/resources/kernels/") + name;
}

} // namespace clv::test
