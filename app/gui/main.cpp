// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/examples.h"
#include "app/gui/main_window.h"
#include "app/gui/scripted_run.h"
#include "app/gui/theme.h"
#include "core/support/paths.h"
#include "widgets/docks/message_bar.h"
#include "widgets/session/session.h"
#include "widgets/session/text.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QIcon>
#include <QLibraryInfo>
#include <QTemporaryDir>
#include <QTextStream>
#include <QTranslator>

#include <unistd.h>

#include <csignal>

namespace {

using namespace clv;

struct Arguments {
    QStringList files;
    QString demoFolder, screenshot, theme;
};

/// Milliseconds since the kernel started this process: dynamic linking is part of what the user waits for.
qint64 sinceProcessStartMs()
{
    QFile stat(QStringLiteral("/proc/self/stat")), uptime(QStringLiteral("/proc/uptime"));
    if (!stat.open(QIODevice::ReadOnly) || !uptime.open(QIODevice::ReadOnly))
        return 0;
    constexpr int kStartTimeField = 19; // counted after the command name; proc(5), field 22
    const QByteArray text = stat.readAll();
    const double started = text.mid(text.lastIndexOf(')') + 2).split(' ').value(kStartTimeField).toDouble() /
                           static_cast<double>(sysconf(_SC_CLK_TCK));
    return static_cast<qint64>((uptime.readAll().split(' ').value(0).toDouble() - started) * 1000);
}

Arguments parse(const QApplication &application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Predicted and measured OpenCL kernel times, side by side."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption demo(QStringLiteral("demo"),
                                  QCoreApplication::translate("main",
                                                              "Go through the main job with the example kernel, "
                                                              "leave report.html and window.png in DIR, and end."),
                                  QStringLiteral("DIR"));
    const QCommandLineOption theme(QStringLiteral("theme"), QCoreApplication::translate("main", "light or dark"),
                                   QStringLiteral("THEME"));
    const QCommandLineOption screenshot(
        QStringLiteral("screenshot"),
        QCoreApplication::translate("main", "Fill every panel, save a picture of the window as FILE, and end."),
        QStringLiteral("FILE"));
    parser.addOptions({demo, theme, screenshot});
    parser.addPositionalArgument(QStringLiteral("FILES"), QCoreApplication::translate("main", "OpenCL C files to open"),
                                 QStringLiteral("[FILES...]"));
    parser.process(application);
    return {parser.positionalArguments(), parser.value(demo), parser.value(screenshot), parser.value(theme)};
}

int usageError(const QString &sentence)
{
    QTextStream(stderr) << "clairvoyant: " << sentence << '\n';
    return 2;
}

void loadTranslation(QApplication &application)
{
    // English first, for its plural forms; the user's language on top where we have it.
    auto *english = new QTranslator(&application);
    if (english->load(QStringLiteral(":/translations/clairvoyant_en.qm")))
        QCoreApplication::installTranslator(english);
    auto *translator = new QTranslator(&application);
    if (translator->load(QLocale(), QStringLiteral("clairvoyant"), QStringLiteral("_"),
                         QStringLiteral(":/translations")))
        QCoreApplication::installTranslator(translator);
    auto *qtTranslator = new QTranslator(&application);
    if (qtTranslator->load(QLocale(), QStringLiteral("qtbase"), QStringLiteral("_"),
                           QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(qtTranslator);
}

} // namespace

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN); // a child that died is reported by its exit, not by our own death
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("clairvoyant"));
    QCoreApplication::setApplicationVersion(QStringLiteral(CLV_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("clairvoyant"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/clairvoyant.svg")));
    loadTranslation(application);
    gui::prepareApplication(application);

    const Arguments arguments = parse(application);
    const bool isScripted = !arguments.demoFolder.isEmpty() || !arguments.screenshot.isEmpty();
    // A scripted run neither reads nor changes what the user has set, so that it gives the same picture everywhere.
    QTemporaryDir scratch;
    session::Settings settings(isScripted ? scratch.filePath(QStringLiteral("settings.ini")) : QString());
    if (arguments.theme == QLatin1String("light") || arguments.theme == QLatin1String("dark"))
        gui::applyTheme(arguments.theme == QLatin1String("dark") ? session::Theme::Dark : session::Theme::Light);
    else if (arguments.theme.isEmpty())
        gui::applyTheme(isScripted ? session::Theme::Light : settings.theme());
    else
        return usageError(
            QCoreApplication::translate("main", "--theme takes light or dark, not '%1'.").arg(arguments.theme));

    session::Session::Options options;
    if (isScripted)
        options.recoveryFolder = scratch.filePath(QStringLiteral("recovery"));
    session::Session session(options, &settings);
    gui::MainWindow window(&session);
    session.start();
    bool hasOpened = false;
    for (const QString &file : arguments.files)
        hasOpened = window.openFile(file) || hasOpened;
    if (isScripted && !arguments.files.isEmpty() && !hasOpened)
        return usageError(window.messageBar()->sentence());
    window.recoverTexts();
    if (session.documents().empty() && arguments.files.isEmpty())
        window.openExample();
    window.show();

    gui::ScriptedRun::Options script{arguments.demoFolder, arguments.screenshot, 0};
    gui::ScriptedRun *run = nullptr;
    if (isScripted)
        QTimer::singleShot(0, &window, [&] {
            script.startMs = sinceProcessStartMs();
            run = new gui::ScriptedRun(script, &session, &window);
            run->start();
        });
    return QApplication::exec();
}
