// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_INLINECOUNTS_H
#define PTX_INLINE_INLINECOUNTS_H

#include <cstdint>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// The number of `asm` statements, and how they were handled.
struct InlineCounts {
  uint64_t found = 0;
  uint64_t checked = 0;
  /// Of the checked statements: those with unknown parts.
  uint64_t withHoles = 0;
  /// The modules in strings, which are no statements.
  uint64_t modules = 0;

  // Not checked:
  uint64_t empty = 0;      ///< the template has no PTX statement
  uint64_t foreign = 0;    ///< the assembly of another processor
  uint64_t disabled = 0;   ///< in `#if 0`, or in code for none of the targets
  uint64_t unreadable = 0; ///< the source could not be parsed
  uint64_t unbalanced = 0; ///< braces open here and close elsewhere

  void add(const InlineCounts &other);
  void print(llvm::raw_ostream &os) const;
};

} // namespace ptx

#endif // PTX_INLINE_INLINECOUNTS_H
