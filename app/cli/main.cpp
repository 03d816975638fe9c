// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"

#include <CLI/CLI.hpp>
#include <csignal>

namespace {

constexpr const char *kFooter =
    "Results go to standard output, everything else to standard error.\n"
    "Exit codes: 0 done; 1 the kernel is at fault (does not compile, reads or writes out of bounds, crashes the "
    "compiler);\n"
    "2 usage (option, file or launch that makes no sense); 3 the device or its driver failed or refuses the launch;\n"
    "4 a time limit passed; 70 a fault of clv itself; 130 interrupted.\n\n"
    "Examples:\n"
    "  clv analyze spmv.cl\n"
    "  clv compare saxpy.cl --global 2^22 --local 256 --arg n=2^22\n"
    "  clv sweep saxpy.cl --axis n=2^10:2^24 --follow global=n --measure --csv\n"
    "  clv predict gemm.cl -D TILE=16 --device h200 --json";

/// One sentence for a command line that makes no sense; an unknown command is named with those that exist.
int misused(const CLI::App &app, const std::string &first, const std::string &what)
{
    std::string commands;
    bool isCommand = first.empty() || first.front() == '-';
    for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; })) {
        isCommand |= command->get_name() == first;
        commands += (commands.empty() ? "" : ", ") + command->get_name();
    }
    clv::cli::complain(isCommand ? what + " (see clv --help)"
                                 : "there is no command '" + first + "'; commands are: " + commands);
    return 2;
}

} // namespace

int main(int argc, char **argv)
{
    using namespace clv::cli;
    CLI::App app{"Shows what an OpenCL kernel will cost before it runs, what it does cost, and why.", "clv"};
    app.set_version_flag("--version", std::string("clv ") + CLV_VERSION);
    app.require_subcommand(1);
    app.footer(kFooter);
    app.get_formatter()->column_width(32);

    Action action;
    addAnalyze(app, action);
    addPredict(app, action);
    addMeasure(app, action);
    addCompare(app, action);
    addSweep(app, action);
    addReport(app, action);
    addInfer(app, action);
    addDevices(app, action);
    addModels(app, action);
    addDoctor(app, action);
    addServe(app, action);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        if (error.get_exit_code() == 0)
            return app.exit(error); // --help, --version
        return misused(app, argc > 1 ? argv[1] : "", error.what());
    }
    return action ? action() : 2;
}
