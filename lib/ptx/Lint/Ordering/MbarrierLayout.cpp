// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Isa/Forms/MbarrierReports.h"
#include "ptx/Lint/Ordering/MemoryPlaces.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// A fact for each mbarrier object that is identified by its variable and receives reports of an
/// operation: on some path, it was initialized with a layout without space for reports.
class LayoutsWithoutReports {
public:
  explicit LayoutsWithoutReports(BodyLintContext &context);
  bool matters(InstId inst) const;
  void step(FactsOnSomeWay &state, InstId inst) const;
  void visit(const FactsOnSomeWay &state, InstId inst);

private:
  bool has(InstId inst, Modifier word) const;
  /// The mbarrier object at which a copy completes.
  ExprId objectOf(InstId inst) const {
    return findOperand(context.checked, inst, AsyncRole::Object);
  }
  bool reports(InstId inst) const;
  void addInit(InstId inst);

  BodyLintContext &context;
  const AsyncOps &ops;
  MemoryPlaces objects;
  llvm::DenseMap<uint32_t, uint64_t> used;        // by instruction
  llvm::DenseMap<uint32_t, uint64_t> initialized; // by instruction, without reports
  /// The objects that an instruction may initialize with space for reports.
  uint64_t perhapsReports = 0;
  uint64_t reported = 0;
};

} // namespace

/// The location of the object, if it is a variable of this CTA.
static std::optional<MemoryPlace> findObject(BodyLintContext &context, InstId inst,
                                             ExprId address) {
  std::optional<MemoryPlace> place = findPlace(context, inst, address);
  bool isKnown = place && place->symbol && !place->loaded && place->offset;
  return isKnown ? place : std::nullopt;
}

bool LayoutsWithoutReports::has(InstId inst, Modifier word) const {
  return context.checked.signatures[inst.index]->view.has(word);
}

/// Whether the instruction starts an operation that reports to an mbarrier object.
bool LayoutsWithoutReports::reports(InstId inst) const {
  return ops[inst] == AsyncOp::BulkLoad &&
         (has(inst, Modifier::mbarrier_report_fabric) ||
          reportsValidity(context.checked.signatures[inst.index]->view));
}

LayoutsWithoutReports::LayoutsWithoutReports(BodyLintContext &context)
    : context(context), ops(context.asyncOps()) {
  auto count = static_cast<uint32_t>(context.unit.instructions().size());
  for (uint32_t i = 0; i != count; ++i)
    if (reports({i}))
      used[i] |= objects.add(findObject(context, {i}, objectOf({i})), mbarrierBytes);
  for (uint32_t i = 0; i != count && !objects.empty(); ++i)
    if (ops[{i}] == AsyncOp::MbarrierInit)
      addInit({i});
}

/// An unknown object can be any object.
void LayoutsWithoutReports::addInit(InstId inst) {
  std::optional<MemoryPlace> place =
      findObject(context, inst, view::MbarrierInit::of(context.checked, inst)->addr());
  if (!place)
    perhapsReports = ~uint64_t(0);
  else if (has(inst, Modifier::layout_v1))
    perhapsReports |= objects.overlapping(place, mbarrierBytes);
  else
    initialized[inst.index] = objects.overlapping(place, mbarrierBytes);
}

bool LayoutsWithoutReports::matters(InstId inst) const {
  return used.contains(inst.index) || initialized.contains(inst.index);
}

void LayoutsWithoutReports::step(FactsOnSomeWay &state, InstId inst) const {
  state.bits |= initialized.lookup(inst.index);
}

void LayoutsWithoutReports::visit(const FactsOnSomeWay &state, InstId inst) {
  uint64_t wrong = used.lookup(inst.index) & state.bits & ~perhapsReports & ~reported;
  if (!wrong)
    return;
  reported |= wrong;
  ExprId object = objectOf(inst);
  const SyntaxUnit &unit = context.unit;
  Diagnostic &d = context.diagnostics.emit(
      diag::MbarrierLayout{.range = unit.range(object), .name = unit.source(object)});
  for (uint32_t i = 0; i != unit.instructions().size(); ++i)
    if (initialized.lookup(i) & wrong) {
      const Instruction &init = unit.instructions()[i];
      d.note(unit.range(init.opcode, init.last), "initialized here");
      return;
    }
}

/// An operation that reports to an mbarrier object requires `.layout::v1`; otherwise the behavior
/// is undefined. Only objects that this body initializes, always with the other layout, are
/// reported. (Manual of PTX 9.4, 9.7.10.28.1.3, 9.7.11.4)
void ptx::checkMbarrierLayout(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::MbarrierInit) || !ops.has(AsyncOp::BulkLoad) || ops.has(AsyncOp::Call) ||
      !context.flow().isExact())
    return;
  LayoutsWithoutReports rule(context);
  followForward<FactsOnSomeWay>(context.checked, context.flow(), rule);
}
