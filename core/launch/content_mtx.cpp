// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/convert.h"
#include "core/launch/generators.h"
#include "core/launch/lane_content.h"
#include "core/launch/random_file.h"
#include "core/launch/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <string_view>

// Matrix Market, coordinate format: banner "%%MatrixMarket matrix coordinate <field> <symmetry>", comment lines with
// '%', "rows columns entries", then "row column [value]" a line, indices from 1.
// Source: Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, NISTIR 5935.
namespace clv::launch {
namespace {

using ContentPtr = std::shared_ptr<const BufferContent>;

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{4} << 30;
constexpr std::uint64_t kMaxRows = std::uint64_t{1} << 30;

struct CsrMatrix {
    std::uint64_t rows = 0, columns = 0;
    std::vector<std::uint64_t> rowPointers;
    std::vector<std::uint64_t> columnOf;
    std::vector<double> values;
};

struct Entry {
    std::uint64_t row, column;
    double value;
};

class MatrixReader {
public:
    MatrixReader(std::string path, std::string_view text) : m_path(std::move(path)), m_text(text) {}

    Result<CsrMatrix> read()
    {
        if (const Result<void> banner = readBanner(); !banner)
            return banner.error();
        std::optional<std::string_view> line = nextDataLine();
        std::uint64_t rows = 0, columns = 0, entries = 0;
        if (!line || !takeWhole(*line, rows) || !takeWhole(*line, columns) || !takeWhole(*line, entries) ||
            !isBlank(*line))
            return malformed("the line with rows, columns and entries cannot be read");
        if (rows > kMaxRows || columns > kMaxRows)
            return malformed(
                fmt::format("{} x {} is too large; at most 2^30 rows and columns are possible", rows, columns));
        // An entry takes at least four characters ("1 1" and a line end), which bounds what a header can promise.
        if (entries > m_text.size() / 4 + 1)
            return malformed(
                fmt::format("it promises {} entries, more than its {} bytes can hold", entries, m_text.size()));
        std::vector<Entry> list;
        list.reserve(m_isGeneral ? entries : 2 * entries);
        for (std::uint64_t i = 0; i < entries; ++i) {
            line = nextDataLine();
            if (!line)
                return malformed(fmt::format("it ends after {} of {} entries", i, entries));
            Entry entry{0, 0, 1};
            if (!takeWhole(*line, entry.row) || !takeWhole(*line, entry.column) ||
                (!m_isPattern && !takeNumber(*line, entry.value)) || !isBlank(*line))
                return malformed(m_isPattern ? "an entry is not \"row column\""
                                             : "an entry is not \"row column value\"");
            if (entry.row < 1 || entry.row > rows || entry.column < 1 || entry.column > columns)
                return malformed(
                    fmt::format("entry ({}, {}) lies outside of {} x {}", entry.row, entry.column, rows, columns));
            --entry.row;
            --entry.column;
            list.push_back(entry);
            if (!m_isGeneral && entry.row != entry.column) {
                if (entry.row >= columns || entry.column >= rows)
                    return malformed("a symmetric matrix must be square");
                list.push_back({entry.column, entry.row, m_isSkew ? -entry.value : entry.value});
            }
        }
        return compressed(rows, columns, list);
    }

private:
    Error malformed(const std::string &what) const
    {
        return usageError(fmt::format("'{}', line {}: not a usable Matrix Market file: {}", m_path, m_line, what));
    }

    Result<void> readBanner()
    {
        std::vector<std::string> words;
        std::string word;
        const std::optional<std::string_view> line = nextLine();
        for (const char c : std::string(line.value_or(std::string_view())) + " ") {
            if (c != ' ' && c != '\t')
                word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            else if (!word.empty())
                words.push_back(std::exchange(word, {}));
        }
        if (words.size() != 5 || words[0] != "%%matrixmarket" || words[1] != "matrix")
            return malformed("it does not begin with \"%%MatrixMarket matrix ...\"");
        if (words[2] != "coordinate")
            return malformed("only the coordinate format is taken; store a dense matrix as .npy");
        if (words[3] != "real" && words[3] != "double" && words[3] != "integer" && words[3] != "pattern")
            return malformed("only real, integer and pattern entries are taken, not " + words[3]);
        if (words[4] != "general" && words[4] != "symmetric" && words[4] != "skew-symmetric")
            return malformed("only general, symmetric and skew-symmetric matrices are taken, not " + words[4]);
        m_isPattern = words[3] == "pattern";
        m_isGeneral = words[4] == "general";
        m_isSkew = words[4] == "skew-symmetric";
        return {};
    }

    std::optional<std::string_view> nextLine()
    {
        if (m_at >= m_text.size())
            return std::nullopt;
        ++m_line;
        const std::size_t end = std::min(m_text.find('\n', m_at), m_text.size());
        std::string_view line = m_text.substr(m_at, end - m_at);
        m_at = end + 1;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        return line;
    }

    std::optional<std::string_view> nextDataLine()
    {
        for (std::optional<std::string_view> line = nextLine(); line; line = nextLine())
            if (!isBlank(*line) && line->front() != '%')
                return line;
        return std::nullopt;
    }

    static bool isBlank(std::string_view text) { return text.find_first_not_of(" \t") == std::string_view::npos; }

