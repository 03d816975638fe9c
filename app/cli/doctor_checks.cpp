// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/doctor_checks.h"

#include "app/cli/engine.h"
#include "app/cli/request.h"
#include "core/predict/predictor.h"
#include "core/report/report.h"
#include "core/support/child_process.h"
#include "core/support/paths.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>

namespace clv::cli {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

double msSince(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

std::string environment(const char *name)
{
    const char *value = std::getenv(name);
    return value == nullptr ? std::string{} : std::string(value);
}

std::size_t countFiles(const fs::path &folder, const std::string &extension)
{
    std::size_t count = 0;
    std::error_code ignored;
    for (const auto &entry : fs::directory_iterator(folder, ignored))
        count += entry.path().extension() == extension ? 1 : 0;
    return count;
}

/// Real path of a library that this process has loaded and whose name contains `part`; empty when none.
std::string loadedLibrary(const std::string &part)
{
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        const std::size_t slash = line.find('/');
        if (slash != std::string::npos && line.find(part, line.rfind('/')) != std::string::npos)
            return line.substr(slash);
    }
    return {};
}

} // namespace

void checkProgram(const AddCheck &add)
{
    add({"clv", "version", CLV_VERSION, Health::Good, {}});
    add({"clv", "built with", CLV_COMPILER, Health::Good, {}});
    add({"clv",
         "libraries",
         fmt::format("fmt {}.{}.{}, CLI11 {}, nlohmann::json {}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100,
                     FMT_VERSION % 100, CLI11_VERSION, NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                     NLOHMANN_JSON_VERSION_PATCH),
         Health::Good,
         {}});
}

void checkEngine(const AddCheck &add)
{
    auto begin = Clock::now();
    auto loaded = engine();
    if (!loaded) {
        add({"engine", "Clang and LLVM", loaded.error().message, Health::Warning,
             "build or install the target clv_engine"});
        return;
    }
    add({"engine",
         "Clang and LLVM",
         fmt::format("{}, loaded in {:.0f} ms", (*loaded)->llvmVersion(), msSince(begin)),
         Health::Good,
         {}});
    study::Request request;
    auto source = (*loaded)->decode("", "__kernel void probe(__global float *x) { x[get_global_id(0)] *= 2.0f; }\n");
    if (!source)
        return;
    request.source = std::move(*source);
    begin = Clock::now();
    auto result = (*loaded)->run(request, {}, {});
    if (result && result->problems.empty() && result->memory)
        add({"engine",
             "a small kernel",
             fmt::format("compiled, emulated and predicted in {:.0f} ms", msSince(begin)),
             Health::Good,
             {}});
    else
        add({"engine", "a small kernel",
             result ? (result->problems.empty() ? "no result" : result->problems.front()) : result.error().message,
             Health::Warning, "install libclang-common-19-dev (the headers of OpenCL C)"});
}

namespace {

bool hasFonts()
{
    std::error_code ignored;
    for (const char *folder : {"/usr/share/fonts", "/usr/local/share/fonts"})
        for (const auto &entry : fs::recursive_directory_iterator(folder, ignored))
            if (entry.path().extension() == ".ttf" || entry.path().extension() == ".otf")
                return true;
    return false;
}

std::vector<std::string> linesOf(const std::vector<std::string> &command, std::chrono::milliseconds limit)
{
    std::vector<std::string> lines;
    ChildProcess::Options options;
    options.command = command;
    options.environment = {{"QT_QPA_PLATFORM", "offscreen"}};
    auto child = ChildProcess::start(options);
    if (!child)
        return lines;
    const auto until = Clock::now() + limit;
    while (auto line = child->readLine(until))
        lines.push_back(std::move(*line));
    return lines;
}

} // namespace

void checkWindow(const AddCheck &add)
{
    const fs::path window = paths::siblingProgram("clairvoyant");
    std::error_code ignored;
    if (!fs::exists(window, ignored)) {
        add({"window", "clairvoyant", "not built", Health::Note, {}});
        return;
    }
    const auto lines = linesOf({window.string(), "--version"}, std::chrono::seconds(10));
    if (lines.empty())
        add({"window", "clairvoyant --version", "no answer", Health::Warning,
             "start clairvoyant and read its message"});
    for (const std::string &line : lines)
        add({"window", "version", line, Health::Good, {}});
    if (!hasFonts())
        add({"window", "fonts", "none found", Health::Warning,
             "install fonts-dejavu-core: without fonts Qt draws no text"});
}

