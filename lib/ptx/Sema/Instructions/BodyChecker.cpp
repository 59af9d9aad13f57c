// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Instructions/BodyChecker.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/ControlFlowRules.h"
#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Diagnostics/FunctionRules.h"
#include "ptx/Diagnostics/GateRules.h"
#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Vocabulary/ForeignWords.h"
#include "ptx/Sema/Declarations/Declarations.h"
#include "ptx/Sema/Declarations/Initializers.h"
#include "ptx/Sema/Declarations/ParameterUses.h"
#include "ptx/Sema/Instructions/Calls.h"
#include "ptx/Sema/Instructions/FormChoice.h"
#include "ptx/Sema/Instructions/InstructionText.h"
#include "ptx/Sema/Instructions/MissingModifiers.h"
#include "ptx/Sema/Instructions/MnemonicErrors.h"
#include "ptx/Sema/Instructions/Suggestions.h"
#include "ptx/Sema/Module/FunctionHeaders.h"
#include "ptx/Sema/Names/SymbolWords.h"
#include "ptx/Sema/Operands/OperandErrors.h"
#include "ptx/Sema/Operands/OperandListErrors.h"
#include "ptx/Sema/Operands/OperandProblems.h"
#include "ptx/Sema/Operands/Predicates.h"
#include "ptx/Sema/Operands/PtxasOperandRules.h"
#include "ptx/Syntax/Errors/JoinedGuard.h"
#include "ptx/Syntax/Lex/GrammarWords.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

BodyChecker::BodyChecker(const ModuleContext &context, CheckedUnit &result,
                         MnemonicTable &mnemonics, Findings &findings)
    : context(context), unit(result.scope.unit), scope(result.scope), matcher(scope),
      mnemonics(mnemonics), gates(findings.gates), diagnostics(findings.diagnostics),
      selected(result.signatures), unknownNames(scope), registers(unit.expressions().size()) {}

void BodyChecker::declareParametersOf(const FunctionHeader &header, const VariableSet &broken) {
  this->header = &header;
  place = header.isEntry() ? DeclarationPlace::EntryBody : DeclarationPlace::FunctionBody;
  forEachParameter(header, [&](const Symbol &symbol) { scope.symbols().declare(symbol); }, broken);
}

void BodyChecker::run() {
  auto count = static_cast<uint32_t>(unit.statements().size());
  // The parameters belong to the outermost block.
  enterBlock(0, count);
  for (uint32_t i = 0; i != count; ++i) {
    for (; blockEnds.back() == i; blockEnds.pop_back()) {
      scope.symbols().forEachInnermost([&](const Symbol &symbol) { names.forget(symbol); });
      scope.symbols().closeScope();
    }
    const Stmt &stmt = unit.statements()[i];
    if (stmt.kind == StmtKind::Block) {
      scope.symbols().openScope();
      enterBlock(i + 1, unit[BlockId{stmt.index}].end.index);
    } else {
      statement(stmt);
    }
  }
  unknownNames.report(diagnostics);
  reportClashes(scope.symbols(), unit.lostBraces(), diagnostics);
}

/// Declares the labels of a block. A branch can precede its label. (Manual 9.7.12)
void BodyChecker::enterBlock(uint32_t first, uint32_t end) {
  blockEnds.push_back(end);
  for (uint32_t i = first; i < end; ++i) {
    const Stmt &stmt = unit.statements()[i];
    if (stmt.kind == StmtKind::Label) {
      declareStatement(unit, stmt, scope.symbols());
      names.declareLabel(unit.text(TokenId{stmt.index}));
    } else if (stmt.kind == StmtKind::Block)
      i = unit[BlockId{stmt.index}].end.index - 1;
  }
}

