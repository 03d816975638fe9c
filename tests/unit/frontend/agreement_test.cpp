// SPDX-License-Identifier: GPL-3.0-or-later
// Editor (libclang) and compiler (Clang's C++ library) must say the same of the same text.
#include "cases.h"
#include "core/frontend/document.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace clv::frontend {

using test::fromText;
using test::readCase;

namespace {

std::string text(const SourceLocation &place)
{
    return place.file + ':' + std::to_string(place.line) + ':' + std::to_string(place.column);
}

std::string text(const std::vector<Diagnostic> &diagnostics)
{
    std::string all;
    for (const Diagnostic &d : diagnostics) {
        all += text(d.where) + '-' + text(d.end) + ' ' + std::to_string(static_cast<int>(d.severity)) + ' ' + d.message;
        for (const FixIt &fix : d.fixIts)
            all += " [" + text(fix.range.begin) + '-' + text(fix.range.end) + " \"" + fix.replacement + "\"]";
        all += '\n';
    }
    return all;
}

/// Everything but what only the IR can tell.
std::string text(const std::vector<KernelSignature> &kernels)
{
    std::string all;
    for (const KernelSignature &kernel : kernels) {
        all += kernel.name + ' ' + text(kernel.where) + '-' + std::to_string(kernel.endLine);
        for (std::size_t i = 0; kernel.requiredLocalSize && i < 3; ++i)
            all += ' ' + std::to_string((*kernel.requiredLocalSize)[i]);
        all += kernel.usesImages ? " images\n" : "\n";
        for (const KernelArgument &a : kernel.arguments) {
            all += "  " + a.name + " '" + a.typeName + "' " + std::to_string(static_cast<int>(a.kind)) + ' ' +
                   toString(a.element.scalar) + '*' + std::to_string(a.element.width) + " '" + a.element.name + "' " +
                   std::to_string(a.element.bytes);
            all += std::string(a.isConst ? " const" : "") + (a.isRestrict ? " restrict" : "") +
                   (a.isVolatile ? " volatile" : "") + ' ' + text(a.where) + '\n';
        }
    }
    return all;
}

void expectAgreement(const SourceText &source, const BuildOptions &options = {})
{
    SCOPED_TRACE(source.path.empty() ? source.text : source.path);
    const auto compilation = compile(source, options);
    Document document;
    // The second time the preamble is used.
    for (int round = 0; round < 3; ++round) {
        const auto outline = document.update(source, options);
        ASSERT_TRUE(compilation.ok() && outline.ok());
        EXPECT_EQ(text(outline->diagnostics), text(compilation->diagnostics)) << "round " << round;
        EXPECT_EQ(text(outline->kernels), text(compilation->kernels)) << "round " << round;
    }
}

} // namespace

