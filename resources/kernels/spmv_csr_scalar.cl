// SPDX-License-Identifier: GPL-3.0-or-later
// y = A x for a sparse matrix in CSR form, one work-item a row. Neighbouring work-items read entries a row length
// apart, and the longest row of a warp decides for all its lanes: try the parameter `skew`.

__kernel void spmv_csr_scalar(__global const int *restrict rowPtr, __global const int *restrict colIdx,
                              __global const float *restrict values, __global const float *restrict x,
                              __global float *restrict y, const int rows)
{
    const int row = get_global_id(0);
    if (row >= rows)
        return;

    float sum = 0.0f;
    for (int k = rowPtr[row]; k < rowPtr[row + 1]; ++k)
        sum += values[k] * x[colIdx[k]];
    y[row] = sum;
}
