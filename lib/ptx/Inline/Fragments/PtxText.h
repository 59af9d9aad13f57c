// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What can be said of PTX before it is parsed. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_FRAGMENTS_PTXTEXT_H
#define PTX_INLINE_FRAGMENTS_PTXTEXT_H

#include "ptx/Inline/Read/MappedText.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <vector>

namespace ptx {

/// How many braces are open in a text: at its end, and at least on the way.
struct Balance {
  int depth = 0;
  int lowest = 0;

  bool isEven() const { return depth == 0 && lowest == 0; }
  bool operator==(const Balance &) const = default;
};

/// The braces of `text`. Those in comments and strings do not count.
Balance balanceOf(llvm::StringRef text);

/// Whether `text` has more than braces, labels and declarations of registers.
bool hasInstruction(llvm::StringRef text);

/// Whether `c` can be inside of the name of a register or a label.
bool isNameCharacter(char c);

/// Makes the PTX statements of `text` from `begin` on blank that have one of `holes`, which are
/// places in `text`, in their order.
void blankAround(MappedText &text, uint32_t begin, llvm::ArrayRef<uint32_t> holes);

/// The stems of the names that a `.reg` statement declares, its `;` aside.
std::vector<llvm::StringRef> declaredStems(llvm::StringRef statement);

/// A name without the number at its end: `.reg .b32 %r<8>;` declares `%r0` to `%r7`. Two percent
/// signs are one.
llvm::StringRef declaredStem(llvm::StringRef name);

/// Which names of a text are asked for.
enum class Names : uint8_t { OutsideOfBraces, All };

/// Where `text` declares registers: each `.reg` statement with its `;`.
std::vector<SourceRange> registerDeclarations(llvm::StringRef text,
                                              Names names = Names::OutsideOfBraces);

/// Adds the names that instructions outside of braces have as operands, and for each whether one of
/// them writes it.
void collectUses(llvm::StringRef text, llvm::StringMap<bool> &names);

/// Adds to `stems` those of the registers and of the labels that `text` declares outside of
/// braces, or anywhere if it leaves a brace open: other statements can use them. The empty name
/// means those of a text with a brace open and with holes, which are not known.
void collectLeaks(llvm::StringRef text, bool hasHoles, llvm::StringSet<> &stems);

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_PTXTEXT_H
