// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/expression.h"

#include "core/launch/launch.h"
#include "core/launch/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace clv::launch {
namespace {

constexpr int kMaxDepth = 100;
constexpr std::size_t kMaxLength = 4096;
constexpr double kMaxExact = 9007199254740992.0; // 2^53: every whole number below it is a double

struct Function {
    std::string_view name;
    std::size_t arity; ///< 0: one or more
};
constexpr std::array kFunctions{
    Function{"min", 0},  Function{"max", 0},   Function{"ceilDiv", 2}, Function{"roundUp", 2}, Function{"log2", 1},
    Function{"sqrt", 1}, Function{"floor", 1}, Function{"ceil", 1},    Function{"abs", 1},
};

const Function *findFunction(std::string_view name)
{
    for (const Function &function : kFunctions)
        if (function.name == name)
            return &function;
    return nullptr;
}

enum class TokenKind { End, Number, Name, Symbol, Bad };

struct Token {
    TokenKind kind = TokenKind::End;
    std::string text; ///< "**" is normalised to "^"
    double number = 0;
    std::size_t position = 1; ///< counts from 1
    std::string problem;
};

bool isNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Splits an expression into tokens; `global[1]` is one name.
class Lexer {
public:
    explicit Lexer(std::string_view text) : m_text(text) {}

    Token next()
    {
        while (m_at < m_text.size() && isBlank(m_text[m_at]))
            ++m_at;
        Token token;
        token.position = m_at + 1;
        if (m_at == m_text.size())
            return token;
        const char c = m_text[m_at];
        if (isDigit(c) || (c == '.' && m_at + 1 < m_text.size() && isDigit(m_text[m_at + 1])))
            return number(std::move(token));
        if (isNameStart(c))
            return name(std::move(token));
        if (std::string_view("+-*/%^(),").find(c) != std::string_view::npos) {
            token.kind = TokenKind::Symbol;
            token.text = std::string(1, c);
            ++m_at;
            if (c == '*' && m_at < m_text.size() && m_text[m_at] == '*') {
                token.text = "^";
                ++m_at;
            }
            return token;
        }
        const bool isPrintable = c > ' ' && c < '\x7f';
        return bad(std::move(token), isPrintable ? fmt::format("'{}' has no meaning here", c)
                                                 : std::string("a character outside of ASCII has no meaning here"));
    }

private:
    static Token bad(Token token, std::string problem)
    {
        token.kind = TokenKind::Bad;
        token.problem = std::move(problem);
        return token;
    }

    Token number(Token token)
    {
        token.kind = TokenKind::Number;
        const char *begin = m_text.data() + m_at;
        const char *end = m_text.data() + m_text.size();
        const char *stop = begin;
        if (end - begin > 2 && begin[0] == '0' && (begin[1] == 'x' || begin[1] == 'X')) {
            std::uint64_t value = 0;
            const auto result = std::from_chars(begin + 2, end, value, 16);
            if (result.ec == std::errc::invalid_argument)
                return bad(std::move(token), "'0x' needs hexadecimal digits");
            if (result.ec != std::errc{})
                return bad(std::move(token), "the hexadecimal number is above 64 bits");
            token.number = static_cast<double>(value);
            stop = result.ptr;
        } else {
            const auto result = std::from_chars(begin, end, token.number);
            if (result.ec != std::errc{})
                return bad(std::move(token), "the number is out of range");
            stop = result.ptr;
        }
        m_at += static_cast<std::size_t>(stop - begin);
        std::size_t wordEnd = m_at;
        while (wordEnd < m_text.size() && (isNameStart(m_text[wordEnd]) || isDigit(m_text[wordEnd])))
            ++wordEnd;
        const std::string_view suffix = m_text.substr(m_at, wordEnd - m_at);
        m_at = wordEnd;
        if (suffix.empty())
            return token;
        static constexpr std::array<std::string_view, 4> kSuffixes{"Ki", "Mi", "Gi", "Ti"};
        for (std::size_t i = 0; i < kSuffixes.size(); ++i) {
            if (suffix == kSuffixes[i]) {
                token.number = std::ldexp(token.number, static_cast<int>(10 * (i + 1)));
                return token;
            }
        }
        return bad(std::move(token), fmt::format("'{}' after a number is no suffix (Ki, Mi, Gi, Ti are)", suffix));
    }

    Token name(Token token)
    {
        token.kind = TokenKind::Name;
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && (isNameStart(m_text[m_at]) || isDigit(m_text[m_at])))
            ++m_at;
        token.text = m_text.substr(begin, m_at - begin);
        if (m_at < m_text.size() && m_text[m_at] == '[') {
            const std::size_t close = m_text.find(']', m_at);
            if (close == std::string_view::npos)
                return bad(std::move(token), "']' is missing");
            std::string index;
            for (const char c : m_text.substr(m_at + 1, close - m_at - 1))
                if (!isBlank(c))
                    index += c;
            m_at = close + 1;
            if (index != "0" && index != "1" && index != "2")
                return bad(std::move(token), fmt::format("the index of '{}' must be 0, 1 or 2", token.text));
            token.text += "[" + index + "]";
        }
        return token;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

/// Recursive descent that evaluates as it goes. The first fault ends it.
class Evaluator {
public:
    Evaluator(std::string_view text, const Scope &scope) : m_text(text), m_lexer(text), m_scope(scope)
    {
        m_token = m_lexer.next();
    }

