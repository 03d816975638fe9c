// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace clv {

/// Work-items (or work-groups) in up to three dimensions; unused dimensions hold 1 (0 for offsets).
struct Size3 {
    std::array<std::uint64_t, 3> v{1, 1, 1};

    [[nodiscard]] std::uint64_t x() const { return v[0]; }
    [[nodiscard]] std::uint64_t y() const { return v[1]; }
    [[nodiscard]] std::uint64_t z() const { return v[2]; }
    std::uint64_t &operator[](std::size_t i) { return v[i]; }
    std::uint64_t operator[](std::size_t i) const { return v[i]; }
    [[nodiscard]] std::uint64_t product() const { return v[0] * v[1] * v[2]; }
    friend bool operator==(const Size3 &, const Size3 &) = default;
};

/// OpenCL NDRange (OpenCL 3.0 API, section 3.2.1). `local` always holds the size that will be passed.
/// A remainder group (global not a multiple of local) is representable; whether it is legal depends on device.
struct NDRange {
    std::uint32_t workDim = 1;
    Size3 global;
    Size3 local;
    Size3 offset{{0, 0, 0}};

    [[nodiscard]] Size3 numGroups() const
    {
        Size3 g;
        for (int d = 0; d < 3; ++d)
            g[d] = local[d] == 0 ? 0 : (global[d] + local[d] - 1) / local[d];
        return g;
    }
    [[nodiscard]] std::uint64_t workItems() const { return global.product(); }
    [[nodiscard]] std::uint64_t groupItems() const { return local.product(); }
    friend bool operator==(const NDRange &, const NDRange &) = default;
};

} // namespace clv
