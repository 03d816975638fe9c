// SPDX-License-Identifier: GPL-3.0-or-later
#include "pocl_case.h"

namespace clv::test {

std::vector<Case> memoryCases()
{
    const Size3 one{{256, 1, 1}}, group{{64, 1, 1}};
    return {
        {"TiledTranspose",
         R"(__kernel void k(__global const int *in, __global int *o, int n) { __local int t[16][17];
            int x = get_local_id(0), y = get_local_id(1); t[y][x] = in[get_global_id(1) * n + get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);
            o[(get_group_id(0) * 16 + y) * n + get_group_id(1) * 16 + x] = t[x][y]; })",
         {{64, 64, 1}},
         {{16, 16, 1}},
         {anyInts(4096), out(16384), scalar(64)},
         2},
        {"TiledGemm",
         R"(__kernel void k(__global const int *a, __global const int *b, __global int *c, int n) { __local int ta[8][8], tb[8][8];
            int x = get_local_id(0), y = get_local_id(1), s = 0; for (int t = 0; t < n; t += 8) { ta[y][x] = a[get_global_id(1) * n + t + x];
              tb[y][x] = b[(t + y) * n + get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE); for (int j = 0; j < 8; ++j) s += ta[y][j] * tb[j][x]; barrier(CLK_LOCAL_MEM_FENCE); }
            c[get_global_id(1) * n + get_global_id(0)] = s; })",
         {{32, 32, 1}},
         {{8, 8, 1}},
         {anyInts(1024), anyInts(1024), out(4096), scalar(32)},
         2},
        {"SpmvScalar",
         R"(__kernel void k(__global const int *ptr, __global const int *col, __global const int *val, __global const int *x, __global int *y, int rows) {
            int r = get_global_id(0); if (r >= rows) return; int s = 0; for (int j = ptr[r]; j < ptr[r + 1]; ++j) s += val[j] * x[col[j]]; y[r] = s; })",
         one,
         group,
         {buffer(ScalarType::Int, 251, ContentsKind::CsrRowPointers, {{"rows", 250}, {"mean", 6}, {"skew", 1.5}}),
          buffer(ScalarType::Int, 4000, ContentsKind::CsrColumns, {{"columns", 250}, {"locality", 0}}), anyInts(4000),
          anyInts(250), out(1000), scalar(250)}},
        {"HistogramLocalAtomics",
         R"(__kernel void k(__global const uchar *in, __global int *h, __local int *t) { int l = get_local_id(0);
            for (int j = l; j < 64; j += get_local_size(0)) t[j] = 0; barrier(CLK_LOCAL_MEM_FENCE); for (int j = 0; j < 16; ++j) atomic_inc(&t[in[get_global_id(0) * 16 + j] & 63]);
            barrier(CLK_LOCAL_MEM_FENCE); for (int j = l; j < 64; j += get_local_size(0)) atomic_add(&h[j], t[j]); })",
         one,
         group,
         {anyInts(1024), out(256), localBytes(256)}},
        {"GlobalAtomics",
         R"(__kernel void k(__global int *c, __global const int *in) { int v = in[get_global_id(0)]; atomic_add(&c[0], v); atomic_sub(&c[1], v); atomic_max(&c[2], v);
            atomic_min(&c[3], v); atomic_and(&c[4], v); atomic_or(&c[5], v); atomic_xor(&c[6], v); atomic_inc(&c[7]); atomic_dec(&c[8]);
            atomic_max((__global uint *)&c[9], (uint)v); })",
         one,
         group,
         {out(64), anyInts(256)}},
        {"StructsAndPadding",
         R"(typedef struct { char a; short b; int c; long d; float e; uchar f[3]; } rec;
            __kernel void k(__global rec *o, __global const int *in) { int i = get_global_id(0); rec r = o[i]; r.a += in[i]; r.b ^= r.a * 7; r.c = in[i] - r.b; r.d = (long)r.c * in[i];
            r.e = (float)(r.c >> 8); r.f[i % 3] = r.a; o[i] = r; })",
         one,
         group,
         {inOut(anyInts(256 * 8)), anyInts(256)}},
        {"PrivateArrays",
         R"(__kernel void k(__global int *o, __global const int *in) { int i = get_global_id(0); int h[16]; for (int j = 0; j < 16; ++j) h[j] = 0;
            for (int j = 0; j < 32; ++j) h[in[(i + j) & 255] & 15] += j; int best = 0; for (int j = 1; j < 16; ++j) if (h[j] > h[best]) best = j; o[i] = best * 1000 + h[best]; })",
         one,
         group,
         {out(1024), anyInts(256)}},
        {"PrivateSort",
         R"(__kernel void k(__global int *o, __global const int *in) { int i = get_global_id(0); int a[8]; for (int j = 0; j < 8; ++j) a[j] = in[(i * 8 + j) & 255];
            for (int x = 1; x < 8; ++x) { int v = a[x], y = x; while (y > 0 && a[y - 1] > v) { a[y] = a[y - 1]; --y; } a[y] = v; } for (int j = 0; j < 8; ++j) o[i * 8 + j] = a[j]; })",
         one,
         group,
         {out(8192), anyInts(256)}},
        {"ConstantTables",
         R"(__constant short table[4][3] = {{1, -2, 3}, {40, 50, -60}, {7, 8, 9}, {-100, 200, 300}}; __constant float4 weights = (float4)(1, 2, 4, 8);
            __kernel void k(__global int *o, __constant int *in) { int i = get_global_id(0); o[i] = table[in[i] & 3][i % 3] * in[(i * 7) & 255] + (int)weights[i & 3]; })",
         one,
         group,
         {out(1024), anyInts(256)}},
        {"VloadVstore",
         R"(__kernel void k(__global int *o, __global const int *in) { int i = get_global_id(0); int3 a = vload3(i, in); int2 b = vload2(i, in + 1); a.xy += b; vstore3(a * 3, i, o); })",
         one,
         group,
         {out(3072), anyInts(1024)}},
        {"CharVectors",
         R"(__kernel void k(__global uchar *o, __global const uchar *in) { int i = get_global_id(0); uchar16 v = vload16(i, in); v = (v >> (uchar)2) + v.s123456789abcdef0; vstore16(v ^ (uchar16)(i), i, o); })",
         one,
         group,
         {out(4096), anyInts(1024)}},
        {"PointerWalk",
         R"(__kernel void k(__global int *o, __global const int *in) { int i = get_global_id(0); __global const int *p = in + i, *end = in + 256; int s = 0; while (p < end) { s += *p; p += 37; } o[i] = s + (int)(end - p); })",
         one,
         group,
         {out(1024), anyInts(256)}},
        {"Reinterpret",
         R"(__kernel void k(__global uint *o, __global const uint *in) { int i = get_global_id(0); uint v = in[i]; uchar4 c = as_uchar4(v); ushort2 s = as_ushort2(c.wzyx);
            o[i] = as_uint(s.yx) ^ as_uint(as_float(v & 0x7f7fffff) * 1.0f) ; ulong w = as_ulong((uint2)(v, i)); o[i + 256] = (uint)(w >> 20); })",
         one,
         group,
         {out(2048), anyInts(256)}},
        {"HalfStorage",
         R"(__kernel void k(__global half *o, __global const float *in) { int i = get_global_id(0); vstore_half(in[i] * 1000, i, o); vstore_half_rtz(in[i] * 0.001f, i + 256, o); vstore_half4(vload4(i / 4, in), i + 128, o); })",
         one,
         group,
         {out(4096), floats(256)}},
        {"AsyncCopies",
         R"(__kernel void k(__global const int *in, __global int *o, __local int *t) { event_t e = async_work_group_copy(t, in + get_group_id(0) * 64, 64, 0); wait_group_events(1, &e);
            int l = get_local_id(0); int v = t[63 - l]; barrier(CLK_LOCAL_MEM_FENCE); t[l] = v * 2; barrier(CLK_LOCAL_MEM_FENCE);
            e = async_work_group_copy(o + get_group_id(0) * 64, t, 64, 0); wait_group_events(1, &e); })",
         one,
         group,
         {anyInts(256), out(1024), localBytes(256)}},
        {"Stencil",
         R"(__kernel void k(__global const int *in, __global int *o, int w, int h) { int x = get_global_id(0), y = get_global_id(1); if (x == 0 || y == 0 || x == w - 1 || y == h - 1) return;
            int at = y * w + x; o[at] = in[at - 1] + in[at + 1] + in[at - w] + in[at + w] - 4 * in[at]; })",
         {{32, 16, 1}},
         {{8, 8, 1}},
         {anyInts(512), out(2048), scalar(32), scalar(16)},
         2},
    };
}

} // namespace clv::test