    Result<double> run()
    {
        if (m_text.size() > kMaxLength)
            return usageError(
                fmt::format("an expression has {} characters; at most {} are allowed", m_text.size(), kMaxLength));
        if (m_token.kind == TokenKind::End)
            return usageError("an expression is empty; give a number or a formula such as \"4*(rows + 1)\"");
        const double value = sum();
        if (!m_error && m_token.kind != TokenKind::End)
            fail(m_token.kind == TokenKind::Symbol && m_token.text == ")" ? "')' without '('"
                                                                          : "an operator is missing before this");
        if (m_error)
            return *m_error;
        return value;
    }

private:
    void advance()
    {
        m_token = m_lexer.next();
        if (m_token.kind == TokenKind::Bad)
            fail(m_token.problem);
    }

    bool isSymbol(std::string_view symbol) const { return m_token.kind == TokenKind::Symbol && m_token.text == symbol; }

    void fail(const std::string &problem) { failAt(m_token.position, problem); }

    void failAt(std::size_t position, const std::string &problem)
    {
        if (!m_error)
            m_error = usageError(fmt::format("in \"{}\", position {}: {}", m_text, position, problem));
    }

    double finite(std::size_t position, double value)
    {
        if (!std::isfinite(value))
            failAt(position, "the result is too large or not a number");
        return value;
    }

    double sum()
    {
        double left = product();
        while (!m_error && (isSymbol("+") || isSymbol("-"))) {
            const bool isPlus = m_token.text == "+";
            const std::size_t position = m_token.position;
            advance();
            const double right = product();
            left = finite(position, isPlus ? left + right : left - right);
        }
        return left;
    }

    double product()
    {
        double left = unary();
        while (!m_error && (isSymbol("*") || isSymbol("/") || isSymbol("%"))) {
            const char symbol = m_token.text.front();
            const std::size_t position = m_token.position;
            advance();
            const std::size_t rightPosition = m_token.position;
            const double right = unary();
            if (m_error)
                break;
            if (symbol != '*' && right == 0) {
                failAt(rightPosition, symbol == '/' ? "division by zero" : "remainder of a division by zero");
                break;
            }
            left = finite(position, symbol == '*'   ? left * right
                                    : symbol == '/' ? left / right
                                                    : std::fmod(left, right));
        }
        return left;
    }

    double unary()
    {
        if (m_error)
            return 0;
        if (++m_depth > kMaxDepth) {
            fail(fmt::format("nested deeper than {} levels", kMaxDepth));
            --m_depth;
            return 0;
        }
        double value = 0;
        if (isSymbol("-") || isSymbol("+")) {
            const bool isMinus = m_token.text == "-";
            advance();
            value = unary();
            if (isMinus)
                value = -value;
        } else {
            value = power();
        }
        --m_depth;
        return value;
    }

    double power()
    {
        const double base = primary();
        if (m_error || !isSymbol("^"))
            return base;
        const std::size_t position = m_token.position;
        advance();
        return finite(position, std::pow(base, unary())); // right-associative; the exponent may carry a sign
    }

    double primary()
    {
        if (m_error)
            return 0;
        if (m_token.kind == TokenKind::Bad) {
            fail(m_token.problem);
            return 0;
        }
        if (m_token.kind == TokenKind::Number) {
            const double value = finite(m_token.position, m_token.number);
            advance();
            return value;
        }
        if (m_token.kind == TokenKind::Name)
            return nameOrCall();
        if (isSymbol("(")) {
            const std::size_t open = m_token.position;
            advance();
            const double value = sum();
            close(open);
            return value;
        }
        fail(m_token.kind == TokenKind::End ? "a value is missing at the end" : "a value is missing before this");
        return 0;
    }

    void close(std::size_t openPosition)
    {
        if (m_error)
            return;
        if (isSymbol(")"))
            advance();
        else
            fail(fmt::format("')' is missing for the '(' at position {}", openPosition));
    }

    double nameOrCall()
    {
        const Token name = m_token;
        advance();
        if (m_error)
            return 0;
        if (isSymbol("("))
            return call(name);
        const Result<std::optional<double>> value = m_scope.value(name.text);
        if (!value) {
            if (!m_error)
                m_error = value.error();
            return 0;
        }
        if (*value)
            return finite(name.position, **value);
        if (findFunction(name.text) != nullptr) {
            failAt(name.position, fmt::format("the function '{}' needs its arguments in parentheses", name.text));
            return 0;
        }
        const std::vector<std::string> known = m_scope.names();
        failAt(name.position, fmt::format("the name '{}' is unknown{}", name.text, knownNamesText(name.text, known)));
        return 0;
    }

