// SPDX-License-Identifier: GPL-3.0-or-later
#include "pocl_case.h"

namespace clv::test {

namespace {

Case function(const std::string &name, const std::string &expression, double ulps, double low = -10, double high = 10)
{
    return {name,
            "__kernel void k(__global float *o, __global const float *px, __global const float *py) { int i = "
            "get_global_id(0);"
            " float x = px[i], y = py[i]; o[i] = " +
                expression + "; }",
            {{512, 1, 1}},
            {{64, 1, 1}},
            {ulps == 0 ? buffer(ScalarType::Float, 512, ContentsKind::Zeros, {}, Compare::Exact) : outFloat(512, ulps),
             floats(512, low, high), floats(512, low, high)}};
}

Case doubleFunction(const std::string &name, const std::string &expression, double ulps, double low = -10,
                    double high = 10)
{
    return {
        name,
        "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n__kernel void k(__global double *o, __global const double *px, "
        "__global const double *py) {"
        " int i = get_global_id(0); double x = px[i], y = py[i]; o[i] = " +
            expression + "; }",
        {{512, 1, 1}},
        {{64, 1, 1}},
        {ulps == 0 ? buffer(ScalarType::Double, 512, ContentsKind::Zeros, {}, Compare::Exact) : outDouble(512, ulps),
         doubles(512, low, high), doubles(512, low, high)}};
}

} // namespace

/// Bounds: the table of OpenCL C 3.0, section 7.4, for both sides together (twice the allowed error).
std::vector<Case> mathCases()
{
    return {
        function("IeeeAddSubMul", "(x + y) - (x - 3.25f)", 0),
        function("IeeeDivide", "x / y", 5),
        function("IeeeCompare",
                 "(x < y ? 1.0f : 2.0f) + (x >= -y ? 4.0f : 8.0f) + (isunordered(x, 0 / (x - x)) ? 16 : 32)", 0),
        function("Fma", "fma(x, y, 1.7f)", 0),
        function("FloorCeilTruncRint", "floor(x) + 3 * ceil(y) + 100 * trunc(x) + 1000 * rint(y) + 10000 * round(x)",
                 0),
        function("FabsFminFmax", "fabs(x) + fmin(x, y) * 2 - fmax(x, -y) + copysign(3.0f, x)", 1),
        function("Fdim", "fdim(x, y)", 0),
        function("Fmod", "fmod(x, y)", 0),
        function("Remainder", "remainder(x, y)", 0),
        function("Nextafter", "nextafter(x, y)", 0),
        function("Sqrt", "sqrt(fabs(x))", 6),
        function("Rsqrt", "rsqrt(fabs(x))", 4),
        function("Cbrt", "cbrt(x)", 4),
        function("Exp", "exp(x)", 6),
        function("Exp2", "exp2(x)", 6),
        function("Exp10", "exp10(x)", 6),
        function("Expm1", "expm1(x)", 6),
        function("Log", "log(fabs(x))", 6, 2, 1000),
        function("Log2", "log2(fabs(x))", 6, 2, 1000),
        function("Log10", "log10(fabs(x))", 6, 2, 1000),
        function("Log1p", "log1p(fabs(x))", 4),
        function("Sin", "sin(x)", 8),
        function("Cos", "cos(x)", 8),
        function("Tan", "tan(x)", 10),
        function("Asin", "asin(x)", 8, -1, 1),
        function("Acos", "acos(x)", 8, -1, 1),
        function("Atan", "atan(x)", 10),
        function("Atan2", "atan2(x, y)", 12),
        function("Sinh", "sinh(x)", 8),
        function("Cosh", "cosh(x)", 8),
        function("Tanh", "tanh(x)", 10),
        function("Asinh", "asinh(x)", 8),
        function("Acosh", "acosh(fabs(x) + 1)", 8),
        function("Atanh", "atanh(x)", 10, -0.99, 0.99),
        function("Pow", "pow(fabs(x), y)", 32),
        function("Powr", "powr(fabs(x), y)", 32),
        function("Pown", "pown(x, i & 7)", 32),
        function("Rootn", "rootn(fabs(x), (i & 3) + 2)", 32),
        function("Hypot", "hypot(x, y)", 8),
        function("Sinpi", "sinpi(x)", 8),
        function("Cospi", "cospi(x)", 8),
        function("Atanpi", "atanpi(x)", 10),
        function("LdexpLogbIlogb", "ldexp(x, i & 15) + logb(y) * 2 + ilogb(x)", 0),
        function("MixStep", "step(x, y) + 2 * step(y, x)", 0),
        function("SmoothStep", "smoothstep(-5.0f, 5.0f, x)", 64),
        function("ClampSign", "clamp(x, -2.0f, 3.0f) + sign(y)", 0),
        function("DegreesRadians", "degrees(x)", 4),
        function("MaxMagMinMag", "maxmag(x, y) + 16 * minmag(x, y)", 1),
        function("Native", "native_exp(x * 0.1f)", 64),
        function("NativeSqrt", "native_sqrt(fabs(x))", 64),
        function("Classification",
                 "isnan(sqrt(x)) + 2 * isinf(x / (y - y)) + 4 * isfinite(x) + 8 * isnormal(y) + 16 * signbit(x) + 32 * "
                 "islessgreater(x, y)",
                 0),
        function("HalfRoundTrip", "vload_half(0, (__private half *)&(ushort){(ushort)(i * 100)}) ", 0),
        doubleFunction("DoubleArithmetic", "(x + y) - (x - 3.25)", 0),
        doubleFunction("DoubleDivide", "x / y", 0),
        doubleFunction("DoubleSqrt", "sqrt(fabs(x))", 0),
        doubleFunction("DoubleFma", "fma(x, y, 0.1)", 0),
        doubleFunction("DoubleExp", "exp(x)", 6),
        doubleFunction("DoubleSin", "sin(x)", 8),
        doubleFunction("DoubleLog", "log(fabs(x))", 6, 2, 1000),
        doubleFunction("DoublePow", "pow(fabs(x), y)", 32),
        doubleFunction("DoubleConvert", "(double)(float)x + (double)(int)y + (double)(long)(x * 1e10)", 0),
        {"TwoResults",
         R"(__kernel void k(__global float *o, __global int *e, __global const float *px) { int i = get_global_id(0); float x = px[i], w; int n, q;
            float f = fract(x, &w); o[i * 4] = f + w; float m = frexp(x, &n); o[i * 4 + 1] = m; e[i] = n;
            float p; o[i * 4 + 2] = modf(x, &p) + 4 * p; o[i * 4 + 3] = remquo(x, 1.5f, &q); e[i + 256] = q & 7; })",
         {{256, 1, 1}},
         {{64, 1, 1}},
         {buffer(ScalarType::Float, 1024, ContentsKind::Zeros, {}, Compare::Exact), out(2048), floats(256)}},
        {"Geometric",
         R"(__kernel void k(__global float4 *o, __global const float4 *p) { int i = get_global_id(0); float4 a = p[i], b = p[(i + 1) & 255];
            o[i] = (float4)(dot(a, b), length(a), distance(a.xyz, b.xyz), 0) ; o[i + 256] = normalize(a); o[i + 512] = cross(a, b); })",
         {{256, 1, 1}},
         {{64, 1, 1}},
         {outFloat(3072, 4096), floats(1024, 0.5, 10)}},
        {"VectorFloat",
         R"(__kernel void k(__global float4 *o, __global const float4 *p) { int i = get_global_id(0); float4 a = p[i]; a.xy = a.yx + 1.0f; a *= (float4)(1, 2, 4, 8);
            o[i] = a.wzyx - (float4)(a.s2); })",
         {{256, 1, 1}},
         {{64, 1, 1}},
         {buffer(ScalarType::Float, 1024, ContentsKind::Zeros, {}, Compare::Exact), floats(1024)},
         1,
         {"-ffp-contract=off"}},
    };
}

} // namespace clv::test
