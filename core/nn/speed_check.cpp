// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/speed_check.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/version.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace {

constexpr int kRuns = 5;

template <typename Work>
std::array<double, kRuns> timesNs(Work &&work)
{
    std::array<double, kRuns> times{};
    work(); // first use: threads start, pages come
    for (double &time : times) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        time = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
    }
    std::ranges::sort(times);
    return times;
}

} // namespace

extern "C" const char *clvNnTorchVersion()
{
    return TORCH_VERSION;
}

extern "C" double clvNnGemmGflops(int threads)
{
    try {
        const at::NoGradGuard noGrad;
        at::set_num_threads(threads);
        constexpr int kSide = 768;
        const at::Tensor a = at::rand({kSide, kSide});
        const at::Tensor b = at::rand({kSide, kSide});
        at::Tensor c = at::empty({kSide, kSide});
        const auto times = timesNs([&] { at::mm_out(c, a, b); });
        return 2.0 * kSide * kSide * kSide / times.front();
    } catch (const std::exception &) {
        return -1;
    }
}

extern "C" double clvNnScaleMs(bool isFresh)
{
    try {
        const at::NoGradGuard noGrad;
        at::set_num_threads(1);
        constexpr int kFloats = 8'000'000;
        const at::Tensor x = at::rand({kFloats});
        at::Tensor kept = at::empty({kFloats});
        const auto times = timesNs([&] {
            if (isFresh)
                kept = at::mul(x, 1.5);
            else
                at::mul_out(kept, x, at::scalar_tensor(1.5));
        });
        return times[kRuns / 2] / 1e6;
    } catch (const std::exception &) {
        return -1;
    }
}
