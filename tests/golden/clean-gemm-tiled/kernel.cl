// SPDX-License-Identifier: GPL-3.0-or-later
#define TILE 16
kernel void gemm(int n, global const float *a, global const float *b, global float *c)
{
    local float at[TILE][TILE];
    local float bt[TILE][TILE];
    int lx = get_local_id(0), ly = get_local_id(1);
    int col = get_global_id(0), row = get_global_id(1);
    float sum = 0.0f;
    for (int t = 0; t < n; t += TILE) {
        at[ly][lx] = a[row * n + t + lx];
        bt[ly][lx] = b[(t + ly) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; ++k)
            sum += at[ly][k] * bt[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = sum;
}
