// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Certificate/Code.h"
#include "ptx/Sema/Module/EntryDirectives.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using namespace ptx::certificate;
using llvm::StringRef;

namespace {

class CodeReader {
public:
  CodeReader(const Module &module, const SemaResult &sema, const Function &function)
      : module(module), unit(*module.bodyOf(function)), body(*sema.bodies[function.body]),
        sema(sema) {}

  Code run(uint64_t dynamicShared);

private:
  void place(uint64_t dynamicShared);
  void addInstruction(const Instruction &instruction, InstId id);
  void addElements(ExprId id, Operand &operand);
  Element elementOf(ExprId id);
  uint32_t registerOf(Binding binding);
  const Symbol *symbolOf(Binding binding) const { return body.scope.symbol(binding.symbol); }

  const Module &module;
  const SyntaxUnit &unit;
  const CheckedUnit &body;
  const SemaResult &sema;
  Code code;
  std::map<const Symbol *, uint64_t> places;
  std::map<std::pair<const Symbol *, uint32_t>, uint32_t> registers;
  std::map<uint32_t, uint32_t> labels; ///< by the place of the name: the next step
  std::vector<std::pair<uint32_t, uint32_t>> jumps;
};

/// A type such as `u32` or `f16x2`.
struct WordType {
  unsigned width;
  bool isSigned, isFloat;
};

} // namespace

static std::optional<WordType> typeOf(StringRef word) {
  if (word == "pred")
    return WordType{1, false, false};
  size_t letters = word.find_first_of("0123456789");
  StringRef kind = word.take_front(letters);
  bool isInteger = kind == "u" || kind == "s" || kind == "b";
  if (!isInteger && kind != "f" && kind != "bf" && kind != "tf")
    return std::nullopt;
  auto [number, lanes] = word.drop_front(kind.size()).split('x');
  unsigned width, count = 1;
  if (number.getAsInteger(10, width) || (!lanes.empty() && lanes.getAsInteger(10, count)))
    return std::nullopt;
  return WordType{width * count, kind == "s", !isInteger || !lanes.empty()};
}

/// Instructions whose results depend on their operands alone, and are not computed here.
static bool isOtherFunction(StringRef name) {
  static const llvm::StringSet<> names{
      "abs",  "addc",  "subc",     "madc",  "mad24",    "mul24", "sad",  "popc", "clz",  "bfind",
      "fns",  "brev",  "bfe",      "bfi",   "szext",    "bmsk",  "dp4a", "dp2a", "fma",  "rcp",
      "sqrt", "rsqrt", "sin",      "cos",   "lg2",      "ex2",   "tanh", "set",  "slct", "lop3",
      "cnot", "shf",   "prmt",     "testp", "copysign", "add",   "sub",  "mul",  "mad",  "div",
      "rem",  "min",   "max",      "neg",   "setp",     "cvt",   "and",  "or",   "xor",  "not",
      "shl",  "shr",   "isspacep", "mov",   "selp"};
  return names.contains(name);
}

/// Those that are computed, for integers.
static bool isComputed(const Step &step) {
  static const llvm::StringSet<> names{"mov", "add", "sub", "mul",  "mad",  "div", "rem",
                                       "min", "max", "neg", "and",  "or",   "xor", "not",
                                       "shl", "shr", "cvt", "cvta", "setp", "selp"};
  StringRef name = step.words.front();
  if (!names.contains(name) || step.has("sat") || step.has("relu") || step.has("cc") ||
      step.width > 64)
    return false;
  bool copies = name == "mov" || name == "selp";
  return !step.isFloat || copies;
}

static bool isShared(const Step &step) {
  return step.has("shared") || step.has("shared::cta") || step.has("shared::cluster");
}

