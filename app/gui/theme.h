// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/settings.h"

class QApplication;

namespace clv::gui {

/// Sets style and palette of the application. System: light or dark as the desktop's palette is.
void applyTheme(session::Theme theme);

/// Rich text tool tips, tabular figures, application font: once, before any window.
void prepareApplication(QApplication &application);

} // namespace clv::gui
