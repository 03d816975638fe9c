// SPDX-License-Identifier: GPL-3.0-or-later
#include "cases.h"
#include "core/frontend/document.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

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

TEST(Document, LowerCaseTypesOnlyWhenTheyLookChosenByTheHost)
{
    const auto missing = [](const std::string &text) { return outlined(fromText(text)).missingMacros; };
    EXPECT_THAT(missing("kernel void k(global real *p) { p[0] = 0; }\n"), ElementsAre("real"));
    EXPECT_THAT(missing("kernel void k(global value_type *p) { p[0] = 0; }\n"), ElementsAre("value_type"));
    EXPECT_THAT(missing("#if defined(wide) && 0\n#endif\nkernel void k(global wide *p) { p[0] = 0; }\n"),
                ElementsAre("wide"));
    EXPECT_THAT(missing("kernel void k(global int *p) { p[0] = 0; }\nstat\n"), IsEmpty()); // still being typed
    EXPECT_THAT(missing("kernel void k(global uint32_t *p) { p[0] = 0; }\n"), IsEmpty());
    EXPECT_THAT(missing("kernel void k(global struct_node_t *p) { p[0] = 0; }\n"), IsEmpty());
}

TEST(Document, NamesEveryMissingFile)
{
    const Outline outline = outlined(fromText("#include \"a.h\"\n#include \"b.h\"\n"
                                              "kernel void k(global int *p) { p[0] = FROM_A; }\n"));
    EXPECT_THAT(outline.missingIncludes, ElementsAre("a.h", "b.h"));
    // What follows from a missing file is no news, but the kernel is known.
    EXPECT_EQ(test::errorsOf(outline.diagnostics).size(), 2u);
    EXPECT_EQ(outline.kernels.size(), 1u);
    EXPECT_THAT(outline.missingMacros, IsEmpty());
}

TEST(Document, Includes)
{
    const SourceText source = readCase("57-split-over-includes/kernel.cl");
    EXPECT_THAT(outlined(source).missingIncludes, Contains("ops.clh"));
    EXPECT_THAT(outlined(source, {{"-Iinc"}}).includedFiles,
                ElementsAre(EndsWith("inc/ops.clh"), EndsWith("inc/more/shape.clh")));
}

TEST(Document, BuiltinsHaveSignatures)
{
    const auto &list = builtins();
    EXPECT_GT(list.size(), 500u);
    const auto mad = std::find_if(list.begin(), list.end(), [](const Builtin &b) { return b.name == "mad"; });
    ASSERT_NE(mad, list.end());
    EXPECT_THAT(mad->signatures, Contains(HasSubstr("float4 mad(float4")));
    EXPECT_EQ(&list, &builtins());
    for (const char *name : {"get_global_id", "atomic_add", "sub_group_reduce_add", "work_group_barrier",
                             "work_group_scan_inclusive_add", "atomic_fetch_add_explicit", "get_sub_group_id"})
        EXPECT_THAT(list, Contains(Field(&Builtin::name, name)));
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

/// 1.2 refuses the helper, 3.0 takes it (case 41); what was found out is kept while the text has other errors.
TEST(Document, KeepsTheVersionThatFits)
{
    Document document;
    const SourceText source = readCase("41-helper-address-space/kernel.cl");
    const auto errors = [&](const std::string &appended) {
        const auto outline = document.update(fromText(source.text + appended), {});
        EXPECT_TRUE(outline.ok());
        return outline.ok() ? test::errorsOf(outline->diagnostics) : std::vector<Diagnostic>{};
    };
    EXPECT_THAT(errors(""), IsEmpty());
    for (const char *typed : {"int", "int x", "int x ="}) {
        const auto found = errors(typed);
        EXPECT_FALSE(found.empty()) << typed;
        EXPECT_THAT(found, Each(Field(&Diagnostic::message, Not(HasSubstr("address space of pointer"))))) << typed;
    }
    EXPECT_THAT(errors(""), IsEmpty());
    // A type of 3.0 is a free name in 1.2: the way back.
    const auto back = document.update(
        fromText("typedef struct { int a; } atomic_int;\nkernel void k(global atomic_int *p) { p[0].a = 1; }\n"), {});
    ASSERT_TRUE(back.ok());
    EXPECT_THAT(test::errorsOf(back->diagnostics), IsEmpty());
    ASSERT_EQ(back->kernels.size(), 1u);
    EXPECT_EQ(back->kernels[0].arguments[0].kind, ArgumentKind::GlobalBuffer);
}

TEST(Document, OptionsAndPathStartAnew)
{
    Document document;
    const SourceText source = fromText("kernel void k(global int *p) { p[0] = N; }\n");
    EXPECT_FALSE(test::errorsOf(document.update(source, {})->diagnostics).empty());
    EXPECT_TRUE(test::errorsOf(document.update(source, {{"-DN=4"}})->diagnostics).empty());
    EXPECT_FALSE(test::errorsOf(document.update(source, {})->diagnostics).empty());
}

TEST(Document, SeesHeadersChangeOnDiskAndInTheEditor)
{
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("clv-document-test-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    const auto write = [&](const std::string &text) { std::ofstream(folder / "size.h") << text; };
    const auto source =
        decodeSource((folder / "k.cl").string(),
                     "#include \"size.h\"\nkernel void k(global int *p) { int a[SIZE]; p[0] = a[0]; }\n");
    ASSERT_TRUE(source.ok());
    Document document;
    const auto errors = [&](const std::vector<UnsavedFile> &unsaved) {
        const auto outline = document.update(*source, {}, unsaved);
        return outline.ok() ? test::errorsOf(outline->diagnostics).size() : 99;
    };
    EXPECT_EQ(errors({}), 1u); // not there yet
    write("#define SIZE 4\n");
    EXPECT_EQ(errors({}), 0u);
    EXPECT_EQ(errors({}), 0u);
    write("#define SIZE -4 // longer\n");
    EXPECT_EQ(errors({}), 1u);
    EXPECT_EQ(errors({{(folder / "size.h").string(), "#define SIZE 8\n"}}), 0u);
    EXPECT_EQ(errors({{(folder / "size.h").string(), "#define SIZE nothing\n"}}), 1u);
    EXPECT_EQ(errors({}), 1u);
    fs::remove_all(folder);
}

/// Case 53: the text has no line end; Clang would count columns from the end of a line of this length each time.
TEST(Document, OneLineProgram)
{
    const SourceText source = readCase("53-one-line-program/kernel.cl");
    Document document;
    for (int i = 0; i < 2; ++i) {
        const auto outline = document.update(source, {});
        ASSERT_TRUE(outline.ok());
        EXPECT_THAT(test::errorsOf(outline->diagnostics), IsEmpty());
        ASSERT_EQ(outline->kernels.size(), 1u);
        EXPECT_EQ(outline->kernels[0].where.line, 1u);
    }
}

} // namespace clv::frontend
