// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/engine.h"

#include <fmt/format.h>

#include <dlfcn.h>

#include <cstring>
#include <filesystem>
#include <mutex>

namespace clv::cli {

namespace {

struct Loaded {
    std::unique_ptr<Engine> engine;
    std::string problem;
};

Loaded load()
{
    const std::string path = modulePath("libclv_engine.so");
    if (path.empty())
        return {nullptr, "libclv_engine.so was not found beside clv: the installation is incomplete"};
    void *module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr)
        return {nullptr, fmt::format("the engine does not load: {}", ::dlerror())};
    auto *version = reinterpret_cast<const char *(*)()>(::dlsym(module, "clvEngineVersion"));
    auto *make = reinterpret_cast<Engine *(*)()>(::dlsym(module, "clvMakeEngine"));
    if (version == nullptr || make == nullptr || std::strcmp(version(), CLV_VERSION) != 0)
        return {nullptr, fmt::format("'{}' belongs to another version of clv", path)};
    return {std::unique_ptr<Engine>(make()), {}};
}

} // namespace

std::string modulePath(const std::string &fileName)
{
    std::error_code ignored;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const char *folder : {"../lib", "../lib/clairvoyant", "."}) {
        const auto candidate = program / folder / fileName;
        if (std::filesystem::exists(candidate, ignored))
            return std::filesystem::weakly_canonical(candidate, ignored).string();
    }
    return {};
}

Result<Engine *> engine()
{
    static std::mutex mutex;
    static Loaded loaded;
    const std::lock_guard lock(mutex);
    if (!loaded.engine && loaded.problem.empty())
        loaded = load();
    if (!loaded.engine)
        return Error{ErrorCategory::Internal, loaded.problem, {}};
    return loaded.engine.get();
}

} // namespace clv::cli
