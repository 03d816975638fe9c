#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds, and starts Clairvoyant. Arguments go to the application.
# Without a display the same application runs offscreen: it opens, analyses, predicts, measures, sweeps and exports into
# ./clairvoyant-demo/.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/prepare.sh"

clv_install
clv_configure_and_build

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$clv_build/bin/clairvoyant" "$@"
fi
export QT_QPA_PLATFORM=offscreen
for argument in "$@"; do
    case $argument in
    # These end by themselves; a window that nobody sees would not.
    --demo* | --screenshot* | --help | -h | --version | -v) exec "$clv_build/bin/clairvoyant" "$@" ;;
    esac
done
say "No display found: running the demonstration offscreen; report.html and window.png go to ./clairvoyant-demo/."
exec "$clv_build/bin/clairvoyant" --demo clairvoyant-demo "$@"
