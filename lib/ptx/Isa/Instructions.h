// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_INSTRUCTIONS_H
#define PTX_ISA_INSTRUCTIONS_H

#include "ptx/Isa/Forms/Properties.h"
#include "ptx/Isa/Names.h"
#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Isa/Platform/Targets.h"
#include "ptx/Isa/Vocabulary/Types.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ptx {

/// The instruction of one section of the manual.
struct InstructionInfo {
  /// The mnemonic with the words that always follow it, such as `cp.async`.
  llvm::StringLiteral name;
  llvm::StringLiteral section;
  llvm::StringLiteral summary;
  /// The version that deprecates it, if it has `Trait::IsDeprecated`, and the replacement.
  PtxVersion deprecatedSince;
  llvm::StringLiteral replacement;
};

/// Whether the instruction computes integers from integers, that is, is one of manual 9.7.1.
inline bool isIntegerArithmetic(const InstructionInfo &instruction) {
  return instruction.section.starts_with("9.7.1.");
}

/// One place for a modifier in a syntax line.
struct SlotInfo {
  /// The name in the syntax line, without the dot.
  TableText name;
  TableRange wordRange;
  bool optional;
  /// Whether its words are types.
  bool type;
  /// Words at positions with the same number must be in order: types, state spaces, layouts, and
  /// words possible at either position; 0: the order is free.
  uint8_t order;
  /// The positions of `{.a.b}`, which are all present or all absent, share a number; 0: none.
  uint8_t link;

  /// The possible modifiers.
  llvm::ArrayRef<Modifier> words() const;
};

/// The possible kinds of an operand, as a set of bits.
namespace OperandKind {
enum : uint32_t {
  register_ = 1,
  immediate = 2,
  predicate = 4,
  address = 8,
  symbol = 16,
  special = 32,
  function = 64,
  /// Not a separate operand: the `.unified` after an address.
  suffix = 128,
  /// `_`, for an unused result.
  sink = 256,
  label = 512,
  /// The label of a `.branchtargets`, `.calltargets` or `.callprototype`.
  branchtargets = 1024,
  calltargets = 2048,
  callprototype = 4096,
  /// `(a, b)`: the arguments or results of a call.
  arguments = 8192,
  // Of `OperandInfo::alsoTaken` alone, as `AlsoTaken` of InstructionBase.td explains.
  vector = 16384,
  scalar = 32768,
  range = 65536,
  wrapped = 131072,
  object = 262144,
  moved = 524288,
  bare = 1048576,
  /// The label of a `.metadata_label`.
  metadata = 2097152,
};
} // namespace OperandKind

/// Whether a predicate follows a destination after `|`.
enum class PairedPredicate : uint8_t { None, Optional, Required };

/// The properties of an operand if a condition holds.
struct CaseInfo {
  uint16_t condition;
  /// As in `OperandInfo`.
  uint8_t typePlace;
  TypeId type;
  TypeSet otherTypes;
  bool twice;
  bool wider;
  /// The number of registers of a vector; 0 if it is not a vector.
  uint8_t elements;
  /// Bit n: it can be a vector of n registers; 0: `elements` says.
  uint16_t lengths;
  int32_t min;
  int32_t max;
};

/// An operand of a syntax line. `shapeOf` computes the properties that depend on the modifiers.
struct OperandInfo {
  static constexpr uint8_t noPlace = 0xFF;
  static constexpr uint8_t noType = 0xFE;
  /// The `max` of an immediate without a maximum.
  static constexpr int32_t unlimited = INT32_MAX;

