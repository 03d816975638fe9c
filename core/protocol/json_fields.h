// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to core/protocol: one list of fields per type serves both directions.

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace clv::json_fields {

using nlohmann::json;

/// A field that is missing where it must not be, or of the wrong type; `what()` names it with its path.
struct FieldError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <typename T> struct IsOptional : std::false_type {};
template <typename T> struct IsOptional<std::optional<T>> : std::true_type {};

/// Writes members; numbers that are not finite and empty optionals are left out.
struct Writer {
    json &target;

    template <typename T>
    void operator()(const char *key, const T &value) const
    {
        if constexpr (IsOptional<T>::value) {
            if (value)
                (*this)(key, *value);
        } else if constexpr (std::is_floating_point_v<T>) {
            if (std::isfinite(value))
                target[key] = value;
        } else {
            target[key] = value;
        }
    }
};

/// Reads members that are there; the others keep their defaults.
struct Reader {
    const json &source;

    template <typename T>
    void operator()(const char *key, T &value) const
    {
        const auto it = source.find(key);
        if (it == source.end() || it->is_null())
            return;
        try {
            if constexpr (IsOptional<T>::value)
                value = it->template get<typename T::value_type>();
            else
                it->get_to(value);
        } catch (const FieldError &inner) {
            throw FieldError(std::string(key) + '.' + inner.what());
        } catch (const json::exception &) {
            throw FieldError(std::string(key) + " has the wrong type (" + it->type_name() + ")");
        }
    }
};

/// Enumerations travel as words. `Table` is an array of pairs {value, word}.
template <typename Enum, std::size_t N>
const char *wordOf(Enum value, const std::pair<Enum, const char *> (&table)[N])
{
    for (const auto &[candidate, word] : table)
        if (candidate == value)
            return word;
    return "unknown";
}

template <typename Enum, std::size_t N>
Enum valueOf(const json &source, const std::pair<Enum, const char *> (&table)[N])
{
    const std::string &wanted = source.get_ref<const std::string &>();
    for (const auto &[value, word] : table)
        if (wanted == word)
            return value;
    return Enum{};
}

std::string toHex(const std::vector<std::byte> &bytes);
std::vector<std::byte> fromHex(const std::string &text);
std::string toBase64(const std::string &bytes);
std::string fromBase64(const std::string &text);
bool isUtf8(const std::string &bytes);

} // namespace clv::json_fields

/// Defines to_json and from_json of `Type` from a generic lambda body `fields(visit, value)`.
#define CLV_JSON_FIELDS(Type, ...)                                                       \
    namespace {                                                                          \
    template <typename Visit, typename Value>                                            \
    void fieldsOf##Type([[maybe_unused]] const Visit &visit, [[maybe_unused]] Value &v)  \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }                                                                                    \
    }                                                                                    \
    void to_json(nlohmann::json &json, const Type &value)                                \
    {                                                                                    \
        json = nlohmann::json::object();                                                 \
        fieldsOf##Type(clv::json_fields::Writer{json}, value);                           \
    }                                                                                    \
    void from_json(const nlohmann::json &json, Type &value)                              \
    {                                                                                    \
        if (!json.is_object())                                                           \
            throw clv::json_fields::FieldError(std::string("expected an object for " #Type ", got ") + json.type_name()); \
        value = Type{};                                                                  \
        fieldsOf##Type(clv::json_fields::Reader{json}, value);                           \
    }
