// SPDX-License-Identifier: GPL-3.0-or-later
#include "pocl_case.h"

namespace clv::test {

std::vector<Case> flowCases()
{
    const Size3 one{{256, 1, 1}}, group{{64, 1, 1}};
    return {
        {"Saxpy",
         R"(__kernel void k(__global float *y, __global const float *x, float a, int n) {
            int i = get_global_id(0); if (i < n) y[i] = a * x[i]; })",
         one,
         group,
         {inOut(floats(256)), floats(256), scalar(3.5f), scalar(200)}},
        {"CollatzWithDivergentTripCounts",
         R"(__kernel void k(__global int *o, __global const int *in) {
            int i = get_global_id(0); uint n = abs(in[i]) + 1; int c = 0;
            while (n != 1) { n = (n & 1) ? 3 * n + 1 : n / 2; ++c; } o[i] = c; })",
         one,
         group,
         {out(1024), ints(256)}},
        {"NestedBreakContinue",
         R"(__kernel void k(__global int *o, __global const int *in) {
            int i = get_global_id(0); int s = 0;
            for (int a = 0; a < 12; ++a) { if (in[(i + a) & 255] < -500) continue;
              for (int b = a; b < 40; ++b) { s += in[(i * b) & 255]; if (s > 3000) break; if (s < -3000) goto done; } }
            done: o[i] = s; })",
         one,
         group,
         {out(1024), ints(256)}},
        {"Switch",
         R"(__kernel void k(__global int *o, __global const int *in) {
            int i = get_global_id(0); int v = in[i], r = 0;
            switch (v % 9) { case 0: r = v; break; case 1: r = v * 2; case 2: r += 7; break; case -3: case -4: r = -v; break;
              case 5: for (int j = 0; j < v % 17; ++j) r ^= j * v; break; default: r = 1000 - v; } o[i] = r; })",
         one,
         group,
         {out(1024), ints(256)}},
        {"ManyExits",
         R"(__kernel void k(__global int *o, __global const int *in) {
            int i = get_global_id(0); o[i] = -1; int v = in[i];
            if (v < -800) return; o[i] = 1; do { v = v * 5 + 3; if (v & 64) return; o[i] += v; } while ((v & 7) != 3); o[i] = v; })",
         one,
         group,
         {out(1024), ints(256)}},
        {"ValueLiveOutOfDivergentLoop",
         R"(__kernel void k(__global int *o, __global const int *in) {
            int i = get_global_id(0); int last = 0, j = 0; int stop = (in[i] & 31) + 1;
            for (;; ++j) { int t = in[(i + j) & 255] * j; if (j >= stop) { last = t; break; } if (t == 77) { last = -t; break; } last ^= t; }
            o[i] = last + 1000 * j; })",
         one,
         group,
         {out(1024), ints(256)}},
        {"HelperCalls",
         R"(int twist(int x, int d) { for (int j = 0; j < d; ++j) x = x * 31 + (x >> 3); return x; }
            __attribute__((noinline)) int pick(__global const int *p, int at) { if (at < 0) return -at; return p[at & 255]; }
            __kernel void k(__global int *o, __global const int *in) { int i = get_global_id(0); o[i] = twist(pick(in, in[i]), i & 3) + pick(in, i); })",
         one,
         group,
         {out(1024), ints(256)}},
        {"TreeReduction",
         R"(__kernel void k(__global const int *in, __global int *o, __local int *t) {
            int l = get_local_id(0); t[l] = in[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);
            for (int s = get_local_size(0) / 2; s > 0; s >>= 1) { if (l < s) t[l] += t[l + s]; barrier(CLK_LOCAL_MEM_FENCE); }
            if (l == 0) o[get_group_id(0)] = t[0]; })",
         one,
         group,
         {anyInts(256), out(16), localBytes(256)}},
        {"WorkGroupScan",
         R"(__kernel void k(__global const int *in, __global int *o, __local int *t) {
            int l = get_local_id(0), n = get_local_size(0); t[l] = in[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);
            for (int d = 1; d < n; d <<= 1) { int v = l >= d ? t[l - d] : 0; barrier(CLK_LOCAL_MEM_FENCE); t[l] += v; barrier(CLK_LOCAL_MEM_FENCE); }
            o[get_global_id(0)] = t[l]; })",
         one,
         {{128, 1, 1}},
         {anyInts(256), out(1024), localBytes(512)}},
        {"BarrierInLoopWithUniformExit",
         R"(__kernel void k(__global int *o, __local int *t, int rounds) {
            int l = get_local_id(0), n = get_local_size(0); t[l] = l; for (int r = 0; r < rounds; ++r) { barrier(CLK_LOCAL_MEM_FENCE);
              int v = t[(l + 1) % n] + r; barrier(CLK_LOCAL_MEM_FENCE); t[l] = v; if (r * n > 500) break; } o[get_global_id(0)] = t[l]; })",
         one,
         {{32, 1, 1}},
         {out(1024), localBytes(128), scalar(25)}},
        {"ThreeDimensionsWithOffset",
         R"(__kernel void k(__global int *o) { int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
            int at = ((z - 3) * 8 + (y - 2)) * 16 + x - 1; o[at] = x + 100 * y + 10000 * z + 7 * get_local_id(1) + 13 * get_group_id(0) + get_num_groups(2) + get_global_size(1); })",
         {{16, 8, 4}},
         {{4, 2, 2}},
         {out(16 * 8 * 4 * 4)},
         3,
         {},
         {{1, 2, 3}}},
        {"OddLocalSize",
         R"(__kernel void k(__global int *o, __local int *t) { int l = get_local_id(0); t[l] = l * l; barrier(CLK_LOCAL_MEM_FENCE);
            o[get_global_id(0)] = t[get_local_size(0) - 1 - l] + get_local_size(0); })",
         {{49 * 4, 1, 1}},
         {{49, 1, 1}},
         {out(49 * 4 * 4), localBytes(49 * 4)}},
        {"NBodyStyleLoopOverTiles",
         R"(__kernel void k(__global const int *p, __global int *o, __local int *t, int n) {
            int i = get_global_id(0), l = get_local_id(0), s = 0; for (int b = 0; b < n; b += get_local_size(0)) { t[l] = p[b + l]; barrier(CLK_LOCAL_MEM_FENCE);
              for (int j = 0; j < (int)get_local_size(0); ++j) s += (t[j] - p[i]) * (t[j] ^ j); barrier(CLK_LOCAL_MEM_FENCE); } o[i] = s; })",
         one,
         group,
         {anyInts(256), out(1024), localBytes(256), scalar(256)}},
    };
}

} // namespace clv::test
