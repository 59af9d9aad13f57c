// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/ValueAnalysis.h"

#include "ptx/Analysis/Values/TransferFunctions.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;

ValueAnalysis::ValueAnalysis(const CheckedUnit &checked, Registers &registers,
                             const RegisterAccesses &accesses, const ControlFlow &flow)
    : checked(checked), scope(checked.scope), unit(checked.scope.unit), registers(registers),
      accesses(accesses), reaching(checked, registers, accesses, flow) {}

ValueAnalysis::Node &ValueAnalysis::node(SourceId id) {
  if (nodes.size() <= id)
    nodes.resize(reaching.size());
  return nodes[id];
}

//===-- Operands ----------------------------------------------------------------------------===//

unsigned ValueAnalysis::widthOf(uint32_t reg) const {
  const Symbol &symbol = registers.declaration(reg);
  if (!symbol.type)
    return 64;
  const TypeInfo &type = info(*symbol.type);
  return type.kind == TypeKind::Predicate ? 1 : std::max<unsigned>(type.width, 1);
}

/// The first element in brackets; `id` itself if it is not an address.
ExprId ValueAnalysis::insideOf(ExprId id) const {
  if (unit[id].kind == ExprKind::Qualified)
    id = unit[id].child();
  if (unit[id].kind == ExprKind::Address && unit[id].list().count != 0)
    id = unit.list(unit[id].list()).front();
  return id;
}

/// The base name of an address.
ExprId ValueAnalysis::baseOf(ExprId id) const {
  return unit[id].kind == ExprKind::Offset ? unit[id].lhs() : id;
}

unsigned ValueAnalysis::naturalWidth(ExprId id) {
  ExprId base = baseOf(id);
  if (unit[base].kind == ExprKind::Name)
    if (uint32_t reg = registers.find(base); reg != Registers::none)
      return widthOf(reg);
  return 64;
}

static unsigned widthOf(const ExpectedOperand &operand) {
  if (!operand.shape.type)
    return 0;
  const TypeInfo &type = info(*operand.shape.type);
  if (type.kind == TypeKind::Predicate)
    return 1;
  return type.width * (operand.shape.twice ? 2 : 1);
}

void ValueAnalysis::appendReadings(ExprId id, const ExpectedOperand &operand, Readings &out) const {
  if (operand.info->kinds & OperandKind::address) {
    out.push_back({insideOf(id), 0, std::nullopt});
    return;
  }
  unsigned width = ::widthOf(operand);
  if (unit[id].kind != ExprKind::Vector) {
    out.push_back({id, width, operand.shape.type});
    return;
  }
  llvm::ArrayRef<ExprId> elements = unit.list(unit[id].list());
  if (operand.info->split && !elements.empty())
    width /= static_cast<unsigned>(elements.size());
  for (ExprId element : elements)
    out.push_back({element, width, operand.shape.type});
}

/// The operands that the instruction reads, in order.
ValueAnalysis::Readings ValueAnalysis::readingsOf(InstId inst) const {
  Readings result;
  const Signature &signature = *checked.signatures[inst.index];
  llvm::ArrayRef<ExprId> operands = unit.list(unit[inst].operands());
  for (size_t i = 0; i != operands.size(); ++i) {
    const Signature::Place &place = signature.places[i];
    const ExpectedOperand &first = signature.operands[place.first];
    if (place.count == 1) {
      if (!first.info->written || first.info->kinds & OperandKind::address)
        appendReadings(operands[i], first, result);
      continue;
    }
    unsigned part = 0;
    for (ExprId element : unit.list(unit[operands[i]].list()))
      appendReadings(element,
                     signature.operands[place.first + std::min<unsigned>(part++, place.count - 1)],
                     result);
  }
  return result;
}

/// The source of the value of the register `id`; `none` if it is not a register.
ValueAnalysis::SourceId ValueAnalysis::sourceOf(InstId inst, ExprId id) {
  ExprId base = baseOf(id);
  if (unit[base].kind == ExprKind::Unary)
    base = unit[base].child();
  if (unit[base].kind != ExprKind::Name)
    return none;
  uint32_t reg = registers.find(base);
  if (reg == Registers::none || registers.declaration(reg).vectorLength > 1)
    return none;
  return reaching.before(inst, reg);
}

/// The known bits of the source so far.
KnownValue ValueAnalysis::current(SourceId id, unsigned width) {
  switch (reaching[id].kind) {
  case ValueSource::Undefined:
    return KnownValue::never(width);
  case ValueSource::Unknown:
    return KnownValue::unknown(width);
  default:
    const Node &from = node(id);
    if (from.state == Node::New)
      return KnownValue::never(width);
    return resized(from.value, width, false);
  }
}

