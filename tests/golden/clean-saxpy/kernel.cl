// SPDX-License-Identifier: GPL-3.0-or-later
kernel void saxpy(int n, float alpha, global const float *x, global float *y)
{
    int i = get_global_id(0);
    if (i < n)
        y[i] += alpha * x[i];
}
