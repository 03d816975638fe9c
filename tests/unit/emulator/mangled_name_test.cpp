// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/mangled_name.h"

#include <gtest/gtest.h>

using clv::emulator::parseMangledName;

TEST(MangledName, ReadsScalarsAndVectors)
{
    const auto name = parseMangledName("_Z5clampDv4_fS_S_");
    ASSERT_TRUE(name);
    EXPECT_EQ(name->name, "clamp");
    ASSERT_EQ(name->parameters.size(), 3u);
    for (const auto &parameter : name->parameters) {
        EXPECT_EQ(parameter.element, 'f');
        EXPECT_EQ(parameter.width, 4u);
    }
}

TEST(MangledName, ReadsPointersWithQualifiers)
{
    const auto name = parseMangledName("_Z8atom_addPU3AS1Vmm");
    ASSERT_TRUE(name);
    ASSERT_EQ(name->parameters.size(), 2u);
    EXPECT_TRUE(name->parameters[0].isPointer);
    EXPECT_EQ(name->parameters[0].element, 'm');
    EXPECT_FALSE(name->parameters[0].isSigned());
    EXPECT_FALSE(name->parameters[1].isPointer);
}

TEST(MangledName, TellsSignedFromUnsigned)
{
    EXPECT_TRUE(parseMangledName("_Z3maxii")->parameters[0].isSigned());
    EXPECT_FALSE(parseMangledName("_Z3maxjj")->parameters[0].isSigned());
    EXPECT_TRUE(parseMangledName("_Z4fabsDh")->parameters[0].isFloat());
}

TEST(MangledName, ReadsNamedTypes)
{
    const auto name = parseMangledName("_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i");
    ASSERT_TRUE(name);
    ASSERT_EQ(name->parameters.size(), 3u);
    EXPECT_EQ(name->parameters[0].name, "ocl_image2d_ro");
    EXPECT_EQ(name->parameters[2].width, 2u);
}

TEST(MangledName, RefusesOtherNames)
{
    EXPECT_FALSE(parseMangledName("printf"));
    EXPECT_FALSE(parseMangledName("_Z"));
    EXPECT_FALSE(parseMangledName("_Z99x"));
    EXPECT_FALSE(parseMangledName(""));
}