  OperandId id;
  /// The name in the syntax line.
  TableText name;
  bool written;
  /// Whether registers of a written vector cannot be `_`.
  bool whole;
  /// Whether a vector that is read requires at least one register, which determines its type.
  bool typed;
  bool optional;
  /// Whether `!` may precede it.
  bool negatable;
  /// The operands of one `[a, b]` share a number; 0: not in brackets. A single operand in brackets
  /// is an address.
  uint8_t bracket;
  /// Bits of `OperandKind`.
  uint32_t kinds;
  /// Bits of `OperandKind` that `ptxas` accepts although the manual does not.
  uint32_t alsoTaken;
  PairedPredicate pairedPredicate;
  /// The place of the type modifier that gives its type; `noPlace`: it is `type`; `noType`: none.
  /// An address with a type is in tensor memory: a register of the type, perhaps with an offset.
  uint8_t typePlace;
  TypeId type;
  /// Other types that it can have.
  TypeSet otherTypes;
  /// Whether it is twice as wide as the type.
  bool twice;
  /// Whether a register may be wider than the type. (Manual 9.4.1)
  bool wider;
  /// Whether a register must have an integer type, although others can hold the type too.
  bool plain;
  /// Whether the modifier `.vec` gives the number of its registers.
  bool followsVec;
  /// Bit n: it can be a vector of n elements; bit 0: no vector.
  uint16_t arity;
  /// The range of an immediate, unless `min` is above `max`, and the distance between its values.
  int32_t min;
  int32_t max;
  int32_t step;
  TableRange caseRange;
  /// Of an address: the place of the state space, else `noPlace` and a list of spaces.
  uint8_t spacePlace;
  TableRange spaceRange;
  /// Whether it can be a generic address.
  bool generic;
  /// Of an address: whether `ptxas` extends a register of 32 bits where addresses have 64.
  bool extended;
  /// Whether the elements of the vector together have the width of the type.
  bool split;
  /// Whether `-` may precede a register.
  bool signable;
  /// Patterns of the words that can select a part of a register, such as `b[0-3] h0 h1`.
  TableText selectors;
  /// Whether a part must be selected.
  bool selectorNeeded;
  /// For an address: whether the instruction writes memory there.
  bool stores;
  /// Whether it is a shift amount. Values above the width of the line's type count as this width.
  bool shiftCount;
  /// Of an address: the place of the operand that is loaded or stored there as a whole, and the
  /// place of the operand with the number of bytes; `noPlace`: there is none.
  uint8_t holds;
  uint8_t bytes;
  /// The use of the tensor map at an address.
  MapUse mapUse;
  uint8_t objectIndex;
  TableRange limitRange;
  /// The T-rule if the operand is the metadata of a sparse matrix; otherwise empty.
  TableText metadataRule;

  /// Whether it is an address, and not one in tensor memory, which has a type. (Manual 9.7.16.1)
  bool isMemoryAddress() const { return kinds & OperandKind::address && typePlace == noType; }
  /// The object that the address refers to, if it has an alignment requirement; otherwise null.
  const ObjectInfo *object() const;
  /// The limits of its value that `ptxas` does not check, or checks only for literals.
  llvm::ArrayRef<LimitInfo> limits() const;
  /// The state spaces of an address that no modifier gives.
  llvm::ArrayRef<Modifier> spaces() const;
  /// The conditional cases; the first one that holds applies.
  llvm::ArrayRef<CaseInfo> cases() const;

  /// Whether `word`, without its dot, selects a part of the operand.
  bool selects(llvm::StringRef word) const;
};

/// The kinds of conditions: of a modifier's word, of an optional modifier or operand, of the
/// predicate that can follow an operand, of an operand that is a register, of an operand's value,
/// of the release of `ptxas`, and of others.
enum class ConditionKind : uint8_t {
  Always,
  Never,
  Word,
  Modifier,
  Operand,
  PairedPredicate,
  Register,
  Value,
  Release,
  All,
  Any,
  Not
};

/// A node of a condition, directly followed by its parts.
struct ConditionNode {
  ConditionKind kind;
  /// The modifier's or operand's place in the form; the number of the release.
  uint8_t place;
  /// One of these words is at the place, or one of these values is the operand's.
  TableRange wordRange;
  /// Nodes of this condition, its parts included.
  uint16_t size;
};

/// A requirement of an instruction on the module's version or target. (Manual 11.1.1, 11.1.2)
struct GateInfo {
  uint16_t condition;
  PtxVersion version;
  TargetSetId targets;
  /// Whether it is a removal: from the version on, the targets of the set no longer support this.
  bool closes;
  /// Whether it is only in the manual: `ptxas` does not check it.
  bool ptxasIgnores;
  /// Whether only `ptxas` requires it.
  bool undocumented;

  /// Whether a module with this `.target` and `.version` satisfies it.
  bool admits(TargetId target, PtxVersion ptx) const;
};

