// SPDX-License-Identifier: GPL-3.0-or-later
kernel void count_positive(uint n, global const int *values, volatile global uint *count)
{
    uint i = get_global_id(0);
    if (i < n && values[i] > 0)
        atomic_inc(count);
}
