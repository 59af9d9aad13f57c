// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Instructions/FormChoice.h"
#include "ptx/Sema/Instructions/InstructionText.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using namespace ptx;
using Change = FormChoice::Change;

/// The cost of each kind of mistake.
namespace cost {
static constexpr unsigned operand = 3;
/// An operand of another kind: a register instead of an address.
static constexpr unsigned otherKind = 4;
/// A missing, extra or misplaced operand, or the wrong type for several.
static constexpr unsigned change = 5;
/// A vector instead of one register or the reverse, or a wrong number of elements in brackets.
static constexpr unsigned otherShape = 6;
/// A rule about combinations of operands.
static constexpr unsigned rule = 4;
static constexpr unsigned count = 100;
/// A form that is not in the manual, if operands must change to match it.
static constexpr unsigned undocumented = 2;
} // namespace cost

/// The maximum number of missing operands at the end that are reported by name.
static constexpr unsigned maxMissing = 3;

static unsigned costOf(const BodyScope &scope, const OperandProblem &problem) {
  // An error in one element of a vector is narrower than a misplaced vector.
  if (problem.vector)
    return cost::operand;
  ExprKind kind = scope.unit[problem.blamed].kind;
  switch (problem.what) {
  case Mismatch::Kind:
  case Mismatch::Brackets:
    if (kind == ExprKind::Name && problem.expected->info->kinds & OperandKind::address)
      return cost::operand; // which has no brackets
    // An address in brackets is hardly intended as a 32-bit number; it may be intended as a
    // descriptor.
    return kind == ExprKind::Arguments || problem.expected->info->kinds == OperandKind::function ||
                   (kind == ExprKind::Address &&
                    problem.expected->info->kinds & OperandKind::immediate &&
                    problem.expected->registers & typeBit(TypeId::b32))
               ? cost::otherShape
               : cost::otherKind;
  case Mismatch::BracketCount:
    return cost::otherShape;
  case Mismatch::VectorSize: {
    const OperandShape &shape = problem.expected->shape;
    bool isOther = kind == ExprKind::Vector ? shape.takes(0) && !shape.lengths : !shape.takes(0);
    // A register may be intended as a vector, but not a predicate.
    const Symbol *symbol = scope.symbol(scope.binding(problem.blamed));
    bool canBeVector = kind == ExprKind::Name && !(symbol && symbol->type == TypeId::pred);
    return isOther && !canBeVector ? cost::otherShape : cost::operand;
  }
  default:
    return cost::operand;
  }
}

static unsigned costOfChange(const FormChoice &choice) {
  switch (choice.change) {
  case Change::None:
    return 0;
  case Change::Operands: {
    unsigned sum = choice.signature->brokenRule ? cost::rule : 0;
    for (const FormChoice::Problem &problem : choice.problems)
      sum += problem.cost;
    // A deprecated or undocumented form whose operands do not match either.
    return sum + (choice.signature->brokenRule && !choice.problems.empty() ? cost::count / 2 : 0);
  }
  case Change::Add:
    return cost::change + choice.count - 1;
  case Change::Type:
  case Change::Remove:
  case Change::Move:
  case Change::Brace:
  case Change::Bracket:
    return cost::change;
  case Change::Count:
    return cost::count;
  }
  return cost::count;
}

static unsigned costOf(const FormChoice &choice) {
  bool isUndocumented = choice.change != Change::None && choice.change != Change::Operands &&
                        choice.signature && choice.signature->view.form->undocumented;
  return costOfChange(choice) + (isUndocumented ? cost::undocumented : 0);
}

/// The only function that ranks possible changes; lower ranks are better. For equal costs, a change
/// with a later first problem is better, then a form of the manual, then the narrowest first
/// problem.
static auto rankOf(const FormChoice &choice) {
  unsigned first = 0;
  unsigned narrowness = 0;
  if (choice.change == Change::Operands && !choice.problems.empty()) {
    first = choice.problems.front().operand + 1;
    OperandProblem what = choice.problems.front().what;
    narrowness = static_cast<unsigned>(what.what) + (what.vector ? 100 : 0);
  }
  bool isUndocumented = choice.signature && choice.signature->view.form->undocumented;
  return std::tuple(costOf(choice), choice.change, -static_cast<int>(first), isUndocumented,
                    -static_cast<int>(narrowness));
}

void ptx::moveOperand(llvm::SmallVectorImpl<ExprId> &operands, unsigned from, unsigned to) {
  auto *begin = operands.begin();
  if (from < to)
    std::rotate(begin + from, begin + from + 1, begin + to + 1);
  else
    std::rotate(begin + to, begin + from, begin + from + 1);
}

