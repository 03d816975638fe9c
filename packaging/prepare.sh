#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing and builds. Sourced by run.sh and test.sh; does nothing the second time.
set -euo pipefail

clv_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
clv_build=${CLAIRVOYANT_BUILD_DIR:-$clv_root/build}

say() { printf '%s\n' "$*" >&2; }

# Names in packages.txt that dpkg does not have installed.
clv_missing_packages() {
    local name
    sed -e 's/#.*//' "$clv_root/packaging/packages.txt" | while read -r name; do
        [ -n "$name" ] || continue
        dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q '^install ok installed$' || printf '%s\n' "$name"
    done
}

clv_install() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "This script installs packages with apt and was written for Debian 12; on another system install the"
        say "equivalents of packaging/packages.txt and build with CMake as README.md says."
        return 1
    fi
    local missing
    missing=$(clv_missing_packages)
    [ -n "$missing" ] || return 0
    say "Clairvoyant needs these packages, which are not installed yet:"
    local name
    for name in $missing; do
        say "  $(grep -E "^$name( |\$)" "$clv_root/packaging/packages.txt")"
    done
    local sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "Installing needs root: run this script as root once, or install them with: apt-get install $(echo $missing)"
            return 1
        fi
        sudo=(sudo)
    fi
    say "Installing them with apt-get."
    "${sudo[@]}" apt-get update -q >&2
    # shellcheck disable=SC2086
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >&2
}

# clv_configure_and_build [cmake options]: a second call with nothing changed takes a second.
clv_configure_and_build() {
    local started=$SECONDS
    # Precompiled headers are cached only when their time stamps may differ.
    export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros,include_file_mtime,include_file_ctime}
    mkdir -p "$clv_build"
    cmake -G Ninja -S "$clv_root" -B "$clv_build" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache "$@" >"$clv_build/configure.log" 2>&1 || {
        cat "$clv_build/configure.log" >&2
        say "Configuring failed; the log above says why."
        return 1
    }
    cmake --build "$clv_build" --parallel "$(nproc)" >&2
    say "Built in $((SECONDS - started)) s."
}