void BodyChecker::statement(const Stmt &stmt) {
  if (stmt.kind == StmtKind::Instruction)
    return instruction(unit[InstId{stmt.index}]);
  if (stmt.kind == StmtKind::Label || stmt.kind == StmtKind::Loc)
    return;
  if (stmt.kind == StmtKind::Variable)
    return declare(unit[VarId{stmt.index}]);
  if (stmt.kind == StmtKind::Function)
    prototype(unit[FuncId{stmt.index}]);
  declareStatement(unit, stmt, scope.symbols());
  // A list can contain its own label.
  if (stmt.kind == StmtKind::Directive)
    targets(unit[DirectiveId{stmt.index}]);
  names.forget();
}

void BodyChecker::prototype(const Function &function) {
  gates.use(Feature::CallPrototype, unit.range(function.keyword));
  FunctionHeader header(unit, function);
  checkFunctionHeader(header, diagnostics, gates);
  DeclarationChecker(unit, diagnostics, gates).checkHeader(header);
}

void BodyChecker::declare(const Variable &variable) {
  bool understood = DeclarationChecker(unit, diagnostics, gates).check(variable, place);
  auto first = static_cast<uint32_t>(scope.symbols().all().size());
  declareVariable(unit, variable, ParameterKind::None, scope.symbols(), !understood);
  llvm::ArrayRef<Symbol> declared = scope.symbols().all().drop_front(first);
  for (auto [i, symbol] : llvm::enumerate(declared))
    names.declare(symbol, first + static_cast<uint32_t>(i));
  auto find = [&](StringRef name, uint32_t before) {
    return scope.symbol(scope.find(name, before));
  };
  InitializerChecker(unit, scope.constants, find, diagnostics, gates).check(variable);
}

/// The maximum number of names from ranges in lists that are looked up in a body. Many short lists
/// could name every label of a long body.
static constexpr uint32_t maxLookedUpTargets = 1'000'000;

/// The labels or functions that `.branchtargets` or `.calltargets` lists. (Manual 11.3)
void BodyChecker::targets(const Directive &directive) {
  bool ofBranch = directive.kind == DirectiveKind::BranchTargets;
  if (!ofBranch && directive.kind != DirectiveKind::CallTargets)
    return;
  gates.use(ofBranch ? Feature::BranchTargets : Feature::CallTargets,
            unit.range(directive.keyword));
  for (ExprId id : unit.list(directive.operands)) {
    const Expr &e = unit[id];
    if (e.kind == ExprKind::NameRange) {
      std::optional<Constant> count = scope.constant(e.child());
      for (uint64_t i = 0; count && i < count->bits && lookedUpTargets < maxLookedUpTargets;
           ++i, ++lookedUpTargets)
        if (!checkTarget((unit.text(e.token) + llvm::Twine(i)).str(), unit.range(id), directive))
          break;
    } else {
      checkTarget(unit.text(e.token), unit.range(id), directive);
    }
  }
}

/// Whether `name` is a label, or a function.
bool BodyChecker::checkTarget(StringRef name, SourceRange range, const Directive &list) {
  bool ofBranch = list.kind == DirectiveKind::BranchTargets;
  SymbolRef ref = scope.find(name, range.begin);
  if (!ref)
    return resolve(spelledNames.insert(name).first->getKey(), range), false;
  const Symbol *symbol = scope.symbol(ref);
  // `ptxas` accepts entries, and the list's own label.
  bool isOwn = symbol && symbol->kind == SymbolKind::BranchTargets && symbol->directive &&
               &unit[symbol->directive] == &list;
  bool fits =
      symbol && (ofBranch ? symbol->kind == SymbolKind::Label || isOwn : symbol->isFunction());
  if (fits)
    return true;
  StringRef observed = symbol ? kindText(*symbol) : "a special register";
  Diagnostic &d =
      ofBranch
          ? diagnostics.emit(diag::BranchTarget{.range = range, .name = name, .observed = observed})
          : diagnostics.emit(diag::CallTarget{.range = range, .name = name, .observed = observed});
  if (symbol)
    noteDeclared(*symbol, name, d);
  return false;
}

//===-- Names ---------------------------------------------------------------------------------===//

