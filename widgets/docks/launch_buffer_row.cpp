// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/launch_buffer_row.h"

#include "core/launch/contents_kinds.h"
#include "widgets/docks/launch_field.h"
#include "widgets/models/format.h"
#include "widgets/plots/palette.h"
#include "widgets/session/text.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

namespace clv::docks {

namespace {

constexpr const char *kSeed = "seed";
constexpr const char *kFile = "file";
constexpr int kParametersARow = 2;
constexpr int kLabelWidth = 50;

QString kindTitle(ContentsKind kind)
{
    switch (kind) {
    case ContentsKind::Zeros: return LaunchBufferRow::tr("zeros");
    case ContentsKind::Constant: return LaunchBufferRow::tr("one value");
    case ContentsKind::Iota: return LaunchBufferRow::tr("counting up");
    case ContentsKind::Uniform: return LaunchBufferRow::tr("uniform random");
    case ContentsKind::Permutation: return LaunchBufferRow::tr("permutation");
    case ContentsKind::CsrRowPointers: return LaunchBufferRow::tr("CSR row pointers");
    case ContentsKind::CsrColumns: return LaunchBufferRow::tr("CSR columns");
    case ContentsKind::BfsLevels: return LaunchBufferRow::tr("BFS levels");
    case ContentsKind::File: return LaunchBufferRow::tr("from a file");
    case ContentsKind::Unknown: break;
    }
    return qtext(toString(kind));
}

QLabel *mutedLabel(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

std::vector<std::string> parametersOf(ContentsKind kind)
{
    const launch::KindInfo *info = launch::kindInfo(kind);
    if (info == nullptr)
        return {};
    std::vector<std::string> names = info->parameters;
    if (info->hasSeed)
        names.emplace_back(kSeed);
    if (kind == ContentsKind::File)
        names.emplace_back(kFile);
    return names;
}

QString valueOf(const ContentsSpec &contents, const std::string &name)
{
    if (name == kSeed)
        return QString::number(contents.seed);
    if (name == kFile)
        return qtext(contents.file);
    const auto found = contents.parameters.find(name);
    return found == contents.parameters.end() ? QString() : qtext(found->second);
}

/// An emptied field means the default.
void store(ContentsSpec &contents, const std::string &name, const QString &text)
{
    if (name == kSeed)
        contents.seed = text.isEmpty() ? 1 : text.toULongLong();
    else if (name == kFile)
        contents.file = utf8(text);
    else if (text.isEmpty())
        contents.parameters.erase(name);
    else
        contents.parameters[name] = utf8(text);
}

} // namespace

LaunchBufferRow::LaunchBufferRow(const KernelArgument &argument, QWidget *parent)
    : QWidget(parent), m_argument(argument)
{
    const QString name = qtext(argument.name);
    setObjectName(QStringLiteral("buffer:") + name);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(3);
    auto *title = new QLabel(name, this);
    QFont bold = title->font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    title->setToolTip(qtext(argument.typeName));
    m_bytes = mutedLabel({}, this);
    m_bytes->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto *type = mutedLabel(qtext(argument.element.name), this);
    auto *countLabel = mutedLabel(tr("count"), this);
    m_count = new LaunchField(QStringLiteral("count:") + name, tr("Number of elements of %1").arg(name), this);
    m_count->edit()->setToolTip(tr("Number of %1 elements: a number or an expression of the arguments, for example "
                                   "n + 1")
                                    .arg(qtext(argument.element.name)));
    countLabel->setBuddy(m_count->edit());
    countLabel->setMinimumWidth(kLabelWidth);
    alignWithField(countLabel, m_count);
    m_kind = new QComboBox(this);
    m_kind->setObjectName(QStringLiteral("kind:") + name);
    m_kind->setAccessibleName(tr("Contents of %1").arg(name));
    m_kind->setToolTip(tr("What the buffer is filled with"));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(8);
    for (const launch::KindInfo &info : launch::contentsKinds())
        m_kind->addItem(kindTitle(info.kind), static_cast<int>(info.kind));
    auto *top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(title);
    top->addWidget(type);
    top->addStretch(1);
    top->addWidget(m_bytes);
    grid->addLayout(top, 0, 0, 1, 3);
    grid->addWidget(countLabel, 1, 0, Qt::AlignTop);
    grid->addWidget(m_count, 1, 1, Qt::AlignTop);
    grid->addWidget(m_kind, 1, 2, Qt::AlignTop);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    connect(m_count, &LaunchField::edited, this, [this](const QString &text) {
        m_spec.count = utf8(text.trimmed());
        emit edited(m_argument.name, m_spec);
    });
    connect(m_kind, &QComboBox::activated, this, &LaunchBufferRow::chooseKind);
}

void LaunchBufferRow::setSpec(const BufferSpec &spec)
{
    const bool isOtherKind = m_parameters == nullptr || spec.contents.kind != m_spec.contents.kind;
    m_spec = spec;
    m_count->setValue(qtext(spec.count));
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(spec.contents.kind)));
    if (isOtherKind)
        showParameters();
    for (const auto &[name, field] : m_fields)
        field->setValue(valueOf(spec.contents, name));
}

void LaunchBufferRow::setBytes(double bytes)
{
    m_bytes->setText(bytes > 0 ? models::bytes(bytes) : QString());
    m_bytes->setToolTip(bytes > 0 ? models::exactBytes(bytes) : QString());
}

std::vector<LaunchField *> LaunchBufferRow::fields() const
{
    std::vector<LaunchField *> all{m_count};
    for (const auto &[name, field] : m_fields)
        all.push_back(field);
    return all;
}

void LaunchBufferRow::chooseKind()
{
    m_spec.contents.kind = static_cast<ContentsKind>(m_kind->currentData().toInt());
    m_spec.contents.parameters.clear();
    showParameters();
    emit edited(m_argument.name, m_spec);
}

void LaunchBufferRow::showParameters()
{
    delete m_parameters;
    m_fields.clear();
    m_parameters = new QWidget(this);
    auto *grid = new QGridLayout(m_parameters);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(3);
    int cell = 0;
    for (const std::string &name : parametersOf(m_spec.contents.kind)) {
        auto *field = new LaunchField(QStringLiteral("contents:%1:%2").arg(qtext(m_argument.name), qtext(name)),
                                      tr("%1 of %2").arg(qtext(name), qtext(m_argument.name)), m_parameters);
        auto *label = mutedLabel(qtext(name), m_parameters);
        label->setBuddy(field->edit());
        label->setMinimumWidth(kLabelWidth);
        alignWithField(label, field);
        const int row = cell / kParametersARow, column = 2 * (cell % kParametersARow);
        grid->addWidget(label, row, column, Qt::AlignTop);
        grid->addWidget(field, row, column + 1, Qt::AlignTop);
        grid->setColumnStretch(column + 1, 1);
        field->setPlaceholder(tr("default"));
        field->setValue(valueOf(m_spec.contents, name));
        connect(field, &LaunchField::edited, this, [this, name](const QString &text) {
            store(m_spec.contents, name, text.trimmed());
            emit edited(m_argument.name, m_spec);
        });
        m_fields[name] = field;
        ++cell;
    }
    m_parameters->setVisible(cell > 0);
    static_cast<QGridLayout *>(layout())->addWidget(m_parameters, 2, 0, 1, 3);
}

} // namespace clv::docks
