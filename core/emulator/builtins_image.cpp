// SPDX-License-Identifier: GPL-3.0-or-later
// Images: requests are counted with their addresses (16 bytes a texel, rows one behind the other); values are the raw
// contents, without filtering and format conversion. Reads outside an image are defined by the sampler and answer the
// texel at the edge; writes outside are recorded.
#include "core/emulator/builtins.h"

namespace clv::emulator {

using llvm::CmpInst;
using llvm::Instruction;

namespace {

constexpr std::uint64_t kTexelBytes = 16;
constexpr std::uint64_t kChannelRgba = 0x10b5, kChannelFloat = 0x10de; // CL_RGBA, CL_FLOAT of CL/cl.h
constexpr std::uint64_t kNormalizedCoordinates = 1;                    // CLK_NORMALIZED_COORDS_TRUE

/// Coordinates that count; an array index counts as the last one.
std::size_t dimensionsOf(const std::string &type)
{
    const bool isArray = type.find("array") != std::string::npos;
    if (type.find("image3d") != std::string::npos)
        return 3;
    return (type.find("image1d") != std::string::npos ? 1 : 2) + (isArray ? 1 : 0);
}

/// Whether a sampler literal asks for coordinates from 0 to 1; sampler arguments are taken to ask for texels.
bool isNormalized(const llvm::Value &sampler)
{
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&sampler);
    const auto *literal =
        call && call->arg_size() == 1 ? llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0)) : nullptr;
    return literal && (literal->getZExtValue() & kNormalizedCoordinates) != 0;
}

} // namespace

/// Width, height and depth of the image that operand `operand` names; none when it is not a kernel argument.
std::optional<Val> Builtins::imageSize(unsigned operand) const
{
    const auto *argument = llvm::dyn_cast<llvm::Argument>(call.getArgOperand(operand));
    if (!argument)
        return std::nullopt;
    const Slot slot = lowering.m_program.arguments[argument->getArgNo()].slot;
    if (slot == kNoSlot)
        return std::nullopt;
    Val size;
    for (std::uint32_t d = 0; d < 3; ++d)
        size.push(slot + d * kWide, kInt64);
    return size;
}

/// Place of a texel. Reads clamp to the image; writes outside get an address before its start.
Lowering::Address Builtins::texelAddress(const Val &size, const Val &coordinates, std::size_t dimensions,
                                         bool isWrite) const
{
    Val index, isOutside;
    const Val zeros = lowering.constant(0, kInt64);
    for (std::size_t k = dimensions; k-- > 0;) {
        const Val extent = size.at(k);
        Val at = lowering.resized(coordinates.at(k), kInt64, true);
        if (isWrite) {
            const Val outside = lowering.compare(CmpInst::ICMP_UGE, at, extent);
            isOutside = isOutside.slots.empty() ? outside : lowering.integerBinary(Instruction::Or, isOutside, outside);
        } else {
            const Val last = lowering.integerBinary(Instruction::Sub, extent, lowering.constant(1, kInt64));
            at = lowering.integerMinMax(lowering.integerMinMax(at, zeros, true, false), last, true, true);
        }
        index = index.slots.empty() ? at : lowering.op3(Op::MulAdd64, kInt64, at, index, extent);
    }
    if (isWrite)
        index = lowering.select(isOutside, lowering.constant(~std::uint64_t{0}, kInt64), index);
    Lowering::Address address = lowering.plainAddress(arg(0));
    address.index = index;
    address.kind = IndexKind::Wide;
    address.scale = kTexelBytes;
    return address;
}

bool Builtins::image()
{
    if (is("__translate_sampler_initializer"))
        return lowering.zero(call), true;
    const bool isRead = name.name.starts_with("read_image"), isWrite = name.name.starts_with("write_image");
    const bool isQuery = name.name.starts_with("get_image_");
    if ((!isRead && !isWrite && !isQuery) || argumentCount() == 0 || name.parameters.empty())
        return false;
    const std::optional<Val> size = imageSize(0);
    if (!size)
        return false;
    if (isQuery)
        return imageQuery(*size);
    const std::size_t dimensions = dimensionsOf(name.parameters[0].name);
    const bool hasSampler = isRead && name.parameters.size() > 1 && name.parameters[1].name == "ocl_sampler";
    const unsigned coordinateIndex = hasSampler ? 2 : 1;
    if (argumentCount() <= coordinateIndex)
        return false;
    Val coordinates = arg(coordinateIndex);
    if (coordinates.size() < dimensions)
        return false;
    if (coordinates.lane().isFloat) {
        Val position = lowering.toFloat(coordinates);
        if (hasSampler && isNormalized(*call.getArgOperand(1))) {
            Val scaled;
            for (std::size_t k = 0; k < dimensions; ++k) {
                const Val extent = lowering.convert(size->at(k), kFloat, false, true);
                scaled.push(multiply(position.at(k), extent).slots[0], kFloat);
            }
            position = scaled;
        }
        coordinates = lowering.convert(unaryFloat(Op::FloorF, Op::FloorD, position), kInt32, true, true);
    }
    count(isRead ? OpClass::ImageRead : OpClass::ImageWrite);
    const AccessDirection direction = isRead ? AccessDirection::Read : AccessDirection::Write;
    const std::uint32_t site = lowering.addSite({&call, call.getArgOperand(0), direction, "texel", kTexelBytes});
    const Lowering::Address address = texelAddress(*size, coordinates, dimensions, isWrite);
    if (isRead) {
        const std::size_t channels = std::max<std::size_t>(1, resultComponents());
        const bool isHalf = resultLane() == kHalf;
        const Val texel = lowering.temporary(isHalf ? kFloat : resultLane(), channels);
        lowering.emitLoad(address, site, AddressSpace::Global, 4, texel);
        return finish(lowering.fromFloat(texel, resultLane())), true;
    }
    const Val colour = lowering.toFloat(arg(static_cast<unsigned>(argumentCount() - 1)));
    lowering.emitStore(address, site, AddressSpace::Global, 4, colour);
    return true;
}

bool Builtins::imageQuery(const Val &size)
{
    const auto dimension = [&](std::size_t d) { return lowering.resized(size.at(d), kInt32, false); };
    if (is("get_image_width"))
        return finish(dimension(0)), true;
    if (is("get_image_height"))
        return finish(dimension(1)), true;
    if (is("get_image_depth"))
        return finish(dimension(2)), true;
    if (is("get_image_array_size"))
        return finish(lowering.resized(size.at(dimensionsOf(name.parameters[0].name) - 1), resultLane(), false)), true;
    if (is("get_image_dim")) {
        Val all;
        for (std::size_t d = 0; d < resultComponents(); ++d)
            all.push(d < 3 ? dimension(d).slots[0] : lowering.constantSlot(0, 4), kInt32);
        return finish(all), true;
    }
    if (is("get_image_channel_data_type") || is("get_image_channel_order"))
        return finish(lowering.constant(is("get_image_channel_order") ? kChannelRgba : kChannelFloat, kInt32)), true;
    return false;
}

} // namespace clv::emulator
