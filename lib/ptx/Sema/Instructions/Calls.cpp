// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Instructions/Calls.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/DeclarationRules.h"
#include "ptx/Diagnostics/FunctionRules.h"
#include "ptx/Sema/Declarations/Declarations.h"
#include "ptx/Sema/Module/Prototype.h"
#include "ptx/Sema/Names/SymbolWords.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

/// The maximum number of functions of one list that are compared with a call.
static constexpr size_t maxTargets = 16;

//===-- Types ---------------------------------------------------------------------------------===//

namespace {

/// The class of a type for passing a value: two types are compatible if one is bits, or both have
/// the same kind. Two halves in a register, and vectors, count as bits, as in `ptxas`.
enum class ValueClass : uint8_t { Bits, Integer, Float, Predicate };

} // namespace

static ValueClass classOf(const Symbol &symbol) {
  const TypeInfo &type = info(*symbol.type);
  if (type.kind == TypeKind::Predicate)
    return ValueClass::Predicate;
  if (symbol.vectorLength > 1 || type.lanes > 1)
    return ValueClass::Bits;
  switch (type.kind) {
  case TypeKind::Unsigned:
  case TypeKind::Signed:
    return ValueClass::Integer;
  case TypeKind::Float:
    return ValueClass::Float;
  default:
    return ValueClass::Bits;
  }
}

static bool goTogether(ValueClass a, ValueClass b) {
  if (a == ValueClass::Predicate || b == ValueClass::Predicate)
    return a == b;
  return a == b || a == ValueClass::Bits || b == ValueClass::Bits;
}

static uint64_t widthOf(const Symbol &symbol) {
  return uint64_t{info(*symbol.type).width} * symbol.vectorLength;
}

static size_t dimensionsOf(const Symbol &symbol) {
  return (*symbol.unit)[symbol.declarator].dimensions.count;
}

/// Whether a variable can be passed for `formal`: arrays must have the same number of bytes, other
/// variables the same number of bits. `ptxas` accepts a register of `.f16x2` for a predicate.
static bool hasFittingType(const Symbol &formal, const Symbol &actual) {
  bool isPair = (formal.type == TypeId::pred && actual.type == TypeId::f16x2) ||
                (formal.type == TypeId::f16x2 && actual.type == TypeId::pred);
  if (isPair)
    return true;
  if (!goTogether(classOf(formal), classOf(actual)))
    return false;
  if (dimensionsOf(formal) != dimensionsOf(actual))
    return false;
  if (!formal.array)
    return widthOf(formal) == widthOf(actual);
  if (formal.space != actual.space)
    return false;
  return Prototype::isIncomplete(formal) || formal.bytes == actual.bytes;
}

/// The alignment of a passed value. `ptxas` passes a predicate as 4 bytes.
static uint32_t passedAlignment(const Symbol &symbol) {
  constexpr uint32_t ofPredicate = 4;
  return symbol.type == TypeId::pred ? std::max(ofPredicate, symbol.alignment)
                                     : effectiveAlignment(symbol);
}

/// Whether a constant can be passed for `formal`. There are no constants of two halves; for a
/// vector `ptxas` accepts one of 64 bits.
static bool takesConstant(const Symbol &formal, const Constant &value) {
  ValueClass kind = classOf(formal);
  if (formal.array || kind == ValueClass::Predicate || info(*formal.type).lanes > 1)
    return false;
  constexpr uint64_t widthOfConstants = 64;
  if (formal.vectorLength > 1)
    return widthOf(formal) == widthOfConstants;
  return kind == ValueClass::Bits ||
         kind == (value.isInteger() ? ValueClass::Integer : ValueClass::Float);
}

//===-- One call ------------------------------------------------------------------------------===//

namespace {

/// Checks one call.
class CallChecker {
public:
  CallChecker(const BodyScope &scope, const Instruction &inst, bool isCompiled,
              DiagnosticList &diagnostics);

