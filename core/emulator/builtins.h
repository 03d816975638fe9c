// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/emulator/lowering.h"

namespace clv::emulator {

/// Lowers one call of an OpenCL built-in (internal to the room). Each family is a member in its own file; it answers
/// false when the name is not one of its own, and then the next family is asked.
struct Builtins {
    Lowering &lowering;
    const llvm::CallInst &call;
    const MangledName &name;

    bool lower();

    bool workItem(); // builtins_work_item.cpp
    bool synchronise();
    bool asyncCopy();
    bool subGroup(); // builtins_sub_group.cpp
    bool subGroupQuery();
    bool integer(); // builtins_integer.cpp
    bool common();  // builtins_common.cpp
    bool geometric();
    bool relational();
    bool shuffle();
    bool math(); // builtins_math.cpp
    bool mathTwoResults();
    bool conversion(); // builtins_convert.cpp
    /// `value` converted as the built-in `name` says, without finishing the call.
    [[nodiscard]] Val converted(const Val &value) const;
    bool vectorLoadStore(); // builtins_memory.cpp
    bool atomic();
    void compareExchange(const Lowering::Address &address, std::uint32_t site, AddressSpace space, const Val &old,
                         const Val &expected, const Val &desired) const;
    bool image(); // builtins_image.cpp
    bool imageQuery(const Val &size);
    [[nodiscard]] std::optional<Val> imageSize(unsigned operand) const;
    [[nodiscard]] Lowering::Address texelAddress(const Val &size, const Val &coordinates, std::size_t dimensions,
                                                 bool isWrite) const;

    // ---- helpers
    [[nodiscard]] bool is(std::string_view text) const { return name.name == text; }
    [[nodiscard]] std::size_t argumentCount() const { return call.arg_size(); }
    [[nodiscard]] Val arg(unsigned k) const { return lowering.get(call.getArgOperand(k)); }
    /// Argument repeated to the width of the result, or of argument 0 where the result is narrower.
    [[nodiscard]] Val wideArg(unsigned k, std::size_t components) const { return lowering.splat(arg(k), components); }
    [[nodiscard]] Lane resultLane() const;
    [[nodiscard]] std::size_t resultComponents() const;
    void finish(const Val &value) const { lowering.finish(call, value); }
    void finishAs(Val value, Lane lane) const;
    void count(OpClass op, std::size_t times = 1) const { lowering.count(call, op, static_cast<std::uint32_t>(times)); }
    void countFloat(Lane lane, std::size_t times) const;   ///< plain arithmetic
    void countSpecial(Lane lane, std::size_t times) const; ///< transcendental functions
    void countInteger(Lane lane, std::size_t times) const;
    [[nodiscard]] Val constantFloat(double value, Lane lane, std::size_t components) const;
    /// Float arithmetic in the lane type given (half computes in float).
    [[nodiscard]] Val add(const Val &a, const Val &b) const
    {
        return lowering.floatBinary(llvm::Instruction::FAdd, a, b);
    }
    [[nodiscard]] Val subtract(const Val &a, const Val &b) const
    {
        return lowering.floatBinary(llvm::Instruction::FSub, a, b);
    }
    [[nodiscard]] Val multiply(const Val &a, const Val &b) const
    {
        return lowering.floatBinary(llvm::Instruction::FMul, a, b);
    }
    [[nodiscard]] Val divide(const Val &a, const Val &b) const
    {
        return lowering.floatBinary(llvm::Instruction::FDiv, a, b);
    }
    [[nodiscard]] Val fma(const Val &a, const Val &b, const Val &c) const;
    [[nodiscard]] Val unaryFloat(Op single, Op wide, const Val &a) const;
    [[nodiscard]] Val binaryFloat(Op single, Op wide, const Val &a, const Val &b) const;
    [[nodiscard]] Val squareRoot(const Val &a) const { return unaryFloat(Op::SqrtF, Op::SqrtD, a); }
    [[nodiscard]] Val dot(const Val &a, const Val &b) const;
};

} // namespace clv::emulator
