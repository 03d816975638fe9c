// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/contents_kinds.h"
#include "core/launch/expression.h"
#include "core/launch/json_places.h"
#include "core/launch/launch.h"
#include "core/launch/suggest.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace clv::launch {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxFileBytes = std::size_t{1} << 24;

std::string inside(const std::string &path, const std::string &key)
{
    return path.empty() ? key : path + "." + key;
}

/// Reads a parsed launch file. The first fault ends it; later reads then give empty values.
class Reader {
public:
    Reader(const Json &root, const JsonPlaces &places, const std::string &fileName)
        : m_root(root), m_places(places), m_fileName(fileName)
    {
    }

    Result<LaunchSpec> read()
    {
        if (!m_root.is_object())
            fail("", "the file must hold one object: { \"global\": ..., \"arguments\": { ... } }");
        else if (m_places.duplicate())
            failAt(m_places.duplicate()->second, m_places.duplicate()->first, "this key stands twice");
        else
            readRoot();
        if (m_error)
            return *m_error;
        return std::move(m_spec);
    }

private:
    void failAt(SourceLocation place, const std::string &path, const std::string &problem)
    {
        if (m_error)
            return;
        place.file = m_fileName;
        m_error = usageError(path.empty() ? problem : path + ": " + problem, place);
    }
    void fail(const std::string &path, const std::string &problem) { failAt(m_places.of(path), path, problem); }

    /// False, with an error, if `object` has a key that is not in `known`.
    bool hasOnly(const Json &object, const std::string &path, const std::vector<std::string> &known)
    {
        for (const auto &[key, value] : object.items())
            if (std::ranges::find(known, key) == known.end())
                fail(inside(path, key), fmt::format("unknown key '{}'{}", key, knownNamesText(key, known)));
        return !m_error;
    }

    void readRoot()
    {
        static const std::vector<std::string> kKeys{"version", "kernel",     "note",      "global",      "local",
                                                    "offset",  "parameters", "arguments", "buildOptions"};
        if (!hasOnly(m_root, "", kKeys))
            return;
        if (m_root.contains("version") && m_root["version"] != 1)
            return fail("version", "only version 1 of the format is known");
        m_spec.kernel = text(m_root, "", "kernel");
        m_spec.note = text(m_root, "", "note");
        if (!m_root.contains("global"))
            return fail("", "the key 'global' is missing: the global size in work-items, such as 1024 or [64, 64]");
        m_spec.global = sizes(m_root["global"], "global", true);
        if (m_root.contains("local") && !m_root["local"].is_null())
            m_spec.local = sizes(m_root["local"], "local", true);
        if (m_root.contains("offset"))
            m_spec.offset = sizes(m_root["offset"], "offset", false);
        checkDimensions();
        readParameters();
        readArguments();
        readBuildOptions();
    }

    void checkDimensions()
    {
        const std::size_t dimensions = m_spec.global.size();
        const auto check = [&](const char *key, std::size_t count) {
            if (count != 0 && count != dimensions)
                fail(key,
                     fmt::format("has {} dimension{}, but 'global' has {}", count, count == 1 ? "" : "s", dimensions));
        };
        check("local", m_spec.local ? m_spec.local->size() : 0);
        check("offset", m_spec.offset.size());
    }

    std::string text(const Json &object, const std::string &path, const std::string &key)
    {
        if (!object.contains(key))
            return {};
        if (!object[key].is_string()) {
            fail(inside(path, key), "must be a text in quotes");
            return {};
        }
        return object[key].get<std::string>();
    }

    static std::string kindOf(const Json &value)
    {
        if (value.is_boolean())
            return value.get<bool>() ? "true" : "false";
        return value.is_object() ? "an object" : value.is_array() ? "a list" : value.is_null() ? "null" : "a number";
    }

    Expression expression(const Json &value, const std::string &path)
    {
        if (value.is_number_unsigned())
            return std::to_string(value.get<std::uint64_t>());
        if (value.is_number_integer())
            return std::to_string(value.get<std::int64_t>());
        if (value.is_number_float())
            return numberText(value.get<double>());
        if (value.is_string()) {
            const std::string expr = value.get<std::string>();
            if (expr.find_first_not_of(" \t") == std::string::npos)
                fail(path, "is empty; a number or an expression is needed");
            return expr;
        }
        fail(path, fmt::format("must be a number or an expression in quotes, not {}", kindOf(value)));
        return {};
    }

    /// A size: negative and fractional numbers are refused here, expressions when they are evaluated.
    Expression size(const Json &value, const std::string &path, bool isPositive)
    {
        Expression expr = expression(value, path);
        if (value.is_number() && value.get<double>() < 0)
            fail(path, fmt::format("is {}; a size cannot be negative", expr));
        if (value.is_number_float() && value.get<double>() != std::floor(value.get<double>()))
            fail(path, fmt::format("is {}; a size must be a whole number", expr));
        if (isPositive && value.is_number() && value.get<double>() == 0)
            fail(path, "is 0; it must be at least 1");
        return expr;
    }