NameCache::Register BodyChecker::resolve(TokenId token) {
  if (NameCache::Register known = names.find(unit.text(token)); known.type)
    return known;
  Binding binding = resolve(unit.text(token), unit.range(token));
  const Symbol *symbol = scope.symbol(binding.symbol);
  return {binding, symbol ? RegisterType(*symbol) : RegisterType()};
}

Binding BodyChecker::resolve(StringRef name, SourceRange range) {
  Binding binding = names.learn(name, range.begin);
  SymbolRef ref = binding.symbol;
  // The most frequent case.
  if (const Symbol *symbol = scope.symbol(ref); symbol && !symbol->broken)
    return binding;
  if (ref.isSpecial()) {
    gates.use(ref.specialRegister(), range);
    checkOwnDirective(ref.specialRegister(), range);
  }
  // The placeholders of a fragment, and names from a broken declaration, are not reported again.
  bool isLost = unit.mayDeclare(name) || context.module.top().mayDeclare(name);
  bool mayBeAround = context.module.isFragment() && !context.options.declaresNames;
  if (!ref && !mayBeAround && !isLost) {
    namesFit = false;
    // OptiX declares its functions when it compiles a module.
    bool isOfOptix = name.starts_with("_optix_") && !context.options.ptxasCompat;
    if (!inForeignStatement && !isOfOptix)
      unknownNames.add(range, name);
  }
  // The errors of a declaration are reported at the declaration.
  if (scope.symbol(ref)) {
    namesFit = false;
    return {};
  }
  return binding;
}

/// Some special registers are only for entries with a directive. For statements without a function
/// this is unknown. (Manual of PTX 9.4, 10.34, 10.35)
void BodyChecker::checkOwnDirective(SpecialRegister reg, SourceRange range) {
  std::optional<DirectiveWord> needed = info(reg).onlyWith;
  if (!needed || !header || !header->isEntry() || llvm::is_contained(withoutDirective, reg))
    return;
  const SyntaxUnit &top = header->unit;
  for (DirectiveId id : header->function.directives) {
    const DirectiveInfo *known = directiveOf(top.tokens().kind(top[id].keyword.index));
    if (known && known->id == *needed)
      return;
  }
  withoutDirective.push_back(reg);
  diagnostics.emit(diag::MissingEntryDirective{
      .range = range, .name = info(reg).name, .directive = info(*needed).word});
}

/// An expression without a value is a separate error.
void BodyChecker::checkConstant(ExprId id, ConstantUse use) {
  ExprKind kind = unit[id].kind;
  if (!isConstantOperation(kind) && kind != ExprKind::Float)
    return;
  if (!ptx::checkConstant(unit, id, use, scope.constants, diagnostics))
    namesFit = false;
}

/// Binds the names in an operand, and checks the constant expressions in it, which can be deep and
/// have no names.
void BodyChecker::bind(ExprId id) {
  const Expr &e = unit[id];
  switch (e.kind) {
  case ExprKind::Name: {
    NameCache::Register name = resolve(e.token);
    registers[id.index] = name.type;
    return scope.bind(id, name.binding);
  }
  case ExprKind::Member:
    return scope.bind(id, resolve(e.token).binding);
  case ExprKind::Index:
    scope.bind(id, resolve(e.token).binding);
    return bind(e.child());
  case ExprKind::Offset:
    checkConstant(e.rhs(), ConstantUse::Integer);
    return bind(e.lhs());
  case ExprKind::Pair:
    bind(e.lhs());
    return bind(e.rhs());
  case ExprKind::Unary:
    if (ExprKind child = unit[e.child()].kind; child == ExprKind::Name || child == ExprKind::Member)
      bind(e.child());
    else
      checkConstant(id, ConstantUse::Any);
    return;
  case ExprKind::Binary:
  case ExprKind::Cast:
  case ExprKind::Conditional:
  case ExprKind::Paren:
    return checkConstant(id, ConstantUse::Any);
  case ExprKind::Qualified:
    isQualified = true;
    return bind(e.child());
  case ExprKind::Vector:
  case ExprKind::Address:
  case ExprKind::Arguments:
    for (ExprId child : unit.list(e.list()))
      bind(child);
    return;
  default:
    return;
  }
}

