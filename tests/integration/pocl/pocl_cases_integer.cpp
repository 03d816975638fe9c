// SPDX-License-Identifier: GPL-3.0-or-later
#include "pocl_case.h"

namespace clv::test {

namespace {

struct Expression {
    std::string name, text;
};

/// One output buffer for each expression over random `a`, `b`, `c` of an integer type or vector.
Case integers(const std::string &name, const std::string &type, const std::vector<Expression> &expressions,
              std::uint32_t width = 1)
{
    const bool isNarrow = type.find("char") != std::string::npos || type.find("short") != std::string::npos;
    const std::uint32_t bytes = type.find("long") != std::string::npos    ? 8
                                : !isNarrow                               ? 4
                                : type.find("short") != std::string::npos ? 2
                                                                          : 1;
    const std::uint64_t words = 256ull * bytes * (width == 3 ? 4 : width) / 4;
    const std::string vector = type + (width > 1 ? std::to_string(width) : "");
    Case test{name, "", {{256, 1, 1}}, {{64, 1, 1}}, {anyInts(words), anyInts(words), anyInts(words)}};
    std::string parameters, body;
    for (std::size_t k = 0; k < expressions.size(); ++k) {
        const std::string out = "o" + std::to_string(k);
        parameters += ", __global " + vector + " *" + out;
        // The fourth component in memory of a 3-vector is nobody's: store the three alone.
        body += width == 3 ? "vstore3(" + expressions[k].text + ", i, (__global " + type + " *)" + out + ");\n"
                           : out + "[i] = (" + vector + ")(" + expressions[k].text + ");\n";
        CaseArgument argument = clv::test::out(words * 4);
        argument.argument.name = expressions[k].name;
        test.arguments.push_back(argument);
    }
    test.source = "__kernel void k(__global const " + vector + " *pa, __global const " + vector +
                  " *pb, __global const " + vector + " *pc" + parameters + ")\n{ int i = get_global_id(0); " + vector +
                  " a = pa[i], b = pb[i], c = pc[i];\n" + body + "}";
    return test;
}

} // namespace

std::vector<Case> integerCases()
{
    std::vector<Case> cases;
    for (const std::string type : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"}) {
        cases.push_back(
            integers("Scalar_" + type, type,
                     {{"arithmetic", "(a + b) * c - (a ^ (b | ~c)) + (a >> 3) - (b << 2)"},
                      {"division", "b == 0 || b + 1 == 0 ? a : a / b + c % b"},
                      {"comparison", "(a < b) + 2 * (b >= c) + 4 * (a == c) + 8 * (a != b) + (a > c ? 16 : 32)"},
                      {"add_sat", "add_sat(a, b)"},
                      {"sub_sat", "sub_sat(b, c)"},
                      {"hadd", "hadd(a, b)"},
                      {"rhadd", "rhadd(b, c)"},
                      {"mul_hi", "mul_hi(a, c)"},
                      {"mad_hi", "mad_hi(a, b, c)"},
                      {"mad_sat", "mad_sat(a, (" + type + ")(b & 3), c)"},
                      {"rotate", "rotate(a, b)"},
                      {"clz", "clz(a)"},
                      {"popcount", "popcount(b)"},
                      {"abs", "abs(c)"},
                      {"abs_diff", "abs_diff(a, b)"},
                      {"min", "min(a, b)"},
                      {"max", "max(b, c)"},
                      {"clamp", "clamp(a, min(b, c), max(b, c))"},
                      {"bitselect", "bitselect(a, b, c)"}}));
        cases.push_back(integers(
            "Vector_" + type, type,
            {{"mixed", "min(a, b.wxyz) + max(b, c) * a.s0 - (c >> (" + type + "4)(1))"},
             {"comparison", "convert_" + type + "4(a < b) + convert_" + type + "4(b == c) * (" + type + "4)(2)"},
             {"add_sat", "add_sat(a.wzyx, b)"},
             {"mul_hi", "mul_hi(a, c.yyxx)"}},
            4));
    }
    cases.push_back(integers("Vector3", "int",
                             {{"swizzle", "a.zyx * b + (c & a)"}, {"clamp", "clamp(a, min(b, c), max(b, c))"}}, 3));
    cases.push_back(integers("Vector8Compare", "short", {{"select", "select(a, b, a > c) + (a == b)"}}, 8));
    cases.push_back(integers("Vector16Swizzle", "char",
                             {{"swizzle", "a.odd.lo.s01230123.s0123456701234567 + b.sfedcba9876543210"}}, 16));
    cases.push_back(integers("Shuffle", "uint", {{"shuffle2", "shuffle2(a, b, c)"}, {"shuffle", "shuffle(a, b)"}}, 4));
    cases.push_back(
        integers("Mad24", "int", {{"mad24", "mad24(a >> 9, b >> 9, c)"}, {"mul24", "mul24(a >> 8, c >> 8)"}}));
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
