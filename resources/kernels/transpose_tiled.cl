// SPDX-License-Identifier: GPL-3.0-or-later
// out = in^T by way of a tile in local memory: reads and writes both run along rows. The extra column moves the
// elements of a tile column into different banks.

#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void transpose_tiled(__global const float *restrict in, __global float *restrict out, const int width, const int height)
{
    __local float tile[TILE][TILE + 1];

    const int lx = get_local_id(0);
    const int ly = get_local_id(1);

    const int x = get_group_id(0) * TILE + lx;
    const int y = get_group_id(1) * TILE + ly;
    if (x < width && y < height)
        tile[ly][lx] = in[y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);

    const int outX = get_group_id(1) * TILE + lx;
    const int outY = get_group_id(0) * TILE + ly;
    if (outX < height && outY < width)
        out[outY * height + outX] = tile[lx][ly];
}
