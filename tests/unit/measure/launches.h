// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measure.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

/// Launches for the tests of this folder, built in a line or two.
namespace clv::test {

inline ElementType elementType(ScalarType scalar)
{
    return {scalar, 1, byteSize(scalar), toString(scalar)};
}

template <typename T>
LaunchArgument scalar(std::string name, ScalarType type, T value)
{
    ScalarValue scalarValue{elementType(type), std::vector<std::byte>(sizeof value), {static_cast<double>(value)}};
    std::memcpy(scalarValue.bytes.data(), &value, sizeof value);
    return {std::move(name), ArgumentKind::Scalar, std::move(scalarValue)};
}

inline LaunchArgument buffer(std::string name, ScalarType type, std::uint64_t count, Contents contents = {})
{
    return {std::move(name), ArgumentKind::GlobalBuffer,
            BufferValue{elementType(type), count * byteSize(type), std::move(contents)}};
}

inline Contents contents(ContentsKind kind, std::map<std::string, double> parameters)
{
    Contents made;
    made.kind = kind;
    made.parameters = std::move(parameters);
    return made;
}

inline Contents randomBytes()
{
    return contents(ContentsKind::Uniform, {{"low", 1}, {"high", 255}});
}

inline Launch launchOf(std::string kernel, std::uint64_t global, std::uint64_t local,
                       std::vector<LaunchArgument> arguments)
{
    Launch launch;
    launch.kernel = std::move(kernel);
    launch.ndrange.workDim = 1;
    launch.ndrange.global = {{global, 1, 1}};
    launch.ndrange.local = {{local, 1, 1}};
    launch.arguments = std::move(arguments);
    return launch;
}

inline measure::MeasureRequest saxpy(std::uint64_t n = 1 << 16)
{
    measure::MeasureRequest request;
    request.sourceText = "__kernel void saxpy(__global const float *x, __global float *y, float a)\n"
                         "{\n"
                         "    size_t i = get_global_id(0);\n"
                         "    y[i] = a * x[i] + y[i];\n"
                         "}\n";
    request.launch =
        launchOf("saxpy", n, 64,
                 {buffer("x", ScalarType::Float, n, contents(ContentsKind::Iota, {{"start", 0}, {"step", 1}})),
                  buffer("y", ScalarType::Float, n), scalar("a", ScalarType::Float, 2.0f)});
    request.protocol.maxTimeMs = 50;
    return request;
}

inline measure::MeasureRequest endlessLoop()
{
    measure::MeasureRequest request;
    request.sourceText = "__kernel void wait_for(__global volatile int *flag)\n"
                         "{\n"
                         "    while (flag[get_global_id(0)] == 0)\n"
                         "        ;\n"
                         "}\n";
    request.launch = launchOf("wait_for", 1, 1, {buffer("flag", ScalarType::Int, 1)});
    return request;
}

} // namespace clv::test
