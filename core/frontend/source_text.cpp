// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/source_text.h"

#include "core/support/paths.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace clv::frontend {

namespace {

constexpr std::string_view kUtf8Bom = "\xEF\xBB\xBF";

/// First bytes of files that people open by mistake, with their names.
struct Signature {
    std::string_view bytes;
    const char *name;
};
constexpr std::array kSignatures{
    Signature{"\x7f"
              "ELF",
              "an ELF program or object file"},
    Signature{"\x89PNG", "a PNG image"},
    Signature{"GIF8", "a GIF image"},
    Signature{"\xFF\xD8\xFF", "a JPEG image"},
    Signature{"PK\x03\x04", "a ZIP archive"},
    Signature{"\x1f\x8b", "a gzip archive"},
    Signature{"%PDF-", "a PDF document"},
    Signature{"BC\xC0\xDE", "LLVM bitcode"},
    Signature{"\x03\x02\x23\x07", "a SPIR-V module"},
    Signature{"SQLite format 3", "an SQLite database"},
};

/// Lines end with LF, CRLF or CR, as for Clang.
std::uint32_t lineAt(std::string_view text, std::size_t offset)
{
    std::uint32_t line = 1;
    for (std::size_t i = 0; i < offset; ++i)
        if (text[i] == '\n' || (text[i] == '\r' && (i + 1 >= text.size() || text[i + 1] != '\n')))
            ++line;
    return line;
}

std::uint32_t columnAt(std::string_view text, std::size_t offset)
{
    const std::size_t before = offset == 0 ? std::string_view::npos : text.find_last_of("\r\n", offset - 1);
    return static_cast<std::uint32_t>(offset - (before == std::string_view::npos ? 0 : before + 1) + 1);
}

const char *wideEncoding(std::string_view bytes)
{
    using namespace std::string_view_literals;
    if (bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv))
        return "UTF-32";
    if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv))
        return "UTF-16";
    // Without a mark: in UTF-16 text of a Latin script every other byte is zero.
    const std::size_t looked = std::min<std::size_t>(bytes.size() & ~std::size_t{1}, 512);
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < looked; ++i)
        if (bytes[i] == '\0')
            ++zeros[i % 2];
    if (looked >= 8 && std::max(zeros[0], zeros[1]) > looked * 2 / 5 && std::min(zeros[0], zeros[1]) < looked / 20)
        return "UTF-16";
    return nullptr;
}

/// Control characters that no text holds, counted in the first 4 KiB.
bool looksBinary(std::string_view bytes)
{
    const std::string_view head = bytes.substr(0, 4096);
    const auto odd = std::count_if(head.begin(), head.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 && !(byte >= '\t' && byte <= '\r') && byte != 0x1a && byte != 0x1b;
    });
    return static_cast<std::size_t>(odd) * 10 > head.size();
}

std::string mebibytes(std::size_t bytes)
{
    const std::size_t tenths = (bytes * 10 + (1u << 19)) >> 20;
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " MiB";
}

std::string nameOf(const std::string &path)
{
    return path.empty() ? std::string("The text") : '\'' + std::filesystem::path(path).filename().string() + '\'';
}

/// Why these bytes cannot be OpenCL C text.
std::optional<Error> refusal(const std::string &name, std::string_view bytes, std::size_t maxBytes)
{
    if (bytes.size() > maxBytes)
        return usageError(name + " has " + mebibytes(bytes.size()) + ", more than the " + mebibytes(maxBytes) +
                          " that a source file may have.");
    if (const char *encoding = wideEncoding(bytes))
        return usageError(name + " is " + encoding + " text, which OpenCL compilers do not read; save it as UTF-8.",
                          {{}, 1, 1});
    for (const Signature &signature : kSignatures)
        if (bytes.starts_with(signature.bytes))
            return usageError(name + " is " + signature.name + ", not OpenCL C text.", {{}, 1, 1});
    if (looksBinary(bytes))
        return usageError(name + " is a binary file, not OpenCL C text.", {{}, 1, 1});
    return std::nullopt;
}

} // namespace

Result<SourceText> decodeSource(std::string path, std::string bytes, std::size_t maxBytes)
{
    const std::string name = nameOf(path);
    if (auto error = refusal(name, bytes, maxBytes))
        return *error;
    SourceText source;
    source.hasBom = bytes.starts_with(kUtf8Bom);
    source.text = source.hasBom ? bytes.substr(kUtf8Bom.size()) : bytes;
    // Drivers differ here (some end the text at the NUL, some do not), so no two tools would see the same program.
    if (const std::size_t nul = source.text.find('\0'); nul != std::string::npos) {
        const std::uint32_t line = lineAt(source.text, nul);
        return kernelError(name + " holds a NUL byte in line " + std::to_string(line) +
                               ", where some compilers end the text and others do not; delete it.",
                           {{}, line, columnAt(source.text, nul)});
    }
    source.path = std::move(path);
    source.bytes = std::move(bytes);
    return source;
}

Result<SourceText> readSource(const std::string &path)
{
    auto bytes = paths::readFile(path);
    if (!bytes)
        return bytes.error();
    std::error_code failed;
    const std::filesystem::path absolute = std::filesystem::absolute(path, failed);
    return decodeSource(failed ? path : absolute.lexically_normal().string(), std::move(*bytes));
}

} // namespace clv::frontend
