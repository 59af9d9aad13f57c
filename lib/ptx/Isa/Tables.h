// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_TABLES_H
#define PTX_ISA_TABLES_H

#include "ptx/Isa/Forms/PtxasChecks.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Platform/Features.h"
#include "ptx/Isa/Platform/Targets.h"
#include "ptx/Isa/Reference/Contradictions.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"
#include "ptx/Isa/Vocabulary/Types.h"
#include "ptx/Support/OpenTable.h"
#include "ptx/Support/ShortHash.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace ptx {

/// One way to meet a target set; Targets.td explains the kinds.
struct TargetMember {
  enum Kind : uint8_t { Just, FamilyOf, AndUp, AndDown } kind;
  TargetId target;
  PtxVersion since;
};

} // namespace ptx

/// The generated tables, for the sources of this folder only.
namespace ptx::tables {

llvm::ArrayRef<TargetInfo> targets();
llvm::ArrayRef<TargetMember> members();
/// The members of each set, in the order of `TargetSetId`.
llvm::ArrayRef<TableRange> targetSets();
llvm::ArrayRef<TypeInfo> types();
llvm::ArrayRef<SpecialRegisterInfo> registers();
llvm::ArrayRef<FeatureInfo> features();
llvm::ArrayRef<InstructionInfo> instructions();
llvm::ArrayRef<SlotInfo> slots();
llvm::ArrayRef<ConditionNode> conditions();
llvm::ArrayRef<CaseInfo> cases();
llvm::ArrayRef<OperandInfo> operands();
llvm::ArrayRef<GateInfo> gates();
llvm::ArrayRef<RuleInfo> rules();
llvm::ArrayRef<InstrPredicate> checks();
llvm::ArrayRef<PtxasCheckInfo> ptxasChecks();
llvm::ArrayRef<ContradictionInfo> contradictions();
/// In the order of the forms.
llvm::ArrayRef<DisputeInfo> disputes();
llvm::ArrayRef<AsyncCase> asyncCases();
llvm::ArrayRef<EffectCase> effectCases();
llvm::ArrayRef<LimitInfo> limits();
/// The first one means none.
llvm::ArrayRef<ObjectInfo> objects();
/// By `AsyncOp`.
llvm::ArrayRef<AsyncOpInfo> asyncOps();
llvm::ArrayRef<FormInfo> forms();
llvm::ArrayRef<OpcodeInfo> opcodes();
llvm::ArrayRef<ModifierInfo> modifiers();
llvm::ArrayRef<llvm::StringLiteral> predicates();
llvm::ArrayRef<Modifier> words();
/// The array that contains the texts of the tables.
llvm::StringRef texts();
/// The values of conditions.
llvm::ArrayRef<int64_t> values();

/// The number of the entry called `name` in a table that is sorted by name.
template <class Info>
std::optional<size_t> findSorted(llvm::ArrayRef<Info> table, llvm::StringRef name) {
  const Info *found =
      llvm::partition_point(table, [&](const Info &entry) { return entry.name < name; });
  if (found == table.end() || found->name != name)
    return std::nullopt;
  return found - table.begin();
}

/// Finds the entries of a table in another order by their names.
template <class Info> class NameIndex {
public:
  explicit NameIndex(llvm::ArrayRef<Info> table) : entries(table.size()) {
    for (const Info &info : table)
      entries.add({&info});
  }

  std::optional<decltype(Info::id)> find(llvm::StringRef name) const {
    const Info *found =
        entries.find(shortHash(name), [&](Slot slot) { return slot.info->name == name; }).info;
    return found ? std::optional(found->id) : std::nullopt;
  }

private:
  struct Slot {
    const Info *info = nullptr;

    bool isFree() const { return !info; }
    uint32_t hash() const { return shortHash(info->name); }
  };
  OpenTable<Slot> entries;
};

template <class T> llvm::ArrayRef<T> slice(llvm::ArrayRef<T> table, TableRange range) {
  return table.slice(range.first, range.count);
}

/// The members of `set`.
inline llvm::ArrayRef<TargetMember> membersOf(TargetSetId set) {
  return slice(members(), targetSets()[static_cast<unsigned>(set)]);
}

} // namespace ptx::tables

#endif // PTX_ISA_TABLES_H
