// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/support/child_process.h"
