// SPDX-License-Identifier: GPL-3.0-or-later
kernel void lengths(global const float4 *points, global float *heights)
{
    size_t i = get_global_id(0);
    heights[i] = points[i].z * 0.5f;
}
