// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/server.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>

namespace {

constexpr const char *kHelp = R"(Usage: clv-worker [--help | --version]

Builds and times OpenCL kernels for Clairvoyant: the one program that loads an
OpenCL driver, so that a kernel that crashes takes nothing else along.

It reads requests from standard input, one JSON object a line, and writes events
to standard output; it ends at the end of its input. Started by clairvoyant and
clv; 'ssh HOST clv-worker' measures on another machine.

Requests: hello, devices, peaks, build, measure, cancel. By hand:
  echo '{"type":"devices","id":1}' | clv-worker

Environment:
  OCL_ICD_VENDORS   folder of .icd files, in place of /etc/OpenCL/vendors
  CLAIRVOYANT_LOG   debug, info, warning, error or off (to standard error)
)";

/// Drivers print to standard output; the protocol moves to a descriptor that they do not know.
int takeOverOutput()
{
    const int output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (output < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return -1;
    return output;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 2 && (std::strcmp(argv[1], "--help") == 0 || std::strcmp(argv[1], "-h") == 0)) {
        std::fputs(kHelp, stdout);
        return 0;
    }
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::puts("clv-worker " CLV_VERSION);
        return 0;
    }
    if (argc > 1) {
        std::fprintf(stderr, "clv-worker: '%s' is not an option; see clv-worker --help\n", argv[1]);
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN);
    const int output = takeOverOutput();
    if (output < 0) {
        std::fputs("clv-worker: standard output and standard error must be open\n", stderr);
        return 2;
    }
    clv::worker::Server server(STDIN_FILENO, output, CLV_VERSION);
    const int status = server.run();
    // Without the drivers' own clean-up: some of them hang or crash in it, and everything is said.
    ::_exit(status);
}
