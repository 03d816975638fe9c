// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/launch.h"
#include "core/launch/roles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clv::launch {
namespace {

// Sizes at which one launch takes milliseconds on a CPU and a GPU has work for all its units.
constexpr std::uint64_t kElements = 1u << 20;     // one-dimensional, constant work per element
constexpr std::uint64_t kPairElements = 1u << 13; // every element meets every other
constexpr std::uint64_t kRows = 1u << 16;         // sparse rows or vertices
constexpr std::uint64_t kSide = 1024;             // side of an image or matrix
constexpr std::uint64_t kProductSide = 512;       // side of a matrix in a product: work grows with its cube
constexpr std::uint64_t kCubeSide = 128;

class Guesser {
public:
    explicit Guesser(const KernelSignature &signature) : m_signature(signature), m_roles(rolesOf(signature)) {}

    LaunchSpec run()
    {
        m_spec.kernel = m_signature.name;
        chooseDimensions();
        chooseLocal();
        m_isGraph = m_roles.first(BufferRole::RowPointers) && m_roles.first(BufferRole::Columns);
        chooseScalars();
        chooseGlobal();
        if (m_isGraph)
            m_spec.parameters.emplace_back(kEntriesPerRow, std::to_string(isSearch() ? 8 : 16));
        for (const KernelArgument &argument : m_signature.arguments)
            m_spec.arguments.emplace_back(argument.name, guess(argument));
        return std::move(m_spec);
    }

private:
    static constexpr const char *kEntriesPerRow = "entriesPerRow";

    void chooseDimensions()
    {
        std::uint32_t dimensions = std::clamp<std::uint32_t>(m_signature.workDimQueried, 1, 3);
        if (m_signature.requiredLocalSize)
            for (std::uint32_t d = 1; d < 3; ++d)
                if ((*m_signature.requiredLocalSize)[d] > 1)
                    dimensions = std::max(dimensions, d + 1);
        m_dimensions = dimensions;
    }

    void chooseLocal()
    {
        static constexpr std::array<std::array<std::uint64_t, 3>, 3> kUsual{{{256, 1, 1}, {16, 16, 1}, {8, 8, 4}}};
        for (std::uint32_t d = 0; d < m_dimensions; ++d)
            m_local[d] =
                m_signature.requiredLocalSize ? (*m_signature.requiredLocalSize)[d] : kUsual[m_dimensions - 1][d];
        m_spec.local.emplace();
        for (std::uint32_t d = 0; d < m_dimensions; ++d)
            m_spec.local->push_back(std::to_string(m_local[d]));
    }

    bool isSearch() const { return m_roles.first(BufferRole::Levels) || m_roles.first(BufferRole::Flags); }

    bool isPairwise() const
    {
        return hasStem(m_signature.name,
                       {"body", "bodies", "nbody", "pair", "force", "knn", "gravit", "attention", "dist"});
    }

    /// Two read-only buffers of floating numbers in two dimensions: a matrix product, most likely.
    bool isProduct() const
    {
        const auto readOnly = std::ranges::count_if(m_signature.arguments, [](const KernelArgument &argument) {
            return argument.kind == ArgumentKind::GlobalBuffer && argument.isConst &&
                   isFloating(argument.element.scalar);
        });
        return m_dimensions == 2 && readOnly >= 2;
    }

    std::uint64_t side() const { return m_dimensions == 3 ? kCubeSide : isProduct() ? kProductSide : kSide; }

    // ---- Scalars ----

    void chooseScalars()
    {
        using enum ScalarRole;
        m_width = m_roles.first(Width);
        m_height = m_roles.first(Height);
        m_depth = m_roles.first(Depth);
        m_size = primarySize();
        if (const auto m = m_roles.first(MatrixM); m && m_size && m_dimensions >= 2) {
            m_width = m_width ? m_width : m_size;
            m_height = m_height ? m_height : m;
        }
    }

    /// The scalar that counts the main data: named like one, and not the length of another buffer ("nseeds", "seeds").
    std::optional<std::string> primarySize() const
    {
        for (const auto &[name, role] : m_roles.scalars)
            if (role == ScalarRole::Size && !bufferCountedBy(name))
                return name;
        return m_roles.first(ScalarRole::Size);
    }

    /// "nseeds" counts the buffer "seeds".
    std::optional<std::string> bufferCountedBy(const std::string &scalar) const
    {
        if (scalar.size() < 3 || scalar.front() != 'n')
            return std::nullopt;
        const std::string rest = scalar.substr(scalar.starts_with("num_") ? 4 : scalar.starts_with("num") ? 3 : 1);
        const KernelArgument *argument = m_signature.argument(rest);
        const bool isBuffer = argument != nullptr && (argument->kind == ArgumentKind::GlobalBuffer ||
                                                      argument->kind == ArgumentKind::ConstantBuffer);
        return isBuffer ? std::optional(rest) : std::nullopt;
    }