namespace {

/// The syntactic category of an operand, independent of its type.
enum class OperandSort : uint8_t { Register, Predicate, Special, Name, Address, Vector, Other };

} // namespace

static OperandSort sortOf(const BodyScope &scope, ExprId id) {
  const Expr &e = scope.unit[id];
  switch (e.kind) {
  case ExprKind::Name:
  case ExprKind::Member: {
    SymbolRef ref = scope.binding(id);
    const Symbol *symbol = scope.symbol(ref);
    if (ref.isSpecial())
      return OperandSort::Special;
    if (!symbol || !symbol->isRegister())
      return OperandSort::Name;
    return symbol->type == TypeId::pred ? OperandSort::Predicate : OperandSort::Register;
  }
  case ExprKind::Unary:
    return sortOf(scope, e.child());
  case ExprKind::Address:
    return OperandSort::Address;
  case ExprKind::Vector:
    return OperandSort::Vector;
  default:
    return OperandSort::Other;
  }
}

/// Whether the operand at `from` has another category than the operands that it passes on its way
/// to `to`.
static bool passesOthers(const BodyScope &scope, llvm::ArrayRef<ExprId> operands, unsigned from,
                         unsigned to) {
  auto [first, last] = std::minmax(from, to);
  OperandSort moved = sortOf(scope, operands[from]);
  for (unsigned i = first; i <= last; ++i)
    if (i != from && sortOf(scope, operands[i]) == moved)
      return false;
  return true;
}

namespace {

/// Tries all changes that may make one instruction match.
class Chooser {
public:
  Chooser(const BodyScope &scope, const Instruction &inst, Mnemonic &mnemonic)
      : scope(scope), unit(scope.unit), inst(inst), mnemonic(mnemonic), matcher(scope),
        operands(unit.list(inst.operands())), qualified(llvm::any_of(operands, [&](ExprId id) {
          return unit[id].kind == ExprKind::Qualified;
        })) {}

  FormChoice run() {
    for (const Signature &signature : signatures(operands.size()))
      considerOperands(signature);
    if (nearest.change == Change::None || costOf(nearest) < cost::change)
      return std::move(nearest);
    for (const Signature &signature : signatures(operands.size()))
      if (!signature.brokenRule)
        considerOrder(signature);
    for (const Signature &signature : signatures(operands.size() + 1))
      if (!signature.brokenRule)
        considerMissing(signature);
    if (!operands.empty())
      for (const Signature &signature : signatures(operands.size() - 1))
        if (!signature.brokenRule)
          considerExtra(signature);
    for (unsigned more = 2; more <= maxMissing; ++more)
      for (const Signature &signature : signatures(operands.size() + more))
        if (!signature.brokenRule)
          considerTail(signature);
    for (size_t count = 1; count < operands.size(); ++count)
      for (const Signature &signature : signatures(count))
        if (!signature.brokenRule)
          considerBraces(signature);
    if (operands.size() > 1)
      for (const Signature &signature : signatures(operands.size() - 1))
        if (!signature.brokenRule)
          considerBrackets(signature);
    considerTypes();
    return std::move(nearest);
  }

  /// The result of `operandMisfit`.
  unsigned misfit() {
    unsigned least = 2;
    for (const Signature &signature : signatures(operands.size()))
      if (!signature.brokenRule)
        least = std::min(least, fits(operands, signature) ? 0u : 1u);
    return least;
  }

private:
  llvm::ArrayRef<Signature> signatures(size_t count) {
    return mnemonic.signatures(static_cast<unsigned>(count), qualified).all;
  }

  void consider(FormChoice choice) {
    if (!nearest.signature || rankOf(choice) < rankOf(nearest))
      nearest = std::move(choice);
  }

  bool fits(llvm::ArrayRef<ExprId> list, const Signature &signature) const {
    return llvm::all_of(llvm::zip(list, signature.places), [&](const auto &pair) {
      auto [id, place] = pair;
      return matcher.match(id, signature, place).what == Mismatch::None;
    });
  }

  void considerOperands(const Signature &signature) {
    FormChoice choice;
    choice.signature = &signature;
    for (auto [i, id] : llvm::enumerate(operands))
      if (OperandProblem problem = matcher.match(id, signature, signature.places[i]);
          problem.what != Mismatch::None)
        choice.problems.push_back({static_cast<unsigned>(i), problem, costOf(scope, problem)});
    choice.change =
        choice.problems.empty() && !signature.brokenRule ? Change::None : Change::Operands;
    consider(std::move(choice));
  }

