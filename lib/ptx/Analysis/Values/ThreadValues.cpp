// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/ThreadValues.h"

#include "ptx/Isa/Forms/IntegerFunctions.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;

static constexpr unsigned lanesOfWarp = 32;

static ThreadValue uniformValue() { return {.kind = ThreadValue::Uniform}; }
static ThreadValue sameNumber(uint64_t value) {
  return {.kind = ThreadValue::Known, .values = {value}};
}

ThreadValues::ThreadValues(const CheckedUnit &checked, Registers &registers,
                           ReachingDefinitions &reaching, const BlockShape &shape,
                           SymbolRef constantVariable)
    : checked(checked), unit(checked.scope.unit), registers(registers), reaching(reaching),
      block(shape), constantVariable(constantVariable) {
  for (uint32_t i = 0; i != unit.expressions().size(); ++i) {
    const Expr &e = unit[ExprId{i}];
    SymbolRef ref = e.kind == ExprKind::Member ? checked.scope.binding({i}) : SymbolRef();
    if (ref && ref.isSpecial() && ref.specialRegister() == SpecialRegister::tid)
      usesOtherDimensions |= unit.text(e.component()) != ".x";
  }
}

const ThreadValue &ThreadValues::keep(ThreadValue value) {
  others.push_back(std::make_unique<ThreadValue>(std::move(value)));
  return *others.back();
}

//===-- What instructions compute -----------------------------------------------------------===//

namespace {

/// The function that an instruction computes (on integers, or a copy, selection or comparison) with
/// its modifiers, looked up once for all threads.
class Computation {
public:
  Computation(const InstrView &view, const TypeInfo &type);

  /// The result; none if the instruction is not modelled, or the result is not defined.
  std::optional<uint64_t> operator()(uint64_t a, uint64_t b, uint64_t c) const;

private:
  IntegerFunction function;
  CompareOp comparison = CompareOp::Other;
  Modifier combine = Modifier::none; ///< combines the result of a comparison with the third operand
};

} // namespace

Computation::Computation(const InstrView &view, const TypeInfo &type)
    : function{view, type.kind == TypeKind::Predicate ? 1u : type.width,
               type.kind == TypeKind::Signed} {
  if (view.form->action == Action::Compare) {
    comparison = comparisonOf(view);
    for (Modifier word : {Modifier::and_, Modifier::or_, Modifier::xor_})
      if (view.has(word))
        combine = word;
  } else if (view.has(Modifier::wide)) {
    function.part = ResultPart::Wide;
  } else if (view.has(Modifier::hi)) {
    function.part = ResultPart::High;
  }
}

std::optional<uint64_t> Computation::operator()(uint64_t a, uint64_t b, uint64_t c) const {
  switch (function.view.form->action) {
  case Action::Move:
  case Action::ConvertAddress:
    return a;
  case Action::Convert:
    return function.isSigned && function.width < 64
               ? static_cast<uint64_t>(llvm::SignExtend64(a, function.width))
               : truncateInteger(a, function.width);
  case Action::Select:
    return c & 1 ? a : b;
  case Action::Compare:
    break;
  default:
    return function({a, b, c});
  }
  if (comparison == CompareOp::Other)
    return std::nullopt;
  uint64_t result = compareIntegers(comparison, a, b, function.width, function.isSigned);
  switch (combine) {
  case Modifier::and_:
    return result & c;
  case Modifier::or_:
    return result | (c & 1);
  case Modifier::xor_:
    return result ^ (c & 1);
  default:
    return result;
  }
}

/// The variable from which the result of a sum, a difference or a copy is an offset; none if the
/// result is a number. False if the result is neither.
static bool baseOfResult(Action action, llvm::ArrayRef<const ThreadValue *> values,
                         SymbolRef &base) {
  unsigned bases = 0, place = 0;
  for (auto [i, value] : llvm::enumerate(values))
    if (value->base)
      base = value->base, place = static_cast<unsigned>(i), ++bases;
  if (bases == 0)
    return true;
  if (bases != 1)
    return false;
  bool isSum = action == Action::Add || action == Action::Move ||
               action == Action::ConvertAddress || action == Action::Convert;
  return isSum || (action == Action::Subtract && place == 0) ||
         (action == Action::MultiplyAdd && place == 2);
}

