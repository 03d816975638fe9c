// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/support/hash.h"
#include "core/support/paths.h"
#include "core/types/kernel.h"
#include "core/types/ndrange.h"
#include "core/types/profile.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <set>

namespace clv
{
namespace
{

namespace fs = std::filesystem;

class Folder : public ::testing::Test
{
protected:
    Folder()
    {
        std::string pattern = (fs::temp_directory_path() / "clv-types-XXXXXX").string();
        path = ::mkdtemp(pattern.data());
    }
    ~Folder() override { fs::remove_all(path); }
    fs::path path;
};

TEST(NDRange, CountsARemainderGroup)
{
    NDRange range;
    range.global = {{1000, 3, 1}};
    range.local = {{256, 2, 1}};
    EXPECT_EQ(range.numGroups(), (Size3{{4, 2, 1}}));
    EXPECT_EQ(range.workItems(), 3000u);
    range.local = {{0, 1, 1}};
    EXPECT_EQ(range.numGroups()[0], 0u) << "an unset local size must not divide by zero";
}

TEST(ProfileFields, NamesAreUniqueAndMembersDistinct)
{
    std::set<std::string> names;
    ExecutionProfile profile;
    double next = 1;
    for (const ProfileField &field : profileFields()) {
        EXPECT_TRUE(names.insert(field.name).second) << field.name;
        profile.*field.member = next++;
    }
    next = 1;
    for (const ProfileField &field : profileFields())
        EXPECT_EQ(profile.*field.member, next++) << field.name << " shares its storage with another field";
}

TEST(Hash, MatchesPublishedVectors)
{
    // FNV-1a 64-bit test vectors by Fowler, Noll and Vo.
    EXPECT_EQ(hashText(""), 0xcbf29ce484222325ULL);
    EXPECT_EQ(hashText("a"), 0xaf63dc4c8601ec8cULL);
    EXPECT_EQ(hashText("foobar"), 0x85944171f73967e8ULL);
    EXPECT_EQ(hex64(0x85944171f73967e8ULL), "85944171f73967e8");
}

TEST_F(Folder, AtomicWriteReplacesAndKeepsTheMode)
{
    const fs::path file = path / "deep" / "text.cl";
    ASSERT_TRUE(paths::writeFileAtomically(file, "one").ok()) << "folders are made";
    ::chmod(file.c_str(), 0640);
    ASSERT_TRUE(paths::writeFileAtomically(file, std::string("two\0three", 9)).ok());
    EXPECT_EQ(paths::readFile(file).value(), std::string("two\0three", 9));
    struct stat info{};
    ::stat(file.c_str(), &info);
    EXPECT_EQ(info.st_mode & 0777, 0640u);
    EXPECT_EQ(std::distance(fs::directory_iterator(path / "deep"), fs::directory_iterator()), 1) << "no temporary left";
}

TEST_F(Folder, AtomicWriteThroughALinkKeepsTheLink)
{
    ASSERT_TRUE(paths::writeFileAtomically(path / "real.cl", "old").ok());
    fs::create_symlink(path / "real.cl", path / "link.cl");
    ASSERT_TRUE(paths::writeFileAtomically(path / "link.cl", "new").ok());
    EXPECT_TRUE(fs::is_symlink(path / "link.cl"));
    EXPECT_EQ(paths::readFile(path / "real.cl").value(), "new");
}

TEST_F(Folder, FailuresNameTheFile)
{
    const auto missing = paths::readFile(path / "none.cl");
    ASSERT_FALSE(missing.ok());
    EXPECT_NE(missing.error().message.find("none.cl"), std::string::npos);
    const auto folder = paths::readFile(path);
    ASSERT_FALSE(folder.ok());
    EXPECT_NE(folder.error().message.find("folder"), std::string::npos);
    std::ofstream(path / "big").write(std::string(2 << 20, 'x').data(), 2 << 20);
    EXPECT_FALSE(paths::readFile(path / "big", 1 << 20).ok());
    EXPECT_FALSE(paths::writeFileAtomically("/proc/nowhere/text.cl", "x").ok());
}

TEST_F(Folder, XdgVariablesAreHonouredAndRelativeOnesIgnored)
{
    ::setenv("XDG_DATA_HOME", path.c_str(), 1);
    EXPECT_EQ(paths::dataDir(), path / "clairvoyant");
    ::setenv("XDG_DATA_HOME", "relative/path", 1);
    EXPECT_EQ(paths::dataDir().string().find("relative"), std::string::npos);
    ::unsetenv("XDG_DATA_HOME");
}

TEST(Errors, DescribePutsThePlaceFirst)
{
    EXPECT_EQ(kernelError("Bad.", {"a.cl", 3, 4}).describe(), "a.cl:3:4: Bad.");
    EXPECT_EQ(kernelError("Bad.", {"", 3, 0}).describe(), "line 3: Bad.");
    EXPECT_EQ(usageError("Bad.").describe(), "Bad.");
    EXPECT_EQ(exitCode(ErrorCategory::Kernel), 1);
    EXPECT_EQ(exitCode(ErrorCategory::Timeout), 4);
}

} // namespace
} // namespace clv