static Does whatMbarrierDoes(const Step &step) {
  bool isWait = step.has("try_wait") || step.has("test_wait");
  bool arrives = step.has("arrive") || step.has("arrive_drop");
  bool isArrival = step.has("arrive") || step.has("expect_tx") || step.has("complete_tx");
  bool isRelaxed = step.has("relaxed");
  if (step.has("init"))
    return Does::InitializesMbarrier;
  if (step.has("inval"))
    return Does::InvalidatesMbarrier;
  if (isWait && step.has("parity") && !isRelaxed)
    return Does::Waits;
  if (isArrival && !step.has("noComplete") && (!isRelaxed || !arrives))
    return Does::Arrives;
  return Does::NotChecked;
}

static Does whatCopyDoes(const Step &step) {
  if (step.has("bulk")) {
    if (step.has("commit_group"))
      return Does::CommitsBulk;
    if (step.has("wait_group"))
      return Does::AwaitsBulk;
    bool isPlain = !step.has("reduce") && !step.has("multicast::cluster") && !step.has("im2col") &&
                   !step.has("cta_group::1") && !step.has("cta_group::2") && !step.has("cp_mask");
    bool isTensor = step.has("tensor");
    if (step.has("prefetch"))
      return Does::Nothing;
    if (!isPlain)
      return Does::NotChecked;
    if (step.has("mbarrier::complete_tx::bytes") && step.has("global"))
      return isTensor ? Does::LoadsTensor : Does::LoadsBulk;
    if (step.has("bulk_group") && step.has("shared::cta"))
      return isTensor ? Does::StoresTensor : Does::StoresBulk;
    return Does::NotChecked;
  }
  if (step.has("mbarrier"))
    return Does::NotChecked;
  if (step.has("commit_group"))
    return Does::CommitsCopies;
  if (step.has("wait_group") || step.has("wait_all"))
    return Does::AwaitsCopies;
  return isShared(step) ? Does::Copies : Does::NotChecked;
}

static Does whatAccessDoes(const Step &step) {
  bool isLoad = step.words.front() == "ld" || step.words.front() == "ldu";
  bool isStrong = step.has("volatile") || step.has("relaxed") || step.has("acquire") ||
                  step.has("release") || step.has("mmio");
  if (step.has("async") || step.has("bulk"))
    return Does::NotChecked;
  if (step.has("global") || step.has("const") || step.has("local"))
    return Does::AccessesGlobal;
  if (step.has("param") || step.has("param::entry"))
    return isLoad ? Does::LoadsParameter : Does::NotChecked;
  return isStrong ? Does::NotChecked : isLoad ? Does::Loads : Does::Stores;
}

static Does whatDoes(const Step &step) {
  StringRef name = step.words.front();
  if (name == "ld" || name == "ldu" || name == "st")
    return whatAccessDoes(step);
  if ((name == "atom" || name == "red") && step.has("global"))
    return Does::AccessesGlobal;
  if (name == "prefetch" || name == "prefetchu" || name == "nanosleep" || name == "membar" ||
      name == "pmevent")
    return Does::Nothing;
  if (name == "fence")
    return step.has("proxy")
               ? step.has("async") && !step.has("global") ? Does::FencesProxy : Does::Nothing
               : Does::Nothing;
  if (name == "mbarrier")
    return whatMbarrierDoes(step);
  if (name == "cp")
    return whatCopyDoes(step);
  if (name == "bar" || name == "barrier") {
    if (step.has("warp"))
      return Does::WarpBarrier;
    return step.has("cluster") || step.has("red") ? Does::NotChecked : Does::Barrier;
  }
  if (name == "bra")
    return Does::Branches;
  if (name == "ret" || name == "exit")
    return Does::Ends;
  if (name == "elect")
    return Does::Elects;
  if (name == "shfl")
    return step.has("sync") && step.has("idx") ? Does::Shuffles
           : step.has("sync")                  ? Does::OtherOfWarp
                                               : Does::NotChecked;
  if (name == "vote" || name == "match" || name == "redux")
    return step.has("sync") ? Does::OtherOfWarp : Does::NotChecked;
  if (isComputed(step))
    return Does::Computes;
  return isOtherFunction(name) ? Does::ComputesUnknown : Does::NotChecked;
}

