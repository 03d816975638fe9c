// SPDX-License-Identifier: GPL-3.0-or-later
// Price of European call and put options by the formula of Black and Scholes: independent elements with a logarithm,
// a root and exponentials each, so special functions count as much as memory.

inline float normal_cdf(const float x)
{
    return 0.5f * erfc(-x * M_SQRT1_2_F);
}

__kernel void black_scholes(__global const float *restrict spot, __global const float *restrict strike,
                            __global const float *restrict years, __global float *restrict call,
                            __global float *restrict put, const float rate, const float volatility, const int n)
{
    const int i = get_global_id(0);
    if (i >= n)
        return;

    const float deviation = volatility * sqrt(years[i]);
    const float d1 = (log(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / deviation;
    const float d2 = d1 - deviation;
    const float discounted = strike[i] * exp(-rate * years[i]);
    const float price = spot[i] * normal_cdf(d1) - discounted * normal_cdf(d2);
    call[i] = price;
    put[i] = price - spot[i] + discounted;
}
