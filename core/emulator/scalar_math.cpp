// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/register_program.h"
#include "core/emulator/scalar_functions.h"

#include <bit>
#include <cmath>
#include <numbers>
#include <unordered_map>

namespace clv::emulator {

namespace {

using u64 = std::uint64_t;

template <typename T>
T fromBits(u64 bits)
{
    if constexpr (sizeof(T) == 4)
        return std::bit_cast<T>(static_cast<std::uint32_t>(bits));
    else
        return std::bit_cast<T>(bits);
}
template <typename T>
u64 toBits(T value)
{
    if constexpr (sizeof(T) == 4)
        return std::bit_cast<std::uint32_t>(value);
    else
        return std::bit_cast<u64>(value);
}
std::int32_t asInt(u64 bits)
{
    return static_cast<std::int32_t>(bits);
}

template <typename T, auto F>
u64 unaryFn(u64 a, u64, u64)
{
    return toBits<T>(F(fromBits<T>(a)));
}
template <typename T, auto F>
u64 binaryFn(u64 a, u64 b, u64)
{
    return toBits<T>(F(fromBits<T>(a), fromBits<T>(b)));
}
template <typename T, auto F>
u64 ternaryFn(u64 a, u64 b, u64 c)
{
    return toBits<T>(F(fromBits<T>(a), fromBits<T>(b), fromBits<T>(c)));
}
template <typename T, auto F>
u64 withIntegerFn(u64 a, u64 b, u64)
{
    return toBits<T>(F(fromBits<T>(a), asInt(b)));
}
template <typename T, auto F>
u64 toIntegerFn(u64 a, u64, u64)
{
    return static_cast<std::uint32_t>(F(fromBits<T>(a)));
}

/// sin and friends of pi * x: the argument is reduced exactly before pi comes in.
template <typename T>
T sinPi(T x)
{
    if (!std::isfinite(x))
        return std::numeric_limits<T>::quiet_NaN();
    double r = std::fmod(static_cast<double>(x), 2.0);
    if (r == 0 || std::fabs(r) == 1)
        return std::copysign(T(0), x);
    if (r > 1)
        r -= 2;
    if (r < -1)
        r += 2;
    if (r > 0.5)
        r = 1 - r;
    if (r < -0.5)
        r = -1 - r;
    return static_cast<T>(std::sin(std::numbers::pi * r));
}
template <typename T>
T cosPi(T x)
{
    if (!std::isfinite(x))
        return std::numeric_limits<T>::quiet_NaN();
    double r = std::fabs(std::fmod(static_cast<double>(x), 2.0));
    if (r > 1)
        r = 2 - r;
    if (r == 0.5)
        return T(0);
    return r > 0.5 ? static_cast<T>(-std::cos(std::numbers::pi * (1 - r)))
                   : static_cast<T>(std::cos(std::numbers::pi * r));
}
template <typename T>
T tanPi(T x)
{
    return static_cast<T>(sinPi(static_cast<double>(x)) / cosPi(static_cast<double>(x)));
}
template <typename T>
T overPi(double angle)
{
    return static_cast<T>(angle * std::numbers::inv_pi);
}

template <typename T>
T rootOf(T x, int n)
{
    if (n == 0 || (x < 0 && n % 2 == 0))
        return std::numeric_limits<T>::quiet_NaN();
    const double magnitude = std::pow(std::fabs(static_cast<double>(x)), 1.0 / n);
    return static_cast<T>(x < 0 || (x == 0 && std::signbit(x) && n % 2 != 0) ? -magnitude : magnitude);
}
template <typename T>
T powr(T x, T y)
{
    if (x < 0 || (x == 0 && y == 0) || (x == 1 && std::isinf(y)) || (std::isinf(x) && y == 0))
        return std::numeric_limits<T>::quiet_NaN();
    if (std::isnan(x) || std::isnan(y))
        return std::numeric_limits<T>::quiet_NaN();
    return std::pow(x, y);
}
template <typename T>
T maxMag(T x, T y)
{
    return std::fabs(x) > std::fabs(y) ? x : std::fabs(y) > std::fabs(x) ? y : std::fmax(x, y);
}
template <typename T>
T minMag(T x, T y)
{
    return std::fabs(x) < std::fabs(y) ? x : std::fabs(y) < std::fabs(x) ? y : std::fmin(x, y);
}
/// Rounds once: double to float through more precise arithmetic.
float toFloatOf(double value)
{
    return static_cast<float>(value);
}

#define UNARY(name, body)                                                                                              \
    {                                                                                                                  \
        name,                                                                                                          \
        {                                                                                                              \
            name, MathShape::Unary,                                                                                    \
                unaryFn<float,                                                                                         \
                        [](float x) -> float {                                                                         \
                            using T [[maybe_unused]] = float;                                                          \
                            return (body);                                                                             \
                        }>,                                                                                            \
                unaryFn<double, [](double x) -> double {                                                               \
                    using T [[maybe_unused]] = double;                                                                 \
                    return (body);                                                                                     \
                }>                                                                                                     \
        }                                                                                                              \
    }
#define BINARY(name, body)                                                                                             \
    {                                                                                                                  \
        name,                                                                                                          \
        {                                                                                                              \
            name, MathShape::Binary, binaryFn<float, [](float x, float y) -> float { return (body); }>,                \
                binaryFn<double, [](double x, double y) -> double { return (body); }>                                  \
        }                                                                                                              \
    }
#define WITH_INT(name, body)                                                                                           \
    {                                                                                                                  \
        name,                                                                                                          \
        {                                                                                                              \
            name, MathShape::WithInteger, withIntegerFn<float, [](float x, int n) -> float { return (body); }>,        \
                withIntegerFn<double, [](double x, int n) -> double { return (body); }>                                \
        }                                                                                                              \
    }
#define VIA_DOUBLE(name, call)                                                                                         \
    {                                                                                                                  \
        name,                                                                                                          \
        {                                                                                                              \
            name, MathShape::Unary,                                                                                    \
                unaryFn<float, [](float x) -> float { return toFloatOf(call(static_cast<double>(x))); }>,              \
                unaryFn<double, [](double x) -> double { return call(x); }>                                            \
        }                                                                                                              \
    }

const std::unordered_map<std::string_view, MathFunction> &mathFunctions()
{
    // clang-format off
    static const std::unordered_map<std::string_view, MathFunction> kTable = {
        UNARY("acos", std::acos(x)), UNARY("acosh", std::acosh(x)), UNARY("asin", std::asin(x)), UNARY("asinh", std::asinh(x)),
        UNARY("atan", std::atan(x)), UNARY("atanh", std::atanh(x)), UNARY("cbrt", std::cbrt(x)), UNARY("cos", std::cos(x)),
        UNARY("cosh", std::cosh(x)), UNARY("erf", std::erf(x)), UNARY("erfc", std::erfc(x)), UNARY("exp", std::exp(x)),
        UNARY("exp2", std::exp2(x)), VIA_DOUBLE("exp10", ::exp10), UNARY("expm1", std::expm1(x)), UNARY("lgamma", std::lgamma(x)),
        UNARY("log", std::log(x)), UNARY("log2", std::log2(x)), UNARY("log10", std::log10(x)), UNARY("log1p", std::log1p(x)),
        UNARY("logb", std::logb(x)), UNARY("round", std::round(x)), UNARY("sin", std::sin(x)), UNARY("sinh", std::sinh(x)),
        UNARY("tan", std::tan(x)), UNARY("tanh", std::tanh(x)), UNARY("tgamma", std::tgamma(x)),
        UNARY("sinpi", sinPi(x)), UNARY("cospi", cosPi(x)), UNARY("tanpi", tanPi(x)),
        UNARY("asinpi", overPi<T>(std::asin(static_cast<double>(x)))), UNARY("acospi", overPi<T>(std::acos(static_cast<double>(x)))),
        UNARY("atanpi", overPi<T>(std::atan(static_cast<double>(x)))),
        BINARY("atan2", std::atan2(x, y)), BINARY("copysign", std::copysign(x, y)), BINARY("fdim", std::fdim(x, y)),
        BINARY("fmod", std::fmod(x, y)), BINARY("hypot", std::hypot(x, y)), BINARY("nextafter", std::nextafter(x, y)),
        BINARY("pow", std::pow(x, y)), BINARY("powr", powr(x, y)), BINARY("remainder", std::remainder(x, y)),
        BINARY("maxmag", maxMag(x, y)), BINARY("minmag", minMag(x, y)),
        {"atan2pi", {"atan2pi", MathShape::Binary,
            binaryFn<float, [](float y, float x) -> float { return overPi<float>(std::atan2(static_cast<double>(y), static_cast<double>(x))); }>,
            binaryFn<double, [](double y, double x) -> double { return overPi<double>(std::atan2(y, x)); }>}},
        WITH_INT("ldexp", std::ldexp(x, n)),
        {"pown", {"pown", MathShape::WithInteger,
            withIntegerFn<float, [](float x, int n) -> float { return static_cast<float>(std::pow(static_cast<double>(x), n)); }>,
            withIntegerFn<double, [](double x, int n) -> double { return std::pow(x, n); }>}},
        WITH_INT("rootn", rootOf(x, n)),
        {"ilogb", {"ilogb", MathShape::ToInteger, toIntegerFn<float, [](float x) { return std::ilogb(x); }>,
                   toIntegerFn<double, [](double x) { return std::ilogb(x); }>}},
        {"nan", {"nan", MathShape::FromInteger,
            [](u64 code, u64, u64) -> u64 { return 0x7fc00000u | (code & 0x3fffffu); },
            [](u64 code, u64, u64) -> u64 { return 0x7ff8000000000000u | (code & 0x7ffffffffffffu); }}},
    };
    // clang-format on
    return kTable;
}

template <typename T>
T fractOf(T x)
{
    if (std::isnan(x))
        return x;
    if (std::isinf(x))
        return std::copysign(T(0), x);
    return std::fmin(x - std::floor(x), std::nextafter(T(1), T(0)));
}
template <typename T>
T modfOf(T x)
{
    T whole;
    return std::modf(x, &whole);
}
template <typename T>
T modfWhole(T x)
{
    T whole;
    std::modf(x, &whole);
    return whole;
}
template <typename T>
T frexpOf(T x)
{
    int exponent;
    return std::frexp(x, &exponent);
}
template <typename T>
int frexpExponent(T x)
{
    int exponent = 0;
    if (std::isfinite(x))
        std::frexp(x, &exponent);
    return exponent;
}
template <typename T>
int gammaSign(T x)
{
    if (x > 0 || !std::isfinite(x))
        return std::isnan(x) ? 0 : 1;
    if (x == std::floor(x))
        return 0;
    return static_cast<long long>(std::fmod(std::floor(x), T(2))) != 0 ? -1 : 1;
}
template <typename T>
int remainderQuotient(T x, T y)
{
    int quotient = 0;
    const T ignored = std::remquo(x, y, &quotient);
    return std::isnan(ignored) ? 0 : quotient;
}
template <typename T, auto F>
u64 binaryToInteger(u64 a, u64 b, u64)
{
    return static_cast<std::uint32_t>(F(fromBits<T>(a), fromBits<T>(b)));
}

} // namespace

const MathFunction *findMathFunction(std::string_view name)
{
    const auto found = mathFunctions().find(name);
    return found == mathFunctions().end() ? nullptr : &found->second;
}

const TwoResultFunction *findTwoResultFunction(std::string_view name)
{
    static const TwoResultFunction kTable[] = {
        {"sincos", 1, false, unaryFn<float, [](float x) { return std::sin(x); }>,
         unaryFn<float, [](float x) { return std::cos(x); }>, unaryFn<double, [](double x) { return std::sin(x); }>,
         unaryFn<double, [](double x) { return std::cos(x); }>},
        {"fract", 1, false, unaryFn<float, fractOf<float>>, unaryFn<float, [](float x) { return std::floor(x); }>,
         unaryFn<double, fractOf<double>>, unaryFn<double, [](double x) { return std::floor(x); }>},
        {"modf", 1, false, unaryFn<float, modfOf<float>>, unaryFn<float, modfWhole<float>>,
         unaryFn<double, modfOf<double>>, unaryFn<double, modfWhole<double>>},
        {"frexp", 1, true, unaryFn<float, frexpOf<float>>, toIntegerFn<float, frexpExponent<float>>,
         unaryFn<double, frexpOf<double>>, toIntegerFn<double, frexpExponent<double>>},
        {"lgamma_r", 1, true, unaryFn<float, [](float x) { return std::lgamma(x); }>,
         toIntegerFn<float, gammaSign<float>>, unaryFn<double, [](double x) { return std::lgamma(x); }>,
         toIntegerFn<double, gammaSign<double>>},
        {"remquo", 2, true, binaryFn<float, [](float x, float y) { return std::remainder(x, y); }>,
         binaryToInteger<float, remainderQuotient<float>>,
         binaryFn<double, [](double x, double y) { return std::remainder(x, y); }>,
         binaryToInteger<double, remainderQuotient<double>>},
    };
    for (const TwoResultFunction &function : kTable)
        if (name == function.name)
            return &function;
    return nullptr;
}

ScalarFn floatRemainder(bool isDouble)
{
    return isDouble ? binaryFn<double, [](double x, double y) { return std::fmod(x, y); }>
                    : binaryFn<float, [](float x, float y) { return std::fmod(x, y); }>;
}

} // namespace clv::emulator
