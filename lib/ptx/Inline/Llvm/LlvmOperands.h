// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Private to lib/ptx/Inline.

#ifndef PTX_INLINE_LLVM_LLVMOPERANDS_H
#define PTX_INLINE_LLVM_LLVMOPERANDS_H

#include "ptx/Inline/Read/AsmStatements.h"

#include "llvm/ADT/ArrayRef.h"

namespace ptx {

/// The operands of a statement of LLVM.
struct LlvmValues {
  llvm::ArrayRef<SourceRange> arguments;
  /// The type of the result, and the types of its parts if it has several.
  SourceRange result;
  llvm::ArrayRef<SourceRange> results;
};

/// Adds the operands and clobbers of `constraints`.
void readLlvmConstraints(AsmStatement &statement, const MappedText &constraints);

/// Assigns its argument, or its part of the result, to each operand of `statement`. Returns whether
/// the number of arguments matches.
bool assignLlvmValues(AsmStatement &statement, llvm::StringRef source, const LlvmValues &values);

/// Does both for the constraints in `range` of `source`. The statement is invalid if the numbers
/// differ.
void readLlvmOperands(AsmStatement &statement, llvm::StringRef source, SourceRange range,
                      const LlvmValues &values);

} // namespace ptx

#endif // PTX_INLINE_LLVM_LLVMOPERANDS_H
