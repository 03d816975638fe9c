// SPDX-License-Identifier: GPL-3.0-or-later
// Histogram of bytes: every group counts into its own copy in local memory with local atomics, then adds it to the
// global one. Equal neighbours collide: try a narrow value range by the parameter `spread`.

#define BINS 256

__kernel void histogram_local(__global const uchar *restrict data, __global uint *restrict bins, const uint n)
{
    __local uint counts[BINS];

    for (uint b = get_local_id(0); b < BINS; b += get_local_size(0))
        counts[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&counts[data[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint b = get_local_id(0); b < BINS; b += get_local_size(0))
        if (counts[b] > 0)
            atomic_add(&bins[b], counts[b]);
}
