// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/autosave.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QUuid>

namespace clv::session {

namespace {

constexpr int kQuietMs = 700;
constexpr int kLatestMs = 1800;
constexpr int kFileVersion = 1;

} // namespace

Autosave::Autosave(QString folder, QObject *parent)
    : QObject(parent), m_folder(std::move(folder)), m_stem(QUuid::createUuid().toString(QUuid::Id128).left(12))
{
    QDir().mkpath(m_folder);
    QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    m_lock = std::make_unique<QLockFile>(m_folder + u'/' + m_stem + QStringLiteral(".lock"));
    m_lock->setStaleLockTime(0); // only a dead process makes a lock stale
    m_lock->tryLock(0);
    for (QTimer *timer : {&m_quiet, &m_latest}) {
        timer->setSingleShot(true);
        connect(timer, &QTimer::timeout, this, &Autosave::flush);
    }
    m_quiet.setInterval(kQuietMs);
    m_latest.setInterval(kLatestMs);
}

Autosave::~Autosave() = default;

std::vector<RecoveredText> Autosave::takeOrphans()
{
    std::vector<RecoveredText> found;
    const QDir folder(m_folder);
    const auto files = folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Time | QDir::Reversed);
    for (const QString &name : files) {
        const QString stem = name.section(u'-', 0, 0);
        if (stem == m_stem)
            continue;
        QLockFile lock(m_folder + u'/' + stem + QStringLiteral(".lock"));
        lock.setStaleLockTime(0);
        if (!lock.tryLock(0))
            continue; // its process lives
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
        file.close();
        if (object.value(QLatin1String("version")).toInt() == kFileVersion)
            found.push_back({object.value(QLatin1String("path")).toString(),
                             object.value(QLatin1String("title")).toString(),
                             QByteArray::fromBase64(object.value(QLatin1String("base64")).toString().toLatin1()),
                             object.value(QLatin1String("savedAtUtc")).toString()});
        // Under our own name before the old one goes: a kill between the two loses nothing.
        if (found.empty() ||
            !file.rename(folder.filePath(QStringLiteral("%1-adopted%2.json").arg(m_stem).arg(found.size()))))
            file.remove();
    }
    return found;
}

void Autosave::touch(int document, std::function<RecoveredText()> read)
{
    m_waiting.insert(document, std::move(read));
    m_quiet.start();
    if (!m_latest.isActive())
        m_latest.start();
}

void Autosave::forget(int document)
{
    m_waiting.remove(document);
    QFile::remove(fileFor(document));
}

void Autosave::flush()
{
    m_quiet.stop();
    m_latest.stop();
    const auto waiting = std::exchange(m_waiting, {});
    for (auto it = waiting.begin(); it != waiting.end(); ++it)
        write(it.key(), it.value()());
    // Adopted texts are open documents now, written again under their own numbers.
    if (!waiting.isEmpty()) {
        const QDir folder(m_folder);
        for (const QString &name : folder.entryList({m_stem + QStringLiteral("-adopted*.json")}))
            QFile::remove(folder.filePath(name));
    }
}

QString Autosave::fileFor(int document) const
{
    return QStringLiteral("%1/%2-%3.json").arg(m_folder, m_stem).arg(document);
}

void Autosave::write(int document, const RecoveredText &text)
{
    const QJsonObject object{{QStringLiteral("version"), kFileVersion},
                             {QStringLiteral("path"), text.path},
                             {QStringLiteral("title"), text.title},
                             {QStringLiteral("savedAtUtc"), QDateTime::currentDateTimeUtc().toString(Qt::ISODate)},
                             {QStringLiteral("base64"), QString::fromLatin1(text.bytes.toBase64())}};
    QSaveFile file(fileFor(document));
    if (file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(object).toJson(QJsonDocument::Compact)) > 0 &&
        file.commit())
        return;
    if (!std::exchange(m_hasWarned, true))
        emit failed(tr("Unsaved text cannot be kept in %1 (%2). Save by hand.").arg(m_folder, file.errorString()));
}

} // namespace clv::session
