// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the template of an `asm` statement is when its operands are in place. Private to
// lib/ptx/Inline.

#ifndef PTX_INLINE_FRAGMENTTEXT_H
#define PTX_INLINE_FRAGMENTTEXT_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Inline/AsmStatements.h"

namespace ptx {

/// The PTX register type that the letter of a constraint means, such as `.b32`; empty for a letter
/// that means no register.
llvm::StringRef registerType(llvm::StringRef letters);

/// The width that a letter means, in bits; 0 for one that means no register.
unsigned widthOf(llvm::StringRef letters);

/// How the operand `index` of part `part` of a fragment is called in its text. The first part's
/// have the names that the template gives them.
std::string operandName(unsigned index, unsigned part);

/// What messages call it: `%1`.
std::string withoutPart(llvm::StringRef text);

/// Appends the template of `statement` to `text`, with `%%`, `%=` and operands replaced as `nvcc`
/// does it, and reports what it rejects. PTX statements of which a part is not known are left
/// blank. Returns whether there are none.
bool appendTemplate(const AsmStatement &statement, unsigned part, MappedText &text,
                    DiagnosticList &diagnostics);

/// How many braces are open in a text: at its end, and at least on the way.
struct Balance {
  int depth = 0;
  int lowest = 0;

  bool isEven() const { return depth == 0 && lowest == 0; }
};

/// The braces of `text`. Those in comments and strings do not count.
Balance balanceOf(llvm::StringRef text);

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTTEXT_H
