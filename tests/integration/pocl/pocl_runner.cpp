// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one case on PoCL and writes its buffers to a file. A program of its own because PoCL brings another Clang, and
// two Clangs do not live in one process.
#include "pocl_case.h"

#include "core/launch/content.h"

#include <cstdint>
#include <cstdio>
#include <fstream>

int main(int count, char **words)
{
    using namespace clv::test;
    if (count != 3) {
        std::fprintf(stderr, "usage: clv_pocl_runner CASE FILE\n");
        return 2;
    }
    const std::vector<Case> cases = allCases();
    for (const Case &test : cases) {
        if (test.name != words[1])
            continue;
        const auto inputs = inputsOf(test);
        const DeviceRun run = runOnPocl(test, inputs);
        if (run.isAbsent)
            return kNoPlatform;
        if (!run.problem.empty()) {
            std::fprintf(stderr, "%s\n", run.problem.c_str());
            return 1;
        }
        std::ofstream file(words[2], std::ios::binary);
        for (const std::vector<std::byte> &buffer : run.buffers)
            file.write(reinterpret_cast<const char *>(buffer.data()), static_cast<std::streamsize>(buffer.size()));
        return file ? 0 : 1;
    }
    std::fprintf(stderr, "there is no case '%s'\n", words[1]);
    return 2;
}
