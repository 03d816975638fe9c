// SPDX-License-Identifier: GPL-3.0-or-later
// Escape times of z = z^2 + c over a window of the plane. Neighbouring points near the border of the set need very
// different numbers of steps, so the lanes of a warp wait for each other.

__kernel void mandelbrot(__global ushort *restrict steps, const int width, const int height, const float left,
                         const float top, const float pixel, const int maxSteps)
{
    const int px = get_global_id(0);
    const int py = get_global_id(1);
    if (px >= width || py >= height)
        return;

    const float cx = left + px * pixel;
    const float cy = top + py * pixel;
    float x = 0.0f;
    float y = 0.0f;
    int count = 0;
    while (count < maxSteps && x * x + y * y <= 4.0f) {
        const float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++count;
    }
    steps[py * width + px] = (ushort)count;
}
