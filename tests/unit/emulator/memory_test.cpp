// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulate.h"

using clv::test::Emulation;

namespace clv {
namespace {

TEST(Memory, LocalStaticsVectorsAndTranspose)
{
    Emulation e(
        "__kernel void k(__global const float4 *in, __global float4 *out) {"
        "  __local float t[16][17]; int x = get_local_id(0), y = get_local_id(1);"
        "  t[y][x] = in[get_group_id(0) * 64 + y * 4 + x / 4].y + x; barrier(CLK_LOCAL_MEM_FENCE);"
        "  float v = t[x][y]; out[get_global_id(0) + 16 * y * (int)get_num_groups(0)] = (float4)(v, -v, 2 * v, 0); }");
    e.iota("in", 2 * 64 * 4, ScalarType::Float).buffer("out", 2 * 256 * 16).range({{32, 16, 1}}, {{16, 16, 1}}, 2);
    const auto result = e.run();
    EXPECT_TRUE(result.outOfBounds.empty());
    EXPECT_EQ(e.program->staticLocalBytes(), 16u * 17 * 4);
    ASSERT_EQ(e.program->localArrays().size(), 1u);
    EXPECT_EQ(e.program->localArrays()[0].name, "t");
    const auto out = e.read<float>(1, 2 * 256 * 4);
    for (int g = 0; g < 2; ++g)
        for (int y = 0; y < 16; ++y)
            for (int x = 0; x < 16; ++x) { // t[x][y] was written by local id (y, x)
                const float v = static_cast<float>((g * 64 + x * 4 + y / 4) * 4 + 1 + y);
                const int at = (g * 16 + x + 16 * y * 2) * 4;
                ASSERT_EQ(out[at], v);
                ASSERT_EQ(out[at + 1], -v);
                ASSERT_EQ(out[at + 2], 2 * v);
                ASSERT_EQ(out[at + 3], 0);
            }
}

TEST(Memory, OutOfBoundsIsRecordedAndReadsAsZero)
{
    Emulation e("__kernel void k(__global int *a, __global int *b) {\n int i = get_global_id(0);\n b[i] = a[i + 8] + "
                "1;\n a[i - 1] = 7; }");
    e.iota("a", 64).buffer("b", 4 * 64).range({{64, 1, 1}}, {{64, 1, 1}});
    const auto result = e.run();
    ASSERT_EQ(result.outOfBounds.size(), 2u);
    const OutOfBounds &read = result.outOfBounds[0].isWrite ? result.outOfBounds[1] : result.outOfBounds[0];
    const OutOfBounds &write = result.outOfBounds[0].isWrite ? result.outOfBounds[0] : result.outOfBounds[1];
    EXPECT_EQ(read.buffer, "a");
    EXPECT_EQ(read.where.line, 3u);
    EXPECT_EQ(read.workItem[0], 56u); // first with i + 8 >= 64
    EXPECT_EQ(read.byteOffset, 64 * 4);
    EXPECT_EQ(read.elementIndex, 64);
    EXPECT_EQ(read.bufferBytes, 256u);
    EXPECT_EQ(read.count, 8);
    EXPECT_EQ(write.where.line, 4u);
    EXPECT_EQ(write.byteOffset, -4);
    EXPECT_EQ(write.elementIndex, -1);
    EXPECT_EQ(write.count, 1);
    EXPECT_EQ(e.read<int>(1, 64)[60], 1);
    EXPECT_EQ(result.extents[0].minByte, -4);
    EXPECT_EQ(result.extents[0].maxByteEnd, (63 + 8 + 1) * 4);
}

TEST(Memory, GrowingBuffersHaveNoEnd)
{
    Emulation e("__kernel void k(__global const int *a, __global int *b, int n) { int i = get_global_id(0); b[i * n + "
                "3] = a[i * 1000]; }");
    e.iota("a", 4).buffer("b", 4).scalar("n", 5).range({{64, 1, 1}}, {{64, 1, 1}});
    const auto result = e.run(nullptr, true);
    EXPECT_TRUE(result.outOfBounds.empty());
    EXPECT_EQ(result.extents[0].maxByteEnd, (63 * 1000 + 1) * 4);
    EXPECT_EQ(result.extents[1].maxByteEnd, (63 * 5 + 3 + 1) * 4);
    EXPECT_EQ(e.read<int>(1, 400)[63 * 5 + 3], 63000); // iota goes on behind the end
}

TEST(Memory, AtomicsOfEveryKind)
{
    Emulation e("__kernel void k(__global int *c, __global uint *u, __local int *l) { int i = get_global_id(0);"
                "  if (get_local_id(0) == 0) l[0] = 0; barrier(CLK_LOCAL_MEM_FENCE); atomic_add(l, i); "
                "barrier(CLK_LOCAL_MEM_FENCE);"
                "  if (get_local_id(0) == 0) atomic_add(&c[0], l[0]); atomic_inc(&c[1]); atomic_max(&c[2], i - 50); "
                "atomic_min(&c[3], -i);"
                "  atomic_or(&u[0], 1u << (i & 31)); atomic_xor(&u[1], (uint)i); atomic_max(&u[2], (uint)-i); "
                "atomic_dec(&c[4]);"
                "  int old = atomic_cmpxchg(&c[5], i, i + 1); atomic_add(&c[6], old == i); }");
    e.buffer("c", 4 * 8).buffer("u", 4 * 4).local("l", 4).range({{64, 1, 1}}, {{32, 1, 1}});
    const auto result = e.run();
    EXPECT_TRUE(e.program->unsupported().empty()) << e.program->unsupported()[0];
    EXPECT_TRUE(result.outOfBounds.empty());
    const auto c = e.read<int>(0, 8);
    const auto u = e.read<unsigned>(1, 4);
    EXPECT_EQ(c[0], 64 * 63 / 2);
    EXPECT_EQ(c[1], 64);
    EXPECT_EQ(c[2], 13);
    EXPECT_EQ(c[3], -63);
    EXPECT_EQ(c[4], -64);
    EXPECT_EQ(c[5], 64); // lanes act in order: each finds its own number
    EXPECT_EQ(c[6], 64);
    EXPECT_EQ(u[0], 0xffffffffu);
    EXPECT_EQ(u[1], 0u);
    EXPECT_EQ(u[2], 0xffffffffu);
}

struct Pair {
    int a;
    float b;
    long long c;
};

TEST(Memory, StructsByValuePrivateArraysAndConstants)
{
    Emulation e("typedef struct { int a; float b; long c; } pair; __constant int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};"
                "__kernel void k(__global long *o, pair p, __global pair *q) { int i = get_global_id(0); int h[8];"
                "  for (int j = 0; j < 8; ++j) h[j] = table[j] * (i + 1);"
                "  h[i & 7] += p.a; q[i].a = h[(i * 3) & 7]; q[i].b = p.b + i; q[i].c = p.c - i;"
                "  o[i] = h[(i + 1) & 7] + (long)p.c; }");
    e.buffer("o", 8 * 64)
        .structure("p", Pair{10, 0.5f, 1LL << 40})
        .buffer("q", 16 * 64)
        .range({{64, 1, 1}}, {{64, 1, 1}});
    const auto result = e.run();
    EXPECT_TRUE(result.outOfBounds.empty());
    const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    const auto o = e.read<long long>(0, 64);
    const auto q = e.read<Pair>(2, 64);
    for (int i = 0; i < 64; ++i) {
        int h[8];
        for (int j = 0; j < 8; ++j)
            h[j] = table[j] * (i + 1);
        h[i & 7] += 10;
        ASSERT_EQ(o[i], h[(i + 1) & 7] + (1LL << 40)) << i;
        ASSERT_EQ(q[i].a, h[(i * 3) & 7]) << i;
        ASSERT_EQ(q[i].b, 0.5f + static_cast<float>(i));
        ASSERT_EQ(q[i].c, (1LL << 40) - i);
    }
}

TEST(Memory, SmallIntegersWrapAndPack)
{
    Emulation e(
        "__kernel void k(__global uchar4 *o, __global short *s, __global char *c) { int i = get_global_id(0);"
        "  uchar4 v = o[i]; v += (uchar4)(200, 100, 50, 25); v.x >>= 1; o[i] = v.wzyx; s[i] = (short)(s[i] * 1000) / 7;"
        "  c[i] = (char)(c[i] - 100) >> 1; }");
    e.buffer("o", 4 * 64, ContentsKind::Iota, {{"start", 0}, {"step", 1}}, ScalarType::UChar)
        .iota("s", 64, ScalarType::Short)
        .iota("c", 64, ScalarType::Char);
    e.range({{64, 1, 1}}, {{64, 1, 1}});
    e.run();
    const auto o = e.read<unsigned char>(0, 256);
    const auto s = e.read<short>(1, 64);
    const auto c = e.read<signed char>(2, 64);
    for (int i = 0; i < 64; ++i) {
        const unsigned char x = static_cast<unsigned char>(static_cast<unsigned char>(i * 4 + 200) >> 1);
        ASSERT_EQ(o[i * 4 + 3], x);
        ASSERT_EQ(o[i * 4], static_cast<unsigned char>(i * 4 + 3 + 25));
        ASSERT_EQ(s[i], static_cast<short>(static_cast<short>(i * 1000) / 7)) << i;
        ASSERT_EQ(c[i], static_cast<signed char>(static_cast<signed char>(i - 100) >> 1)) << i;
    }
}

TEST(Memory, PointersKeepTheirBufferThroughSelectsAndPrivateMemory)
{
    Emulation e("__kernel void k(__global int *a, __global int *b, __global int *o) { int i = get_global_id(0);"
                "  __global int *p[2]; p[i & 1] = a; p[(i & 1) ^ 1] = b; __global int *q = (i % 3) ? p[0] : p[1]; o[i] "
                "= q[i]; }");
    e.iota("a", 64).iota("b", 64, ScalarType::Int, 1000).buffer("o", 256).range({{64, 1, 1}}, {{64, 1, 1}});
    const auto result = e.run();
    EXPECT_TRUE(result.outOfBounds.empty());
    const auto o = e.read<int>(2, 64);
    for (int i = 0; i < 64; ++i) {
        const bool first = (i & 1) == 0; // p[0] is a
        const bool isA = (i % 3) != 0 ? first : !first;
        ASSERT_EQ(o[i], isA ? i : 1000 + i) << i;
    }
}

class Recorder : public emulator::Listener {
public:
    void groupBegin(std::uint64_t, double) override { ++groups; }
    void access(const emulator::AccessEvent &event) override
    {
        events.push_back(event);
        first.push_back(event.offsets[std::countr_zero(event.activeMask)]);
    }
    void barrier(std::uint32_t arrived, std::uint32_t all, const SourceLocation &) override
    {
        barriers += arrived == all;
    }
    int groups = 0, barriers = 0;
    std::vector<emulator::AccessEvent> events;
    std::vector<std::uint64_t> first;
};

TEST(Memory, ListenersSeeEachRequest)
{
    Emulation e(
        "__kernel void k(__global const float *a, __global float *o, __local float *t) { int i = get_global_id(0);"
        "  __local float pad[8]; pad[i & 7] = i; t[get_local_id(0)] = a[i * 2 + 1]; barrier(CLK_LOCAL_MEM_FENCE); o[i] "
        "= t[63 - get_local_id(0)] + pad[i & 7]; }");
    e.iota("a", 300, ScalarType::Float).buffer("o", 4 * 128).local("t", 4 * 64).range({{128, 1, 1}}, {{64, 1, 1}});
    Recorder recorder;
    e.run(&recorder);
    EXPECT_EQ(recorder.groups, 2);
    EXPECT_EQ(recorder.barriers, 2);
    int global = 0, local = 0;
    for (const auto &event : recorder.events) {
        const emulator::SiteInfo &site = e.program->sites()[event.site];
        EXPECT_EQ(site.space, event.space);
        EXPECT_EQ(event.bytesPerLane, 4u);
        EXPECT_EQ(event.activeMask, 0xffffffffu);
        global += event.space == AddressSpace::Global;
        local += event.space == AddressSpace::Local;
        if (event.space == AddressSpace::Global) {
            EXPECT_EQ(event.buffer, site.argument);
        }
    }
    EXPECT_EQ(global, 2 * 2 * 2); // groups x warps x (load, store)
    EXPECT_EQ(local, 2 * 2 * 4);
    EXPECT_EQ(recorder.events[1].buffer, 0); // pad, then a, then t behind pad
    EXPECT_EQ(recorder.first[1], 4u);
    EXPECT_EQ(recorder.first[2], 32u);
}

TEST(Memory, LaunchMustMatch)
{
    Emulation e("__kernel void k(__global int *a, int n) { a[0] = n; }");
    e.buffer("a", 4).range({{1, 1, 1}}, {{1, 1, 1}});
    auto memory = emulator::Memory::create(e.launch, false);
    auto result = emulator::run(*e.program, e.launch, **memory, e.options_, nullptr, {});
    ASSERT_FALSE(result.ok());
    EXPECT_NE(result.error().message.find("takes 2 arguments"), std::string::npos);
    e.buffer("n", 4);
    result = emulator::run(*e.program, e.launch, **memory, e.options_, nullptr, {});
    ASSERT_FALSE(result.ok());
    EXPECT_NE(result.error().message.find("argument 'n'"), std::string::npos);
}

} // namespace
} // namespace clv
