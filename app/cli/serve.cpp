// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"
#include "app/cli/serve_loop.h"

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>

namespace clv::cli {

namespace {

int serve()
{
    ::signal(SIGPIPE, SIG_IGN); // the window went away: writes fail, the loop ends at the end of input
    auto loaded = engine();
    if (!loaded)
        return fail(loaded.error());
    {
        ServeLoop loop(**loaded, [](const std::string &line) {
            print(line + '\n');
            std::fflush(stdout);
        });
        std::ios::sync_with_stdio(false);
        for (std::string line; std::getline(std::cin, line);)
            if (line.find_first_not_of(" \t\r") != std::string::npos)
                loop.handle(line);
        loop.drain();
    }
    std::fflush(stdout);
    std::_Exit(0); // LLVM's destructors of globals are slow, and nothing is left to save
}

} // namespace

void addServe(CLI::App &app, Action &action)
{
    CLI::App *command = app.add_subcommand(
        "serve", "engine for editors: JSON requests and events, one a line, on standard input and output");
    command->callback([&action] { action = [] { return serve(); }; });
}

} // namespace clv::cli
