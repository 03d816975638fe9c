// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/content.h"
#include "signatures.h"

#include <gtest/gtest.h>

#include <vector>

namespace clv::test {

inline BufferValue bufferOf(ScalarType type, std::uint64_t count, ContentsKind kind,
                            std::map<std::string, double> parameters = {}, std::uint64_t seed = 1)
{
    BufferValue buffer;
    buffer.element = element(type);
    buffer.bytes = count * byteSize(type);
    buffer.contents.kind = kind;
    buffer.contents.parameters = std::move(parameters);
    buffer.contents.seed = seed;
    return buffer;
}

template <typename T>
std::vector<T> elementsOf(const BufferValue &buffer)
{
    const auto content = launch::makeContent(buffer);
    EXPECT_TRUE(content.ok()) << (content.ok() ? "" : content.error().message);
    std::vector<T> values(buffer.bytes / sizeof(T));
    if (content.ok())
        (*content)->fill(0, std::as_writable_bytes(std::span(values)));
    return values;
}

inline std::string errorOf(const BufferValue &buffer)
{
    const auto content = launch::makeContent(buffer);
    EXPECT_FALSE(content.ok());
    return content.ok() ? "" : content.error().message;
}

} // namespace clv::test
