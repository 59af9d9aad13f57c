// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The assembly language of an `asm` statement. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_DIALECT_H
#define PTX_INLINE_READ_DIALECT_H

#include "ptx/Inline/Read/AsmStatements.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace ptx {

enum class Dialect : uint8_t {
  Empty, ///< nothing but blanks and comments
  Ptx,   ///< so certainly that the text can be edited
  /// PTX, but the source also has assembly of other processors, or no other PTX.
  LikelyPtx,
  Other,
};

inline bool isPtx(Dialect dialect) {
  return dialect == Dialect::Ptx || dialect == Dialect::LikelyPtx;
}

/// Which ambiguous statements are treated as PTX.
enum class Unclear : uint8_t {
  Code,    ///< instructions of PTX, where the source has others, or only GPUs run it
  AnyWord, ///< the same, and an empty text or one word that is being typed
};

/// The language of each of `statements`, which are all those of a source.
///
/// The words of a statement come first: an instruction of PTX with all its modifiers means PTX; a
/// clobber other than memory, a named operand, or an operand that GPUs do not have means another
/// language. If the words are not sufficient, the surrounding code and the other statements decide.
std::vector<Dialect> dialectsOf(llvm::ArrayRef<AsmStatement> statements,
                                Unclear unclear = Unclear::Code);

/// Whether clobbers or operands are none of PTX, so that the statement is for a CPU, or a mistake.
bool isBoundToCpu(const AsmStatement &statement);

/// Whether `statement` contains no assembly.
bool isEmptyAsm(const AsmStatement &statement);

} // namespace ptx

#endif // PTX_INLINE_READ_DIALECT_H
