// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/settings.h"

#include "core/support/paths.h"

#include <QDir>

namespace clv::session {

namespace {

constexpr int kMaxRecentFiles = 10;
constexpr int kDefaultDeadlineSeconds = 60;

QString defaultFile()
{
    return QString::fromStdString((paths::configDir() / "clairvoyant.ini").string());
}

} // namespace

Settings::Settings(const QString &file, QObject *parent)
    : QObject(parent), m_store(file.isEmpty() ? defaultFile() : file, QSettings::IniFormat)
{
}

Theme Settings::theme() const
{
    const QString name = m_store.value(QStringLiteral("view/theme")).toString();
    return name == QLatin1String("light") ? Theme::Light : name == QLatin1String("dark") ? Theme::Dark : Theme::System;
}

void Settings::setTheme(Theme theme)
{
    set(QStringLiteral("view/theme"), theme == Theme::Light  ? QStringLiteral("light")
                                      : theme == Theme::Dark ? QStringLiteral("dark")
                                                             : QStringLiteral("system"));
}

bool Settings::showsAnnotations() const
{
    return m_store.value(QStringLiteral("view/annotations"), true).toBool();
}

void Settings::setShowsAnnotations(bool on)
{
    set(QStringLiteral("view/annotations"), on);
}

QString Settings::deviceKey() const
{
    return m_store.value(QStringLiteral("study/device")).toString();
}

void Settings::setDeviceKey(const QString &key)
{
    set(QStringLiteral("study/device"), key);
}

QStringList Settings::models() const
{
    return m_store.value(QStringLiteral("study/models")).toStringList();
}

void Settings::setModels(const QStringList &models)
{
    set(QStringLiteral("study/models"), models);
}

int Settings::measureDeadlineSeconds() const
{
    const int seconds = m_store.value(QStringLiteral("measure/deadlineSeconds"), kDefaultDeadlineSeconds).toInt();
    return seconds > 0 ? seconds : kDefaultDeadlineSeconds;
}

QByteArray Settings::windowGeometry() const
{
    return m_store.value(QStringLiteral("window/geometry")).toByteArray();
}

QByteArray Settings::windowState() const
{
    return m_store.value(QStringLiteral("window/state")).toByteArray();
}

void Settings::setWindow(const QByteArray &geometry, const QByteArray &state)
{
    m_store.setValue(QStringLiteral("window/geometry"), geometry);
    m_store.setValue(QStringLiteral("window/state"), state);
}

QStringList Settings::recentFiles() const
{
    return m_store.value(QStringLiteral("files/recent")).toStringList();
}

void Settings::addRecentFile(const QString &path)
{
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    m_store.setValue(QStringLiteral("files/recent"), QStringList(files.mid(0, kMaxRecentFiles)));
    emit recentFilesChanged();
}

void Settings::clearRecentFiles()
{
    m_store.remove(QStringLiteral("files/recent"));
    emit recentFilesChanged();
}

void Settings::set(const QString &key, const QVariant &value)
{
    if (m_store.value(key) == value)
        return;
    m_store.setValue(key, value);
    emit changed(key);
}

} // namespace clv::session
