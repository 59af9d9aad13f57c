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

/// What an operand of an instruction can be.
struct ExpectedOperand {
  ExpectedOperand(const InstrView &view, const OperandInfo &operand, const Platform &platform);

  const OperandInfo *info;
  OperandShape shape;
  /// The declared types of registers that will do; of a vector, of its elements.
  TypeSet registers;
  /// The same for vectors of 2 and of 4 that together are as wide as the type.
  TypeSet halves = 0;
  TypeSet quarters = 0;
  /// Those of a whole scalar register outside of a vector.
  TypeSet scalars = 0;
  ImmediateKinds immediates;
  /// What `ptxas` checks of it although it does not of others, as bits of `OperandKind`.
  uint32_t checked;
  /// Of an address: bit n is the state space whose number is n.
  uint8_t spaces = 0;

  /// Whether a predicate can be it, whatever else can.
  bool takesPredicate() const {
    return info->kinds & OperandKind::predicate && (!shape.type || shape.type == TypeId::pred);
  }
  /// Whether it can be something else than a vector.
  bool takesScalar() const { return shape.takes(0); }
  /// The types of the elements of a vector of `count`.
  TypeSet registersOf(unsigned count) const {
    return !info->split || count < 2 ? registers : count == 2 ? halves : quarters;
  }
  /// Whether it is a texture, a sampler or a surface, and which of them it can be.
  bool isOpaque() const { return shape.type && ptx::info(*shape.type).kind == TypeKind::Opaque; }
  TypeSet objects() const { return shape.otherTypes | typeBit(*shape.type); }
  /// Whether the first element of a vector is of a type of its own: which texture of an array it
  /// is.
  bool selectsLayer() const {
    constexpr TypeSet both = typeBit(TypeId::u32) | typeBit(TypeId::f32);
    return shape.type == TypeId::b32 && (shape.otherTypes & both) == both;
  }
  /// Whether an address can be in `space`.
  bool inSpace(StateSpace space) const { return spaces >> static_cast<unsigned>(space) & 1; }
};

/// The state spaces in which `operand` of `view` can be, as PTX writes them; generic addresses are
/// an empty word.
llvm::SmallVector<llvm::StringRef, 4> spacesOf(const InstrView &view, const OperandInfo &operand);

/// One way to read the operands of an instruction with certain modifiers: a form, and which of its
/// operands are there.
struct Signature {
  /// What one operand in the source represents: an operand of the form, or those of one bracket.
  struct Place {
    uint8_t first;
    uint8_t count;
    bool bracketed;
  };

  InstrView view;
  bool manualOrder;
  llvm::SmallVector<ExpectedOperand, 5> operands;
  llvm::SmallVector<Place, 5> places;
  /// A rule about operands that this way of reading breaks, or null.
  const RuleInfo *brokenRule = nullptr;
  /// A broken rule that `ptxas` does not check, or null.
  const RuleInfo *uncheckedRule = nullptr;
  /// A broken rule that `ptxas` alone has, or null.
  const RuleInfo *undocumentedRule = nullptr;
  llvm::SmallVector<GateFailure, 0> gateFailures;
  /// Whether rules, gates or predicates depend on the operands' values.
  bool readsValues = false;

  /// Whether an instruction whose operands fit is legal, with no other check.
  bool isPlain = false;

  /// Whether there is something to say although the operands fit.
  bool hasFindings() const {
    return !manualOrder || uncheckedRule || undocumentedRule || view.form->undocumented;
  }
};

/// All ways to read a number of operands.
struct SignatureSet {
  llvm::SmallVector<Signature, 1> all;
  /// Whether one of them breaks no rule.
  bool isLegal() const;
};

/// A mnemonic with its modifiers, as a module writes it.
class Mnemonic {
public:
  /// `hasBank`: whether one of the words is `.const[bank]`, which is read as `.const`.
  Mnemonic(Opcode opcode, llvm::ArrayRef<Modifier> words, const Platform &platform,
           bool hasBank = false, bool findsChanges = true);

  /// The same opcode, or another one, with other modifiers. If they do not match either, what could
  /// be changed about them is not looked for.
  Mnemonic with(llvm::ArrayRef<Modifier> words, std::optional<Opcode> opcode = std::nullopt) const {
    return {opcode.value_or(code), words, platform, false, /*findsChanges=*/false};
  }

  const MatchResult &match() const { return result; }
  Opcode opcode() const { return code; }
  bool hasConstantBank() const { return hasBank; }

  /// The ways to read `count` operands, an address among them with a qualifier or not; those that
  /// break no rule come first.
  const SignatureSet &signatures(unsigned count, bool qualified);

  /// Whether an address can have a qualifier in some form.
  bool takesQualifier() const;

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
};

/// Remembers the mnemonics of a module: it uses few distinct ones, so that the cost of an
/// instruction does not depend on the number of forms. Not to be used by two threads at once.
class MnemonicTable {
public:
  MnemonicTable(const WordTable &words, const Platform &platform);
  ~MnemonicTable();

  /// The mnemonic `opcode` with `modifiers`; null if there is no such instruction at all.
  Mnemonic *find(WordId opcode, llvm::ArrayRef<WordId> modifiers);

private:
  struct Slot {
    /// All words, if they are few, which are equal if it is; else their hash.
    uint64_t key = 0;
    uint32_t firstWord = 0;
    uint32_t wordCount = 0; ///< 0 where nothing is
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
