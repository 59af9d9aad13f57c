// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Options.h"

#include "ptx/Tensor/ElementType.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

static constexpr LayoutTarget targets[] = {
    {"sm_90a", MatrixUnit::Wgmma, false, false, false},
    {"sm_100a", MatrixUnit::Tcgen05, false, false, false},
    {"sm_100f", MatrixUnit::Tcgen05, false, false, false},
    {"sm_103a", MatrixUnit::Tcgen05, true, true, false},
    {"sm_103f", MatrixUnit::Tcgen05, false, false, false},
    {"sm_107a", MatrixUnit::Tcgen05, false, true, true},
    {"sm_107f", MatrixUnit::Tcgen05, false, false, true},
    {"sm_110a", MatrixUnit::Tcgen05, false, false, false},
    {"sm_110f", MatrixUnit::Tcgen05, false, false, false},
};

bool ptx::setLayoutOption(LayoutOptions &options, StringRef name, StringRef value) {
  constexpr std::pair<llvm::StringLiteral, LayoutOptions::Value LayoutOptions::*> values[] = {
      {"arch", &LayoutOptions::arch},
      {"major", &LayoutOptions::major},
      {"swizzle", &LayoutOptions::swizzle},
      {"atom", &LayoutOptions::atom},
      {"base", &LayoutOptions::base},
      {"type", &LayoutOptions::type},
      {"shape", &LayoutOptions::shape},
      {"order", &LayoutOptions::order},
      {"pitch", &LayoutOptions::pitch},
      {"start", &LayoutOptions::start},
      {"lbo", &LayoutOptions::lbo},
      {"sbo", &LayoutOptions::sbo},
      {"base-offset", &LayoutOptions::base_offset},
      {"kind", &LayoutOptions::kind},
      {"cta-group", &LayoutOptions::cta_group},
      {"map", &LayoutOptions::map},
      {"dims", &LayoutOptions::dims},
      {"box", &LayoutOptions::box},
      {"coords", &LayoutOptions::coords},
      {"offsets", &LayoutOptions::offsets},
      {"clamp", &LayoutOptions::clamp},
      {"view", &LayoutOptions::view},
      {"npus", &LayoutOptions::npus},
      {"npu-bytes", &LayoutOptions::npu_bytes},
      {"placement", &LayoutOptions::placement},
      {"pack", &LayoutOptions::pack},
      {"strides", &LayoutOptions::strides},
      {"width", &LayoutOptions::width},
  };
  for (auto [known, member] : values) {
    if (known != name)
      continue;
    options.*member = value;
    return true;
  }
  constexpr std::pair<llvm::StringLiteral, bool LayoutOptions::*> flags[] = {
      {"gather4", &LayoutOptions::gather4},
      {"store", &LayoutOptions::store},
      {"to-tensormap", &LayoutOptions::to_tensormap},
      {"ws", &LayoutOptions::ws},
      {"sparse", &LayoutOptions::sparse},
  };
  for (auto [known, member] : flags) {
    if (known != name)
      continue;
    options.*member = value == "1";
    return true;
  }
  return false;
}

llvm::Expected<std::optional<LayoutTarget>> ptx::layoutTarget(const LayoutOptions &options) {
  std::optional<StringRef> name = options.arch;
  if (!name)
    return std::nullopt;
  for (const LayoutTarget &target : targets)
    if (target.name == *name)
      return target;
  return llvm::createStringError("no matrix descriptors are known for `" + *name +
                                 "`; expected sm_90a, sm_100a, sm_103a, sm_107a or sm_110a");
}

llvm::Expected<uint64_t> ptx::layoutNumber(StringRef what, StringRef text) {
  uint64_t number;
  if (text.getAsInteger(0, number))
    return llvm::createStringError("invalid " + what + " `" + text +
                                   "`; expected a number of up to 64 bits");
  return number;
}

