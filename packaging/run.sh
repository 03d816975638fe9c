#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds, and starts Clairvoyant. Arguments go to the application.
# Without a display and without arguments it runs a demonstration offscreen into ./clairvoyant-demo/.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/prepare.sh"

clv_install
clv_configure_and_build -DCLV_BUILD_TESTS=${CLAIRVOYANT_BUILD_TESTS:-OFF}

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ -n "${QT_QPA_PLATFORM:-}" ]; then
    exec "$clv_build/bin/clairvoyant" "$@"
fi
export QT_QPA_PLATFORM=offscreen
if [ $# -gt 0 ]; then
    exec "$clv_build/bin/clairvoyant" "$@"
fi
say "No display found: running the demonstration offscreen; report.html and window.png go to ./clairvoyant-demo/."
exec "$clv_build/bin/clairvoyant" --demo clairvoyant-demo
