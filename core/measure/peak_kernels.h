// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace clv::measure::opencl {

/// Microbenchmarks. Macros: WIDE, a vector of MEMWIDTH floats for memory; VEC and UVEC, vectors of the device's native
/// width for arithmetic. Work-item i touches element (i*itemStep + k*loopStep) & mask for k < count, so that the same
/// kernel walks neighbouring elements across work-items (GPUs) or within one (CPUs). Every result is stored, or
/// stored under a condition that no compiler can rule out: nothing may be removed.
inline constexpr const char *kPeakKernels = R"CL(
kernel void idle(global uint *out)
{
    if (out[0] == 0xffffffffu)
        out[1] = 1;
}

kernel void readAll(global const WIDE *in, global float *out, uint count, uint itemStep, uint loopStep, uint mask)
{
    uint at = (uint)get_global_id(0) * itemStep;
    WIDE a = (WIDE)(0.0f), b = a, c = a, d = a;
    for (uint k = 0; k < count; k += 4) {
        a += in[at & mask];
        b += in[(at + loopStep) & mask];
        c += in[(at + 2 * loopStep) & mask];
        d += in[(at + 3 * loopStep) & mask];
        at += 4 * loopStep;
    }
    a += b + c + d;
    if (a.x == 12345.0f)
        out[0] = a.y;
}

kernel void writeAll(global WIDE *to, float value, uint count, uint itemStep, uint loopStep, uint mask)
{
    uint at = (uint)get_global_id(0) * itemStep;
    WIDE v = (WIDE)(value);
    for (uint k = 0; k < count; ++k) {
        to[at & mask] = v;
        at += loopStep;
    }
}

kernel void copyAll(global const WIDE *restrict in, global WIDE *restrict to, uint count, uint itemStep, uint loopStep,
                    uint mask)
{
    uint at = (uint)get_global_id(0) * itemStep;
    for (uint k = 0; k < count; k += 4) {
        WIDE a = in[at & mask], b = in[(at + loopStep) & mask];
        WIDE c = in[(at + 2 * loopStep) & mask], d = in[(at + 3 * loopStep) & mask];
        to[at & mask] = a;
        to[(at + loopStep) & mask] = b;
        to[(at + 2 * loopStep) & mask] = c;
        to[(at + 3 * loopStep) & mask] = d;
        at += 4 * loopStep;
    }
}

