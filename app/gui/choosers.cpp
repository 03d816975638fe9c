// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/choosers.h"

#include "widgets/session/session.h"
#include "widgets/session/text.h"

#include <QMenu>

namespace clv::gui {

namespace {

constexpr int kShownCharacters = 30;

QString titleOf(const DeviceDescription &device)
{
    return device.isLocal ? qtext(device.name)
                          : DeviceChooser::tr("%1 (not here, predicted only)").arg(qtext(device.name));
}

QString tipOf(const DeviceDescription &device)
{
    return DeviceChooser::tr("%1, platform %2, %3 compute units, peaks: %4")
        .arg(qtext(device.name), qtext(device.platformName), QString::number(device.computeUnits),
             device.peaks ? qtext(device.peaks->source) : DeviceChooser::tr("not known"));
}

} // namespace

DeviceChooser::DeviceChooser(session::Session *session, QWidget *parent) : QComboBox(parent), m_session(session)
{
    setObjectName(QStringLiteral("deviceChooser"));
    setAccessibleName(tr("Device"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(kShownCharacters);
    connect(this, &QComboBox::activated, this, [this](int row) { m_session->setDevice(itemData(row).toString()); });
    connect(m_session, &session::Session::devicesChanged, this, &DeviceChooser::refresh);
    refresh();
}

void DeviceChooser::refresh()
{
    clear();
    for (const DeviceDescription &device : m_session->devices()) {
        addItem(titleOf(device), qtext(device.key()));
        setItemData(count() - 1, tipOf(device), Qt::ToolTipRole);
    }
    setEnabled(count() > 0);
    const DeviceDescription *chosen = m_session->device();
    if (chosen != nullptr) {
        setCurrentIndex(findData(qtext(chosen->key())));
        setToolTip(tipOf(*chosen));
        return;
    }
    addItem(m_session->areDevicesKnown() ? tr("no device found") : tr("looking for devices…"));
    setToolTip(m_session->areDevicesKnown()
                   ? tr("No OpenCL driver is installed; pocl-opencl-icd measures on the processor")
                   : tr("The measuring process lists the devices"));
}

ModelChooser::ModelChooser(session::Session *session, QWidget *parent) : QPushButton(parent), m_session(session)
{
    setObjectName(QStringLiteral("modelChooser"));
    setAccessibleName(tr("Models"));
    setMenu(new QMenu(this));
    menu()->setToolTipsVisible(true);
    connect(m_session, &session::Session::modelsChanged, this, &ModelChooser::refresh);
    refresh();
}

void ModelChooser::refresh()
{
    const QStringList chosen = m_session->chosenModels();
    menu()->clear();
    for (const auto &model : m_session->models()) {
        QAction *action = menu()->addAction(qtext(model[0]));
        action->setCheckable(true);
        action->setChecked(chosen.contains(qtext(model[0])));
        action->setToolTip(qtext(model[1]));
        connect(action, &QAction::triggered, this, &ModelChooser::choose);
    }
    setEnabled(!m_session->models().empty());
    setText(chosen.isEmpty() ? tr("model…") : chosen.join(QStringLiteral(" + ")));
    setToolTip(chosen.isEmpty() ? tr("The engine lists its models when it has started")
                                : tr("Models that predict; the first gives the verdict"));
}

void ModelChooser::choose()
{
    QStringList names;
    for (const QAction *action : menu()->actions())
        if (action->isChecked())
            names << action->text();
    if (names.isEmpty())
        refresh(); // one model stays
    else
        m_session->setChosenModels(names);
}

} // namespace clv::gui
