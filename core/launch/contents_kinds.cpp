// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/contents_kinds.h"

namespace clv::launch {

std::span<const KindInfo> contentsKinds()
{
    static const std::vector<KindInfo> kKinds{
        {ContentsKind::Zeros, {}, false},
        {ContentsKind::Constant, {"value"}, false},
        {ContentsKind::Iota, {"start", "step"}, false},
        {ContentsKind::Uniform, {"low", "high"}, true},
        {ContentsKind::Permutation, {}, true},
        {ContentsKind::CsrRowPointers, {"rows", "mean", "skew"}, true},
        {ContentsKind::CsrColumns, {"columns", "locality", "rows", "mean", "skew"}, true},
        {ContentsKind::BfsLevels, {"active", "level", "other"}, true},
        {ContentsKind::File, {}, false},
    };
    return kKinds;
}

const KindInfo *kindInfo(ContentsKind kind)
{
    for (const KindInfo &info : contentsKinds())
        if (info.kind == kind)
            return &info;
    return nullptr;
}

const KindInfo *kindInfo(const std::string &name)
{
    for (const KindInfo &info : contentsKinds())
        if (name == toString(info.kind))
            return &info;
    return nullptr;
}

std::vector<std::string> kindNames()
{
    std::vector<std::string> names;
    for (const KindInfo &info : contentsKinds())
        names.emplace_back(toString(info.kind));
    return names;
}

} // namespace clv::launch
