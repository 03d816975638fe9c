// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/peaks.h"

#include "core/measure/opencl_program.h"
#include "core/measure/peak_kernels.h"
#include "core/measure/series.h"
#include "core/support/log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace clv::measure::opencl {

namespace {

constexpr int kRuns = 5;
/// A run shorter than this is lengthened until launch cost and timer jitter do not matter.
constexpr double kRunNs = 6e6;
constexpr std::uint32_t kMostRounds = 1u << 24;
constexpr std::uint32_t kChaseLineBytes = 128;

/// The largest power of two not above `value`.
std::uint64_t floorPower(std::uint64_t value)
{
    std::uint64_t power = 1;
    while (power <= value / 2)
        power *= 2;
    return power;
}

cl_uint nativeWidth(const Device &device, cl_device_info question)
{
    cl_uint width = 0;
    if (clGetDeviceInfo(device.id, question, sizeof width, &width, nullptr) != CL_SUCCESS)
        return 1;
    return static_cast<cl_uint>(floorPower(std::clamp(width, 1u, 16u)));
}

std::string vectorName(const char *scalar, cl_uint width)
{
    return width == 1 ? scalar : scalar + std::to_string(width);
}

NDRange line(std::uint64_t global, std::uint64_t local)
{
    NDRange range;
    range.global = {{global, 1, 1}};
    range.local = {{local, 1, 1}};
    return range;
}

/// Sets arguments in order; remembers the first failure.
class ArgumentSetter {
public:
    explicit ArgumentSetter(cl_kernel kernel) : m_kernel(kernel) {}
    template <typename T>
    ArgumentSetter &operator<<(const T &value)
    {
        if (m_code == CL_SUCCESS)
            m_code = clSetKernelArg(m_kernel, m_index++, sizeof value, &value);
        return *this;
    }
    [[nodiscard]] Result<void> result() const
    {
        return m_code == CL_SUCCESS ? Result<void>() : callError(m_code, "clSetKernelArg");
    }

private:
    cl_kernel m_kernel;
    cl_uint m_index = 0;
    cl_int m_code = CL_SUCCESS;
};

class Microbenchmarks {
public:
    Microbenchmarks(const Session &session, const ProgressCallback &progress, std::stop_token stop)
        : m_session(session), m_description(session.device.description), m_progress(progress), m_stop(std::move(stop))
    {
    }

    Result<DevicePeaks> run();

private:
    using Step = Result<void> (Microbenchmarks::*)();

    Result<void> prepare();
    Result<void> launchCost();
    Result<void> globalMemory();
    Result<void> cacheMemory();
    Result<void> localMemory();
    Result<void> fp32();
    Result<void> fp64();
    Result<void> int32();
    Result<void> specialFunctions();
    Result<void> globalAtomics();
    Result<void> localAtomics();
    Result<void> barrier();
    Result<void> latency();

    Result<Kernel> kernel(const char *name, const BuiltProgram &program);
    Result<Kernel> kernel(const char *name) { return kernel(name, m_program); }
    Result<double> bestNs(cl_kernel kernel, const NDRange &range, int runs = kRuns);
    Result<double> timeOnce(cl_kernel kernel, const NDRange &range);
    /// Results a ns of a kernel whose loop count is set by `arguments`; `perRound` results each work-item and round.
    Result<double> rate(cl_kernel kernel, const NDRange &range, double perRound,
                        const std::function<Result<void>(cl_uint count)> &arguments);
    struct Walk {
        NDRange range;
        cl_uint count = 0, itemStep = 0, loopStep = 0, mask = 0;
    };
    [[nodiscard]] Walk walk(std::uint64_t bytes, std::uint64_t passes) const;
    [[nodiscard]] NDRange busyRange() const;
    [[nodiscard]] bool isCpu() const { return m_description.type == DeviceType::Cpu; }
    [[nodiscard]] double withoutLaunch(double ns) const { return std::max(ns - m_peaks.launchOverheadNs, ns / 2); }

