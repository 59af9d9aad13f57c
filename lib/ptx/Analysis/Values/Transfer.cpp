// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/Transfer.h"

#include "ptx/Analysis/Values/TransferFunctions.h"

#include <array>

using namespace ptx;

namespace {

struct Row {
  Action action;
  TransferFunction function;
};

} // namespace

static constexpr Row rows[] = {
    {Action::Absolute, transfer::abs},
    {Action::Add, transfer::add},
    {Action::AllocateStack, transfer::allocate},
    {Action::BitAnd, transfer::logicAnd},
    {Action::ExtractBits, transfer::bfe},
    {Action::InsertBits, transfer::bfi},
    {Action::MakeMask, transfer::bmsk},
    {Action::ReverseBits, transfer::brev},
    {Action::LeadingZeros, transfer::clz},
    {Action::Convert, transfer::cvt},
    {Action::ConvertAddress, transfer::cvta},
    {Action::Divide, transfer::div},
    {Action::Load, transfer::ld},
    {Action::BitTable, transfer::lop3},
    {Action::MultiplyAdd, transfer::mad},
    {Action::MapAddress, transfer::mapa},
    {Action::Maximum, transfer::max},
    {Action::Minimum, transfer::min},
    {Action::Move, transfer::mov},
    {Action::Multiply, transfer::mul},
    {Action::Negate, transfer::neg},
    {Action::BitNot, transfer::logicNot},
    {Action::BitOr, transfer::logicOr},
    {Action::CountOnes, transfer::popc},
    {Action::Permute, transfer::prmt},
    {Action::Remainder, transfer::rem},
    {Action::Select, transfer::selp},
    {Action::Compare, transfer::setp},
    {Action::FunnelShift, transfer::shf},
    {Action::ShiftLeft, transfer::shl},
    {Action::ShiftRight, transfer::shr},
    {Action::Subtract, transfer::sub},
    {Action::ExtendSign, transfer::szext},
    {Action::BitXor, transfer::logicXor},
};

/// Whether the instruction copies its operands unchanged, including floating point.
static bool copies(Action action) { return action == Action::Move || action == Action::Select; }

TransferFunction ptx::transferFunction(const InstrView &view, std::optional<TypeId> type) {
  Action action = view.form->action;
  static constexpr auto table = [] {
    std::array<TransferFunction, numActions> functions{};
    for (const Row &row : rows)
      functions[static_cast<size_t>(row.action)] = row.function;
    return functions;
  }();
  if (type && info(*type).kind == TypeKind::Float && !copies(action))
    return nullptr;
  bool isParameter = view.has(Modifier::param) || view.has(Modifier::param_entry);
  if (action == Action::Load && !isParameter)
    return nullptr;
  return table[static_cast<size_t>(action)];
}

bool TransferInput::has(Modifier word) const { return view.has(word); }

bool TransferInput::isInteger() const {
  return type && info(*type).lanes == 1 && info(*type).kind != TypeKind::Float;
}

bool TransferInput::isSigned() const { return type && info(*type).kind == TypeKind::Signed; }

/// Whether the low 32 bits of an address in the window are the whole address. (Manual 5.1)
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