static KnownValue constantOf(const Constant &constant, unsigned width) {
  bool isExact = constant.isInteger() || (constant.kind == Constant::Kind::Double && width == 64) ||
                 (constant.kind == Constant::Kind::Single && width == 32);
  if (!isExact)
    return KnownValue::number(llvm::KnownBits(width));
  bool isNegative = constant.kind == Constant::Kind::Signed && constant.asSigned() < 0;
  llvm::APInt value(64, constant.bits);
  return KnownValue::constant(isNegative ? value.sextOrTrunc(width) : value.zextOrTrunc(width));
}

/// `base` plus the right side of the offset \p e.
static KnownValue displaced(const BodyScope &scope, const KnownValue &base, const Expr &e) {
  std::optional<Constant> by = scope.constant(e.rhs());
  if (!by || !by->isInteger())
    return KnownValue::unknown(base.width());
  return base.isNever() ? base : transfer::sum(base, constantOf(*by, base.width()));
}

/// The address of `x[i]` with a number for `i`, of an array of one dimension. (Manual 6.4.2)
static std::optional<KnownValue> elementAddress(const BodyScope &scope, ExprId id, unsigned width) {
  const Expr &e = scope.unit[id];
  SymbolRef ref = scope.binding(id);
  const Symbol *symbol = scope.symbol(ref);
  if (!symbol || !symbol->isMemory() || !symbol->type ||
      (*symbol->unit)[symbol->declarator].dimensions.count != 1)
    return std::nullopt;
  std::optional<Constant> index = scope.constant(e.child());
  if (!index || !index->isInteger())
    return std::nullopt;
  uint64_t bytes = info(*symbol->type).width / 8 * symbol->vectorLength;
  Constant offset = *index;
  offset.bits *= bytes;
  return transfer::sum(KnownValue::addressOf(*symbol, ref, width), constantOf(offset, width));
}

std::optional<KnownValue> ptx::fixedValue(const BodyScope &scope, ExprId id, unsigned width) {
  const Expr &e = scope.unit[id];
  if (e.kind == ExprKind::Index)
    return elementAddress(scope, id, width);
  bool isOffset = e.kind == ExprKind::Offset;
  ExprId name = isOffset ? e.lhs() : id;
  if (scope.unit[name].kind == ExprKind::Name) {
    SymbolRef ref = scope.binding(name);
    const Symbol *symbol = scope.symbol(ref);
    if (!symbol || !symbol->isMemory())
      return std::nullopt;
    KnownValue address = KnownValue::addressOf(*symbol, ref, width);
    return isOffset ? displaced(scope, address, e) : address;
  }
  std::optional<Constant> constant = scope.constant(id);
  return constant ? std::optional(constantOf(*constant, width)) : std::nullopt;
}

/// The value of an operand, from the values of the sources so far.
KnownValue ValueAnalysis::read(const Reading &reading, SourceId source) {
  unsigned width = reading.width ? reading.width : naturalWidth(reading.expr);
  if (source == none)
    return fixedValue(scope, reading.expr, width).value_or(KnownValue::unknown(width));
  KnownValue value = current(source, width);
  const Expr &e = unit[reading.expr];
  if (e.kind == ExprKind::Name || value.isNever())
    return value;
  if (e.kind == ExprKind::Offset)
    return displaced(scope, value, e);
  if (e.op() != TokenKind::Not)
    return KnownValue::unknown(width);
  std::swap(value.bits.Zero, value.bits.One);
  return value;
}

KnownValue ValueAnalysis::operand(InstId inst, ExprId id) {
  Reading reading{id};
  if (checked.signatures[inst.index])
    for (const Reading &candidate : readingsOf(inst))
      if (candidate.expr == id)
        reading = candidate;
  SourceId source = sourceOf(inst, id);
  if (source != none)
    solve(source);
  KnownValue value = read(reading, source);
  return value.isNever() ? KnownValue::unknown(value.width()) : value;
}

KnownValue ValueAnalysis::address(InstId inst, ExprId id) { return operand(inst, insideOf(id)); }

/// Whether the result of the instruction can be one of its operands that is an address.
static bool handsOn(Action action) {
  return action == Action::Move || action == Action::ConvertAddress || action == Action::Select;
}

