// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace clv::device {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

namespace fs = std::filesystem;

DeviceDescription device(std::string name, std::string platform, DeviceType type, std::uint32_t index)
{
    DeviceDescription d;
    d.name = std::move(name);
    d.platformName = std::move(platform);
    d.type = type;
    d.index = index;
    d.isLocal = true;
    return d;
}

std::vector<DeviceDescription> zoo()
{
    std::vector<DeviceDescription> devices = {
        device("cpu-skylake", "Portable Computing Language", DeviceType::Cpu, 0),
        device("NVIDIA H200", "NVIDIA CUDA", DeviceType::Gpu, 1),
        device("NVIDIA H200 NVL", "NVIDIA CUDA", DeviceType::Gpu, 2),
    };
    devices[0].openclVersion = "OpenCL 3.0 PoCL HSTR: cpu";
    return devices;
}

std::string chosenName(const std::string &wanted)
{
    const auto chosen = choose(zoo(), wanted);
    return chosen ? chosen->name : "error: " + chosen.error().message;
}

TEST(Choose, ByIndex)
{
    EXPECT_EQ(chosenName("0"), "cpu-skylake");
    EXPECT_EQ(chosenName("2"), "NVIDIA H200 NVL");
    EXPECT_THAT(chosenName("3"), HasSubstr("There is no device 3"));
    EXPECT_THAT(chosenName("99999999999999999999999"), HasSubstr("There is no device"));
}

TEST(Choose, BySubstringOfNamePlatformOrVersion)
{
    EXPECT_EQ(chosenName("pocl"), "cpu-skylake");
    EXPECT_EQ(chosenName("PORTABLE"), "cpu-skylake");
    EXPECT_EQ(chosenName("nvl"), "NVIDIA H200 NVL");
}

TEST(Choose, SeveralMatchesAreListed)
{
    EXPECT_THAT(chosenName("h200"), AllOf(HasSubstr("several"), HasSubstr("1: NVIDIA H200 (NVIDIA CUDA)"),
                                          HasSubstr("2: NVIDIA H200 NVL (NVIDIA CUDA)")));
}

TEST(Choose, FullKeyIsExact)
{
    EXPECT_EQ(chosenName("nvidia h200 (nvidia cuda)"), "NVIDIA H200");
}

TEST(Choose, ByPlatformAndName)
{
    EXPECT_EQ(chosenName("cuda:nvl"), "NVIDIA H200 NVL");
    EXPECT_EQ(chosenName("pocl:cpu"), "cpu-skylake");
    EXPECT_THAT(chosenName("pocl:h200"), HasSubstr("No device matches"));
    EXPECT_THAT(chosenName("nothing:"), HasSubstr("No device matches"));
}

TEST(Choose, NoWishTakesTheGpu)
{
    EXPECT_EQ(chosenName(""), "NVIDIA H200");
}

TEST(Choose, TwoOfAKindAreNoAmbiguity)
{
    std::vector<DeviceDescription> twins = {device("GPU X", "P", DeviceType::Gpu, 0),
                                            device("GPU X", "P", DeviceType::Gpu, 1)};
    const auto chosen = choose(twins, "gpu x");
    ASSERT_TRUE(chosen.ok());
    EXPECT_EQ(chosen->index, 0u);
}

TEST(Choose, NothingToChooseFrom)
{
    const auto chosen = choose({}, "gpu");
    ASSERT_FALSE(chosen.ok());
    EXPECT_EQ(chosen.error().category, ErrorCategory::Device);
}

TEST(TabulatedDevices, HoldTheH200)
{
    const auto devices = tabulatedDevices();
    const auto h200 = choose(devices, "h200");
    ASSERT_TRUE(h200.ok()) << h200.error().message;
    EXPECT_EQ(h200->type, DeviceType::Gpu);
    EXPECT_EQ(h200->warpWidth, 32u);
    EXPECT_FALSE(h200->isLocal);
    ASSERT_TRUE(h200->peaks.has_value());
    EXPECT_EQ(h200->peaks->source, "table");
    // Below what the clock and the lanes allow: 132 units x 128 lanes x 1.98 GHz, an fma counts 2.
    EXPECT_LT(h200->peaks->fp32OpsPerNs, 132 * 128 * 1.98 * 2);
    EXPECT_GT(h200->peaks->fp32OpsPerNs, 132 * 128 * 1.98);
    EXPECT_GT(h200->peaks->cacheReadBytesPerNs, h200->peaks->globalReadBytesPerNs);
}