    Expression integerValue(const std::string &name, ScalarRole role) const
    {
        using enum ScalarRole;
        switch (role) {
        case Size: {
            const auto counted = bufferCountedBy(name);
            // Constant memory is small: a size that counts a constant buffer stays so.
            if (counted && (name != m_size || m_signature.argument(*counted)->kind == ArgumentKind::ConstantBuffer))
                return m_roles.buffers.size() > 1 ? "16" : "1024";
            return std::to_string(m_isGraph && (name == m_size) && !m_height ? kRows : sizeFor());
        }
        case Width:
        case Height:
        case Depth:
        case MatrixM:
        case MatrixK: return std::to_string(m_isGraph ? kRows : m_dimensions == 1 && !m_height ? kElements : side());
        case Pitch: return m_width ? *m_width : m_size && m_dimensions > 1 ? *m_size : "global[0]";
        case Zero: return "0";
        case One: return "1";
        case Iterations: return "100";
        case Radius: return "2";
        case Taps: return "16";
        case Bins: return "256";
        case Last: return "255";
        case LocalSize: return "local[0]";
        case Seed: return "42";
        case Other: break;
        }
        return "16";
    }

    std::uint64_t sizeFor() const
    {
        if (m_isGraph)
            return kRows;
        return m_dimensions > 1 ? side() : isPairwise() ? kPairElements : kElements;
    }

    static Expression floatingValue(const std::string &name)
    {
        if (hasStem(name, {"eps", "soft", "tol", "dt", "delta", "damp"}))
            return "0.01";
        if (hasStem(name, {"limit", "thresh", "cut", "prob", "mix", "t"}))
            return "0.5";
        if (name == "a" || hasStem(name, {"alpha", "scale", "factor", "gain"}))
            return "2";
        return "1";
    }

    // ---- Range ----

    Expression rounded(const Expression &extent, std::uint64_t local) const
    {
        return local == 1 ? extent : fmt::format("roundUp({}, {})", extent, local);
    }

    void chooseGlobal()
    {
        if (m_dimensions == 1) {
            m_spec.global = {oneDimension()};
            return;
        }
        const std::array<std::optional<std::string>, 3> extents{m_width ? m_width : m_size,
                                                                m_height ? m_height
                                                                : m_size ? m_size
                                                                         : m_width,
                                                                m_depth ? m_depth : m_size};
        for (std::uint32_t d = 0; d < m_dimensions; ++d)
            m_spec.global.push_back(extents[d] ? rounded(*extents[d], m_local[d])
                                               : std::to_string((side() + m_local[d] - 1) / m_local[d] * m_local[d]));
    }

    Expression oneDimension() const
    {
        if (m_isGraph) {
            const bool isRowPerGroupOfLanes = hasStem(m_signature.name, {"vector", "warp", "wave"});
            const auto rows = rowCount();
            if (rows)
                return rounded(isRowPerGroupOfLanes ? "32*" + *rows : *rows, m_local[0]);
            return std::to_string(kRows / m_local[0] * m_local[0]);
        }
        if (m_size)
            return rounded(*m_size, m_local[0]);
        if (m_width && m_height) // one work-item a pixel, or a row when the words are rows and columns
            return rounded(hasStem(*m_height, {"row", "nrow"}) ? *m_height : fmt::format("{}*{}", *m_width, *m_height),
                           m_local[0]);
        if (m_width || m_height)
            return rounded(m_width ? *m_width : *m_height, m_local[0]);
        return std::to_string(kElements / m_local[0] * m_local[0]);
    }

    std::optional<std::string> rowCount() const { return m_height ? m_height : m_size; }

    /// Elements of a buffer that has one for each work-item of the problem.
    Expression mainCount() const
    {
        if (m_isGraph)
            return rowCount().value_or("global");
        if (m_dimensions == 1 && m_size)
            return *m_size;
        Expression product;
        const std::array<std::optional<std::string>, 3> extents{m_width ? m_width : m_size,
                                                                m_height ? m_height
                                                                : m_size ? m_size
                                                                         : m_width,
                                                                m_depth ? m_depth : m_size};
        if (m_dimensions == 1)
            return m_width && m_height ? fmt::format("{}*{}", *m_width, *m_height)
                   : m_width           ? *m_width
                                       : m_height.value_or("global");
        for (std::uint32_t d = 0; d < m_dimensions; ++d)
            product += (d == 0 ? "" : "*") + extents[d].value_or(fmt::format("global[{}]", d));
        return product;
    }

