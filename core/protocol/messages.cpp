// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/messages.h"

#include "core/protocol/json.h"
#include "core/protocol/json_fields.h"

namespace clv
{

CLV_JSON_FIELDS(Progress, visit("fraction", v.fraction); visit("what", v.what);)

static void to_json(nlohmann::json &json, const Error &value)
{
    json = {{"category", toString(value.category)}, {"message", value.message}, {"where", value.where}};
}

static void from_json(const nlohmann::json &json, Error &value)
{
    std::string category;
    const json_fields::Reader read{json};
    read("category", category);
    read("message", value.message);
    read("where", value.where);
    for (auto candidate : {ErrorCategory::Kernel, ErrorCategory::Usage, ErrorCategory::Device, ErrorCategory::Timeout,
                           ErrorCategory::Io, ErrorCategory::Cancelled, ErrorCategory::Crash, ErrorCategory::Internal})
        if (category == toString(candidate))
            value.category = candidate;
}

} // namespace clv

namespace clv::protocol
{

namespace
{

/// Text that may hold any bytes: plain when it is UTF-8, base64 under another key when not.
struct BytesField {
    const char *plainKey;
    const char *base64Key;

    void operator()(const json_fields::Writer &write, const std::string &bytes) const
    {
        if (json_fields::isUtf8(bytes))
            write(plainKey, bytes);
        else
            write(base64Key, json_fields::toBase64(bytes));
    }
    void operator()(const json_fields::Reader &read, std::string &bytes) const
    {
        std::optional<std::string> encoded;
        read(base64Key, encoded);
        if (encoded)
            bytes = json_fields::fromBase64(*encoded);
        else
            read(plainKey, bytes);
    }
};

constexpr BytesField kSource{"source", "sourceBase64"};

} // namespace

CLV_JSON_FIELDS(Hello, visit("version", v.version); visit("program", v.program);)
CLV_JSON_FIELDS(Cancel, visit("target", v.target);)
CLV_JSON_FIELDS(StudyRequest, visit("revision", v.revision); visit("sourcePath", v.sourcePath);
                kSource(visit, v.sourceBytes); visit("buildOptions", v.buildOptions); visit("kernel", v.kernel);
                visit("launchSpec", v.launchSpec); visit("overrides", v.overrides); visit("device", v.device);
                visit("models", v.models);)
CLV_JSON_FIELDS(SweepRequest, visit("study", v.study); visit("spec", v.spec);)
CLV_JSON_FIELDS(CompleteRequest, visit("study", v.study); visit("line", v.line); visit("column", v.column);)
CLV_JSON_FIELDS(ModelsRequest, )
CLV_JSON_FIELDS(DevicesRequest, )
CLV_JSON_FIELDS(PeaksRequest, visit("device", v.device);)
CLV_JSON_FIELDS(MeasureRequest, kSource(visit, v.sourceText); visit("sourcePath", v.sourcePath);
                visit("device", v.device); visit("launch", v.launch); visit("warmups", v.warmups);
                visit("minSamples", v.minSamples); visit("maxSamples", v.maxSamples); visit("maxTimeMs", v.maxTimeMs);
                visit("restoreBuffers", v.restoreBuffers);)
CLV_JSON_FIELDS(BuildRequest, kSource(visit, v.sourceText); visit("sourcePath", v.sourcePath);
                visit("device", v.device); visit("buildOptions", v.buildOptions);)

CLV_JSON_FIELDS(HelloEvent, visit("version", v.version); visit("program", v.program);
                visit("programVersion", v.programVersion);)
CLV_JSON_FIELDS(StudyStageEvent, visit("stage", v.stage); visit("result", v.result); visit("isLast", v.isLast);)
CLV_JSON_FIELDS(SweepPointEvent, visit("index", v.index); visit("total", v.total); visit("point", v.point);)
CLV_JSON_FIELDS(SweepDoneEvent, visit("sweep", v.sweep);)
CLV_JSON_FIELDS(CompletionsEvent, visit("items", v.items);)
CLV_JSON_FIELDS(ModelsEvent, visit("models", v.models);)
CLV_JSON_FIELDS(DevicesEvent, visit("devices", v.devices);)
CLV_JSON_FIELDS(PeaksEvent, visit("peaks", v.peaks);)
CLV_JSON_FIELDS(MeasuredEvent, visit("measurement", v.measurement);)
CLV_JSON_FIELDS(BuiltEvent, visit("ok", v.ok); visit("log", v.log); visit("buildNs", v.buildNs);)
CLV_JSON_FIELDS(ProgressEvent, visit("progress", v.progress);)
CLV_JSON_FIELDS(ErrorEvent, visit("error", v.error);)

namespace
{

/// `type` words, in the order of the variants.
constexpr const char *kRequestTypes[] = {"hello",  "cancel",  "study", "sweep",   "complete",
                                         "models", "devices", "peaks", "measure", "build"};
constexpr const char *kEventTypes[] = {"hello",   "studyStage", "sweepPoint", "sweepDone", "completions", "models",
                                       "devices", "peaks",      "result",     "built",     "progress",    "error"};
static_assert(std::size(kRequestTypes) == std::variant_size_v<RequestBody>);
static_assert(std::size(kEventTypes) == std::variant_size_v<EventBody>);

template <typename Message>
std::string encodeMessage(const Message &message, const char *const *types)
{
    nlohmann::json json = std::visit([](const auto &body) { return nlohmann::json(body); }, message.body);
    json["type"] = types[message.body.index()];
    json["id"] = message.id;
    // Build logs and paths may hold stray bytes: replaced, not thrown upon.
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

template <typename Variant, std::size_t I = 0>
bool readBody(const std::string &type, const nlohmann::json &json, Variant &body, const char *const *types)
{
    if constexpr (I < std::variant_size_v<Variant>) {
        if (type != types[I])
            return readBody<Variant, I + 1>(type, json, body, types);
        body = json.get<std::variant_alternative_t<I, Variant>>();
        return true;
    } else {
        return false;
    }
}

template <typename Message>
Result<Message> decodeMessage(std::string_view line, const char *const *types)
{
    try {
        const nlohmann::json json = nlohmann::json::parse(line);
        if (!json.is_object() || !json.contains("type") || !json["type"].is_string())
            return Error{
                ErrorCategory::Usage, "A message is a JSON object with a string 'type'; this line is not.", {}};
        Message message;
        json_fields::Reader{json}("id", message.id);
        const std::string type = json["type"];
        if (!readBody(type, json, message.body, types))
            return Error{ErrorCategory::Usage,
                         "Message type '" + type + "' is not known (protocol version " + std::to_string(kVersion) +
                             ").",
                         {}};
        return message;
    } catch (const json_fields::FieldError &problem) {
        return Error{ErrorCategory::Usage, std::string("Message field ") + problem.what() + ".", {}};
    } catch (const nlohmann::json::exception &problem) {
        return Error{ErrorCategory::Usage, std::string("The line is not a valid message: ") + problem.what() + ".", {}};
    }
}

} // namespace

std::string encode(const Request &request)
{
    return encodeMessage(request, kRequestTypes);
}
std::string encode(const Event &event)
{
    return encodeMessage(event, kEventTypes);
}
Result<Request> decodeRequest(std::string_view line)
{
    return decodeMessage<Request>(line, kRequestTypes);
}
Result<Event> decodeEvent(std::string_view line)
{
    return decodeMessage<Event>(line, kEventTypes);
}

} // namespace clv::protocol
