// SPDX-License-Identifier: GPL-3.0-or-later
// Emulation speed: lane-instructions a second (counter `lanes`), and lowering time.
#include "core/emulator/emulator.h"
#include "core/frontend/compile.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <stdexcept>

namespace {

using namespace clv;

constexpr const char *kGemm = R"(
__kernel void gemm(__global const float *a, __global const float *b, __global float *c, int n)
{
    __local float ta[16][16], tb[16][16];
    const int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        ta[y][x] = a[row * n + t + x];
        tb[y][x] = b[(t + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; ++k)
            sum += ta[y][k] * tb[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
})";

constexpr const char *kSaxpy = R"(
__kernel void saxpy(__global float *y, __global const float *x, float a, int n)
{
    const int i = get_global_id(0);
    if (i < n)
        y[i] = a * x[i] + y[i];
})";

constexpr const char *kCollatz = R"(
__kernel void collatz(__global int *o)
{
    uint n = get_global_id(0) + 1;
    int steps = 0;
    while (n != 1) {
        n = (n & 1) ? 3 * n + 1 : n / 2;
        ++steps;
    }
    o[get_global_id(0)] = steps;
})";

std::shared_ptr<const frontend::IrModule> compiled(const char *source)
{
    frontend::SourceText text;
    text.bytes = text.text = source;
    auto result = frontend::compile(text, {});
    if (!result || !result->module)
        throw std::runtime_error("the benchmark's kernel does not compile");
    return result->module;
}

LaunchArgument buffer(std::uint64_t bytes)
{
    BufferValue value;
    value.element = {ScalarType::Float, 1, 4, "float"};
    value.bytes = bytes;
    value.contents.kind = ContentsKind::Uniform;
    value.contents.parameters = {{"low", -1}, {"high", 1}};
    return {"buffer", ArgumentKind::GlobalBuffer, value};
}

template <typename T>
LaunchArgument scalar(T number)
{
    ScalarValue value;
    value.bytes.resize(sizeof(T));
    std::memcpy(value.bytes.data(), &number, sizeof(T));
    return {"scalar", ArgumentKind::Scalar, value};
}

void runKernel(benchmark::State &state, const char *source, const Launch &launch, bool full)
{
    const auto program = emulator::Program::lower(compiled(source), launch.kernel);
    if (!program)
        throw std::runtime_error(program.error().describe());
    emulator::RunOptions options;
    options.full = full;
    options.warpInstructionBudget = full ? 0 : 400'000;
    double lanes = 0;
    for (auto _ : state) {
        state.PauseTiming();
        auto memory = emulator::Memory::create(launch, false);
        state.ResumeTiming();
        const auto result = emulator::run(**program, launch, **memory, options, nullptr, {});
        for (const emulator::GroupRun &group : result->groups)
            lanes += static_cast<double>(group.laneInstructions);
    }
    state.counters["lanes"] = benchmark::Counter(lanes, benchmark::Counter::kIsRate);
}

void tiledGemm(benchmark::State &state)
{
    const auto n = static_cast<int>(state.range(0));
    Launch launch;
    launch.kernel = "gemm";
    launch.ndrange.workDim = 2;
    launch.ndrange.global = {{static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(n), 1}};
    launch.ndrange.local = {{16, 16, 1}};
    const std::uint64_t bytes = 4ull * static_cast<std::uint64_t>(n) * static_cast<std::uint64_t>(n);
    launch.arguments = {buffer(bytes), buffer(bytes), buffer(bytes), scalar(n)};
    runKernel(state, kGemm, launch, state.range(1) != 0);
}
BENCHMARK(tiledGemm)->Args({256, 1})->Args({1024, 0})->Unit(benchmark::kMillisecond);

void saxpy(benchmark::State &state)
{
    Launch launch;
    launch.kernel = "saxpy";
    launch.ndrange.global = {{1 << 20, 1, 1}};
    launch.ndrange.local = {{256, 1, 1}};
    launch.arguments = {buffer(4 << 20), buffer(4 << 20), scalar(2.0f), scalar(1 << 20)};
    runKernel(state, kSaxpy, launch, true);
}
BENCHMARK(saxpy)->Unit(benchmark::kMillisecond);

void divergentLoop(benchmark::State &state)
{
    Launch launch;
    launch.kernel = "collatz";
    launch.ndrange.global = {{1 << 14, 1, 1}};
    launch.ndrange.local = {{256, 1, 1}};
    launch.arguments = {buffer(4 << 14)};
    runKernel(state, kCollatz, launch, true);
}
BENCHMARK(divergentLoop)->Unit(benchmark::kMillisecond);

void lowerGemm(benchmark::State &state)
{
    const auto module = compiled(kGemm);
    for (auto _ : state)
        benchmark::DoNotOptimize(emulator::Program::lower(module, "gemm"));
}
BENCHMARK(lowerGemm)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
