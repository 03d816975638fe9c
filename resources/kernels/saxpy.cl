// SPDX-License-Identifier: GPL-3.0-or-later
// y = alpha * x + y: two reads, one write and one fused multiply-add an element. Bound by memory everywhere.

__kernel void saxpy(const float alpha, __global const float *restrict x, __global float *restrict y, const int n)
{
    const int i = get_global_id(0);
    if (i < n)
        y[i] = fma(alpha, x[i], y[i]);
}
