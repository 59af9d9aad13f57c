// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_LINEDIFF_H
#define PTX_SUPPORT_LINEDIFF_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <vector>

namespace ptx {

/// Some lines of an old text, from `oldBegin` to `oldEnd`, that others of a new text represent.
/// Lines are counted from 0, ends are exclusive.
struct DiffChange {
  uint32_t oldBegin, oldEnd;
  uint32_t newBegin, newEnd;

  friend bool operator==(const DiffChange &, const DiffChange &) = default;
};

/// The changes that turn one sequence of lines into another, in order, with at least one common
/// line between two. Lines are given by numbers that are equal where the lines are.
///
/// These are the fewest lines if no more than 256 are changed (E. Myers, An O(ND) difference
/// algorithm and its variations, 1986). Beyond that the result is good rather than best, so that
/// time stays linear in the number of lines.
std::vector<DiffChange> diffLines(const std::vector<uint32_t> &oldLines,
                                  const std::vector<uint32_t> &newLines);

/// The same of lines as they are.
std::vector<DiffChange> diffTexts(llvm::ArrayRef<llvm::StringRef> oldLines,
                                  llvm::ArrayRef<llvm::StringRef> newLines);

/// The lines of `text`, each with its `\n`.
std::vector<llvm::StringRef> splitLines(llvm::StringRef text);

} // namespace ptx

#endif // PTX_SUPPORT_LINEDIFF_H
