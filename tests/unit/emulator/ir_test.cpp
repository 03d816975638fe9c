// SPDX-License-Identifier: GPL-3.0-or-later
// IR that Clang's optimiser seldom makes from a small kernel, given as text.
#include "core/emulator/lower.h"

#include "emulate.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/SourceMgr.h>

namespace clv {
namespace {

constexpr const char *kLayout =
    "target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1\"\n"
    "declare i64 @_Z13get_global_idj(i32)\n";

Result<std::shared_ptr<const emulator::Program>> lowerText(const std::string &text)
{
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(kLayout + text, problem, context);
    if (!module)
        return Error{ErrorCategory::Internal, problem.getMessage().str(), {}};
    return emulator::lowerModule(*module, "", "k");
}

/// Runs kernel `k(ptr addrspace(1))` with 32 work-items over a zeroed buffer.
template <typename T>
std::vector<T> runText(const std::string &body)
{
    const auto program = lowerText("define spir_kernel void @k(ptr addrspace(1) %o) {\nentry:\n"
                                   "%i64 = call i64 @_Z13get_global_idj(i32 0)\n%i = trunc i64 %i64 to i32\n" +
                                   body + "\nret void\n}\n");
    EXPECT_TRUE(program.ok()) << program.error().message;
    if (!program.ok())
        return std::vector<T>(32);
    EXPECT_TRUE((*program)->unsupported().empty()) << (*program)->unsupported()[0];
    test::Emulation e("__kernel void k(__global int *o) { }");
    e.program = *program;
    e.buffer("o", 32 * sizeof(T)).range({{32, 1, 1}}, {{32, 1, 1}});
    e.run();
    return e.read<T>(0, 32);
}

TEST(Ir, OddIntegerWidthsWrap)
{
    const auto o =
        runText<int>("%n = trunc i32 %i to i24\n%m = mul i24 %n, 1000003\n%s = sub i24 0, %m\n%q = ashr i24 %s, 3\n"
                     "%x = sext i24 %q to i32\n%p = getelementptr i32, ptr addrspace(1) %o, i32 %i\nstore i32 %x, ptr "
                     "addrspace(1) %p");
    for (int i = 0; i < 32; ++i) {
        const unsigned low = (0u - static_cast<unsigned>(i) * 1000003u) & 0xffffffu;
        const int signedLow = (low & 0x800000u) ? static_cast<int>(low) - 0x1000000 : static_cast<int>(low);
        EXPECT_EQ(o[static_cast<std::size_t>(i)], signedLow >> 3) << i;
    }
}

TEST(Ir, FourBitIntegersAndBooleans)
{
    const auto o = runText<int>("%n = trunc i32 %i to i4\n%a = add i4 %n, 9\n%c = icmp slt i4 %a, 0\n%b = sext i1 %c "
                                "to i32\n%d = freeze i32 %b\n"
                                "%z = zext i4 %a to i32\n%x = add i32 %d, %z\n%p = getelementptr i32, ptr addrspace(1) "
                                "%o, i64 %i64\nstore i32 %x, ptr addrspace(1) %p");
    for (int i = 0; i < 32; ++i) {
        const int a = (i + 9) & 15;
        EXPECT_EQ(o[static_cast<std::size_t>(i)], a - (a >= 8)) << i;
    }
}

TEST(Ir, SwapOfPhisIsParallel)
{
    const auto o = runText<int>(
        "br label %loop\nloop:\n%a = phi i32 [1, %entry], [%b, %loop]\n%b = phi i32 [%i, %entry], [%a, %loop]\n"
        "%n = phi i32 [0, %entry], [%m, %loop]\n%m = add i32 %n, 1\n%c = icmp ult i32 %m, %i\nbr i1 %c, label %loop, "
        "label %out\n"
        "out:\n%x = shl i32 %a, 8\n%y = or i32 %x, %b\n%p = getelementptr i32, ptr addrspace(1) %o, i32 %i\nstore i32 "
        "%y, ptr addrspace(1) %p");
    for (int i = 0; i < 32; ++i) { // max(i, 1) rounds: swapped one time less
        const bool isSwapped = (std::max(i, 1) - 1) % 2 == 1;
        EXPECT_EQ(o[static_cast<std::size_t>(i)], isSwapped ? i << 8 | 1 : 1 << 8 | i) << i;
    }
}

TEST(Ir, WideSwitchAndOverflowArithmetic)
{
    const auto o = runText<int>("switch i64 %i64, label %d [ i64 3, label %a\n i64 9, label %b ]\n"
                                "a:\nbr label %out\nb:\nbr label %out\nd:\n%t = call {i32, i1} "
                                "@llvm.smul.with.overflow.i32(i32 %i, i32 200000000)\n"
                                "%v = extractvalue {i32, i1} %t, 1\n%w = zext i1 %v to i32\nbr label %out\n"
                                "out:\n%r = phi i32 [70, %a], [80, %b], [%w, %d]\n%p = getelementptr i32, ptr "
                                "addrspace(1) %o, i32 %i\nstore i32 %r, ptr addrspace(1) %p");
    EXPECT_EQ(o[3], 70);
    EXPECT_EQ(o[9], 80);
    EXPECT_EQ(o[10], 0);
    EXPECT_EQ(o[11], 1);
}

TEST(Ir, ReinterpretsBetweenElementSizes)
{
    const auto o = runText<unsigned>(
        "%v = insertelement <4 x i8> <i8 1, i8 2, i8 3, i8 4>, i8 -1, i32 %i\n%w = bitcast <4 x i8> %v to i32\n"
        "%h = bitcast i32 %w to <2 x i16>\n%e = extractelement <2 x i16> %h, i32 1\n%z = zext i16 %e to i32\n"
        "%x = xor i32 %w, %z\n%p = getelementptr i32, ptr addrspace(1) %o, i32 %i\nstore i32 %x, ptr addrspace(1) %p");
    const unsigned words[4] = {0x040302ffu, 0x0403ff01u, 0x04ff0201u, 0xff030201u};
    for (unsigned i = 0; i < 4; ++i)
        EXPECT_EQ(o[i], words[i] ^ (words[i] >> 16)) << i;
}

TEST(Ir, RecursionIsRefused)
{
    const auto program =
        lowerText("define i32 @f(i32 %x) {\n%c = icmp eq i32 %x, 0\nbr i1 %c, label %a, label %b\na:\nret i32 1\nb:\n"
                  "%y = sub i32 %x, 1\n%r = call i32 @f(i32 %y)\nret i32 %r\n}\n"
                  "define spir_kernel void @k(ptr addrspace(1) %o) {\n%v = call i32 @f(i32 3)\nstore i32 %v, ptr "
                  "addrspace(1) %o\nret void\n}");
    ASSERT_FALSE(program.ok());
    EXPECT_EQ(program.error().category, ErrorCategory::Kernel);
    EXPECT_NE(program.error().message.find("'f' calls itself"), std::string::npos);
}

TEST(Ir, FunctionsWithoutABodyAreNamedAndAnswerZero)
{
    const auto program = lowerText(
        "declare i32 @_Z7mysteryi(i32)\ndefine spir_kernel void @k(ptr addrspace(1) %o) {\n"
        "%v = call i32 @_Z7mysteryi(i32 3)\n%w = add i32 %v, 5\nstore i32 %w, ptr addrspace(1) %o\nret void\n}");
    ASSERT_TRUE(program.ok()) << program.error().message;
    ASSERT_EQ((*program)->unsupported().size(), 1u);
    EXPECT_NE((*program)->unsupported()[0].find("the function 'mystery'"), std::string::npos);
    test::Emulation e("__kernel void k(__global int *o) { }");
    e.program = *program;
    e.buffer("o", 4).range({{1, 1, 1}}, {{1, 1, 1}});
    EXPECT_EQ(e.run().unsupported.size(), 1u);
    EXPECT_EQ(e.read<int>(0, 1)[0], 5);
}

TEST(Ir, ValuesTooWideAreNamed)
{
    const auto program = lowerText(
        "define spir_kernel void @k(ptr addrspace(1) %o) {\n%v = load i128, ptr addrspace(1) %o\n%w = add i128 %v, 1\n"
        "store i128 %w, ptr addrspace(1) %o\nret void\n}");
    ASSERT_TRUE(program.ok()) << program.error().message;
    ASSERT_FALSE((*program)->unsupported().empty());
    EXPECT_NE((*program)->unsupported()[0].find("i128"), std::string::npos);
}

} // namespace
} // namespace clv
