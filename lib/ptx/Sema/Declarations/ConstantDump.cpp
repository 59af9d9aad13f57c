// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Declarations/ConstantDump.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Sema/Declarations/ConstantCheck.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

struct Found {
  const SyntaxUnit *unit;
  ExprId id;
};

} // namespace

static bool isLiteral(ExprKind kind) {
  return kind == ExprKind::Integer || kind == ExprKind::Float || kind == ExprKind::WarpSize;
}

/// Whether the operands are not constants of the program: versions, files and lines, debug data.
static bool isOfHeaderOrDebug(DirectiveKind kind) {
  switch (kind) {
  case DirectiveKind::Version:
  case DirectiveKind::Target:
  case DirectiveKind::AddressSize:
  case DirectiveKind::File:
  case DirectiveKind::SectionData:
  case DirectiveKind::Dwarf:
  case DirectiveKind::InlinedAt:
    return true;
  default:
    return false;
  }
}

/// The largest constant expressions of `unit`.
static void collect(const SyntaxUnit &unit, std::vector<Found> &found) {
  auto count = static_cast<uint32_t>(unit.expressions().size());
  llvm::BitVector isPart(count);
  for (const Directive &directive : unit.directives())
    if (isOfHeaderOrDebug(directive.kind))
      for (ExprId id : unit.list(directive.operands))
        isPart.set(id.index);
  for (const Expr &e : unit.expressions())
    if (isConstantOperation(e.kind))
      for (ExprId id : unit.children(e))
        isPart.set(id.index);
  for (uint32_t i = 0; i != count; ++i)
    if (ExprKind kind = unit.expressions()[i].kind;
        !isPart[i] && (isLiteral(kind) || isConstantOperation(kind)))
      found.push_back({&unit, ExprId{i}});
}

static llvm::StringRef faultText(ConstantFault fault) {
  switch (fault) {
  case ConstantFault::NotConstant:
    return "no constant";
  case ConstantFault::IntegerExpected:
    return "an operand is not an integer";
  case ConstantFault::MixedTypes:
    return "integers and floating-point numbers mixed";
  case ConstantFault::CastType:
    return "no such cast";
  case ConstantFault::DivisionByZero:
    return "division by zero";
  case ConstantFault::SingleOperand:
    break;
  }
  return "0f... takes part in no operation";
}

static std::string typeAndValue(const Constant &value) {
  constexpr llvm::StringRef types[] = {".s64", ".u64", ".f64", ".f32"};
  return (types[static_cast<size_t>(value.kind)] + " " + constantText(value)).str();
}

void ptx::dumpConstants(llvm::raw_ostream &os, const SourceBuffer &source, const Module &module) {
  std::vector<Found> found;
  collect(module.top(), found);
  for (const SyntaxUnit &body : module.bodies())
    collect(body, found);
  auto begin = [](const Found &f) { return f.unit->range(f.id).begin; };
  llvm::sort(found, [&](const Found &a, const Found &b) { return begin(a) < begin(b); });
  for (const Found &f : found) {
    ConstantResult manual = evaluateConstant(*f.unit, f.id, ConstantRules::Manual);
    // An operator with a register as its operand.
    if (!manual.value && manual.fault == ConstantFault::NotConstant)
      continue;
    LineColumn place = source.lineColumn(begin(f));
    os << place.line << ':' << place.column << " `" << printable(f.unit->source(f.id)) << "` ";
    if (!manual.value) {
      os << "no value: " << faultText(manual.fault) << '\n';
      continue;
    }
    os << typeAndValue(*manual.value);
    std::optional<Constant> theirs = evaluate(*f.unit, f.id, ConstantRules::Ptxas);
    if (manual.rejected != RejectedConstant::None)
      os << "; rejected by ptxas";
    else if (theirs && (theirs->kind != manual.value->kind || theirs->bits != manual.value->bits))
      os << "; " << typeAndValue(*theirs) << " for ptxas";
    os << '\n';
  }
}