/// The value of lane `lane` of its warp in each thread.
static ThreadValue broadcast(const ThreadValue &value, unsigned lane) {
  ThreadValue result = value;
  if (value.values.size() != 1)
    for (unsigned thread = 0; thread != value.values.size(); ++thread) {
      unsigned from = thread / lanesOfWarp * lanesOfWarp + lane;
      result.values[thread] = value.values[from < value.values.size() ? from : thread];
    }
  return result;
}

ThreadValue ThreadValues::special(SpecialRegister reg, llvm::StringRef component) const {
  unsigned axis = component == ".y" ? 1 : component == ".z" ? 2 : 0;
  auto perThread = [&](llvm::function_ref<uint64_t(unsigned)> of) {
    ThreadValue value{.kind = ThreadValue::Known};
    value.values.reserve(block.threads());
    for (unsigned thread = 0; thread != block.threads(); ++thread)
      value.values.push_back(of(thread));
    return value;
  };
  auto position = [&](unsigned thread) -> uint64_t {
    for (unsigned i = 0; i != axis; ++i)
      thread /= block.extents[i];
    return thread % block.extents[axis];
  };
  bool isFlat = block.isKnown || (axis == 0 && !usesOtherDimensions);
  switch (reg) {
  case SpecialRegister::tid:
    return isFlat ? perThread(position) : ThreadValue();
  case SpecialRegister::ntid:
    return block.isKnown ? sameNumber(block.extents[axis]) : uniformValue();
  case SpecialRegister::laneid:
    return perThread([](unsigned thread) { return thread % lanesOfWarp; });
  case SpecialRegister::warpid:
    return perThread([](unsigned thread) { return thread / lanesOfWarp; });
  default:
    return info(reg).changes || info(reg).variesByLane ? ThreadValue() : uniformValue();
  }
}

/// What `elect.sync` yields: the predicate is true for the first lane of each warp.
static ThreadValue electedLanes(unsigned threads) {
  ThreadValue value{.kind = ThreadValue::Known};
  for (unsigned thread = 0; thread != threads; ++thread)
    value.values.push_back(thread % lanesOfWarp == 0);
  return value;
}

/// The variable or parameter whose address all threads have; null if there is none.
static const Symbol *commonVariable(const BodyScope &scope, const ThreadValue &address) {
  bool isOne = address.kind == ThreadValue::Known && !address.loaded && address.base &&
               address.isSame() && address.at(0) == 0;
  return isOne ? scope.symbol(address.base) : nullptr;
}

/// The base address that a load of a parameter, or of the constant variable, yields; none for other
/// loads.
std::optional<ThreadValue> ThreadValues::loadedBase(InstId load, llvm::ArrayRef<ExprId> operands) {
  if (operands.size() != 2 || unit[operands[0]].kind != ExprKind::Name)
    return std::nullopt;
  const ThreadValue &address = operand(load, operands[1]);
  const Symbol *symbol = commonVariable(checked.scope, address);
  bool isConstant = symbol && (symbol->parameter == ParameterKind::Entry ||
                               (constantVariable && address.base == constantVariable));
  if (!isConstant)
    return std::nullopt;
  return ThreadValue{
      .kind = ThreadValue::Known, .base = address.base, .loaded = true, .values = {0}};
}

ThreadValue ThreadValues::define(const ValueSource &from) {
  const Signature *signature = checked.signatures[from.inst.index];
  if (!signature)
    return {};
  const InstrView &view = signature->view;
  AsyncOp op = asyncOp(view);
  // Threads that wait for a phase continue when it is complete, in any order.
  if (op == AsyncOp::MbarrierWait)
    return uniformValue();
  if (view.form->action == Action::ElectInWarp) {
    bool isPredicate = registers.declaration(from.reg).type == TypeId::pred;
    return isPredicate ? electedLanes(block.threads()) : sameNumber(0);
  }
  llvm::ArrayRef<ExprId> operands = unit.list(unit[from.inst].operands());
  if (operands.size() < 2 || view.form->has(Trait::Calls) || op == AsyncOp::TensorLoad)
    return {};
  if (view.form->has(Trait::Loads))
    if (std::optional<ThreadValue> base = loadedBase(from.inst, operands))
      return std::move(*base);
  if (view.form->has(Trait::AccessesAtomically))
    return {};
  return defineByOperands(from, *signature, operands);
}

