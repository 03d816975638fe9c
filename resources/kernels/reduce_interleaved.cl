// SPDX-License-Identifier: GPL-3.0-or-later
// The same sum with interleaved addressing: in step s only every 2s-th work-item is active. Every warp stays busy with
// ever fewer lanes, and the remainder test costs an integer division. Compare with reduce_tree.cl.

__kernel void reduce_interleaved(__global const float *restrict in, __global float *restrict partial,
                                 __local float *sums, const uint n)
{
    const uint lid = get_local_id(0);
    const uint gid = get_global_id(0);

    sums[lid] = gid < n ? in[gid] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint step = 1; step < get_local_size(0); step *= 2) {
        if (lid % (2 * step) == 0)
            sums[lid] += sums[lid + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        partial[get_group_id(0)] = sums[0];
}
