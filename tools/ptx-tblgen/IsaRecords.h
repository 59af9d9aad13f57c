// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TBLGEN_ISARECORDS_H
#define PTX_TBLGEN_ISARECORDS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace llvm {
class Record;
class RecordKeeper;
} // namespace llvm

namespace ptx {

/// A `.version`.
struct Version {
  int major = 1;
  int minor = 0;
  friend auto operator<=>(const Version &, const Version &) = default;
};

/// A word that can follow a mnemonic. Its place in `IsaRecords::words` plus one is its number.
struct WordRecord {
  std::string text;
  const llvm::Record *modifiers; ///< what kind of modifier; null for a type
  const llvm::Record *type;      ///< null for a modifier
};

/// One place for a modifier in a syntax line.
struct Slot {
  std::string name;            ///< as the syntax line calls it, without the dot
  std::vector<unsigned> words; ///< numbers of the words that it takes
  bool optional = false;
  bool isMnemonicSuffix = false; ///< must follow the mnemonic at once
  bool type = false;             ///< takes types
  unsigned order = 0;            ///< places with the same number keep their order; 0: free
  unsigned link = 0;             ///< the places of one `{.a.b}` share a number; 0: alone
};

/// A condition whose names are resolved in one form.
struct Cond {
  enum Kind {
    Always,
    Never,
    Word,
    Modifier,
    Operand,
    PairedPredicate,
    Register,
    Value,
    Release, ///< `place` is the number of the release
    All,
    Any,
    Not
  } kind = Always;
  unsigned place = 0;
  std::vector<unsigned> words;
  std::vector<Cond> of;
  std::vector<int64_t> values = {};

  /// Whether it looks at operands, which a mnemonic alone does not tell.
  bool readsOperands() const;
};

/// What an operand is where a condition holds.
struct CaseUse {
  Cond condition;
  const llvm::Record *def;
};

/// A property that an instruction or an operand has where a condition holds.
struct PropertyUse {
  Cond condition;
  const llvm::Record *def;
};

/// How an operand is written in a syntax line.
struct OperandUse {
  std::string name;
  const llvm::Record *def = nullptr; ///< null: by its name, a destination or a source
  bool optional = false;
  unsigned bracket = 0;   ///< the operands of one `[a, b]` share a number; 0: not in brackets
  bool negatable = false; ///< `{!}a`
  bool signable = false;  ///< `{-}a`
  bool suffix = false;    ///< of the operand before
  bool list = false;      ///< `(a)`, the arguments or results of a call
  enum Presence { None, Optional, Required };
  Presence pairedPredicate = None; ///< `p[|q]`, `p|q`
  std::string pairedPredicateName;
  Presence selector = None; ///< `a{.sel}`, `a.sel`
  unsigned elements = 0;    ///< of `{a, b, c}`
  std::vector<CaseUse> cases;
  std::vector<PropertyUse> limits;
};

/// What `operand` can be, by its description or else by its name.
llvm::StringRef operandKinds(const OperandUse &operand);

struct GateUse {
  Cond condition;
  Version version;
  const llvm::Record *targets;
  bool closes; ///< from the version on, the targets have it no longer
  bool own;    ///< the form's, not its instruction's
  bool ptxasIgnores;
  bool undocumented; ///< only `ptxas` has it
};

struct RuleUse {
  Cond condition;
  Cond implied;
  bool own;          ///< the form's, not its instruction's
  bool ptxasIgnores; ///< `ptxas` accepts what breaks it
  bool undocumented; ///< only `ptxas` has it
};

struct PtxasCheckUse {
  Cond condition;
  uint32_t operands; ///< bit n: operand n of the form
  const llvm::Record *def;
};

/// One syntax line with everything resolved.
struct FormRecord {
  const llvm::Record *instruction;
  const llvm::Record *def; ///< the form's own record
  unsigned number;         ///< among the forms of the record, from 1
  std::string opcode;      ///< the first word of the mnemonic
  std::string syntax;      ///< with single spaces
  bool undocumented;       ///< only `ptxas` has it
  std::vector<Slot> slots;
  std::vector<OperandUse> operands;
  std::vector<GateUse> gates;
  std::vector<RuleUse> rules;
  std::vector<const llvm::Record *> checks;
  std::vector<PtxasCheckUse> ptxasChecks;
  std::vector<PropertyUse> asyncOps;
  std::vector<PropertyUse> effects;
  std::vector<PropertyUse> disputes; ///< contradictions of the manual that it can be part of
};

/// The instruction set, checked. Forms of one opcode are neighbours, in the order of the source;
/// opcodes are in alphabetical order, words too.
struct IsaRecords {
  std::vector<const llvm::Record *> targets;
  std::vector<const llvm::Record *> targetSets;
  std::vector<const llvm::Record *> types;
  std::vector<const llvm::Record *> registers;
  std::vector<const llvm::Record *> features;
  std::vector<const llvm::Record *> predicates;
  std::vector<const llvm::Record *> traits;
  std::vector<const llvm::Record *> actions;
  std::vector<const llvm::Record *> asyncGroups;
  std::vector<const llvm::Record *> asyncOps;
  std::vector<const llvm::Record *> instructions;
  std::vector<const llvm::Record *> contradictions;
  std::vector<const llvm::Record *> releases;
  std::vector<WordRecord> words;
  llvm::StringMap<unsigned> wordNumbers;
  std::vector<FormRecord> forms;

