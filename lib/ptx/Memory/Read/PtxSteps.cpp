// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Memory/Limits.h"
#include "ptx/Memory/Read/StepReader.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

LitmusStep StepReader::step(Step::Kind kind) const {
  const Instruction &instruction = unit[inst];
  Step result;
  result.kind = kind;
  result.range = unit.range(instruction.first(), instruction.last);
  StringRef buffer = unit.tokens().buffer();
  StringRef text = buffer.slice(result.range.begin, result.range.end);
  result.line = line;
  result.text = oneLine(text.rtrim(';'));
  if (instruction.guard != GuardKind::None) {
    result.guard = thread.registerNamed(unit.text(instruction.guardRegister()), 1);
    result.guardNegated = instruction.guard == GuardKind::Negated;
  }
  return result;
}

uint32_t StepReader::temporary() {
  return thread.registerNamed(("(" + Twine(thread.registers.size()) + ")").str(), 8);
}

LitmusStep StepReader::orderedStep(Step::Kind kind) const {
  Step result = step(kind);
  result.semantics = semanticsOf(*view);
  if (result.semantics != Semantics::Weak)
    result.scope = scopeOf(*view);
  return result;
}

llvm::SmallVector<TypeId, 2> StepReader::types() const {
  llvm::SmallVector<TypeId, 2> found;
  for (Modifier word : view->modifiers)
    if (word != Modifier::none && info(word).isType)
      found.push_back(info(word).type);
  return found;
}

unsigned StepReader::typeWidth() const {
  llvm::SmallVector<TypeId, 2> found = types();
  if (found.empty())
    return 0;
  return info(found.back()).kind == TypeKind::Predicate ? 1 : info(found.back()).width;
}

bool StepReader::isSigned() const {
  return llvm::any_of(types(), [](TypeId type) { return info(type).kind == TypeKind::Signed; });
}

bool StepReader::isFloat() const {
  return llvm::any_of(types(), [](TypeId type) { return info(type).kind == TypeKind::Float; });
}

llvm::SmallVector<ExprId, 4> StepReader::elements(ExprId id) const {
  if (unit[id].kind != ExprKind::Vector)
    return {id};
  return llvm::SmallVector<ExprId, 4>(unit.list(unit[id].list()));
}

bool StepReader::value(ExprId id, LitmusValue &result) {
  if (std::optional<Constant> constant = body.scope.constant(id)) {
    result = LitmusValue::ofNumber(constant->bits);
    return true;
  }
  if (unit[id].kind == ExprKind::Sink)
    return refuse("`_` is not read");
  SymbolRef ref = body.scope.binding(id);
  if (ref.isSpecial()) {
    if (std::optional<LitmusValue> given = names.special(unit.source(id))) {
      result = *given;
      return true;
    }
    return refuse("`" + unit.source(id) + "` has no known value; `//@litmus " + unit.source(id) +
                  " = <n>` after the comment of the thread gives it one");
  }
  const Symbol *symbol = body.scope.symbol(ref);
  if (!symbol || unit[id].kind != ExprKind::Name)
    return refuse("`" + unit.source(id) + "` has no known value");
  if (symbol->isRegister()) {
    uint8_t bytes = symbol->type ? std::max(1u, info(*symbol->type).width / 8u) : 8;
    result = LitmusValue::ofRegister(thread.registerNamed(unit.source(id), bytes));
    return true;
  }
  if (!symbol->isMemory())
    return refuse("`" + unit.source(id) + "` is not a value");
  result = LitmusValue::ofAddress(names.variable(*symbol, std::nullopt));
  return true;
}

bool StepReader::destination(ExprId id, Step &step) {
  if (unit[id].kind == ExprKind::Sink)
    return true;
  LitmusValue result;
  if (!value(id, result) || !result.isRegister())
    return problem.empty() ? refuse("`" + unit.source(id) + "` is not a register") : false;
  step.result = result.index;
  return true;
}

bool StepReader::address(ExprId id, LitmusValue &result) {
  ExprId inner = unit[id].kind == ExprKind::Qualified ? unit[id].child() : id;
  if (unit[inner].kind != ExprKind::Address)
    return refuse("`" + unit.source(id) + "` is not an address");
  return target(unit.list(unit[inner].list()).front(), result);
}

