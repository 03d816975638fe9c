// SPDX-License-Identifier: GPL-3.0-or-later
kernel void thin_out(uint n, global const float *src, global float *dst)
{
    uint i = get_global_id(0);
    if (i < n)
        dst[i] = src[3 * i + 1];
}
