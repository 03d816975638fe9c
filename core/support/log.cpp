// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/support/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <memory>
#include <string>

namespace clv::log
{

namespace
{

spdlog::level::level_enum levelFromEnvironment()
{
    const char *wanted = std::getenv("CLAIRVOYANT_LOG");
    if (!wanted)
        return spdlog::level::warn;
    const std::string name = wanted;
    if (name == "debug")
        return spdlog::level::debug;
    if (name == "info")
        return spdlog::level::info;
    if (name == "error")
        return spdlog::level::err;
    if (name == "off")
        return spdlog::level::off;
    return spdlog::level::warn;
}

spdlog::logger &logger()
{
    static const std::shared_ptr<spdlog::logger> instance = [] {
        auto made =
            std::make_shared<spdlog::logger>("clairvoyant", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
        made->set_pattern("%H:%M:%S.%e %^%l%$: %v");
        made->set_level(levelFromEnvironment());
        return made;
    }();
    return *instance;
}

} // namespace

void setLevel(Level level)
{
    switch (level) {
    case Level::Debug: logger().set_level(spdlog::level::debug); break;
    case Level::Info: logger().set_level(spdlog::level::info); break;
    case Level::Warning: logger().set_level(spdlog::level::warn); break;
    case Level::Error: logger().set_level(spdlog::level::err); break;
    case Level::Off: logger().set_level(spdlog::level::off); break;
    }
}

void debug(std::string_view message)
{
    logger().debug("{}", message);
}
void info(std::string_view message)
{
    logger().info("{}", message);
}
void warning(std::string_view message)
{
    logger().warn("{}", message);
}
void error(std::string_view message)
{
    logger().error("{}", message);
}

} // namespace clv::log