    template <typename Number>
    static bool take(std::string_view &text, Number &value)
    {
        const std::size_t begin = text.find_first_not_of(" \t");
        if (begin == std::string_view::npos)
            return false;
        text.remove_prefix(text[begin] == '+' ? begin + 1 : begin);
        const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
        const auto used = static_cast<std::size_t>(result.ptr - text.data());
        if (result.ec != std::errc{} || (used < text.size() && text[used] != ' ' && text[used] != '\t'))
            return false;
        text.remove_prefix(used);
        return true;
    }
    static bool takeWhole(std::string_view &text, std::uint64_t &value) { return take(text, value); }
    static bool takeNumber(std::string_view &text, double &value) { return take(text, value) && std::isfinite(value); }

    static CsrMatrix compressed(std::uint64_t rows, std::uint64_t columns, std::vector<Entry> &list)
    {
        CsrMatrix matrix;
        matrix.rows = rows;
        matrix.columns = columns;
        std::ranges::sort(
            list, [](const Entry &a, const Entry &b) { return a.row != b.row ? a.row < b.row : a.column < b.column; });
        matrix.rowPointers.assign(rows + 1, 0);
        matrix.columnOf.reserve(list.size());
        matrix.values.reserve(list.size());
        for (const Entry &entry : list) {
            ++matrix.rowPointers[entry.row + 1];
            matrix.columnOf.push_back(entry.column);
            matrix.values.push_back(entry.value);
        }
        std::partial_sum(matrix.rowPointers.begin(), matrix.rowPointers.end(), matrix.rowPointers.begin());
        return matrix;
    }

    std::string m_path;
    std::string_view m_text;
    std::size_t m_at = 0, m_line = 0;
    bool m_isPattern = false, m_isGeneral = true, m_isSkew = false;
};

Result<std::shared_ptr<const CsrMatrix>> loadMatrix(const std::string &path)
{
    const Result<std::shared_ptr<const RandomFile>> file = RandomFile::open(path);
    if (!file)
        return file.error();
    // Three buffers of a launch read one file: parse it once while any of them lives.
    static std::mutex mutex;
    static std::map<std::string, std::weak_ptr<const CsrMatrix>> cache;
    const std::lock_guard lock(mutex);
    std::erase_if(cache, [](const auto &entry) { return entry.second.expired(); });
    if (const auto it = cache.find((*file)->identity()); it != cache.end())
        if (std::shared_ptr<const CsrMatrix> shared = it->second.lock())
            return shared;
    if ((*file)->size() > kMaxFileBytes)
        return usageError(fmt::format("'{}' is larger than 4 GiB", path));
    std::string text((*file)->size(), '\0');
    text.resize((*file)->read(0, std::as_writable_bytes(std::span(text))));
    Result<CsrMatrix> matrix = MatrixReader(path, text).read();
    if (!matrix)
        return matrix.error();
    const auto shared = std::make_shared<const CsrMatrix>(*std::move(matrix));
    cache[(*file)->identity()] = shared;
    return shared;
}

template <typename Number>
Result<ContentPtr> partOf(const BufferValue &buffer, const std::shared_ptr<const CsrMatrix> &matrix,
                          const std::vector<Number> &part)
{
    const ScalarType scalar = buffer.element.scalar;
    const Contents &contents = buffer.contents;
    const std::uint64_t lanes = buffer.bytes / byteSize(scalar);
    if (lanes > part.size())
        return usageError(fmt::format("'{}' has {} {} ({} rows, {} columns, {} entries), fewer than the buffer's {}",
                                      contents.file, part.size(), contents.part, matrix->rows, matrix->columns,
                                      matrix->values.size(), lanes));
    for (const Number value : part)
        if (const Result<void> fits = checkFits(static_cast<double>(value), scalar,
                                                fmt::format("one of the {} in '{}'", contents.part, contents.file));
            !fits)
            return fits.error();
    return withType(scalar, [&]<typename Tag>(Tag) -> ContentPtr {
        using T = typename Tag::type;
        return makeLaneContent<T>(buffer.bytes, [matrix, &part](std::uint64_t first, std::span<T> out) {
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] = stored<T>(static_cast<double>(part[first + i]));
        });
    });
}

} // namespace

Result<std::shared_ptr<const BufferContent>> makeFromMatrixMarket(const BufferValue &buffer)
{
    static const std::vector<std::string> kParts{"row-pointers", "columns", "values"};
    const std::string &part = buffer.contents.part;
    if (std::ranges::find(kParts, part) == kParts.end())
        return usageError(part.empty()
                              ? fmt::format("'{}' needs a 'part': {}", buffer.contents.file, joined(kParts))
                              : fmt::format("'{}' is no part of a matrix{}", part, knownNamesText(part, kParts)));
    if (buffer.element.scalar == ScalarType::None)
        return usageError(
            fmt::format("a matrix holds numbers, but the buffer's elements are '{}'", buffer.element.name));
    const auto matrix = loadMatrix(buffer.contents.file);
    if (!matrix)
        return matrix.error();
    if (part == "row-pointers")
        return partOf(buffer, *matrix, (*matrix)->rowPointers);
    if (part == "columns")
        return partOf(buffer, *matrix, (*matrix)->columnOf);
    return partOf(buffer, *matrix, (*matrix)->values);
}

} // namespace clv::launch