namespace {

/// The values of the source operands of an instruction, at most four.
struct SourceValues {
  std::array<const ThreadValue *, 4> values;
  size_t count;
  bool areSame; ///< in all threads, for all operands

  llvm::ArrayRef<const ThreadValue *> first(size_t n) const {
    return llvm::ArrayRef(values).take_front(n);
  }
  bool areKnown(size_t n) const {
    return llvm::all_of(first(n),
                        [](const ThreadValue *v) { return v->kind == ThreadValue::Known; });
  }
};

} // namespace

/// The result of `shfl.sync.idx` if all lanes read the same one.
static std::optional<ThreadValue> shuffled(const SourceValues &from) {
  bool isLane = from.areKnown(2) && from.values[1]->isSame() && from.values[1]->at(0) < lanesOfWarp;
  if (!isLane)
    return std::nullopt;
  return broadcast(*from.values[0], static_cast<unsigned>(from.values[1]->at(0)));
}

/// The results of `compute` in `threads` threads, truncated to `width` bits; none if one of them is
/// unknown.
static std::optional<ThreadValue> resultsOf(const Computation &compute, Action action,
                                            const SourceValues &from, unsigned threads,
                                            unsigned width) {
  ThreadValue result{.kind = ThreadValue::Known};
  if (!baseOfResult(action, from.first(from.count), result.base))
    return std::nullopt;
  for (const ThreadValue *value : from.first(from.count))
    result.loaded |= value->loaded;
  if (from.areSame)
    threads = 1;
  result.values.reserve(threads);
  for (unsigned thread = 0; thread != threads; ++thread) {
    auto at = [&](size_t i) { return i < from.count ? from.values[i]->at(thread) : 0; };
    std::optional<uint64_t> value = compute(at(0), at(1), at(2));
    if (!value)
      return std::nullopt;
    result.values.push_back(truncateInteger(*value, width));
  }
  return result;
}

/// The result of an instruction that depends only on its source operands.
ThreadValue ThreadValues::defineByOperands(const ValueSource &source, const Signature &signature,
                                           llvm::ArrayRef<ExprId> operands) {
  SourceValues from{{&unknown, &unknown, &unknown, &unknown}, 0, true};
  from.count = std::min<size_t>(operands.size() - 1, from.values.size());
  from.areSame = operands.size() <= from.values.size() + 1;
  for (size_t i = 0; i != from.count; ++i) {
    from.values[i] = &operand(source.inst, operands[i + 1]);
    from.areSame &= from.values[i]->isSame();
  }
  ThreadValue otherwise = from.areSame ? uniformValue() : ThreadValue();
  const InstrView &view = signature.view;
  if (view.form->action == Action::ShuffleInWarp && view.has(Modifier::idx) && from.count >= 3)
    return shuffled(from).value_or(otherwise);
  bool isPlain = unit[operands[0]].kind == ExprKind::Name;
  if ((!isPlain && view.form->action != Action::ShuffleInWarp) || signature.places.size() < 2)
    return otherwise;
  const ExpectedOperand &first = signature.operands[signature.places[1].first];
  if (from.count > 3 || !from.areKnown(from.count) || !first.shape.type)
    return otherwise;
  const TypeInfo &type = info(*first.shape.type);
  if (type.kind == TypeKind::Float || type.lanes != 1)
    return otherwise;
  const Symbol &declared = registers.declaration(source.reg);
  unsigned width = declared.type && *declared.type != TypeId::pred ? info(*declared.type).width : 1;
  return resultsOf(Computation(view, type), view.form->action, from, block.threads(), width)
      .value_or(otherwise);
}

//===-- Where values come from --------------------------------------------------------------===//

const ThreadValue &ThreadValues::source(SourceId id) {
  constexpr unsigned deepest = 64;
  if (bySource.size() <= id)
    bySource.resize(reaching.size());
  if (bySource[id])
    return *bySource[id];
  const ValueSource from = reaching[id];
  if (from.kind == ValueSource::Unknown)
    return unknown;
  if (llvm::is_contained(open, id)) {
    readsOpen = true;
    return counted;
  }
  ThreadValue value;
  if (depth < deepest) {
    ++depth;
    if (from.kind == ValueSource::Definition)
      value = define(from);
    else if (from.kind == ValueSource::Join)
      value = join(id);
    --depth;
  }
  if (bySource.size() <= id)
    bySource.resize(reaching.size());
  bySource[id] = std::make_unique<ThreadValue>(std::move(value));
  computed.push_back(id);
  return *bySource[id];
}

