// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/study.h"
#include "widgets/session/launch_check.h"
#include "widgets/session/sweep_axis.h"

#include <QByteArray>
#include <QDateTime>
#include <QObject>

#include <map>
#include <memory>
#include <optional>

namespace clv::session {

/// Where the results of a document stand.
enum class StudyState {
    Empty,     ///< nothing to analyse, or not asked yet
    Computing, ///< asked; `shown` is of before
    Ready,     ///< `shown` is of this text and launch
    Stale,     ///< the text does not compile: `shown` is of an earlier one
    Refused,   ///< the launch or the kernel cannot be studied; `refusal` says why
};

/// A measurement with what it was taken of, so that one knows when it no longer fits.
struct TakenMeasurement {
    Measurement measurement;
    quint64 fingerprint = 0;
};

/// One open file: its bytes, what the user chose for it, and the newest results. Changed by the session only.
struct Document {
    int id = 0;
    QString path;          ///< absolute; empty: never saved
    QString title;         ///< file name, or "untitled 1"
    QByteArray bytes;      ///< as in the editor, with BOM if the file had one
    QByteArray savedBytes; ///< as on disk
    [[nodiscard]] bool isModified() const { return bytes != savedBytes; }

    std::string kernel;                           ///< chosen; empty: the first
    std::map<std::string, LaunchSpec> specs;      ///< by kernel: from the launch file, or edited
    std::map<std::string, LaunchSpec> savedSpecs; ///< as in the launch file
    QString launchFileProblem;                    ///< why the launch file beside it was not used
    std::vector<FieldProblem> launchProblems;     ///< of the spec in force

    quint64 revision = 0; ///< of the newest request
    StudyState state = StudyState::Empty;
    QString refusal;
    StudyResult latest;                       ///< newest diagnostics, kernels, launch
    std::shared_ptr<const StudyResult> shown; ///< newest that has an estimate
    DeviceDescription shownDevice;
    QDateTime shownAt;
    std::optional<double> previousMedianNs; ///< of the last saved state
    std::optional<TakenMeasurement> measurement;
    QString measureProblem;

    SweepForm sweepForm;
    std::optional<Sweep> sweep;
    quint64 sweepFingerprint = 0;
    QString sweepProblem;

    /// The signature of the chosen kernel in the newest outline.
    [[nodiscard]] const KernelSignature *signature() const;
    [[nodiscard]] std::string kernelName() const; ///< chosen, or the first
    /// What is in force: the user's, else the inferred one of the newest result.
    [[nodiscard]] std::optional<LaunchSpec> launchSpec() const;
    [[nodiscard]] bool hasErrors() const;
    [[nodiscard]] std::string folder() const;
};

} // namespace clv::session
