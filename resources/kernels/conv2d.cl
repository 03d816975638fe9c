// SPDX-License-Identifier: GPL-3.0-or-later
// Convolution of a grey image with a square filter in constant memory; beyond the border the nearest pixel counts.
// All lanes of a warp read the same coefficient, which is what constant memory is for.

__kernel void conv2d(__global const float *restrict image, __constant float *filter, __global float *restrict result,
                     const int width, const int height, const int radius)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    const int side = 2 * radius + 1;
    float sum = 0.0f;
    for (int dy = -radius; dy <= radius; ++dy) {
        const int row = clamp(y + dy, 0, height - 1) * width;
        for (int dx = -radius; dx <= radius; ++dx)
            sum += filter[(dy + radius) * side + dx + radius] * image[row + clamp(x + dx, 0, width - 1)];
    }
    result[y * width + x] = sum;
}
