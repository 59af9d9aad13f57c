// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Read/StepReader.h"

#include "ptx/Isa/Forms/IntegerFunctions.h"

using namespace ptx;

/// The operation of an instruction on signed or unsigned integers, if it is one.
static std::optional<Operation> operationOf(const InstrView &view, bool isSigned) {
  auto either = [&](Operation withSign, Operation without) {
    return isSigned ? withSign : without;
  };
  switch (view.form->action) {
  case Action::Move:
  case Action::ConvertAddress:
    return Operation::Move;
  case Action::Convert:
    return isSigned ? std::nullopt : std::optional(Operation::Move);
  case Action::Add:
    return Operation::Add;
  case Action::Subtract:
    return Operation::Sub;
  case Action::Multiply:
    return view.has(Modifier::lo) ? std::optional(Operation::Mul) : std::nullopt;
  case Action::BitAnd:
    return Operation::And;
  case Action::BitOr:
    return Operation::Or;
  case Action::BitXor:
    return Operation::Xor;
  case Action::BitNot:
    return Operation::Not;
  case Action::ShiftLeft:
    return Operation::ShiftLeft;
  case Action::ShiftRight:
    return isSigned ? std::nullopt : std::optional(Operation::ShiftRight);
  case Action::Minimum:
    return either(Operation::MinSigned, Operation::Min);
  case Action::Maximum:
    return either(Operation::MaxSigned, Operation::Max);
  case Action::Select:
    return Operation::Select;
  default:
    break;
  }
  if (view.form->action != Action::Compare)
    return std::nullopt;
  switch (comparisonOf(view)) {
  case CompareOp::Equal:
    return Operation::Equal;
  case CompareOp::NotEqual:
    return Operation::NotEqual;
  case CompareOp::Less:
    return either(Operation::LessSigned, Operation::Less);
  case CompareOp::LessEqual:
    return either(Operation::LessEqualSigned, Operation::LessEqual);
  case CompareOp::Greater:
    return either(Operation::GreaterSigned, Operation::Greater);
  case CompareOp::GreaterEqual:
    return either(Operation::GreaterEqualSigned, Operation::GreaterEqual);
  case CompareOp::Other:
    break;
  }
  return std::nullopt;
}

bool StepReader::readCompute() {
  std::optional<Operation> operation = operationOf(*view, isSigned());
  bool copies = view->form->action == Action::Move;
  // Saturation, carries, packed numbers, and comparisons combined with a predicate are not
  // supported.
  bool isPlain = !hasAnyOf({Modifier::sat, Modifier::relu, Modifier::cc, Modifier::and_,
                            Modifier::or_, Modifier::xor_}) &&
                 llvm::all_of(types(), [](TypeId type) { return info(type).lanes == 1; });
  bool combines = view->form->action == Action::Compare && operands.size() != 3;
  if (!operation || !isPlain || combines || (isFloat() && !copies))
    return refuseOther();
  Step compute = step(Step::Kind::Compute);
  compute.operation = *operation;
  compute.width = typeWidth() ? typeWidth() : 64;
  // A conversion keeps the bits that both types have.
  if (view->form->action == Action::Convert)
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
  bool isBranch = view->form->has(Trait::Branches);
  Step branch = step(isBranch ? Step::Kind::Branch : Step::Kind::Exit);
  if (isBranch)
    openLabels.emplace_back(thread.steps.size(), unit.source(operands[0]));
  return add(branch);
}