  bool check();

private:
  bool checkTable(const Symbol &table, ExprId where);
  bool holdsFunctions(llvm::ArrayRef<ExprId> values, const SyntaxUnit &unit) const;
  bool reportTable(const Symbol &table, ExprId where, StringRef expected);
  bool checkListed(llvm::ArrayRef<ExprId> names, const SyntaxUnit &unit, uint32_t where);
  bool checkAgainst(const Symbol &callee);
  bool checkCount(size_t formals, llvm::ArrayRef<ExprId> actuals, StringRef what,
                  const Symbol &callee);
  bool checkArgument(const Symbol &formal, ExprId actual, bool isResult, size_t index);
  bool checkConstant(const Symbol &formal, ExprId actual, bool isResult);
  bool checkVariable(const Symbol &formal, const Symbol &actual, ExprId id);
  bool reportAlignment(const Symbol &formal, const Symbol &actual, ExprId id);
  bool reportKind(ExprId id, const llvm::Twine &observed);
  bool reportType(const Symbol &formal, ExprId id, const llvm::Twine &observed);

  const Symbol *symbolOf(ExprId id) const { return scope.symbol(scope.binding(id)); }
  void noteFormal(const Symbol &formal, Diagnostic &d) const {
    if (formal.name == "_")
      d.note(formal.declaration, "the parameter is declared here");
    else
      noteDeclared(formal, formal.name, d);
  }

  const BodyScope &scope;
  const SyntaxUnit &unit;
  DiagnosticList &diagnostics;
  const bool isCompiled;
  SourceRange range;
  llvm::ArrayRef<ExprId> results;
  llvm::ArrayRef<ExprId> arguments;
  /// Whether there is a list of arguments, possibly empty.
  bool hasArguments = false;
  ExprId target;
  ExprId list;
  /// "argument 2", "result 1": the current operand.
  std::string place;
};

} // namespace

CallChecker::CallChecker(const BodyScope &scope, const Instruction &inst, bool isCompiled,
                         DiagnosticList &diagnostics)
    : scope(scope), unit(scope.unit), diagnostics(diagnostics), isCompiled(isCompiled),
      range(unit.range(inst.opcode)) {
  for (ExprId id : unit.list(inst.operands())) {
    const Expr &e = unit[id];
    if (e.kind == ExprKind::Arguments) {
      hasArguments |= target.valid();
      (target ? arguments : results) = unit.list(e.list());
    } else
      (target ? list : target) = id;
  }
}

bool CallChecker::reportKind(ExprId id, const llvm::Twine &observed) {
  diagnostics.emit(
      diag::ArgumentKind{.range = unit.range(id), .place = place, .observed = observed.str()});
  return false;
}

bool CallChecker::reportType(const Symbol &formal, ExprId id, const llvm::Twine &observed) {
  noteFormal(formal, diagnostics.emit(diag::ArgumentType{.range = unit.range(id),
                                                         .place = place,
                                                         .observed = observed.str(),
                                                         .expected = typeText(formal)}));
  return false;
}

bool CallChecker::checkVariable(const Symbol &formal, const Symbol &actual, ExprId id) {
  if (actual.kind != SymbolKind::Variable)
    return reportKind(id, kindText(actual));
  if (actual.isMemory() && actual.space != StateSpace::Param)
    return reportKind(id, "in `" + info(actual.space).word + "`");
  if (actual.isMemory() && actual.parameter != ParameterKind::None) {
    Diagnostic &d = diagnostics.emit(
        diag::FormalAsArgument{.range = unit.range(id), .place = place, .name = actual.name});
    noteDeclared(actual, actual.name, d);
    return false;
  }
  if (!formal.type || !actual.type)
    return true;
  if (!hasFittingType(formal, actual))
    return reportType(formal, id, "has type `" + typeText(actual) + "`");
  // `ptxas` rejects this even if both have this type.
  if (formal.array && (formal.type == TypeId::f16x2 || actual.type == TypeId::f16x2))
    diagnostics.emit(diag::RejectedParameterType{.range = unit.range(id),
                                                 .type = "an array of `.f16x2`",
                                                 .name = formal.name,
                                                 .expected = "one of `.b32` on both sides"});
  return passedAlignment(formal) == passedAlignment(actual) || reportAlignment(formal, actual, id);
}

