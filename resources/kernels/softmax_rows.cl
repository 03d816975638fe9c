// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax of every row of a matrix, one work-group a row: largest element, sum of exponentials, division. The row is
// read three times; only the first reading has to come from far away.

inline float tree(__local float *values, const bool isMax)
{
    const int lid = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int width = get_local_size(0) / 2; width > 0; width /= 2) {
        if (lid < width)
            values[lid] = isMax ? fmax(values[lid], values[lid + width]) : values[lid] + values[lid + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float result = values[0];
    barrier(CLK_LOCAL_MEM_FENCE); // the array is used again
    return result;
}

__kernel void softmax_rows(__global const float *restrict in, __global float *restrict out, __local float *scratch,
                           const int cols)
{
    __global const float *row = in + (size_t)get_group_id(0) * cols;
    __global float *result = out + (size_t)get_group_id(0) * cols;
    const int lid = get_local_id(0);
    const int size = get_local_size(0);

    float largest = -INFINITY;
    for (int i = lid; i < cols; i += size)
        largest = fmax(largest, row[i]);
    scratch[lid] = largest;
    largest = tree(scratch, true);

    float sum = 0.0f;
    for (int i = lid; i < cols; i += size)
        sum += exp(row[i] - largest);
    scratch[lid] = sum;
    const float scale = 1.0f / tree(scratch, false);

    for (int i = lid; i < cols; i += size)
        result[i] = exp(row[i] - largest) * scale;
}
