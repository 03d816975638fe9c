// SPDX-License-Identifier: GPL-3.0-or-later
kernel void walk(uint n, global const uint *next, global uint *last, int steps, int unused)
{
    uint at = get_global_id(0);
    for (int s = 0; s < steps; ++s)
        at = next[at];
    last[get_global_id(0)] = at % n;
}
