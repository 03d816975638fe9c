// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/content.h"

#include "core/launch/contents_kinds.h"
#include "core/launch/generators.h"
#include "core/launch/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace clv::launch {
namespace {

Result<void> checkParameters(const Contents &contents)
{
    const KindInfo *info = kindInfo(contents.kind);
    if (info == nullptr)
        return usageError("the buffer has no kind of contents; known are " + joined(kindNames()));
    for (const auto &[name, value] : contents.parameters)
        if (std::ranges::find(info->parameters, name) == info->parameters.end())
            return usageError(fmt::format("contents '{}' have no parameter '{}'{}", toString(contents.kind), name,
                                          knownNamesText(name, info->parameters)));
    return {};
}

} // namespace

Result<std::shared_ptr<const BufferContent>> makeContent(const BufferValue &buffer)
{
    if (const Result<void> checked = checkParameters(buffer.contents); !checked)
        return checked.error();
    try {
        return buffer.contents.kind == ContentsKind::File ? makeFromFile(buffer) : makeGenerated(buffer);
    } catch (const std::bad_alloc &) {
        return Error{
            ErrorCategory::Usage,
            fmt::format("contents '{}' need a table that does not fit into memory", toString(buffer.contents.kind)),
            {}};
    }
}

} // namespace clv::launch