    // ---- Arguments ----

    ArgumentSpec guess(const KernelArgument &argument)
    {
        switch (argument.kind) {
        case ArgumentKind::Scalar: return scalar(argument);
        case ArgumentKind::GlobalBuffer:
        case ArgumentKind::ConstantBuffer: return buffer(argument);
        case ArgumentKind::LocalBuffer: return LocalSpec{localCount(argument)};
        case ArgumentKind::Struct:
            return BytesSpec{std::vector<std::uint8_t>(
                static_cast<std::size_t>(std::min<std::uint64_t>(argument.element.bytes, 65536)))};
        case ArgumentKind::Image: {
            const std::string size = std::to_string(kSide);
            return ImageSpec{m_width.value_or(size), m_height.value_or(size), "1", {}};
        }
        case ArgumentKind::Sampler: return SamplerSpec{};
        case ArgumentKind::Unknown: break;
        }
        return {};
    }

    ArgumentSpec scalar(const KernelArgument &argument) const
    {
        Expression value = "1";
        if (isFloating(argument.element.scalar))
            value = floatingValue(argument.name);
        else
            for (const auto &[name, role] : m_roles.scalars)
                if (name == argument.name)
                    value = fitted(integerValue(name, role), argument.element.scalar);
        return ScalarSpec{std::vector<Expression>(std::max<std::uint32_t>(1, argument.element.width), value)};
    }

