// SPDX-License-Identifier: GPL-3.0-or-later
// One step of gravitation between all pairs of bodies (x, y, z, mass). Positions pass through local memory in tiles of
// one body per work-item; the inner loop is arithmetic with one reciprocal root. `softening` keeps close pairs finite.

__kernel void nbody(__global const float4 *restrict position, __global float4 *restrict velocity,
                    __global float4 *restrict next, __local float4 *tile, const int bodies, const float dt,
                    const float softening)
{
    const int i = get_global_id(0);
    const int lid = get_local_id(0);
    const int size = get_local_size(0);
    const float4 me = i < bodies ? position[i] : (float4)(0.0f);

    float3 force = (float3)(0.0f);
    for (int base = 0; base < bodies; base += size) {
        // A body without mass pulls nobody: that fills the last tile.
        tile[lid] = base + lid < bodies ? position[base + lid] : (float4)(0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < size; ++j) {
            const float3 d = tile[j].xyz - me.xyz;
            const float inverse = rsqrt(dot(d, d) + softening);
            force += d * (tile[j].w * inverse * inverse * inverse);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < bodies) {
        const float3 v = velocity[i].xyz + dt * force;
        velocity[i] = (float4)(v, 0.0f);
        next[i] = (float4)(me.xyz + dt * v, me.w);
    }
}