llvm::SmallVector<KnownValue, 4> ValueAnalysis::addresses(InstId inst, ExprId id) {
  constexpr size_t most = 16;
  KnownValue all = operand(inst, id);
  SourceId root = sourceOf(inst, id);
  if (all.symbol || root == none || unit[id].kind != ExprKind::Name)
    return {all};
  solve(root);
  llvm::SmallVector<KnownValue, 4> result;
  llvm::SmallVector<SourceId, 8> pending{root};
  llvm::SmallDenseSet<SourceId, 8> seen{root};
  auto add = [&](SourceId next) {
    if (seen.insert(next).second)
      pending.push_back(next);
  };
  while (!pending.empty()) {
    if (seen.size() + result.size() > most)
      return {all};
    SourceId from = pending.pop_back_val();
    const ValueSource source = reaching[from];
    bool isDefinition = source.kind == ValueSource::Definition;
    if (source.kind > ValueSource::Unknown && !isDefinition) {
      for (SourceId alternative : dependenciesOf(from))
        add(alternative);
      continue;
    }
    KnownValue value = current(from, all.width());
    if (!isDefinition || value.symbol || !checked.signatures[source.inst.index] ||
        !handsOn(checked.signatures[source.inst.index]->view.form->action)) {
      if (source.kind != ValueSource::Undefined)
        result.push_back(std::move(value));
      continue;
    }
    Readings readings = readingsOf(source.inst);
    // The last operand of `selp` is its predicate.
    for (auto [reading, next] :
         llvm::zip_first(llvm::ArrayRef(readings).take_front(2), dependenciesOf(from)))
      if (next != none)
        add(next);
      else
        result.push_back(read(reading, none));
  }
  return result;
}

//===-- Definitions -------------------------------------------------------------------------===//

namespace {

/// The part of the result of an instruction that goes to a register.
struct Written {
  const ExpectedOperand *operand = nullptr;
  unsigned part = 0;
  unsigned parts = 1;
  bool isPairedPredicate = false;
};

} // namespace

static bool isName(const SyntaxUnit &unit, ExprId id, TokenId name) {
  return unit[id].kind == ExprKind::Name && unit[id].token == name;
}

/// Finds the operand of `inst` that writes the register whose name is at `name`.
static Written writtenAt(const SyntaxUnit &unit, const Signature &signature, InstId inst,
                         TokenId name) {
  llvm::ArrayRef<ExprId> operands = unit.list(unit[inst].operands());
  for (size_t i = 0; i != operands.size(); ++i) {
    const Signature::Place &place = signature.places[i];
    const ExpectedOperand *operand = &signature.operands[place.first];
    if (place.count != 1 || !operand->info->written)
      continue;
    const Expr &e = unit[operands[i]];
    if (isName(unit, operands[i], name))
      return {operand};
    if (e.kind == ExprKind::Pair) {
      if (isName(unit, e.lhs(), name))
        return {operand};
      if (isName(unit, e.rhs(), name))
        return {operand, 1, 1, true};
    }
    if (e.kind != ExprKind::Vector)
      continue;
    llvm::ArrayRef<ExprId> elements = unit.list(e.list());
    for (unsigned part = 0; part != elements.size(); ++part)
      if (isName(unit, elements[part], name))
        return {operand, part, static_cast<unsigned>(elements.size())};
  }
  return {};
}

/// The result of the instruction of a definition.
KnownValue ValueAnalysis::define(SourceId id) {
  const ValueSource source = reaching[id];
  unsigned width = widthOf(source.reg);
  const Signature &signature = *checked.signatures[source.inst.index];
  Written written = writtenAt(unit, signature, source.inst, accesses.all()[source.access].name);
  if (!written.operand || registers.declaration(source.reg).vectorLength > 1)
    return KnownValue::unknown(width);
  std::optional<TypeId> type = written.operand->shape.type;
  TransferFunction function = transferFunction(signature.view, type);
  unsigned resultWidth = written.isPairedPredicate ? 1 : ::widthOf(*written.operand);
  if (written.operand->info->split)
    resultWidth /= written.parts;
  if (!function || resultWidth == 0)
    return KnownValue::unknown(width);
  llvm::SmallVector<KnownValue, 5> sources;
  llvm::SmallVector<std::optional<TypeId>, 5> types;
  for (auto [reading, from] : llvm::zip(readingsOf(source.inst), dependenciesOf(id))) {
    sources.push_back(read(reading, from));
    types.push_back(reading.type);
    if (sources.back().isNever())
      return KnownValue::never(width);
  }
  if (sources.empty())
    return KnownValue::unknown(width);
  TransferInput input{.view = signature.view,
                      .type = type,
                      .width = resultWidth,
                      .sources = sources,
                      .types = types,
                      .part = written.part,
                      .parts = written.parts};
  return resized(function(input), width, input.isSigned());
}

