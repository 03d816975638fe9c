// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/about_dialog.h"

#include "widgets/docks/icon.h"

#include <QDialogButtonBox>
#include <QIcon>
#include <QLabel>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace clv::dialogs {

AboutDialog::AboutDialog(const QString &version, const QString &engineVersion, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("aboutDialog"));
    setWindowTitle(tr("About Clairvoyant"));
    auto *mark = new QLabel(this);
    mark->setPixmap(QIcon(QStringLiteral(":/icons/clairvoyant.svg")).pixmap(64, 64));
    auto *title = new QLabel(tr("<h2>Clairvoyant %1</h2>What an OpenCL kernel will cost before it runs, what it does "
                                "cost, and why.")
                                 .arg(version),
                             this);
    title->setWordWrap(true);
    auto *top = new QHBoxLayout;
    top->setSpacing(16);
    top->addWidget(mark);
    top->addWidget(title, 1);
    auto *text = new QTextBrowser(this);
    text->setOpenExternalLinks(true);
    text->setFrameShape(QFrame::NoFrame);
    text->setHtml(
        tr("<p>Clairvoyant is free software under the GNU General Public License, version 3 or later. It comes with no "
           "warranty.</p><h4>Built on</h4><table cellpadding=3>%1</table>")
            .arg(QStringList{QStringLiteral("<tr><td>Qt %1</td><td>LGPL-3.0; Qt Charts GPL-3.0</td></tr>")
                                 .arg(QLatin1String(qVersion())),
                             QStringLiteral("<tr><td>QScintilla</td><td>GPL-3.0</td></tr>"),
                             QStringLiteral("<tr><td>LLVM and Clang</td><td>Apache-2.0 WITH LLVM-exception</td></tr>"),
                             QStringLiteral("<tr><td>nlohmann/json, fmt, spdlog</td><td>MIT</td></tr>"),
                             QStringLiteral("<tr><td>CLI11</td><td>BSD-3-Clause</td></tr>"),
                             QStringLiteral("<tr><td>%1</td><td>%2</td></tr>")
                                 .arg(tr("Analysis engine"),
                                      engineVersion.isEmpty() ? tr("not running") : engineVersion.toHtmlEscaped())}
                     .join(QString())));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(12);
    column->addLayout(top);
    column->addWidget(text, 1);
    column->addWidget(buttons);
    resize(520, 420);
}

} // namespace clv::dialogs
