#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints the figures that a release is judged by, from the programs that packaging/test.sh built: edit to estimate, start
# of the window and its memory, predicted and measured time of every example on the chosen device.
#   packaging/figures.sh [device, default pocl]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
bin=${CLAIRVOYANT_BUILD_DIR:-$root/build}/bin
device=${1:-pocl}
export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

echo "== From an edit to its estimate (engine alone; the window adds its pause of typing) =="
"$bin/clv_bench_edit_latency" 20
echo
echo "== Start of the window and its memory =="
"$bin/clairvoyant" --demo "$scratch" 2>/dev/null | tail -2
echo
echo "== Predicted and measured, every example, device: $device =="
"$bin/clv" devices --peaks --device "$device" 2>/dev/null
for kernel in "$root"/resources/kernels/*.cl; do
    printf '%-22s ' "$(basename "$kernel" .cl)"
    "$bin/clv" compare --device "$device" "$kernel" 2>/dev/null | grep '^roofline' || echo "failed"
done
