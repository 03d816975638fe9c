// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/estimate.h"
#include "widgets/plots/palette.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace clv::plots {

/// Where the predicted time goes: one horizontal stacked bar. Names stand in the parts where they fit, else in a legend
/// below; parts differ by hatch and number as well as by colour. Terms overlap in time and need not add up: the bar
/// shows their proportions, the tool tip each one's time and its share of the total.
class BreakdownBar : public QWidget {
    Q_OBJECT

public:
    explicit BreakdownBar(QWidget *parent = nullptr);
    ~BreakdownBar() override;

    void setTerms(const std::vector<EstimateTerm> &terms, double totalNs);
    void setPalette(const Palette &palette); ///< default: follows the system palette
    void setStale(bool isStale);             ///< dimmed
    void setEmptyText(const QString &text);

    [[nodiscard]] bool hasHeightForWidth() const override;
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void termHovered(int index); ///< -1: none

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    friend class BreakdownBarProbe;
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace clv::plots