TEST(AssumedPeaks, ScaleWithTheDeviceAndLeaveNothingToDivideByZero)
{
    for (const DeviceType type : {DeviceType::Cpu, DeviceType::Gpu, DeviceType::Unknown}) {
        DeviceDescription small, large;
        small.type = large.type = type;
        large.computeUnits = 64;
        large.maxClockMhz = 2000;
        small.computeUnits = 2;
        small.maxClockMhz = 1000;
        const DevicePeaks low = assumedPeaks(small), high = assumedPeaks(large), blank = assumedPeaks({});
        EXPECT_EQ(low.source, "assumed");
        EXPECT_GT(high.fp32OpsPerNs, low.fp32OpsPerNs);
        EXPECT_GT(high.globalReadBytesPerNs, low.globalReadBytesPerNs);
        EXPECT_GT(blank.fp32OpsPerNs, 0);
        EXPECT_GT(blank.launchOverheadNs, 0);
    }
}

class PeaksFile : public ::testing::Test {
protected:
    void SetUp() override
    {
        m_folder = fs::path(::testing::TempDir()) / ("clv-device-" + std::to_string(::getpid()));
        ::setenv("XDG_DATA_HOME", m_folder.c_str(), 1);
        m_device = device("GPU X", "P", DeviceType::Gpu, 0);
        m_device.driverVersion = "1.0";
        m_peaks.launchOverheadNs = 5000;
        m_peaks.globalReadBytesPerNs = 123.5;
        m_peaks.source = "microbenchmark";
        m_peaks.measuredAtUtc = "2026-01-31T12:00:00Z";
    }
    void TearDown() override { fs::remove_all(m_folder); }
    fs::path onlyFile() const
    {
        fs::path found;
        for (const auto &entry : fs::recursive_directory_iterator(m_folder))
            if (entry.is_regular_file()) {
                EXPECT_TRUE(found.empty()) << "more than one file";
                found = entry.path();
            }
        return found;
    }
    void overwrite(const std::string &text) { std::ofstream(onlyFile(), std::ios::trunc) << text; }

    fs::path m_folder;
    DeviceDescription m_device;
    DevicePeaks m_peaks;
};

TEST_F(PeaksFile, ComesBackAsSaved)
{
    EXPECT_FALSE(loadPeaks(m_device).has_value());
    ASSERT_TRUE(savePeaks(m_device, m_peaks).ok());
    const auto loaded = loadPeaks(m_device);
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(loaded->launchOverheadNs, 5000);
    EXPECT_EQ(loaded->globalReadBytesPerNs, 123.5);
    EXPECT_EQ(loaded->source, "microbenchmark");
    EXPECT_EQ(loaded->measuredAtUtc, "2026-01-31T12:00:00Z");
}

TEST_F(PeaksFile, AnotherDriverHasItsOwn)
{
    ASSERT_TRUE(savePeaks(m_device, m_peaks).ok());
    DeviceDescription updated = m_device;
    updated.driverVersion = "2.0";
    EXPECT_FALSE(loadPeaks(updated).has_value());
    DeviceDescription other = m_device;
    other.name = "GPU Y";
    EXPECT_FALSE(loadPeaks(other).has_value());
}

TEST_F(PeaksFile, DamagedFilesAreIgnoredAndReplaced)
{
    for (const char *damage : {"", "{", "[]", "{}", "{\"format\": 2}", "\xff\xfe", "{\"format\":1,\"device\":7}",
                               "{\"format\":1,\"device\":\"GPU X (P)\",\"driverVersion\":\"1.0\",\"peaks\":[]}",
                               "{\"format\":1,\"device\":\"GPU X (P)\",\"driverVersion\":\"1.0\",\"peaks\":{}}",
                               "{\"format\":1,\"device\":\"GPU X (P)\",\"driverVersion\":\"1.0\",\"peaks\":"
                               "{\"launchOverheadNs\":-5}}"}) {
        ASSERT_TRUE(savePeaks(m_device, m_peaks).ok());
        overwrite(damage);
        EXPECT_FALSE(loadPeaks(m_device).has_value()) << damage;
        ASSERT_TRUE(savePeaks(m_device, m_peaks).ok());
        EXPECT_TRUE(loadPeaks(m_device).has_value()) << damage;
    }
}

TEST_F(PeaksFile, FileOfAnotherDeviceUnderTheSameNameIsIgnored)
{
    ASSERT_TRUE(savePeaks(m_device, m_peaks).ok());
    overwrite("{\"format\":1,\"device\":\"Other (P)\",\"driverVersion\":\"1.0\",\"peaks\":{\"launchOverheadNs\":5}}");
    EXPECT_FALSE(loadPeaks(m_device).has_value());
}

TEST_F(PeaksFile, FolderThatCannotBeMadeIsAnError)
{
    std::ofstream(m_folder.string() + "-file") << "not a folder";
    ::setenv("XDG_DATA_HOME", (m_folder.string() + "-file").c_str(), 1);
    const auto saved = savePeaks(m_device, m_peaks);
    ASSERT_FALSE(saved.ok());
    EXPECT_EQ(saved.error().category, ErrorCategory::Io);
    fs::remove(m_folder.string() + "-file");
}

} // namespace
} // namespace clv::device
