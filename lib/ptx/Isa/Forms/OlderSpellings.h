// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_FORMS_OLDERSPELLINGS_H
#define PTX_ISA_FORMS_OLDERSPELLINGS_H

#include "ptx/Isa/Instructions.h"

#include <array>

namespace ptx {

/// The mnemonic of an instruction: its opcode, and the word of each modifier in source order, or
/// `Modifier::none` where a rewrite removed one.
struct MnemonicWords {
  Opcode opcode;
  llvm::SmallVector<Modifier, 12> modifiers;

  /// The modifiers that are left.
  llvm::SmallVector<Modifier, 12> present() const;
};

/// How two spellings are related.
enum class Equivalence : uint8_t {
  /// They mean the same, by the manual. Canonical form has the second.
  Synonym,
  /// They mean the same, by the manual, since the second has the first as its default.
  Default,
  /// The first is the second with a hint for the performance, which never changes results.
  Hint,
};

/// Whose parameters a `.param` space without a sub-qualifier means, which depends on the function.
enum class InFunction : uint8_t { Any, Entry, Func };

/// Words of instructions that can be replaced by words of earlier versions. The records are in
/// OlderSpellings.cpp.
struct OlderSpelling {
  static constexpr size_t mostWords = 3;
  using WordList = std::array<Modifier, mostWords>;

  /// The section of the manual that says so.
  llvm::StringLiteral section;
  Equivalence equivalence;
  /// The instructions that it applies to; empty means all.
  llvm::ArrayRef<InstructionId> instructions;
  /// The words, all of which must be there, and what replaces each: a word, or nothing. Unused
  /// entries are `Modifier::none`.
  WordList words;
  WordList older;
  /// The opcode that replaces that of the instruction, if any.
  std::optional<Opcode> opcode = std::nullopt;
  /// The functions in which it applies.
  InFunction where = InFunction::Any;

  /// Rewrites `words` of an instruction `id`. Returns false, and changes nothing, if the record is
  /// about others.
  bool apply(InstructionId id, MnemonicWords &mnemonic) const;
};

/// All records.
llvm::ArrayRef<OlderSpelling> olderSpellings();

/// A kind of directive, or a pragma, that is a hint or tells tools about the source, so that a
/// module without it has the same results.
struct DroppableFeature {
  Feature feature;
  llvm::StringLiteral section;
};
llvm::ArrayRef<DroppableFeature> droppableFeatures();

} // namespace ptx

#endif // PTX_ISA_FORMS_OLDERSPELLINGS_H
