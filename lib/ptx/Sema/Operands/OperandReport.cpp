// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Operands/OperandReport.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Operands/OperandPhrases.h"

using namespace ptx;
using llvm::StringRef;

/// A component that the vector does not have.
static OperandReport describeComponent(const BodyScope &scope, ExprId id) {
  const SyntaxUnit &unit = scope.unit;
  std::string observed = "component " + quoted(unit.text(unit[id].component()));
  unsigned length = 4;
  if (const Symbol *symbol = scope.symbol(scope.binding(id))) {
    length = symbol->vectorLength;
    observed += " of a vector of " + std::to_string(length);
  }
  std::vector<std::string> names;
  for (char name : StringRef("xyzw").take_front(length))
    names.push_back(std::string("`.") + name + "`");
  return {OperandReport::Rule::Kind, observed, listText(names)};
}

/// `{%p1, %p2}` where two destinations must be written as `%p1|%p2`.
static bool isBracedPair(const SyntaxUnit &unit, const OperandProblem &problem) {
  return unit[problem.blamed].kind == ExprKind::Vector && unit[problem.blamed].list().count == 2 &&
         problem.expected->info->pairedPredicate != PairedPredicate::None;
}

/// A vector of another length, or no vector, with the modifiers that determine the length.
static OperandReport describeVector(const BodyScope &scope, const Signature &signature,
                                    const Signature::Place &place, const OperandProblem &problem) {
  const ExpectedOperand &expected = *problem.expected;
  std::string length = expectedLengths(expected.shape);
  if (std::string words = decidingWords(signature.view, *expected.info); !words.empty())
    length += " for " + words;
  bool isPart = place.bracketed && place.count > 1;
  if (isBracedPair(scope.unit, problem)) {
    llvm::ArrayRef<ExprId> elements = scope.unit.list(scope.unit[problem.blamed].list());
    length = "a pair: " +
             quoted((scope.unit.source(elements[0]) + "|" + scope.unit.source(elements[1])).str());
  }
  return {OperandReport::Rule::Vector,
          (isPart ? "an address with " : "") + observedLength(scope, problem.blamed), length};
}

namespace {

/// Describes one problem of one operand.
class ProblemWords {
public:
  ProblemWords(const BodyScope &scope, const Signature &signature, const Signature::Place &place,
               ExprId operand, const OperandProblem &problem)
      : scope(scope), unit(scope.unit), signature(signature), place(place), operand(operand),
        problem(problem), expected(*problem.expected), id(problem.blamed),
        isElement(unit[operand].kind == ExprKind::Vector && id != operand) {}

  OperandReport describe() const;

private:
  using Rule = OperandReport::Rule;

  OperandReport listProblem() const;
  OperandReport registerProblem() const;
  OperandReport objectProblem() const;
  OperandReport typeProblem() const;
  OperandReport type(std::string expected) const {
    return {Rule::Type, observedType(scope, id), std::move(expected)};
  }

  /// If one element of a vector is wrong, describes the elements.
  std::string wanted() const {
    return isElement ? describeElement(expected, unit[operand].list().count) + " in each place"
                     : describeExpected(expected);
  }
  std::string observed() const {
    return (isElement ? "a vector with " : "") + describeOperand(scope, id);
  }
  std::string pairedPredicate() const;
  std::string component() const { return quoted(unit.text(unit[id].component())); }

  const BodyScope &scope;
  const SyntaxUnit &unit;
  const Signature &signature;
  const Signature::Place &place;
  ExprId operand;
  const OperandProblem &problem;
  const ExpectedOperand &expected;
  ExprId id;
  bool isElement;
};

} // namespace

/// The expected operand after `|`; both in the other order if the predicate comes first.
std::string ProblemWords::pairedPredicate() const {
  ExprId first = unit[operand].lhs();
  const Symbol *symbol =
      unit[first].kind == ExprKind::Name ? scope.symbol(scope.binding(first)) : nullptr;
  bool isExchanged =
      symbol && symbol->type == TypeId::pred && !(expected.info->kinds & OperandKind::predicate);
  std::string text = "a predicate after `|`";
  return isExchanged ? text + ": " + quoted((unit.source(id) + "|" + unit.source(first)).str())
                     : text;
}