void CodeReader::place(uint64_t dynamicShared) {
  uint64_t end = 1024;
  auto add = [&](const Symbol &symbol, uint64_t bytes) {
    end = llvm::alignTo(end, std::max(1u, symbol.alignment));
    places[&symbol] = end;
    if (bytes)
      code.shared.emplace_back(end, bytes);
    end += bytes;
  };
  auto forEachShared = [&](auto visit) {
    for (const SymbolTable *table :
         {static_cast<const SymbolTable *>(&sema.tables->symbols), &body.scope.symbols()})
      for (const Symbol &symbol : table->all())
        if (symbol.isMemory() && symbol.space == StateSpace::Shared)
          visit(symbol);
  };
  forEachShared([&](const Symbol &symbol) {
    if (symbol.bytes)
      add(symbol, symbol.bytes);
  });
  uint64_t begin = end = llvm::alignTo(end, 1024);
  forEachShared([&](const Symbol &symbol) {
    if (!symbol.bytes)
      add(symbol, 0);
  });
  if (dynamicShared)
    code.shared.emplace_back(begin, dynamicShared);
  uint64_t parameter = parameterWindow;
  for (const Symbol &symbol : body.scope.symbols().all())
    if (symbol.parameter == ParameterKind::Entry) {
      parameter = llvm::alignTo(parameter, std::max(16u, symbol.alignment));
      places[&symbol] = parameter;
      code.parameters[symbol.name.str()] = {parameter, symbol.bytes};
      parameter += std::max<uint64_t>(symbol.bytes, 16);
    }
}

uint32_t CodeReader::registerOf(Binding binding) {
  const Symbol *symbol = symbolOf(binding);
  auto [entry, isNew] =
      registers.try_emplace({symbol, binding.number}, static_cast<uint32_t>(code.widths.size()));
  if (isNew) {
    std::optional<WordType> type = symbol->type ? typeOf(info(*symbol->type).name) : std::nullopt;
    code.widths.push_back(type ? std::min(type->width, 64u) : 64);
  }
  return entry->second;
}

Element CodeReader::elementOf(ExprId id) {
  Element element;
  if (std::optional<Constant> constant = body.scope.constant(id)) {
    if (constant->isInteger()) {
      element.kind = Element::Kind::Constant;
      element.number = constant->bits;
    }
    return element;
  }
  const Expr &e = unit[id];
  switch (e.kind) {
  case ExprKind::Sink:
    element.kind = Element::Kind::Sink;
    return element;
  case ExprKind::Name:
  case ExprKind::Member: {
    Binding binding = body.scope.numberedBinding(id);
    if (binding.symbol.isSpecial()) {
      element.kind = Element::Kind::Special;
      element.special = binding.symbol.specialRegister();
      if (e.kind == ExprKind::Member)
        element.component = unit.text(e.component()).back();
      return element;
    }
    const Symbol *symbol = symbolOf(binding);
    if (!symbol || e.kind == ExprKind::Member)
      return element;
    if (symbol->isRegister()) {
      element.kind = Element::Kind::Register;
      element.index = registerOf(binding);
    } else if (symbol->kind == SymbolKind::Label) {
      element.kind = Element::Kind::Label;
      element.index = symbol->range.begin;
    } else if (auto found = places.find(symbol); found != places.end()) {
      element.kind = Element::Kind::Constant;
      element.number = found->second;
    }
    return element;
  }
  case ExprKind::Paren:
    return elementOf(e.child());
  case ExprKind::Unary:
    element = elementOf(e.child());
    if (unit.text(e.token) != "!" || element.kind != Element::Kind::Register)
      return {};
    element.isNegated = true;
    return element;
  case ExprKind::Offset: {
    element = elementOf(e.lhs());
    Element added = elementOf(e.rhs());
    if (added.kind != Element::Kind::Constant)
      return {};
    element.number += unit.text(e.token) == "-" ? 0 - added.number : added.number;
    return element;
  }
  default:
    return element;
  }
}

