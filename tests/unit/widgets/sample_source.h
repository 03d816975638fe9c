// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace clv::test {

/// One work-item a row of a CSR matrix, with an error (missing semicolon) and an unused variable.
inline QByteArray sampleKernel()
{
    return R"(// y = A x for a CSR matrix, one work-item for each row.
#ifndef ROWS_PER_ITEM
#define ROWS_PER_ITEM 1
#endif

/* Row r holds the entries rowStart[r] .. rowStart[r + 1] - 1. */
__kernel void spmvScalar(const uint rows,
                         __global const uint *restrict rowStart,
                         __global const uint *restrict col,
                         __global const float *restrict val,
                         __global const float *restrict x,
                         __global float *restrict y)
{
    const size_t row = get_global_id(0);
    if (row >= rows)
        return;
    float4 unused = (float4)(0.5f);
    float sum = 0.0f;
    for (uint j = rowStart[row]; j < rowStart[row + 1]; ++j)
        sum = fma(val[j], x[col[j]], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
    y[row] = native_sqrt(sum)
}
)";
}

} // namespace clv::test