/// The manual requires the same alignment for arrays, `ptxas` for everything that has an alignment.
/// (Manual 7.1)
bool CallChecker::reportAlignment(const Symbol &formal, const Symbol &actual, ExprId id) {
  SourceRange where = unit.range(id);
  uint64_t observed = passedAlignment(actual), expected = passedAlignment(formal);
  noteFormal(
      formal,
      formal.array
          ? diagnostics.emit(diag::ArgumentAlignment{
                .range = where, .place = place, .observed = observed, .expected = expected})
          : diagnostics.emit(diag::RejectedAlignment{
                .range = where, .place = place, .observed = observed, .expected = expected}));
  return !formal.array;
}

bool CallChecker::checkConstant(const Symbol &formal, ExprId actual, bool isResult) {
  std::optional<Constant> value = scope.constant(actual);
  if (!value || !formal.type)
    return true;
  if (!takesConstant(formal, *value))
    return reportType(formal, actual,
                      value->isInteger() ? "is an integer" : "is a floating-point number");
  if (isResult)
    diagnostics.emit(diag::ConstantResult{.range = unit.range(actual), .place = place});
  else if (value->isInteger() && !fitsWidth(*value, info(*formal.type)))
    noteFormal(formal, diagnostics.emit(diag::ArgumentRange{.range = unit.range(actual),
                                                            .place = place,
                                                            .value = unit.source(actual),
                                                            .type = typeText(formal)}));
  return true;
}

bool CallChecker::checkArgument(const Symbol &formal, ExprId actual, bool isResult, size_t index) {
  place = (isResult ? "result " : "argument ") + std::to_string(index + 1);
  if (isCompiled && isNarrowParameter(formal))
    noteFormal(formal, diagnostics.emit(diag::NarrowParameter{
                           .range = unit.range(actual), .place = place, .type = typeText(formal)}));
  switch (unit[actual].kind) {
  case ExprKind::Sink:
    return isResult || reportKind(actual, "`_`");
  case ExprKind::Name:
    if (scope.binding(actual).isSpecial())
      return reportKind(actual, "a special register");
    if (const Symbol *symbol = symbolOf(actual))
      return checkVariable(formal, *symbol, actual);
    return true;
  default:
    return checkConstant(formal, actual, isResult);
  }
}

bool CallChecker::checkCount(size_t formals, llvm::ArrayRef<ExprId> actuals, StringRef what,
                             const Symbol &callee) {
  if (actuals.size() == formals)
    return true;
  SourceRange where = actuals.empty() ? unit.range(target)
                                      : unit.range(unit.firstToken(actuals.front()),
                                                   unit.lastToken(actuals.back()));
  Diagnostic &d = diagnostics.emit(diag::ArgumentCount{.range = where,
                                                       .observed = countText(actuals.size(), what),
                                                       .expected = countText(formals, what)});
  noteDeclared(callee, callee.name, d);
  return false;
}

bool CallChecker::checkAgainst(const Symbol &callee) {
  // The cost of a prototype grows with its parameters, so it is only built for a call with the same
  // number.
  const Function &function = (*callee.unit)[callee.function];
  bool lacksLast = arguments.size() + 1 == function.parameters.size();
  bool counts = checkCount(function.results.size(), results, "result", callee);
  if (!lacksLast)
    counts &= checkCount(function.parameters.size(), arguments, "argument", callee);
  if (!counts && !lacksLast)
    return false;
  Prototype prototype(callee);
  // `f, ()` has no further arguments, `f` alone no arguments at all.
  if (lacksLast && !(prototype.isOpenEnded() && hasArguments))
    counts &= checkCount(function.parameters.size(), arguments, "argument", callee);
  if (!counts)
    return false;
  bool fits = true;
  for (auto [i, actual] : llvm::enumerate(results))
    fits &= checkArgument(prototype.results()[i], actual, true, i);
  for (auto [i, actual] : llvm::enumerate(arguments))
    fits &= checkArgument(prototype.parameters()[i], actual, false, i);
  return fits;
}

