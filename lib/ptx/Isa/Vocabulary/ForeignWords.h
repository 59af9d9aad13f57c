// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_VOCABULARY_FOREIGNWORDS_H
#define PTX_ISA_VOCABULARY_FOREIGNWORDS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ptx {

/// The position of a word of another language.
enum class ForeignKind : uint8_t {
  /// Before an instruction's modifiers: `jmp`.
  Opcode,
  /// After one of its dots, or at the position of a type: `.float4`.
  Modifier,
  /// As a name: `threadIdx`, possibly with a percent sign.
  Name,
};

/// A word of C, LLVM IR, SASS or another assembly language, and its PTX equivalent.
struct ForeignWord {
  llvm::StringRef text; ///< in lower case, without the dot
  /// For a word that is replaced: a mnemonic, or modifiers, without the first dot: "mad.lo",
  /// "v4.f32". Otherwise a noun phrase with backticks.
  llvm::StringRef ptx;
  /// The language of the word: "SASS".
  llvm::StringRef language = {};
  /// Whether `ptx` can replace the word without changing the author's meaning.
  bool isReplaced = false;
  /// Whether the word and `ptx` differ in signedness: `udiv`, `i32`.
  bool differsInSign = false;
};

/// All words of a kind.
std::vector<ForeignWord> allForeignWords(ForeignKind kind);

/// Finds the word `text`, without the dot and in any case; none if it is not a word of another
/// language.
std::optional<ForeignWord> findForeignWord(ForeignKind kind, llvm::StringRef text);

/// "`jmp` is a word of another assembly language; PTX has `bra`". `text` is the word as the author
/// wrote it, without the dot.
std::string describeForeignWord(ForeignKind kind, llvm::StringRef text, const ForeignWord &word);

} // namespace ptx

#endif // PTX_ISA_VOCABULARY_FOREIGNWORDS_H
