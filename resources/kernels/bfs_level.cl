// SPDX-License-Identifier: GPL-3.0-or-later
// One level of a breadth-first search, one work-item a vertex. Most work-items find that their vertex is not on the
// frontier and leave; those on it walk their edges. Several may give a vertex the same new level: a benign race.

__kernel void bfs_level(__global const int *restrict firstEdge, __global const int *restrict edgeTarget,
                        __global int *level, __global int *changed, const int depth, const int vertices)
{
    const int v = get_global_id(0);
    if (v >= vertices || level[v] != depth)
        return;

    for (int e = firstEdge[v]; e < firstEdge[v + 1]; ++e) {
        const int target = edgeTarget[e];
        if (level[target] < 0) {
            level[target] = depth + 1;
            *changed = 1;
        }
    }
}