  /// An operand that must move later or earlier; for two swapped adjacent operands, either one.
  void considerOrder(const Signature &signature) {
    llvm::SmallVector<unsigned, 4> wrong;
    for (auto [i, id] : llvm::enumerate(operands))
      if (matcher.match(id, signature, signature.places[i]).what != Mismatch::None)
        wrong.push_back(i);
    if (wrong.size() < 2)
      return;
    unsigned first = wrong.front(), last = wrong.back();
    auto fitsMoved = [&](unsigned from, unsigned to) {
      llvm::SmallVector<ExprId, 8> list(operands);
      moveOperand(list, from, to);
      return fits(list, signature);
    };
    llvm::SmallVector<ExprId, 8> exchanged(operands);
    std::swap(exchanged[first], exchanged[last]);
    // Moving one of two adjacent operands is already a swap.
    bool canExchange = last - first > 1 && fits(exchanged, signature);
    for (auto [from, to] : {std::pair(first, last), std::pair(last, first)}) {
      if (!fitsMoved(from, to))
        continue;
      bool isOther = passesOthers(scope, operands, from, to);
      // The destination is hardly ever written after a source. Of two registers, it rather has the
      // wrong width.
      if (!isOther && signature.operands[signature.places[first].first].info->written)
        return;
      FormChoice choice;
      choice.change = Change::Move;
      choice.signature = &signature;
      choice.operand = from;
      choice.place = to;
      choice.passesOthers = isOther;
      choice.ambiguous = canExchange || (from == first && last - first > 1 && fitsMoved(to, from));
      return consider(std::move(choice));
    }
  }

  void considerMissing(const Signature &signature) {
    for (size_t absent = signature.places.size(); absent-- != 0;) {
      bool fit = true;
      for (size_t i = 0; i != operands.size() && fit; ++i)
        fit = matcher.match(operands[i], signature, signature.places[i + (i >= absent)]).what ==
              Mismatch::None;
      if (!fit)
        continue;
      FormChoice choice;
      choice.change = Change::Add;
      choice.signature = &signature;
      choice.operand = static_cast<unsigned>(absent);
      return consider(std::move(choice));
    }
  }

  /// Several missing operands at the end.
  void considerTail(const Signature &signature) {
    if (!fits(operands, signature))
      return;
    FormChoice choice;
    choice.change = Change::Add;
    choice.signature = &signature;
    choice.operand = static_cast<unsigned>(operands.size());
    choice.count = static_cast<unsigned>(signature.places.size() - operands.size());
    consider(std::move(choice));
  }

  void considerExtra(const Signature &signature) {
    for (size_t extra = operands.size(); extra-- != 0;) {
      bool fit = true;
      for (size_t i = 0; i != signature.places.size() && fit; ++i)
        fit = matcher.match(operands[i + (i >= extra)], signature, signature.places[i]).what ==
              Mismatch::None;
      if (!fit)
        continue;
      FormChoice choice;
      choice.change = Change::Remove;
      choice.signature = &signature;
      choice.operand = static_cast<unsigned>(extra);
      return consider(std::move(choice));
    }
  }

  /// Whether operand `i` and the following ones are the `count` elements of a vector.
  bool areElements(size_t i, unsigned count, const ExpectedOperand &expected) const {
    if (count < 2 || i + count > operands.size())
      return false;
    return llvm::all_of(operands.slice(i, count), [&](ExprId id) {
      const Symbol *symbol = scope.symbol(scope.binding(id));
      return unit[id].kind == ExprKind::Name && symbol && symbol->isRegister() && symbol->type &&
             (expected.registersOf(count) & typeBit(*symbol->type));
    });
  }

  /// Elements of vectors written without braces.
  void considerBraces(const Signature &signature) {
    FormChoice choice;
    choice.change = Change::Brace;
    choice.signature = &signature;
    size_t i = 0;
    for (const Signature::Place &place : signature.places) {
      const ExpectedOperand &expected = signature.operands[place.first];
      unsigned count = expected.shape.elements;
      // If several lengths are possible, use the actual one.
      if (size_t surplus = operands.size() - signature.places.size();
          surplus < 31 && expected.shape.lengths >> (surplus + 1) & 1)
        count = static_cast<unsigned>(surplus) + 1;
      if (i < operands.size() &&
          matcher.match(operands[i], signature, place).what == Mismatch::None) {
        ++i;
      } else if (!place.bracketed && areElements(i, count, expected)) {
        choice.groups.push_back({static_cast<unsigned>(i), count});
        i += count;
      } else {
        return;
      }
    }
    if (i == operands.size() && !choice.groups.empty())
      consider(std::move(choice));
  }