void BodyChecker::bindOperands(const Instruction &inst) {
  isQualified = false;
  for (ExprId id : unit.list(inst.operands()))
    bind(id);
}

/// The guard is a predicate. (Manual 9.3)
void BodyChecker::checkGuard(const Instruction &inst) {
  if (inst.guard == GuardKind::None)
    return;
  Binding binding = resolve(inst.guardRegister()).binding;
  SymbolRef ref = binding.symbol;
  scope.bindGuard({static_cast<uint32_t>(&inst - unit.instructions().begin())}, binding);
  if (!ref)
    return;
  SourceRange range = unit.range(inst.guardRegister());
  std::optional<TypeId> type;
  if (ref.isSpecial()) {
    type = info(ref.specialRegister()).type;
  } else {
    const Symbol &symbol = *scope.symbol(ref);
    if (symbol.isRegister() && !symbol.type)
      return;
    if (symbol.isRegister())
      type = symbol.type;
  }
  if (type == TypeId::pred)
    return;
  namesFit = false;
  diagnostics.emit(diag::GuardType{.range = range, .name = unit.text(inst.guardRegister())});
}

//===-- Instructions --------------------------------------------------------------------------===//

/// `@%p1bra DONE;`: the guard and the opcode are one name, and the first operand was parsed as an
/// instruction. Reports it and returns true.
bool BodyChecker::isGlued(const Instruction &inst) {
  if (inst.guard == GuardKind::None ||
      names.get(unit.text(inst.guardRegister()), unit.range(inst.guardRegister()).begin).symbol)
    return false;
  SourceRange range = unit.range(inst.guardRegister());
  auto isGuard = [&](StringRef guard) -> bool {
    return static_cast<bool>(names.get(guard, range.begin).symbol);
  };
  return reportJoinedGuard(unit.text(inst.guardRegister()), range, isGuard, diagnostics);
}

/// `griddepcontrol wait;`: the only operand is the missing word of the mnemonic. Reports it and
/// returns true.
bool BodyChecker::reportSplitWord(const Instruction &inst, const MatchResult &match) {
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  if (match.failure != MatchFailure::Missing || operands.size() != 1 ||
      unit[operands[0]].kind != ExprKind::Name)
    return false;
  StringRef name = unit.source(operands[0]);
  SourceRange range = unit.range(operands[0]);
  Modifier word = findModifier(name);
  if (word == Modifier::none || !llvm::is_contained(match.missing, word) ||
      names.get(name, range.begin).symbol)
    return false;
  SourceRange gap = {mnemonicRange(unit, inst).end, range.begin};
  std::string whole = mnemonicText(unit, inst) + "." + name.str();
  diagnostics.emit(diag::SplitMnemonic{.range = gap, .mnemonic = whole})
      .fix(gap, ".", "replace the blank by `.`");
  return true;
}

void BodyChecker::instruction(const Instruction &inst) {
  namesFit = true;
  Mnemonic *mnemonic = mnemonics.find(inst.opcodeWord, unit.modifiers(inst));
  if (!mnemonic && isGlued(inst))
    return;
  // Registers of another language, and names that a directive declares, are already reported.
  inForeignStatement =
      !mnemonic && (findForeignWord(ForeignKind::Opcode, unit.text(inst.opcode)).has_value() ||
                    isDirective(unit.text(inst.opcode)));
  checkGuard(inst);
  if (mnemonic && reportSplitWord(inst, mnemonic->match()))
    return;
  bindOperands(inst);
  inForeignStatement = false;
  if (!mnemonic)
    return reportNoInstruction(unit, inst, diagnostics);
  if (!mnemonic->match().matched())
    return reportNoForm(scope, inst, *mnemonic, diagnostics);
  if (mnemonic->hasConstantBank() && !checkConstantBanks(inst))
    return;
  if (mnemonic->match().hasIdleModifiers())
    reportIdleModifiers(unit, inst, mnemonic->match(), diagnostics);
  if (isQualified && reportQualifier(unit, inst, *mnemonic, diagnostics))
    return;
  checkOperands(inst, *mnemonic);
}

