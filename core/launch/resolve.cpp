// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/convert.h"
#include "core/launch/expression.h"
#include "core/launch/launch.h"
#include "core/launch/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace clv::launch {
namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 53;

/// Turns one spec into numbers. Names are evaluated when first asked for, so their order in the file does not matter
/// and a circle is found where it closes.
class Resolver {
public:
    Resolver(const LaunchSpec &spec, const KernelSignature &signature, const std::string &folder)
        : m_spec(spec), m_signature(signature), m_folder(folder)
    {
        m_scope.value = [this](const std::string &name) { return value(name); };
        m_scope.names = [this] { return names(); };
    }

    Result<Launch> run()
    {
        if (const Result<void> checked = checkNames(); !checked)
            return checked.error();
        m_launch.kernel = m_signature.name;
        m_launch.buildOptions.words = m_spec.buildOptions;
        if (const Result<void> resolved = resolveRange(); !resolved)
            return resolved.error();
        for (const KernelArgument &argument : m_signature.arguments) {
            Result<LaunchArgument> resolved = resolveArgument(argument);
            if (!resolved)
                return resolved.error();
            m_launch.arguments.push_back(*std::move(resolved));
        }
        // A parameter that nothing uses may still be wrong; its author wants to know.
        for (const auto &parameter : m_spec.parameters)
            if (const auto checked = value(parameter.first); !checked)
                return checked.error();
        return std::move(m_launch);
    }

private:
    static Error at(const std::string &what, const Error &error)
    {
        Error outer = error;
        outer.message = what + ": " + error.message;
        return outer;
    }

    const ArgumentSpec *specOf(const std::string &name) const
    {
        const auto it = std::ranges::find(m_spec.arguments, name, &std::pair<std::string, ArgumentSpec>::first);
        return it == m_spec.arguments.end() ? nullptr : &it->second;
    }

    Result<void> checkNames()
    {
        if (!m_spec.kernel.empty() && m_spec.kernel != m_signature.name)
            return usageError(
                fmt::format("the launch is for kernel '{}', not for '{}'", m_spec.kernel, m_signature.name));
        std::vector<std::string> known;
        for (const KernelArgument &argument : m_signature.arguments)
            known.push_back(argument.name);
        std::set<std::string> seen;
        for (const auto &[name, argument] : m_spec.arguments) {
            if (m_signature.argument(name) == nullptr)
                return usageError(fmt::format("kernel '{}' has no argument '{}'{}", m_signature.name, name,
                                              knownNamesText(name, known)));
            if (!seen.insert(name).second)
                return usageError(fmt::format("argument '{}' is given twice", name));
        }
        for (const auto &[name, expression] : m_spec.parameters)
            if (m_signature.argument(name) != nullptr)
                return usageError(
                    fmt::format("parameter '{}' has the name of an argument of kernel '{}'; choose another", name,
                                m_signature.name));
        return {};
    }

    std::vector<std::string> names() const
    {
        std::vector<std::string> known;
        for (const KernelArgument &argument : m_signature.arguments)
            if (argument.kind == ArgumentKind::Scalar && argument.element.width == 1)
                known.push_back(argument.name);
        for (const auto &parameter : m_spec.parameters)
            known.push_back(parameter.first);
        if (m_count)
            known.emplace_back("count");
        for (const char *size : {"global", "local", "offset"})
            known.emplace_back(size);
        return known;
    }

    Result<std::optional<double>> value(const std::string &asked)
    {
        if (asked == "count" && m_count && m_signature.argument(asked) == nullptr)
            return std::optional<double>(*m_count);
        const bool isPlainSize = asked == "global" || asked == "local" || asked == "offset";
        const bool isArgument = m_signature.argument(asked) != nullptr;
        const std::string name = isPlainSize && !isArgument ? asked + "[0]" : asked;
        if (const auto it = m_values.find(name); it != m_values.end())
            return std::optional<double>(it->second);
        if (const auto open = std::ranges::find(m_open, name); open != m_open.end()) {
            std::string circle;
            for (auto it = open; it != m_open.end(); ++it)
                circle += "'" + *it + "' needs ";
            return usageError(fmt::format("values refer to each other in a circle: {}'{}'", circle, name));
        }
        m_open.push_back(name);
        const std::optional<double> count = std::exchange(m_count, std::nullopt); // of no concern to other expressions
        Result<std::optional<double>> result = compute(name);
        m_count = count;
        m_open.pop_back();
        if (result && *result)
            m_values[name] = **result;
        return result;
    }

