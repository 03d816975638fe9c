// SPDX-License-Identifier: GPL-3.0-or-later
#include "cases.h"
#include "core/frontend/document.h"

#include <gmock/gmock.h>

namespace clv::frontend {

using test::fromText;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

namespace {

std::size_t indexOf(const std::vector<Completion> &list, const std::string &text)
{
    const auto found = std::find_if(list.begin(), list.end(), [&](const Completion &c) { return c.text == text; });
    EXPECT_NE(found, list.end()) << text;
    return static_cast<std::size_t>(found - list.begin());
}

} // namespace

TEST(Completion, CompletesLocalsMembersAndBuiltins)
{
    Document document;
    const SourceText source = fromText("typedef struct { float mass; float charge; } body_t;\n"
                                       "kernel void k(global body_t *bodies, int count)\n"
                                       "{\n"
                                       "    int counter = get_gl;\n"
                                       "    bodies[counter].ma;\n"
                                       "    coun\n"
                                       "}\n");
    ASSERT_TRUE(document.update(source, {}).ok());
    const auto builtin = document.complete(4, 25);
    EXPECT_THAT(builtin, Contains(Field(&Completion::text, "get_global_id")));
    EXPECT_THAT(builtin, Each(Field(&Completion::text, StartsWith("get_gl"))));
    EXPECT_THAT(document.complete(5, 23), ElementsAre(Field(&Completion::text, "mass")));
    const auto local = document.complete(6, 9);
    EXPECT_THAT(local, Contains(Field(&Completion::text, "count")));
    EXPECT_THAT(local, Contains(Field(&Completion::text, "counter")));
    EXPECT_EQ(document.complete(4, 19, 3).size(), 3u);
    EXPECT_THAT(document.complete(400, 1), Not(Contains(Field(&Completion::text, "counter"))));
}

TEST(Completion, NearestNamesComeFirst)
{
    Document document;
    const SourceText source = fromText("#define cosmic 3\n"
                                       "float cosine_table(int i) { return cos((float)i); }\n"
                                       "kernel void k(global float *cost, int n)\n"
                                       "{\n"
                                       "    float cosy = 1;\n"
                                       "    co\n"
                                       "}\n");
    ASSERT_TRUE(document.update(source, {}).ok());
    const auto list = document.complete(6, 7);
    const std::size_t local = std::max(indexOf(list, "cosy"), indexOf(list, "cost"));
    const std::size_t file = std::max(indexOf(list, "cosmic"), indexOf(list, "cosine_table"));
    const std::size_t keyword = indexOf(list, "const");
    EXPECT_EQ(local, 1u);
    EXPECT_LT(local, indexOf(list, "cosmic"));
    EXPECT_LT(local, indexOf(list, "cosine_table"));
    for (const char *builtin : {"cos", "cosh", "copysign"}) {
        EXPECT_GT(indexOf(list, builtin), file) << builtin;
        EXPECT_LT(indexOf(list, builtin), keyword) << builtin;
    }
    EXPECT_EQ(list[indexOf(list, "cosmic")].kind, "macro");
    EXPECT_EQ(list[indexOf(list, "cosine_table")].signature, "float cosine_table(int i)");
    EXPECT_EQ(std::count_if(list.begin(), list.end(), [](const Completion &c) { return c.text == "cos"; }), 1);
}

/// Clang 19 crashes in its recovery from this text; who types it wants to go on.
TEST(Completion, WorksInATextThatCrashesTheParser)
{
    Document document;
    const SourceText source = fromText("kernel void k(global float4 *p, local float *t, int n)\n{\n"
                                       "    int index = get_global_id(0);\n    for (int j = 0; j < n;x++j) {\n"
                                       "        t[j] = p[ind].x;\n (float2)(t   }\n"
                                       "    p[i].yz = (float2)(t[0], t[1]);\n}\n");
    const auto outline = document.update(source, {});
    ASSERT_TRUE(outline.ok());
    EXPECT_THAT(test::errorsOf(outline->diagnostics), Not(IsEmpty()));
    EXPECT_THAT(document.complete(5, 21), Contains(Field(&Completion::text, "index")));
    // And the document recovers.
    const auto fixed = document.update(fromText("kernel void k(global int *p) { p[0] = 1; }\n"), {});
    ASSERT_TRUE(fixed.ok());
    EXPECT_THAT(fixed->diagnostics, IsEmpty());
    EXPECT_EQ(fixed->kernels.size(), 1u);
}

} // namespace clv::frontend
