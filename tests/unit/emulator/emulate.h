// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/emulator/emulator.h"
#include "core/frontend/compile.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace clv::test {

/// Compiles OpenCL C, runs it in the emulator, and hands back buffers: the fixture of the emulator's tests.
class Emulation {
public:
    explicit Emulation(const std::string &source, const std::string &kernel = "k", const BuildOptions &options = {})
    {
        frontend::SourceText text;
        text.bytes = text.text = source;
        Result<frontend::Compilation> compiled = frontend::compile(text, options);
        EXPECT_TRUE(compiled.ok()) << (compiled.ok() ? "" : compiled.error().describe());
        if (!compiled.ok())
            return;
        for (const Diagnostic &diagnostic : compiled->diagnostics)
            EXPECT_NE(diagnostic.severity, Severity::Error) << diagnostic.message;
        lowered = emulator::Program::lower(compiled->module, kernel);
        if (lowered && lowered->ok())
            program = lowered->value();
        launch.kernel = kernel;
        options_.full = true;
        options_.warpInstructionBudget = 0;
    }

    Emulation &buffer(const std::string &name, std::uint64_t bytes, ContentsKind kind = ContentsKind::Zeros,
                      std::map<std::string, double> parameters = {}, ScalarType type = ScalarType::Int)
    {
        BufferValue value;
        value.element = {type, 1, byteSize(type), toString(type)};
        value.bytes = bytes;
        value.contents.kind = kind;
        value.contents.parameters = std::move(parameters);
        launch.arguments.push_back({name, ArgumentKind::GlobalBuffer, value});
        return *this;
    }
    Emulation &iota(const std::string &name, std::uint64_t count, ScalarType type = ScalarType::Int, double start = 0,
                    double step = 1)
    {
        return buffer(name, count * byteSize(type), ContentsKind::Iota, {{"start", start}, {"step", step}}, type);
    }
    Emulation &local(const std::string &name, std::uint64_t bytes)
    {
        launch.arguments.push_back({name, ArgumentKind::LocalBuffer, LocalValue{bytes}});
        return *this;
    }
    template <typename T>
    Emulation &scalar(const std::string &name, T number)
    {
        ScalarValue value;
        value.bytes.resize(sizeof(T));
        std::memcpy(value.bytes.data(), &number, sizeof(T));
        launch.arguments.push_back({name, ArgumentKind::Scalar, value});
        return *this;
    }
    template <typename T>
    Emulation &structure(const std::string &name, const T &object)
    {
        StructValue value;
        value.bytes.resize(sizeof(T));
        std::memcpy(value.bytes.data(), &object, sizeof(T));
        launch.arguments.push_back({name, ArgumentKind::Struct, value});
        return *this;
    }
    Emulation &range(Size3 global, Size3 local, std::uint32_t workDim = 1)
    {
        launch.ndrange.global = global;
        launch.ndrange.local = local;
        launch.ndrange.workDim = workDim;
        return *this;
    }

    emulator::RunResult run(emulator::Listener *listener = nullptr, bool grow = false)
    {
        EXPECT_TRUE(program) << (lowered && !lowered->ok() ? lowered->error().describe() : "not compiled");
        if (!program)
            throw std::runtime_error("the kernel was not lowered");
        auto made = emulator::Memory::create(launch, grow);
        EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().describe());
        if (!made.ok())
            throw std::runtime_error("no memory for the launch");
        memory = std::move(*made);
        options_.growBuffers = grow;
        Result<emulator::RunResult> result = emulator::run(*program, launch, *memory, options_, listener, {});
        EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().describe());
        return result.ok() ? result.value() : emulator::RunResult{};
    }

    template <typename T>
    std::vector<T> read(int argument, std::size_t count) const
    {
        std::vector<T> values(count);
        if (memory)
            memory->read(argument, 0, std::as_writable_bytes(std::span(values)));
        return values;
    }

    std::optional<Result<std::shared_ptr<const emulator::Program>>> lowered;
    std::shared_ptr<const emulator::Program> program;
    Launch launch;
    emulator::RunOptions options_;
    std::unique_ptr<emulator::Memory> memory;
};

} // namespace clv::test
