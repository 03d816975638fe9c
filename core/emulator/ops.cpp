// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/ops.h"

#include "core/emulator/cross_lane.h"

#include <array>
#include <cstdlib>
#include <string_view>

namespace clv::emulator {

namespace {

std::array<Handler, kOps> chooseHandlers()
{
    std::array<Handler, kOps> table{};
    baseline::fillHandlers(table.data());
    table[static_cast<std::size_t>(Op::CrossLane)] = crossLane;
#if defined(CLV_EMULATOR_X86)
    const char *wish = std::getenv("CLAIRVOYANT_ISA");
    const std::string_view limit = wish ? wish : "avx512";
    if (limit == "baseline")
        return table;
    __builtin_cpu_init();
    const bool hasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (hasAvx2)
        avx2::fillHandlers(table.data());
    if (hasAvx2 && limit == "avx512" && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        avx512::fillHandlers(table.data());
#endif
    return table;
}

} // namespace

const Handler *handlers()
{
    static const std::array<Handler, kOps> kTable = chooseHandlers();
    return kTable.data();
}

} // namespace clv::emulator
