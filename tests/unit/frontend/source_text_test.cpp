// SPDX-License-Identifier: GPL-3.0-or-later
#include "cases.h"

#include <gmock/gmock.h>

#include <chrono>

namespace clv::frontend {

using test::casePath;
using test::fromText;
using ::testing::HasSubstr;

TEST(SourceText, KeepsTheBytesAndHidesTheMark)
{
    const SourceText source = test::readCase("55-bytes-and-line-ends/kernel.cl");
    EXPECT_TRUE(source.hasBom);
    EXPECT_EQ(source.bytes.size(), source.text.size() + 3);
    EXPECT_TRUE(source.text.starts_with("/* Umrechnung"));
    EXPECT_NE(source.text.find("\r\n"), std::string::npos);
}

TEST(SourceText, NamesUtf16)
{
    const auto source = readSource(casePath("55-bytes-and-line-ends/utf16.cl"));
    ASSERT_FALSE(source.ok());
    EXPECT_THAT(source.error().message, HasSubstr("UTF-16"));
    const std::string unmarked("k\0e\0r\0n\0e\0l\0 \0v\0o\0i\0d\0", 22);
    EXPECT_THAT(decodeSource({}, unmarked).error().message, HasSubstr("UTF-16"));
}

TEST(SourceText, NamesTheLineOfANulByte)
{
    const auto source = readSource(casePath("55-bytes-and-line-ends/garbage.cl"));
    ASSERT_FALSE(source.ok());
    EXPECT_EQ(source.error().where.line, 5u);
    EXPECT_THAT(source.error().message, HasSubstr("NUL"));
}

TEST(SourceText, RefusesBinaryFilesByName)
{
    EXPECT_THAT(decodeSource("a.cl", "\x7f"
                                     "ELF\x02\x01\x01")
                    .error()
                    .message,
                HasSubstr("ELF"));
    EXPECT_THAT(decodeSource("a.cl", "\x89PNG\r\n\x1a\n").error().message, HasSubstr("PNG"));
    EXPECT_THAT(decodeSource("a.cl", std::string(100, '\x01')).error().message, HasSubstr("binary"));
}

TEST(SourceText, TakesTwoMegabytesButNotTooMany)
{
    EXPECT_TRUE(decodeSource({}, std::string(2u << 20, ' ')).ok());
    EXPECT_THAT(decodeSource({}, std::string(9u << 20, ' ')).error().message, HasSubstr("9.0 MiB"));
}

TEST(SourceText, EmptyTextIsNoError)
{
    EXPECT_TRUE(decodeSource({}, "").ok());
}

TEST(SourceText, SaysWhichFileIsMissing)
{
    const auto source = readSource("no/such/kernel.cl");
    ASSERT_FALSE(source.ok());
    EXPECT_THAT(source.error().message, HasSubstr("no/such/kernel.cl"));
}

} // namespace clv::frontend
