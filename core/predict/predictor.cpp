// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predict/predictor.h"

#include "core/predict/roofline.h"

namespace clv::predict {

std::vector<ModelInfo> availableModels()
{
    return {
        {"roofline", "analytic: launch, instruction, traffic and latency limits at the device's measured rates", true}};
}

Result<std::unique_ptr<Predictor>> makePredictor(const std::string &name)
{
    if (name == "roofline")
        return std::unique_ptr<Predictor>(std::make_unique<Roofline>());
    std::string known;
    for (const ModelInfo &model : availableModels())
        known += (known.empty() ? "" : ", ") + model.name;
    return usageError("there is no model '" + name + "'; this installation has: " + known);
}

} // namespace clv::predict
