// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/symbols_impl.h"

#include <algorithm>
#include <set>

namespace clv::analysis {

Polynomial::Polynomial(std::int64_t constant)
{
    add({}, constant);
}

Polynomial Polynomial::ofAtom(AtomId atom)
{
    Polynomial result;
    result.add({atom}, 1);
    return result;
}

std::int64_t Polynomial::constant() const
{
    const auto found = m_terms.find({});
    return found == m_terms.end() ? 0 : found->second;
}

std::optional<std::int64_t> Polynomial::asConstant() const
{
    if (m_terms.empty())
        return 0;
    if (m_terms.size() == 1 && m_terms.begin()->first.empty())
        return m_terms.begin()->second;
    return std::nullopt;
}

void Polynomial::add(const Product &product, std::int64_t factor)
{
    // Wrapping arithmetic on purpose, as in the IR.
    auto &sum = m_terms[product];
    sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) + static_cast<std::uint64_t>(factor));
    if (sum == 0)
        m_terms.erase(product);
}

Polynomial operator+(const Polynomial &a, const Polynomial &b)
{
    Polynomial sum = a;
    for (const auto &[product, factor] : b.m_terms)
        sum.add(product, factor);
    return sum;
}

Polynomial operator-(const Polynomial &a, const Polynomial &b)
{
    return a + b * Polynomial(-1);
}

Polynomial operator*(const Polynomial &a, const Polynomial &b)
{
    Polynomial result;
    for (const auto &[left, leftFactor] : a.m_terms)
        for (const auto &[right, rightFactor] : b.m_terms) {
            Polynomial::Product product = left;
            product.insert(product.end(), right.begin(), right.end());
            std::ranges::sort(product);
            result.add(product, static_cast<std::int64_t>(static_cast<std::uint64_t>(leftFactor) *
                                                          static_cast<std::uint64_t>(rightFactor)));
        }
    return result;
}

namespace {

/// What varies between work-items or rounds stands before what is the same for all: row*n.
int factorRank(AtomKind kind)
{
    switch (kind) {
    case AtomKind::Argument:
    case AtomKind::GlobalSize:
    case AtomKind::LocalSize:
    case AtomKind::NumGroups: return 1;
    default: return 0;
    }
}

struct PrintedTerm {
    std::size_t degree = 0;
    std::int64_t factor = 1;
    std::string text;
};

std::string withFactor(const PrintedTerm &term)
{
    const std::uint64_t size =
        term.factor < 0 ? 0 - static_cast<std::uint64_t>(term.factor) : static_cast<std::uint64_t>(term.factor);
    if (term.degree == 0)
        return std::to_string(size);
    return size == 1 ? term.text : std::to_string(size) + "*" + term.text;
}

std::string joinTerms(std::vector<PrintedTerm> terms)
{
    std::ranges::stable_sort(terms, [](const PrintedTerm &a, const PrintedTerm &b) {
        if (a.degree != b.degree)
            return a.degree > b.degree;
        return std::llabs(a.factor) > std::llabs(b.factor);
    });
    const auto positive = std::ranges::find_if(terms, [](const PrintedTerm &term) { return term.factor > 0; });
    if (positive != terms.end())
        std::rotate(terms.begin(), positive, positive + 1);
    std::string text;
    for (const PrintedTerm &term : terms) {
        const bool isNegative = term.factor < 0;
        text += text.empty() ? (isNegative ? "-" : "") : (isNegative ? " - " : " + ");
        text += withFactor(term);
    }
    return text;
}

} // namespace

std::string Symbols::print(const Polynomial &polynomial, bool withConstants) const
{
    if (const auto constant = polynomial.asConstant())
        return withConstants ? std::to_string(*constant) : "0";
    std::vector<PrintedTerm> terms;
    std::map<std::string, AtomId> shown;
    for (const auto &[product, factor] : polynomial.terms()) {
        if (product.empty() && !withConstants)
            continue;
        Polynomial::Product ordered = product;
        std::ranges::stable_sort(ordered, {}, [this](AtomId id) { return factorRank(atom(id).kind); });
        PrintedTerm term{product.size(), factor, {}};
        for (const AtomId id : ordered) {
            const Atom &part = atom(id);
            const std::string &text = withConstants ? part.text : part.shape;
            if (text.empty())
                return {};
            // Two different values under one name would read as one.
            if (const auto [known, isNew] = shown.emplace(text, id); !isNew && known->second != id && withConstants)
                return {};
            const bool isAlone = product.size() == 1 && factor == 1 && polynomial.terms().size() == 1;
            term.text += term.text.empty() ? "" : "*";
            term.text += part.isSimpleText || isAlone ? text : "(" + text + ")";
        }
        terms.push_back(std::move(term));
    }
    return joinTerms(std::move(terms));
}

} // namespace clv::analysis
