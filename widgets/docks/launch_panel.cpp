// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/launch_panel.h"

#include "widgets/docks/icon.h"
#include "widgets/docks/launch_buffer_row.h"
#include "widgets/docks/launch_field.h"
#include "widgets/models/format.h"
#include "widgets/session/session.h"
#include "widgets/session/text.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace clv::docks {

namespace {

constexpr int kMargin = 12;
constexpr int kLabelWidth = 48;
constexpr int kScalarLabelWidth = 96;

template <typename Pairs>
auto *valueOf(Pairs &pairs, const std::string &name)
{
    const auto found = std::find_if(pairs.begin(), pairs.end(), [&](const auto &pair) { return pair.first == name; });
    return found == pairs.end() ? nullptr : &found->second;
}

QLabel *wrapped(QWidget *parent, const char *name)
{
    auto *label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->hide();
    return label;
}

QString scalarText(const ScalarSpec &scalar)
{
    QStringList lanes;
    for (const Expression &lane : scalar.lanes)
        lanes << qtext(lane);
    return lanes.join(QStringLiteral(", "));
}

std::vector<Expression> lanesOf(const QString &text)
{
    std::vector<Expression> lanes;
    int depth = 0;
    QString lane;
    for (const QChar c : text) { // commas inside parentheses belong to a call
        depth += c == u'(' ? 1 : c == u')' ? -1 : 0;
        if (c == u',' && depth == 0) {
            lanes.push_back(utf8(lane.trimmed()));
            lane.clear();
        } else {
            lane += c;
        }
    }
    lanes.push_back(utf8(lane.trimmed()));
    return lanes;
}

} // namespace

