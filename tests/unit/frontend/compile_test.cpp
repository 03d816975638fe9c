// SPDX-License-Identifier: GPL-3.0-or-later
#include "cases.h"

#include <gmock/gmock.h>

namespace clv::frontend {

using test::errorsOf;
using test::fromText;
using test::readCase;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

namespace {

Compilation compiled(const SourceText &source, const BuildOptions &options = {}, const CompileSettings &settings = {})
{
    auto compilation = compile(source, options, settings);
    EXPECT_TRUE(compilation.ok()) << (compilation.ok() ? "" : compilation.error().describe());
    return compilation.ok() ? *compilation : Compilation{};
}

std::size_t count(const std::string &text, const std::string &what)
{
    std::size_t n = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++n;
    return n;
}

} // namespace

TEST(Compile, SignatureOfEveryArgumentKind)
{
    const auto result = compiled(fromText(R"(
typedef struct { int a; float3 b; } item;
__kernel __attribute__((reqd_work_group_size(8, 4, 1)))
void k(__global const float4 *restrict in, __constant int *table, __local float3 *tile, item s, ulong n, uchar4 c,
       read_only image2d_t im, sampler_t smp, __global volatile double *d)
{
    size_t i = get_global_id(0) + get_global_id(1) * n;
    d[i] = in[i].x + table[0] + tile[0].y + s.a + c.x + read_imagef(im, smp, (int2)(0, 0)).x;
}
)"));
    ASSERT_EQ(result.kernels.size(), 1u);
    const KernelSignature &k = result.kernels[0];
    EXPECT_EQ(k.where.line, 4u);
    EXPECT_EQ(k.endLine, 9u);
    EXPECT_EQ(k.requiredLocalSize, (Size3{{8, 4, 1}}));
    EXPECT_EQ(k.workDimQueried, 2u);
    EXPECT_TRUE(k.usesFp64);
    EXPECT_TRUE(k.usesImages);
    EXPECT_FALSE(k.usesFp16);
    ASSERT_EQ(k.arguments.size(), 9u);
    const auto &a = k.arguments;
    EXPECT_EQ(a[0].kind, ArgumentKind::GlobalBuffer);
    EXPECT_TRUE(a[0].isConst && a[0].isRestrict);
    EXPECT_EQ(a[0].element.name, "float4");
    EXPECT_EQ(a[0].element.bytes, 16u);
    EXPECT_EQ(a[1].kind, ArgumentKind::ConstantBuffer);
    EXPECT_EQ(a[2].kind, ArgumentKind::LocalBuffer);
    EXPECT_EQ(a[2].element.width, 3u);
    EXPECT_EQ(a[2].element.bytes, 16u); // a 3-vector is laid out as a 4-vector
    EXPECT_EQ(a[3].kind, ArgumentKind::Struct);
    EXPECT_EQ(a[3].element.bytes, 32u); // int, padding to 16, float3
    EXPECT_EQ(a[4].kind, ArgumentKind::Scalar);
    EXPECT_EQ(a[4].element.scalar, ScalarType::ULong);
    EXPECT_EQ(a[5].element.scalar, ScalarType::UChar);
    EXPECT_EQ(a[5].element.width, 4u);
    EXPECT_EQ(a[6].kind, ArgumentKind::Image);
    EXPECT_EQ(a[7].kind, ArgumentKind::Sampler);
    EXPECT_TRUE(a[8].isVolatile);
}

TEST(Compile, MandatoryMacro)
{
    const SourceText source = readCase("33-tile-macro-needed/kernel.cl");
    const auto without = compiled(source);
    EXPECT_EQ(without.module, nullptr);
    ASSERT_THAT(errorsOf(without.diagnostics), Not(IsEmpty()));
    EXPECT_EQ(errorsOf(without.diagnostics)[0].where.line, 8u);
    const auto with = compiled(source, {{"-DTILE=16"}});
    ASSERT_NE(with.module, nullptr);
    EXPECT_EQ(with.kernels[0].staticLocalBytes, 2048u);
    EXPECT_EQ(with.kernels[0].workDimQueried, 2u);
    const auto real = compiled(source, {{"-DTILE=16", "-D", "REAL=double"}});
    EXPECT_EQ(real.kernels[0].staticLocalBytes, 4096u);
    EXPECT_TRUE(real.kernels[0].usesFp64);
}

TEST(Compile, LocalMemoryIsCountedPerKernel)
{
    const auto result = compiled(readCase("29-local-not-summed/kernel.cl"));
    ASSERT_NE(result.module, nullptr);
    for (const KernelSignature &kernel : result.kernels)
        EXPECT_EQ(kernel.staticLocalBytes, kernel.name == "k_light" ? 0u : 10240u) << kernel.name;
}

TEST(Compile, ForbiddenParameterTypesNameParameterAndRemedy)
{
    const auto errors = errorsOf(compiled(readCase("39-size_t-argument/kernel.cl")).diagnostics);
    ASSERT_EQ(errors.size(), 3u);
    EXPECT_EQ(errors[0].where.line, 4u);
    EXPECT_THAT(errors[0].message, HasSubstr("'n' has type 'size_t'"));
    EXPECT_THAT(errors[0].message, HasSubstr("ulong"));
    EXPECT_EQ(errors[1].where.line, 5u);
    EXPECT_THAT(errors[1].message, HasSubstr("'zero' has type 'bool'"));
    EXPECT_EQ(errors[2].where.line, 6u);
    EXPECT_THAT(errors[2].message, HasSubstr("field of type 'size_t' (line 1)"));
    const auto ok = compiled(readCase("39-size_t-argument/ok.cl"));
    EXPECT_EQ(ok.kernels[0].arguments[1].element.bytes, 8u);
}

TEST(Compile, GenericPointersOnlyFromVersionTwoOn)
{
    const SourceText source = readCase("41-helper-address-space/kernel.cl");
    const auto old = compiled(source, {{"-cl-std=CL1.2"}});
    EXPECT_EQ(errorsOf(old.diagnostics)[0].where.line, 30u);
    EXPECT_NE(compiled(source, {{"-cl-std=CL2.0"}}).module, nullptr);
    EXPECT_EQ(compiled(source).languageVersion, "CL3.0");
}

TEST(Compile, LineEndsDoNotShiftLines)
{
    const auto result = compiled(readCase("55-bytes-and-line-ends/kernel.cl"));
    ASSERT_NE(result.module, nullptr);
    EXPECT_EQ(result.kernels[0].where.line, 5u);
    EXPECT_THAT(result.module->printed(), HasSubstr("line: 8"));
    const auto cr = compiled(readCase("55-bytes-and-line-ends/cr_only.cl"));
    ASSERT_NE(cr.module, nullptr);
    EXPECT_EQ(cr.kernels[0].endLine, 5u);
    EXPECT_EQ(count(cr.module->printed(), "store i32 1"), 1u); // the comment on line 3 swallows nothing
}

TEST(Compile, IncludesAreRelativeToTheFile)
{
    const SourceText source = readCase("57-split-over-includes/kernel.cl");
    const auto without = compiled(source);
    EXPECT_EQ(errorsOf(without.diagnostics)[0].where.line, 1u);
    EXPECT_THAT(errorsOf(without.diagnostics)[0].message, HasSubstr("'ops.clh' file not found"));
    const auto with = compiled(source, {{"-I", "inc"}});
    ASSERT_NE(with.module, nullptr);
    EXPECT_THAT(with.module->printed(), HasSubstr("inc/ops.clh"));
}

TEST(Compile, UnsavedHeadersWin)
{
    CompileSettings settings;
    settings.unsaved = {{test::casePath("57-split-over-includes/inc/more/shape.clh"), "#define GAIN 3.0f\n#error x\n"}};
    const auto errors =
        errorsOf(compiled(readCase("57-split-over-includes/kernel.cl"), {{"-Iinc"}}, settings).diagnostics);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_THAT(errors[0].where.file, HasSubstr("shape.clh"));
    EXPECT_EQ(errors[0].where.line, 2u);
}

TEST(Compile, KeywordAsParameterName)
{
    const auto errors = errorsOf(compiled(readCase("59-parameter-named-kernel/kernel.cl")).diagnostics);
    ASSERT_THAT(errors, Not(IsEmpty()));
    EXPECT_EQ(errors[0].where.line, 2u);
    EXPECT_THAT(errors[0].message, HasSubstr("'kernel' is a keyword of OpenCL C"));
    EXPECT_NE(compiled(readCase("59-parameter-named-kernel/fixed.cl")).module, nullptr);
}

TEST(Compile, OneLineProgramKeepsEarlyColumns)
{
    const auto result = compiled(readCase("53-one-line-program/kernel.cl"));
    ASSERT_NE(result.module, nullptr);
    EXPECT_THAT(result.module->printed(), HasSubstr("line: 1, column: 84,"));
}

TEST(Compile, HelpersAreInlinedAndGone)
{
    const auto source = fromText("inline float f(float x) { return x * 2; }\n"
                                 "float __attribute__((noinline)) g(float x) { return f(x) + 1; }\n"
                                 "kernel void k(global float *p) { p[get_global_id(0)] = g(p[get_global_id(0)]); }\n");
    for (const bool optimise : {true, false}) {
        CompileSettings settings;
        settings.optimise = optimise;
        const auto result = compiled(source, {}, settings);
        ASSERT_NE(result.module, nullptr);
        EXPECT_EQ(count(result.module->printed(), "\ndefine "), 1u);
    }
}

TEST(Compile, LoopsAreNotVectorised)
{
    const auto result = compiled(fromText("kernel void k(global float *a, global const float *b, int n)\n"
                                          "{ for (int i = 0; i < n; ++i) a[i] = b[i] + 1; }\n"
                                          "kernel void z(global int *a, int n)\n"
                                          "{ for (int i = 0; i < n; ++i) a[i] = 0; }\n"));
    ASSERT_NE(result.module, nullptr);
    const std::string ir = result.module->printed();
    EXPECT_THAT(ir, Not(HasSubstr("<4 x float>")));
    EXPECT_THAT(ir, Not(HasSubstr("llvm.memset")));
}

TEST(Compile, RecursionIsAnErrorWithItsLine)
{
    const auto result = compiled(fromText("int odd(int);\nint even(int n) { return n == 0 ? 1 : odd(n - 1); }\n"
                                          "int odd(int n) { return n == 0 ? 0 : even(n - 1); }\n"
                                          "kernel void k(global int *p) { p[0] = even(p[1]); }\n"));
    EXPECT_EQ(result.module, nullptr);
    const auto errors = errorsOf(result.diagnostics);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].where.line, 3u);
    EXPECT_THAT(errors[0].message, HasSubstr("recursion"));
}

