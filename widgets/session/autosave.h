// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace clv::session {

/// Unsaved text as it was found after a process that ended without saving it.
struct RecoveredText {
    QString path; ///< empty: never saved
    QString title;
    QByteArray bytes;
    QString savedAtUtc;
};

/// Keeps unsaved text safe from a killed process: about a second after typing, at most two, it lies in
/// $XDG_DATA_HOME/clairvoyant/recovery, one JSON file per document (version, path, title, savedAtUtc, base64), beside a
/// lock that tells whether its process still lives.
class Autosave : public QObject {
    Q_OBJECT

public:
    explicit Autosave(QString folder, QObject *parent = nullptr);
    ~Autosave() override;

    /// Texts whose process is gone. Each is given once; its file goes when `forget` or a new `touch` replaces it.
    [[nodiscard]] std::vector<RecoveredText> takeOrphans();

    /// The document has changed; `read` gives its text when the time has come.
    void touch(int document, std::function<RecoveredText()> read);
    void forget(int document); ///< saved or closed
    void flush();              ///< writes what waits

signals:
    void failed(const QString &sentence);

private:
    [[nodiscard]] QString fileFor(int document) const;
    void write(int document, const RecoveredText &text);

    QString m_folder, m_stem;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_quiet, m_latest; ///< after the last key; after the first unsaved one
    QHash<int, std::function<RecoveredText()>> m_waiting;
    bool m_hasWarned = false;
};

} // namespace clv::session
