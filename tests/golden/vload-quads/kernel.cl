// SPDX-License-Identifier: GPL-3.0-or-later
kernel void scale4(uint n, global float *x, float factor)
{
    size_t i = get_global_id(0);
    vstore4(vload4(i, x) * factor, i, x);
}
