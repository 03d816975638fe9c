// SPDX-License-Identifier: GPL-3.0-or-later
// Sum by a tree in local memory with sequential addressing: the active work-items stay at the front of the group, so
// whole warps retire together and neighbouring work-items use neighbouring banks.
// Each work-item first adds up elements a whole NDRange apart, which keeps the global reads coalesced.

__kernel void reduce_tree(__global const float *restrict in, __global float *restrict partial, __local float *sums,
                          const uint n)
{
    const uint lid = get_local_id(0);

    float sum = 0.0f;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i];
    sums[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint width = get_local_size(0) / 2; width > 0; width >>= 1) {
        if (lid < width)
            sums[lid] += sums[lid + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        partial[get_group_id(0)] = sums[0];
}