/// `ld.const[2]`: the bank must exist. Like `ptxas`, this does not check that the variable is in
/// it. (Manual 5.1.3.1)
bool BodyChecker::checkConstantBanks(const Instruction &inst) {
  unsigned bank = 0;
  for (uint32_t i = inst.opcode.index + 1; i <= inst.opcode.index + inst.modifierCount; ++i)
    if (unit.tokens().kind(i) == TokenKind::ConstBank &&
        !checkConstantBank(unit.text(TokenId{i}), unit.range(TokenId{i}), bank, diagnostics, gates))
      return false;
  return true;
}

/// Whether the bracket of an address does not close, which the parser reported.
static bool isUnclosed(const SyntaxUnit &unit, ExprId id) {
  return unit[id].kind == ExprKind::Address && unit.text(unit.lastToken(id)) != "]";
}

void BodyChecker::checkOperands(const Instruction &inst, Mnemonic &mnemonic) {
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  const SignatureSet &signatures =
      mnemonic.signatures(static_cast<unsigned>(operands.size()), isQualified);
  for (const Signature &signature : signatures.all) {
    if (signature.brokenRule)
      break;
    if (fits(operands, signature))
      return acceptedWith(inst, signatures, signature);
  }
  for (const Signature &signature : signatures.all)
    if (!signature.brokenRule && isTakenByPtxas(operands, signature)) {
      reportUnchecked(scope, inst, signature, diagnostics);
      return acceptedWith(inst, signatures, signature);
    }
  reportAbsentForms(inst, signatures);
  if (llvm::none_of(operands, [&](ExprId id) { return isUnclosed(unit, id); }))
    reportChoice(scope, inst, mnemonic, chooseForm(scope, inst, mnemonic), diagnostics);
}

/// Whether every operand matches `signature`.
bool BodyChecker::fits(llvm::ArrayRef<ExprId> operands, const Signature &signature) const {
  for (auto [id, place] : llvm::zip(operands, signature.places)) {
    // A fast path for most operands, with the same result as `match`.
    bool isRegister =
        registers[id.index].isIn(signature.operands[place.first].scalars) && !place.bracketed;
    if (!isRegister && matcher.match(id, signature, place).what != Mismatch::None)
      return false;
  }
  return true;
}

/// Whether every operand matches `signature`, or differs only in ways that `ptxas` does not check.
bool BodyChecker::isTakenByPtxas(llvm::ArrayRef<ExprId> operands,
                                 const Signature &signature) const {
  PtxasOperandRules rules(matcher, signature);
  return llvm::all_of(llvm::zip(operands, signature.places), [&](const auto &pair) {
    auto [id, place] = pair;
    OperandProblem problem = matcher.match(id, signature, place);
    return problem.what == Mismatch::None || rules.accepts(id, problem) ||
           OperandMatcher::isRejectedByPtxasAlone(problem);
  });
}

/// The operands of `inst` as the operands of the form of `signature`.
static llvm::SmallVector<ExprId, 8> formOperands(const SyntaxUnit &unit, const Instruction &inst,
                                                 const Signature &signature) {
  llvm::SmallVector<ExprId, 8> result(signature.view.form->operands().size());
  const OperandInfo *first = signature.view.form->operands().begin();
  for (auto [id, place] : llvm::zip(unit.list(inst.operands()), signature.places)) {
    llvm::ArrayRef<ExprId> parts = id;
    ExprId inner = unit[id].kind == ExprKind::Qualified ? unit[id].child() : id;
    // `var[4]` is an address without brackets.
    if (place.bracketed && unit[inner].kind == ExprKind::Address)
      parts = unit.list(unit[inner].list());
    for (auto [i, part] : llvm::enumerate(parts))
      result[signature.operands[place.first + i].info - first] = part;
  }
  return result;
}

