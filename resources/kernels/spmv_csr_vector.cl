// SPDX-License-Identifier: GPL-3.0-or-later
// y = A x for a sparse matrix in CSR form, LANES work-items a row. The lanes read consecutive entries, so the matrix
// comes in coalesced; short rows leave lanes idle.

#ifndef LANES
#define LANES 32
#endif

__kernel void spmv_csr_vector(__global const int *restrict rowPtr, __global const int *restrict colIdx,
                              __global const float *restrict values, __global const float *restrict x,
                              __global float *restrict y, __local float *partial, const int rows)
{
    const int lid = get_local_id(0);
    const int lane = lid % LANES;
    const int row = get_global_id(0) / LANES;

    float sum = 0.0f;
    if (row < rows) {
        const int end = rowPtr[row + 1];
        for (int k = rowPtr[row] + lane; k < end; k += LANES)
            sum += values[k] * x[colIdx[k]];
    }
    partial[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    // Lanes of one row sit side by side; no sub-group width is assumed.
    for (int width = LANES / 2; width > 0; width /= 2) {
        if (lane < width)
            partial[lid] += partial[lid + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0 && row < rows)
        y[row] = partial[lid];
}