/// Instructions that satisfy `condition` must satisfy `needs`.
struct RuleInfo {
  uint16_t condition;
  uint16_t implied;
  /// Whether it depends on operands.
  bool readsOperands;
  /// Whether `ptxas` accepts violations.
  bool ptxasIgnores;
  /// Whether the manual allows violations.
  bool undocumented;
};

/// A bit for `word`, shared with other words: a set without this bit does not contain the word.
constexpr uint64_t wordBit(Modifier word) {
  return uint64_t(1) << static_cast<unsigned>(word) % 64;
}

/// One syntax line of the manual.
struct FormInfo {
  /// The line, without its `;`.
  TableText syntax;
  Opcode opcode;
  /// Its action, if the record has one.
  Action action;
  InstructionId instructionId;
  FormId id;
  /// The number of modifiers that must follow the opcode directly, as parts of its name.
  uint8_t mnemonicSuffixes;
  /// Whether only `ptxas` accepts it, and the manual does not contain it.
  bool undocumented;
  /// The first release of `ptxas` that supports it, and the first that no longer does.
  ReleaseNumber from, until;
  /// The bits of all words that its modifiers can be.
  uint64_t wordBits;
  /// Bit n: it has the trait whose number is n.
  uint64_t traits;
  TableRange slotRange, operandRange, gateRange, ruleRange, checkRange, asyncRange, effectRange;

  bool has(Trait trait) const { return traits & traitBit(trait); }
  /// Whether `ptxas` of the release supports it.
  bool isOf(ReleaseNumber release) const { return from <= release && release < until; }

  const InstructionInfo &instruction() const;
  llvm::ArrayRef<SlotInfo> slots() const;
  /// Whether `word` is possible at some position.
  bool takes(Modifier word) const;
  llvm::ArrayRef<OperandInfo> operands() const;
  llvm::ArrayRef<GateInfo> gates() const;
  llvm::ArrayRef<RuleInfo> rules() const;
  llvm::ArrayRef<InstrPredicate> checks() const;
  llvm::ArrayRef<AsyncCase> asyncCases() const;
  llvm::ArrayRef<EffectCase> effectCases() const;

  /// The minimum and maximum number of operands, without suffixes; `[a, b]` is one operand.
  unsigned minOperands() const;
  unsigned maxOperands() const;
};

/// The properties of an opcode.
struct OpcodeInfo {
  llvm::StringLiteral name;
  TableRange formRange;
  /// The traits of all its forms.
  uint64_t traits;

  bool has(Trait trait) const { return traits & traitBit(trait); }
};

/// The properties of a modifier.
struct ModifierInfo {
  /// Without the dot.
  llvm::StringLiteral name;
  /// Its kind, such as "rounding" or "type".
  llvm::StringLiteral what;
  bool isType;
  TypeId type;
  /// Whether `ptxas` accepts it twice.
  bool repeatable;
  /// Whether `ptxas` accepts two of the same kind where it ignores them.
  bool ignoredTwice;
  /// The names of the instructions that do not have it, and with which `ptxas` ignores it,
  /// separated by spaces. `*` means all; after `!`, all except these.
  llvm::StringLiteral ignoredWith;

  /// Whether it is ignored with the instruction `name`, or with some instruction whose opcode is
  /// `opcode`.
  bool isIgnoredBy(llvm::StringRef name) const;
  bool isIgnoredByMost() const;
  bool isIgnoredWith(llvm::StringRef opcode) const;
};

llvm::ArrayRef<OpcodeInfo> allOpcodes();
llvm::ArrayRef<InstructionInfo> allInstructions();
llvm::ArrayRef<FormInfo> allForms();

const OpcodeInfo &info(Opcode opcode);
const ModifierInfo &info(Modifier modifier);

/// The forms of `opcode`, in the order of the records.
llvm::ArrayRef<FormInfo> formsOf(Opcode opcode);

/// Whether some form of `opcode` can have `word`.
bool takes(Opcode opcode, Modifier word);

/// The requirement, in the words of messages.
llvm::StringRef summary(InstrPredicate predicate);

/// Finds an opcode by the first word of a mnemonic.
std::optional<Opcode> findOpcode(llvm::StringRef word);

/// Finds a type or modifier by its text without the dot; `Modifier::none` if there is none.
Modifier findModifier(llvm::StringRef word);

