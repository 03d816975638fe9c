// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/sweep_painter.h"

#include <QChart>
#include <QChartView>

#include <optional>
#include <vector>

class QValueAxis;
class QXYSeries;
class QLineSeries;
class QAreaSeries;

namespace clv::plots {

/// The charts library draws curves, bands and marks in axis coordinates on hidden linear axes; ticks and all text are
/// ours, because its logarithmic axes let labels collapse. Holds the interaction, too.
class SweepCanvas : public QChartView {
    Q_OBJECT

public:
    explicit SweepCanvas(QWidget *parent = nullptr);

    void setData(const SweepPlotData &data);
    [[nodiscard]] const SweepPlotData &data() const { return m_data; }
    void setColours(const Palette &palette);
    void setEmptyText(const QString &text);
    void setOptions(bool isLegendVisible, bool isStripVisible);
    [[nodiscard]] const LayoutOptions &options() const { return m_options; }
    [[nodiscard]] const SweepLayout &plotLayout() const { return m_layout; }
    [[nodiscard]] bool isZoomed() const { return m_range.has_value(); }
    void resetZoom();
    void zoomAt(QPointF pixel, double factorX, double factorY);
    /// All of it onto a painter of that size, without read-out.
    void renderTo(QPainter &painter, QSizeF size);

signals:
    void pointActivated(int series, int point);
    void cursorMoved(double x);
    void zoomChanged(bool isZoomed);

protected:
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    struct Drawn {
        QXYSeries *line = nullptr;
        QLineSeries *upper = nullptr, *lower = nullptr;
        QAreaSeries *band = nullptr;
    };
    void rebuildSeries();
    void fillSeries();
    void styleSeries();
    void relayout();
    void applyRange();
    [[nodiscard]] PlotRange shownRange() const { return m_range.value_or(m_whole); }
    void setRange(PlotRange range);
    void moveReadOut(int by);
    void setReadOut(std::optional<ReadOut> readOut);
    [[nodiscard]] std::optional<double> nearestX(double pixel) const;
    /// Series and point within reach of a pixel; {-1, -1}: none.
    [[nodiscard]] std::pair<int, int> pointAt(QPointF pixel) const;

    SweepPlotData m_data;
    Palette m_palette;
    QString m_emptyText;
    LayoutOptions m_options;
    SweepLayout m_layout;
    PlotRange m_whole;
    std::optional<PlotRange> m_range; ///< while zoomed
    std::optional<ReadOut> m_readOut;
    std::optional<QPointF> m_pressed;
    PlotRange m_pressedRange;
    bool m_isPanning = false;

    QChart *m_chart;
    QValueAxis *m_x, *m_y;
    std::vector<Drawn> m_drawn;
};

} // namespace clv::plots