  bool isType(unsigned word) const { return words[word - 1].type != nullptr; }
};

/// Reads the records and reports each fault at its record; llvm::ErrorsPrinted tells whether there
/// was one.
IsaRecords readIsaRecords(const llvm::RecordKeeper &records);

/// Reads `text` such as "9.2"; reports at `def` if it is not a version.
Version readVersion(const llvm::Record &def, llvm::StringRef text);

/// Parses the syntax line of `form` into its slots and operands. `sets` are the sets that its
/// names can represent; those found are added to `used`. False after an error.
bool parseSyntax(const IsaRecords &isa, FormRecord &form,
                 const std::vector<const llvm::Record *> &sets,
                 std::vector<const llvm::Record *> &used);

/// Resolves the names of `condition` in `form`. Reports at `form.instruction` what names nothing,
/// if `strict`; else that part is never fulfilled.
Cond resolveCondition(const IsaRecords &isa, const FormRecord &form, const llvm::Record &condition,
                      bool strict);

/// The cases of operands, each with its instruction, or null if it counts in some form, and its
/// description.
using IdleCases = std::map<const llvm::Record *, std::pair<const llvm::Record *, std::string>>;

/// Resolves the conditions of the operands' cases and keeps those that can count, which it notes in
/// `idle`. Reports what the form's rules allow and no case covers.
void addCases(const IsaRecords &isa, FormRecord &form, IdleCases &idle);

/// Resolves the properties of an instruction and of its operands that depend on modifiers, where
/// they can count in the form; what counts in some form is noted in `used`.
void addProperties(const IsaRecords &isa, FormRecord &form, std::set<const llvm::Record *> &used,
                   IdleCases &idle);

/// Resolves the contradictions of the manual that are about the form's instruction. Reports one
/// that says nothing, or that no form can be part of.
void addDisputes(IsaRecords &isa);

/// The fields of `AsyncOp` for the enumerators of `AsyncRole`, in their order.
constexpr llvm::StringLiteral asyncRoles[] = {"Object", "Map",   "Reads", "Writes",
                                              "Bytes",  "Count", "Phase", "Mask"};
/// Reports names in these fields that no operand has.
void checkAsyncRoles(const IsaRecords &isa);

/// What the form's record says that it does; null if it says nothing.
const llvm::Record *actionOf(const FormRecord &form);

/// The traits of a form, those that parts of its record give included.
std::set<const llvm::Record *> traitsOf(const FormRecord &form);

/// Reports a form whose rules allow nothing, and its own gates and rules that the rules keep from
/// applying; such gates and rules of its instruction are removed.
void checkRules(const IsaRecords &isa, FormRecord &form);

/// Reports forms that no mnemonic and operands can select, because earlier forms take them all.
void checkReachable(const IsaRecords &isa);

} // namespace ptx

#endif // PTX_TBLGEN_ISARECORDS_H
