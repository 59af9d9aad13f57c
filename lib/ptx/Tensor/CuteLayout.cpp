// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/CuteLayout.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;

uint64_t CuteMode::size() const {
  uint64_t size = 1;
  for (uint64_t extent : shape)
    size = llvm::SaturatingMultiply(size, extent);
  return size;
}

uint64_t CuteMode::offset(uint64_t i) const {
  uint64_t offset = 0;
  for (auto [extent, step] : llvm::zip_equal(shape, stride)) {
    offset += i % extent * step;
    i /= extent;
  }
  return offset;
}

static void print(llvm::raw_ostream &os, llvm::ArrayRef<uint64_t> numbers) {
  os << '(';
  llvm::interleave(numbers, os, ",");
  os << ')';
}

std::string CuteLayout::text() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '(';
  print(os, mn.shape);
  os << ',';
  print(os, k.shape);
  os << "):(";
  print(os, mn.stride);
  os << ',';
  print(os, k.stride);
  os << ')';
  return text;
}

bool CuteLayout::isInjective() const {
  constexpr uint64_t mostElements = 1 << 20;
  if (llvm::SaturatingMultiply(mn.size(), k.size()) > mostElements)
    return false;
  llvm::DenseSet<uint64_t> seen;
  for (uint64_t i = 0; i != mn.size(); ++i)
    for (uint64_t j = 0; j != k.size(); ++j)
      if (!seen.insert(offset(i, j)).second)
        return false;
  return true;
}