    std::vector<Expression> sizes(const Json &value, const std::string &path, bool isPositive)
    {
        if (!value.is_array())
            return {size(value, path, isPositive)};
        std::vector<Expression> result;
        if (value.empty() || value.size() > 3)
            fail(path, fmt::format("has {} dimensions; 1 to 3 are possible", value.size()));
        for (std::size_t d = 0; d < value.size() && !m_error; ++d)
            result.push_back(size(value[d], inside(path, std::to_string(d)), isPositive));
        return result;
    }

    void readParameters()
    {
        if (m_error || !m_root.contains("parameters"))
            return;
        const Json &parameters = m_root["parameters"];
        if (!parameters.is_object())
            return fail("parameters", "must be an object of names and values: { \"entriesPerRow\": 16 }");
        for (const auto &[name, value] : parameters.items()) {
            const std::string path = inside("parameters", name);
            if (!isIdentifier(name))
                return fail(path, fmt::format("'{}' cannot be used as a name (letters, digits, underscores)", name));
            if (isReservedName(name))
                return fail(path,
                            fmt::format("'{}' has a meaning of its own in expressions; choose another name", name));
            m_spec.parameters.emplace_back(name, expression(value, path));
        }
    }

    void readArguments()
    {
        if (m_error || !m_root.contains("arguments"))
            return;
        const Json &arguments = m_root["arguments"];
        if (!arguments.is_object())
            return fail("arguments",
                        "must be an object of argument names: { \"n\": 1024, \"x\": { \"count\": \"n\" } }");
        for (const auto &[name, value] : arguments.items()) {
            const std::string path = inside("arguments", name);
            if (name.empty())
                return fail(path, "an argument without a name");
            for (const auto &parameter : m_spec.parameters)
                if (parameter.first == name)
                    return fail(path, fmt::format("'{}' is the name of a parameter as well", name));
            m_spec.arguments.emplace_back(name, argument(value, path));
            if (m_error)
                return;
        }
    }

    ArgumentSpec argument(const Json &value, const std::string &path)
    {
        if (value.is_array())
            return lanes(value, path);
        if (!value.is_object())
            return ScalarSpec{{expression(value, path)}};
        static const std::vector<std::string> kAll{"value",  "count", "contents", "local",  "width",
                                                   "height", "depth", "bytes",    "sampler"};
        if (!hasOnly(value, path, kAll))
            return {};
        if (value.contains("value") && hasOnly(value, path, {"value"}))
            return value["value"].is_array() ? lanes(value["value"], inside(path, "value"))
                                             : ScalarSpec{{expression(value["value"], inside(path, "value"))}};
        if (value.contains("local") && hasOnly(value, path, {"local"}))
            return LocalSpec{size(value["local"], inside(path, "local"), true)};
        if (value.contains("bytes") && hasOnly(value, path, {"bytes"}))
            return bytes(value["bytes"], inside(path, "bytes"));
        if (value.contains("sampler") && hasOnly(value, path, {"sampler"})) {
            if (value["sampler"] != true)
                fail(inside(path, "sampler"), "must be true");
            return SamplerSpec{};
        }
        if (value.contains("width") && hasOnly(value, path, {"width", "height", "depth", "contents"}))
            return image(value, path);
        if (m_error)
            return {};
        if (!value.contains("count")) {
            fail(path, "says nothing that makes an argument: a number (scalar), 'count' (buffer), 'local' (elements of "
                       "local memory), 'width' (image), 'bytes' (struct) or 'sampler' is needed");
            return {};
        }
        if (!hasOnly(value, path, {"count", "contents"}))
            return {};
        BufferSpec buffer;
        buffer.count = size(value["count"], inside(path, "count"), true);
        if (value.contains("contents"))
            buffer.contents = contents(value["contents"], inside(path, "contents"));
        return buffer;
    }

    ScalarSpec lanes(const Json &list, const std::string &path)
    {
        ScalarSpec scalar;
        if (list.empty() || list.size() > 16)
            fail(path, fmt::format("has {} lanes; a vector has 2, 3, 4, 8 or 16", list.size()));
        for (std::size_t lane = 0; lane < list.size() && !m_error; ++lane)
            scalar.lanes.push_back(expression(list[lane], inside(path, std::to_string(lane))));
        return scalar;
    }

    ImageSpec image(const Json &value, const std::string &path)
    {
        ImageSpec spec;
        spec.width = size(value["width"], inside(path, "width"), true);
        spec.height = value.contains("height") ? size(value["height"], inside(path, "height"), true) : "1";
        spec.depth = value.contains("depth") ? size(value["depth"], inside(path, "depth"), true) : "1";
        if (value.contains("contents"))
            spec.contents = contents(value["contents"], inside(path, "contents"));
        return spec;
    }

