// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/recent_cache.h"

#include <gtest/gtest.h>

namespace clv::study {
namespace {

TEST(RecentCache, ForgetsTheLeastRecentlyUsed)
{
    RecentCache<int> cache(2);
    cache.store(1, std::make_shared<const int>(10));
    cache.store(2, std::make_shared<const int>(20));
    ASSERT_NE(cache.find(1), nullptr); // now 2 is the oldest
    cache.store(3, std::make_shared<const int>(30));
    EXPECT_EQ(cache.find(2), nullptr);
    EXPECT_EQ(*cache.find(1), 10);
    EXPECT_EQ(*cache.find(3), 30);
}

TEST(RecentCache, ValueOutlivesItsEntry)
{
    RecentCache<int> cache(1);
    const auto held = cache.store(1, std::make_shared<const int>(10));
    cache.store(2, std::make_shared<const int>(20));
    EXPECT_EQ(cache.find(1), nullptr);
    EXPECT_EQ(*held, 10);
}

} // namespace
} // namespace clv::study
