// SPDX-License-Identifier: GPL-3.0-or-later
// Draws plots and editor in light and dark into a folder, for eyes: clv_widget_gallery FOLDER
#include "sample_data.h"
#include "sample_source.h"
#include "widgets/editor/editor_pane.h"
#include "widgets/editor/source_editor.h"
#include "widgets/plots/breakdown_bar.h"
#include "widgets/plots/sweep_plot.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QDir>
#include <QLineEdit>
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

void paintEditor(const QString &folder, const QString &name, const plots::Palette &palette)
{
    editor::EditorPane pane;
    editor::SourceEditor &e = *pane.editor();
    e.setPalette(palette);
    e.setSource(test::sampleKernel());
    e.setLineShares({{19, 0.21}, {20, 0.66}, {22, 0.08}, {14, 0.01}});
    e.setLineNotes({{19, QStringLiteral("rowStart: 8 B/item · stride 1 · 4 sectors"), {}, false},
                    {20, QStringLiteral("val: 57 B/item · stride 14 · 28 sectors"), {}, true},
                    {20, QStringLiteral("x: indirect via col · 14.2 sectors"), {}, true},
                    {22, QStringLiteral("y: 4 B/item · stride 1 · 4 sectors"), {}, false}});
    e.setDiagnostics({{Severity::Warning, {{}, 17, 12}, {}, "unused variable 'unused'", {}},
                      {Severity::Error, {{}, 22, 30}, {}, "expected ';' after expression", {}}});
    e.setDiagnosticTextVisible(true);
    e.setHighlightedLines({19});
    pane.resize(980, 560);
    pane.show();
    e.goToLine(14, 24);
    pane.grab().save(QStringLiteral("%1/editor-%2.png").arg(folder, name));
    pane.showFind(true);
    pane.findChild<QLineEdit *>()->setText(QStringLiteral("row"));
    QApplication::processEvents();
    pane.grab().save(QStringLiteral("%1/editor-%2-find.png").arg(folder, name));
    e.setSource("kernel void k(global float *a)\n{\n    a[0] = clamp(a[1], \n}\n");
    e.setFocus();
    e.goToLine(3, 24);
    QTest::keyClicks(&e, QStringLiteral("native_s"));
    QTest::qWait(50);
    for (QWidget *w : QApplication::topLevelWidgets())
        if (w->isVisible() && w != &pane)
            w->grab().save(QStringLiteral("%1/popup-%2-%3.png")
                               .arg(folder, name,
                                    QString::fromLatin1(w->metaObject()->className()).section(QLatin1Char(':'), -1)));
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
    paintEditor(folder, QStringLiteral("light"), plots::Palette::light());
    paintEditor(folder, QStringLiteral("dark"), plots::Palette::dark());
    return 0;
}
