// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/launch.h"
#include "core/launch/suggest.h"

#include <fmt/format.h>

#include <algorithm>

namespace clv::launch {
namespace {

/// "(1, 2, 3, 4)" or "1, 2": the parts between commas outside of parentheses; a single pair of parentheses around all
/// of it counts as a vector literal when it holds a comma of its own.
std::vector<Expression> splitLanes(const Expression &text)
{
    const auto split = [](std::string_view part) {
        std::vector<Expression> lanes{{}};
        int depth = 0;
        for (const char c : part) {
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0)
                lanes.emplace_back();
            else if (c != ' ' || !lanes.back().empty())
                lanes.back() += c;
        }
        return lanes;
    };
    std::vector<Expression> lanes = split(text);
    if (lanes.size() == 1 && lanes.front().starts_with('(') && lanes.front().ends_with(')')) {
        const std::string inner = lanes.front().substr(1, lanes.front().size() - 2);
        std::vector<Expression> inside = split(inner);
        if (inside.size() > 1 && std::ranges::count(inner, '(') == std::ranges::count(inner, ')'))
            return inside;
    }
    return lanes;
}

Result<ArgumentSpec> withValue(const KernelArgument &argument, const ArgumentSpec *old, const Expression &expression)
{
    switch (argument.kind) {
    case ArgumentKind::Scalar: {
        const bool isVector = argument.element.width > 1;
        return ArgumentSpec(ScalarSpec{isVector ? splitLanes(expression) : std::vector<Expression>{expression}});
    }
    case ArgumentKind::GlobalBuffer:
    case ArgumentKind::ConstantBuffer: {
        const auto *buffer = old == nullptr ? nullptr : std::get_if<BufferSpec>(old);
        return ArgumentSpec(BufferSpec{expression, buffer == nullptr ? ContentsSpec{} : buffer->contents});
    }
    case ArgumentKind::LocalBuffer: return ArgumentSpec(LocalSpec{expression});
    default: break;
    }
    return usageError(fmt::format("argument '{}' ({}) has no single value to set; change it in the launch file",
                                  argument.name, argument.typeName));
}

} // namespace

Result<LaunchSpec> apply(LaunchSpec spec, const LaunchOverrides &overrides, const KernelSignature &signature)
{
    if (overrides.global)
        spec.global = *overrides.global;
    if (overrides.local)
        spec.local = *overrides.local;
    if (overrides.offset)
        spec.offset = *overrides.offset;
    for (const auto &[name, expression] : overrides.values) {
        if (const KernelArgument *argument = signature.argument(name)) {
            const auto it = std::ranges::find(spec.arguments, name, &std::pair<std::string, ArgumentSpec>::first);
            Result<ArgumentSpec> value =
                withValue(*argument, it == spec.arguments.end() ? nullptr : &it->second, expression);
            if (!value)
                return value.error();
            if (it == spec.arguments.end())
                spec.arguments.emplace_back(name, *std::move(value));
            else
                it->second = *std::move(value);
            continue;
        }
        const auto parameter = std::ranges::find(spec.parameters, name, &std::pair<std::string, Expression>::first);
        if (parameter == spec.parameters.end()) {
            std::vector<std::string> known;
            for (const KernelArgument &argument : signature.arguments)
                known.push_back(argument.name);
            for (const auto &entry : spec.parameters)
                known.push_back(entry.first);
            return usageError(fmt::format("'{}' is neither an argument of kernel '{}' nor a parameter of its launch{}",
                                          name, signature.name, knownNamesText(name, known)));
        }
        parameter->second = expression;
    }
    spec.buildOptions.insert(spec.buildOptions.end(), overrides.buildOptions.begin(), overrides.buildOptions.end());
    return spec;
}

} // namespace clv::launch