TEST(Agreement, SignaturesOfEveryKind)
{
    expectAgreement(fromText(R"(#define KERNEL __kernel
#define SIZE __attribute__((reqd_work_group_size(2 * 4, 4, 1)))
typedef struct { int a; float3 b; } item;
typedef enum { red, green } colour;
typedef global const float *stream;
struct node { global struct node *next; };
KERNEL SIZE void k(__global const float4 *restrict in, __constant int *table, __local float3 *tile, item s, ulong n,
                   uchar4 c, read_only image2d_t im, sampler_t smp, __global volatile double *d)
{
    size_t i = get_global_id(0) + get_global_id(1) * n;
    d[i] = in[i].x + table[0] + tile[0].y + s.a + c.x + read_imagef(im, smp, (int2)(0, 0)).x;
}
kernel void early(global int *p) __attribute__((reqd_work_group_size(64, 1, 1)));
kernel void early(global int *p) { p[0] = 1; }
kernel void other(stream s, const colour e, global item *restrict q, global struct node *l, global void *raw,
                  local char tile[16], constant struct node *c, half8 unused, const float f, const global uint *u,
                  global float (*rows)[4], long8 wide, char flag, unsigned short word)
{
    q[0].a = e;
}
kernel void images(write_only image3d_t a, read_only image1d_buffer_t b, read_only image2d_array_t c) {}
static int kernelLike(int kernel_count) { return kernel_count; }
kernel __attribute__((vec_type_hint(float4))) __attribute__((work_group_size_hint(8, 1, 1))) void hinted(void) {}
)"));
}

TEST(Agreement, ExampleKernels)
{
    std::size_t count = 0;
    for (const auto &entry : std::filesystem::directory_iterator(std::string(CLV_SOURCE_DIR) + "/resources/kernels")) {
        if (entry.path().extension() != ".cl")
            continue;
        const auto source = readSource(entry.path().string());
        ASSERT_TRUE(source.ok());
        expectAgreement(*source);
        ++count;
    }
    EXPECT_GE(count, 12u);
}

TEST(Agreement, MistakesAndTheirNotes)
{
    for (const char *mistaken : {
             "kernel void k(global int *p) {\n    p[0] = 1\n}\n",
             "kernel void k(global int *p) { p[0] = cuont; int count; }\n",
             "kernel void k(global int *p, int count) { p[0] = cuont; }\n",
             "#define TWICE(x) ((x) + (y))\nkernel void k(global int *p) { p[0] = TWICE(p[1]); }\n",
             "float f(float a, float b);\nkernel void k(global float *p) { p[0] = f(p[1]); }\n",
             "kernel void k(global int *p) { float4 v = (float4)(1, 2, 3); p[0] = v.q; }\n",
             "int f(int *p) { return *p; }\nkernel void k(global int *p) { p[0] = f(p); }\n",
             "kernel int k(global int *p) { return p[0]; }\n",
             "kernel void k(global int *p) { if (p[0] = 1) p[1] = 2; int unused[-1]; }\n",
             "kernel void k(global int *p) { int n = 3000000000000; p[0] = n / 0; undeclared(p); }\n",
             "#ifndef N\n#error give N\n#endif\n#warning careful\nkernel void k(global int *p) { p[0] = N; }\n",
             "#if 1\nkernel void k(global int *p) { p[0] = 1; }\n",
             "kernel void k(global int *p) { p[0] = 1; \n/* no end",
             "kernel void k(global bool *b, size_t n, global int **pp) { }\n",
             "int kernel_count = 3;\nkernel void k(global int *p) { p[0] = kernel_count; }\n",
             "#ifdef __GNUC__\n#error not for GNU\n#endif\nkernel void k(global int *p) { p[0] = __OPTIMIZE__; }\n",
         })
        expectAgreement(fromText(mistaken));
}

TEST(Agreement, CasesWithErrorsAndOptions)
{
    expectAgreement(readCase("33-tile-macro-needed/kernel.cl"));
    expectAgreement(readCase("33-tile-macro-needed/kernel.cl"), {{"-DTILE=16", "-D", "REAL=double"}});
    expectAgreement(readCase("39-size_t-argument/kernel.cl"));
    expectAgreement(readCase("41-helper-address-space/kernel.cl"), {{"-cl-std=CL1.2"}});
    expectAgreement(readCase("53-one-line-program/kernel.cl"));
    expectAgreement(readCase("55-bytes-and-line-ends/kernel.cl"));
    expectAgreement(readCase("55-bytes-and-line-ends/cr_only.cl"));
    expectAgreement(readCase("57-split-over-includes/kernel.cl"), {{"-I", "inc"}});
    expectAgreement(readCase("59-parameter-named-kernel/kernel.cl"));
    expectAgreement(fromText("kernel void k(global int *p) { int unused; p[0] = p[1] = 1 / 0; }\n"), {{"-Werror"}});
    expectAgreement(fromText("kernel void k(global int *p) { int unused; p[0] = p[1] = 1 / 0; }\n"), {{"-w"}});
}

} // namespace clv::frontend