bool StepReader::target(ExprId part, LitmusValue &result) {
  uint64_t offset = 0;
  if (unit[part].kind == ExprKind::Offset) {
    std::optional<Constant> added = body.scope.constant(unit[part].rhs());
    if (!added)
      return refuse("the offset of `[" + unit.source(part) + "]` is not known");
    offset = unit.text(unit[part].token) == "-" ? -added->bits : added->bits;
    part = unit[part].lhs();
  }
  if (!value(part, result))
    return false;
  result.number += offset;
  return true;
}

bool StepReader::address(AsyncRole role, LitmusValue &result) {
  ExprId part = findOperand(body, inst, role);
  return part ? target(part, result) : refuseOther();
}

bool StepReader::value(AsyncRole role, LitmusValue &result) {
  ExprId id = findOperand(body, inst, role);
  return id ? value(id, result) : refuseOther();
}

/// What asynchronous and synchronizing instructions do.
bool StepReader::readAsyncOp() {
  AsyncOp op = asyncOp(*view);
  switch (groupOf(op)) {
  case AsyncGroup::Fences:
    return readFence();
  case AsyncGroup::Barriers:
    return readBarrier();
  case AsyncGroup::Mbarriers:
    return readMbarrier();
  case AsyncGroup::BulkCopies:
  case AsyncGroup::SmallCopies:
    return readBulkCopy();
  case AsyncGroup::TensorMaps:
    return op == AsyncOp::MapReplace ? readMapReplace() : readMapCopy();
  default:
    return readCompute();
  }
}

bool StepReader::read() {
  if (view->form->has(Trait::Branches) || view->form->has(Trait::EndsThread))
    return readBranch();
  switch (view->form->action) {
  case Action::Load:
  case Action::Store:
    return readAccess();
  case Action::Atomic:
  case Action::Reduction:
    return readAtomic();
  case Action::MapAddress:
    return readMapa();
  case Action::Idle:
    return true;
  case Action::ManageCache:
    return recordedEffect(*view) == Effect::None || refuseOther();
  case Action::None:
    return readAsyncOp();
  default:
    return readCompute();
  }
}

bool StepReader::refuseOther() {
  // Manual 8.1
  if (view->form->action == Action::AccessTexture)
    return refuse(
        "the memory consistency model does not apply to textures and surfaces (manual 8.1)");
  if (asyncOp(*view) == AsyncOp::MultimemAccess)
    return refuse(
        "the manual defines multimem addresses (8.2.3), but its operation types (8.4) have "
        "no operation on them");
  if (view->form->has(Trait::Calls))
    return refuse("calls are not followed");
  bool hasAddress = llvm::any_of(
      view->form->operands(), [](const OperandInfo &operand) { return operand.isMemoryAddress(); });
  if (hasAddress || recordedEffect(*view) == Effect::Memory)
    return refuse("what it does to memory is not modelled");
  return refuse("it is not one of the computations that are understood");
}

llvm::Error StepReader::run() {
  StringRef buffer = unit.tokens().buffer();
  uint32_t counted = 0; // the bytes whose lines are in `line`
  for (const Stmt &statement : unit.statements()) {
    if (statement.kind == StmtKind::Label)
      labels[unit.text(TokenId{statement.index})] = thread.steps.size();
    if (statement.kind != StmtKind::Instruction)
      continue;
    if (thread.steps.size() > litmus::mostSteps)
      return llvm::createStringError("the thread " + thread.name + " has more than " +
                                     Twine(litmus::mostSteps) + " steps");
    inst = {statement.index};
    const Instruction &instruction = unit[inst];
    SourceRange range = unit.range(instruction.first(), instruction.last);
    line += static_cast<uint32_t>(buffer.slice(counted, range.begin).count('\n'));
    counted = range.begin;
    const Signature *signature = body.signatures[inst.index];
    view = signature ? &signature->view : nullptr;
    operands = unit.list(instruction.operands());
    if (view ? read() : refuse("it has no form"))
      continue;
    return llvm::createStringError("line " + Twine(line) + ": `" +
                                   oneLine(buffer.slice(range.begin, range.end).rtrim(';')) +
                                   "`: " + problem);
  }
  for (auto [step, label] : openLabels)
    thread.steps[step].target = labels.lookup(label);
  return llvm::Error::success();
}

llvm::Error ptx::addPtxSteps(const CheckedUnit &body, const ThreadNames &names,
                             LitmusThread &thread) {
  return StepReader(body, names, thread).run();
}
