// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Read/StepReader.h"

using namespace ptx;

/// The operation of an instruction on signed or unsigned integers, if it is one.
static std::optional<Operation> operationOf(const InstrView &view, bool isSigned) {
  auto either = [&](Operation withSign, Operation without) {
    return isSigned ? withSign : without;
  };
  switch (view.form->opcode) {
  case Opcode::mov:
  case Opcode::cvta:
    return Operation::Move;
  case Opcode::cvt:
    return isSigned ? std::nullopt : std::optional(Operation::Move);
  case Opcode::add:
    return Operation::Add;
  case Opcode::sub:
    return Operation::Sub;
  case Opcode::mul:
    return view.has(Modifier::lo) ? std::optional(Operation::Mul) : std::nullopt;
  case Opcode::and_:
    return Operation::And;
  case Opcode::or_:
    return Operation::Or;
  case Opcode::xor_:
    return Operation::Xor;
  case Opcode::not_:
    return Operation::Not;
  case Opcode::shl:
    return Operation::ShiftLeft;
  case Opcode::shr:
    return isSigned ? std::nullopt : std::optional(Operation::ShiftRight);
  case Opcode::min:
    return either(Operation::MinSigned, Operation::Min);
  case Opcode::max:
    return either(Operation::MaxSigned, Operation::Max);
  case Opcode::selp:
    return Operation::Select;
  default:
    break;
  }
  if (view.form->opcode != Opcode::setp)
    return std::nullopt;
  if (view.has(Modifier::eq))
    return Operation::Equal;
  if (view.has(Modifier::ne))
    return Operation::NotEqual;
  if (view.has(Modifier::lt) || view.has(Modifier::lo))
    return either(Operation::LessSigned, Operation::Less);
  if (view.has(Modifier::le) || view.has(Modifier::ls))
    return either(Operation::LessEqualSigned, Operation::LessEqual);
  if (view.has(Modifier::gt) || view.has(Modifier::hi))
    return either(Operation::GreaterSigned, Operation::Greater);
  if (view.has(Modifier::ge) || view.has(Modifier::hs))
    return either(Operation::GreaterEqualSigned, Operation::GreaterEqual);
  return std::nullopt;
}

bool StepReader::readCompute() {
  std::optional<Operation> operation = operationOf(*view, isSigned());
  bool copies = view->form->has(Trait::Copies);
  // Saturation, carries, and comparisons combined with a predicate are not supported.
  bool isPlain =
      !hasAnyOf({Modifier::sat, Modifier::cc, Modifier::and_, Modifier::or_, Modifier::xor_});
  bool combines = view->form->opcode == Opcode::setp && operands.size() != 3;
  if (!operation || !isPlain || combines || (isFloat() && !copies))
    return refuseOther();
  Step compute = step(Step::Kind::Compute);
  compute.operation = *operation;
  compute.width = typeWidth() ? typeWidth() : 64;
  // A conversion keeps the bits that both types have.
  if (view->form->opcode == Opcode::cvt)
    for (TypeId type : types())
      compute.width = std::min<unsigned>(compute.width, info(type).width);
  if (!destination(operands[0], compute))
    return false;
  for (ExprId id : operands.drop_front()) {
    LitmusValue operand;
    if (!value(id, operand))
      return false;
    compute.operands.push_back(operand);
  }
  return add(compute);
}

bool StepReader::readBranch() {
  bool isBranch = view->form->opcode == Opcode::bra;
  Step branch = step(isBranch ? Step::Kind::Branch : Step::Kind::Exit);
  if (isBranch)
    openLabels.emplace_back(thread.steps.size(), unit.source(operands[0]));
  return add(branch);
}
