// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_UNIFIEDDIFF_H
#define PTX_DRIVER_UNIFIEDDIFF_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

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

/// The changes of the lines of two texts.
std::vector<DiffChange> diffTexts(llvm::StringRef oldText, llvm::StringRef newText);

/// Writes the difference of two texts as a unified diff that `patch` reads, three lines of context
/// around each change, under the name `name`; nothing if they are equal. `change` says what the new
/// one is: "formatted".
void printUnifiedDiff(llvm::raw_ostream &os, llvm::StringRef name, llvm::StringRef change,
                      llvm::StringRef oldText, llvm::StringRef newText);

} // namespace ptx

#endif // PTX_DRIVER_UNIFIEDDIFF_H
