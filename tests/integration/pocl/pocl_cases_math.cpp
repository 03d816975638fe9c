// SPDX-License-Identifier: GPL-3.0-or-later
#include "pocl_case.h"

namespace clv::test {

namespace {

struct Expression {
    std::string text;
    double ulps; ///< 0: bit for bit
};

/// One output buffer for each expression over random `x` and `y`.
template <typename Number>
Case functions(const std::string &name, const std::vector<Expression> &expressions, double low = -10, double high = 10)
{
    constexpr bool kIsDouble = sizeof(Number) == 8;
    const std::string type = kIsDouble ? "double" : "float";
    const auto input = [&] { return kIsDouble ? doubles(512, low, high) : floats(512, low, high); };
    Case test{name, "", {{512, 1, 1}}, {{64, 1, 1}}, {input(), input()}};
    std::string parameters, body;
    for (std::size_t k = 0; k < expressions.size(); ++k) {
        const std::string out = "o" + std::to_string(k);
        parameters += ", __global " + type + " *" + out;
        body += out + "[i] = " + expressions[k].text + ";\n";
        CaseArgument argument = buffer(kIsDouble ? ScalarType::Double : ScalarType::Float, 512, ContentsKind::Zeros, {},
                                       expressions[k].ulps == 0 ? Compare::Exact
                                       : kIsDouble              ? Compare::Double
                                                                : Compare::Float,
                                       expressions[k].ulps);
        argument.argument.name = expressions[k].text;
        test.arguments.push_back(argument);
    }
    test.source = std::string(kIsDouble ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "") +
                  "__kernel void k(__global const " + type + " *px, __global const " + type + " *py" + parameters +
                  ")\n{ int i = get_global_id(0); " + type + " x = px[i], y = py[i];\n" + body + "}";
    return test;
}

} // namespace

/// Bounds: the table of OpenCL C 3.0, section 7.4, for both sides together (twice the allowed error).
std::vector<Case> mathCases()
{
    return {
        functions<float>(
            "Ieee", {{"x + y", 0},
                     {"x - y", 0},
                     {"x * y", 0},
                     {"x / y", 5},
                     {"fma(x, y, 1.7f)", 0},
                     {"(x < y ? 1.0f : 2.0f) + (x >= -y ? 4.0f : 8.0f) + (isunordered(x, 0 / (x - x)) ? 16 : 32)", 0},
                     {"isnan(sqrt(x)) + 2 * isinf(x / (y - y)) + 4 * isfinite(x) + 8 * isnormal(y) + 16 * signbit(x) + "
                      "32 * islessgreater(x, y)",
                      0}}),
        functions<float>("Rounding", {{"floor(x)", 0},
                                      {"ceil(x)", 0},
                                      {"trunc(x)", 0},
                                      {"rint(x)", 0},
                                      {"round(x)", 0},
                                      {"fabs(x)", 0},
                                      {"fmin(x, y)", 0},
                                      {"fmax(x, y)", 0},
                                      {"copysign(3.0f, x)", 0},
                                      {"fdim(x, y)", 0},
                                      {"fmod(x, y)", 0},
                                      {"remainder(x, y)", 0},
                                      {"nextafter(x, y)", 0},
                                      {"ldexp(x, i & 15)", 0},
                                      {"logb(y)", 0},
                                      {"(float)ilogb(x)", 0},
                                      {"maxmag(x, y)", 0},
                                      {"minmag(x, y)", 0}}),
        functions<float>("Roots", {{"sqrt(fabs(x))", 6},
                                   {"rsqrt(fabs(x))", 4},
                                   {"cbrt(x)", 4},
                                   {"hypot(x, y)", 8},
                                   {"rootn(fabs(x), (i & 3) + 2)", 32},
                                   {"native_sqrt(fabs(x))", 64}}),
        functions<float>("Exponentials", {{"exp(x)", 6},
                                          {"exp2(x)", 6},
                                          {"exp10(x)", 6},
                                          {"expm1(x)", 6},
                                          {"native_exp(x * 0.1f)", 64},
                                          {"pow(fabs(x), y)", 32},
                                          {"powr(fabs(x), y)", 32},
                                          {"pown(x, i & 7)", 32},
                                          {"tgamma(fabs(x) + 0.5f)", 32}}),
        functions<float>("Logarithms",
                         {{"log(x)", 6}, {"log2(x)", 6}, {"log10(x)", 6}, {"log1p(x)", 4}, {"lgamma(x)", 64}}, 2, 1000),
        functions<float>("Trigonometry", {{"sin(x)", 8},
                                          {"cos(x)", 8},
                                          {"tan(x)", 10},
                                          {"atan(x)", 10},
                                          {"atan2(x, y)", 12},
                                          {"sinpi(x)", 8},
                                          {"cospi(x)", 8},
                                          {"atanpi(x)", 10},
                                          {"atan2pi(x, y)", 12}}),
        functions<float>("InverseTrigonometry",
                         {{"asin(x)", 8}, {"acos(x)", 8}, {"atanh(x)", 10}, {"asinpi(x)", 10}, {"acospi(x)", 10}},
                         -0.99, 0.99),
        functions<float>("Hyperbolic", {{"sinh(x)", 8},
                                        {"cosh(x)", 8},
                                        {"tanh(x)", 10},
                                        {"asinh(x)", 8},
                                        {"acosh(fabs(x) + 1)", 8},
                                        {"erf(x)", 32},
                                        {"erfc(fabs(x))", 32}}),
        functions<float>("Common", {{"step(x, y)", 0},
                                    {"clamp(x, -2.0f, 3.0f)", 0},
                                    {"sign(y)", 0},
                                    {"degrees(x)", 4},
                                    {"radians(x)", 4},
                                    {"max(x, y)", 0},
                                    {"min(x, y)", 0},
                                    {"smoothstep(-5.0f, 5.0f, fabs(x))", 64},
                                    {"select(x, y, i & 1)", 0}}),
        functions<double>("Double", {{"x + y", 0},
                                     {"x * y", 0},
                                     {"x / y", 0},
                                     {"sqrt(fabs(x))", 0},
                                     {"fma(x, y, 0.1)", 0},
                                     {"exp(x)", 6},
                                     {"sin(x)", 8},
                                     {"cos(x)", 8},
                                     {"log(fabs(x) + 1.5)", 6},
                                     {"pow(fabs(x), y)", 32},
                                     {"floor(x) + rint(y)", 0},
                                     {"fmod(x, y)", 0},
                                     {"(double)(float)x + (double)(int)y + (double)(long)(x * 1e10)", 0}}),
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
         {buffer(ScalarType::Float, 1024, ContentsKind::Zeros, {}, Compare::Exact), floats(1024)}},
    };
}

} // namespace clv::test