namespace {

void checkIcdEnvironment(const AddCheck &add)
{
    for (const char *name : {"OCL_ICD_FILENAMES", "OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"}) {
        const std::string value = environment(name);
        if (!value.empty())
            add({"OpenCL", name, value, Health::Warning,
                 fmt::format(
                     "unset {} unless you mean it: it decides which drivers are seen and in which order, so the "
                     "first platform may not be the one you expect; name the device with --device",
                     name)});
    }
}

void checkLoader(const AddCheck &add)
{
    void *loader = ::dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (loader == nullptr) {
        add({"OpenCL", "loader", "libOpenCL.so.1 was not found", Health::Warning, "install ocl-icd-libopencl1"});
        return;
    }
    std::error_code ignored;
    const std::string path = loadedLibrary("libOpenCL.so");
    add({"OpenCL", "loader", fs::weakly_canonical(path, ignored).string(), Health::Good, {}});
    const std::size_t drivers = countFiles("/etc/OpenCL/vendors", ".icd");
    if (drivers == 0)
        add({"OpenCL", "drivers", "none in /etc/OpenCL/vendors", Health::Warning,
             "install a driver, e.g. pocl-opencl-icd"});
}

void checkDevices(const AddCheck &add)
{
    const fs::path program = paths::siblingProgram("clv-worker");
    std::error_code ignored;
    if (!fs::exists(program, ignored)) {
        add({"OpenCL", "worker", "clv-worker was not found beside clv", Health::Warning,
             "build or install clv-worker"});
        return;
    }
    add({"OpenCL", "worker", program.string(), Health::Good, {}});
    auto worker = makeWorker(30);
    auto devices = localDevices(*worker);
    if (!devices) {
        add({"OpenCL", "platforms", devices.error().message, Health::Warning, "see the message"});
        return;
    }
    if (devices->empty())
        add({"OpenCL", "platforms", "no device", Health::Warning, "install a driver, e.g. pocl-opencl-icd"});
    for (const DeviceDescription &device : *devices) {
        add({"OpenCL",
             fmt::format("device {}", device.index),
             fmt::format("{}, {}, driver {}", device.key(), device.openclVersion, device.driverVersion),
             Health::Good,
             {}});
        if (!device.peaks)
            add({"OpenCL", fmt::format("rates of device {}", device.index), "not measured, so predictions assume them",
                 Health::Warning, "run clv devices --peaks once"});
    }
}

} // namespace

void checkOpenCl(const AddCheck &add)
{
    checkIcdEnvironment(add);
    checkLoader(add);
    checkDevices(add);
}

namespace {

/// C interface of libclv_nn.so (core/nn/speed_check.h): loaded here only, since LibTorch takes a second to load.
struct TorchModule {
    const char *(*version)() = nullptr;
    double (*gemmGflops)(int threads) = nullptr;
    double (*scaleMs)(bool isFresh) = nullptr;
};

std::string blasInUse()
{
    for (const char *part : {"libopenblas", "libmkl_rt", "libmkl_core", "libblis", "libatlas", "libblas.so"}) {
        std::string path = loadedLibrary(part);
        if (!path.empty())
            return path;
    }
    return "unknown";
}

/// Trap 1: Debian's LibTorch links the generic BLAS, 2 GFLOP/s where OpenBLAS reaches 90 to 160 a core.
void checkBlas(const AddCheck &add, const TorchModule &torch)
{
    const std::string blas = blasInUse();
    const double one = torch.gemmGflops(1);
    constexpr double kSlowGflops = 20;
    const bool isSlow = one < kSlowGflops;
    add({"LibTorch", "BLAS", blas, isSlow ? Health::Warning : Health::Good,
         isSlow ? "install libopenblas0-pthread: the BLAS in use is about 50 times slower" : ""});
    add({"LibTorch", "BLAS speed", fmt::format("{:.1f} GFLOP/s in one GEMM on one thread", one),
         isSlow ? Health::Warning : Health::Good, isSlow ? "install libopenblas0-pthread or libopenblas0-openmp" : ""});
    // Trap 3: LibTorch's threads times those of a pthread OpenBLAS oversubscribe the cores.
    const int cores = static_cast<int>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
    if (cores == 1)
        return;
    const double all = torch.gemmGflops(cores);
    const bool isOversubscribed = all < 1.1 * one;
    add({"LibTorch", fmt::format("BLAS speed, {} threads", cores), fmt::format("{:.1f} GFLOP/s", all),
         isOversubscribed ? Health::Warning : Health::Good,
         isOversubscribed
             ? "more threads do not help (busy machine, or a pthread OpenBLAS under LibTorch's own threads): "
               "set OMP_NUM_THREADS=1 or install libopenblas0-openmp"
             : ""});
}

/// Trap 2: every large temporary is a fresh mmap, and page faults dominate.
void checkAllocator(const AddCheck &add, const TorchModule &torch)
{
    const double fresh = torch.scaleMs(true);
    const double reused = torch.scaleMs(false);
    const bool isSlow = fresh > 2 * reused;
    add({"LibTorch", "large temporaries",
         fmt::format("scaling 8M floats: {:.0f} ms into fresh memory, {:.0f} ms into memory kept", fresh, reused),
         isSlow ? Health::Warning : Health::Good,
         isSlow ? "page faults dominate: set MALLOC_MMAP_THRESHOLD_ and MALLOC_TRIM_THRESHOLD_ to 1073741824, or "
                  "preload mimalloc"
                : ""});
}

} // namespace

