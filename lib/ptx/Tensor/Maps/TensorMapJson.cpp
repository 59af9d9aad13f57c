// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Maps/TensorMapJson.h"

#include "ptx/Tensor/Maps/JsonMembers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;
using llvm::json::Object;
using llvm::json::Value;

/// Puts the elements of an array, each converted by `convert`, into `member`.
template <auto member, auto convert>
static llvm::Error setNumbers(TensorMap &map, const Value &value) {
  const llvm::json::Array *array = value.getAsArray();
  if (!array || array->size() > 5)
    return wrongValue("expected an array of at most 5 numbers");
  auto &numbers = (map.*member).emplace();
  for (const Value &item : *array) {
    auto number = convert(item);
    if (!number)
      return wrongValue("expected an array of at most 5 numbers");
    numbers.push_back(*number);
  }
  return llvm::Error::success();
}

/// Puts the result of `parse` for a text into `member`.
template <auto member, auto parse>
static llvm::Error setNamed(TensorMap &map, const Value &value, StringRef expected) {
  if (std::optional<StringRef> text = value.getAsString())
    map.*member = parse(*text);
  return map.*member ? llvm::Error::success() : wrongValue("expected " + expected);
}

static llvm::Error setMode(TensorMap &map, const Value &value) {
  return setNamed<&TensorMap::mode, parseMapMode>(map, value,
                                                  "tiled, im2col, im2col_w or im2col_w128");
}

static llvm::Error setType(TensorMap &map, const Value &value) {
  return setNamed<&TensorMap::type, parseElementType>(map, value, "an element type, such as bf16");
}

static llvm::Error setInterleave(TensorMap &map, const Value &value) {
  return setNamed<&TensorMap::interleave, parseInterleave>(map, value, "none, 16B or 32B");
}

static llvm::Error setAddress(TensorMap &map, const Value &value) {
  if (const Object *promise = value.getAsObject()) {
    const Value *alignment = promise->get("align");
    map.addressAlignment =
        alignment && promise->size() == 1 ? toUnsigned(*alignment) : std::nullopt;
    return map.addressAlignment ? llvm::Error::success()
                                : wrongValue("expected {\"align\": <bytes>}");
  }
  if (std::optional<StringRef> text = value.getAsString(); text && text->ends_with("-aligned"))
    return setNumber<&TensorMap::addressAlignment>(map, text->drop_back(strlen("-aligned")));
  map.address = toUnsigned(value);
  return map.address ? llvm::Error::success()
                     : wrongValue("expected an address or {\"align\": <bytes>}");
}

/// A mode, or a name of the driver, which includes the atomicity.
static llvm::Error setSwizzle(TensorMap &map, const Value &value) {
  std::optional<StringRef> text = value.getAsString();
  if (!text)
    return wrongValue("expected a swizzle mode, such as 128B");
  llvm::Expected<Swizzle> swizzle = parseSwizzle(*text);
  if (!swizzle)
    return wrongValue(llvm::toString(swizzle.takeError()));
  const SwizzleInfo &info = swizzleInfo(*swizzle);
  map.swizzleMode = info.mode;
  if (info.name != info.modeName && !info.isNone())
    map.swizzleAtomicity = info.atomicity;
  return llvm::Error::success();
}

static llvm::Error setAtomicity(TensorMap &map, const Value &value) {
  std::optional<unsigned> number;
  if (std::optional<StringRef> text = value.getAsString())
    number = llvm::StringSwitch<std::optional<unsigned>>(text->lower())
                 .Case("16b", 0)
                 .Case("32b", 1)
                 .Case("32b+8b-flip", 2)
                 .Case("32b_flip8b", 2)
                 .Case("64b", 3)
                 .Default(std::nullopt);
  if (!number)
    return wrongValue("expected 16B, 32B, 32B+8B-flip or 64B");
  map.swizzleAtomicity = number;
  return llvm::Error::success();
}

static llvm::Error setFill(TensorMap &map, const Value &value) {
  std::optional<StringRef> text = value.getAsString();
  if (text)
    map.fillsNan = llvm::StringSwitch<std::optional<bool>>(*text)
                       .Case("zero", false)
                       .Case("CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE", false)
                       .Case("nan", true)
                       .Case("CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA", true)
                       .Default(std::nullopt);
  if (!map.fillsNan)
    return wrongValue("expected zero or nan");
  return llvm::Error::success();
}

/// The L2 promotion does not affect layouts.
static llvm::Error checkPromotion(TensorMap &, const Value &value) {
  std::optional<StringRef> text = value.getAsString();
  if (text && text->consume_front("CU_TENSOR_MAP_L2_PROMOTION_"))
    text->consume_front("L2_");
  if (text && llvm::is_contained({"none", "NONE", "64B", "128B", "256B"}, *text))
    return llvm::Error::success();
  return wrongValue("expected none, 64B, 128B or 256B");
}

static constexpr JsonMember<TensorMap> members[] = {
    {"mode", setMode},
    {"type", setType},
    {"rank", setNumber<&TensorMap::rank>},
    {"dims", setNumbers<&TensorMap::dims, toUnsigned>},
    {"strides", setNumbers<&TensorMap::strides, toUnsigned>},
    {"address", setAddress},
    {"box", setNumbers<&TensorMap::box, toUnsigned>},
    {"elementStrides", setNumbers<&TensorMap::elementStrides, toUnsigned>},
    {"interleave", setInterleave},
    {"swizzle", setSwizzle},
    {"atomicity", setAtomicity},
    {"oob", setFill},
    {"l2", checkPromotion},
    {"lower", setNumbers<&TensorMap::lower, toSigned>},
    {"upper", setNumbers<&TensorMap::upper, toSigned>},
    {"channelsPerPixel", setNumber<&TensorMap::channelsPerPixel>},
    {"pixelsPerColumn", setNumber<&TensorMap::pixelsPerColumn>},
};

llvm::Expected<TensorMap> ptx::parseTensorMap(const Value &value) {
  TensorMap map;
  if (llvm::Error error = setMembers<TensorMap>(map, value, members, "a tensor map"))
    return error;
  return map;
}

llvm::json::Object ptx::describeTensorMap(const TensorMap &map) {
  Object object;
  auto number = [&](StringRef name, const std::optional<uint64_t> &value) {
    if (value)
      object[name] = *value;
  };
  auto numbers = [&](StringRef name, const auto &values) {
    if (values)
      object[name] = llvm::json::Array(*values);
  };
  if (map.mode)
    object["mode"] = mapModeName(*map.mode);
  if (map.type)
    object["type"] = elementTypeInfo(*map.type).name;
  number("rank", map.rank);
  numbers("dims", map.dims);
  numbers("strides", map.strides);
  if (map.address)
    object["address"] = *map.address;
  else if (map.addressAlignment)
    object["address"] = Object{{"align", *map.addressAlignment}};
  numbers("box", map.box);
  numbers("elementStrides", map.elementStrides);
  if (map.interleave)
    object["interleave"] = interleaveName(*map.interleave);
  if (std::optional<Swizzle> swizzle = map.swizzle()) {
    const SwizzleInfo &info = swizzleInfo(*swizzle);
    object["swizzle"] = info.modeName;
    if (map.swizzleAtomicity && !info.isNone())
      object["atomicity"] = info.atomicityName;
  }
  if (map.fillsNan)
    object["oob"] = *map.fillsNan ? "nan" : "zero";
  numbers("lower", map.lower);
  numbers("upper", map.upper);
  number("channelsPerPixel", map.channelsPerPixel);
  number("pixelsPerColumn", map.pixelsPerColumn);
  return object;
}
