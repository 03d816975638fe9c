// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/keys.h"

#include "core/support/hash.h"

#include <filesystem>
#include <span>
#include <type_traits>

namespace clv::study {

namespace {

class Key {
public:
    void add(std::string_view text)
    {
        add(static_cast<std::uint64_t>(text.size()));
        m_value = hashText(text, m_value);
    }
    void add(std::span<const std::byte> bytes) { m_value = hashBytes(bytes, m_value); }
    template <typename Number>
        requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
    void add(Number number)
    {
        add(std::as_bytes(std::span<const Number, 1>(&number, 1)));
    }
    void addFile(const std::string &path)
    {
        std::error_code error;
        add(path);
        add(static_cast<std::uint64_t>(std::filesystem::file_size(path, error)));
        add(static_cast<std::int64_t>(std::filesystem::last_write_time(path, error).time_since_epoch().count()));
    }
    void add(const Size3 &size)
    {
        for (std::uint64_t n : size.v)
            add(n);
    }
    [[nodiscard]] std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = hashText("");
};

void addContents(Key &key, const Contents &contents)
{
    key.add(contents.kind);
    for (const auto &[name, number] : contents.parameters) {
        key.add(name);
        key.add(number);
    }
    key.add(contents.seed);
    if (!contents.file.empty())
        key.addFile(contents.file);
}

struct AddValue {
    Key &key;
    void operator()(std::monostate) const { key.add(0); }
    void operator()(const SamplerValue &) const { key.add(1); }
    void operator()(const ScalarValue &value) const { key.add(std::span<const std::byte>(value.bytes)); }
    void operator()(const StructValue &value) const { key.add(std::span<const std::byte>(value.bytes)); }
    void operator()(const LocalValue &value) const { key.add(value.bytes); }
    void operator()(const BufferValue &value) const
    {
        key.add(value.bytes);
        addContents(key, value.contents);
    }
    void operator()(const ImageValue &value) const
    {
        key.add(value.width);
        key.add(value.height);
        key.add(value.depth);
        addContents(key, value.contents);
    }
};

} // namespace

std::uint64_t sourceKey(const frontend::SourceText &source, const BuildOptions &options,
                        const std::vector<std::string> &includedFiles)
{
    Key key;
    key.add(source.path);
    key.add(source.text);
    for (const std::string &word : options.words)
        key.add(word);
    for (const std::string &file : includedFiles)
        key.addFile(file);
    return key.value();
}

std::uint64_t launchKey(const Launch &launch)
{
    Key key;
    key.add(launch.kernel);
    key.add(launch.ndrange.workDim);
    key.add(launch.ndrange.global);
    key.add(launch.ndrange.local);
    key.add(launch.ndrange.offset);
    for (const LaunchArgument &argument : launch.arguments) {
        key.add(argument.name);
        key.add(argument.value.index());
        std::visit(AddValue{key}, argument.value);
    }
    return key.value();
}

} // namespace clv::study
