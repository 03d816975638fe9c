// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/generators.h"
#include "core/launch/random_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace clv::launch {
namespace {

using ContentPtr = std::shared_ptr<const BufferContent>;

/// Bytes of a file from `start` on.
class FileContent final : public BufferContent {
public:
    FileContent(std::shared_ptr<const RandomFile> file, std::uint64_t start, std::uint64_t bytes)
        : m_file(std::move(file)), m_start(start), m_bytes(bytes)
    {
    }
    std::uint64_t sizeBytes() const override { return m_bytes; }
    void fill(std::uint64_t offset, std::span<std::byte> out) const override
    {
        const std::uint64_t inside = offset >= m_bytes ? 0 : std::min<std::uint64_t>(out.size(), m_bytes - offset);
        const std::uint64_t read = inside == 0 ? 0 : m_file->read(m_start + offset, out.first(inside));
        std::ranges::fill(out.subspan(read), std::byte{0});
    }

private:
    std::shared_ptr<const RandomFile> m_file;
    std::uint64_t m_start, m_bytes;
};

// NumPy format, version 1.0 to 3.0: "\x93NUMPY", major, minor, header length (2 bytes, from version 2 on 4), a Python
// dictionary {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }, then the data.
// Source: numpy.lib.format, "Format Version 1.0".
struct NpyHeader {
    std::string descr;
    bool isFortranOrder = false;
    std::vector<std::uint64_t> shape;
    std::uint64_t dataStart = 0;
};

/// Text after `'key':`, blanks skipped.
std::optional<std::string_view> valueOf(std::string_view header, std::string_view key)
{
    for (const char quote : {'\'', '"'}) {
        const std::string quoted = quote + std::string(key) + quote;
        const std::size_t at = header.find(quoted);
        if (at == std::string_view::npos)
            continue;
        std::size_t value = at + quoted.size();
        while (value < header.size() && (header[value] == ' ' || header[value] == ':'))
            ++value;
        return header.substr(value);
    }
    return std::nullopt;
}

bool parseShape(std::string_view text, std::vector<std::uint64_t> &shape)
{
    if (text.empty() || text.front() != '(')
        return false;
    std::uint64_t value = 0;
    bool hasDigits = false;
    for (const char c : text.substr(1)) {
        if (c >= '0' && c <= '9') {
            if (value > (std::numeric_limits<std::uint64_t>::max() - 9) / 10)
                return false;
            value = value * 10 + static_cast<std::uint64_t>(c - '0');
            hasDigits = true;
        } else if (c == ',' || c == ')') {
            if (hasDigits)
                shape.push_back(value);
            value = 0;
            hasDigits = false;
            if (c == ')')
                return shape.size() <= 32;
        } else if (c != ' ' && c != 'L') {
            return false;
        }
    }
    return false;
}

Result<NpyHeader> readNpyHeader(const RandomFile &file)
{
    const auto malformed = [&](const std::string &what) {
        return usageError(fmt::format("'{}' is not a usable .npy file: {}", file.path(), what));
    };
    std::array<std::byte, 12> start{};
    const std::uint64_t got = file.read(0, start);
    if (got < 10 || std::memcmp(start.data(), "\x93NUMPY", 6) != 0)
        return malformed("it does not begin with the NumPy signature");
    const auto byteAt = [&](std::size_t i) { return std::to_integer<std::uint64_t>(start[i]); };
    const std::uint64_t version = byteAt(6);
    if (version < 1 || version > 3)
        return malformed(fmt::format("format version {} is unknown (1 to 3 are)", version));
    const std::uint64_t headerStart = version == 1 ? 10 : 12;
    std::uint64_t headerLength = byteAt(8) | byteAt(9) << 8;
    if (version > 1)
        headerLength |= byteAt(10) << 16 | byteAt(11) << 24;
    if (headerLength > 1u << 20 || headerStart + headerLength > file.size())
        return malformed("it ends within its header");
    std::string text(headerLength, '\0');
    file.read(headerStart, std::as_writable_bytes(std::span(text)));

    NpyHeader header;
    header.dataStart = headerStart + headerLength;
    const auto descr = valueOf(text, "descr"), order = valueOf(text, "fortran_order"), shape = valueOf(text, "shape");
    if (!descr || !order || !shape)
        return malformed("its header lacks 'descr', 'fortran_order' or 'shape'");
    const char quote = descr->empty() ? ' ' : descr->front();
    const std::size_t close = quote == '\'' || quote == '"' ? descr->find(quote, 1) : std::string_view::npos;
    if (close == std::string_view::npos)
        return malformed("its elements are records; only plain numbers are taken");
    header.descr = descr->substr(1, close - 1);
    header.isFortranOrder = order->starts_with("True");
    if (!parseShape(*shape, header.shape))
        return malformed("its shape cannot be read");
    return header;
}

/// NumPy's spelling of a scalar type: "f4".
std::string npyCode(ScalarType type)
{
    const char kind = isFloating(type) ? 'f' : isSigned(type) ? 'i' : 'u';
    return fmt::format("{}{}", kind, byteSize(type));
}

Result<ContentPtr> makeFromNpy(const BufferValue &buffer, const std::shared_ptr<const RandomFile> &file)
{
    const Result<NpyHeader> header = readNpyHeader(*file);
    if (!header)
        return header.error();
    const ScalarType scalar = buffer.element.scalar;
    if (scalar == ScalarType::None)
        return usageError(fmt::format("'{}' holds numbers, but the buffer's elements are '{}'; use a raw file",
                                      file->path(), buffer.element.name));
    const std::string expected = npyCode(scalar);
    std::string code = header->descr.empty() ? std::string() : header->descr.substr(1);
    if (code == "b1")
        code = "u1";
    if (header->descr.starts_with('>') && byteSize(scalar) > 1)
        return usageError(
            fmt::format("'{}' is big-endian ('{}'); save it with dtype '<{}'", file->path(), header->descr, expected));
    if (code != expected)
        return usageError(fmt::format("'{}' has elements of type '{}', but {} needs '{}'; save it with .astype('{}')",
                                      file->path(), header->descr, toString(scalar), expected, expected));
    std::size_t longDimensions = 0;
    double count = 1;
    for (const std::uint64_t extent : header->shape) {
        longDimensions += extent > 1 ? 1 : 0;
        count *= static_cast<double>(extent);
    }
    if (header->isFortranOrder && longDimensions > 1)
        return usageError(
            fmt::format("'{}' is stored column by column; save numpy.ascontiguousarray(a)", file->path()));
    const double dataBytes = count * byteSize(scalar);
    if (static_cast<double>(file->size() - header->dataStart) < dataBytes)
        return usageError(fmt::format("'{}' is truncated: its header promises {:.0f} bytes of data, {} are there",
                                      file->path(), dataBytes, file->size() - header->dataStart));
    if (dataBytes < static_cast<double>(buffer.bytes))
        return usageError(fmt::format("'{}' holds {:.0f} bytes of data, fewer than the buffer's {}", file->path(),
                                      dataBytes, buffer.bytes));
    return ContentPtr(std::make_shared<FileContent>(file, header->dataStart, buffer.bytes));
}

bool endsWith(const std::string &path, std::string_view ending)
{
    return path.size() >= ending.size() &&
           std::ranges::equal(path.substr(path.size() - ending.size()), ending, {},
                              [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
}

} // namespace

Result<std::shared_ptr<const BufferContent>> makeFromFile(const BufferValue &buffer)
{
    const std::string &path = buffer.contents.file;
    if (path.empty())
        return usageError("contents 'file' need the name of a file");
    if (endsWith(path, ".mtx"))
        return makeFromMatrixMarket(buffer);
    if (!buffer.contents.part.empty())
        return usageError(fmt::format("'part' belongs to Matrix Market files, but '{}' is none (.mtx)", path));
    const Result<std::shared_ptr<const RandomFile>> file = RandomFile::open(path);
    if (!file)
        return file.error();
    if (endsWith(path, ".npy"))
        return makeFromNpy(buffer, *file);
    if ((*file)->size() < buffer.bytes)
        return usageError(
            fmt::format("'{}' holds {} bytes, fewer than the buffer's {}", path, (*file)->size(), buffer.bytes));
    return ContentPtr(std::make_shared<FileContent>(*file, 0, buffer.bytes));
}

} // namespace clv::launch
