// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace clv::docks {

/// A short remark in a pill beside a number: "stale", "uncalibrated", "timer healthy". The tool tip says more.
class Badge : public QLabel {
    Q_OBJECT

public:
    enum class Kind { Neutral, Good, Warning, Error };

    explicit Badge(QWidget *parent = nullptr);
    /// Empty text hides it.
    void set(Kind kind, const QString &text, const QString &detail = {});

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Kind m_kind = Kind::Neutral;
};

} // namespace clv::docks