    const Session &m_session;
    const DeviceDescription &m_description;
    const ProgressCallback &m_progress;
    std::stop_token m_stop;
    DevicePeaks m_peaks;
    BuiltProgram m_program;
    Memory m_in, m_out; ///< large ones, `m_largeBytes` each
    std::uint64_t m_largeBytes = 0;
    std::uint64_t m_local = 64; ///< work-group size of throughput kernels
    cl_uint m_width = 1, m_wide = 4;
};

Result<Kernel> Microbenchmarks::kernel(const char *name, const BuiltProgram &program)
{
    auto found = findKernel(program, name);
    if (!found)
        return found.error();
    return std::move(found->kernel);
}

Result<double> Microbenchmarks::timeOnce(cl_kernel kernel, const NDRange &range)
{
    if (m_stop.stop_requested())
        return Error{ErrorCategory::Cancelled, "Measuring the peaks was cancelled.", {}};
    auto event = enqueueLaunch(m_session, kernel, range);
    if (!event)
        return event.error();
    if (auto done = m_session.finish(); !done)
        return done.error();
    const auto times = eventTimes(*event);
    if (!times)
        return times.error();
    return times->durationNs();
}

/// Best of some runs after one that is not counted (PoCL compiles in it).
Result<double> Microbenchmarks::bestNs(cl_kernel kernel, const NDRange &range, int runs)
{
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= runs; ++i) {
        const auto ns = timeOnce(kernel, range);
        if (!ns)
            return ns.error();
        if (i > 0 && *ns > 0)
            best = std::min(best, *ns);
    }
    if (!std::isfinite(best))
        return deviceError("The profiling clock of " + m_description.name + " reports no time at all.");
    return best;
}

Result<double> Microbenchmarks::rate(cl_kernel kernel, const NDRange &range, double perRound,
                                     const std::function<Result<void>(cl_uint)> &arguments)
{
    cl_uint count = 16;
    double ns = 0;
    for (bool isFirst = true;; isFirst = false) {
        if (auto set = arguments(count); !set)
            return set.error();
        if (isFirst) // not counted: PoCL compiles in it
            if (auto warm = timeOnce(kernel, range); !warm)
                return warm.error();
        const auto once = timeOnce(kernel, range);
        if (!once)
            return once.error();
        ns = withoutLaunch(std::max(*once, 1.0));
        if (ns >= kRunNs / 2 || count >= kMostRounds)
            break;
        const double factor = std::clamp(kRunNs / ns, 2.0, 64.0);
        count = static_cast<cl_uint>(std::min<double>(count * factor, kMostRounds));
    }
    const auto best = bestNs(kernel, range, kRuns - 1);
    if (!best)
        return best.error();
    return perRound * count * static_cast<double>(range.workItems()) / withoutLaunch(*best);
}

/// Neighbouring work-items take neighbouring elements on GPUs; on CPUs one work-item walks 4 KiB by itself.
Microbenchmarks::Walk Microbenchmarks::walk(std::uint64_t bytes, std::uint64_t passes) const
{
    const std::uint64_t elements = bytes / (m_wide * sizeof(float));
    Walk w;
    w.mask = static_cast<cl_uint>(elements - 1);
    if (isCpu()) {
        w.count = static_cast<cl_uint>(std::min<std::uint64_t>(4096 / (m_wide * sizeof(float)), elements));
        w.itemStep = w.count;
        w.loopStep = 1;
        const std::uint64_t items = elements * passes / w.count;
        w.range = line(items, std::min<std::uint64_t>(m_local, floorPower(items)));
        return w;
    }
    const std::uint64_t items = std::min<std::uint64_t>(1u << 18, std::max<std::uint64_t>(elements / 8, m_local));
    w.count = static_cast<cl_uint>(elements * passes / items);
    w.itemStep = 1;
    // With several passes a compute unit must not meet its own lines again: they would come from its own cache.
    w.loopStep = static_cast<cl_uint>(passes == 1 ? items : items + 33 * m_local);
    w.range = line(items, m_local);
    return w;
}

/// Enough groups to fill the device several times over.
NDRange Microbenchmarks::busyRange() const
{
    const std::uint64_t units = std::max(1u, m_description.computeUnits);
    return isCpu() ? line(units * 8 * 16, 16) : line(units * 2048, m_local);
}

