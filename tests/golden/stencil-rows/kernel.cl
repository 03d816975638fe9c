// SPDX-License-Identifier: GPL-3.0-or-later
kernel void blur(int w, int h, global const float *src, global float *dst)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1)
        return;
    dst[y * w + x] = 0.2f * (src[y * w + x] + src[y * w + x - 1] + src[y * w + x + 1] +
                             src[(y - 1) * w + x] + src[(y + 1) * w + x]);
}