/// An instruction matched to its form: the word at each position. Properties of operands are filled
/// in by the caller.
struct InstrView {
  const FormInfo *form = nullptr;
  /// The word at each place of the form, or `Modifier::none`.
  llvm::SmallVector<Modifier, 10> modifiers;
  /// The release of `ptxas` that must accept it.
  ReleaseNumber release = newestRelease;
  /// Bit n: operand n of the form is present.
  uint32_t operands = 0;
  /// Bit n: a predicate follows operand n after `|`.
  uint32_t pairedPredicates = 0;
  /// Bit n: operand n is a register.
  uint32_t registers = 0;
  /// The values of operands that are integer constants; trailing ones can be omitted.
  llvm::SmallVector<std::optional<int64_t>, 4> constants;

  /// Whether the word is at one of the places.
  bool has(Modifier word) const { return llvm::is_contained(modifiers, word); }
};

/// The role of an instruction with this form and these modifiers in asynchronous operations; null
/// if it has none.
const AsyncCase *asyncCase(const InstrView &view);
inline AsyncOp asyncOp(const InstrView &view) {
  const AsyncCase *entry = asyncCase(view);
  return entry ? entry->op : AsyncOp::None;
}

/// The operand that has the role; null if there is none.
const OperandInfo *operandOf(const InstrView &view, AsyncRole role);

/// The semantics and the scope of the instruction: those of its modifiers, else those of its
/// record.
Semantics semanticsOf(const InstrView &view);
MemoryScope scopeOf(const InstrView &view);

/// Whether all threads of a warp have to run it together. (Manual 9.7.13.1)
bool isAligned(const InstrView &view);

/// The effect in the record of the instruction; none if its operands determine the effect.
std::optional<Effect> recordedEffect(const InstrView &view);

/// Whether `view` fulfils the condition whose number a gate or rule of its form gives.
bool fulfils(const InstrView &view, uint16_t condition);

/// Whether the condition depends on what the operands are: `InstrView::pairedPredicates`,
/// `registers`, `constants`.
bool readsValues(uint16_t condition);

/// The values that a rule requires for an operand of its form.
struct NeededValue {
  uint8_t operand;
  llvm::ArrayRef<int64_t> values;
};

/// The value that `rule` requires, if this is its only requirement, possibly only for operands that
/// are not registers.
std::optional<NeededValue> neededValue(const RuleInfo &rule);

/// The properties of an operand in one instruction.
struct OperandShape {
  /// None if it has no type, or its type modifier is absent.
  std::optional<TypeId> type;
  /// Other types that it can have.
  TypeSet otherTypes = 0;
  /// Whether it is twice as wide as the type, and whether a register may be wider than the type.
  bool twice = false;
  bool wider = false;
  /// Whether a register must be of an integer type, though others hold the type too.
  bool plain = false;
  /// The number of registers of a vector; 0 if it is not a vector, or if `lengths` contains the
  /// possible lengths.
  uint8_t elements = 0;
  /// Bit n: it can be a vector of n registers.
  uint16_t lengths = 0;
  /// The range of an immediate, unless `min` is above `max`; its values are `step` apart.
  int32_t min = 1;
  int32_t max = 0;
  int32_t step = 1;

  /// Whether a vector of `count` registers is legal, or, with 0, a scalar.
  bool takes(unsigned count) const {
    return lengths ? count < 16 && (lengths >> count & 1) : count == elements;
  }
};

/// The properties of `operand`, an operand of the view's form: its type, length and range.
OperandShape shapeOf(const InstrView &view, const OperandInfo &operand);

/// The gates of the form that apply.
llvm::SmallVector<const GateInfo *, 4> gatesOf(const InstrView &view);

/// The subject of a statement about forms, in the words of messages: the instruction with the
/// modifiers that `condition` names, such as `add.sat.u16x2`. If it names none, the modifiers
/// distinguish the form from the forms that do not fulfil `isAbout`.
std::string featureText(const InstrView &view, uint16_t condition,
                        llvm::function_ref<bool(const FormInfo &)> isAbout);

/// The subject of a gate that applies.
std::string featureText(const InstrView &view, const GateInfo &gate);

} // namespace ptx

#endif // PTX_ISA_INSTRUCTIONS_H
