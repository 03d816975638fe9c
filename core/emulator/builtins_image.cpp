// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/builtins.h"

namespace clv::emulator {

bool Builtins::image()
{
    return false;
}

} // namespace clv::emulator
