// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/launch_check.h"

#include "core/launch/launch.h"
#include "widgets/session/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace clv::session {

namespace {

using Names = std::map<std::string, double>;

/// Evaluates field by field so that a failure gets a place.
class FieldCheck {
public:
    FieldCheck(const LaunchSpec &spec, std::vector<FieldProblem> &problems) : m_spec(spec), m_problems(problems) {}

    void run()
    {
        bindScalars();
        bindSizes("global", m_spec.global);
        if (m_spec.local)
            bindSizes("local", *m_spec.local);
        for (const auto &[name, argument] : m_spec.arguments)
            checkArgument(name, argument);
    }

private:
    /// Scalars and parameters may name each other and the sizes; bind what can be bound, in rounds.
    void bindScalars()
    {
        std::map<std::string, std::pair<QString, Expression>> open;
        for (const auto &[name, expression] : m_spec.parameters)
            open[name] = {QStringLiteral("parameter:") + qtext(name), expression};
        for (const auto &[name, argument] : m_spec.arguments)
            if (const auto *scalar = std::get_if<ScalarSpec>(&argument); scalar != nullptr && scalar->lanes.size() == 1)
                open[name] = {QStringLiteral("argument:") + qtext(name), scalar->lanes.front()};
        for (bool hasMoved = true; hasMoved && !open.empty();) {
            hasMoved = false;
            for (auto it = open.begin(); it != open.end();) {
                const auto value = launch::evaluate(it->second.second, m_names);
                if (value)
                    m_names[it->first] = *value;
                hasMoved = hasMoved || value.ok();
                it = value ? open.erase(it) : std::next(it);
            }
            bindQuietly("global", m_spec.global);
        }
        for (const auto &[name, entry] : open)
            if (const auto value = launch::evaluate(entry.second, m_names); !value)
                add(entry.first, value.error());
    }

    void bindQuietly(const char *which, const std::vector<Expression> &sizes)
    {
        for (std::size_t d = 0; d < sizes.size(); ++d)
            if (const auto value = launch::evaluateSize(sizes[d], m_names))
                bind(which, d, static_cast<double>(*value));
    }

    void bind(const std::string &which, std::size_t d, double value)
    {
        m_names[which + "[" + std::to_string(d) + "]"] = value;
        if (d == 0)
            m_names[which] = value;
    }

    void bindSizes(const char *which, const std::vector<Expression> &sizes)
    {
        for (std::size_t d = 0; d < sizes.size(); ++d) {
            const QString field = QStringLiteral("%1.%2").arg(QLatin1String(which)).arg(d);
            const auto value = launch::evaluateSize(sizes[d], m_names);
            if (!value)
                add(field, value.error());
            else if (*value == 0)
                m_problems.push_back({field, QCoreApplication::translate(
                                                 "LaunchCheck", "A size of 0 launches nothing; give at least 1.")});
            else
                bind(which, d, static_cast<double>(*value));
        }
    }

    void checkArgument(const std::string &name, const ArgumentSpec &argument)
    {
        if (const auto *buffer = std::get_if<BufferSpec>(&argument)) {
            checkSize(QStringLiteral("count:") + qtext(name), buffer->count);
            for (const auto &[parameter, expression] : buffer->contents.parameters)
                if (const auto value = launch::evaluate(expression, m_names); !value)
                    add(QStringLiteral("contents:%1:%2").arg(qtext(name), qtext(parameter)), value.error());
        } else if (const auto *local = std::get_if<LocalSpec>(&argument)) {
            checkSize(QStringLiteral("count:") + qtext(name), local->count);
        }
    }

    void checkSize(const QString &field, const Expression &expression)
    {
        if (const auto value = launch::evaluateSize(expression, m_names); !value)
            add(field, value.error());
    }

    void add(const QString &field, const Error &error) { m_problems.push_back({field, qtext(error.message)}); }

    const LaunchSpec &m_spec;
    std::vector<FieldProblem> &m_problems;
    Names m_names;
};

bool fits(const ArgumentSpec &spec, ArgumentKind kind)
{
    switch (kind) {
    case ArgumentKind::GlobalBuffer:
    case ArgumentKind::ConstantBuffer: return std::holds_alternative<BufferSpec>(spec);
    case ArgumentKind::LocalBuffer: return std::holds_alternative<LocalSpec>(spec);
    case ArgumentKind::Scalar: return std::holds_alternative<ScalarSpec>(spec);
    case ArgumentKind::Struct: return std::holds_alternative<BytesSpec>(spec);
    case ArgumentKind::Image: return std::holds_alternative<ImageSpec>(spec);
    case ArgumentKind::Sampler: return std::holds_alternative<SamplerSpec>(spec);
    case ArgumentKind::Unknown: break;
    }
    return true;
}

template <typename Pairs>
auto findName(Pairs &pairs, const std::string &name)
{
    return std::find_if(pairs.begin(), pairs.end(), [&](const auto &pair) { return pair.first == name; });
}

} // namespace

LaunchCheck checkLaunch(const LaunchSpec &spec, const KernelSignature &signature, const DeviceDescription *device,
                        const std::string &folder)
{
    LaunchCheck check;
    FieldCheck(spec, check.problems).run();
    if (!check.problems.empty())
        return check;
    auto launch = launch::resolve(spec, signature, folder);
    if (!launch) {
        check.problems.push_back({QStringLiteral("ndrange"), qtext(launch.error().message)});
        return check;
    }
    if (const auto legal = launch::checkLegal(*launch, signature, device); !legal)
        check.problems.push_back({QStringLiteral("ndrange"), qtext(legal.error().message)});
    else
        check.launch = std::move(*launch);
    return check;
}

std::optional<LaunchSpec> reconcile(const LaunchSpec &spec, const KernelSignature &signature)
{
    LaunchSpec fitted = spec;
    fitted.arguments.clear();
    std::optional<LaunchSpec> guess;
    bool hasChanged = spec.arguments.size() != signature.arguments.size();
    for (const KernelArgument &argument : signature.arguments) {
        const auto old = findName(spec.arguments, argument.name);
        if (old != spec.arguments.end() && fits(old->second, argument.kind)) {
            fitted.arguments.push_back(*old);
            continue;
        }
        hasChanged = true;
        if (!guess)
            guess = launch::guessLaunch(signature);
        if (const auto fresh = findName(guess->arguments, argument.name); fresh != guess->arguments.end())
            fitted.arguments.push_back(*fresh);
    }
    if (!hasChanged)
        return std::nullopt;
    return fitted;
}

} // namespace clv::session
