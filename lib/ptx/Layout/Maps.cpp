// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Maps.h"

#include "ptx/Check/TensorMapInput.h"
#include "ptx/Layout/Commands.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

/// The sizes of the option `name`, `4096x4096`, the innermost dimension first.
static llvm::Error parseSizes(LayoutOptions::Value value, StringRef name,
                              std::optional<TensorMap::Numbers> &sizes) {
  if (!value)
    return llvm::Error::success();
  llvm::SmallVector<StringRef> parts;
  value->split(parts, 'x');
  sizes.emplace();
  for (StringRef part : parts)
    if (uint64_t size; part.getAsInteger(10, size) || sizes->size() == 5)
      return llvm::createStringError("invalid value `" + *value + "` of " + name +
                                     "; expected up to 5 sizes such as 4096x4096");
    else
      sizes->push_back(size);
  return llvm::Error::success();
}

/// The strides of a tensor without gaps, if they fit into 64 bits.
static std::optional<TensorMap::Numbers> packedStrides(const TensorMap &map) {
  TensorMap::Numbers strides;
  uint64_t elements = 1;
  for (uint64_t size : llvm::ArrayRef(*map.dims).drop_back()) {
    bool overflows = false;
    elements = llvm::SaturatingMultiply(elements, size, &overflows);
    if (overflows || elements > UINT64_MAX / 64)
      return std::nullopt;
    strides.push_back(map.typeInfo()->globalBytes(elements));
  }
  return strides;
}

/// The map that the options describe.
static llvm::Expected<TensorMap> describedMap(const LayoutOptions &options) {
  TensorMap map;
  map.mode = MapMode::Tiled;
  map.interleave = Interleave::None;
  if (options.type)
    map.type = parseElementType(*options.type);
  if (options.type && !map.type)
    return llvm::createStringError("unknown element type `" + *options.type +
                                   "`; expected one of tensor maps, such as bf16 or u8");
  if (llvm::Error error = parseSizes(options.dims, "--dims", map.dims))
    return error;
  if (llvm::Error error = parseSizes(options.box, "--box", map.box))
    return error;
  llvm::Expected<Swizzle> swizzle =
      parseSwizzle(options.swizzle.value_or("none"), options.atom.value_or(""));
  if (!swizzle)
    return swizzle.takeError();
  map.swizzleMode = swizzleInfo(*swizzle).mode;
  map.swizzleAtomicity = swizzleInfo(*swizzle).atomicity;
  map.rank = (map.dims ? map.dims : map.box)->size();
  map.elementStrides = TensorMap::Numbers(*map.rank, 1);
  if (options.strides) {
    llvm::Expected<std::vector<int64_t>> strides =
        layoutList(options.strides, "--strides", *map.rank - 1);
    if (!strides)
      return strides.takeError();
    for (int64_t stride : *strides)
      if (stride < 0)
        return llvm::createStringError("stride " + Twine(stride) + "; expected 0 or more bytes");
    map.strides = TensorMap::Numbers(strides->begin(), strides->end());
  } else if (map.dims && map.type) {
    map.strides = packedStrides(map);
  }
  return map;
}

bool ptx::describesMap(const LayoutOptions &options) { return options.dims || options.box; }

llvm::Expected<std::vector<NamedTensorMap>> ptx::layoutMaps(const LayoutOptions &options,
                                                            LayoutWords words, StringRef command) {
  if (describesMap(options)) {
    if (!words.empty())
      return llvm::createStringError("`" + command +
                                     "` takes a file or --dims and --box, not both");
    llvm::Expected<TensorMap> map = describedMap(options);
    if (!map)
      return map.takeError();
    return std::vector<NamedTensorMap>{{"", std::move(*map)}};
  }
  bool takesOptions = findLayoutCommand(command)->uses("dims");
  if (takesOptions && (options.type || options.strides || options.swizzle || options.atom))
    return llvm::createStringError("--type, --strides, --swizzle and --atom of `" + command +
                                   "` require --dims or --box");
  llvm::Expected<StringRef> file =
      onlyWord(words, command,
               takesOptions ? "one file with tensor maps, or --dims and --box"
                            : "one file with tensor maps");
  if (!file)
    return file.takeError();
  if (file->ends_with(".ptx"))
    return readCommentedMaps(*file);
  llvm::Expected<TensorMapFile> maps = readTensorMapFile(*file);
  if (!maps)
    return maps.takeError();
  return std::move(maps->maps);
}

llvm::Expected<NamedTensorMap> ptx::layoutMapNamed(const LayoutOptions &options, LayoutWords words,
                                                   StringRef command) {
  llvm::Expected<std::vector<NamedTensorMap>> maps = layoutMaps(options, words, command);
  if (!maps)
    return maps.takeError();
  std::optional<StringRef> name = options.map;
  if (!name && maps->size() != 1)
    return llvm::createStringError("the file has " + Twine(maps->size()) +
                                   " tensor maps; choose one with --map");
  for (NamedTensorMap &map : *maps)
    if (!name || map.name == *name)
      return std::move(map);
  return llvm::createStringError("the file has no tensor map `" + *name + "`");
}

std::optional<Swizzle> ptx::assumedSwizzle(const TensorMap &map) {
  // The driver's 128B is the swizzle of 128 bytes with an atomicity of 16 bytes.
  if (!map.swizzle() && map.swizzleMode == 3u)
    return Swizzle::B128;
  return map.swizzle();
}
