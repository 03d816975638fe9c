// SPDX-License-Identifier: GPL-3.0-or-later
#include "cases.h"
#include "core/frontend/document.h"

#include <gmock/gmock.h>

namespace clv::frontend {

using test::fromText;
using test::readCase;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

namespace {

Outline outlined(const SourceText &source, const BuildOptions &options = {})
{
    Document document;
    auto outline = document.update(source, options);
    EXPECT_TRUE(outline.ok());
    return outline.ok() ? *outline : Outline{};
}

} // namespace

TEST(Document, NamesTheMacroThatIsMissing)
{
    const Outline outline = outlined(readCase("33-tile-macro-needed/kernel.cl"));
    EXPECT_THAT(outline.missingMacros, ElementsAre("TILE"));
    ASSERT_EQ(outline.kernels.size(), 1u); // the outline survives the error
    EXPECT_EQ(outline.kernels[0].name, "mm");
    EXPECT_THAT(outlined(readCase("33-tile-macro-needed/kernel.cl"), {{"-DTILE=8"}}).missingMacros, IsEmpty());
}

TEST(Document, MissingTypesSizesAndGuards)
{
    EXPECT_THAT(outlined(fromText("kernel void k(global T *p) { p[0] = 0; }\n")).missingMacros, ElementsAre("T"));
    EXPECT_THAT(
        outlined(fromText("kernel void k(global int *p) { int a[width]; a[0] = p[0]; p[1] = a[0]; }\n")).missingMacros,
        ElementsAre("width"));
    EXPECT_THAT(outlined(fromText("#ifndef BLOCK\n#error set BLOCK\n#endif\n")).missingMacros, ElementsAre("BLOCK"));
    EXPECT_THAT(outlined(fromText("kernel void k(global int *p) { p[0] = cuont; }\n")).missingMacros, IsEmpty());
}

TEST(Document, Includes)
{
    const SourceText source = readCase("57-split-over-includes/kernel.cl");
    EXPECT_THAT(outlined(source).missingIncludes, Contains("ops.clh"));
    EXPECT_THAT(outlined(source, {{"-Iinc"}}).includedFiles,
                ElementsAre(EndsWith("inc/ops.clh"), EndsWith("inc/more/shape.clh")));
}

TEST(Document, CompletesLocalsMembersAndBuiltins)
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

TEST(Document, BuiltinsHaveSignatures)
{
    const auto &list = builtins();
    EXPECT_GT(list.size(), 500u);
    const auto mad = std::find_if(list.begin(), list.end(), [](const Builtin &b) { return b.name == "mad"; });
    ASSERT_NE(mad, list.end());
    EXPECT_THAT(mad->signatures, Contains(HasSubstr("float4 mad(float4")));
    EXPECT_EQ(&list, &builtins());
}

TEST(Document, FollowsEdits)
{
    Document document;
    ASSERT_TRUE(document.update(fromText("kernel void a(global int *p) { p[0] = 1; }\n"), {}).ok());
    const auto second = document.update(fromText("kernel void b(global int *p) { p[0] = 1; "), {});
    ASSERT_TRUE(second.ok());
    EXPECT_FALSE(test::errorsOf(second->diagnostics).empty());
    ASSERT_EQ(second->kernels.size(), 1u);
    EXPECT_EQ(second->kernels[0].name, "b");
}

} // namespace clv::frontend