/// The view of `signature` with the kinds of the operands of its form.
InstrView BodyChecker::viewWithValues(const Signature &signature,
                                      llvm::ArrayRef<ExprId> operands) const {
  InstrView view = signature.view;
  for (auto [i, id] : llvm::enumerate(operands)) {
    if (id && unit[id].kind == ExprKind::Pair)
      view.pairedPredicates |= 1u << i;
    const Symbol *symbol = id ? scope.symbol(scope.binding(id)) : nullptr;
    // The value of a sum with a name is also unknown.
    if ((symbol && symbol->isRegister()) || (id && unit[id].kind == ExprKind::Offset))
      view.registers |= 1u << i;
    std::optional<Constant> value = id ? scope.constant(id) : std::nullopt;
    if (!value || !value->isInteger()) {
      view.constants.push_back(std::nullopt);
      continue;
    }
    bool isWrapped = view.form->operands()[i].alsoTaken & OperandKind::wrapped;
    view.constants.push_back(isWrapped ? static_cast<uint32_t>(value->bits) : value->asSigned());
  }
  return view;
}

/// Whether operand `id` is a name that nothing declares, or its negative.
bool BodyChecker::isPlaceholder(ExprId id) const {
  if (id && unit[id].kind == ExprKind::Unary)
    id = unit[id].child();
  return id && unit[id].kind == ExprKind::Name && !scope.binding(id);
}

/// Whether the rules and predicates that depend on the values of operands hold.
bool BodyChecker::checkValues(const Instruction &inst, const InstrView &view,
                              llvm::ArrayRef<ExprId> operands) {
  for (const RuleInfo &rule : view.form->rules())
    if ((readsValues(rule.condition) || readsValues(rule.implied)) &&
        fulfils(view, rule.condition) && !fulfils(view, rule.implied)) {
      reportBrokenRule(scope, inst, view, rule, operands, diagnostics);
      return false;
    }
  for (InstrPredicate predicate : view.form->checks())
    if (!holds(predicate, view, {scope, context.platform, operands})) {
      reportBrokenPredicate(unit, inst, predicate, diagnostics);
      return false;
    }
  return true;
}

/// Reports the findings for an instruction whose operands match.
void BodyChecker::acceptedWith(const Instruction &inst, const SignatureSet &signatures,
                               const Signature &signature) {
  bool isLegal = namesFit;
  if (!signature.isPlain || gates.isRecording()) {
    if (signature.hasFindings())
      reportFindings(scope, inst, signature, context.options, diagnostics);
    isLegal = passesGates(inst, signatures, signature) && namesFit && checkUses(inst, signature);
  }
  if (isLegal)
    selected[&inst - unit.instructions().begin()] = &signature;
}

/// The edit that turns `inst` into `form` by inserting `word` after the opcode and a mask of all
/// threads as the last operand. None if `form` differs in another way.
static std::optional<FixIt> synchronized(const SyntaxUnit &unit, const Instruction &inst,
                                         const InstrView &form, Modifier word) {
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  if (!form.form->has(Trait::HasMemberMask) || operands.empty() ||
      form.form->maxOperands() != operands.size() + 1)
    return std::nullopt;
  SourceRange range = {unit.range(inst.opcode).end, unit.range(operands.back()).end};
  std::string text = ("." + info(word).name).str() +
                     unit.tokens().buffer().slice(range.begin, range.end).str() + ", 0xffffffff";
  std::string name = unit.text(inst.opcode).str() + "." + info(word).name.str();
  return FixIt{range, std::move(text), "use `" + name + "` with all threads of the warp",
               Applicability::Unsafe};
}

