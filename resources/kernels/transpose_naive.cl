// SPDX-License-Identifier: GPL-3.0-or-later
// out = in^T: reads run along rows, writes down columns, each lane of a warp in another sector.

__kernel void transpose_naive(__global const float *restrict in, __global float *restrict out, const int width,
                              const int height)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}
