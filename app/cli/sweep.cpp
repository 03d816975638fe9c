// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"
#include "app/cli/sweeping.h"
#include "app/cli/table.h"
#include "core/protocol/json.h"
#include "core/report/report.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace clv::cli {

namespace {

using enum Table::Align;

std::string reasonOf(const SweepPoint &point)
{
    return !point.refusal.empty() ? point.refusal : point.measurementRefusal;
}

void addRow(Table &table, const Sweep &sweep, const SweepPoint &point)
{
    std::vector<std::string> cells{plainNumber(point.x)};
    if (sweep.spec.second)
        cells.push_back(plainNumber(point.y.value_or(0)));
    if (point.launch) {
        cells.push_back(sizeText(point.launch->ndrange, point.launch->ndrange.global));
        cells.push_back(sizeText(point.launch->ndrange, point.launch->ndrange.local));
    } else {
        cells.insert(cells.end(), {"-", "-"});
    }
    for (std::size_t m = 0; m < sweep.models.size(); ++m)
        cells.push_back(m < point.estimates.size() ? report::formatTime(point.estimates[m].medianNs) : "-");
    cells.push_back(point.estimates.empty() ? "-" : point.estimates.front().boundBy);
    if (point.measurement) {
        const double ratio =
            point.estimates.empty() ? 0 : point.estimates.front().medianNs / point.measurement->medianNs;
        cells.push_back(report::formatTime(point.measurement->medianNs));
        cells.push_back(ratio > 0 ? report::formatFactor(std::max(ratio, 1 / ratio)) : "-");
    } else {
        cells.insert(cells.end(), {"-", "-"});
    }
    cells.push_back(reasonOf(point));
    table.add(std::move(cells));
}

std::string sweepText(const Sweep &sweep)
{
    std::vector<Table::Column> columns{{sweep.spec.axis.name, Right}};
    if (sweep.spec.second)
        columns.push_back({sweep.spec.second->name, Right});
    columns.insert(columns.end(), {{"global", Right}, {"local", Right}});
    for (const std::string &model : sweep.models)
        columns.push_back({model, Right});
    columns.insert(columns.end(), {{"bound by"}, {"measured", Right}, {"factor", Right}, {""}});
    Table table(std::move(columns));
    for (const SweepPoint &point : sweep.points)
        addRow(table, sweep, point);
    return table.text();
}

/// All points refused: the sweep as a whole failed, and the first reason says why.
int exitCodeOf(const Sweep &sweep)
{
    const bool hasResult = std::ranges::any_of(sweep.points, [](const SweepPoint &p) { return p.refusal.empty(); });
    if (hasResult || sweep.points.empty())
        return 0;
    complain("no point of the sweep has a result: " + sweep.points.front().refusal);
    return 2;
}

int sweep(const CommonOptions &options, const SweepOptions &sweeping, const MeasureOptions &measuring)
{
    const DeviceNeed need = sweeping.isMeasuring ? DeviceNeed::Local : DeviceNeed::Any;
    return onJob(options, need, [&](Job &job, std::stop_token stop) {
        auto spec = sweepSpecOf(*job.engine, sweeping);
        if (!spec)
            return fail(spec.error());
        auto result = runSweep(job, *spec, sweeping, measuring, stop);
        if (!result)
            return fail(result.error());
        if (options.json)
            printJson("sweep", {{"sweep", *result}});
        else
            print(options.csv ? report::sweepToCsv(*result) : sweepText(*result));
        std::fflush(stdout);
        return exitCodeOf(*result);
    });
}

} // namespace

void addSweep(CLI::App &app, Action &action)
{
    auto options = std::make_shared<CommonOptions>();
    auto sweeping = std::make_shared<SweepOptions>();
    auto measuring = std::make_shared<MeasureOptions>();
    CLI::App *command =
        app.add_subcommand("sweep", "predicted (and measured) times while a size or an argument varies");
    addKernelOptions(*command, *options);
    addModelOption(*command, *options);
    addSweepOptions(*command, *sweeping);
    addMeasureOptions(*command, *measuring);
    addTableOptions(*command, *options);
    command->callback([=, &action] { action = [=] { return sweep(*options, *sweeping, *measuring); }; });
}

} // namespace clv::cli
