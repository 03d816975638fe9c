// SPDX-License-Identifier: GPL-3.0-or-later
kernel void mirror(uint n, global const int *src, global int *dst)
{
    uint i = get_global_id(0);
    dst[i] = src[n - 1 - i];
}