/* 16 loads an iteration at fixed offsets from a moving base: no address arithmetic between them. */
kernel void localRead(global VEC *out, uint count)
{
    local VEC tile[320];
    uint me = get_local_id(0), size = get_local_size(0);
    for (uint i = me; i < 320; i += size)
        tile[i] = (VEC)(1.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    VEC a = (VEC)(0.0f), b = a, c = a, d = a;
    uint at = me;
    for (uint k = 0; k < count; ++k) {
        local const VEC *t = tile + at;
        a += t[0] + t[1];  b += t[2] + t[3];   c += t[4] + t[5];   d += t[6] + t[7];
        a += t[8] + t[9];  b += t[10] + t[11]; c += t[12] + t[13]; d += t[14] + t[15];
        at = (at + 16) & 255;
    }
    out[get_global_id(0)] = a + b + c + d;
}

#define STEP8(F) a = F(a); b = F(b); c = F(c); d = F(d); e = F(e); f = F(f); g = F(g); h = F(h);

/* 64 fused multiply-adds an iteration in eight chains. */
#define FMA(v) FUSED(v, m, n)
kernel void fma32(global VEC *out, float x, float y, uint count)
{
    VEC m = (VEC)(x), n = (VEC)(y), a = (VEC)((float)get_local_id(0));
    VEC b = a + x, c = b + x, d = c + x, e = d + x, f = e + x, g = f + x, h = g + x;
    for (uint k = 0; k < count; ++k) {
        STEP8(FMA) STEP8(FMA) STEP8(FMA) STEP8(FMA) STEP8(FMA) STEP8(FMA) STEP8(FMA) STEP8(FMA)
    }
    out[get_global_id(0)] = a + b + c + d + e + f + g + h;
}

/* 32 multiply-adds an iteration in eight chains. */
#define MULADD(v) (v * m + n)
kernel void mad32i(global UVEC *out, uint x, uint y, uint count)
{
    UVEC m = (UVEC)(x), n = (UVEC)(y), a = (UVEC)((uint)get_local_id(0));
    UVEC b = a + x, c = b + x, d = c + x, e = d + x, f = e + x, g = f + x, h = g + x;
    for (uint k = 0; k < count; ++k) {
        STEP8(MULADD) STEP8(MULADD) STEP8(MULADD) STEP8(MULADD)
    }
    out[get_global_id(0)] = a + b + c + d + e + f + g + h;
}

/* Equal parts of exp, log, sin and square root, 8 results an iteration, of numbers between 1 and 2. */
kernel void special(global float *out, float tiny, uint count)
{
    float a = 1.0f + (float)get_local_id(0) * 0.001f, b = a + 0.3f;
    for (uint k = 0; k < count; ++k) {
        float s = exp(a) + log(a) + sin(a) + sqrt(a);
        float t = exp(b) + log(b) + sin(b) + sqrt(b);
        a += s * tiny;
        b += t * tiny;
    }
    out[get_global_id(0)] = a + b;
}

kernel void atomicsSpread(global uint *cells, uint count, uint mask)
{
    uint at = get_global_id(0);
    for (uint k = 0; k < count; ++k) {
        atomic_add(cells + (at & mask), 1u);
        at += (uint)get_global_size(0);
    }
}

kernel void atomicsSame(global uint *cell, uint count)
{
    for (uint k = 0; k < count; ++k)
        atomic_add(cell, 1u);
}

kernel void atomicsLocal(global uint *out, uint count)
{
    local uint cells[256];
    uint me = (uint)get_local_id(0) & 255;
    cells[me] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < count; ++k)
        atomic_add(cells + ((me + k) & 255), 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = cells[me];
}

/* Neighbours exchange a value at every barrier, so that none can be left out. */
kernel void barriers(global uint *out, uint count)
{
    local uint cells[256];
    uint me = get_local_id(0);
    uint value = me;
    for (uint k = 0; k < count; ++k) {
        cells[me] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = cells[(me + 1) & 255] + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = value;
}

/* One cycle through all lines of 32 words: full period by Hull and Dobell (SIAM Review 4, 1962). */
kernel void linkLines(global uint *words, uint mask)
{
    uint i = get_global_id(0);
    words[(ulong)i * 32] = (1664525u * i + 1013904223u) & mask;
}

kernel void follow(global const uint *words, global uint *place, uint count)
{
    uint i = place[0];
    for (uint k = 0; k < count; ++k)
        i = words[(ulong)i * 32];
    place[0] = i;
}
)CL";

/// Apart, since a device without fp64 does not compile it. 64 fused multiply-adds an iteration in eight chains.
inline constexpr const char *kPeakKernelsFp64 = R"CL(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define STEP8(F) a = F(a); b = F(b); c = F(c); d = F(d); e = F(e); f = F(f); g = F(g); h = F(h);
#define FMA(v) fma(v, m, n)
kernel void fma64(global DVEC *out, float x, float y, uint count)
{
    DVEC m = (DVEC)((double)x), n = (DVEC)((double)y), a = (DVEC)((double)get_local_id(0));
    DVEC b = a + m, c = b + m, d = c + m, e = d + m, f = e + m, g = f + m, h = g + m;
    for (uint k = 0; k < count; ++k) {
        STEP8(FMA) STEP8(FMA) STEP8(FMA) STEP8(FMA) STEP8(FMA) STEP8(FMA) STEP8(FMA) STEP8(FMA)
    }
    out[get_global_id(0)] = a + b + c + d + e + f + g + h;
}
)CL";

} // namespace clv::measure::opencl