//===-- The fixpoint ------------------------------------------------------------------------===//

/// Starts the computation of a source: finds its dependencies.
void ValueAnalysis::open(SourceId id) {
  const ValueSource source = reaching[id];
  llvm::SmallVector<SourceId, 8> found;
  if (source.kind != ValueSource::Definition) {
    reaching.appendAlternatives(id, found);
  } else {
    const Signature &signature = *checked.signatures[source.inst.index];
    Written written = writtenAt(unit, signature, source.inst, accesses.all()[source.access].name);
    if (written.operand && transferFunction(signature.view, written.operand->shape.type))
      for (const Reading &reading : readingsOf(source.inst))
        found.push_back(sourceOf(source.inst, reading.expr));
  }
  Node &opened = node(id);
  opened.state = Node::Open;
  opened.value = KnownValue::never(widthOf(source.reg));
  opened.firstDependency = static_cast<uint32_t>(dependencies.size());
  opened.dependencyCount = static_cast<uint32_t>(found.size());
  dependencies.insert(dependencies.end(), found.begin(), found.end());
}

KnownValue ValueAnalysis::evaluate(SourceId id) {
  if (reaching[id].kind == ValueSource::Definition)
    return define(id);
  unsigned width = widthOf(reaching[id].reg);
  KnownValue result = KnownValue::never(width);
  for (SourceId from : dependenciesOf(id))
    result = meet(result, current(from, width));
  return result;
}

/// Widening: bits that keep changing at a join become unknown, together with the bits that a carry
/// would change next, so that a loop counter converges after a few rounds.
static void widen(const KnownValue &before, KnownValue &now) {
  llvm::APInt lost = (before.bits.Zero | before.bits.One) & ~(now.bits.Zero | now.bits.One);
  if (lost.isZero())
    return;
  unsigned kept = lost.countr_zero();
  now.bits = now.bits.trunc(kept == 0 ? 1 : kept).anyext(now.width());
  if (kept == 0)
    now.bits.resetAll();
}

/// Recomputes a source and returns whether it has changed. The known part only decreases.
bool ValueAnalysis::update(SourceId id) {
  constexpr unsigned patience = 8;
  KnownValue now = evaluate(id);
  Node &at = nodes[id];
  if (!at.value.isNever())
    now = meet(at.value, now);
  if (now.isNever() || now == at.value)
    return false;
  bool isMeeting = reaching[id].kind != ValueSource::Definition;
  if (isMeeting && at.updates++ >= patience && !at.value.isNever())
    widen(at.value, now);
  at.value = std::move(now);
  return true;
}

/// Computes the source and its dependencies: first without back edges of loops, then repeatedly
/// until the known part no longer decreases.
void ValueAnalysis::solve(SourceId root) {
  llvm::SmallVector<std::pair<SourceId, bool>, 32> pending{{root, false}};
  llvm::SmallVector<SourceId, 32> order;
  users.clear();
  while (!pending.empty()) {
    auto [id, isClosing] = pending.pop_back_val();
    if (isClosing) {
      order.push_back(id);
      continue;
    }
    bool isFixed = reaching[id].kind <= ValueSource::Unknown;
    if (isFixed || node(id).state != Node::New)
      continue;
    open(id);
    pending.push_back({id, true});
    for (SourceId from : dependenciesOf(id)) {
      if (from == none || reaching[from].kind <= ValueSource::Unknown ||
          node(from).state == Node::Done)
        continue;
      users.push_back({id, node(from).firstUser});
      node(from).firstUser = static_cast<uint32_t>(users.size()) - 1;
      pending.push_back({from, false});
    }
  }
  llvm::SmallVector<SourceId, 32> queue(order);
  for (SourceId id : order)
    nodes[id].queued = true;
  for (size_t i = 0; i != queue.size(); ++i) {
    SourceId id = queue[i];
    nodes[id].queued = false;
    if (!update(id))
      continue;
    for (uint32_t user = nodes[id].firstUser; user != none; user = users[user].next)
      if (SourceId next = users[user].id; !nodes[next].queued) {
        nodes[next].queued = true;
        queue.push_back(next);
      }
  }
  for (SourceId id : order) {
    nodes[id].state = Node::Done;
    nodes[id].firstUser = none;
  }
}
