// SPDX-License-Identifier: GPL-3.0-or-later
kernel void pick(uint n, global const uint *order, global const float *src, global float *dst)
{
    uint i = get_global_id(0);
    if (i < n)
        dst[i] = src[order[i]];
}