    Result<std::optional<double>> compute(const std::string &name)
    {
        if (const KernelArgument *argument = m_signature.argument(name)) {
            if (argument->kind != ArgumentKind::Scalar || argument->element.width != 1)
                return usageError(
                    fmt::format("'{}' is no scalar argument, so it has no value to calculate with", name));
            const ArgumentSpec *spec = specOf(name);
            const auto *scalar = spec == nullptr ? nullptr : std::get_if<ScalarSpec>(spec);
            if (scalar == nullptr || scalar->lanes.size() != 1)
                return missing(*argument);
            const Result<double> number = evaluateIn(scalar->lanes.front(), m_scope);
            return number ? Result<std::optional<double>>(*number)
                          : at(fmt::format("argument '{}'", name), number.error());
        }
        for (const auto &[parameter, expression] : m_spec.parameters) {
            if (parameter != name)
                continue;
            const Result<double> number = evaluateIn(expression, m_scope);
            return number ? Result<std::optional<double>>(*number)
                          : at(fmt::format("parameter '{}'", name), number.error());
        }
        for (std::size_t d = 0; d < 3; ++d) {
            const std::string index = "[" + std::to_string(d) + "]";
            if (name == "global" + index)
                return sizeValue(globalAt(d));
            if (name == "local" + index)
                return sizeValue(localAt(d));
            if (name == "offset" + index)
                return sizeValue(offsetAt(d));
        }
        return std::optional<double>();
    }

    static Result<std::optional<double>> sizeValue(const Result<std::uint64_t> &size)
    {
        if (!size)
            return size.error();
        return std::optional<double>(static_cast<double>(*size));
    }

    Result<std::uint64_t> globalAt(std::size_t d) { return extent("global size", m_spec.global, d, 1); }
    Result<std::uint64_t> offsetAt(std::size_t d) { return extent("global offset", m_spec.offset, d, 0); }

    Result<std::uint64_t> localAt(std::size_t d)
    {
        if (m_spec.local)
            return extent("local size", *m_spec.local, d, 1);
        if (m_signature.requiredLocalSize)
            return (*m_signature.requiredLocalSize)[d];
        Size3 global;
        for (std::size_t i = 0; i < 3; ++i) {
            const Result<std::optional<double>> size = value("global[" + std::to_string(i) + "]");
            if (!size)
                return size.error();
            global[i] = static_cast<std::uint64_t>(**size);
        }
        return chosenLocal(global)[d];
    }

    /// Powers of two that divide the global size: 256; 16 x 16; 8 x 8 x 4, by the number of dimensions that are used.
    static Size3 chosenLocal(const Size3 &global)
    {
        const auto used = std::ranges::count_if(global.v, [](std::uint64_t size) { return size > 1; });
        Size3 local;
        int position = 0;
        for (std::size_t d = 0; d < 3; ++d) {
            if (global[d] <= 1)
                continue;
            const std::uint64_t limit = used == 1 ? 256 : used == 2 ? 16 : position < 2 ? 8 : 4;
            ++position;
            while (local[d] < limit && global[d] % (2 * local[d]) == 0)
                local[d] *= 2;
        }
        return local;
    }

    Result<std::uint64_t> extent(const char *what, const std::vector<Expression> &sizes, std::size_t d,
                                 std::uint64_t fallback)
    {
        if (d >= sizes.size())
            return fallback;
        const Result<std::uint64_t> size = evaluateSizeIn(sizes[d], m_scope);
        if (!size)
            return at(what, size.error());
        if (*size == 0 && fallback == 1)
            return usageError(fmt::format("{}: \"{}\" is 0; it must be at least 1", what, sizes[d]));
        return size;
    }

    Result<void> resolveRange()
    {
        const std::size_t dimensions = m_spec.global.size();
        if (dimensions < 1 || dimensions > 3)
            return usageError(fmt::format("the global size has {} dimensions; 1 to 3 are possible", dimensions));
        const auto mismatch = [&](const char *what, std::size_t count) {
            return usageError(fmt::format("the {} has {} dimension{}, but the global size has {}", what, count,
                                          count == 1 ? "" : "s", dimensions));
        };
        if (m_spec.local && m_spec.local->size() != dimensions)
            return mismatch("local size", m_spec.local->size());
        if (!m_spec.offset.empty() && m_spec.offset.size() != dimensions)
            return mismatch("global offset", m_spec.offset.size());
        NDRange &range = m_launch.ndrange;
        range.workDim = static_cast<std::uint32_t>(dimensions);
        double items = 1, groupItems = 1;
        for (std::size_t d = 0; d < 3; ++d) {
            const std::string index = "[" + std::to_string(d) + "]";
            for (auto [name, into] : {std::pair{"global", &range.global}, std::pair{"local", &range.local},
                                      std::pair{"offset", &range.offset}}) {
                const Result<std::optional<double>> size = value(name + index);
                if (!size)
                    return size.error();
                (*into)[d] = static_cast<std::uint64_t>(**size);
            }
            items *= static_cast<double>(range.global[d]);
            groupItems *= static_cast<double>(range.local[d]);
        }
        if (items > 0x1p53 || groupItems > 0x1p53)
            return usageError("the launch has more than 2^53 work-items; make it smaller");
        return {};
    }

