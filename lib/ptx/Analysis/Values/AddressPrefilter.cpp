// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/AddressPrefilter.h"

#include "ptx/Analysis/Values/KnownValue.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Declarations/Declarations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;

static constexpr int64_t limit = KnownValue::mostDistance;

static uint16_t bit(AddressWindow window) {
  return static_cast<uint16_t>(1u << static_cast<unsigned>(window));
}

static bool isFollowed(Action action) {
  switch (action) {
  case Action::Add:
  case Action::AllocateStack:
  case Action::BitAnd:
  case Action::BitOr:
  case Action::BitXor:
  case Action::Convert:
  case Action::ConvertAddress:
  case Action::MapAddress:
  case Action::Move:
  case Action::MultiplyAdd:
  case Action::Select:
  case Action::Subtract:
    return true;
  default:
    return false;
  }
}

AddressPrefilter::AddressPrefilter(const CheckedUnit &checked, Registers &registers)
    : scope(checked.scope), unit(checked.scope.unit), registers(registers),
      holding(static_cast<unsigned>(scope.symbols().all().size())) {
  for (auto [i, symbol] : llvm::enumerate(scope.symbols().all()))
    if (symbol.isMemory())
      holding.set(static_cast<unsigned>(i));
  bool followsLoads = hasAlignedPointers();
  // Most instructions are not tracked and have no address; such instructions are skipped first.
  for (uint32_t i = 0; i != checked.signatures.size(); ++i) {
    const Signature *signature = checked.signatures[i];
    if (!signature)
      continue;
    if (isFollowed(signature->view.form->action))
      instruction({i}, *signature);
    else if (followsLoads && signature->view.form->action == Action::Load)
      load({i});
  }
}

/// Whether a parameter promises the alignment of the memory to which it points. Few do.
bool AddressPrefilter::hasAlignedPointers() const {
  return llvm::any_of(scope.symbols().all(), [](const Symbol &symbol) {
    return symbol.parameter == ParameterKind::Entry && pointeeAlignment(symbol) > 1;
  });
}

/// Marks the result of a load as a possible address if the parameter is a pointer whose offset must
/// be checked.
void AddressPrefilter::load(InstId inst) {
  llvm::ArrayRef<ExprId> operands = unit.list(unit[inst].operands());
  if (operands.size() < 2 || unit[operands[1]].kind != ExprKind::Address)
    return;
  llvm::ArrayRef<ExprId> address = unit.list(unit[operands[1]].list());
  const Symbol *symbol = address.empty() || unit[address[0]].kind != ExprKind::Name
                             ? nullptr
                             : scope.symbol(scope.binding(address[0]));
  if (symbol && symbol->parameter == ParameterKind::Entry && pointeeAlignment(*symbol) > 1)
    add(operands[0], Held{.indexed = true});
}

/// The possible contents of the register \p name, if it can hold an address; else null.
inline const AddressPrefilter::Held *AddressPrefilter::heldByRegister(ExprId name) const {
  Binding binding = scope.numberedBinding(name);
  if (!binding.symbol.isOfBody() || !holding.test(binding.symbol.index()))
    return nullptr;
  uint32_t reg = registers.find(binding);
  return reg < heldAt.size() && heldAt[reg] != 0 ? &all[heldAt[reg] - 1] : nullptr;
}

/// Whether the operand can be an address. Few operands are addresses, so this must be fast.
inline bool AddressPrefilter::canBeAddress(ExprId id) const {
  const Expr *e = &unit[id];
  if (e->kind == ExprKind::Vector && e->list().count != 0)
    e = &unit[id = unit.list(e->list()).front()];
  if (e->kind == ExprKind::Offset)
    e = &unit[id = e->lhs()];
  if (e->kind != ExprKind::Name)
    return false;
  SymbolRef ref = scope.binding(id);
  if (!ref.isOfBody()) {
    const Symbol *symbol = scope.symbol(ref);
    return symbol && symbol->isMemory();
  }
  return holding.test(ref.index()) &&
         (scope.symbols()[ref.index()].isMemory() || heldByRegister(id));
}

/// The possible contents of an operand, if it is an address: the address of a variable, which is
/// stored in \p variable, or a tracked address. Null if it is not an address.
const AddressPrefilter::Held *AddressPrefilter::heldBy(ExprId id, Held &variable) const {
  if (unit[id].kind == ExprKind::Vector && unit[id].list().count != 0)
    id = unit.list(unit[id].list()).front();
  bool isOffset = unit[id].kind == ExprKind::Offset;
  ExprId name = isOffset ? unit[id].lhs() : id;
  if (unit[name].kind != ExprKind::Name)
    return nullptr;
  if (const Held *held = heldByRegister(name))
    return held;
  const Symbol *symbol = scope.symbol(scope.binding(name));
  if (!symbol || !symbol->isMemory())
    return nullptr;
  std::optional<Constant> by = isOffset ? scope.constant(unit[id].rhs()) : std::nullopt;
  int64_t distance = by ? by->asSigned() : 0;
  variable = {.windows = bit(windowOf(*symbol)), .symbol = symbol, .opaque = symbol->isOpaque()};
  variable.least = variable.greatest = std::clamp(distance, -limit, limit);
  variable.distances = static_cast<uint64_t>(distance);
  return &variable;
}

