// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_LINEDIFF_H
#define PTX_SUPPORT_LINEDIFF_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <vector>

namespace ptx {

/// Lines `oldBegin` to `oldEnd` of the old text are replaced by lines of the new text. Lines are
/// counted from 0, and ends are exclusive.
struct DiffChange {
  uint32_t oldBegin, oldEnd;
  uint32_t newBegin, newEnd;

  friend bool operator==(const DiffChange &, const DiffChange &) = default;
};

/// The changes from one sequence of lines to another, in order, separated by at least one common
/// line. Equal lines have equal numbers.
///
/// The number of changed lines is minimal up to 256 (E. Myers, An O(ND) difference algorithm and
/// its variations, 1986). Beyond that it is not necessarily minimal, so that the time remains
/// linear in the number of lines. `steps`, if given, grows by the number of comparisons.
std::vector<DiffChange> diffLines(const std::vector<uint32_t> &oldLines,
                                  const std::vector<uint32_t> &newLines, uint64_t *steps = nullptr);

/// The same for the text of lines.
std::vector<DiffChange> diffTexts(llvm::ArrayRef<llvm::StringRef> oldLines,
                                  llvm::ArrayRef<llvm::StringRef> newLines);

/// The lines of `text`, each with its `\n`.
std::vector<llvm::StringRef> splitLines(llvm::StringRef text);

} // namespace ptx

#endif // PTX_SUPPORT_LINEDIFF_H
