// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/Transfer.h"

#include "ptx/Analysis/Values/TransferFunctions.h"

#include <array>

using namespace ptx;

namespace {

struct Row {
  Opcode opcode;
  TransferFunction function;
};

} // namespace

static constexpr Row rows[] = {
    {Opcode::abs, transfer::abs},         {Opcode::add, transfer::add},
    {Opcode::alloca, transfer::allocate}, {Opcode::and_, transfer::logicAnd},
    {Opcode::bfe, transfer::bfe},         {Opcode::bfi, transfer::bfi},
    {Opcode::bmsk, transfer::bmsk},       {Opcode::brev, transfer::brev},
    {Opcode::clz, transfer::clz},         {Opcode::cvt, transfer::cvt},
    {Opcode::cvta, transfer::cvta},       {Opcode::div, transfer::div},
    {Opcode::ld, transfer::ld},           {Opcode::lop3, transfer::lop3},
    {Opcode::mad, transfer::mad},         {Opcode::mapa, transfer::mapa},
    {Opcode::max, transfer::max},         {Opcode::min, transfer::min},
    {Opcode::mov, transfer::mov},         {Opcode::mul, transfer::mul},
    {Opcode::neg, transfer::neg},         {Opcode::not_, transfer::logicNot},
    {Opcode::or_, transfer::logicOr},     {Opcode::popc, transfer::popc},
    {Opcode::prmt, transfer::prmt},       {Opcode::rem, transfer::rem},
    {Opcode::selp, transfer::selp},       {Opcode::setp, transfer::setp},
    {Opcode::shf, transfer::shf},         {Opcode::shl, transfer::shl},
    {Opcode::shr, transfer::shr},         {Opcode::sub, transfer::sub},
    {Opcode::szext, transfer::szext},     {Opcode::xor_, transfer::logicXor},
};

/// Whether the instruction copies its operands unchanged, including floating point.
static bool copies(Opcode opcode) { return opcode == Opcode::mov || opcode == Opcode::selp; }

TransferFunction ptx::transferFunction(const InstrView &view, std::optional<TypeId> type) {
  Opcode opcode = view.form->opcode;
  static constexpr auto table = [] {
    std::array<TransferFunction, 256> functions{};
    for (const Row &row : rows)
      functions[static_cast<size_t>(row.opcode)] = row.function;
    return functions;
  }();
  if (type && info(*type).kind == TypeKind::Float && !copies(opcode))
    return nullptr;
  bool isParameter = view.has(Modifier::param) || view.has(Modifier::param_entry);
  if (opcode == Opcode::ld && !isParameter)
    return nullptr;
  return table[static_cast<size_t>(opcode)];
}

bool TransferInput::has(Modifier word) const { return view.has(word); }

bool TransferInput::isInteger() const {
  return type && info(*type).lanes == 1 && info(*type).kind != TypeKind::Float;
}

bool TransferInput::isSigned() const { return type && info(*type).kind == TypeKind::Signed; }

/// Whether the low 32 bits of an address in the window are all of it. (Manual 5.1)
static bool fits32(AddressWindow window) {
  switch (window) {
  case AddressWindow::Const:
  case AddressWindow::Local:
  case AddressWindow::Param:
  case AddressWindow::ParamCopy:
  case AddressWindow::Shared:
  case AddressWindow::SharedCluster:
    return true;
  default:
    return false;
  }
}

KnownValue ptx::truncated(KnownValue value, unsigned width) {
  value.bits = value.bits.trunc(width);
  if (value.window == AddressWindow::Number || value.window == AddressWindow::Encoded)
    return value;
  if (width < 32 || !fits32(value.window))
    return value.forgetAddress(width < 32 ? AddressWindow::Number : AddressWindow::Unknown);
  return value;
}

KnownValue ptx::extended(KnownValue value, unsigned width, bool isSigned) {
  value.bits = isSigned ? value.bits.sext(width) : value.bits.zext(width);
  if (value.window == AddressWindow::Unknown)
    value.forgetAddress();
  return value;
}

KnownValue ptx::resized(KnownValue value, unsigned width, bool isSigned) {
  if (width < value.width())
    return truncated(std::move(value), width);
  if (width > value.width())
    return extended(std::move(value), width, isSigned);
  return value;
}
