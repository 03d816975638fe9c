// SPDX-License-Identifier: GPL-3.0-or-later
// One compare-and-swap step of a bitonic sort, one work-item a pair. A sort runs log2(n) * (log2(n) + 1) / 2 of them;
// the distance of a pair, 2^distanceLog2, decides how far apart a warp's accesses lie.

__kernel void bitonic_step(__global uint *keys, const uint stage, const uint distanceLog2)
{
    const uint i = get_global_id(0);
    const uint distance = 1u << distanceLog2;
    const uint left = (i / distance) * 2 * distance + i % distance;
    const uint right = left + distance;

    const uint a = keys[left];
    const uint b = keys[right];
    const bool isAscending = ((left >> (stage + 1)) & 1u) == 0;
    if ((a > b) == isAscending) {
        keys[left] = b;
        keys[right] = a;
    }
}