void checkTorch(const AddCheck &add)
{
    const std::string path = modulePath("libclv_nn.so");
    if (path.empty()) {
        add({"LibTorch", "module", "libclv_nn.so is not built (CLV_BUILD_NN): no learned models", Health::Note, {}});
        return;
    }
    const auto begin = Clock::now();
    void *module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) {
        add({"LibTorch", "module", ::dlerror(), Health::Warning, "install libtorch-dev and build again"});
        return;
    }
    TorchModule torch;
    torch.version = reinterpret_cast<const char *(*)()>(::dlsym(module, "clvNnTorchVersion"));
    torch.gemmGflops = reinterpret_cast<double (*)(int)>(::dlsym(module, "clvNnGemmGflops"));
    torch.scaleMs = reinterpret_cast<double (*)(bool)>(::dlsym(module, "clvNnScaleMs"));
    if (torch.version == nullptr || torch.gemmGflops == nullptr || torch.scaleMs == nullptr) {
        add({"LibTorch", "module", "belongs to another version of clv", Health::Warning, "build again"});
        return;
    }
    add({"LibTorch",
         "version",
         fmt::format("{}, loaded in {:.0f} ms", torch.version(), msSince(begin)),
         Health::Good,
         {}});
    checkBlas(add, torch);
    checkAllocator(add, torch);
}

namespace {

void checkFolder(const AddCheck &add, const char *name, const fs::path &folder)
{
    // The nearest existing parent decides whether the folder could be made.
    std::error_code ignored;
    fs::path existing = folder;
    while (!existing.empty() && !fs::exists(existing, ignored) && existing != existing.parent_path())
        existing = existing.parent_path();
    const bool isWritable = ::access(existing.c_str(), W_OK) == 0;
    add({"files", name, folder.string(), isWritable ? Health::Good : Health::Warning,
         isWritable ? "" : "make this folder writable, or point the XDG variable elsewhere"});
}

void checkLoad(const AddCheck &add)
{
    double load = 0;
    const double cores = static_cast<double>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
    if (::getloadavg(&load, 1) != 1)
        return;
    const bool isBusy = load > 0.5 * cores;
    add({"machine", "load", fmt::format("{:.1f} on {:.0f} cores", load, cores), isBusy ? Health::Warning : Health::Good,
         isBusy ? "measured times of CPU devices will be noisy until the machine is quiet" : ""});
}

} // namespace

void checkResources(const AddCheck &add)
{
    for (const auto &[name, extension] : {std::pair{"kernels", ".cl"}, std::pair{"devices", ".json"}}) {
        const fs::path folder = paths::resourceDir(name);
        const std::size_t count = folder.empty() ? 0 : countFiles(folder, extension);
        add({"files", name, folder.empty() ? "not found" : fmt::format("{} in {}", count, folder.string()),
             count > 0 ? Health::Good : Health::Warning,
             count > 0 ? "" : "set CLAIRVOYANT_RESOURCES to the folder 'resources' of this installation"});
    }
    checkFolder(add, "settings", paths::configDir());
    checkFolder(add, "data", paths::dataDir());
    checkFolder(add, "cache", paths::cacheDir());
    checkLoad(add);
}

} // namespace clv::cli
