// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/progress.h"
#include "core/support/result.h"
#include "core/types/device.h"
#include "core/types/estimate.h"
#include "core/types/launch.h"
#include "core/types/study.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Messages between the window, the engine (`clv serve`) and the worker (`clv-worker`): one JSON object a line over
/// standard input and output. Every request has an `id`; every event carries the id it answers (0: unasked).
/// The JSON form of the types in core/types lives in `core/protocol/json.h`. Version: `hello`.
namespace clv::protocol {

inline constexpr int kVersion = 1;

// ---- Requests ------------------------------------------------------------------------------------------------
struct Hello { int version = kVersion; std::string program; };
struct Cancel { std::uint64_t target = 0; };                   ///< id of the request to give up; 0: all

// to the engine
struct StudyRequest {
    std::uint64_t revision = 0;
    std::string sourcePath, sourceBytes;                       ///< bytes as in the editor
    std::vector<std::string> buildOptions;
    std::string kernel;
    std::optional<LaunchSpec> launchSpec;
    LaunchOverrides overrides;
    DeviceDescription device;
    std::vector<std::string> models;
};
struct SweepRequest { StudyRequest study; SweepSpec spec; };
struct CompleteRequest { StudyRequest study; std::uint32_t line = 0, column = 0; };
struct ModelsRequest {};

// to the worker
struct DevicesRequest {};
struct PeaksRequest { std::string device; };
struct MeasureRequest {
    std::string sourceText, sourcePath, device;
    Launch launch;
    std::uint32_t warmups = 2, minSamples = 7, maxSamples = 20;
    double maxTimeMs = 200;
    bool restoreBuffers = true;
};
struct BuildRequest { std::string sourceText, sourcePath, device; std::vector<std::string> buildOptions; };

using RequestBody = std::variant<Hello, Cancel, StudyRequest, SweepRequest, CompleteRequest, ModelsRequest, DevicesRequest,
                                 PeaksRequest, MeasureRequest, BuildRequest>;
struct Request { std::uint64_t id = 0; RequestBody body; };

// ---- Events --------------------------------------------------------------------------------------------------
struct HelloEvent { int version = kVersion; std::string program, programVersion; };
struct StudyStageEvent { std::string stage; StudyResult result; bool isLast = false; }; ///< stages: outline launch analysis estimate
struct SweepPointEvent { std::uint64_t index = 0, total = 0; SweepPoint point; };
struct SweepDoneEvent { Sweep sweep; };
struct CompletionsEvent { std::vector<std::array<std::string, 3>> items; };  ///< text, signature, kind
struct ModelsEvent { std::vector<std::array<std::string, 2>> models; };      ///< name, description; default first
struct DevicesEvent { std::vector<DeviceDescription> devices; };
struct PeaksEvent { DevicePeaks peaks; };
struct MeasuredEvent { Measurement measurement; };
struct BuiltEvent { bool ok = false; std::string log; double buildNs = 0; };
struct ProgressEvent { Progress progress; };
struct ErrorEvent { Error error; };

using EventBody = std::variant<HelloEvent, StudyStageEvent, SweepPointEvent, SweepDoneEvent, CompletionsEvent, ModelsEvent,
                               DevicesEvent, PeaksEvent, MeasuredEvent, BuiltEvent, ProgressEvent, ErrorEvent>;
struct Event { std::uint64_t id = 0; EventBody body; };

/// One line without its newline. Bytes that are not UTF-8 in source text travel as base64 (`sourceBase64`).
[[nodiscard]] std::string encode(const Request &request);
[[nodiscard]] std::string encode(const Event &event);
/// Errors: not JSON, unknown `type`, a missing or mistyped field (named). Unknown extra fields are ignored.
[[nodiscard]] Result<Request> decodeRequest(std::string_view line);
[[nodiscard]] Result<Event> decodeEvent(std::string_view line);

} // namespace clv::protocol