void CodeReader::addElements(ExprId id, Operand &operand) {
  const Expr &e = unit[id];
  if (e.kind == ExprKind::Vector || e.kind == ExprKind::Pair) {
    for (ExprId child : unit.children(e))
      addElements(child, operand);
    return;
  }
  operand.elements.push_back(elementOf(id));
}

void CodeReader::addInstruction(const Instruction &instruction, InstId id) {
  Step step;
  step.words.push_back(unit.wordTable().text(instruction.opcodeWord));
  for (WordId word : unit.modifiers(instruction))
    for (StringRef text = unit.wordTable().text(word).ltrim('.'); !text.empty();) {
      auto [first, rest] = text.split('.');
      step.words.push_back(first);
      text = rest;
    }
  step.line = module.source().lineColumn(unit.range(instruction.opcode).begin).line;
  if (instruction.guard != GuardKind::None) {
    step.guard = registerOf(body.scope.numberedGuard(id));
    step.isGuardNegated = instruction.guard == GuardKind::Negated;
  }
  bool hasType = false;
  for (StringRef word : step.words) {
    if (word == "v2" || word == "v4" || word == "v8")
      word.drop_front().getAsInteger(10, step.vector);
    std::optional<WordType> type = typeOf(word);
    if (!type)
      continue;
    // Of two types, the first is that of the result.
    step.fromWidth = hasType ? step.width : type->width;
    step.isFromSigned = hasType ? step.isSigned : type->isSigned;
    step.isFloat |= type->isFloat;
    step.width = type->width;
    step.isSigned = type->isSigned;
    hasType = true;
  }
  if (step.words.front() == "cvt" && hasType) {
    std::swap(step.width, step.fromWidth);
    std::swap(step.isSigned, step.isFromSigned);
  }
  for (ExprId operandId : unit.list(instruction.operands())) {
    Operand &operand = step.operands.emplace_back();
    ExprId inside = operandId;
    if (unit[inside].kind == ExprKind::Qualified)
      inside = unit[inside].child();
    operand.isAddress = unit[inside].kind == ExprKind::Address;
    if (operand.isAddress)
      for (ExprId part : unit.list(unit[inside].list()))
        addElements(part, operand);
    else
      addElements(inside, operand);
  }
  step.does = whatDoes(step);
  if (step.does == Does::Branches && step.operands.size() == 1 &&
      step.operands[0].elements.size() == 1)
    jumps.emplace_back(code.steps.size(), step.operands[0].elements[0].index);
  code.steps.push_back(std::move(step));
}

Code CodeReader::run(uint64_t dynamicShared) {
  place(dynamicShared);
  for (const Stmt &statement : unit.statements()) {
    if (statement.kind == StmtKind::Label)
      labels[unit.range(TokenId{statement.index}).begin] = static_cast<uint32_t>(code.steps.size());
    if (statement.kind == StmtKind::Instruction)
      addInstruction(unit[InstId{statement.index}], InstId{statement.index});
  }
  Step end;
  end.words.push_back("ret");
  end.does = Does::Ends;
  code.steps.push_back(std::move(end));
  for (auto [at, label] : jumps)
    if (auto found = labels.find(label); found != labels.end())
      code.steps[at].target = found->second;
  return std::move(code);
}

std::optional<Code> certificate::readCode(const Module &module, const SemaResult &sema,
                                          StringRef name, uint64_t dynamicShared) {
  for (const Function &function : module.top().functions())
    if (module.top().entryName(function) == name && module.bodyOf(function) &&
        function.body < sema.bodies.size() && sema.bodies[function.body]) {
      Code code = CodeReader(module, sema, function).run(dynamicShared);
      code.block = directiveNumbers(module.top(), function, TokenKind::ReqNTid);
      code.cluster = directiveNumbers(module.top(), function, TokenKind::ReqNCtaPerCluster);
      return code;
    }
  return std::nullopt;
}
