// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSettings>
#include <QStringList>

namespace clv::session {

enum class Theme { System, Light, Dark };

/// What the user chose, kept in one INI file under $XDG_CONFIG_HOME/clairvoyant.
class Settings : public QObject {
    Q_OBJECT

public:
    /// `file` empty: the user's own.
    explicit Settings(const QString &file = {}, QObject *parent = nullptr);

    [[nodiscard]] Theme theme() const;
    void setTheme(Theme theme);
    [[nodiscard]] bool showsAnnotations() const;
    void setShowsAnnotations(bool on);
    [[nodiscard]] QString deviceKey() const;
    void setDeviceKey(const QString &key);
    [[nodiscard]] QStringList models() const;
    void setModels(const QStringList &models);
    [[nodiscard]] int measureDeadlineSeconds() const;
    [[nodiscard]] QByteArray windowGeometry() const;
    [[nodiscard]] QByteArray windowState() const;
    void setWindow(const QByteArray &geometry, const QByteArray &state);

    [[nodiscard]] QStringList recentFiles() const; ///< newest first, at most ten
    void addRecentFile(const QString &path);
    void clearRecentFiles();

signals:
    void changed(const QString &key);
    void recentFilesChanged();

private:
    void set(const QString &key, const QVariant &value);

    QSettings m_store;
};

} // namespace clv::session
