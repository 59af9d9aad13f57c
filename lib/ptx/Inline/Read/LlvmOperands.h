// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_LLVMOPERANDS_H
#define PTX_INLINE_READ_LLVMOPERANDS_H

#include "ptx/Inline/Read/AsmStatements.h"

#include "llvm/ADT/ArrayRef.h"

namespace ptx {

/// What a statement of LLVM works on.
struct LlvmValues {
  llvm::ArrayRef<SourceRange> arguments;
  /// The type of the result, and those of its parts if it has several.
  SourceRange result;
  llvm::ArrayRef<SourceRange> results;
};

/// Adds the operands that `constraints` mean, and what is clobbered.
void readLlvmConstraints(AsmStatement &statement, const MappedText &constraints);

/// Gives each operand of `statement` the argument or the part of the result that it is. Returns
/// whether there are as many arguments as it takes.
bool assignLlvmValues(AsmStatement &statement, llvm::StringRef source, const LlvmValues &values);

/// Does both for the constraints in `range` of `source`. The statement is broken if the numbers
/// differ.
void readLlvmOperands(AsmStatement &statement, llvm::StringRef source, SourceRange range,
                      const LlvmValues &values);

} // namespace ptx

#endif // PTX_INLINE_READ_LLVMOPERANDS_H