llvm::Expected<uint64_t> ptx::layoutNumber(LayoutOptions::Value value, StringRef name,
                                           uint64_t otherwise) {
  if (!value)
    return otherwise;
  return layoutNumber(name, *value);
}

std::optional<Major> ptx::layoutMajor(const LayoutOptions &options) {
  std::optional<StringRef> name = options.major;
  if (!name)
    return std::nullopt;
  return *name == "K" ? Major::K : Major::MN;
}

llvm::Expected<std::vector<int64_t>> ptx::layoutNumbers(StringRef name, StringRef text) {
  llvm::SmallVector<StringRef> parts;
  text.split(parts, ',');
  std::vector<int64_t> numbers;
  for (StringRef part : parts) {
    int64_t number;
    if (part.trim().getAsInteger(0, number))
      return llvm::createStringError("invalid value `" + text + "` of " + name +
                                     "; expected numbers such as 2,-1");
    numbers.push_back(number);
  }
  return numbers;
}

llvm::Expected<std::vector<int64_t>> ptx::layoutList(LayoutOptions::Value value, StringRef name,
                                                     size_t count) {
  std::vector<int64_t> numbers;
  if (value) {
    llvm::Expected<std::vector<int64_t>> parsed = layoutNumbers(name, *value);
    if (!parsed)
      return parsed.takeError();
    numbers = std::move(*parsed);
  }
  if (numbers.size() != count)
    return llvm::createStringError(name + " has " + Twine(numbers.size()) + " numbers; expected " +
                                   Twine(count));
  return numbers;
}

llvm::Expected<StringRef> ptx::neededOption(LayoutOptions::Value value, StringRef command,
                                            StringRef name) {
  if (value)
    return *value;
  return llvm::createStringError("`" + command + "` requires " + name);
}

llvm::Expected<std::vector<uint64_t>> ptx::layoutShape(StringRef text, StringRef form) {
  constexpr uint64_t most = 1 << 20;
  llvm::SmallVector<StringRef> parts;
  text.split(parts, 'x');
  std::vector<uint64_t> extents;
  for (StringRef part : parts) {
    uint64_t extent;
    if (part.getAsInteger(10, extent) || !extent || extent > most)
      break;
    extents.push_back(extent);
  }
  if (extents.size() != parts.size() || extents.size() != form.count('x') + 1)
    return llvm::createStringError("invalid shape `" + text + "`; expected " + form +
                                   ", each from 1 to " + Twine(most));
  return extents;
}

llvm::Expected<StringRef> ptx::onlyWord(LayoutWords words, StringRef command, StringRef what) {
  if (words.size() != 1)
    return llvm::createStringError("`" + command + "` takes " + what + "; found " +
                                   Twine(words.size()) + (words.size() == 1 ? " word" : " words"));
  return words.front();
}

llvm::Error ptx::unknownMatrixType(StringRef name) {
  return llvm::createStringError("unknown element type `" + name +
                                 "`; expected one such as bf16, tf32, e4m3 or s8");
}

llvm::Expected<TileOptions> ptx::layoutTile(const LayoutOptions &options, StringRef command) {
  llvm::Expected<StringRef> type = neededOption(options.type, command, "--type");
  if (!type)
    return type.takeError();
  llvm::Expected<StringRef> text = neededOption(options.shape, command, "--shape");
  if (!text)
    return text.takeError();
  llvm::Expected<std::vector<uint64_t>> shape = layoutShape(*text, "MNxK");
  if (!shape)
    return shape.takeError();
  llvm::Expected<Swizzle> swizzle =
      parseSwizzle(options.swizzle.value_or("none"), options.atom.value_or(""));
  if (!swizzle)
    return swizzle.takeError();
  std::optional<unsigned> bits = matrixElementBits(*type);
  if (!bits)
    return unknownMatrixType(*type);
  return TileOptions{shape->front(), shape->back(), *bits, *swizzle};
}
