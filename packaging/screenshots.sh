#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Takes the README's pictures of the real window with real content, light and dark.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
bin=${CLAIRVOYANT_BUILD_DIR:-$root/build}/bin
export QT_QPA_PLATFORM=offscreen
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$root/resources/screenshots"
for theme in light dark; do
    "$bin/clairvoyant" --theme "$theme" --demo "$scratch/$theme" >&2
    cp "$scratch/$theme/window.png" "$root/resources/screenshots/window-$theme.png"
    echo "resources/screenshots/window-$theme.png"
done