void AddressPrefilter::add(ExprId destination, const Held &held) {
  if (unit[destination].kind != ExprKind::Name)
    return;
  SymbolRef ref = scope.binding(destination);
  uint32_t reg = registers.find(destination);
  if (reg == Registers::none)
    return;
  holding.set(ref.index());
  if (reg >= heldAt.size())
    heldAt.resize(std::max(reg + 1, registers.size()));
  if (heldAt[reg] == 0) {
    all.push_back(held);
    heldAt[reg] = static_cast<uint32_t>(all.size());
    return;
  }
  Held &known = all[heldAt[reg] - 1];
  known.indexed |= held.indexed || known.symbol != held.symbol;
  known.opaque |= held.opaque;
  known.least = std::min(known.least, held.least);
  known.greatest = std::max(known.greatest, held.greatest);
  known.symbol = held.symbol;
  known.windows |= held.windows;
  known.objects |= held.objects;
  known.distances |= held.distances;
}

void AddressPrefilter::instruction(InstId inst, const Signature &signature) {
  Action action = signature.view.form->action;
  llvm::ArrayRef<ExprId> operands = unit.list(unit[inst].operands());
  bool isAddress = action == Action::AllocateStack || action == Action::ConvertAddress ||
                   llvm::any_of(operands.drop_front(), [&](ExprId id) { return canBeAddress(id); });
  if (!isAddress)
    return;
  std::optional<Held> held;
  Held variable;
  int64_t by = 0;
  bool isIndexed = false;
  bool isOpaqueComputed = false;
  for (ExprId id : operands.drop_front()) {
    const Held *source = heldBy(id, variable);
    bool isOneOfTwo = source && held;
    if (source) {
      isOpaqueComputed |=
          source->opaque && (unit[id].kind == ExprKind::Offset ||
                             isIntegerArithmetic(signature.view.form->instruction()));
      Held other = *source;
      if (isOneOfTwo)
        add(operands[0], *held);
      held = other;
      held->indexed |= isOneOfTwo;
    } else if (unit[id].kind == ExprKind::Integer) {
      by = static_cast<int64_t>(unit[id].integerValue());
    } else {
      isIndexed = action != Action::Select && action != Action::MapAddress;
    }
  }
  if (isOpaqueComputed)
    opaqueSuspects.push_back(inst);
  if (action == Action::AllocateStack)
    held = Held{.windows = bit(AddressWindow::Local), .indexed = true};
  if (action == Action::ConvertAddress) {
    AddressWindow space = windowOf(signature.view);
    bool toSpace = signature.view.has(Modifier::to);
    bool fits = !held || !canBe(*held, [&](AddressKind kind) {
      return !(toSpace ? kind.convertsTo(space) : kind.convertsFrom(space));
    });
    if (!fits)
      suspects.push_back(inst);
    isIndexed = false;
    if (!held)
      held = Held{.indexed = true};
    held->windows = bit(toSpace ? space : AddressWindow::Generic);
    held->objects = bit(space);
  }
  if (!held)
    return;
  if (action == Action::MapAddress)
    held->windows |= bit(AddressWindow::SharedCluster);
  if (action == Action::Add || action == Action::Subtract) {
    by =
        std::clamp(action == Action::Subtract ? -std::clamp(by, -limit, limit) : by, -limit, limit);
    held->least = std::clamp(held->least + by, -limit, limit);
    held->greatest = std::clamp(held->greatest + by, -limit, limit);
    held->distances |= static_cast<uint64_t>(by);
  } else if (action != Action::Move && action != Action::Convert &&
             action != Action::ConvertAddress) {
    isIndexed = true;
  }
  held->indexed |= isIndexed;
  add(operands[0], *held);
}

/// Whether the address in `held` can be of a kind for which \p test holds.
template <class Test> bool AddressPrefilter::canBe(const Held &held, Test test) {
  auto anyOf = [](Windows set, auto inner) {
    for (; set != 0; set &= set - 1)
      if (inner(static_cast<AddressWindow>(llvm::countr_zero(set))))
        return true;
    return false;
  };
  return anyOf(held.windows, [&](AddressWindow window) {
    if (window != AddressWindow::Generic)
      return test(AddressKind{window, window});
    return anyOf(held.objects, [&](AddressWindow object) {
      return test(AddressKind{AddressWindow::Generic, object});
    });
  });
}

bool AddressPrefilter::canPointToVariable(ExprId base) const {
  const Held *held = heldByRegister(base);
  return held && held->symbol;
}

bool AddressPrefilter::isSuspicious(ExprId base, int64_t offset, AddressWindow window,
                                    uint32_t bytes, bool stores, bool isAtomic) const {
  Held variable;
  const Held *held = heldBy(base, variable);
  if (!held)
    return false;
  Windows places = held->windows | held->objects;
  bool isParameter = places & (bit(AddressWindow::Param) | bit(AddressWindow::ParamCopy));
  if (held->opaque || (stores && isParameter))
    return true;
  if (window == AddressWindow::Generic && isAtomic &&
      canBe(*held, [](AddressKind kind) { return kind.isPrivate(); }))
    return true;
  if (canBe(*held, [&](AddressKind kind) { return !kind.fits(window); }))
    return true;
  if (!llvm::isPowerOf2_32(bytes))
    return false;
  if (((held->distances | static_cast<uint64_t>(offset)) & (bytes - 1)) != 0)
    return true;
  if (held->indexed || !held->symbol || held->symbol->bytes == 0 || !KnownValue::isDistance(offset))
    return false;
  return held->least + offset < 0 ||
         held->greatest + offset + bytes > static_cast<int64_t>(held->symbol->bytes);
}