OperandReport ProblemWords::describe() const {
  switch (problem.what) {
  case Mismatch::None:
  case Mismatch::Kind:
  case Mismatch::SpecialRegister:
  case Mismatch::Literal:
    return {Rule::Kind, observed(), wanted()};
  case Mismatch::PredicateNumber:
    return {Rule::Kind, observed(), "a predicate register"};
  case Mismatch::Sink:
  case Mismatch::NumbersAlone:
  case Mismatch::NumberFirst:
  case Mismatch::NumberAndComponent:
  case Mismatch::Pair:
  case Mismatch::PairMissing:
  case Mismatch::Brackets:
  case Mismatch::BracketCount:
    return listProblem();
  case Mismatch::Written:
  case Mismatch::Negation:
  case Mismatch::Selector:
  case Mismatch::Component:
  case Mismatch::ExpandedComponent:
  case Mismatch::ExpandedVector:
  case Mismatch::Index:
    return registerProblem();
  case Mismatch::NoArray:
  case Mismatch::ObjectArray:
  case Mismatch::ObjectAccess:
  case Mismatch::ObjectAddress:
  case Mismatch::Qualifier:
  case Mismatch::FixedAddress:
  case Mismatch::VariableAddress:
    return objectProblem();
  case Mismatch::TypedRegister:
  case Mismatch::AddressWidth:
  case Mismatch::WiderType:
  case Mismatch::Object:
  case Mismatch::MixedTypes:
  case Mismatch::Type:
  case Mismatch::AddressType:
  case Mismatch::AddressSize:
    return typeProblem();
  case Mismatch::VectorSize:
    return describeVector(scope, signature, place, problem);
  case Mismatch::Space:
    return {Rule::Space, info(scope.symbol(scope.binding(id))->space).word.str(),
            describeSpaces(signature.view, *expected.info)};
  case Mismatch::Width:
    return {Rule::Range, std::to_string(scope.constant(id)->asSigned()),
            "a number of " + std::to_string(*OperandMatcher::integerWidth(expected)) + " bits"};
  case Mismatch::Range:
    return {Rule::Range, std::to_string(scope.constant(id)->asSigned()),
            describeRange(expected.shape, scope.constant(id)->asSigned())};
  }
  llvm_unreachable("all mismatches are above");
}

/// Problems of a group of operands: the elements of a vector, a pair, a list in brackets.
OperandReport ProblemWords::listProblem() const {
  switch (problem.what) {
  case Mismatch::Sink:
    if (unit[id].kind == ExprKind::Vector)
      return {Rule::Kind, "a vector of `_` only", "a register in one place at least"};
    return {Rule::Kind, observed(), wanted()};
  case Mismatch::NumbersAlone:
    return {Rule::Kind, "a vector of numbers only", "a register in one place at least"};
  case Mismatch::NumberFirst:
    return {Rule::Kind, "a vector that begins with a number", "a register in the first place"};
  case Mismatch::NumberAndComponent:
    return {Rule::Kind, "a vector of numbers and component " + component() + " of a vector",
            "whole registers beside numbers"};
  case Mismatch::Pair:
    if (unit[id].kind != ExprKind::Pair)
      return {Rule::Kind, describeOperand(scope, id), pairedPredicate()};
    return {Rule::Kind, "a pair", "one destination"};
  case Mismatch::PairMissing:
    return {Rule::Kind, "one destination", "a pair of them: `d|p`"};
  default: // Brackets, BracketCount
    break;
  }
  std::string names;
  for (unsigned i = place.first; i != place.first + place.count; ++i)
    names += (names.empty() ? "" : ", ") + signature.operands[i].info->name.str();
  if (problem.what == Mismatch::Brackets)
    return {Rule::Kind, describeOperand(scope, id), "brackets: `[" + names + "]`"};
  return {Rule::Kind, "a list of " + std::to_string(unit[id].list().count) + " in brackets",
          "one of " + std::to_string(place.count) + ": `[" + names + "]`"};
}

