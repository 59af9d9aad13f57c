// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/Variables.h"

#include "ptx/Arithmetic/FloatFormat.h"
#include "ptx/Execution/Data/Arrays.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Declarations/Declarations.h"

using namespace ptx;
using namespace ptx::execution;

static llvm::ArrayRef<ExprId> dimensionsOf(const Symbol &symbol) {
  return symbol.unit->list((*symbol.unit)[symbol.declarator].dimensions);
}

static ExprId initializerOf(const Symbol &symbol) {
  return (*symbol.unit)[symbol.declarator].initializer;
}

/// The bytes of one element of the first dimension.
static uint64_t bytesBelowFirst(const Symbol &symbol) {
  uint64_t bytes = ptx::elementBytes(symbol);
  for (ExprId dimension : dimensionsOf(symbol).drop_front())
    bytes *= countOfDimension(*symbol.unit, dimension);
  return bytes;
}

uint64_t execution::bytesOfVariable(const Symbol &symbol) {
  if (symbol.bytes || !symbol.declarator.valid() || !initializerOf(symbol).valid() ||
      dimensionsOf(symbol).empty())
    return symbol.bytes;
  const Expr &initializer = (*symbol.unit)[initializerOf(symbol)];
  return initializer.kind == ExprKind::Initializer
             ? symbol.unit->list(initializer.list()).size() * bytesBelowFirst(symbol)
             : 0;
}

void ModuleVariables::add(const Symbol &symbol, uint64_t address) {
  variables.push_back({symbol, address});
  places[symbol.name] = address;
}

void ModuleVariables::fill(GlobalMemory &memory, FunctionAddresses functions) const {
  for (const Variable &variable : variables) {
    const Symbol &symbol = variable.symbol;
    Contents contents;
    contents.kind = Contents::Kind::Bytes;
    contents.isBounded = true;
    contents.element = symbol.type.value_or(TypeId::b8);
    // Elements of 128 bits are written, and printed, as two.
    if (info(contents.element).width > 64)
      contents.element = TypeId::u64;
    contents.bytes = SharedBytes::zeros(bytesOfVariable(symbol));
    uint64_t bytes = contents.bytes.size();
    contents.numpyType = numpyTypeOf(contents.element);
    contents.shape = {bytes / std::max(1u, info(contents.element).width / 8u)};
    memory.add(variable.address, bytes, std::make_shared<Contents>(std::move(contents)),
               symbol.name.str());
  }
  for (const Variable &variable : variables) {
    const Symbol &symbol = variable.symbol;
    if (!symbol.type || symbol.isOpaque() || !initializerOf(symbol).valid())
      continue;
    Target target{memory, functions, *symbol.unit, *symbol.type, {}};
    uint64_t stride = dimensionsOf(symbol).empty() ? 0 : bytesBelowFirst(symbol);
    for (ExprId dimension : llvm::ArrayRef(dimensionsOf(symbol))) {
      if (dimension != dimensionsOf(symbol).front())
        stride /= std::max<uint64_t>(1, countOfDimension(*symbol.unit, dimension));
      target.strides.push_back(stride);
    }
    if (symbol.vectorLength > 1)
      target.strides.push_back(info(*symbol.type).width / 8);
    fillList(target, initializerOf(symbol), 0, variable.address);
  }
}

void ModuleVariables::fillList(const Target &target, ExprId id, unsigned level,
                               uint64_t address) const {
  const Expr &e = target.unit[id];
  if (e.kind != ExprKind::Initializer || level == target.strides.size()) {
    target.memory.store(address, info(target.type).width / 8, valueOf(target, id));
    return;
  }
  for (ExprId element : target.unit.list(e.list())) {
    fillList(target, element, level + 1, address);
    address += target.strides[level];
  }
}

/// `symbol`, `generic(symbol)`, or one of them with an offset; the windows of generic addresses are
/// the addresses themselves.
Value ModuleVariables::addressOf(const Target &target, ExprId id) const {
  const SyntaxUnit &unit = target.unit;
  uint64_t offset = 0;
  if (unit[id].kind == ExprKind::Offset) {
    std::optional<Constant> added = evaluate(unit, unit[id].rhs(), ConstantRules::Ptxas);
    offset = added ? added->bits : 0;
    if (unit.text(unit[id].token) == "-")
      offset = 0 - offset;
    id = unit[id].lhs();
  }
  if (unit[id].kind == ExprKind::Generic)
    id = unit[id].child();
  llvm::StringRef name = unit.text(unit[id].token);
  if (auto found = places.find(name); found != places.end())
    return Value::number(found->second + offset);
  std::optional<uint64_t> function = target.functions(name);
  return function ? Value::number(*function + offset)
                  : Value::unknown(mix(id.index, 0xADD) & ~uint64_t(1));
}

Value ModuleVariables::valueOf(const Target &target, ExprId id) const {
  const SyntaxUnit &unit = target.unit;
  const Expr &e = unit[id];
  switch (e.kind) {
  case ExprKind::Name:
  case ExprKind::Offset:
  case ExprKind::Generic:
    return addressOf(target, id);
  case ExprKind::Mask: {
    uint64_t mask = countOfDimension(unit, e.lhs());
    std::optional<Constant> constant = evaluate(unit, e.rhs(), ConstantRules::Ptxas);
    Value whole = constant ? Value::number(constant->bits) : addressOf(target, e.rhs());
    if (!whole.known || !mask)
      return Value::unknown(whole.bits);
    return Value::number((whole.bits & mask) >> llvm::countr_zero(mask));
  }
  default:
    break;
  }
  std::optional<Constant> constant = evaluate(unit, id, ConstantRules::Ptxas);
  if (!constant)
    return Value::unknown(mix(id.index, 0x1A1) & ~uint64_t(1));
  if (constant->kind == Constant::Kind::Double && info(target.type).width == 32) {
    const FloatFormat &single = *formatOf(TypeId::f32);
    return Value::number(single.encode(FloatNumber::ofDouble(constant->asDouble())));
  }
  return Value::number(truncate(constant->bits, info(target.type).width));
}
