// SPDX-License-Identifier: GPL-3.0-or-later
// Draws plots and editor in light and dark into a folder, for eyes: clv_widget_gallery FOLDER
#include "sample_data.h"
#include "widgets/plots/breakdown_bar.h"
#include "widgets/plots/sweep_plot.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QDir>
#include <QTest>

#include <cstdio>

using namespace clv;

namespace {

void paint(const QString &folder, const QString &name, const plots::Palette &palette)
{
    plots::SweepPlot plot;
    plot.setPalette(palette);
    plot.setData(test::sampleSweep());
    for (const QSize size : {QSize(900, 380), QSize(560, 300), QSize(320, 200)}) {
        plot.resize(size);
        plot.grab().save(
            QStringLiteral("%1/sweep-%2-%3x%4.png").arg(folder, name).arg(size.width()).arg(size.height()));
    }
    plot.resize(900, 380);
    plot.show();
    QTest::mouseMove(plot.findChild<QAbstractScrollArea *>()->viewport(), QPoint(420, 120));
    plot.grab().save(QStringLiteral("%1/sweep-%2-cursor.png").arg(folder, name));
    if (!plot.exportSvg(QStringLiteral("%1/sweep-print.svg").arg(folder)) ||
        !plot.exportPng(QStringLiteral("%1/sweep-print.png").arg(folder)))
        std::fprintf(stderr, "export failed\n");

    plots::BreakdownBar bar;
    bar.setPalette(palette);
    bar.setTerms(test::sampleTerms(), 184e3);
    QPalette around;
    around.setColor(QPalette::Window, palette.surface);
    static_cast<QWidget &>(bar).setPalette(around);
    for (const int width : {520, 300}) {
        bar.resize(width, bar.heightForWidth(width));
        bar.grab().save(QStringLiteral("%1/breakdown-%2-%3.png").arg(folder, name).arg(width));
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    const QString folder = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral("gallery");
    if (!QDir().mkpath(folder)) {
        std::fprintf(stderr, "cannot create %s\n", qPrintable(folder));
        return 1;
    }
    paint(folder, QStringLiteral("light"), plots::Palette::light());
    paint(folder, QStringLiteral("dark"), plots::Palette::dark());
    return 0;
}
