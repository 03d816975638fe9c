// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"
#include "app/cli/doctor_checks.h"
#include "app/cli/guard.h"
#include "app/cli/table.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace clv::cli {

namespace {

const char *nameOf(Health health)
{
    switch (health) {
    case Health::Good: return "good";
    case Health::Note: return "note";
    case Health::Warning: return "warning";
    case Health::Unknown: break;
    }
    return "unknown";
}

void printText(const std::vector<Check> &checks)
{
    Table table({{"area"}, {"what"}, {"found"}, {""}});
    for (const Check &check : checks)
        table.add({check.area, check.name, check.value, check.health == Health::Warning ? "!" : ""});
    print(table.text());
    const auto warnings = std::ranges::count(checks, Health::Warning, &Check::health);
    print(warnings == 0 ? "\nno warnings\n" : fmt::format("\n{} warning{}:\n", warnings, warnings == 1 ? "" : "s"));
    for (const Check &check : checks)
        if (check.health == Health::Warning)
            print(fmt::format("  {}, {}: {}. {}.\n", check.area, check.name, check.value, check.remedy));
}

void printChecksJson(const std::vector<Check> &checks)
{
    nlohmann::json list = nlohmann::json::array();
    for (const Check &check : checks) {
        nlohmann::json item{
            {"area", check.area}, {"name", check.name}, {"value", check.value}, {"health", nameOf(check.health)}};
        if (!check.remedy.empty())
            item["remedy"] = check.remedy;
        list.push_back(std::move(item));
    }
    const auto warnings = std::ranges::count(checks, Health::Warning, &Check::health);
    printJson("doctor", {{"checks", list}, {"warnings", warnings}});
}

int doctor(bool isJson, bool hasTorch)
{
    std::vector<Check> checks;
    const AddCheck add = [&checks](Check check) { checks.push_back(std::move(check)); };
    checkProgram(add);
    checkEngine(add);
    checkWindow(add);
    checkOpenCl(add);
    if (hasTorch)
        checkTorch(add);
    checkResources(add);
    if (isJson)
        printChecksJson(checks);
    else
        printText(checks);
    return 0;
}

} // namespace

void addDoctor(CLI::App &app, Action &action)
{
    auto isJson = std::make_shared<bool>(false);
    auto withoutTorch = std::make_shared<bool>(false);
    CLI::App *command = app.add_subcommand("doctor", "versions, drivers, speeds and traps of this installation");
    command->add_flag("--json", *isJson, "print one JSON document (has a schemaVersion)");
    command->add_flag("--no-torch", *withoutTorch,
                      "leave LibTorch out (it takes a second to load and more to measure)");
    command->callback([=, &action] {
        action = [=] {
            return guarded({"doctor", 120, 0}, [&](std::stop_token) { return doctor(*isJson, !*withoutTorch); });
        };
    });
}

} // namespace clv::cli