    double call(const Token &name)
    {
        const Function *function = findFunction(name.text);
        if (function == nullptr) {
            std::vector<std::string> known;
            for (const Function &candidate : kFunctions)
                known.emplace_back(candidate.name);
            failAt(name.position,
                   fmt::format("there is no function '{}'{}", name.text, knownNamesText(name.text, known)));
            return 0;
        }
        const std::size_t open = m_token.position;
        std::vector<double> arguments;
        do {
            advance();
            arguments.push_back(sum());
        } while (!m_error && isSymbol(","));
        close(open);
        if (m_error)
            return 0;
        if (function->arity != 0 && arguments.size() != function->arity) {
            failAt(name.position, fmt::format("'{}' takes {} argument{}, got {}", name.text, function->arity,
                                              function->arity == 1 ? "" : "s", arguments.size()));
            return 0;
        }
        return finite(name.position, apply(name, arguments));
    }

    double apply(const Token &name, const std::vector<double> &arguments)
    {
        const double first = arguments.front();
        if (name.text == "min" || name.text == "max") {
            double result = first;
            for (const double value : arguments)
                result = name.text == "min" ? std::min(result, value) : std::max(result, value);
            return result;
        }
        if (name.text == "ceilDiv" || name.text == "roundUp") {
            if (arguments[1] == 0) {
                failAt(name.position, fmt::format("division by zero: the second argument of '{}' is 0", name.text));
                return 0;
            }
            const double quotient = std::ceil(first / arguments[1]);
            return name.text == "ceilDiv" ? quotient : quotient * arguments[1];
        }
        if (name.text == "log2") {
            if (!(first > 0))
                failAt(name.position, "'log2' needs a number above 0");
            return m_error ? 0 : std::log2(first);
        }
        if (name.text == "sqrt") {
            if (first < 0)
                failAt(name.position, "'sqrt' needs a number of at least 0");
            return m_error ? 0 : std::sqrt(first);
        }
        if (name.text == "floor")
            return std::floor(first);
        if (name.text == "ceil")
            return std::ceil(first);
        return std::abs(first);
    }

    std::string_view m_text;
    Lexer m_lexer;
    const Scope &m_scope;
    Token m_token;
    int m_depth = 0;
    std::optional<Error> m_error;
};

Scope scopeOf(const std::map<std::string, double> &names)
{
    return Scope{[&names](const std::string &name) -> Result<std::optional<double>> {
                     const auto it = names.find(name);
                     return it == names.end() ? std::optional<double>() : std::optional<double>(it->second);
                 },
                 [&names] {
                     std::vector<std::string> known;
                     for (const auto &entry : names)
                         known.push_back(entry.first);
                     return known;
                 }};
}

} // namespace

Result<double> evaluateIn(const Expression &expression, const Scope &scope)
{
    return Evaluator(expression, scope).run();
}

Result<std::uint64_t> evaluateSizeIn(const Expression &expression, const Scope &scope)
{
    const Result<double> value = evaluateIn(expression, scope);
    if (!value)
        return value.error();
    if (*value < 0)
        return usageError(fmt::format("\"{}\" is {}; a size cannot be negative", expression, numberText(*value)));
    if (*value != std::floor(*value))
        return usageError(fmt::format("\"{}\" is {}; a size must be a whole number (ceilDiv, roundUp, floor help)",
                                      expression, numberText(*value)));
    if (*value > kMaxExact)
        return usageError(fmt::format("\"{}\" is {}; a size can be at most 2^53", expression, numberText(*value)));
    return static_cast<std::uint64_t>(*value);
}

Result<double> evaluate(const Expression &expression, const std::map<std::string, double> &names)
{
    return evaluateIn(expression, scopeOf(names));
}

Result<std::uint64_t> evaluateSize(const Expression &expression, const std::map<std::string, double> &names)
{
    return evaluateSizeIn(expression, scopeOf(names));
}

std::vector<std::string> namesIn(const Expression &expression)
{
    std::vector<std::string> names;
    Lexer lexer(expression);
    Token token = lexer.next();
    while (token.kind != TokenKind::End && token.kind != TokenKind::Bad) {
        Token following = lexer.next();
        const bool isCall = following.kind == TokenKind::Symbol && following.text == "(";
        if (token.kind == TokenKind::Name && !isCall && std::ranges::find(names, token.text) == names.end())
            names.push_back(token.text);
        token = std::move(following);
    }
    return names;
}

bool isReservedName(const std::string &name)
{
    return findFunction(name) != nullptr || name == "global" || name == "local" || name == "offset" || name == "count";
}

bool isIdentifier(const std::string &text)
{
    if (text.empty() || !isNameStart(text.front()))
        return false;
    return std::ranges::all_of(text, [](char c) { return isNameStart(c) || isDigit(c); });
}

std::string numberText(double value)
{
    std::array<char, 32> digits{};
    if (value == std::floor(value) && std::abs(value) <= kMaxExact)
        return fmt::format("{:.0f}", value == 0 ? 0.0 : value);
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return {digits.data(), result.ptr};
}

} // namespace clv::launch
