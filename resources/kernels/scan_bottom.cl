// SPDX-License-Identifier: GPL-3.0-or-later
// Last pass of a three-pass prefix sum. Earlier passes have reduced every group's region to one number and scanned
// those numbers into `groupSums`; this pass scans each region for itself and adds what came before it.
// One group walks its region in tiles of one element per work-item; `carry` takes the running sum along.

inline float scan_tile(float value, __local float *tile)
{
    // Hillis and Steele over two halves: the lower half stays zero, so no bounds test is needed.
    const uint lid = get_local_id(0);
    const uint size = get_local_size(0);
    const uint at = lid + size;

    tile[lid] = 0.0f;
    tile[at] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < size; distance *= 2) {
        const float before = tile[at - distance];
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[at] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return tile[at];
}

__kernel void scan_bottom(__global const float *restrict in, __global const float *restrict groupSums,
                          __global float *restrict out, __local float *tile, const uint n)
{
    const uint size = get_local_size(0);
    const uint region = ((n + get_num_groups(0) - 1) / get_num_groups(0) + size - 1) / size * size;
    const uint first = get_group_id(0) * region;
    const uint last = min(first + region, n);

    float carry = groupSums[get_group_id(0)];
    for (uint base = first; base < last; base += size) {
        const uint i = base + get_local_id(0);
        const float value = i < last ? in[i] : 0.0f;
        const float sum = scan_tile(value, tile);
        if (i < last)
            out[i] = carry + sum;
        carry += tile[2 * size - 1];
        barrier(CLK_LOCAL_MEM_FENCE); // the next tile overwrites what was just read
    }
}
