// SPDX-License-Identifier: GPL-3.0-or-later
// One Jacobi step of the heat equation on a grid: each inner point moves towards the mean of its four neighbours.
// The border stays as it is. Rows above and below come from the caches when they are large enough for three rows.

__kernel void stencil2d_5pt(__global const float *restrict in, __global float *restrict out, const int width,
                            const int height, const float rate)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    const int i = y * width + x;
    const float here = in[i];
    float next = here;
    if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
        next += rate * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] - 4.0f * here);
    out[i] = next;
}