/// Problems with the use of a register, or with its selected part.
OperandReport ProblemWords::registerProblem() const {
  switch (problem.what) {
  case Mismatch::Written:
    return {Rule::Kind, observed() + ", which cannot be written", wanted()};
  case Mismatch::Negation: {
    bool isNot = unit[id].op() == TokenKind::Not;
    return {Rule::Kind, isNot ? "negated by `!`" : "negated by `-`",
            isNot && !expected.info->written ? "`!` only before a predicate" : "no negation here"};
  }
  case Mismatch::Selector:
    return {Rule::Kind, "selected by " + component(),
            expected.info->selectors.empty() ? "a register alone"
                                             : describeSelectors(expected.info->selectors)};
  case Mismatch::Component:
    return describeComponent(scope, id);
  case Mismatch::ExpandedComponent:
    return {Rule::Kind, "component " + component() + " of a vector", "a register of its own"};
  case Mismatch::ExpandedVector:
    return {Rule::Kind, "a whole vector register", "its elements in braces"};
  default: // Index
    return {Rule::Kind, "an element whose index is " + describeOperand(scope, id),
            "an integer or an integer register as the index"};
  }
}

/// Problems of a variable or an address of the wrong kind.
OperandReport ProblemWords::objectProblem() const {
  std::string object = describeOperand(scope, id);
  switch (problem.what) {
  case Mismatch::NoArray:
    return {Rule::Kind, object + ", which is not an array", wanted()};
  case Mismatch::ObjectArray: {
    const Symbol &symbol = *scope.symbol(scope.binding(id));
    std::string type = "`." + info(*symbol.type).name.str() + "`";
    return {Rule::Kind, "an array of " + type, "one " + type + ", or a register with its address"};
  }
  case Mismatch::ObjectAccess:
    return {Rule::Kind, object, "memory that is not a texture, a sampler or a surface"};
  case Mismatch::ObjectAddress:
    return {Rule::Kind, object,
            "`.u64` as the type of the address of a texture, a sampler or a surface"};
  case Mismatch::Qualifier:
    return {Rule::Kind, object + " with `.unified`",
            "a variable that is declared `.attribute(.unified(...))`"};
  case Mismatch::VariableAddress:
    return {Rule::Kind, object + " as an address", "a register"};
  default: // FixedAddress
    return {Rule::Kind, object + " as an address", "one in `.local`, or a register or variable"};
  }
}

OperandReport ProblemWords::typeProblem() const {
  const OperandShape &shape = expected.shape;
  switch (problem.what) {
  case Mismatch::TypedRegister: {
    // The untyped register of this width, also instead of a floating-point one.
    unsigned width = info(*scope.symbol(scope.binding(id))->type).width;
    return type("`.b" + std::to_string(width) + "`");
  }
  case Mismatch::AddressWidth:
    return type("an address of " + std::to_string(shape.min) + " bits" +
                (shape.min < shape.max ? " or more" : ""));
  case Mismatch::WiderType:
    return type(describeRegisters(expected.registers, false, shape.type));
  case Mismatch::Object:
    return type(describeTypes(expected.objects()));
  case Mismatch::MixedTypes:
    return type("the type of the elements before it");
  case Mismatch::Type:
    return type(shape.elements ? describeElement(expected, shape.elements) : wanted());
  default: // AddressType, AddressSize
    return type("an integer register for an address");
  }
}

OperandReport ptx::describeProblem(const BodyScope &scope, const Signature &signature,
                                   const Signature::Place &place, ExprId operand,
                                   const OperandProblem &problem) {
  return ProblemWords(scope, signature, place, operand, problem).describe();
}
