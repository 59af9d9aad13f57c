// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/ArrayPart.h"

#include "ptx/Execution/Data/Arrays.h"

#include "llvm/ADT/Twine.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;
using llvm::Twine;

static std::optional<ArrayPart> partOf(StringRef text) {
  auto [name, rest] = text.split('[');
  ArrayPart part{name.str()};
  if (name.empty())
    return std::nullopt;
  if (!text.contains('['))
    return part;
  if (!rest.consume_back("]"))
    return std::nullopt;
  auto [first, last] = rest.split(':');
  bool isRange = rest.contains(':');
  if ((!first.empty() || !isRange) && first.getAsInteger(10, part.begin))
    return std::nullopt;
  if (!isRange)
    part.end = part.begin + 1;
  else if (!last.empty() && last.getAsInteger(10, part.end))
    return std::nullopt;
  return part;
}

llvm::Expected<ArrayPart> ArrayPart::parse(StringRef text) {
  if (std::optional<ArrayPart> part = partOf(text))
    return std::move(*part);
  return llvm::createStringError("expected an array, as in `C` or `C[0:8]`, found `" + text + "`");
}

llvm::Error execution::noArray(StringRef name) {
  return llvm::createStringError("the launch has no array `" + name + "`");
}

llvm::Expected<std::string> ArrayPart::text(const RunResult &result, uint64_t most) const {
  const RunArray *array = result.find(name);
  if (!array)
    return noArray(name);
  uint64_t size = array->size(), last = end == ~uint64_t(0) ? size : end;
  if (begin > last || last > size)
    return llvm::createStringError("`" + name + "` has " + Twine(size) +
                                   (size == 1 ? " element" : " elements") +
                                   ", and --print names others");
  std::string text = name + "[" + std::to_string(begin) + ":" + std::to_string(last) + "] =";
  uint64_t written = std::min(last - begin, most);
  for (uint64_t i = begin; i != begin + written; ++i)
    text += " " + elementText(array->initial->element, array->element(i));
  return text + (written == last - begin ? "" : " ...");
}
