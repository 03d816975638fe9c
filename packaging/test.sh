#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds, runs the whole test suite and ends with one summary line.
# Arguments go to ctest, e.g. `packaging/test.sh -L fast` or `-R Emulator`.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/prepare.sh"

clv_install
# Warnings are errors in CI alone, so that this build and run.sh's share their objects elsewhere.
clv_configure_and_build -DCLV_BUILD_TESTS=ON -DCLV_WERROR="${CI:-OFF}"

# Tests see no display, no user settings and no devices but the ones they ask for.
export QT_QPA_PLATFORM=offscreen
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data XDG_CACHE_HOME=$scratch/cache
mkdir -p "$XDG_CONFIG_HOME" "$XDG_DATA_HOME" "$XDG_CACHE_HOME"

started=$SECONDS
status=0
# Two at a time whatever the machine: timing tests share it.
(cd "$clv_build" && ctest --output-on-failure --parallel 2 --no-tests=error "$@") | tee "$scratch/ctest.log" || status=$?
failed=$(sed -n 's/^[0-9]*% tests passed, \([0-9]*\) tests failed out of [0-9]*$/\1/p' "$scratch/ctest.log" | tail -1)
total=$(sed -n 's/^[0-9]*% tests passed, [0-9]* tests failed out of \([0-9]*\)$/\1/p' "$scratch/ctest.log" | tail -1)
if [ -z "$total" ]; then
    say "ctest printed no summary; its output is above."
    exit 1
fi
say "The tests took $((SECONDS - started)) s."
echo "$((total - failed)) passed, $failed failed"
exit $status