/// A value that is uniform at the start of a loop, and that each iteration computes from itself, is
/// uniform in each iteration. A value from several paths can differ by path.
ThreadValue ThreadValues::join(SourceId id) {
  constexpr size_t most = 4;
  llvm::SmallVector<SourceId, 4> alternatives;
  reaching.appendAlternatives(id, alternatives);
  llvm::sort(alternatives);
  alternatives.erase(llvm::unique(alternatives), alternatives.end());
  llvm::erase(alternatives, id);
  // the same on all paths
  if (alternatives.size() == 1)
    return source(alternatives.front());
  size_t begin = computed.size();
  bool readsAny = readsOpen;
  unsigned first = 0;
  bool isCounted = alternatives.size() <= most && open.size() < most;
  open.push_back(id);
  for (SourceId one : alternatives) {
    if (!isCounted)
      break;
    readsOpen = false;
    isCounted = reaching[one].kind != ValueSource::Undefined && source(one).isSame();
    first += !readsOpen;
    readsAny |= readsOpen;
    isCounted &= first <= 1;
  }
  open.pop_back();
  // Values that were computed from a wrong assumption are recomputed.
  if (!isCounted)
    for (; computed.size() != begin; computed.pop_back())
      bySource[computed.back()].reset();
  readsOpen = readsAny && !open.empty();
  return isCounted ? uniformValue() : ThreadValue();
}

const ThreadValue &ThreadValues::ofRegister(InstId inst, uint32_t reg) {
  return registers.declaration(reg).vectorLength > 1 ? unknown : source(reaching.before(inst, reg));
}

const ThreadValue &ThreadValues::operand(InstId inst, ExprId id) {
  const Expr &e = unit[id];
  if (e.kind == ExprKind::Address || e.kind == ExprKind::Qualified) {
    ExprId inside = e.kind == ExprKind::Qualified ? e.child() : id;
    if (unit[inside].kind == ExprKind::Address && unit[inside].list().count != 0)
      return operand(inst, unit.list(unit[inside].list()).front());
    return unknown;
  }
  if (e.kind == ExprKind::Member) {
    SymbolRef ref = checked.scope.binding(id);
    return ref.isSpecial() ? keep(special(ref.specialRegister(), unit.text(e.component())))
                           : unknown;
  }
  if (e.kind == ExprKind::Offset) {
    ThreadValue value = operand(inst, e.lhs());
    std::optional<Constant> by = checked.scope.constant(e.rhs());
    if (value.kind == ThreadValue::Known && by && by->isInteger())
      for (uint64_t &number : value.values)
        number += static_cast<uint64_t>(by->asSigned());
    else if (value.kind == ThreadValue::Known)
      value = {};
    return keep(std::move(value));
  }
  if (e.kind == ExprKind::Name) {
    SymbolRef ref = checked.scope.binding(id);
    if (ref && ref.isSpecial())
      return keep(special(ref.specialRegister(), ""));
    if (uint32_t reg = registers.find(id); reg != Registers::none)
      return ofRegister(inst, reg);
    if (const Symbol *symbol = checked.scope.symbol(ref); symbol && symbol->isMemory())
      return keep({.kind = ThreadValue::Known, .base = ref, .values = {0}});
    return unknown;
  }
  std::optional<Constant> constant = checked.scope.constant(id);
  return constant && constant->isInteger()
             ? keep(sameNumber(static_cast<uint64_t>(constant->asSigned())))
             : unknown;
}

const ThreadValue &ThreadValues::guard(InstId inst) {
  uint32_t reg = registers.ofGuard(inst);
  return reg == Registers::none ? unknown : ofRegister(inst, reg);
}

llvm::BitVector ThreadValues::runBy(InstId inst) {
  llvm::BitVector result(block.threads(), true);
  if (unit[inst].guard == GuardKind::None)
    return result;
  const ThreadValue &value = guard(inst);
  if (value.isNumber())
    for (unsigned thread = 0; thread != block.threads(); ++thread)
      if ((value.at(thread) & 1) == (unit[inst].guard != GuardKind::Plain))
        result.reset(thread);
  return result;
}

bool ThreadValues::knowsGuard(InstId inst) {
  return unit[inst].guard == GuardKind::None || guard(inst).kind != ThreadValue::Unknown;
}
