// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/types/launch.h"

#include <algorithm>

namespace clv
{

const char *toString(ContentsKind kind)
{
    switch (kind) {
    case ContentsKind::Zeros: return "zeros";
    case ContentsKind::Constant: return "constant";
    case ContentsKind::Iota: return "iota";
    case ContentsKind::Uniform: return "uniform";
    case ContentsKind::Permutation: return "permutation";
    case ContentsKind::CsrRowPointers: return "csr-row-pointers";
    case ContentsKind::CsrColumns: return "csr-columns";
    case ContentsKind::BfsLevels: return "bfs-levels";
    case ContentsKind::File: return "file";
    case ContentsKind::Unknown: break;
    }
    return "unknown";
}

const LaunchArgument *Launch::argument(const std::string &name) const
{
    auto it = std::ranges::find(arguments, name, &LaunchArgument::name);
    return it == arguments.end() ? nullptr : &*it;
}

std::uint64_t Launch::globalBytes() const
{
    std::uint64_t sum = 0;
    for (const LaunchArgument &argument : arguments)
        if (const auto *buffer = std::get_if<BufferValue>(&argument.value))
            sum += buffer->bytes;
    return sum;
}

std::uint64_t Launch::localArgumentBytes() const
{
    std::uint64_t sum = 0;
    for (const LaunchArgument &argument : arguments)
        if (const auto *local = std::get_if<LocalValue>(&argument.value))
            sum += local->bytes;
    return sum;
}

} // namespace clv