/// Reports that the target has no form with these modifiers, with any operands.
void BodyChecker::reportAbsentForms(const Instruction &inst, const SignatureSet &signatures) {
  auto isAbsent = [](const Signature &signature) {
    return signature.brokenRule || llvm::any_of(signature.gateFailures, [](const GateFailure &f) {
             return f.id == diag::RequiresTarget::id;
           });
  };
  if (signatures.all.empty() || signatures.all.front().brokenRule ||
      !llvm::all_of(signatures.all, isAbsent))
    return;
  const Signature &first = signatures.all.front();
  gates.use(
      first.gateFailures, nullptr,
      [&] { return llvm::SmallVector<FeatureGates, 1>{featureGatesOf(first.view)}; },
      mnemonicRange(unit, inst));
}

/// Reports a removed form that still exists with `.aligned`: `wmma.mma.sync`. Returns whether it
/// does.
bool BodyChecker::reportUnaligned(const Instruction &inst, const Signature &signature) {
  llvm::SmallVector<Modifier, 10> words = writtenWords(unit, inst);
  if (llvm::is_contained(words, Modifier::aligned))
    return false;
  for (unsigned at = 0; at <= words.size(); ++at) {
    llvm::SmallVector<Modifier, 10> more(words);
    more.insert(more.begin() + at, Modifier::aligned);
    MatchResult match = matchForms(signature.view.form->opcode, more, /*findsChanges=*/false,
                                   context.platform.release());
    if (!match.matched() || !failedGates(match.candidates.front().view, context.platform).empty())
      continue;
    uint32_t place = at ? unit.range(modifierToken(inst, at - 1)).end : unit.range(inst.opcode).end;
    diagnostics
        .emit(diag::MissingModifier{.range = mnemonicRange(unit, inst),
                                    .mnemonic = mnemonicText(unit, inst),
                                    .what = "`.aligned`",
                                    .expected =
                                        "`" + manualMnemonic(match.candidates.front().view) + "`"})
        .fix({place, place}, ".aligned", "insert `.aligned`", Applicability::Unsafe);
    return true;
  }
  return false;
}

/// Whether the values of the operands are legal and the module satisfies the requirements of the
/// instruction.
bool BodyChecker::passesGates(const Instruction &inst, const SignatureSet &signatures,
                              const Signature &signature) {
  if (!signature.readsValues && signature.gateFailures.empty() && !gates.isRecording())
    return true;
  auto use = [&](llvm::ArrayRef<GateFailure> failures, const void *identity) {
    return gates.use(
        failures, identity, [&] { return waysToRead(inst, signatures, signature); },
        mnemonicRange(unit, inst));
  };
  if (signature.readsValues) {
    llvm::SmallVector<ExprId, 8> operands = formOperands(unit, inst, signature);
    InstrView view = viewWithValues(signature, operands);
    // The value of a placeholder is unknown.
    bool isUnknown = context.module.isFragment() &&
                     llvm::any_of(operands, [&](ExprId id) { return isPlaceholder(id); });
    return (isUnknown || checkValues(inst, view, operands)) &&
           use(gates.isChecked() ? failedGates(view, context.platform) : GateFailures(), nullptr);
  }
  const void *identity = signatures.all.size() == 1 ? &signature : nullptr;
  if (llvm::none_of(signature.gateFailures,
                    [](const GateFailure &f) { return f.id == diag::RetiredFeature::id; }))
    return use(signature.gateFailures, identity);
  if (reportUnaligned(inst, signature))
    return false;
  // The replacement of a removed form consists of the modifiers that the other forms have and this
  // one lacks.
  GateFailures failures = signature.gateFailures;
  MatchResult match = matchWithout(*signature.view.form, writtenWords(unit, inst));
  bool isForAll = llvm::any_of(signature.view.form->gates(), [](const GateInfo &gate) {
    return gate.closes && gate.targets == TargetSetId::AllTargets;
  });
  if (match.failure == MatchFailure::Missing && (match.missing.size() > 1 || isForAll)) {
    use({}, identity);
    reportMissingModifier(unit, inst, match, diagnostics);
    return false;
  }
  if (match.failure == MatchFailure::Missing)
    for (GateFailure &failure : failures)
      if (failure.id == diag::RetiredFeature::id) {
        failure.replacement = "; use `" + syntaxLine(completedView(match)) + "`";
        failure.fix = synchronized(unit, inst, completedView(match), match.missing.front());
      }
  return use(failures, identity);
}

