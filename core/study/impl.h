// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/stages.h"

namespace clv::study {

struct Study::Impl {
    Workshop workshop;
};

} // namespace clv::study
