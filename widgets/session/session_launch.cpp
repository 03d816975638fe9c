// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/device.h"
#include "core/launch/launch.h"
#include "core/support/log.h"
#include "core/support/paths.h"
#include "widgets/session/session.h"
#include "widgets/session/settings.h"
#include "widgets/session/text.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>

/// Launches, devices and models of the session.
namespace clv::session {

void Session::loadLaunchFile(Document &document)
{
    if (document.path.isEmpty())
        return;
    const QString name = qtext(launch::launchFileFor(utf8(document.path)));
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return; // none: inferred
    const QByteArray bytes = file.readAll();
    const auto spec = launch::parseLaunchFile(bytes.toStdString(), utf8(QFileInfo(name).fileName()));
    if (!spec) {
        document.launchFileProblem = qtext(spec.error().describe());
        return;
    }
    document.kernel = spec->kernel;
    document.specs[spec->kernel] = *spec;
    document.savedSpecs = document.specs;
}

void Session::setKernel(const std::string &name)
{
    Document *document = currentDocument();
    if (document == nullptr || document->kernelName() == name)
        return;
    document->kernel = name;
    document->measurement.reset();
    document->measureProblem.clear();
    document->sweep.reset();
    document->sweepForm = {};
    document->previousMedianNs.reset();
    document->shown.reset();
    document->latest.launchSpec.reset();
    document->latest.launch.reset();
    m_editClock.start();
    requestStudy();
}

void Session::setLaunchSpec(const LaunchSpec &spec)
{
    Document *document = currentDocument();
    if (document == nullptr)
        return;
    document->specs[document->kernelName()] = spec;
    m_editClock.start();
    checkLaunchNow(*document);
    scheduleStudy(m_options.debounceMs);
    emit studyChanged();
}

void Session::inferLaunch()
{
    Document *document = currentDocument();
    if (document == nullptr)
        return;
    document->specs.erase(document->kernelName());
    document->launchFileProblem.clear();
    document->launchProblems.clear();
    document->latest.launchSpec.reset();
    m_editClock.start();
    requestStudy();
}

Session::LaunchOrigin Session::launchOrigin() const
{
    const Document *document = current();
    if (document == nullptr)
        return LaunchOrigin::Inferred;
    const auto own = document->specs.find(document->kernelName());
    if (own == document->specs.end())
        return LaunchOrigin::Inferred;
    const auto saved = document->savedSpecs.find(document->kernelName());
    const bool isSaved = saved != document->savedSpecs.end() &&
                         launch::formatLaunchFile(saved->second) == launch::formatLaunchFile(own->second);
    return isSaved ? LaunchOrigin::File : LaunchOrigin::Edited;
}

Result<QString> Session::saveLaunchFile()
{
    Document *document = currentDocument();
    if (document == nullptr || document->path.isEmpty())
        return usageError(utf8(tr("Save the kernel first; its launch file lies beside it.")));
    auto spec = document->launchSpec();
    if (!spec)
        return usageError(utf8(tr("There is no launch yet; the kernel has to compile first.")));
    spec->kernel = document->kernelName();
    const QString name = qtext(launch::launchFileFor(utf8(document->path)));
    if (const auto written = paths::writeFileAtomically(utf8(name), launch::formatLaunchFile(*spec)); !written)
        return written.error();
    document->specs[spec->kernel] = *spec;
    document->savedSpecs = document->specs;
    document->launchFileProblem.clear();
    emit studyChanged();
    return name;
}

/// A launch file may leave the kernel's name out, and the text may have changed under a launch. True: ask anew.
bool Session::reconcileLaunch(Document &document)
{
    const KernelSignature *signature = document.signature();
    if (signature == nullptr || document.hasErrors())
        return false;
    if (const auto unnamed = document.specs.find(std::string()); unnamed != document.specs.end()) {
        auto spec = std::move(unnamed->second);
        document.specs.erase(unnamed);
        document.specs.emplace(signature->name, std::move(spec));
        document.savedSpecs = document.specs;
        return true;
    }
    const auto own = document.specs.find(signature->name);
    if (own == document.specs.end())
        return false;
    auto fitted = reconcile(own->second, *signature);
    if (!fitted)
        return false;
    own->second = std::move(*fitted);
    return true;
}

void Session::checkLaunchNow(Document &document)
{
    document.launchProblems.clear();
    const KernelSignature *signature = document.signature();
    const auto own = document.specs.find(document.kernelName());
    if (signature == nullptr || own == document.specs.end() || document.hasErrors())
        return;
    document.launchProblems = checkLaunch(own->second, *signature, device(), document.folder()).problems;
}

const DeviceDescription *Session::device() const
{
    const auto found = std::find_if(m_devices.begin(), m_devices.end(),
                                    [this](const DeviceDescription &d) { return qtext(d.key()) == m_deviceKey; });
    return found == m_devices.end() ? nullptr : &*found;
}

void Session::onDevices(const std::vector<DeviceDescription> &local)
{
    m_devicesRequest = 0;
    m_areDevicesKnown = true;
    m_devices = local;
    for (DeviceDescription &device : m_devices) {
        device.isLocal = true;
        device.peaks = device::loadPeaks(device);
        if (!device.peaks)
            device.peaks = device::assumedPeaks(device);
    }
    for (DeviceDescription &known : device::tabulatedDevices()) {
        const auto isSame = [&](const DeviceDescription &d) { return d.key() == known.key(); };
        if (std::none_of(m_devices.begin(), m_devices.end(), isSame)) {
            known.isLocal = false;
            m_devices.push_back(std::move(known));
        }
    }
    chooseDevice();
}

void Session::chooseDevice()
{
    const QString wanted = m_settings->deviceKey();
    const auto isWanted = [&](const DeviceDescription &d) { return qtext(d.key()) == wanted; };
    const auto chosen = std::find_if(m_devices.begin(), m_devices.end(), isWanted);
    if (chosen != m_devices.end())
        m_deviceKey = wanted;
    else if (!m_devices.empty())
        m_deviceKey = qtext(m_devices.front().key());
    emit devicesChanged();
    calibrateIfNeeded();
    scheduleStudy(0);
}

void Session::setDevice(const QString &key)
{
    if (key == m_deviceKey)
        return;
    m_settings->setDeviceKey(key);
    m_editClock.start();
    if (Document *document = currentDocument()) {
        document->previousMedianNs.reset();
        document->sweepProblem.clear();
    }
    chooseDevice();
    if (Document *document = currentDocument())
        checkLaunchNow(*document);
}

/// Peaks of a local device are measured once, behind everything else, and kept for the next start.
void Session::calibrateIfNeeded()
{
    const DeviceDescription *chosen = device();
    if (!m_options.calibratesDevices || chosen == nullptr || !chosen->isLocal || !m_calibrating.isEmpty() ||
        (chosen->peaks && chosen->peaks->source == "microbenchmark") || m_calibrationTried.contains(m_deviceKey))
        return;
    m_calibrationTried << m_deviceKey;
    m_calibrating = m_deviceKey;
    m_worker->requestPeaks(chosen->key());
    emit devicesChanged();
}

void Session::onPeaks(const QString &key, const DevicePeaks &peaks)
{
    if (m_calibrating == key)
        m_calibrating.clear();
    for (DeviceDescription &device : m_devices)
        if (qtext(device.key()) == key) {
            device.peaks = peaks;
            if (const auto saved = device::savePeaks(device, peaks); !saved)
                log::warning("peaks: " + saved.error().message);
        }
    emit devicesChanged();
    scheduleStudy(0);
}

QStringList Session::chosenModels() const
{
    QStringList known, chosen;
    for (const auto &model : m_models)
        known << qtext(model[0]);
    for (const QString &name : m_settings->models())
        if (known.contains(name))
            chosen << name;
    if (chosen.isEmpty() && !known.isEmpty())
        chosen << known.front();
    return chosen;
}

void Session::setChosenModels(const QStringList &names)
{
    if (names.isEmpty() || names == chosenModels())
        return;
    m_settings->setModels(names);
    emit modelsChanged();
    m_editClock.start();
    scheduleStudy(0);
}

} // namespace clv::session