/// Whether code with the calling convention is generated for the body: `ptxas` skips functions
/// without calls.
bool BodyChecker::isCompiled() const {
  constexpr PtxVersion firstWithConvention{3, 0};
  return header && header->isEntry() && context.platform.version >= firstWithConvention;
}

/// Reports a conversion of 32-bit addresses where addresses have 64 bits; `ptxas` cannot generate
/// code for it.
static void reportNarrowConversion(const SyntaxUnit &unit, const Instruction &inst,
                                   DiagnosticList &diagnostics) {
  ExprId address = unit.list(inst.operands()).back();
  SourceRange range = unit.range(address);
  diagnostics
      .emit(diag::NarrowAddress{.range = range, .name = unit.source(address), .space = "generic"})
      .note(range, "use `cvta` of `.u64`, and registers of 64 bits");
}

/// Whether the instruction can use the symbols that its operands name.
bool BodyChecker::checkUses(const Instruction &inst, const Signature &signature) {
  if (signature.view.form->has(Trait::Calls))
    return checkCall(scope, inst, isCompiled(), diagnostics);
  if (signature.view.form->has(Trait::MarksTrace) && !checkMark(inst, signature))
    return false;
  if (convertsNarrowAddress(signature.view, context.platform))
    reportNarrowConversion(unit, inst, diagnostics);
  return checkParameterUse(scope, header && header->isEntry(), inst, signature.view, diagnostics,
                           gates);
}

/// Whether the `.metadata_section`, if the module has one, meets the requirements of `trace.mark`.
/// Without one, `ptxas` creates it.
bool BodyChecker::checkMark(const Instruction &inst, const Signature &signature) {
  const std::optional<MetadataSection> &metadata = context.metadata;
  if (!metadata)
    return true;
  SourceRange range = mnemonicRange(unit, inst);
  if (range.begin < metadata->range.begin) {
    diagnostics.emit(diag::LateMetadataSection{.range = range})
        .note(metadata->range, "the section is here");
    return false;
  }
  bool hasLabel = inst.operands().count == signature.view.form->maxOperands();
  if (metadata->hasDomain && metadata->taken && !hasLabel) {
    diagnostics.emit(diag::MarkWithoutLabel{.range = range})
        .note(*metadata->taken, "`ptxas` gives this number to the list of such marks");
    return false;
  }
  if (metadata->hasDomain)
    return true;
  diagnostics.emit(diag::MissingMetadataDomain{.range = range})
      .note(metadata->range, "the section is here");
  return false;
}

/// The gates of each signature with the same interpretation of the operands of `inst` as `chosen`.
/// The choice among these signatures depends on the platform.
llvm::SmallVector<FeatureGates, 1> BodyChecker::waysToRead(const Instruction &inst,
                                                           const SignatureSet &signatures,
                                                           const Signature &chosen) const {
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  bool exact = fits(operands, chosen);
  llvm::SmallVector<FeatureGates, 1> ways;
  for (const Signature &signature : signatures.all) {
    bool alike = !signature.brokenRule && !signature.undocumentedRule == !chosen.undocumentedRule;
    if (!alike || !(exact ? fits(operands, signature) : isTakenByPtxas(operands, signature)))
      continue;
    ways.push_back(featureGatesOf(
        signature.readsValues ? viewWithValues(signature, formOperands(unit, inst, signature))
                              : signature.view));
  }
  return ways;
}
