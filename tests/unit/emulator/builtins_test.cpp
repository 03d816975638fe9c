// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulate.h"

#include <cmath>

using clv::test::Emulation;

namespace clv {
namespace {

/// Runs `body` for 64 work-items with `i` = global id; `o` is the output.
template <typename T>
std::vector<T> evaluate(const std::string &type, const std::string &body, std::size_t perItem = 1)
{
    Emulation e("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n__kernel void k(__global " + type +
                " *o) { int i = get_global_id(0); " + body + " }");
    e.buffer("o", 64 * perItem * sizeof(T)).range({{64, 1, 1}}, {{32, 1, 1}});
    e.run();
    EXPECT_TRUE(!e.program || e.program->unsupported().empty()) << e.program->unsupported()[0];
    return e.read<T>(0, 64 * perItem);
}

TEST(Builtins, WorkItemFunctionsInThreeDimensions)
{
    Emulation e(
        "__kernel void k(__global ulong *o) { size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);"
        "  size_t at = ((z - 7) * 4 + (y - 5)) * 12 + (x - 100);"
        "  o[at] = x + 1000 * y + 100000 * z + 10000000ul * (get_group_id(0) + 10 * get_local_id(0) + 100 * "
        "get_local_size(0) + 1000 * get_num_groups(1))"
        "     + get_global_offset(0) + get_work_dim() + get_global_size(2) + get_global_size(9); }");
    e.buffer("o", 8 * 12 * 4 * 2).range({{12, 4, 2}}, {{6, 2, 1}}, 3);
    e.launch.ndrange.offset = {{100, 5, 7}};
    e.run();
    const auto o = e.read<unsigned long long>(0, 96);
    for (unsigned z = 0; z < 2; ++z)
        for (unsigned y = 0; y < 4; ++y)
            for (unsigned x = 0; x < 12; ++x)
                ASSERT_EQ(o[(z * 4 + y) * 12 + x], (x + 100) + 1000 * (y + 5) + 100000 * (z + 7) +
                                                       10000000ull * (x / 6 + 10 * (x % 6) + 100 * 6 + 1000 * 2) + 100 +
                                                       3 + 2 + 1);
}

TEST(Builtins, RemainderGroupHasItsOwnLocalSize)
{
    Emulation e("__kernel void k(__global int *o) { o[get_global_id(0)] = get_local_size(0) * 1000 + "
                "get_enqueued_local_size(0); }",
                "k", BuildOptions{{"-cl-std=CL3.0"}});
    e.buffer("o", 4 * 100).range({{100, 1, 1}}, {{64, 1, 1}});
    e.run();
    const auto o = e.read<int>(0, 100);
    EXPECT_EQ(o[63], 64064);
    EXPECT_EQ(o[64], 36064);
}

TEST(Builtins, IntegerFunctions)
{
    EXPECT_EQ(evaluate<int>("int", "o[i] = add_sat(2147483600 - i, 400);")[63], 2147483647);
    EXPECT_EQ(evaluate<unsigned char>("uchar", "o[i] = sub_sat((uchar)i, (uchar)10);")[5], 0);
    EXPECT_EQ(evaluate<signed char>("char", "o[i] = add_sat((char)(i + 60), (char)50);")[63], 127);
    EXPECT_EQ(evaluate<int>("int", "o[i] = mul_hi(i * 100000000, -7);")[20],
              static_cast<int>((2000000000ll * -7) >> 32));
    EXPECT_EQ(evaluate<unsigned>("uint", "o[i] = rotate(0x80000001u + i, 4u);")[0], 0x18u);
    EXPECT_EQ(evaluate<int>("int", "o[i] = popcount(i) * 100 + clz(i);")[5], 2 * 100 + 29);
    EXPECT_EQ(evaluate<int>("int", "o[i] = clz((short)i);")[0], 16);
    EXPECT_EQ(evaluate<unsigned>("uint", "o[i] = abs_diff(i - 10, 5) + abs(i - 64);")[3], 12u + 61u);
    EXPECT_EQ(evaluate<int>("int", "o[i] = hadd(-i, -3) * 1000 + rhadd(i, 4);")[6], -5 * 1000 + 5);
    EXPECT_EQ(evaluate<int>("int", "o[i] = mad24(i - 20, 3, 1) + mul24(-i, 5);")[10], -29 - 50);
    EXPECT_EQ(evaluate<int>("int", "o[i] = min(i, 7) * 100 + max(i, 9) + clamp(i, 3, 5);")[8], 700 + 9 + 5);
    EXPECT_EQ(evaluate<unsigned short>("ushort", "o[i] = upsample((uchar)i, (uchar)200);")[3], 3 * 256 + 200);
    EXPECT_EQ(evaluate<long long>("long", "o[i] = mad_sat((long)i << 57, 4l, 1l);")[63], INT64_MAX);
}

TEST(Builtins, VectorsKeepComponentsApart)
{
    const auto v = evaluate<int>(
        "int4", "int4 a = (int4)(i, i + 1, i + 2, i + 3); a.s13 = a.s31; a += max(a, (int4)(2)); o[i] = a.zyxw;", 4);
    // i = 0: a = (0, 3, 2, 1); max with 2: (2, 3, 2, 2); sum (2, 6, 4, 3); zyxw (4, 6, 2, 3)
    EXPECT_EQ((std::vector<int>(v.begin(), v.begin() + 4)), (std::vector<int>{4, 6, 2, 3}));
    const auto three = evaluate<float>(
        "float", "float3 a = vload3(0, o); a = cross((float3)(1, 0, 0), (float3)(0, i, 0)); vstore3(a, i, o);", 3);
    EXPECT_EQ(three[3 * 5 + 2], 5);
    const auto dynamic =
        evaluate<int>("int", "int8 a = (int8)(0, 1, 4, 9, 16, 25, 36, 49); o[i] = ((int *)&a)[i & 7];");
    EXPECT_EQ(dynamic[13], 25);
    const auto shuffled = evaluate<int>("int4", "o[i] = shuffle((int4)(10, 11, 12, 13), (uint4)(3, i, 1, 0));", 4);
    EXPECT_EQ(shuffled[4 * 2 + 1], 12);
}

TEST(Builtins, RelationalFunctions)
{
    const auto s = evaluate<int>("int", "float x = i - 2; o[i] = isless(x, 0.0f) + 10 * isnan(sqrt(x)) + 100 * isinf(1 "
                                        "/ x) + 1000 * signbit(x) + 10000 * isfinite(x);");
    EXPECT_EQ(s[0], 11011);
    EXPECT_EQ(s[2], 10100);
    EXPECT_EQ(s[5], 10000);
    const auto v = evaluate<int>("int2", "float2 x = (float2)(i, -i); o[i] = isgreater(x, (float2)(3.0f));", 2);
    EXPECT_EQ(v[2 * 7], -1);
    EXPECT_EQ(v[2 * 7 + 1], 0);
    EXPECT_EQ(evaluate<int>("int", "o[i] = any((int2)(i - 3, 1)) * 10 + all((int2)(i - 5, -1));")[1], 11);
    EXPECT_EQ(
        evaluate<int>("int", "int2 r = select((int2)(1, 2), (int2)(3, 4), (int2)(-i, 0)); o[i] = r.x * 10 + r.y;")[9],
        32);
    EXPECT_EQ(evaluate<unsigned>("uint", "o[i] = bitselect(0xff00ff00u, 0x12345678u, 0x0000ffffu);")[0], 0xff005678u);
}

TEST(Builtins, ConversionsRoundAndSaturate)
{
    const auto r = evaluate<int>("int4",
                                 "float x = i * 0.5f - 8.0f; o[i] = (int4)(convert_int_rte(x), convert_int_rtz(x), "
                                 "convert_int_rtp(x), convert_int_rtn(x));",
                                 4);
    const auto at = [&](int i) { return std::vector<int>(r.begin() + 4 * i, r.begin() + 4 * i + 4); };
    EXPECT_EQ(at(1), (std::vector<int>{-8, -7, -7, -8})); // -7.5
    EXPECT_EQ(at(19), (std::vector<int>{2, 1, 2, 1}));    // 1.5
    EXPECT_EQ(at(21), (std::vector<int>{2, 2, 3, 2}));    // 2.5
    EXPECT_EQ(evaluate<unsigned char>("uchar", "o[i] = convert_uchar_sat(i * 10 - 100);")[5], 0);
    EXPECT_EQ(evaluate<unsigned char>("uchar", "o[i] = convert_uchar_sat(i * 10 - 100);")[63], 255);
    EXPECT_EQ(evaluate<int>("int", "o[i] = convert_int_sat(i * 1e9f);")[5], 2147483647);
    EXPECT_EQ(evaluate<float>("float", "o[i] = convert_float_rtz(0x1000003 + i);")[0], 0x1p24f + 2);
    EXPECT_EQ(evaluate<float>("float", "o[i] = convert_float_rtp(0x1000001 + i);")[0], 0x1p24f + 2);
    EXPECT_EQ(evaluate<float>("float", "o[i] = as_float(0x3f800000 + i);")[0], 1);
    EXPECT_EQ(evaluate<short>("short", "char2 c = (char2)(i, 1); o[i] = as_short(c);")[5], 256 + 5);
}

TEST(Builtins, HalfIsStorageAndArithmetic)
{
    const auto bits = evaluate<unsigned short>("half", "vstore_half(i * 0.1f, i, o);");
    EXPECT_EQ(bits[10], 0x3c00);
    EXPECT_EQ(bits[1], 0x2e66); // 0.1 to nearest: 0.0999756
    const auto up = evaluate<unsigned short>("half", "vstore_half_rtp(i * 0.1f, i, o);");
    EXPECT_EQ(up[1], 0x2e67);
    const auto sum = evaluate<unsigned short>("half", "half x = (half)i; o[i] = x * (half)2.5f + (half)1.0f;");
    EXPECT_EQ(sum[2], 0x4600); // 6
    const auto back = evaluate<float>("float", "half h[1]; vstore_half(i + 0.5f, 0, h); o[i] = vload_half(0, h);");
    EXPECT_EQ(back[7], 7.5f);
}

TEST(Builtins, MathFunctionsAgreeWithTheLibrary)
{
    const auto check = [](const std::string &expression, auto reference, float tolerance = 0) {
        const auto o = evaluate<float>("float", "float x = (i + 1) * 0.37f; o[i] = " + expression + ";");
        for (int i = 0; i < 64; ++i) {
            const float x = static_cast<float>(i + 1) * 0.37f;
            const double expected = reference(static_cast<double>(x));
            ASSERT_NEAR(o[i], expected, std::fabs(expected) * 4e-7 + tolerance) << expression << " at " << x;
        }
    };
    check("sin(x)", [](double x) { return std::sin(x); }, 1e-7f);
    check("native_cos(x)", [](double x) { return std::cos(x); }, 1e-7f);
    check("exp(-x)", [](double x) { return std::exp(-x); });
    check("log2(x)", [](double x) { return std::log2(x); });
    check("pow(x, 1.5f)", [](double x) { return std::pow(x, 1.5); });
    check("pown(x, 3)", [](double x) { return x * x * x; });
    check("rsqrt(x)", [](double x) { return 1 / std::sqrt(x); });
    check("hypot(x, 2.0f)", [](double x) { return std::hypot(x, 2); });
    check("atan2(x, -1.0f)", [](double x) { return std::atan2(x, -1); });
    check("cbrt(x)", [](double x) { return std::cbrt(x); });
    check("mix(x, 2.0f, 0.25f)", [](double x) { return x + (2 - x) * 0.25; });
    check("smoothstep(0.0f, 10.0f, x)", [](double x) {
        const double t = std::fmin(x / 10, 1);
        return t * t * (3 - 2 * t);
    });
    check("length((float2)(x, 3.0f))", [](double x) { return std::hypot(x, 3); });
    check("dot((float3)(x, 1, 2), (float3)(2, x, 1))", [](double x) { return 3 * x + 2; });
    check("fmod(x, 0.75f)", [](double x) { return std::fmod(x, 0.75); });
    check("ldexp(x, 3)", [](double x) { return 8 * x; });
    check("sinpi(x)", [](double x) { return std::sin(M_PI * std::fmod(x, 2)); }, 2e-7f);
    const auto parts = evaluate<float>(
        "float",
        "float w; int e; float c; float x = i + 0.25f; float f = fract(x, &w); float m = frexp(x, &e); float s = "
        "sincos(x, &c); o[i] = f + w * 10 + e * 1000 + (fabs(s * s + c * c - 1) < 1e-6f ? 0.5f : 0) + m * 0;");
    EXPECT_FLOAT_EQ(parts[5], 0.25f + 50 + 3000 + 0.5f);
    EXPECT_EQ(evaluate<int>("int", "o[i] = ilogb((float)(i + 1));")[40], 5);
}

TEST(Builtins, DoubleIsComputedInDouble)
{
    const auto o = evaluate<double>("double", "double x = i * 0.1; o[i] = fma(x, x, sqrt(x)) / (x + 1.0);");
    for (int i = 0; i < 64; ++i) {
        const double x = i * 0.1;
        ASSERT_EQ(o[i], std::fma(x, x, std::sqrt(x)) / (x + 1.0)) << i;
    }
}

TEST(Builtins, AsyncCopyMovesTheGroupsShare)
{
    Emulation e(
        "__kernel void k(__global const int *in, __global int *out, __local int *t) {"
        "  event_t a = async_work_group_copy(t, in + get_group_id(0) * 100, 100, 0); wait_group_events(1, &a);"
        "  int l = get_local_id(0); t[l] += 1; barrier(CLK_LOCAL_MEM_FENCE);"
        "  event_t b = async_work_group_copy(out + get_group_id(0) * 100, t, 100, 0); wait_group_events(1, &b); }");
    e.iota("in", 200).buffer("out", 800).local("t", 400).range({{128, 1, 1}}, {{64, 1, 1}});
    const auto result = e.run();
    EXPECT_TRUE(e.program->unsupported().empty()) << e.program->unsupported()[0];
    EXPECT_TRUE(result.outOfBounds.empty());
    const auto out = e.read<int>(1, 200);
    for (int i = 0; i < 200; ++i)
        ASSERT_EQ(out[i], i + (i % 100 < 64 ? 1 : 0)) << i;
}

TEST(Builtins, ImagesCountRequestsAndKnowTheirEdges)
{
    Emulation e(
        "__constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
        "__kernel void k(read_only image2d_t in, write_only image2d_t out, __global int *o) {\n"
        "  int x = get_global_id(0), y = get_global_id(1); float4 v = read_imagef(in, s, (int2)(x - 1, y));\n"
        "  o[y * 16 + x] = get_image_width(in) * 100 + get_image_dim(in).y;\n"
        "  write_imagef(out, (int2)(x, y), v); }");
    ImageValue in;
    in.width = 16;
    in.height = 8;
    in.contents.kind = ContentsKind::Iota;
    in.contents.parameters = {{"start", 0}, {"step", 1}};
    ImageValue out = in;
    out.height = 6; // two rows too few
    out.contents.kind = ContentsKind::Zeros;
    out.contents.parameters.clear();
    e.launch.arguments.push_back({"in", ArgumentKind::Image, in});
    e.launch.arguments.push_back({"out", ArgumentKind::Image, out});
    e.buffer("o", 4 * 128).range({{16, 8, 1}}, {{16, 8, 1}}, 2);
    const auto result = e.run();
    EXPECT_TRUE(e.program->unsupported().empty()) << e.program->unsupported()[0];
    EXPECT_EQ(e.read<int>(2, 128)[77], 1608);
    const auto texels = e.read<float>(1, 16 * 6 * 4);
    EXPECT_EQ(texels[4 * (3 * 16 + 0)], 4 * (3 * 16 + 0)); // x - 1 is outside: the edge
    EXPECT_EQ(texels[4 * (3 * 16 + 5) + 2], 4 * (3 * 16 + 4) + 2);
    ASSERT_EQ(result.outOfBounds.size(), 1u);
    EXPECT_EQ(result.outOfBounds[0].where.line, 5u);
    EXPECT_EQ(result.outOfBounds[0].count, 32);
    EXPECT_TRUE(result.outOfBounds[0].isWrite);
}

TEST(Builtins, SubGroupsAreWarps)
{
    Emulation e("#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n__kernel void k(__global int *o) { int i = "
                "get_global_id(0);"
                "  int v = sub_group_reduce_add(i) * 2 + sub_group_scan_exclusive_max(i & 3 ? -i : i);"
                "  o[i] = v + 100000 * sub_group_broadcast(i, 5) + get_sub_group_local_id() + 50 * get_sub_group_id() "
                "+ sub_group_any(i == 40) * 7"
                "   + sub_group_all(i >= 0) + get_num_sub_groups() + get_sub_group_size(); }",
                "k", BuildOptions{{"-cl-std=CL3.0"}});
    e.buffer("o", 4 * 80).range({{80, 1, 1}}, {{80, 1, 1}});
    e.run();
    EXPECT_TRUE(e.program->unsupported().empty()) << e.program->unsupported()[0];
    const auto o = e.read<int>(0, 80);
    for (int i = 0; i < 80; ++i) {
        const int group = i / 32, first = group * 32, size = std::min(32, 80 - first);
        int sum = 0, before = INT32_MIN;
        for (int j = first; j < first + size; ++j) {
            sum += j;
            if (j < i)
                before = std::max(before, j & 3 ? -j : j);
        }
        const unsigned expected = static_cast<unsigned>(sum) * 2u + static_cast<unsigned>(before) +
                                  100000u * static_cast<unsigned>(first + 5) + static_cast<unsigned>(i % 32) +
                                  50u * static_cast<unsigned>(group) + (group == 1 ? 7u : 0u) + 1u + 3u +
                                  static_cast<unsigned>(size);
        ASSERT_EQ(static_cast<unsigned>(o[static_cast<std::size_t>(i)]), expected) << i;
    }
}

TEST(Builtins, RegistersAreEstimated)
{
    Emulation few("__kernel void k(__global int *o) { o[get_global_id(0)] = 1; }");
    Emulation many(
        "__kernel void k(__global float16 *o, int n) { int i = get_global_id(0); float16 a = o[i], b = o[i + 1];"
        " for (int r = 0; r < n; ++r) { float16 c = a * b + 1.0f; a = b.sfedcba9876543210; b = c; } o[i] = a - b; }");
    ASSERT_TRUE(few.program && many.program);
    EXPECT_GE(many.program->liveRegisters(), 32u);
    EXPECT_LE(many.program->liveRegisters(), 80u);
    EXPECT_LE(few.program->liveRegisters(), 6u);
}

} // namespace
} // namespace clv
