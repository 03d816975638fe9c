// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/launch.h"

#include <cstring>
#include <string>
#include <vector>

namespace clv::test {

/// How an output buffer is compared.
enum class Compare {
    Input, ///< never written: not compared
    Exact, ///< bit for bit
    Float, ///< float, within `ulps`
    Double,
};

struct CaseArgument {
    LaunchArgument argument;
    Compare compare = Compare::Input;
    double ulps = 0;
};

/// A kernel `k` with a launch, to be run in the emulator and on a device.
struct Case {
    std::string name, source;
    Size3 global, local;
    std::vector<CaseArgument> arguments;
    std::uint32_t workDim = 1;
    std::vector<std::string> options = {};
    Size3 offset = {{0, 0, 0}};
};

inline CaseArgument buffer(ScalarType type, std::uint64_t count, ContentsKind kind,
                           std::map<std::string, double> parameters, Compare compare = Compare::Input, double ulps = 0)
{
    BufferValue value;
    value.element = {type, 1, byteSize(type), toString(type)};
    value.bytes = count * byteSize(type);
    value.contents.kind = kind;
    value.contents.parameters = std::move(parameters);
    value.contents.seed = 42;
    return {{"buffer", ArgumentKind::GlobalBuffer, value}, compare, ulps};
}
inline CaseArgument ints(std::uint64_t count, double low = -1000, double high = 1000)
{
    return buffer(ScalarType::Int, count, ContentsKind::Uniform, {{"low", low}, {"high", high}});
}
inline CaseArgument anyInts(std::uint64_t count)
{
    return ints(count, -2147483648.0, 2147483647.0);
}
inline CaseArgument floats(std::uint64_t count, double low = -10, double high = 10)
{
    return buffer(ScalarType::Float, count, ContentsKind::Uniform, {{"low", low}, {"high", high}});
}
inline CaseArgument doubles(std::uint64_t count, double low = -10, double high = 10)
{
    return buffer(ScalarType::Double, count, ContentsKind::Uniform, {{"low", low}, {"high", high}});
}
inline CaseArgument out(std::uint64_t bytes)
{
    return buffer(ScalarType::Int, bytes / 4, ContentsKind::Zeros, {}, Compare::Exact);
}
inline CaseArgument outFloat(std::uint64_t count, double ulps)
{
    return buffer(ScalarType::Float, count, ContentsKind::Zeros, {}, Compare::Float, ulps);
}
inline CaseArgument outDouble(std::uint64_t count, double ulps)
{
    return buffer(ScalarType::Double, count, ContentsKind::Zeros, {}, Compare::Double, ulps);
}
inline CaseArgument inOut(CaseArgument argument)
{
    argument.compare = Compare::Exact;
    return argument;
}
template <typename T>
CaseArgument scalar(T number)
{
    ScalarValue value;
    value.bytes.resize(sizeof(T));
    std::memcpy(value.bytes.data(), &number, sizeof(T));
    return {{"scalar", ArgumentKind::Scalar, value}, Compare::Input, 0};
}
inline CaseArgument localBytes(std::uint64_t bytes)
{
    return {{"local", ArgumentKind::LocalBuffer, LocalValue{bytes}}, Compare::Input, 0};
}

std::vector<Case> flowCases();
std::vector<Case> integerCases();
std::vector<Case> mathCases();
std::vector<Case> memoryCases();
std::vector<Case> allCases();

/// Bytes of the buffers before the run, by argument (empty for others).
std::vector<std::vector<std::byte>> inputsOf(const Case &test);

/// Exit status of the runner when the platform is missing.
inline constexpr int kNoPlatform = 77;

/// Buffers of the case after a run on the platform "Portable Computing Language", by argument (empty for others).
/// `problem` says what went wrong; `isAbsent` that there is no such platform.
struct DeviceRun {
    std::vector<std::vector<std::byte>> buffers;
    std::string problem;
    bool isAbsent = false;
};
DeviceRun runOnPocl(const Case &test, const std::vector<std::vector<std::byte>> &inputs);

} // namespace clv::test
