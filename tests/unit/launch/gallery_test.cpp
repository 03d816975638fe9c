// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace clv::launch {
namespace {

std::string read(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Examples are what users copy from: each has a launch that names its kernel and is written as the program writes it.
TEST(Gallery, EveryKernelHasALaunchInCanonicalForm)
{
    int kernels = 0;
    for (const auto &entry : std::filesystem::directory_iterator(CLV_SOURCE_DIR "/resources/kernels")) {
        if (entry.path().extension() != ".cl")
            continue;
        ++kernels;
        const std::string path = launchFileFor(entry.path().string());
        const std::string json = read(path);
        const Result<LaunchSpec> spec = parseLaunchFile(json, path);
        ASSERT_TRUE(spec.ok()) << spec.error().describe();
        EXPECT_EQ(formatLaunchFile(*spec), json) << path;
        EXPECT_FALSE(spec->note.empty()) << path;
        EXPECT_THAT(read(entry.path()), testing::HasSubstr(" " + spec->kernel + "(")) << path;
        for (const auto &[name, argument] : spec->arguments) // buffers follow the scalars they belong to
            if (const auto *buffer = std::get_if<BufferSpec>(&argument)) {
                EXPECT_TRUE(!namesIn(buffer->count).empty() || std::stoull(buffer->count) <= 256)
                    << path << ": " << name;
            }
    }
    EXPECT_GE(kernels, 14);
}

} // namespace
} // namespace clv::launch
