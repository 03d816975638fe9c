// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/device.h"
#include "core/types/estimate.h"
#include "core/types/launch.h"
#include "core/types/memory_report.h"
#include "core/types/profile.h"
#include "core/types/study.h"

#include <nlohmann/json_fwd.hpp>

/// JSON form of the plain types: the one place where window, engine, worker, command line and reports agree.
/// Keys are camelCase field names with units in them (`medianNs`). Numbers are finite: what is not is left out.
/// nlohmann::json is the one third-party name allowed in a core header, forward-declared.
namespace clv {

#define CLV_JSON_FORM(Type)                              \
    void to_json(nlohmann::json &json, const Type &value); \
    void from_json(const nlohmann::json &json, Type &value)

CLV_JSON_FORM(SourceLocation);
CLV_JSON_FORM(Diagnostic);
CLV_JSON_FORM(Finding);
CLV_JSON_FORM(NDRange);
CLV_JSON_FORM(KernelSignature);
CLV_JSON_FORM(LaunchSpec);
CLV_JSON_FORM(LaunchOverrides);
CLV_JSON_FORM(Launch);
CLV_JSON_FORM(DevicePeaks);
CLV_JSON_FORM(DeviceDescription);
CLV_JSON_FORM(AccessSite);
CLV_JSON_FORM(BufferUse);
CLV_JSON_FORM(OutOfBounds);
CLV_JSON_FORM(MemoryReport);
CLV_JSON_FORM(ExecutionProfile);
CLV_JSON_FORM(Estimate);
CLV_JSON_FORM(Measurement);
CLV_JSON_FORM(SweepSpec);
CLV_JSON_FORM(SweepPoint);
CLV_JSON_FORM(Sweep);
CLV_JSON_FORM(StudyResult);

#undef CLV_JSON_FORM

} // namespace clv
