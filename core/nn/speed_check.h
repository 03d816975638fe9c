// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// C interface of the module `libclv_nn.so`: how fast LibTorch works on this machine. For `clv doctor`.
/// Thread: one caller. LibTorch's exceptions do not leave the module: a failed measurement is a negative number.
extern "C" {

/// "1.13.1"
const char *clvNnTorchVersion();

/// Single-precision GEMM, 768 x 768 x 768, best of five, with this many LibTorch threads. Units: GFLOP/s.
double clvNnGemmGflops(int threads);

/// Scaling 8M floats by a constant, median of five, one thread: into a new tensor each time (fresh memory) or into one
/// that is kept. Units: milliseconds.
double clvNnScaleMs(bool isFresh);
}
