// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/Matrix/TensorLayouts.h"

#include "ptx/Tensor/TensorMemory.h"

using namespace ptx;
using namespace ptx::execution;

llvm::Expected<CuteLayout> execution::layoutOfDescriptor(const MatrixDescriptor &descriptor,
                                                         Major major, unsigned bits,
                                                         const MatrixExtent &extent) {
  if (!descriptor.swizzle)
    return llvm::createStringError("a matrix descriptor with an invalid swizzle");
  if (descriptor.baseOffset || descriptor.leadingIsAddress || descriptor.takesSecondHalf)
    return llvm::createStringError(
        "a matrix descriptor with a base offset or an absolute address is not executed with data");
  constexpr unsigned rowBytes = 16, rowsOfAtom = 8;
  uint64_t ofRow = rowBytes * 8 / bits;
  uint64_t span = std::max(rowBytes, swizzleInfo(*descriptor.swizzle).spanBytes) / rowBytes;
  CanonicalParameters parameters{
      major, *descriptor.swizzle, bits, 0, 0, descriptor.leadingBytes, descriptor.strideBytes};
  bool isK = major == Major::K;
  // Rows that are longer than the span of the swizzle would overlap.
  if (isK && span > 1 && extent.depth > ofRow * span)
    return llvm::createStringError("a matrix whose rows are longer than the span of its swizzle");
  uint64_t lines = extent.first + extent.lines;
  parameters.m = llvm::divideCeil(lines, isK ? rowsOfAtom : ofRow * span);
  parameters.k = llvm::divideCeil(extent.depth, isK ? 2 * ofRow : rowsOfAtom);
  return canonicalLayout(parameters);
}

std::string execution::firstError(const Violations &violations) {
  for (const Violation &violation : violations)
    if (violation.kind == Violation::Kind::Manual)
      return violation.text;
  return "";
}

TensorCell execution::rowInTensorMemory(char layout, unsigned row, unsigned firstLane,
                                        unsigned column, unsigned n) {
  constexpr unsigned quarter = 16, lanesOfWarp = 32;
  // The parts of the columns are in different lanes.
  unsigned parts = layout == 'G' ? 4 : layout == 'B' || layout == 'E' ? 2 : 1;
  unsigned part = column / std::max(1u, n / parts);
  if (layout == 'C' || layout == 'F')
    return {firstLane + row / quarter * lanesOfWarp + row % quarter, 0};
  return {row + part * (tensorMemoryLanes / parts), 0 - part * (n / parts)};
}

std::optional<MetadataPlace> execution::metadataInTensorMemory(char layout, unsigned chunks,
                                                               unsigned bitsOfElement,
                                                               uint64_t selector, unsigned row,
                                                               unsigned chunk) {
  constexpr unsigned bits = 4, halfWord = 16, chunksOfWord = 8, all = 16, half = 8, pair = 8;
  unsigned lane = rowInTensorMemory(layout, row, 0, 0, 4).lane;
  if (chunks == all && bitsOfElement <= half && selector == 0)
    return MetadataPlace{lane, chunk / chunksOfWord, chunk % chunksOfWord * bits};
  if (chunks != pair || bitsOfElement < halfWord || selector > 1)
    return std::nullopt;
  // 16 rows are in 16 lanes: 8 for the first half of the chunks, and 8 for the second one.
  lane = lane / halfWord * halfWord + row % half + chunk / (pair / 2) * half;
  return MetadataPlace{lane, static_cast<unsigned>(selector),
                       row / half % 2 * halfWord + chunk % (pair / 2) * bits};
}
