// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/types/device.h"

namespace clv
{

const char *toString(DeviceType type)
{
    switch (type) {
    case DeviceType::Cpu: return "CPU";
    case DeviceType::Gpu: return "GPU";
    case DeviceType::Accelerator: return "accelerator";
    case DeviceType::Other: return "other";
    case DeviceType::Unknown: break;
    }
    return "unknown";
}

} // namespace clv