Result<void> Microbenchmarks::prepare()
{
    m_width = nativeWidth(m_session.device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    m_wide = std::max(4u, m_width);
    m_local = floorPower(std::clamp<std::uint64_t>(m_description.maxWorkGroupSize, 1, isCpu() ? 64 : 256));
    const std::vector<std::string> options = {
        "-DWIDE=" + vectorName("float", m_wide), "-DVEC=" + vectorName("float", m_width),
        "-DUVEC=" + vectorName("uint", m_width), std::string("-DFUSED=") + (isCpu() ? "fma" : "mad")};
    auto program = buildProgram(m_session.context.get(), m_session.device, kPeakKernels, {}, options);
    if (!program)
        return Error{ErrorCategory::Device, "The microbenchmarks do not build: " + program.error().describe(), {}};
    m_program = std::move(*program);

    // Beyond the caches but in a small part of the device's memory.
    const std::uint64_t wanted =
        std::max<std::uint64_t>(isCpu() ? 128u << 20 : 512u << 20, 8 * m_description.globalCacheBytes);
    const std::uint64_t room = std::min(m_description.maxAllocBytes, m_description.globalMemBytes / 6);
    m_largeBytes = floorPower(std::clamp<std::uint64_t>(std::min(wanted, room), 1u << 20, 1u << 30));
    const cl_uint zero = 0;
    for (Memory *memory : {&m_in, &m_out}) {
        cl_int code = CL_SUCCESS;
        *memory = Memory(clCreateBuffer(m_session.context.get(), CL_MEM_READ_WRITE, m_largeBytes, nullptr, &code));
        if (code != CL_SUCCESS)
            return callError(code, "clCreateBuffer");
        code = clEnqueueFillBuffer(m_session.queue.get(), memory->get(), &zero, sizeof zero, 0, m_largeBytes, 0,
                                   nullptr, nullptr);
        if (code != CL_SUCCESS)
            return callError(code, "clEnqueueFillBuffer");
    }
    return m_session.finish();
}

Result<void> Microbenchmarks::launchCost()
{
    auto idle = kernel("idle");
    if (!idle)
        return idle.error();
    if (auto set = (ArgumentSetter(idle->get()) << m_out.get()).result(); !set)
        return set;
    std::vector<double> single;
    for (int i = 0; i < 41; ++i) {
        const auto ns = timeOnce(idle->get(), line(m_local, m_local));
        if (!ns)
            return ns.error();
        if (i > 0)
            single.push_back(*ns);
    }
    m_peaks.launchOverheadNs = median(single);
    // Difference of two sizes: what each group adds once the device is full.
    const std::uint64_t few = 1u << 13, many = 1u << 17;
    const auto fewNs = bestNs(idle->get(), line(few * m_local, m_local));
    const auto manyNs = bestNs(idle->get(), line(many * m_local, m_local));
    if (!fewNs || !manyNs)
        return fewNs ? manyNs.error() : fewNs.error();
    m_peaks.groupDispatchNs = std::max(0.0, (*manyNs - *fewNs) / static_cast<double>(many - few));
    return {};
}

Result<void> Microbenchmarks::globalMemory()
{
    const Walk w = walk(m_largeBytes, 1);
    const auto bytes = static_cast<double>(m_largeBytes);
    auto read = kernel("readAll"), write = kernel("writeAll"), copy = kernel("copyAll");
    if (!read || !write || !copy)
        return (!read ? read : !write ? write : copy).error();
    const cl_float value = 0;
    for (const Result<void> &set :
         {(ArgumentSetter(read->get()) << m_in.get() << m_out.get() << w.count << w.itemStep << w.loopStep << w.mask)
              .result(),
          (ArgumentSetter(write->get()) << m_out.get() << value << w.count << w.itemStep << w.loopStep << w.mask)
              .result(),
          (ArgumentSetter(copy->get()) << m_in.get() << m_out.get() << w.count << w.itemStep << w.loopStep << w.mask)
              .result()})
        if (!set)
            return set;
    const auto readNs = bestNs(read->get(), w.range), writeNs = bestNs(write->get(), w.range);
    const auto copyNs = bestNs(copy->get(), w.range);
    if (!readNs || !writeNs || !copyNs)
        return (!readNs ? readNs : !writeNs ? writeNs : copyNs).error();
    m_peaks.globalReadBytesPerNs = bytes / withoutLaunch(*readNs);
    m_peaks.globalWriteBytesPerNs = bytes / withoutLaunch(*writeNs);
    m_peaks.globalCopyBytesPerNs = 2 * bytes / withoutLaunch(*copyNs);
    return {};
}

/// A footprint of half the last-level cache, read several times; 2 MiB where the driver does not tell its size.
Result<void> Microbenchmarks::cacheMemory()
{
    const std::uint64_t cache = m_description.globalCacheBytes > 0 ? m_description.globalCacheBytes : 4u << 20;
    const std::uint64_t bytes = std::min(floorPower(std::max<std::uint64_t>(cache / 2, 1u << 16)), m_largeBytes / 4);
    const std::uint64_t passes = std::max<std::uint64_t>(4, (isCpu() ? 128u << 20 : 1u << 30) / bytes);
    const Walk w = walk(bytes, passes);
    auto read = kernel("readAll");
    if (!read)
        return read.error();
    if (auto set =
            (ArgumentSetter(read->get()) << m_in.get() << m_out.get() << w.count << w.itemStep << w.loopStep << w.mask)
                .result();
        !set)
        return set;
    const auto ns = bestNs(read->get(), w.range);
    if (!ns)
        return ns.error();
    const double moved = static_cast<double>(w.range.workItems()) * w.count * m_wide * sizeof(float);
    m_peaks.cacheReadBytesPerNs = moved / withoutLaunch(*ns);
    return {};
}

Result<void> Microbenchmarks::localMemory()
{
    auto read = kernel("localRead");
    if (!read)
        return read.error();
    if (m_description.localMemBytes < 320 * m_width * sizeof(float))
        return {};
    const auto perNs = rate(read->get(), busyRange(), 16.0 * m_width * sizeof(float), [&](cl_uint count) {
        return (ArgumentSetter(read->get()) << m_out.get() << count).result();
    });
    if (!perNs)
        return perNs.error();
    m_peaks.localBytesPerNs = *perNs;
    return {};
}

Result<void> Microbenchmarks::fp32()
{
    auto fma = kernel("fma32");
    if (!fma)
        return fma.error();
    const cl_float x = 0.999f, y = 0.001f;
    const auto perNs = rate(fma->get(), busyRange(), 64.0 * 2 * m_width, [&](cl_uint count) {
        return (ArgumentSetter(fma->get()) << m_out.get() << x << y << count).result();
    });
    if (!perNs)
        return perNs.error();
    m_peaks.fp32OpsPerNs = *perNs;
    return {};
}

Result<void> Microbenchmarks::fp64()
{
    if (!m_description.hasFp64)
        return {};
    const cl_uint width = nativeWidth(m_session.device, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE);
    auto program = buildProgram(m_session.context.get(), m_session.device, kPeakKernelsFp64, {},
                                {"-DDVEC=" + vectorName("double", width)});
    if (!program) {
        log::warning("no fp64 rate: " + program.error().describe());
        return {};
    }
    auto fma = kernel("fma64", *program);
    if (!fma)
        return fma.error();
    const cl_float x = 0.999f, y = 0.001f;
    const auto perNs = rate(fma->get(), busyRange(), 64.0 * 2 * width, [&](cl_uint count) {
        return (ArgumentSetter(fma->get()) << m_out.get() << x << y << count).result();
    });
    if (!perNs)
        return perNs.error();
    m_peaks.fp64OpsPerNs = *perNs;
    return {};
}

Result<void> Microbenchmarks::int32()
{
    auto mad = kernel("mad32i");
    if (!mad)
        return mad.error();
    const cl_uint x = 1664525, y = 1013904223;
    const auto perNs = rate(mad->get(), busyRange(), 32.0 * m_width, [&](cl_uint count) {
        return (ArgumentSetter(mad->get()) << m_out.get() << x << y << count).result();
    });
    if (!perNs)
        return perNs.error();
    m_peaks.int32OpsPerNs = *perNs;
    return {};
}

Result<void> Microbenchmarks::specialFunctions()
{
    auto special = kernel("special");
    if (!special)
        return special.error();
    const cl_float tiny = 1e-9f;
    const auto perNs = rate(special->get(), busyRange(), 8, [&](cl_uint count) {
        return (ArgumentSetter(special->get()) << m_out.get() << tiny << count).result();
    });
    if (!perNs)
        return perNs.error();
    m_peaks.specialOpsPerNs = *perNs;
    return {};
}

Result<void> Microbenchmarks::globalAtomics()
{
    auto spread = kernel("atomicsSpread"), same = kernel("atomicsSame");
    if (!spread || !same)
        return (!spread ? spread : same).error();
    const cl_uint mask = (1u << 18) - 1; // a million bytes: spread over lines and slices, held by the caches
    const auto spreadPerNs = rate(spread->get(), busyRange(), 1, [&](cl_uint count) {
        return (ArgumentSetter(spread->get()) << m_out.get() << count << mask).result();
    });
    if (!spreadPerNs)
        return spreadPerNs.error();
    const std::uint64_t units = std::max(1u, m_description.computeUnits);
    const auto samePerNs = rate(same->get(), line(units * m_local, m_local), 1, [&](cl_uint count) {
        return (ArgumentSetter(same->get()) << m_out.get() << count).result();
    });
    if (!samePerNs)
        return samePerNs.error();
    m_peaks.globalAtomicsSpreadPerNs = *spreadPerNs;
    m_peaks.globalAtomicsSamePerNs = *samePerNs;
    return {};
}

Result<void> Microbenchmarks::localAtomics()
{
    if (m_description.localMemBytes < 1024)
        return {};
    auto atomics = kernel("atomicsLocal");
    if (!atomics)
        return atomics.error();
    const auto perNs = rate(atomics->get(), busyRange(), 1, [&](cl_uint count) {
        return (ArgumentSetter(atomics->get()) << m_out.get() << count).result();
    });
    if (!perNs)
        return perNs.error();
    m_peaks.localAtomicsPerNs = *perNs;
    return {};
}

Result<void> Microbenchmarks::barrier()
{
    constexpr std::uint64_t kGroup = 256;
    if (m_description.maxWorkGroupSize < kGroup || m_description.localMemBytes < kGroup * sizeof(cl_uint))
        return {};
    auto barriers = kernel("barriers");
    if (!barriers)
        return barriers.error();
    // One group: its barriers come one after the other. Two a round.
    const auto perNs = rate(barriers->get(), line(kGroup, kGroup), 2.0 / kGroup, [&](cl_uint count) {
        return (ArgumentSetter(barriers->get()) << m_out.get() << count).result();
    });
    if (!perNs)
        return perNs.error();
    m_peaks.barrierNs = *perNs > 0 ? 1 / *perNs : 0;
    return {};
}

/// Every run goes on where the last one ended: no line is met twice.
Result<void> Microbenchmarks::latency()
{
    auto link = kernel("linkLines"), follow = kernel("follow");
    if (!link || !follow)
        return (!link ? link : follow).error();
    const std::uint64_t lines = m_largeBytes / kChaseLineBytes;
    const auto mask = static_cast<cl_uint>(lines - 1);
    if (auto set = (ArgumentSetter(link->get()) << m_in.get() << mask).result(); !set)
        return set;
    if (const auto ns = timeOnce(link->get(), line(lines, m_local)); !ns)
        return ns.error();
    const cl_uint zero = 0;
    const cl_int code = clEnqueueFillBuffer(m_session.queue.get(), m_out.get(), &zero, sizeof zero, 0, sizeof zero, 0,
                                            nullptr, nullptr);
    if (code != CL_SUCCESS)
        return callError(code, "clEnqueueFillBuffer");
    const auto count = static_cast<cl_uint>(std::min<std::uint64_t>(lines / 16, 1u << 14));
    if (auto set = (ArgumentSetter(follow->get()) << m_in.get() << m_out.get() << count).result(); !set)
        return set;
    const auto ns = bestNs(follow->get(), line(1, 1));
    if (!ns)
        return ns.error();
    m_peaks.dependentLoadNs = withoutLaunch(*ns) / count;
    return {};
}

Result<DevicePeaks> Microbenchmarks::run()
{
    struct Named {
        const char *what;
        Step step;
    };
    static constexpr Named kSteps[] = {
        {"building the microbenchmarks", &Microbenchmarks::prepare},
        {"launch and dispatch cost", &Microbenchmarks::launchCost},
        {"global memory", &Microbenchmarks::globalMemory},
        {"cache", &Microbenchmarks::cacheMemory},
        {"local memory", &Microbenchmarks::localMemory},
        {"fp32", &Microbenchmarks::fp32},
        {"fp64", &Microbenchmarks::fp64},
        {"int32", &Microbenchmarks::int32},
        {"special functions", &Microbenchmarks::specialFunctions},
        {"global atomics", &Microbenchmarks::globalAtomics},
        {"local atomics", &Microbenchmarks::localAtomics},
        {"barriers", &Microbenchmarks::barrier},
        {"memory latency", &Microbenchmarks::latency},
    };
    double done = 0;
    for (const auto &[what, step] : kSteps) {
        if (m_progress)
            m_progress({done / std::size(kSteps), what});
        if (auto result = (this->*step)(); !result) {
            Error error = result.error();
            if (error.category != ErrorCategory::Cancelled)
                error.message = fmt::format("Peaks of {}, {}: {}", m_description.name, what, error.message);
            return error;
        }
        ++done;
    }
    m_peaks.source = "microbenchmark";
    m_peaks.measuredAtUtc = utcNow();
    return m_peaks;
}

} // namespace

Result<DevicePeaks> measureDevicePeaks(const Session &session, const ProgressCallback &progress, std::stop_token stop)
{
    return Microbenchmarks(session, progress, std::move(stop)).run();
}

} // namespace clv::measure::opencl
