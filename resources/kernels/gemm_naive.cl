// SPDX-License-Identifier: GPL-3.0-or-later
// C = A B for row-major matrices, one work-item an element of C. Every element of A and B is read from global memory
// again and again; only the caches help. Compare with gemm_tiled.cl.

__kernel void gemm_naive(__global const float *restrict A, __global const float *restrict B, __global float *restrict C,
                         const int m, const int n, const int k)
{
    const int col = get_global_id(0);
    const int row = get_global_id(1);
    if (row >= m || col >= n)
        return;

    float sum = 0.0f;
    for (int i = 0; i < k; ++i)
        sum = fma(A[row * k + i], B[i * n + col], sum);
    C[row * n + col] = sum;
}