  /// Whether an operand is an address, or a register or variable that lacks the brackets of an
  /// address.
  bool isAddress(ExprId id) const {
    return unit[id].kind == ExprKind::Address || unit[id].kind == ExprKind::Name;
  }

  /// A vector after the brackets, or after the address without brackets, in which it should be.
  void considerBrackets(const Signature &signature) {
    for (size_t vector = 1; vector != operands.size(); ++vector) {
      const Signature::Place &whole = signature.places[vector - 1];
      if (!whole.bracketed || whole.count != 2 || !isAddress(operands[vector - 1]) ||
          unit[operands[vector]].kind != ExprKind::Vector ||
          !signature.operands[whole.first + 1].shape.takes(unit[operands[vector]].list().count))
        continue;
      bool fit = true;
      for (size_t i = 0; i != signature.places.size() && fit; ++i)
        fit = i == vector - 1 ||
              matcher.match(operands[i + (i >= vector)], signature, signature.places[i]).what ==
                  Mismatch::None;
      if (!fit)
        continue;
      FormChoice choice;
      choice.change = Change::Bracket;
      choice.signature = &signature;
      choice.operand = static_cast<unsigned>(vector);
      return consider(std::move(choice));
    }
  }

  /// The types that registers of type `observed` suggest instead of `written`: the same kind with
  /// their width, and their own type.
  static llvm::SmallVector<Modifier, 2> typesFor(TypeId observed, Modifier written) {
    llvm::SmallVector<Modifier, 2> words;
    const TypeInfo &of = info(observed), &as = info(info(written).type);
    bool isInteger = of.kind <= TypeKind::Signed && as.kind <= TypeKind::Signed && as.lanes == 1;
    if (isInteger)
      for (const TypeInfo &type : allTypes())
        if (type.kind == as.kind && type.width == of.width && type.lanes == 1)
          words.push_back(findModifier(type.name));
    words.push_back(findModifier(of.name));
    llvm::erase_if(words, [&](Modifier word) { return word == Modifier::none || word == written; });
    return words;
  }

  /// Another type modifier with which all operands match, if several do not match the written one.
  void considerTypes() {
    if (nearest.change != Change::Operands || nearest.problems.size() < 2 ||
        nearest.signature->brokenRule)
      return;
    llvm::SmallVector<TypeId, 2> observed;
    for (const FormChoice::Problem &problem : nearest.problems) {
      const Symbol *symbol = scope.symbol(scope.binding(problem.what.blamed));
      if (problem.what.what != Mismatch::Type || !symbol || !symbol->type)
        return;
      if (!llvm::is_contained(observed, *symbol->type))
        observed.push_back(*symbol->type);
    }
    const InstrView &view = nearest.signature->view;
    for (auto [place, slot] : llvm::enumerate(view.form->slots())) {
      Modifier written = view.modifiers[place];
      std::optional<unsigned> word = writtenModifier(unit, inst, view, place);
      if (!slot.type || !word)
        continue;
      llvm::SmallVector<Modifier, 4> types;
      for (TypeId type : observed)
        llvm::append_range(types, typesFor(type, written));
      for (Modifier type : types) {
        InstrView changed = view;
        changed.modifiers[place] = type;
        llvm::SmallVector<Modifier, 10> words;
        llvm::copy_if(changed.modifiers, std::back_inserter(words),
                      [](Modifier w) { return w != Modifier::none; });
        Mnemonic other = mnemonic.with(words);
        if (operandMisfit(scope, inst, other) != 0)
          continue;
        FormChoice choice = nearest;
        choice.change = Change::Type;
        choice.word = *word;
        choice.replacement = type;
        choice.mnemonic = manualMnemonic(changed);
        return consider(std::move(choice));
      }
    }
  }

  const BodyScope &scope;
  const SyntaxUnit &unit;
  const Instruction &inst;
  Mnemonic &mnemonic;
  OperandMatcher matcher;
  llvm::ArrayRef<ExprId> operands;
  bool qualified;
  FormChoice nearest;
};

} // namespace

FormChoice ptx::chooseForm(const BodyScope &scope, const Instruction &inst, Mnemonic &mnemonic) {
  return Chooser(scope, inst, mnemonic).run();
}

unsigned ptx::operandMisfit(const BodyScope &scope, const Instruction &inst, Mnemonic &mnemonic) {
  return Chooser(scope, inst, mnemonic).misfit();
}
