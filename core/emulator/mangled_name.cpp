// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/mangled_name.h"

#include <cctype>

namespace clv::emulator {

namespace {

class Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    std::optional<MangledName> parse()
    {
        if (!take("_Z"))
            return std::nullopt;
        MangledName result;
        const std::optional<std::string> name = sourceName();
        if (!name)
            return std::nullopt;
        result.name = *name;
        while (!m_text.empty()) {
            const std::optional<MangledParameter> parameter = type();
            if (!parameter)
                break; // an unknown piece: what came before it is still right
            if (parameter->element != 'v' || parameter->isPointer)
                result.parameters.push_back(*parameter);
        }
        return result;
    }

private:
    bool take(std::string_view prefix)
    {
        if (!m_text.starts_with(prefix))
            return false;
        m_text.remove_prefix(prefix.size());
        return true;
    }

    std::optional<std::uint32_t> number()
    {
        std::uint32_t value = 0;
        std::size_t digits = 0;
        while (digits < m_text.size() && digits < 6 && std::isdigit(static_cast<unsigned char>(m_text[digits])))
            value = value * 10 + static_cast<std::uint32_t>(m_text[digits++] - '0');
        if (digits == 0)
            return std::nullopt;
        m_text.remove_prefix(digits);
        return value;
    }

    std::optional<std::string> sourceName()
    {
        const std::optional<std::uint32_t> length = number();
        if (!length || *length == 0 || *length > m_text.size())
            return std::nullopt;
        std::string name(m_text.substr(0, *length));
        m_text.remove_prefix(*length);
        return name;
    }

    std::optional<MangledParameter> remembered(MangledParameter parameter)
    {
        m_substitutions.push_back(parameter);
        return parameter;
    }

    std::optional<MangledParameter> substitution()
    {
        std::uint32_t index = 0;
        if (!take("_")) {
            while (!m_text.empty() && m_text.front() != '_') {
                const char c = m_text.front();
                const int digit = std::isdigit(static_cast<unsigned char>(c)) ? c - '0' : c - 'A' + 10;
                index = index * 36 + static_cast<std::uint32_t>(digit);
                m_text.remove_prefix(1);
            }
            take("_");
            ++index;
        }
        if (index >= m_substitutions.size())
            return std::nullopt;
        return m_substitutions[index];
    }

    std::optional<MangledParameter> type()
    {
        if (m_text.empty())
            return std::nullopt;
        if (take("P")) {
            std::optional<MangledParameter> pointee = type();
            if (!pointee)
                return std::nullopt;
            pointee->isPointer = true;
            return remembered(*pointee);
        }
        if (m_text.front() == 'U' || m_text.front() == 'K' || m_text.front() == 'V' || m_text.front() == 'r') {
            while (!m_text.empty()) { // all qualifiers of one type are one substitution
                if (take("U")) {
                    if (!sourceName())
                        return std::nullopt;
                } else if (!take("K") && !take("V") && !take("r")) {
                    break;
                }
            }
            std::optional<MangledParameter> inner = type();
            return inner ? remembered(*inner) : std::nullopt;
        }
        if (take("Dv")) {
            const std::optional<std::uint32_t> width = number();
            if (!width || !take("_"))
                return std::nullopt;
            std::optional<MangledParameter> element = type();
            if (!element)
                return std::nullopt;
            element->width = *width;
            return remembered(*element);
        }
        if (take("Dh"))
            return MangledParameter{'H', 1, false, {}};
        if (take("U7_Atomic") || take("A"))
            return type();
        if (take("S"))
            return substitution();
        if (std::isdigit(static_cast<unsigned char>(m_text.front()))) {
            const std::optional<std::string> name = sourceName();
            if (!name)
                return std::nullopt;
            return remembered({'?', 1, false, *name});
        }
        const char letter = m_text.front();
        if (std::string_view("vbcahstijlmfdxy").find(letter) == std::string_view::npos)
            return std::nullopt;
        m_text.remove_prefix(1);
        return MangledParameter{letter, 1, false, {}};
    }

    std::string_view m_text;
    std::vector<MangledParameter> m_substitutions;
};

} // namespace

std::optional<MangledName> parseMangledName(std::string_view text)
{
    return Parser(text).parse();
}

} // namespace clv::emulator
