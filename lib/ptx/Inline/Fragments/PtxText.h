// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Properties of PTX text that do not require a parser. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_FRAGMENTS_PTXTEXT_H
#define PTX_INLINE_FRAGMENTS_PTXTEXT_H

#include "ptx/Inline/Read/MappedText.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <vector>

namespace ptx {

/// The nesting depth of braces in a text: at its end, and the minimum within it.
struct Balance {
  int depth = 0;
  int lowest = 0;

  bool isEven() const { return depth == 0 && lowest == 0; }
  bool operator==(const Balance &) const = default;
};

/// The braces of `text`, without those in comments and strings.
Balance balanceOf(llvm::StringRef text);

/// Whether `text` has more than braces, labels and declarations of registers.
bool hasInstruction(llvm::StringRef text);

/// Whether `c` can be inside of the name of a register or a label.
bool isNameCharacter(char c);

/// Blanks the PTX statements of `text` from `begin` on that contain one of `holes`, which are
/// ascending positions in `text`.
void blankAround(MappedText &text, uint32_t begin, llvm::ArrayRef<uint32_t> holes);

/// The stems of the names that a `.reg` statement declares, its `;` aside.
std::vector<llvm::StringRef> declaredStems(llvm::StringRef statement);

/// A name without the number at its end: `.reg .b32 %r<8>;` declares `%r0` to `%r7`. Two percent
/// signs are one.
llvm::StringRef declaredStem(llvm::StringRef name);

/// The kind of names to collect.
enum class Names : uint8_t { OutsideOfBraces, All };

/// The ranges of the `.reg` statements of `text`, including the `;`.
std::vector<SourceRange> registerDeclarations(llvm::StringRef text,
                                              Names names = Names::OutsideOfBraces);

/// Adds the names of operands of instructions outside of braces, and for each whether an
/// instruction writes it.
void collectUses(llvm::StringRef text, llvm::StringMap<bool> &names);

/// Adds to `stems` the stems of registers and labels that `text` declares outside of braces, or
/// anywhere if it leaves a brace open: other statements can use them. The empty name stands for the
/// unknown names of a text with an open brace and holes.
void collectLeaks(llvm::StringRef text, bool hasHoles, llvm::StringSet<> &stems);

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_PTXTEXT_H
