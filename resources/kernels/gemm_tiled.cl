// SPDX-License-Identifier: GPL-3.0-or-later
// C = A B with square tiles in local memory: each element is read from global memory once per tile row or column and
// used TILE times. The work-group must be TILE x TILE.

#ifndef TILE
#define TILE 16
#endif

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void gemm_tiled(__global const float *restrict A, __global const float *restrict B, __global float *restrict C,
                const int m, const int n, const int k)
{
    __local float tileA[TILE][TILE];
    __local float tileB[TILE][TILE];

    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int col = get_global_id(0);
    const int row = get_global_id(1);

    float sum = 0.0f;
    for (int base = 0; base < k; base += TILE) {
        // Outside of the matrices a tile holds zeros, so that every work-item reaches the barriers.
        tileA[ly][lx] = row < m && base + lx < k ? A[row * k + base + lx] : 0.0f;
        tileB[ly][lx] = col < n && base + ly < k ? B[(base + ly) * n + col] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < TILE; ++i)
            sum = fma(tileA[ly][i], tileB[i][lx], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < m && col < n)
        C[row * n + col] = sum;
}
