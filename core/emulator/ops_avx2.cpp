// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <type_traits>

#define CLV_ISA avx2
#include "core/emulator/ops_impl.h"