    Error missing(const KernelArgument &argument) const
    {
        return usageError(fmt::format(
            "argument '{}' ({}) of kernel '{}' {}", argument.name, argument.typeName, m_signature.name,
            specOf(argument.name) == nullptr ? "has no value in the launch; give it " + needed(argument.kind)
                                             : "needs " + needed(argument.kind)));
    }

    static std::string needed(ArgumentKind kind)
    {
        switch (kind) {
        case ArgumentKind::GlobalBuffer:
        case ArgumentKind::ConstantBuffer: return "a buffer: { \"count\": ..., \"contents\": ... }";
        case ArgumentKind::LocalBuffer: return "a size of local memory in elements: { \"local\": ... }";
        case ArgumentKind::Scalar: return "a number or an expression";
        case ArgumentKind::Struct: return "its bytes: { \"bytes\": [...] }";
        case ArgumentKind::Image: return "an image: { \"width\": ..., \"height\": ... }";
        case ArgumentKind::Sampler: return "{ \"sampler\": true }";
        case ArgumentKind::Unknown: break;
        }
        return "a type that can be launched; this one is not supported";
    }

    Result<LaunchArgument> resolveArgument(const KernelArgument &argument)
    {
        LaunchArgument resolved;
        resolved.name = argument.name;
        resolved.kind = argument.kind;
        const ArgumentSpec *spec = specOf(argument.name);
        if (spec == nullptr)
            return missing(argument);
        Result<void> done;
        const bool isBuffer =
            argument.kind == ArgumentKind::GlobalBuffer || argument.kind == ArgumentKind::ConstantBuffer;
        if (const auto *buffer = std::get_if<BufferSpec>(spec); buffer != nullptr && isBuffer)
            done = resolveBuffer(argument, *buffer, resolved);
        else if (const auto *scalar = std::get_if<ScalarSpec>(spec);
                 scalar != nullptr && argument.kind == ArgumentKind::Scalar)
            done = resolveScalar(argument, *scalar, resolved);
        else if (const auto *local = std::get_if<LocalSpec>(spec);
                 local != nullptr && argument.kind == ArgumentKind::LocalBuffer)
            done = resolveLocal(argument, *local, resolved);
        else if (const auto *bytes = std::get_if<BytesSpec>(spec);
                 bytes != nullptr && argument.kind == ArgumentKind::Struct)
            done = resolveStruct(argument, *bytes, resolved);
        else if (const auto *image = std::get_if<ImageSpec>(spec);
                 image != nullptr && argument.kind == ArgumentKind::Image)
            done = resolveImage(*image, resolved);
        else if (std::holds_alternative<SamplerSpec>(*spec) && argument.kind == ArgumentKind::Sampler)
            resolved.value = SamplerValue{};
        else
            return missing(argument);
        if (!done)
            return done.error().message.starts_with("argument '")
                       ? done.error()
                       : at(fmt::format("argument '{}'", argument.name), done.error());
        return resolved;
    }

    Result<std::uint64_t> bytesFor(const Expression &count, const KernelArgument &argument)
    {
        const Result<std::uint64_t> elements = evaluateSizeIn(count, m_scope);
        if (!elements)
            return at("count", elements.error());
        if (*elements == 0)
            return usageError(fmt::format("count \"{}\" is 0; a buffer needs at least one element", count));
        const std::uint64_t size = std::max<std::uint64_t>(1, argument.element.bytes);
        if (*elements > kMaxBytes / size)
            return usageError(fmt::format("count \"{}\" makes more than 2^53 bytes", count));
        return *elements * size;
    }

    Result<void> resolveBuffer(const KernelArgument &argument, const BufferSpec &spec, LaunchArgument &resolved)
    {
        const Result<std::uint64_t> bytes = bytesFor(spec.count, argument);
        if (!bytes)
            return bytes.error();
        BufferValue buffer;
        buffer.element = argument.element;
        buffer.bytes = *bytes;
        const double count = static_cast<double>(*bytes / std::max<std::uint64_t>(1, argument.element.bytes));
        Result<Contents> contents = resolveContents(spec.contents, count);
        if (!contents)
            return contents.error();
        buffer.contents = *std::move(contents);
        resolved.value = std::move(buffer);
        return {};
    }

