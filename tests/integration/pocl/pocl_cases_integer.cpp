// SPDX-License-Identifier: GPL-3.0-or-later
#include "pocl_case.h"

namespace clv::test {

namespace {

/// `o[i] = body` over random `a`, `b`, `c` of an integer type; results are stored as they are.
Case elementwise(const std::string &name, const std::string &type, const std::string &body, std::uint32_t width = 1)
{
    const bool isNarrow = type.find("char") != std::string::npos || type.find("short") != std::string::npos;
    const std::uint32_t bytes = type.find("long") != std::string::npos    ? 8
                                : !isNarrow                               ? 4
                                : type.find("short") != std::string::npos ? 2
                                                                          : 1;
    const std::uint64_t words = 256ull * bytes * width / 4;
    const std::string vector = type + (width > 1 ? std::to_string(width) : "");
    return {name,
            "__kernel void k(__global " + vector + " *o, __global const " + vector + " *pa, __global const " + vector +
                " *pb, __global const " + vector + " *pc) { int i = get_global_id(0); " + vector +
                " a = pa[i], b = pb[i], c = pc[i]; o[i] = " + body + "; }",
            {{256, 1, 1}},
            {{64, 1, 1}},
            {out(words * 4), inOut(anyInts(words)), anyInts(words), anyInts(words)}};
}

Case fixed(Case test)
{
    test.arguments[1].compare = Compare::Input;
    return test;
}

} // namespace

std::vector<Case> integerCases()
{
    std::vector<Case> cases;
    for (const std::string type : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"}) {
        cases.push_back(fixed(elementwise("Arithmetic_" + type, type,
                                          "(" + type + ")((a + b) * c - (a ^ (b | ~c)) + (a >> 3) - (b << 2))")));
        cases.push_back(
            fixed(elementwise("Division_" + type, type, "(" + type + ")(b == 0 || (b + 1 == 0) ? a : a / b + c % b)")));
        cases.push_back(fixed(
            elementwise("Compare_" + type, type,
                        "(" + type + ")((a < b) + 2 * (b >= c) + 4 * (a == c) + 8 * (a != b) + (a > c ? 16 : 32))")));
        cases.push_back(
            fixed(elementwise("Saturating_" + type, type, "(" + type + ")(add_sat(a, b) ^ sub_sat(b, c))")));
        cases.push_back(fixed(elementwise(
            "Families_" + type, type,
            "(" + type + ")(hadd(a, b) + rhadd(b, c) * 3 + mul_hi(a, c) + mad_hi(a, b, c) + rotate(a, b))")));
        cases.push_back(fixed(elementwise("Bits_" + type, type,
                                          "(" + type + ")(clz(a) + popcount(b) * 3 + (" + type + ")abs(c) + (" + type +
                                              ")abs_diff(a, b))")));
        cases.push_back(fixed(elementwise(
            "MinMax_" + type, type, "(" + type + ")(min(a, b) + max(b, c) * 3 + clamp(a, min(b, c), max(b, c)))")));
        cases.push_back(fixed(
            elementwise("Vector4_" + type, type, "min(a, b.wxyz) + max(b, c) * a.s0 - (c >> (" + type + "4)(1)) ", 4)));
    }
    cases.push_back(fixed(elementwise("Vector3", "int", "a.zyx * b + (c & a)", 3)));
    cases.push_back(fixed(elementwise("Vector8Compare", "short", "select(a, b, a > c) + (a == b)", 8)));
    cases.push_back(fixed(
        elementwise("Vector16Swizzle", "char", "a.odd.lo.s01230123.s0123456701234567 + b.sfedcba9876543210", 16)));
    cases.push_back(fixed(elementwise("Shuffle", "uint", "shuffle2(a, b, c)", 4)));
    cases.push_back(fixed(elementwise("Mad24", "int", "mad24(a >> 9, b >> 9, c) + mul24(a >> 8, c >> 8)")));
    cases.push_back({"Upsample",
                     R"(__kernel void k(__global ulong *o, __global const uint *a) { int i = get_global_id(0);
        o[i] = upsample(a[i], a[(i + 1) & 255]) + upsample((ushort)a[i], (ushort)(a[i] >> 16)) + (ulong)upsample((char)a[i], (uchar)i); })",
                     {{256, 1, 1}},
                     {{64, 1, 1}},
                     {out(2048), anyInts(256)}});
    cases.push_back(
        {"ConvertSaturating",
         R"(__kernel void k(__global int *o, __global const int *a, __global const float *f) { int i = get_global_id(0);
        o[i] = convert_uchar_sat(a[i]) + 256 * convert_char_sat(a[i] >> 20) + convert_ushort_sat(f[i] * 10000) * 3 + convert_short_sat_rte(f[i] * 5000.3f)
             + convert_int_sat(f[i] * 1e9f) + (int)convert_uint_sat(f[i] * -1e9f) + (int)convert_long_sat(f[i]); })",
         {{256, 1, 1}},
         {{64, 1, 1}},
         {out(1024), anyInts(256), floats(256)}});
    cases.push_back(
        {"ConvertRounding",
         R"(__kernel void k(__global int4 *o, __global const float *f) { int i = get_global_id(0); float4 v = (float4)(f[i], f[i] * 0.5f, i * 0.25f - 31, -f[i]);
        o[i] = convert_int4_rte(v) + 1000 * convert_int4_rtp(v) + 100000 * convert_int4_rtn(v) + convert_int4_rtz(v) + convert_int4(v) * 7; })",
         {{256, 1, 1}},
         {{64, 1, 1}},
         {out(4096), floats(256, -100, 100)}});
    cases.push_back({"ConvertToFloat",
                     R"(__kernel void k(__global float *o, __global const int *a) { int i = get_global_id(0);
        float4 s = convert_float4((uchar4)(a[i], a[i] >> 8, a[i] >> 16, a[i] >> 24)); o[i * 4] = (float)a[i]; o[i * 4 + 1] = (float)(uint)a[i];
        o[i * 4 + 2] = (float)((long)a[i] * 123456789l); o[i * 4 + 3] = s.x + s.y * s.z - s.w; })",
                     {{256, 1, 1}},
                     {{64, 1, 1}},
                     {buffer(ScalarType::Float, 1024, ContentsKind::Zeros, {}, Compare::Exact), anyInts(256)},
                     1,
                     {"-cl-opt-disable"}});
    return cases;
}

} // namespace clv::test