LaunchPanel::LaunchPanel(session::Session *session, QWidget *parent)
    : QWidget(parent), m_session(session), m_kernel(new QComboBox(this)), m_origin(wrapped(this, "launchOrigin")),
      m_empty(wrapped(this, "launchEmpty"))
{
    setObjectName(QStringLiteral("launchPanel"));
    m_kernel->setObjectName(QStringLiteral("kernelChooser"));
    m_kernel->setAccessibleName(tr("Kernel"));
    m_kernel->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kernel->setMinimumContentsLength(10);
    m_origin->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setForegroundRole(QPalette::PlaceholderText);

    m_form = new QWidget(this);
    auto *form = new QVBoxLayout(m_form);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(6);
    form->addWidget(makeSizes(QStringLiteral("global"), tr("Global"), m_global));
    form->addWidget(makeSizes(QStringLiteral("local"), tr("Local"), m_local));
    m_rangeProblem = wrapped(m_form, "problem:ndrange");
    m_summary = new QLabel(m_form);
    m_summary->setObjectName(QStringLiteral("launchSummary"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setWordWrap(true);
    form->addWidget(m_rangeProblem);
    form->addWidget(m_summary);
    m_argumentColumn = form;

    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(kMargin, 8, kMargin, kMargin);
    column->setSpacing(8);
    column->addWidget(m_kernel);
    column->addWidget(m_origin);
    column->addWidget(m_empty);
    column->addWidget(m_form);
    column->addStretch(1);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    m_infer = new QPushButton(icon(QStringLiteral("infer")), tr("&Infer"), this);
    m_infer->setObjectName(QStringLiteral("inferButton"));
    m_save = new QPushButton(icon(QStringLiteral("save")), tr("Save &launch file"), this);
    m_save->setObjectName(QStringLiteral("saveLaunchButton"));
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(kMargin, 8, kMargin, 8);
    buttons->addWidget(m_infer);
    buttons->addWidget(m_save, 1);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(scroll, 1);
    outer->addLayout(buttons);

    connect(m_kernel, &QComboBox::activated, this,
            [this](int row) { m_session->setKernel(utf8(m_kernel->itemData(row).toString())); });
    connect(m_infer, &QPushButton::clicked, this, [this] {
        m_shape.clear();
        m_session->inferLaunch();
    });
    connect(m_save, &QPushButton::clicked, this, &LaunchPanel::saveFile);
    connect(m_session, &session::Session::studyChanged, this, &LaunchPanel::refresh);
    connect(m_session, &session::Session::currentChanged, this, &LaunchPanel::refresh);
    refresh();
}

QWidget *LaunchPanel::makeSizes(const QString &which, const QString &title, std::array<LaunchField *, 3> &fields)
{
    auto *row = new QWidget(m_form);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto *label = new QLabel(title, row);
    label->setFixedWidth(kLabelWidth);
    layout->addWidget(label, 0, Qt::AlignTop);
    static constexpr std::array<char16_t, 3> kAxes{u'x', u'y', u'z'};
    for (std::size_t d = 0; d < 3; ++d) {
        const QString axis(QChar(kAxes[d]));
        fields[d] = new LaunchField(QStringLiteral("%1.%2").arg(which).arg(d), tr("%1 size, %2").arg(title, axis), row);
        fields[d]->setPlaceholder(axis);
        layout->addWidget(fields[d], d == 0 ? 4 : 1, Qt::AlignTop);
        connect(fields[d], &LaunchField::edited, this, &LaunchPanel::editSizes);
    }
    label->setBuddy(fields[0]->edit());
    alignWithField(label, fields[0]);
    fields[0]->edit()->setToolTip(which == QLatin1String("local")
                                      ? tr("Work-items per work-group; empty: chosen for you")
                                      : tr("Work-items: a number or an expression of the arguments, for example "
                                           "roundUp(n, 256)"));
    return row;
}

void LaunchPanel::refresh()
{
    refreshKernels();
    const session::Document *document = m_session->current();
    const auto spec = document != nullptr ? document->launchSpec() : std::nullopt;
    m_infer->setEnabled(spec.has_value());
    m_infer->setToolTip(spec ? tr("Guess every value anew from names, types and what the kernel does")
                             : tr("There is no kernel to infer a launch for"));
    m_save->setEnabled(spec && !document->path.isEmpty());
    m_save->setToolTip(!spec                      ? tr("There is no launch to save yet")
                       : document->path.isEmpty() ? tr("Save the kernel first; its launch file lies beside it")
                                                  : tr("Write this launch into the launch file beside the kernel"));
    if (document == nullptr)
        return showEmpty(tr("Open a kernel, or take one of the examples in the File menu."));
    if (!spec || document->signature() == nullptr)
        return showEmpty(document->state == session::StudyState::Computing
                             ? tr("Reading the kernel…")
                             : tr("The launch appears here as soon as the "
                                  "text compiles and holds a kernel."));
    m_empty->hide();
    m_form->show();
    if (shapeOf(*spec) != m_shape)
        rebuild(*spec);
    fill(*spec);
    showProblems();
    showSummary();
}

void LaunchPanel::refreshKernels()
{
    const session::Document *document = m_session->current();
    QStringList names;
    if (document != nullptr)
        for (const KernelSignature &kernel : document->latest.kernels)
            names << qtext(kernel.name);
    QStringList shown;
    for (int i = 0; i < m_kernel->count(); ++i)
        shown << m_kernel->itemData(i).toString();
    if (names != shown) {
        m_kernel->clear();
        for (const QString &name : names)
            m_kernel->addItem(name, name);
    }
    m_kernel->setEnabled(!names.isEmpty());
    m_kernel->setToolTip(names.isEmpty() ? tr("The file has no kernel yet") : tr("The kernel that is studied"));
    if (document != nullptr)
        m_kernel->setCurrentIndex(m_kernel->findData(qtext(document->kernelName())));
}

void LaunchPanel::showEmpty(const QString &what)
{
    m_form->hide();
    m_origin->hide();
    m_empty->setText(what);
    m_empty->show();
}

/// Kernel and argument kinds: the rows stay while it does, so that typing keeps its focus.
QString LaunchPanel::shapeOf(const LaunchSpec &spec) const
{
    const session::Document *document = m_session->current();
    QString shape = QString::number(document->id) + u'/' + qtext(document->kernelName());
    for (const auto &[name, argument] : spec.arguments)
        shape += u'/' + qtext(name) + QString::number(argument.index());
    for (const auto &[name, value] : spec.parameters)
        shape += QStringLiteral("/p:") + qtext(name);
    return shape;
}

void LaunchPanel::rebuild(const LaunchSpec &spec)
{
    m_shape = shapeOf(spec);
    delete m_arguments;
    m_scalars.clear();
    m_buffers.clear();
    m_arguments = new QWidget(m_form);
    auto *column = new QVBoxLayout(m_arguments);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(8);
    m_argumentColumn->addWidget(m_arguments);

    const KernelSignature &signature = *m_session->current()->signature();
    m_scalarGrid = nullptr;
    for (const auto &[name, value] : spec.parameters) {
        if (m_scalarGrid == nullptr)
            addSection(tr("Parameters"));
        addScalar(name, {}, QStringLiteral("parameter:") + qtext(name));
    }
    m_scalarGrid = nullptr;
    for (const KernelArgument &argument : signature.arguments) {
        const ArgumentSpec *own = valueOf(spec.arguments, argument.name);
        const bool isScalar = own != nullptr && std::holds_alternative<ScalarSpec>(*own);
        const bool isLocal = own != nullptr && std::holds_alternative<LocalSpec>(*own);
        if (!isScalar && !isLocal)
            continue;
        if (m_scalarGrid == nullptr)
            addSection(tr("Arguments"));
        const QString type = isLocal ? tr("local %1").arg(qtext(argument.element.name)) : qtext(argument.element.name);
        addScalar(argument.name, type,
                  (isLocal ? QStringLiteral("count:") : QStringLiteral("argument:")) + qtext(argument.name));
    }
    bool hasTitle = false;
    for (const KernelArgument &argument : signature.arguments) {
        const ArgumentSpec *own = valueOf(spec.arguments, argument.name);
        if (own == nullptr || !std::holds_alternative<BufferSpec>(*own))
            continue;
        if (!std::exchange(hasTitle, true))
            addSection(tr("Buffers"));
        auto *row = new LaunchBufferRow(argument, m_arguments);
        column->addWidget(row);
        m_buffers[argument.name] = row;
        connect(row, &LaunchBufferRow::edited, this, [this](const std::string &name, const BufferSpec &buffer) {
            edit([&](LaunchSpec &changed) {
                if (ArgumentSpec *argumentSpec = valueOf(changed.arguments, name))
                    *argumentSpec = buffer;
            });
        });
    }
    m_arguments->show();
}

void LaunchPanel::addSection(const QString &title)
{
    auto *label = new QLabel(title, m_arguments);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setContentsMargins(0, 6, 0, 0);
    auto *column = static_cast<QVBoxLayout *>(m_arguments->layout());
    column->addWidget(label);
    m_scalarGrid = new QGridLayout;
    m_scalarGrid->setHorizontalSpacing(8);
    m_scalarGrid->setVerticalSpacing(4);
    m_scalarGrid->setColumnStretch(1, 1);
    column->addLayout(m_scalarGrid);
}

void LaunchPanel::addScalar(const std::string &name, const QString &type, const QString &fieldName)
{
    const int row = m_scalarGrid->rowCount();
    auto *label = new QLabel(qtext(name), m_arguments);
    auto *field = new LaunchField(fieldName, tr("Value of %1").arg(qtext(name)), m_arguments);
    auto *typeLabel = new QLabel(type, m_arguments);
    typeLabel->setForegroundRole(QPalette::PlaceholderText);
    label->setBuddy(field->edit());
    label->setMinimumWidth(kScalarLabelWidth);
    alignWithField(label, field);
    alignWithField(typeLabel, field);
    m_scalarGrid->addWidget(label, row, 0, Qt::AlignTop);
    m_scalarGrid->addWidget(field, row, 1, Qt::AlignTop);
    m_scalarGrid->addWidget(typeLabel, row, 2, Qt::AlignTop);
    m_scalars[name] = field;
    connect(field, &LaunchField::edited, this, [this, name](const QString &text) {
        edit([&](LaunchSpec &spec) {
            if (Expression *parameter = valueOf(spec.parameters, name))
                *parameter = utf8(text.trimmed());
            ArgumentSpec *argument = valueOf(spec.arguments, name);
            if (argument == nullptr)
                return;
            if (auto *scalar = std::get_if<ScalarSpec>(argument))
                scalar->lanes = lanesOf(text);
            else if (auto *local = std::get_if<LocalSpec>(argument))
                local->count = utf8(text.trimmed());
        });
    });
}

void LaunchPanel::fill(const LaunchSpec &spec)
{
    const session::Document *document = m_session->current();
    for (std::size_t d = 0; d < 3; ++d) {
        m_global[d]->setValue(d < spec.global.size() ? qtext(spec.global[d]) : QString());
        m_local[d]->setValue(spec.local && d < spec.local->size() ? qtext((*spec.local)[d]) : QString());
    }
    const auto &launch = document->latest.launch;
    m_local[0]->setPlaceholder(launch && !spec.local ? tr("auto: %1").arg(launch->ndrange.local.x()) : tr("auto"));
    for (const auto &[name, value] : spec.parameters)
        if (const auto field = m_scalars.find(name); field != m_scalars.end())
            field->second->setValue(qtext(value));
    for (const auto &[name, argument] : spec.arguments) {
        const auto field = m_scalars.find(name);
        if (const auto *scalar = std::get_if<ScalarSpec>(&argument); scalar != nullptr && field != m_scalars.end())
            field->second->setValue(scalarText(*scalar));
        else if (const auto *local = std::get_if<LocalSpec>(&argument); local != nullptr && field != m_scalars.end())
            field->second->setValue(qtext(local->count));
        else if (const auto *buffer = std::get_if<BufferSpec>(&argument)) {
            const auto row = m_buffers.find(name);
            if (row == m_buffers.end())
                continue;
            if (!m_isEditing)
                row->second->setSpec(*buffer);
            const LaunchArgument *resolved = launch ? launch->argument(name) : nullptr;
            const auto *value = resolved != nullptr ? std::get_if<BufferValue>(&resolved->value) : nullptr;
            row->second->setBytes(value != nullptr ? static_cast<double>(value->bytes) : 0);
        }
    }
}

void LaunchPanel::showProblems()
{
    const session::Document *document = m_session->current();
    std::map<QString, QString> byField;
    for (const session::FieldProblem &problem : document->launchProblems)
        byField.emplace(problem.field, problem.message);
    const auto take = [&byField](LaunchField *field) {
        const auto found = byField.find(field->name());
        field->setProblem(found == byField.end() ? QString() : found->second);
        if (found != byField.end())
            byField.erase(found);
    };
    for (auto *fields : {&m_global, &m_local})
        for (LaunchField *field : *fields)
            take(field);
    for (const auto &[name, field] : m_scalars)
        take(field);
    for (const auto &[name, row] : m_buffers)
        for (LaunchField *field : row->fields())
            take(field);
    // What has no field of its own stands below the sizes.
    showProblem(m_rangeProblem, byField.empty() ? QString() : byField.begin()->second);

    const auto from = m_session->launchOrigin();
    QString origin = from == session::Session::LaunchOrigin::Inferred ? tr("Inferred from the kernel")
                     : from == session::Session::LaunchOrigin::File   ? tr("From the launch file")
                                                                      : tr("Edited here, not saved");
    if (!document->launchFileProblem.isEmpty())
        origin += u'\n' + tr("The launch file was not used: %1").arg(document->launchFileProblem);
    m_origin->setText(origin);
    m_origin->show();
}

void LaunchPanel::showSummary()
{
    const auto &launch = m_session->current()->latest.launch;
    m_summary->setVisible(launch.has_value() && m_rangeProblem->isHidden());
    if (!launch)
        return;
    const QLocale locale;
    const auto local = launch->ndrange.local;
    QString shape = QString::number(local.x());
    for (std::uint32_t d = 1; d < launch->ndrange.workDim; ++d)
        shape += u'×' + QString::number(local[d]);
    m_summary->setText(tr("%1 work-items in %2 groups of %3, %4 of buffers")
                           .arg(locale.toString(static_cast<qulonglong>(launch->ndrange.workItems())),
                                locale.toString(static_cast<qulonglong>(launch->ndrange.numGroups().product())), shape,
                                models::bytes(static_cast<double>(launch->globalBytes()))));
}

void LaunchPanel::editSizes()
{
    const auto read = [](const std::array<LaunchField *, 3> &fields) {
        std::vector<Expression> sizes;
        for (const LaunchField *field : fields) {
            if (field->text().isEmpty())
                break;
            sizes.push_back(utf8(field->text()));
        }
        return sizes;
    };
    edit([&](LaunchSpec &spec) {
        spec.global = read(m_global);
        if (spec.global.empty())
            spec.global.emplace_back(); // an empty size is named as such, below its field
        const auto local = read(m_local);
        spec.local = local.empty() ? std::nullopt : std::optional(local);
    });
}

void LaunchPanel::edit(const std::function<void(LaunchSpec &)> &change)
{
    const session::Document *document = m_session->current();
    auto spec = document != nullptr ? document->launchSpec() : std::nullopt;
    if (!spec)
        return;
    change(*spec);
    m_isEditing = true;
    m_session->setLaunchSpec(*spec);
    m_isEditing = false;
}

void LaunchPanel::saveFile()
{
    const auto saved = m_session->saveLaunchFile();
    emit messagePosted(saved ? tr("Saved %1.").arg(*saved) : qtext(saved.error().describe()));
}

} // namespace clv::docks