    Result<Contents> resolveContents(const ContentsSpec &spec, double count)
    {
        Contents contents;
        contents.kind = spec.kind;
        contents.seed = spec.seed;
        contents.part = spec.part;
        contents.file = spec.file.empty() || spec.file.starts_with('/') || m_folder.empty()
                            ? spec.file
                            : m_folder + "/" + spec.file;
        m_count = count;
        for (const auto &[name, expression] : spec.parameters) {
            const Result<double> number = evaluateIn(expression, m_scope);
            if (!number) {
                m_count.reset();
                return at(fmt::format("contents, '{}'", name), number.error());
            }
            contents.parameters[name] = *number;
        }
        m_count.reset();
        return contents;
    }

    Result<void> resolveScalar(const KernelArgument &argument, const ScalarSpec &spec, LaunchArgument &resolved)
    {
        const ElementType &type = argument.element;
        if (type.scalar == ScalarType::None)
            return usageError(fmt::format("values of type {} are not supported", argument.typeName));
        // One value for all lanes, as a vector initialised by a scalar has in OpenCL C.
        if (spec.lanes.size() != type.width && spec.lanes.size() != 1)
            return usageError(fmt::format("{} has {} lane{}, but {} values are given", argument.typeName, type.width,
                                          type.width == 1 ? "" : "s", spec.lanes.size()));
        ScalarValue scalar;
        scalar.type = type;
        for (std::uint32_t lane = 0; lane < type.width; ++lane) {
            const Expression &expression = spec.lanes[spec.lanes.size() == 1 ? 0 : lane];
            const Result<double> number =
                type.width == 1 ? scalarNumber(argument.name) : evaluateIn(expression, m_scope);
            if (!number)
                return number.error();
            const std::string what = type.width == 1 ? fmt::format("argument '{}'", argument.name)
                                                     : fmt::format("argument '{}', lane {}", argument.name, lane);
            const Result<std::vector<std::byte>> bytes = laneBytes(expression, *number, type.scalar, what);
            if (!bytes)
                return bytes.error();
            scalar.lanes.push_back(*number);
            scalar.bytes.insert(scalar.bytes.end(), bytes->begin(), bytes->end());
        }
        scalar.bytes.resize(std::max<std::size_t>(scalar.bytes.size(), type.bytes)); // 3-vectors are padded to 4
        resolved.value = std::move(scalar);
        return {};
    }

    Result<double> scalarNumber(const std::string &name)
    {
        const Result<std::optional<double>> number = value(name);
        if (!number)
            return number.error();
        return **number;
    }

    Result<void> resolveLocal(const KernelArgument &argument, const LocalSpec &spec, LaunchArgument &resolved)
    {
        const Result<std::uint64_t> bytes = bytesFor(spec.count, argument);
        if (!bytes)
            return bytes.error();
        resolved.value = LocalValue{*bytes};
        return {};
    }

    static Result<void> resolveStruct(const KernelArgument &argument, const BytesSpec &spec, LaunchArgument &resolved)
    {
        if (spec.bytes.size() != argument.element.bytes)
            return usageError(fmt::format("{} has {} bytes, but {} are given", argument.typeName,
                                          argument.element.bytes, spec.bytes.size()));
        StructValue value;
        for (const std::uint8_t byte : spec.bytes)
            value.bytes.push_back(std::byte{byte});
        resolved.value = std::move(value);
        return {};
    }

    Result<void> resolveImage(const ImageSpec &spec, LaunchArgument &resolved)
    {
        ImageValue image;
        double pixels = 1;
        for (auto [name, expression, into] :
             {std::tuple{"width", &spec.width, &image.width}, std::tuple{"height", &spec.height, &image.height},
              std::tuple{"depth", &spec.depth, &image.depth}}) {
            const Result<std::uint64_t> size =
                expression->empty() ? Result<std::uint64_t>(std::uint64_t{1}) : evaluateSizeIn(*expression, m_scope);
            if (!size)
                return at(name, size.error());
            if (*size == 0)
                return usageError(fmt::format("{} \"{}\" is 0; it must be at least 1", name, *expression));
            *into = *size;
            pixels *= static_cast<double>(*size);
        }
        if (pixels > 0x1p48)
            return usageError("the image has more than 2^48 pixels");
        Result<Contents> contents = resolveContents(spec.contents, pixels);
        if (!contents)
            return contents.error();
        image.contents = *std::move(contents);
        resolved.value = std::move(image);
        return {};
    }

    const LaunchSpec &m_spec;
    const KernelSignature &m_signature;
    const std::string &m_folder;
    Scope m_scope;
    std::map<std::string, double> m_values;
    std::vector<std::string> m_open; ///< names being evaluated, outermost first
    std::optional<double> m_count;   ///< elements of the buffer whose contents are being resolved
    Launch m_launch;
};

} // namespace

Result<Launch> resolve(const LaunchSpec &spec, const KernelSignature &signature, const std::string &folder)
{
    return Resolver(spec, signature, folder).run();
}

} // namespace clv::launch
