// SPDX-License-Identifier: GPL-3.0-or-later
#include "pocl_case.h"

#include "core/launch/content.h"

#include <stdexcept>

namespace clv::test {

std::vector<Case> allCases()
{
    std::vector<Case> all;
    for (auto cases : {flowCases(), integerCases(), mathCases(), memoryCases()})
        all.insert(all.end(), cases.begin(), cases.end());
    for (Case &test : all) // no two buffers of a launch hold the same numbers
        for (std::size_t k = 0; k < test.arguments.size(); ++k)
            if (auto *buffer = std::get_if<BufferValue>(&test.arguments[k].argument.value))
                buffer->contents.seed = 42 + k;
    return all;
}

std::vector<std::vector<std::byte>> inputsOf(const Case &test)
{
    std::vector<std::vector<std::byte>> inputs(test.arguments.size());
    for (std::size_t k = 0; k < test.arguments.size(); ++k) {
        const auto *buffer = std::get_if<BufferValue>(&test.arguments[k].argument.value);
        if (!buffer)
            continue;
        const auto content = launch::makeContent(*buffer);
        if (!content.ok())
            throw std::runtime_error(test.name + ": " + content.error().describe());
        inputs[k].resize(buffer->bytes);
        (*content)->fill(0, inputs[k]);
    }
    return inputs;
}

} // namespace clv::test