/// Checks the call against the functions in `names` of `unit`, up to the first mismatch.
bool CallChecker::checkListed(llvm::ArrayRef<ExprId> names, const SyntaxUnit &unit,
                              uint32_t where) {
  for (ExprId id : names.take_front(maxTargets)) {
    if (unit[id].kind != ExprKind::Name)
      continue;
    const Symbol *callee = scope.symbol(scope.find(unit.text(unit[id].token), where));
    if (callee && callee->isFunction() && hasWholeHeader(*callee) && !checkAgainst(*callee))
      return false;
  }
  return true;
}

/// Whether the initial values of a table are functions, or bytes of their addresses. Undeclared
/// names and offsets from functions are reported at the declaration of the table.
bool CallChecker::holdsFunctions(llvm::ArrayRef<ExprId> values, const SyntaxUnit &unit) const {
  auto isFunction = [&](ExprId id) {
    const Expr *value = &unit[id];
    if (value->kind == ExprKind::Mask)
      value = &unit[value->rhs()];
    if (value->kind == ExprKind::Offset)
      value = &unit[value->lhs()];
    if (value->kind != ExprKind::Name)
      return false;
    const Symbol *symbol = scope.symbol(scope.find(unit.text(value->token), range.begin));
    return !symbol || symbol->isFunction();
  };
  return !values.empty() && llvm::all_of(values.take_front(maxTargets), isFunction);
}

bool CallChecker::reportTable(const Symbol &table, ExprId where, StringRef expected) {
  noteDeclared(table, table.name,
               diagnostics.emit(diag::CallTable{
                   .range = unit.range(where), .name = table.name, .expected = expected}));
  return false;
}

/// A table of functions in constant or global memory. (Manual 9.7.12.5)
bool CallChecker::checkTable(const Symbol &table, ExprId where) {
  bool isTable =
      table.kind == SymbolKind::Variable && info(table.space).isInitialized && table.array &&
      (table.type == TypeId::u32 || table.type == TypeId::u64 || table.type == TypeId::u8);
  ExprId initializer;
  if (isTable)
    initializer = (*table.unit)[table.declarator].initializer;
  if (!initializer)
    return reportTable(table, where,
                       "an array of `.u32` or `.u64` in `.const` or `.global` with an initializer");
  const Expr &e = (*table.unit)[initializer];
  if (e.kind != ExprKind::Initializer)
    return true;
  llvm::ArrayRef<ExprId> values = table.unit->list(e.list());
  if (!holdsFunctions(values, *table.unit))
    return reportTable(table, where, "functions alone as its initial values");
  return checkListed(values, *table.unit, range.begin);
}

bool CallChecker::check() {
  const Symbol *callee = target ? symbolOf(target) : nullptr;
  if (callee && callee->kind == SymbolKind::Entry) {
    noteDeclared(*callee, callee->name,
                 diagnostics.emit(diag::CallTarget{.range = unit.range(target),
                                                   .name = callee->name,
                                                   .observed = kindText(*callee)}));
    return false;
  }
  if (callee && callee->kind == SymbolKind::Function)
    return !hasWholeHeader(*callee) || checkAgainst(*callee);
  const Symbol *targets = list ? symbolOf(list) : nullptr;
  if (!targets)
    return true;
  if (targets->kind == SymbolKind::CallPrototype)
    return checkAgainst(*targets);
  if (targets->kind != SymbolKind::CallTargets)
    return checkTable(*targets, list);
  return checkListed(targets->unit->list((*targets->unit)[targets->directive].operands),
                     *targets->unit, range.begin);
}

bool ptx::checkCall(const BodyScope &scope, const Instruction &inst, bool isCompiled,
                    DiagnosticList &diagnostics) {
  return CallChecker(scope, inst, isCompiled, diagnostics).check();
}
