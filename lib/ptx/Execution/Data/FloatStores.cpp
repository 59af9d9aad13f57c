// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Program.h"

#include "llvm/ADT/BitVector.h"

using namespace ptx;
using namespace ptx::execution;

namespace {

/// Finds the registers that can hold results of floating-point instructions, regardless of the
/// order of the instructions. Memory is one place.
class FloatFinder {
public:
  explicit FloatFinder(Program &program)
      : program(program), registers(static_cast<unsigned>(program.registerWidths.size())),
        readers(program.registerWidths.size()) {}

  void run();

private:
  bool makesFloats(uint32_t pc) const;
  bool readsFloats(uint32_t pc) const {
    return llvm::any_of(program.reads[pc], [&](uint32_t reg) { return registers.test(reg); });
  }
  void add(uint32_t reg);
  void addAll();
  void visit(uint32_t pc);

  Program &program;
  llvm::BitVector registers;
  /// The operations that read each register.
  std::vector<llvm::SmallVector<uint32_t, 2>> readers;
  /// The operations to visit: what they read has changed.
  std::vector<uint32_t> pending;
  bool memoryHoldsFloats = false;
};

} // namespace

bool FloatFinder::makesFloats(uint32_t pc) const {
  const Operation &op = program.operations[pc];
  TypeKind result = info(op.firstType).kind;
  switch (op.action) {
  case Action::Add:
  case Action::AddWithCarry:
  case Action::Subtract:
  case Action::SubtractWithBorrow:
  case Action::Multiply:
  case Action::MultiplyAdd:
  case Action::MultiplyAddWithCarry:
  case Action::Multiply24:
  case Action::MultiplyAdd24:
  case Action::DotProduct:
  case Action::Divide:
  case Action::Remainder:
  case Action::SumOfDifferences:
  case Action::Convert:
    return result == TypeKind::Float || result == TypeKind::Bits;
  case Action::ConvertAddress:
  case Action::MapAddress:
  case Action::RankOfAddress:
  case Action::CountOnes:
  case Action::LeadingZeros:
  case Action::FindLeadingOne:
  case Action::FindNthOne:
  case Action::MakeMask:
  case Action::VoteInWarp:
  case Action::MatchInWarp:
  case Action::ElectInWarp:
  case Action::ActiveMask:
    return false;
  case Action::Load:
  case Action::LoadUniform:
  case Action::Atomic:
    return op.isFloat || memoryHoldsFloats;
  case Action::LoadMatrix:
    return true;
  default:
    // Asynchronous and other operations can make any value.
    return op.isFloat || readsFloats(pc) || !(op.computes() || op.action == Action::ShuffleInWarp);
  }
}

void FloatFinder::add(uint32_t reg) {
  if (registers.test(reg))
    return;
  registers.set(reg);
  llvm::append_range(pending, readers[reg]);
}

void FloatFinder::addAll() {
  for (uint32_t pc = 0; pc != program.operations.size(); ++pc)
    pending.push_back(pc);
}

void FloatFinder::visit(uint32_t pc) {
  Operation &op = program.operations[pc];
  if (!op.view)
    return;
  if (makesFloats(pc))
    for (uint32_t reg : program.writes[pc])
      if (program.registerWidths[reg] > 1)
        add(reg);
  bool isLoad = op.action == Action::Load || op.action == Action::LoadUniform;
  op.storesFloats = op.addresses && !isLoad && (op.isFloat || readsFloats(pc));
  if (op.storesFloats && !std::exchange(memoryHoldsFloats, true))
    addAll(); // for the loads
}

void FloatFinder::run() {
  for (uint32_t pc = 0; pc != program.operations.size(); ++pc)
    for (uint32_t reg : program.reads[pc])
      readers[reg].push_back(pc);
  for (const Routine &routine : program.routines)
    for (const auto *list : {&routine.parameters, &routine.results})
      for (const Passed &passed : *list)
        if (passed.slot.isRegister())
          add(passed.slot.index);
  for (const CallSite &site : program.calls)
    for (const Passed &passed : site.results)
      if (passed.slot.isRegister())
        add(passed.slot.index);
  addAll();
  while (!pending.empty()) {
    uint32_t pc = pending.back();
    pending.pop_back();
    visit(pc);
  }
}

void execution::findFloatStores(Program &program) { FloatFinder(program).run(); }
