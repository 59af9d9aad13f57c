// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_SIGNATURES_H
#define PTX_SEMA_INSTRUCTIONS_SIGNATURES_H

#include "ptx/Isa/Forms/FormMatcher.h"
#include "ptx/Isa/Forms/OperandTypes.h"
#include "ptx/Sema/Names/Symbols.h"
#include "ptx/Sema/Platform/Gates.h"
#include "ptx/Support/OpenTable.h"
#include "ptx/Syntax/Lex/WordTable.h"

#include <memory>
#include <vector>

namespace ptx {

/// The possible kinds of an operand of an instruction.
struct ExpectedOperand {
  ExpectedOperand(const InstrView &view, const OperandInfo &operand, const Platform &platform);

  const OperandInfo *info;
  OperandShape shape;
  /// The accepted declared types of registers; for a vector, of its elements.
  TypeSet registers;
  /// The same for vectors of 2 and 4 elements whose total width is that of the type.
  TypeSet halves = 0;
  TypeSet quarters = 0;
  /// The types of a whole scalar register outside of a vector.
  TypeSet scalars = 0;
  ImmediateKinds immediates;
  /// The kinds that `ptxas` checks for this operand but not for others, as bits of `OperandKind`.
  uint32_t checked;
  /// For an address: bit n is the state space with number n.
  uint8_t spaces = 0;

  /// Whether a predicate is accepted, possibly among others.
  bool takesPredicate() const {
    return info->kinds & OperandKind::predicate && (!shape.type || shape.type == TypeId::pred);
  }
  /// Whether anything other than a vector is accepted.
  bool takesScalar() const { return shape.takes(0); }
  /// The types of the elements of a vector with `count` elements.
  TypeSet registersOf(unsigned count) const {
    return !info->split || count < 2 ? registers : count == 2 ? halves : quarters;
  }
  /// Whether it is a texture, a sampler or a surface, and which of them are accepted.
  bool isOpaque() const { return shape.type && ptx::info(*shape.type).kind == TypeKind::Opaque; }
  TypeSet objects() const { return shape.otherTypes | typeBit(*shape.type); }
  /// Whether the first element of a vector has a separate type: the index of a texture in an array.
  bool selectsLayer() const {
    constexpr TypeSet both = typeBit(TypeId::u32) | typeBit(TypeId::f32);
    return shape.type == TypeId::b32 && (shape.otherTypes & both) == both;
  }
  /// Whether an address can be in `space`.
  bool inSpace(StateSpace space) const { return spaces >> static_cast<unsigned>(space) & 1; }
};

/// The possible state spaces of `operand` of `view`, as PTX words; an empty word means generic
/// addresses.
llvm::SmallVector<llvm::StringRef, 4> spacesOf(const InstrView &view, const OperandInfo &operand);

/// One interpretation of the operands of an instruction with certain modifiers: a form and the
/// operands of it that are present.
struct Signature {
  /// The operands of the form that one operand in the source represents: one, or all in one pair of
  /// brackets.
  struct Place {
    uint8_t first;
    uint8_t count;
    bool bracketed;
  };

  InstrView view;
  bool manualOrder;
  llvm::SmallVector<ExpectedOperand, 5> operands;
  llvm::SmallVector<Place, 5> places;
  /// A rule about operands that this interpretation violates, or null.
  const RuleInfo *brokenRule = nullptr;
  /// A violated rule that `ptxas` does not check, or null.
  const RuleInfo *uncheckedRule = nullptr;
  /// A violated rule that only `ptxas` has, or null.
  const RuleInfo *undocumentedRule = nullptr;
  llvm::SmallVector<GateFailure, 0> gateFailures;
  /// Whether rules, gates or predicates depend on the operands' values.
  bool readsValues = false;

  /// Whether an instruction with matching operands is legal without further checks.
  bool isPlain = false;

  /// Whether there are findings although the operands match.
  bool hasFindings() const {
    return !manualOrder || uncheckedRule || undocumentedRule || view.form->undocumented;
  }
};

/// Whether the instruction converts an address of 32 bits in a module with addresses of 64.
bool convertsNarrowAddress(const InstrView &view, const Platform &platform);

/// All interpretations of a number of operands.
struct SignatureSet {
  llvm::SmallVector<Signature, 1> all;
  /// Whether one of them violates no rule.
  bool isLegal() const;
};

/// A mnemonic with its modifiers, as it appears in a module.
class Mnemonic {
public:
  /// `hasBank`: whether one of the words is `.const[bank]`, which is treated as `.const`.
  Mnemonic(Opcode opcode, llvm::ArrayRef<Modifier> words, const Platform &platform,
           bool hasBank = false, bool findsChanges = true);

  /// The same opcode, or another one, with other modifiers. If they do not match either, possible
  /// changes are not computed.
  Mnemonic with(llvm::ArrayRef<Modifier> words, std::optional<Opcode> opcode = std::nullopt) const {
    return {opcode.value_or(code), words, platform, false, /*findsChanges=*/false};
  }

  const MatchResult &match() const { return result; }
  Opcode opcode() const { return code; }
  bool hasConstantBank() const { return hasBank; }

  /// The interpretations of `count` operands. `qualified`: whether an address among them has a
  /// qualifier. Interpretations that violate no rule come first.
  const SignatureSet &signatures(unsigned count, bool qualified);

  /// Whether an address can have a qualifier in some form.
  bool takesQualifier() const;

  /// The mnemonics that some form accepts and that have one more word, not a type, each with that
  /// word. `words` are the words of this mnemonic. They are computed once.
  llvm::MutableArrayRef<std::pair<Modifier, Mnemonic>>
  withOneMore(llvm::ArrayRef<Modifier> words) const;

private:
  struct Entry {
    unsigned count;
    bool qualified;
    std::unique_ptr<SignatureSet> set;
  };

  Opcode code;
  bool hasBank;
  MatchResult result;
  const Platform &platform;
  llvm::SmallVector<Entry, 2> entries;
  mutable std::unique_ptr<std::vector<std::pair<Modifier, Mnemonic>>> longer;
};

/// A cache of the mnemonics of a module. A module uses few distinct ones, so the cost of an
/// instruction does not depend on the number of forms. Not thread-safe.
class MnemonicTable {
public:
  MnemonicTable(const WordTable &words, const Platform &platform);
  ~MnemonicTable();

  /// The mnemonic `opcode` with `modifiers`; null if there is no such instruction at all.
  Mnemonic *find(WordId opcode, llvm::ArrayRef<WordId> modifiers);

private:
  struct Slot {
    /// An exact encoding of the words, if there are few; otherwise their hash.
    uint64_t key = 0;
    uint32_t firstWord = 0;
    uint32_t wordCount = 0; ///< 0 if the slot is free
    std::unique_ptr<Mnemonic> mnemonic;

    bool isFree() const { return wordCount == 0; }
    uint32_t hash() const;
  };

  bool isConstantBank(WordId word) const;
  Modifier modifier(WordId word) const;
  Mnemonic *add(uint64_t key, WordId opcode, llvm::ArrayRef<WordId> modifiers);

  const WordTable &words;
  const Platform &platform;
  OpenTable<Slot> table{128};
  llvm::SmallVector<WordId, 0> keys;
};

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_SIGNATURES_H
