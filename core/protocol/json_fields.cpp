// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/json_fields.h"

#include <array>
#include <cstdint>

namespace clv::json_fields
{

namespace
{

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    throw FieldError("not a hexadecimal digit");
}

constexpr char kBase64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::array<int, 256> base64Values()
{
    std::array<int, 256> values;
    values.fill(-1);
    for (int i = 0; i < 64; ++i)
        values[static_cast<unsigned char>(kBase64[i])] = i;
    return values;
}

} // namespace

std::string toHex(const std::vector<std::byte> &bytes)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    text.reserve(bytes.size() * 2);
    for (std::byte b : bytes) {
        text += kDigits[std::to_integer<unsigned>(b) >> 4];
        text += kDigits[std::to_integer<unsigned>(b) & 15];
    }
    return text;
}

std::vector<std::byte> fromHex(const std::string &text)
{
    if (text.size() % 2 != 0)
        throw FieldError("odd number of hexadecimal digits");
    std::vector<std::byte> bytes(text.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(hexDigit(text[2 * i]) * 16 + hexDigit(text[2 * i + 1]));
    return bytes;
}

// RFC 4648, section 4.
std::string toBase64(const std::string &bytes)
{
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : kBase64[group >> (18 - 6 * k) & 63];
    }
    return text;
}

std::string fromBase64(const std::string &text)
{
    static const std::array<int, 256> kValues = base64Values();
    if (text.size() % 4 != 0)
        throw FieldError("base64 of a length that is no multiple of 4");
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    for (std::size_t i = 0; i < text.size(); i += 4) {
        std::uint32_t group = 0;
        int padding = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const char c = text[i + k];
            const int value = kValues[static_cast<unsigned char>(c)];
            if (c == '=' && i + 4 == text.size() && k >= 2)
                ++padding;
            else if (value < 0 || padding > 0)
                throw FieldError("not base64");
            group = group << 6 | static_cast<std::uint32_t>(value < 0 ? 0 : value);
        }
        for (int k = 0; k < 3 - padding; ++k)
            bytes += static_cast<char>(group >> (16 - 8 * k) & 255);
    }
    return bytes;
}

bool isUtf8(const std::string &bytes)
{
    // nlohmann's strict dump is the judge that the text will later meet.
    try {
        (void)json(bytes).dump();
        return true;
    } catch (const json::exception &) {
        return false;
    }
}

} // namespace clv::json_fields
