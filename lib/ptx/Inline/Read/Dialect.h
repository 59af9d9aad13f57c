// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which assembly language an `asm` statement holds. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_DIALECT_H
#define PTX_INLINE_READ_DIALECT_H

#include "ptx/Inline/Read/AsmStatements.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace ptx {

enum class Dialect : uint8_t {
  Empty, ///< nothing but blanks and comments
  Ptx,   ///< so certainly that the text can be changed
  /// PTX, but the source has assembly of other processors, too, or no other PTX.
  LikelyPtx,
  Other,
};

inline bool isPtx(Dialect dialect) {
  return dialect == Dialect::Ptx || dialect == Dialect::LikelyPtx;
}

/// What is PTX of the statements that could be that or something else.
enum class Unclear : uint8_t {
  Code,    ///< instructions of PTX, where the source has others, or only GPUs run it
  AnyWord, ///< the same, and nothing or a single word, which is being typed
};

/// The language of each of `statements`, which are all those of a source.
///
/// A statement tells it by its words: an instruction of PTX with all its modifiers is PTX, a
/// clobber other than memory, an operand with a name, or one that GPUs do not have is not. Where
/// the words tell less, the code around it and the other statements decide.
std::vector<Dialect> dialectsOf(llvm::ArrayRef<AsmStatement> statements,
                                Unclear unclear = Unclear::Code);

/// Whether `statement` holds no assembly.
bool isEmptyAsm(const AsmStatement &statement);

} // namespace ptx

#endif // PTX_INLINE_READ_DIALECT_H