TEST(Compile, CallOfAFunctionWithoutBody)
{
    const auto result = compiled(fromText("float f(float);\nkernel void k(global float *p) { p[0] = f(p[1]); }\n"));
    ASSERT_EQ(errorsOf(result.diagnostics).size(), 1u);
    EXPECT_EQ(errorsOf(result.diagnostics)[0].where.line, 1u);
}

TEST(Compile, NoKernelIsNoError)
{
    const auto result = compiled(fromText(""));
    EXPECT_NE(result.module, nullptr);
    EXPECT_THAT(result.kernels, IsEmpty());
}

TEST(Compile, OptionsReachTheCode)
{
    const auto source = fromText("kernel void k(global float *p) { p[0] = p[1] * 0.1; }\n");
    EXPECT_TRUE(compiled(source).kernels[0].usesFp64);
    EXPECT_FALSE(compiled(source, {{"-cl-single-precision-constant"}}).kernels[0].usesFp64);
    EXPECT_THAT(compiled(source, {{"-cl-fast-relaxed-math"}}).module->printed(), HasSubstr("fmul fast"));
}

TEST(Compile, WarningOptionsAreHeard)
{
    const auto source = fromText("kernel void k(global int *p) { p[0] = 1 / 0; }\n");
    const auto plain = compiled(source);
    ASSERT_EQ(plain.diagnostics.size(), 1u);
    EXPECT_EQ(plain.diagnostics[0].severity, Severity::Warning);
    EXPECT_NE(plain.module, nullptr);
    EXPECT_THAT(compiled(source, {{"-w"}}).diagnostics, IsEmpty());
    const auto strict = compiled(source, {{"-Werror"}});
    EXPECT_EQ(errorsOf(strict.diagnostics).size(), 1u);
    EXPECT_EQ(strict.module, nullptr);
}

TEST(Compile, FixItsCarryTheirPlace)
{
    const auto errors = errorsOf(compiled(fromText("kernel void k(global int *p) {\n    p[0] = 1\n}\n")).diagnostics);
    ASSERT_EQ(errors.size(), 1u);
    ASSERT_EQ(errors[0].fixIts.size(), 1u);
    EXPECT_EQ(errors[0].fixIts[0].replacement, ";");
    EXPECT_EQ(errors[0].fixIts[0].range.begin.line, 2u);
    EXPECT_EQ(errors[0].fixIts[0].range.begin.column, 13u);
}

TEST(Compile, SameSourceSameCode)
{
    const SourceText source = readCase("11-spmv-skew/kernel.cl");
    EXPECT_EQ(compiled(source).module->printed(), compiled(source).module->printed());
}

} // namespace clv::frontend
