// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/TensorMapJson.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;
using llvm::json::Object;
using llvm::json::Value;

namespace {

using Setter = llvm::Error (*)(TensorMap &, const Value &);

struct Member {
  llvm::StringLiteral name;
  Setter set;
};

} // namespace

static llvm::Error wrong(StringRef expected) {
  return llvm::createStringError("expected " + expected);
}

/// A number of at most 64 bits, which may be written as text.
static std::optional<int64_t> toSigned(const Value &value) {
  if (std::optional<int64_t> number = value.getAsInteger())
    return number;
  int64_t number;
  if (std::optional<StringRef> text = value.getAsString(); text && !text->getAsInteger(0, number))
    return number;
  return std::nullopt;
}

static std::optional<uint64_t> toUnsigned(const Value &value) {
  if (std::optional<uint64_t> number = value.getAsUINT64())
    return number;
  uint64_t number;
  if (std::optional<StringRef> text = value.getAsString(); text && !text->getAsInteger(0, number))
    return number;
  return std::nullopt;
}

template <std::optional<uint64_t> TensorMap::*member>
static llvm::Error setNumber(TensorMap &map, const Value &value) {
  map.*member = toUnsigned(value);
  return map.*member ? llvm::Error::success() : wrong("a number that is not negative");
}

/// Puts the elements of an array, each converted by `convert`, into `member`.
template <auto member, auto convert>
static llvm::Error setNumbers(TensorMap &map, const Value &value) {
  const llvm::json::Array *array = value.getAsArray();
  if (!array || array->size() > 5)
    return wrong("an array of at most 5 numbers");
  auto &numbers = (map.*member).emplace();
  for (const Value &item : *array) {
    auto number = convert(item);
    if (!number)
      return wrong("an array of at most 5 numbers");
    numbers.push_back(*number);
  }
  return llvm::Error::success();
}

/// Puts what `parse` makes of a text into `member`.
template <auto member, auto parse>
static llvm::Error setNamed(TensorMap &map, const Value &value, StringRef expected) {
  if (std::optional<StringRef> text = value.getAsString())
    map.*member = parse(*text);
  return map.*member ? llvm::Error::success() : wrong(expected);
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
    return map.addressAlignment ? llvm::Error::success() : wrong("{\"align\": <bytes>}");
  }
  map.address = toUnsigned(value);
  return map.address ? llvm::Error::success() : wrong("an address or {\"align\": <bytes>}");
}

/// A mode or a name of the driver, which has the atomicity too.
static llvm::Error setSwizzle(TensorMap &map, const Value &value) {
  std::optional<StringRef> text = value.getAsString();
  if (!text)
    return wrong("a swizzle mode, such as 128B");
  llvm::Expected<Swizzle> swizzle = parseSwizzle(*text);
  if (!swizzle)
    return swizzle.takeError();
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
                 .Cases("32b+8b-flip", "32b_flip8b", 2)
                 .Case("64b", 3)
                 .Default(std::nullopt);
  if (!number)
    return wrong("16B, 32B, 32B+8B-flip or 64B");
  map.swizzleAtomicity = number;
  return llvm::Error::success();
}

static llvm::Error setFill(TensorMap &map, const Value &value) {
  std::optional<StringRef> text = value.getAsString();
  if (!text || (*text != "zero" && *text != "nan"))
    return wrong("zero or nan");
  map.fillsNan = *text == "nan";
  return llvm::Error::success();
}

/// The L2 promotion says nothing about layouts.
static llvm::Error checkPromotion(TensorMap &, const Value &value) {
  std::optional<StringRef> text = value.getAsString();
  if (text && llvm::is_contained({"none", "64B", "128B", "256B"}, *text))
    return llvm::Error::success();
  return wrong("none, 64B, 128B or 256B");
}

static constexpr Member members[] = {
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

/// The entries of `object` in the order of their names.
static std::vector<std::pair<StringRef, const Value *>> sorted(const Object &object) {
  std::vector<std::pair<StringRef, const Value *>> entries;
  for (const auto &[key, value] : object)
    entries.emplace_back(key, &value);
  llvm::sort(entries, llvm::less_first());
  return entries;
}

llvm::Expected<TensorMap> ptx::parseTensorMap(const Object &object) {
  TensorMap map;
  for (auto [name, value] : sorted(object)) {
    const Member *known =
        llvm::find_if(members, [name = name](const Member &member) { return member.name == name; });
    if (known == std::end(members))
      return llvm::createStringError("unknown member `" + name + "` of a tensor map");
    if (value->kind() == Value::Null)
      continue;
    if (llvm::Error error = known->set(map, *value))
      return llvm::createStringError("`" + name + "`: " + llvm::toString(std::move(error)));
  }
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

/// Whether brackets nest deeper than any description does. LLVM's parser recurses into them.
static bool nestsDeeply(StringRef text) {
  constexpr unsigned most = 16;
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"')
      inString = !inString;
    else if (inString)
      i += c == '\\';
    else if (c == '{' || c == '[')
      ++depth;
    else if ((c == '}' || c == ']') && depth)
      --depth;
    if (depth > most)
      return true;
  }
  return false;
}

llvm::Expected<std::vector<NamedTensorMap>> ptx::parseTensorMaps(StringRef text) {
  if (nestsDeeply(text))
    return llvm::createStringError("brackets nest too deeply");
  llvm::Expected<Value> value = llvm::json::parse(text);
  if (!value)
    return value.takeError();
  const Object *file = value->getAsObject();
  if (!file)
    return wrong("an object");
  std::vector<NamedTensorMap> result;
  const Value *maps = file->get("maps");
  if (!maps) {
    llvm::Expected<TensorMap> map = parseTensorMap(*file);
    if (!map)
      return map.takeError();
    result.push_back({"", std::move(*map)});
    return result;
  }
  if (const Value *version = file->get("version"); version && version->getAsInteger() != 1)
    return llvm::createStringError("`version`: expected 1");
  if (!maps->getAsObject())
    return llvm::createStringError("`maps`: expected an object");
  for (auto [name, entry] : sorted(*maps->getAsObject())) {
    const Object *object = entry->getAsObject();
    if (!object)
      return llvm::createStringError("map `" + name + "`: expected an object");
    llvm::Expected<TensorMap> map = parseTensorMap(*object);
    if (!map)
      return llvm::createStringError("map `" + name + "`: " + llvm::toString(map.takeError()));
    result.push_back({name.str(), std::move(*map)});
  }
  return result;
}
