// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/contents_kinds.h"
#include "core/launch/expression.h"
#include "core/launch/launch.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace clv::launch {
namespace {

std::string quoted(const std::string &text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// A number without quotes when it reads back as the very same text, else a string.
std::string expressionText(const Expression &expression)
{
    const nlohmann::json value = nlohmann::json::parse(expression, nullptr, false);
    std::string readBack;
    if (value.is_number_unsigned())
        readBack = std::to_string(value.get<std::uint64_t>());
    else if (value.is_number_integer())
        readBack = std::to_string(value.get<std::int64_t>());
    else if (value.is_number_float())
        readBack = numberText(value.get<double>());
    return !readBack.empty() && readBack == expression ? expression : quoted(expression);
}

std::string listText(const std::vector<Expression> &expressions)
{
    std::string text;
    for (const Expression &expression : expressions)
        text += (text.empty() ? "" : ", ") + expressionText(expression);
    return "[" + text + "]";
}

std::string sizesText(const std::vector<Expression> &sizes)
{
    return sizes.size() == 1 ? expressionText(sizes.front()) : listText(sizes);
}

std::string contentsText(const ContentsSpec &contents)
{
    const KindInfo *info = kindInfo(contents.kind);
    const std::string kind = quoted(toString(contents.kind));
    std::string text = "{ \"kind\": " + kind;
    bool isPlain = true;
    const auto add = [&](const std::string &key, const std::string &value) {
        text += ", " + quoted(key) + ": " + value;
        isPlain = false;
    };
    if (info != nullptr)
        for (const std::string &name : info->parameters)
            if (const auto it = contents.parameters.find(name); it != contents.parameters.end())
                add(name, expressionText(it->second));
    if (info != nullptr && info->hasSeed && contents.seed != ContentsSpec{}.seed)
        add("seed", std::to_string(contents.seed));
    if (contents.kind == ContentsKind::File) {
        add("file", quoted(contents.file));
        if (!contents.part.empty())
            add("part", quoted(contents.part));
    }
    return isPlain ? kind : text + " }";
}

struct ArgumentText {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(const ScalarSpec &scalar) const
    {
        return scalar.lanes.size() == 1 ? expressionText(scalar.lanes.front()) : listText(scalar.lanes);
    }
    std::string operator()(const BytesSpec &spec) const
    {
        std::string text;
        for (const std::uint8_t byte : spec.bytes)
            text += (text.empty() ? "" : ", ") + std::to_string(byte);
        return "{ \"bytes\": [" + text + "] }";
    }
    std::string operator()(const BufferSpec &buffer) const
    {
        return "{ \"count\": " + expressionText(buffer.count) + ", \"contents\": " + contentsText(buffer.contents) +
               " }";
    }
    std::string operator()(const LocalSpec &local) const
    {
        return "{ \"local\": " + expressionText(local.count) + " }";
    }
    std::string operator()(const ImageSpec &image) const
    {
        return "{ \"width\": " + expressionText(image.width) + ", \"height\": " + expressionText(image.height) +
               ", \"depth\": " + expressionText(image.depth) + ", \"contents\": " + contentsText(image.contents) + " }";
    }
    std::string operator()(const SamplerSpec &) const { return "{ \"sampler\": true }"; }
};

std::string objectText(const std::vector<std::pair<std::string, std::string>> &members)
{
    std::string text;
    for (const auto &[key, value] : members)
        text += (text.empty() ? "\n    " : ",\n    ") + quoted(key) + ": " + value;
    return members.empty() ? "{}" : "{" + text + "\n  }";
}

} // namespace

std::string formatLaunchFile(const LaunchSpec &spec)
{
    std::vector<std::pair<std::string, std::string>> members{{"version", "1"}};
    if (!spec.kernel.empty())
        members.emplace_back("kernel", quoted(spec.kernel));
    if (!spec.note.empty())
        members.emplace_back("note", quoted(spec.note));
    members.emplace_back("global", sizesText(spec.global));
    if (spec.local)
        members.emplace_back("local", sizesText(*spec.local));
    if (!spec.offset.empty())
        members.emplace_back("offset", sizesText(spec.offset));
    std::vector<std::pair<std::string, std::string>> inner;
    for (const auto &[name, expression] : spec.parameters)
        inner.emplace_back(name, expressionText(expression));
    if (!inner.empty())
        members.emplace_back("parameters", objectText(inner));
    inner.clear();
    for (const auto &[name, argument] : spec.arguments)
        if (!std::holds_alternative<std::monostate>(argument))
            inner.emplace_back(name, std::visit(ArgumentText{}, argument));
    members.emplace_back("arguments", objectText(inner));
    if (!spec.buildOptions.empty()) {
        std::string options;
        for (const std::string &option : spec.buildOptions)
            options += (options.empty() ? "" : ", ") + quoted(option);
        members.emplace_back("buildOptions", "[" + options + "]");
    }
    std::string text;
    for (const auto &[key, value] : members)
        text += (text.empty() ? "{\n  " : ",\n  ") + quoted(key) + ": " + value;
    return text + "\n}\n";
}

} // namespace clv::launch
