// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"
#include "app/cli/table.h"
#include "core/predict/predictor.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace clv::cli {

void addModels(CLI::App &app, Action &action)
{
    auto options = std::make_shared<CommonOptions>();
    CLI::App *command = app.add_subcommand("models", "list the models that predict times");
    addTableOptions(*command, *options);
    command->callback([options, &action] {
        action = [options] {
            Table table({{"model"}, {"description"}});
            nlohmann::json list = nlohmann::json::array();
            std::string csv = csvLine({"model", "description", "isDefault"});
            for (const predict::ModelInfo &model : predict::availableModels()) {
                table.add({model.name + (model.isDefault ? " (default)" : ""), model.description});
                csv += csvLine({model.name, model.description, model.isDefault ? "true" : "false"});
                list.push_back(
                    {{"name", model.name}, {"description", model.description}, {"isDefault", model.isDefault}});
            }
            if (options->json)
                printJson("models", {{"models", list}});
            else
                print(options->csv ? csv : table.text());
            return 0;
        };
    });
}

} // namespace clv::cli