    BytesSpec bytes(const Json &value, const std::string &path)
    {
        BytesSpec spec;
        if (!value.is_array()) {
            fail(path, "must be a list of numbers from 0 to 255");
            return spec;
        }
        for (const Json &item : value) {
            if (!item.is_number_unsigned() || item.get<std::uint64_t>() > 255) {
                fail(path, "must be a list of numbers from 0 to 255");
                return spec;
            }
            spec.bytes.push_back(item.get<std::uint8_t>());
        }
        return spec;
    }

    ContentsSpec contents(const Json &value, const std::string &path)
    {
        ContentsSpec spec;
        const bool isShort = value.is_string();
        if (!isShort && !value.is_object()) {
            fail(path, "must be the name of a kind, or an object with 'kind': " + joined(kindNames()));
            return spec;
        }
        if (!isShort && !value.contains("kind")) {
            fail(path, "the key 'kind' is missing: one of " + joined(kindNames()));
            return spec;
        }
        const std::string name = isShort ? value.get<std::string>() : text(value, path, "kind");
        if (m_error)
            return spec;
        const KindInfo *info = kindInfo(name);
        if (info == nullptr) {
            fail(isShort ? path : inside(path, "kind"),
                 fmt::format("unknown kind of contents '{}'{}", name, knownNamesText(name, kindNames())));
            return spec;
        }
        spec.kind = info->kind;
        if (!isShort)
            readContentsParameters(value, path, *info, spec);
        if (!m_error && spec.kind == ContentsKind::File && spec.file.empty())
            fail(path, "contents 'file' need the key 'file': a name relative to the launch file");
        return spec;
    }

    void readContentsParameters(const Json &value, const std::string &path, const KindInfo &info, ContentsSpec &spec)
    {
        std::vector<std::string> known{"kind"};
        known.insert(known.end(), info.parameters.begin(), info.parameters.end());
        if (info.hasSeed)
            known.emplace_back("seed");
        if (info.kind == ContentsKind::File)
            known.insert(known.end(), {"file", "part"});
        if (!hasOnly(value, path, known))
            return;
        for (const std::string &name : info.parameters)
            if (value.contains(name))
                spec.parameters[name] = expression(value[name], inside(path, name));
        if (value.contains("seed")) {
            if (!value["seed"].is_number_unsigned())
                return fail(inside(path, "seed"), "must be a whole number of at least 0");
            spec.seed = value["seed"].get<std::uint64_t>();
        }
        spec.file = text(value, path, "file");
        spec.part = text(value, path, "part");
    }

    void readBuildOptions()
    {
        if (m_error || !m_root.contains("buildOptions"))
            return;
        const Json &options = m_root["buildOptions"];
        if (!options.is_array())
            return fail("buildOptions", "must be a list of options: [\"-DTILE=16\"]");
        for (std::size_t i = 0; i < options.size(); ++i) {
            if (!options[i].is_string())
                return fail(inside("buildOptions", std::to_string(i)), "must be a text in quotes");
            m_spec.buildOptions.push_back(options[i].get<std::string>());
        }
    }

    const Json &m_root;
    const JsonPlaces &m_places;
    const std::string &m_fileName;
    LaunchSpec m_spec;
    std::optional<Error> m_error;
};

/// The library's message without its own prefix: "... syntax error while parsing value - unexpected ...".
std::string syntaxProblem(const std::string &message)
{
    const std::size_t at = message.find("unexpected");
    const std::size_t invalid = message.find("invalid");
    const std::size_t begin = std::min(at, invalid);
    return begin == std::string::npos ? message : message.substr(begin);
}

} // namespace

Result<LaunchSpec> parseLaunchFile(std::string_view json, const std::string &fileName)
{
    const auto whole = [&](const std::string &problem) { return usageError(problem, SourceLocation{fileName, 1, 1}); };
    if (json.size() > kMaxFileBytes)
        return whole("the launch file is larger than 16 MiB");
    if (json.starts_with("\xef\xbb\xbf"))
        json.remove_prefix(3);
    if (json.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return whole("the launch file is empty");
    if (isNestedTooDeep(json))
        return whole(fmt::format("the launch file is nested deeper than {} levels", kMaxJsonDepth));
    try {
        const Json root = Json::parse(json.begin(), json.end());
        const JsonPlaces places(json);
        return Reader(root, places, fileName).read();
    } catch (const Json::parse_error &error) {
        SourceLocation place = placeOfByte(json, error.byte == 0 ? 0 : error.byte - 1);
        place.file = fileName;
        return usageError("not valid JSON: " + syntaxProblem(error.what()), place);
    } catch (const Json::exception &error) {
        return whole(std::string("not a usable launch file: ") + error.what());
    }
}

std::string launchFileFor(const std::string &sourcePath)
{
    const std::size_t slash = sourcePath.find_last_of('/');
    const std::size_t dot = sourcePath.find_last_of('.');
    const std::size_t nameStart = slash == std::string::npos ? 0 : slash + 1;
    const bool hasEnding = dot != std::string::npos && dot > nameStart;
    return sourcePath.substr(0, hasEnding ? dot : std::string::npos) + ".launch.json";
}

} // namespace clv::launch
