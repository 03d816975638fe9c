// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/plot_data.h"

#include <QWidget>

#include <memory>

namespace clv::plots {

/// Curves over one axis: predicted lines with bands, measured points with whiskers, an error strip below.
/// Wheel zooms about the pointer, drag pans, double click (or 0) resets, arrow keys move the read-out, Enter activates
/// the point under it.
class SweepPlot : public QWidget {
    Q_OBJECT

public:
    explicit SweepPlot(QWidget *parent = nullptr);
    ~SweepPlot() override;

    /// Cheap enough to call for every arriving point; keeps zoom while the axes stay the same.
    void setData(const SweepPlotData &data);
    [[nodiscard]] const SweepPlotData &data() const;

    void setPalette(const Palette &palette); ///< default: follows the system palette
    void setEmptyText(const QString &text);  ///< shown when there is nothing to draw: what to do
    void setLegendVisible(bool isVisible);
    void setErrorStripVisible(bool isVisible);
    [[nodiscard]] bool isLegendVisible() const;
    [[nodiscard]] bool isErrorStripVisible() const;
    [[nodiscard]] bool isZoomed() const;

    /// On white, at `size` in logical pixels; independent of what is on the screen (whole range, no cross-hair).
    [[nodiscard]] bool exportPng(const QString &path, QSize size = {960, 540}, double scale = 2) const;
    [[nodiscard]] bool exportSvg(const QString &path, QSize size = {960, 540}) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

public slots:
    void resetZoom();
    void zoomBy(double factor); ///< about the middle; > 1 comes closer

signals:
    /// A point was clicked or activated by key. Indices into data().
    void pointActivated(int series, int point);
    /// x of the read-out, NaN when the pointer left.
    void cursorMoved(double x);
    void zoomChanged(bool isZoomed);

protected:
    void changeEvent(QEvent *event) override;

private:
    friend class SweepPlotProbe; ///< tests look at ticks and label rectangles
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace clv::plots
