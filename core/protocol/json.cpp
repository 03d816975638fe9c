// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/json.h"

#include "core/protocol/json_fields.h"

namespace clv
{

using json_fields::FieldError;
using json_fields::Reader;
using json_fields::Writer;

// ---- Enumerations --------------------------------------------------------------------------------------------

#define CLV_JSON_ENUM(Type, ...)                                                                                       \
    namespace                                                                                                          \
    {                                                                                                                  \
    constexpr std::pair<Type, const char *> k##Type##Words[] = __VA_ARGS__;                                            \
    }                                                                                                                  \
    void to_json(nlohmann::json &json, const Type &value)                                                              \
    {                                                                                                                  \
        json = json_fields::wordOf(value, k##Type##Words);                                                             \
    }                                                                                                                  \
    void from_json(const nlohmann::json &json, Type &value)                                                            \
    {                                                                                                                  \
        value = json_fields::valueOf(json, k##Type##Words);                                                            \
    }

CLV_JSON_ENUM(Severity, {{Severity::Note, "note"}, {Severity::Warning, "warning"}, {Severity::Error, "error"}})
CLV_JSON_ENUM(ArgumentKind, {{ArgumentKind::GlobalBuffer, "globalBuffer"},
                             {ArgumentKind::ConstantBuffer, "constantBuffer"},
                             {ArgumentKind::LocalBuffer, "localBuffer"},
                             {ArgumentKind::Scalar, "scalar"},
                             {ArgumentKind::Struct, "struct"},
                             {ArgumentKind::Image, "image"},
                             {ArgumentKind::Sampler, "sampler"}})
CLV_JSON_ENUM(ScalarType, {{ScalarType::None, "none"},
                           {ScalarType::Char, "char"},
                           {ScalarType::UChar, "uchar"},
                           {ScalarType::Short, "short"},
                           {ScalarType::UShort, "ushort"},
                           {ScalarType::Int, "int"},
                           {ScalarType::UInt, "uint"},
                           {ScalarType::Long, "long"},
                           {ScalarType::ULong, "ulong"},
                           {ScalarType::Half, "half"},
                           {ScalarType::Float, "float"},
                           {ScalarType::Double, "double"}})
CLV_JSON_ENUM(AddressSpace, {{AddressSpace::Private, "private"},
                             {AddressSpace::Global, "global"},
                             {AddressSpace::Constant, "constant"},
                             {AddressSpace::Local, "local"},
                             {AddressSpace::Generic, "generic"}})
CLV_JSON_ENUM(ContentsKind, {{ContentsKind::Zeros, "zeros"},
                             {ContentsKind::Constant, "constant"},
                             {ContentsKind::Iota, "iota"},
                             {ContentsKind::Uniform, "uniform"},
                             {ContentsKind::Permutation, "permutation"},
                             {ContentsKind::CsrRowPointers, "csr-row-pointers"},
                             {ContentsKind::CsrColumns, "csr-columns"},
                             {ContentsKind::BfsLevels, "bfs-levels"},
                             {ContentsKind::File, "file"}})
CLV_JSON_ENUM(DeviceType, {{DeviceType::Cpu, "cpu"},
                           {DeviceType::Gpu, "gpu"},
                           {DeviceType::Accelerator, "accelerator"},
                           {DeviceType::Other, "other"}})
CLV_JSON_ENUM(AccessDirection,
              {{AccessDirection::Read, "read"}, {AccessDirection::Write, "write"}, {AccessDirection::Atomic, "atomic"}})
CLV_JSON_ENUM(AccessPattern, {{AccessPattern::Uniform, "uniform"},
                              {AccessPattern::UnitStride, "unitStride"},
                              {AccessPattern::ConstantStride, "constantStride"},
                              {AccessPattern::Blocked, "blocked"},
                              {AccessPattern::Permuted, "permuted"},
                              {AccessPattern::Indirect, "indirect"},
                              {AccessPattern::DataDependent, "dataDependent"}})

// ---- Source and kernels --------------------------------------------------------------------------------------

CLV_JSON_FIELDS(SourceLocation, visit("file", v.file); visit("line", v.line); visit("column", v.column);)
CLV_JSON_FIELDS(SourceRange, visit("begin", v.begin); visit("end", v.end);)
CLV_JSON_FIELDS(FixIt, visit("range", v.range); visit("replacement", v.replacement);)
CLV_JSON_FIELDS(Diagnostic, visit("severity", v.severity); visit("where", v.where); visit("end", v.end);
                visit("message", v.message); visit("fixIts", v.fixIts);)
CLV_JSON_FIELDS(Finding, visit("severity", v.severity); visit("id", v.id); visit("where", v.where);
                visit("message", v.message); visit("hint", v.hint); visit("timeShare", v.timeShare);)

void to_json(nlohmann::json &json, const Size3 &value)
{
    json = value.v;
}
void from_json(const nlohmann::json &json, Size3 &value)
{
    json.get_to(value.v);
}

CLV_JSON_FIELDS(NDRange, visit("workDim", v.workDim); visit("globalSize", v.global); visit("localSize", v.local);
                visit("globalOffset", v.offset);)
CLV_JSON_FIELDS(ElementType, visit("scalar", v.scalar); visit("width", v.width); visit("bytes", v.bytes);
                visit("name", v.name);)
CLV_JSON_FIELDS(KernelArgument, visit("name", v.name); visit("typeName", v.typeName); visit("kind", v.kind);
                visit("element", v.element); visit("isConst", v.isConst); visit("isRestrict", v.isRestrict);
                visit("isVolatile", v.isVolatile); visit("where", v.where);)
CLV_JSON_FIELDS(KernelSignature, visit("name", v.name); visit("where", v.where); visit("endLine", v.endLine);
                visit("arguments", v.arguments); visit("requiredLocalSize", v.requiredLocalSize);
                visit("staticLocalBytes", v.staticLocalBytes); visit("workDimQueried", v.workDimQueried);
                visit("usesSubGroups", v.usesSubGroups); visit("usesFp64", v.usesFp64); visit("usesFp16", v.usesFp16);
                visit("usesImages", v.usesImages);)

// ---- Launches ------------------------------------------------------------------------------------------------

namespace
{

template <typename Number>
void contentsToJson(nlohmann::json &json, const BasicContents<Number> &contents)
{
    json = {{"kind", contents.kind}, {"parameters", contents.parameters}, {"seed", contents.seed}};
    if (!contents.file.empty())
        json["file"] = contents.file;
    if (!contents.part.empty())
        json["part"] = contents.part;
}

template <typename Number>
void contentsFromJson(const nlohmann::json &json, BasicContents<Number> &contents)
{
    const Reader read{json};
    read("kind", contents.kind);
    read("parameters", contents.parameters);
    read("seed", contents.seed);
    read("file", contents.file);
    read("part", contents.part);
}

} // namespace

void to_json(nlohmann::json &json, const ContentsSpec &value)
{
    contentsToJson(json, value);
}
void from_json(const nlohmann::json &json, ContentsSpec &value)
{
    contentsFromJson(json, value);
}
void to_json(nlohmann::json &json, const Contents &value)
{
    contentsToJson(json, value);
}
void from_json(const nlohmann::json &json, Contents &value)
{
    contentsFromJson(json, value);
}

CLV_JSON_FIELDS(ScalarSpec, visit("lanes", v.lanes);)
CLV_JSON_FIELDS(BytesSpec, visit("bytes", v.bytes);)
CLV_JSON_FIELDS(BufferSpec, visit("count", v.count); visit("contents", v.contents);)
CLV_JSON_FIELDS(LocalSpec, visit("count", v.count);)
CLV_JSON_FIELDS(ImageSpec, visit("width", v.width); visit("height", v.height); visit("depth", v.depth);
                visit("contents", v.contents);)
CLV_JSON_FIELDS(SamplerSpec, )

namespace
{

/// Variants travel as {"<word>": body}; `words` in the order of the alternatives after monostate.
template <typename Variant, std::size_t I = 1, std::size_t N>
void variantFromJson(const nlohmann::json &json, Variant &value, const char *const (&words)[N])
{
    static_assert(N + 1 == std::variant_size_v<Variant>);
    if constexpr (I < std::variant_size_v<Variant>) {
        if (const auto it = json.find(words[I - 1]); it != json.end())
            value = it->template get<std::variant_alternative_t<I, Variant>>();
        else
            variantFromJson<Variant, I + 1>(json, value, words);
    }
}

template <typename Variant, std::size_t N>
void variantToJson(nlohmann::json &json, const Variant &value, const char *const (&words)[N])
{
    json = nlohmann::json::object();
    std::visit(
        [&](const auto &body) {
            if constexpr (!std::is_same_v<std::decay_t<decltype(body)>, std::monostate>)
                json[words[value.index() - 1]] = body;
        },
        value);
}

constexpr const char *kSpecWords[] = {"scalar", "bytes", "buffer", "local", "image", "sampler"};
constexpr const char *kValueWords[] = {"scalar", "struct", "buffer", "local", "image", "sampler"};

} // namespace

void to_json(nlohmann::json &json, const LaunchSpec &value)
{
    json = nlohmann::json::object();
    const Writer write{json};
    write("kernel", value.kernel);
    write("globalSize", value.global);
    write("localSize", value.local);
    write("globalOffset", value.offset);
    write("parameters", value.parameters);
    write("buildOptions", value.buildOptions);
    write("note", value.note);
    auto &arguments = json["arguments"] = nlohmann::json::array();
    for (const auto &[name, spec] : value.arguments) {
        nlohmann::json body;
        variantToJson(body, spec, kSpecWords);
        arguments.push_back({name, std::move(body)});
    }
}

void from_json(const nlohmann::json &json, LaunchSpec &value)
{
    value = {};
    const Reader read{json};
    read("kernel", value.kernel);
    read("globalSize", value.global);
    read("localSize", value.local);
    read("globalOffset", value.offset);
    read("parameters", value.parameters);
    read("buildOptions", value.buildOptions);
    read("note", value.note);
    if (const auto it = json.find("arguments"); it != json.end())
        for (const auto &entry : *it) {
            ArgumentSpec spec;
            variantFromJson(entry.at(1), spec, kSpecWords);
            value.arguments.emplace_back(entry.at(0).get<std::string>(), std::move(spec));
        }
}

CLV_JSON_FIELDS(LaunchOverrides, visit("globalSize", v.global); visit("localSize", v.local);
                visit("globalOffset", v.offset); visit("values", v.values); visit("buildOptions", v.buildOptions);)

void to_json(nlohmann::json &json, const ScalarValue &value)
{
    json = {{"type", value.type}, {"bytes", json_fields::toHex(value.bytes)}, {"lanes", value.lanes}};
}

void from_json(const nlohmann::json &json, ScalarValue &value)
{
    const Reader read{json};
    read("type", value.type);
    std::string hex;
    read("bytes", hex);
    value.bytes = json_fields::fromHex(hex);
    if (const auto it = json.find("lanes"); it != json.end())
        for (const auto &lane : *it) // an infinite lane was written as null; the bytes are authoritative
            value.lanes.push_back(lane.is_number() ? lane.get<double>() : std::nan(""));
}

void to_json(nlohmann::json &json, const StructValue &value)
{
    json = {{"bytes", json_fields::toHex(value.bytes)}};
}
void from_json(const nlohmann::json &json, StructValue &value)
{
    std::string hex;
    Reader{json}("bytes", hex);
    value.bytes = json_fields::fromHex(hex);
}

CLV_JSON_FIELDS(BufferValue, visit("element", v.element); visit("bytes", v.bytes); visit("contents", v.contents);)
CLV_JSON_FIELDS(LocalValue, visit("bytes", v.bytes);)
CLV_JSON_FIELDS(ImageValue, visit("width", v.width); visit("height", v.height); visit("depth", v.depth);
                visit("contents", v.contents);)
CLV_JSON_FIELDS(SamplerValue, )

void to_json(nlohmann::json &json, const LaunchArgument &value)
{
    variantToJson(json, value.value, kValueWords);
    json["name"] = value.name;
    json["kind"] = value.kind;
}

void from_json(const nlohmann::json &json, LaunchArgument &value)
{
    value = {};
    const Reader read{json};
    read("name", value.name);
    read("kind", value.kind);
    variantFromJson(json, value.value, kValueWords);
}

CLV_JSON_FIELDS(BuildOptions, visit("words", v.words);)
CLV_JSON_FIELDS(Launch, visit("kernel", v.kernel); visit("ndrange", v.ndrange); visit("arguments", v.arguments);
                visit("buildOptions", v.buildOptions);)

// ---- Devices -------------------------------------------------------------------------------------------------

CLV_JSON_FIELDS(DevicePeaks, visit("launchOverheadNs", v.launchOverheadNs); visit("groupDispatchNs", v.groupDispatchNs);
                visit("globalReadBytesPerNs", v.globalReadBytesPerNs);
                visit("globalWriteBytesPerNs", v.globalWriteBytesPerNs);
                visit("globalCopyBytesPerNs", v.globalCopyBytesPerNs);
                visit("cacheReadBytesPerNs", v.cacheReadBytesPerNs); visit("localBytesPerNs", v.localBytesPerNs);
                visit("fp32OpsPerNs", v.fp32OpsPerNs); visit("fp64OpsPerNs", v.fp64OpsPerNs);
                visit("int32OpsPerNs", v.int32OpsPerNs); visit("specialOpsPerNs", v.specialOpsPerNs);
                visit("globalAtomicsSpreadPerNs", v.globalAtomicsSpreadPerNs);
                visit("globalAtomicsSamePerNs", v.globalAtomicsSamePerNs);
                visit("localAtomicsPerNs", v.localAtomicsPerNs); visit("barrierNs", v.barrierNs);
                visit("dependentLoadNs", v.dependentLoadNs); visit("source", v.source);
                visit("measuredAtUtc", v.measuredAtUtc);)
CLV_JSON_FIELDS(DeviceDescription, visit("platformName", v.platformName); visit("name", v.name);
                visit("vendor", v.vendor); visit("driverVersion", v.driverVersion);
                visit("openclVersion", v.openclVersion); visit("openclCVersion", v.openclCVersion);
                visit("type", v.type); visit("index", v.index); visit("computeUnits", v.computeUnits);
                visit("maxClockMhz", v.maxClockMhz); visit("globalMemBytes", v.globalMemBytes);
                visit("maxAllocBytes", v.maxAllocBytes); visit("globalCacheBytes", v.globalCacheBytes);
                visit("localMemBytes", v.localMemBytes); visit("maxConstantBytes", v.maxConstantBytes);
                visit("maxWorkGroupSize", v.maxWorkGroupSize); visit("maxWorkItemSizes", v.maxWorkItemSizes);
                visit("warpWidth", v.warpWidth); visit("maxSubGroups", v.maxSubGroups);
                visit("timerResolutionNs", v.timerResolutionNs); visit("hasFp64", v.hasFp64);
                visit("hasFp16", v.hasFp16); visit("hasImages", v.hasImages);
                visit("hasGenericAddressSpace", v.hasGenericAddressSpace);
                visit("hasNonUniformGroups", v.hasNonUniformGroups);
                visit("hasLocalMemoryHardware", v.hasLocalMemoryHardware); visit("isLocal", v.isLocal);
                visit("extensions", v.extensions); visit("peaks", v.peaks);)

// ---- Analysis ------------------------------------------------------------------------------------------------

CLV_JSON_FIELDS(AccessSite, visit("id", v.id); visit("where", v.where); visit("inlinedAt", v.inlinedAt);
                visit("space", v.space); visit("buffer", v.buffer); visit("direction", v.direction);
                visit("elementType", v.elementType); visit("bytesPerLane", v.bytesPerLane); visit("index", v.index);
                visit("pattern", v.pattern); visit("strideBytes", v.strideBytes); visit("indexBuffer", v.indexBuffer);
                visit("executionsPerWorkItem", v.executionsPerWorkItem); visit("bytesPerWorkItem", v.bytesPerWorkItem);
                visit("requests", v.requests); visit("sectorsPerRequest", v.sectorsPerRequest);
                visit("idealSectorsPerRequest", v.idealSectorsPerRequest);
                visit("bankConflictDegree", v.bankConflictDegree); visit("movedBytes", v.movedBytes);
                visit("trafficShare", v.trafficShare); visit("activeLanesPerRequest", v.activeLanesPerRequest);
                visit("isExact", v.isExact);)
CLV_JSON_FIELDS(BufferUse, visit("name", v.name); visit("space", v.space); visit("bytes", v.bytes);
                visit("requiredBytes", v.requiredBytes); visit("isRequiredExact", v.isRequiredExact);
                visit("extentExpression", v.extentExpression); visit("isRead", v.isRead);
                visit("isWritten", v.isWritten); visit("isAtomic", v.isAtomic); visit("movedBytes", v.movedBytes);
                visit("uniqueBytes", v.uniqueBytes); visit("trafficShare", v.trafficShare);)
CLV_JSON_FIELDS(OutOfBounds, visit("where", v.where); visit("buffer", v.buffer); visit("byteOffset", v.byteOffset);
                visit("elementIndex", v.elementIndex); visit("bufferBytes", v.bufferBytes);
                visit("workItem", v.workItem); visit("count", v.count); visit("isWrite", v.isWrite);)
CLV_JSON_FIELDS(MemoryReport, visit("kernel", v.kernel); visit("buffers", v.buffers); visit("sites", v.sites);
                visit("outOfBounds", v.outOfBounds); visit("findings", v.findings); visit("unsupported", v.unsupported);
                visit("sampledGroups", v.sampledGroups); visit("totalGroups", v.totalGroups);)

void to_json(nlohmann::json &json, const ExecutionProfile &value)
{
    json = {{"version", kProfileVersion}, {"ndrange", value.ndrange}, {"isTruncated", value.isTruncated}};
    for (const ProfileField &field : profileFields())
        Writer{json}(field.name, value.*field.member);
}

void from_json(const nlohmann::json &json, ExecutionProfile &value)
{
    value = {};
    const Reader read{json};
    std::uint32_t version = 0;
    read("version", version);
    if (version != kProfileVersion)
        throw FieldError("version of an execution profile is " + std::to_string(version) + ", this program reads " +
                         std::to_string(kProfileVersion));
    read("ndrange", value.ndrange);
    read("isTruncated", value.isTruncated);
    for (const ProfileField &field : profileFields())
        read(field.name, value.*field.member);
}

// ---- Times ---------------------------------------------------------------------------------------------------

CLV_JSON_FIELDS(EstimateTerm, visit("name", v.name); visit("ns", v.ns); visit("share", v.share);)
CLV_JSON_FIELDS(LineShare, visit("line", v.line); visit("share", v.share);)
CLV_JSON_FIELDS(Estimate, visit("model", v.model); visit("deviceKey", v.deviceKey); visit("medianNs", v.medianNs);
                visit("lowNs", v.lowNs); visit("highNs", v.highNs); visit("lowerBoundNs", v.lowerBoundNs);
                visit("boundBy", v.boundBy); visit("terms", v.terms); visit("lines", v.lines);
                visit("dramBytesPerNs", v.dramBytesPerNs); visit("opsPerNs", v.opsPerNs);
                visit("peakShare", v.peakShare); visit("applicability", v.applicability);
                visit("isCalibrated", v.isCalibrated);)
CLV_JSON_FIELDS(TimerHealth, visit("isOrdered", v.isOrdered); visit("hasZero", v.hasZero);
                visit("isCoarse", v.isCoarse); visit("hostDisagrees", v.hostDisagrees); visit("hasDrift", v.hasDrift);
                visit("note", v.note);)
CLV_JSON_FIELDS(Measurement, visit("deviceKey", v.deviceKey); visit("platformName", v.platformName);
                visit("deviceName", v.deviceName); visit("driverVersion", v.driverVersion); visit("kernel", v.kernel);
                visit("buildOptions", v.buildOptions); visit("buildLog", v.buildLog); visit("samplesNs", v.samplesNs);
                visit("medianNs", v.medianNs); visit("madNs", v.madNs); visit("minNs", v.minNs);
                visit("maxNs", v.maxNs); visit("lowNs", v.lowNs); visit("highNs", v.highNs);
                visit("firstNs", v.firstNs); visit("buildNs", v.buildNs); visit("hostOverheadNs", v.hostOverheadNs);
                visit("warmups", v.warmups); visit("launchesPerSample", v.launchesPerSample);
                visit("privateBytes", v.privateBytes); visit("localBytes", v.localBytes);
                visit("preferredMultiple", v.preferredMultiple); visit("registers", v.registers);
                visit("spillBytes", v.spillBytes); visit("cachesWarm", v.cachesWarm); visit("timer", v.timer);
                visit("takenAtUtc", v.takenAtUtc);)

// ---- Sweeps and studies --------------------------------------------------------------------------------------

CLV_JSON_FIELDS(SweepAxis, visit("name", v.name); visit("values", v.values); visit("isLogarithmic", v.isLogarithmic);)
CLV_JSON_FIELDS(SweepSpec, visit("axis", v.axis); visit("second", v.second); visit("follow", v.follow);)
CLV_JSON_FIELDS(SweepPoint, visit("x", v.x); visit("y", v.y); visit("launch", v.launch); visit("refusal", v.refusal);
                visit("estimates", v.estimates); visit("measurement", v.measurement);
                visit("measurementRefusal", v.measurementRefusal);)
CLV_JSON_FIELDS(Sweep, visit("kernel", v.kernel); visit("spec", v.spec); visit("models", v.models);
                visit("deviceKey", v.deviceKey); visit("points", v.points);)
CLV_JSON_FIELDS(StudyResult, visit("revision", v.revision); visit("sourcePath", v.sourcePath);
                visit("diagnostics", v.diagnostics); visit("kernels", v.kernels);
                visit("missingMacros", v.missingMacros); visit("missingIncludes", v.missingIncludes);
                visit("kernel", v.kernel); visit("launchSpec", v.launchSpec);
                visit("isLaunchInferred", v.isLaunchInferred); visit("launch", v.launch); visit("profile", v.profile);
                visit("memory", v.memory); visit("estimates", v.estimates); visit("measurements", v.measurements);
                visit("problems", v.problems);)

} // namespace clv