    /// Small types hold small numbers: an 8- or 16-bit size takes the largest power of two that fits.
    static Expression fitted(const Expression &value, ScalarType type)
    {
        const std::uint32_t bits = 8 * byteSize(type) - (isSigned(type) ? 1 : 0);
        if (bits >= 31)
            return value;
        const std::uint64_t limit = std::uint64_t{1} << bits;
        if (!std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; }))
            return fmt::format("min({}, {})", value, limit - 1);
        if (std::stoull(value) < limit)
            return value;
        return std::to_string(std::uint64_t{1} << (bits - 1));
    }

    Expression localCount(const KernelArgument &argument) const
    {
        Expression items = "local";
        if (m_dimensions > 1)
            items = m_dimensions == 2 ? "local[0]*local[1]" : "local[0]*local[1]*local[2]";
        const std::vector<std::string> needMargin{"scan", "prefix", "win", "halo", "pad", "stencil", "smooth", "conv"};
        const bool hasMargin = hasStem(argument.name, needMargin) || hasStem(m_signature.name, needMargin);
        return hasMargin ? "2*" + items : items;
    }

    ArgumentSpec buffer(const KernelArgument &argument)
    {
        BufferRole role = BufferRole::Data;
        for (const auto &[name, candidate] : m_roles.buffers)
            if (name == argument.name)
                role = candidate;
        BufferSpec spec{countFor(argument, role), contentsFor(argument, role)};
        // 64 KiB is the least that OpenCL devices offer (CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, OpenCL 1.2 section 4.2).
        if (argument.kind == ArgumentKind::ConstantBuffer && argument.element.bytes > 0)
            spec.count =
                fmt::format("min({}, {})", spec.count, std::max<std::uint64_t>(1, 65536 / argument.element.bytes));
        if (spec.contents.kind == ContentsKind::Uniform || spec.contents.kind == ContentsKind::Permutation)
            spec.contents.seed = ++m_seed;
        return spec;
    }

    Expression countFor(const KernelArgument &argument, BufferRole role) const
    {
        const std::string entries = mainCount() + "*" + kEntriesPerRow;
        switch (role) {
        case BufferRole::RowPointers: return m_isGraph ? mainCount() + " + 1" : mainCount();
        case BufferRole::Columns:
        case BufferRole::Entries: return m_isGraph ? entries : mainCount();
        case BufferRole::Counter: return "1";
        case BufferRole::Bins: return m_roles.first(ScalarRole::Bins).value_or("256");
        case BufferRole::Filter: return filterCount();
        case BufferRole::Table:
            if (const auto last = m_roles.first(ScalarRole::Last))
                return *last + " + 1";
            for (const auto &[name, scalarRole] : m_roles.scalars)
                if (bufferCountedBy(name) == argument.name)
                    return name;
            return "256";
        case BufferRole::Partials: return m_dimensions == 1 ? "ceilDiv(global, local)" : mainCount();
        default: break;
        }
        for (const auto &[name, scalarRole] : m_roles.scalars)
            if (bufferCountedBy(name) == argument.name)
                return name;
        return productCount(argument).value_or(mainCount());
    }

    Expression filterCount() const
    {
        const std::string power = m_dimensions > 1 ? "^2" : "";
        if (const auto taps = m_roles.first(ScalarRole::Taps))
            return *taps + power;
        if (const auto radius = m_roles.first(ScalarRole::Radius))
            return fmt::format("(2*{} + 1){}", *radius, power);
        return "64";
    }

    /// C = A * B with m, n, k: A is m x k, B is k x n, C is m x n.
    std::optional<Expression> productCount(const KernelArgument &argument) const
    {
        const auto m = m_roles.first(ScalarRole::MatrixM), k = m_roles.first(ScalarRole::MatrixK);
        if (!m || !k || !m_size || m_dimensions != 2)
            return std::nullopt;
        int position = 0;
        for (const KernelArgument &other : m_signature.arguments) {
            if (other.kind != ArgumentKind::GlobalBuffer || !other.isConst)
                continue;
            ++position;
            if (other.name == argument.name)
                return position == 1 ? fmt::format("{}*{}", *m, *k) : fmt::format("{}*{}", *k, *m_size);
        }
        return fmt::format("{}*{}", *m, *m_size);
    }

    ContentsSpec contentsFor(const KernelArgument &argument, BufferRole role) const
    {
        // Structs may hold pointers, and zero is the only value that is safe for one.
        if (argument.element.scalar == ScalarType::None)
            return {};
        switch (role) {
        case BufferRole::RowPointers:
            if (m_isGraph)
                return withParameters(ContentsKind::CsrRowPointers, {{"rows", mainCount()}, {"mean", kEntriesPerRow}});
            return indexContents(argument);
        case BufferRole::Columns:
            if (m_isGraph)
                return withParameters(ContentsKind::CsrColumns,
                                      {{"columns", columnCount()}, {"rows", mainCount()}, {"mean", kEntriesPerRow}});
            return indexContents(argument);
        case BufferRole::Levels:
            if (m_isGraph)
                return withParameters(ContentsKind::BfsLevels, {{"active", "0.1"}, {"level", levelValue()}});
            return {};
        case BufferRole::Index: return indexContents(argument);
        case BufferRole::Flags: return withParameters(ContentsKind::Uniform, {{"low", "0"}, {"high", "1"}});
        case BufferRole::Output:
        case BufferRole::Counter:
        case BufferRole::Bins:
        case BufferRole::Partials: return {};
        default: break;
        }
        return dataContents(argument);
    }

    Expression columnCount() const { return m_height && m_width ? *m_width : mainCount(); }

    Expression levelValue() const
    {
        for (const auto &[name, role] : m_roles.scalars)
            if (role == ScalarRole::Zero && hasStem(name, {"level", "depth", "cur", "iter"}))
                return name;
        return "0";
    }

    ContentsSpec indexContents(const KernelArgument &argument) const
    {
        const std::uint32_t bytes = byteSize(argument.element.scalar);
        if (bytes >= 4)
            return withParameters(ContentsKind::Permutation, {});
        const std::uint32_t bits = 8 * bytes - (isSigned(argument.element.scalar) ? 1 : 0);
        return withParameters(ContentsKind::Uniform,
                              {{"low", "0"}, {"high", fmt::format("min({}, count - 1)", (1u << bits) - 1)}});
    }

    ContentsSpec dataContents(const KernelArgument &argument) const
    {
        if (isFloating(argument.element.scalar))
            return withParameters(ContentsKind::Uniform, {{"low", "0"}, {"high", "1"}});
        if (const auto bins = m_roles.first(ScalarRole::Bins); bins && byteSize(argument.element.scalar) > 1)
            return withParameters(ContentsKind::Uniform, {{"low", "0"}, {"high", *bins + " - 1"}});
        const bool isChar = argument.element.scalar == ScalarType::Char;
        const bool isByte = byteSize(argument.element.scalar) == 1 || m_roles.first(BufferRole::Bins);
        return withParameters(ContentsKind::Uniform, {{"low", "0"},
                                                      {"high", isChar   ? "127"
                                                               : isByte ? "255"
                                                                        : "1023"}});
    }

    static ContentsSpec withParameters(ContentsKind kind, std::map<std::string, Expression> parameters)
    {
        ContentsSpec contents;
        contents.kind = kind;
        contents.parameters = std::move(parameters);
        return contents;
    }

    const KernelSignature &m_signature;
    RoleNames m_roles;
    LaunchSpec m_spec;
    std::uint32_t m_dimensions = 1;
    Size3 m_local;
    bool m_isGraph = false;
    std::uint64_t m_seed = 0;
    std::optional<std::string> m_size, m_width, m_height, m_depth;
};

} // namespace

LaunchSpec guessLaunch(const KernelSignature &signature)
{
    return Guesser(signature).run();
}

} // namespace clv::launch
