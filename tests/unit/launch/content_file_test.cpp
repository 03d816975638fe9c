// SPDX-License-Identifier: GPL-3.0-or-later
#include "buffers.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <unistd.h>

namespace clv::launch {
namespace {

using test::bufferOf;
using test::elementsOf;
using test::errorOf;
using testing::ElementsAre;
using testing::HasSubstr;

class ContentFile : public testing::Test {
protected:
    void SetUp() override
    {
        const auto *info = testing::UnitTest::GetInstance()->current_test_info();
        m_folder = std::filesystem::path(testing::TempDir()) /
                   ("clv_content_" + std::string(info->name()) + "_" + std::to_string(::getpid()));
        std::filesystem::create_directories(m_folder);
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    std::string write(const std::string &name, const std::string &bytes)
    {
        const std::string path = (m_folder / name).string();
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }

    static BufferValue fileBuffer(ScalarType type, std::uint64_t count, const std::string &path,
                                  const std::string &part = "")
    {
        BufferValue buffer = bufferOf(type, count, ContentsKind::File);
        buffer.contents.file = path;
        buffer.contents.part = part;
        return buffer;
    }

    /// Format version 1.0: header length in two bytes, little-endian.
    static std::string npy(const std::string &header, const std::string &data)
    {
        const std::string text = header + "\n";
        return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(text.size() & 255) +
               static_cast<char>(text.size() >> 8) + text + data;
    }

    std::filesystem::path m_folder;
};

const std::string kInts("\x01\0\0\0\x02\0\0\0\x03\0\0\0", 12);

TEST_F(ContentFile, RawBytes)
{
    const std::string path = write("a.bin", kInts);
    EXPECT_THAT(elementsOf<int>(fileBuffer(ScalarType::Int, 3, path)), ElementsAre(1, 2, 3));
    EXPECT_THAT(elementsOf<int>(fileBuffer(ScalarType::Int, 2, path)), ElementsAre(1, 2));
    EXPECT_THAT(errorOf(fileBuffer(ScalarType::Int, 4, path)), HasSubstr("holds 12 bytes, fewer than the buffer's 16"));
    EXPECT_THAT(errorOf(fileBuffer(ScalarType::Int, 1, path + ".no")), HasSubstr("cannot open"));
    EXPECT_THAT(errorOf(fileBuffer(ScalarType::Int, 1, m_folder.string())), HasSubstr("not a regular file"));
    EXPECT_THAT(errorOf(fileBuffer(ScalarType::Int, 1, "")), HasSubstr("name of a file"));
    EXPECT_THAT(errorOf(fileBuffer(ScalarType::Int, 1, path, "columns")), HasSubstr("Matrix Market"));
}

TEST_F(ContentFile, NumpyArrays)
{
    const std::string good = npy("{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }", kInts);
    EXPECT_THAT(elementsOf<int>(fileBuffer(ScalarType::Int, 3, write("a.npy", good))), ElementsAre(1, 2, 3));
    const std::string matrix = npy("{'descr': '|u1', 'fortran_order': False, 'shape': (3, 4), }", kInts);
    EXPECT_THAT(elementsOf<std::uint8_t>(fileBuffer(ScalarType::UChar, 5, write("m.npy", matrix))),
                ElementsAre(1, 0, 0, 0, 2));
    EXPECT_THAT(errorOf(fileBuffer(ScalarType::Float, 3, write("f.npy", good))),
                HasSubstr("type '<i4', but float needs 'f4'"));
    EXPECT_THAT(errorOf(fileBuffer(ScalarType::Int, 4, write("s.npy", good))), HasSubstr("fewer than the buffer's 16"));
}

TEST_F(ContentFile, HostileNumpyArrays)
{
    const auto refusal = [&](const std::string &bytes) {
        return errorOf(fileBuffer(ScalarType::Int, 3, write("x.npy", bytes)));
    };
    const std::string good = npy("{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }", kInts);
    for (std::size_t length = 0; length < good.size(); ++length) // truncated at every byte
        EXPECT_FALSE(refusal(good.substr(0, length)).empty()) << length;
    EXPECT_THAT(refusal("PK\x03\x04 no numpy at all"), HasSubstr("signature"));
    EXPECT_THAT(refusal(npy("{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999999999,), }", kInts)),
                HasSubstr("shape"));
    EXPECT_THAT(refusal(npy("{'descr': '<i4', 'fortran_order': False, 'shape': (9223372036854775807, 8), }", kInts)),
                HasSubstr("truncated"));
    EXPECT_THAT(refusal(npy("{'descr': '<i4', 'fortran_order': False, 'shape': (3", kInts)), HasSubstr("shape"));
    EXPECT_THAT(refusal(npy("{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (3,), }", kInts)),
                HasSubstr("records"));
    EXPECT_THAT(refusal(npy("{'descr': '>i4', 'fortran_order': False, 'shape': (3,), }", kInts)),
                HasSubstr("big-endian"));
    EXPECT_THAT(refusal(npy("{'fortran_order': False, 'shape': (3,), }", kInts)), HasSubstr("lacks"));
    std::string future = good;
    future[6] = 9;
    EXPECT_THAT(refusal(future), HasSubstr("version 9"));
}

const std::string kMatrix = "%%MatrixMarket matrix coordinate real general\n% a comment\n3 4 4\n"
                            "3 1 30\n1 2 1.5\n1 4 -2e1\n\n3 3 7\n";

TEST_F(ContentFile, MatrixMarketAsCsr)
{
    // Rows: (0: columns 1, 3), (1: none), (2: columns 0, 2).
    const std::string path = write("a.mtx", kMatrix);
    EXPECT_THAT(elementsOf<int>(fileBuffer(ScalarType::Int, 4, path, "row-pointers")), ElementsAre(0, 2, 2, 4));
    EXPECT_THAT(elementsOf<unsigned>(fileBuffer(ScalarType::UInt, 4, path, "columns")), ElementsAre(1, 3, 0, 2));
    EXPECT_THAT(elementsOf<float>(fileBuffer(ScalarType::Float, 4, path, "values")), ElementsAre(1.5F, -20, 30, 7));
    EXPECT_THAT(errorOf(fileBuffer(ScalarType::Int, 5, path, "row-pointers")),
                HasSubstr("3 rows, 4 columns, 4 entries"));
    EXPECT_THAT(errorOf(fileBuffer(ScalarType::Int, 4, path)), HasSubstr("needs a 'part'"));
    EXPECT_THAT(errorOf(fileBuffer(ScalarType::Int, 4, path, "column")), HasSubstr("did you mean 'columns'?"));
    EXPECT_THAT(errorOf(fileBuffer(ScalarType::Int, 4, path, "values")), HasSubstr("whole numbers"));
}

TEST_F(ContentFile, MatrixMarketSymmetryAndPatterns)
{
    const std::string path =
        write("s.mtx", "%%MatrixMarket MATRIX Coordinate Pattern Symmetric\r\n2 2 2\r\n1 1\r\n2 1\r\n");
    EXPECT_THAT(elementsOf<int>(fileBuffer(ScalarType::Int, 3, path, "row-pointers")), ElementsAre(0, 2, 3));
    EXPECT_THAT(elementsOf<int>(fileBuffer(ScalarType::Int, 3, path, "columns")), ElementsAre(0, 1, 0));
    EXPECT_THAT(elementsOf<float>(fileBuffer(ScalarType::Float, 3, path, "values")), ElementsAre(1, 1, 1));
    const std::string skew = write("k.mtx", "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 5\n");
    EXPECT_THAT(elementsOf<int>(fileBuffer(ScalarType::Int, 2, skew, "values")), ElementsAre(-5, 5));
}

TEST_F(ContentFile, HostileMatrices)
{
    int number = 0;
    const auto refusal = [&](const std::string &text) {
        return errorOf(fileBuffer(ScalarType::Int, 1, write(std::to_string(number++) + ".mtx", text), "row-pointers"));
    };
    const std::string banner = "%%MatrixMarket matrix coordinate real general\n";
    EXPECT_THAT(refusal(""), HasSubstr("does not begin"));
    EXPECT_THAT(refusal("%%MatrixMarket matrix array real general\n1 1\n1\n"), HasSubstr("coordinate"));
    EXPECT_THAT(refusal("%%MatrixMarket matrix coordinate complex general\n"), HasSubstr("complex"));
    EXPECT_THAT(refusal("%%MatrixMarket matrix coordinate real hermitian\n"), HasSubstr("hermitian"));
    EXPECT_THAT(refusal(banner), HasSubstr("rows, columns and entries"));
    EXPECT_THAT(refusal(banner + "2 2\n"), HasSubstr("rows, columns and entries"));
    EXPECT_THAT(refusal(banner + "-2 2 1\n1 1 1\n"), HasSubstr("cannot be read"));
    EXPECT_THAT(refusal(banner + "2 2 99999999999999999\n1 1 1\n"), HasSubstr("promises"));
    EXPECT_THAT(refusal(banner + "99999999999999 2 1\n1 1 1\n"), HasSubstr("too large"));
    EXPECT_THAT(refusal(banner + "2 2 2\n1 1 1\n"), HasSubstr("ends after 1 of 2 entries"));
    EXPECT_THAT(refusal(banner + "2 2 1\n3 1 1\n"), HasSubstr("line 3"));
    EXPECT_THAT(refusal(banner + "2 2 1\n0 1 1\n"), HasSubstr("outside of 2 x 2"));
    EXPECT_THAT(refusal(banner + "2 2 1\n1 1\n"), HasSubstr("row column value"));
    EXPECT_THAT(refusal(banner + "2 2 1\n1 1 nan\n"), HasSubstr("row column value"));
    EXPECT_THAT(refusal(banner + "2 2 1\n1 1 1 1\n"), HasSubstr("row column value"));
    EXPECT_THAT(refusal("%%MatrixMarket matrix coordinate real symmetric\n3 1 1\n3 1 1\n"), HasSubstr("square"));
}

TEST_F(ContentFile, MutatedMatricesNeverCrash)
{
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        std::string text = kMatrix;
        for (int edit = 0; edit < 3; ++edit)
            text[random() % text.size()] = "0123456789 -\n%.e"[random() % 16];
        const BufferValue buffer =
            fileBuffer(ScalarType::Float, 1, write(std::to_string(round) + ".mtx", text), "values");
        const auto content = makeContent(buffer);
        if (!content.ok()) {
            EXPECT_FALSE(content.error().message.empty());
        }
    }
}

} // namespace
} // namespace clv::launch
