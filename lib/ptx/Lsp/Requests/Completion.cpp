// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/Completion.h"

#include "ptx/Isa/Forms/OperandTypes.h"
#include "ptx/Isa/Platform/TargetOptions.h"
#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Isa/Vocabulary/Directives.h"
#include "ptx/Lsp/Documents/Edits.h"
#include "ptx/Lsp/Documents/StatementAtCursor.h"
#include "ptx/Lsp/Requests/ModifierChoices.h"
#include "ptx/Lsp/Requests/NameRanks.h"
#include "ptx/Sema/Instructions/Signatures.h"
#include "ptx/Sema/Names/SymbolWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"

#include <map>
#include <set>

using namespace ptx;
using namespace ptx::lsp;
using llvm::StringRef;
using CompletionKind = llvm::lsp::CompletionItemKind;

namespace {

/// The accepted kinds and types of an operand.
struct Wanted {
  uint32_t kinds = 0;
  TypeSet registers = 0;
  /// The bits of the state spaces of an address; none for other operands.
  uint8_t spaces = 0;
  bool written = false;
  /// The type of the register that matches best, if there is one.
  std::optional<TypeId> type = std::nullopt;
};

/// Collects the items at one position.
class Completer {
  /// After all matching registers and names.
  static constexpr unsigned specialGroup = 4 * NameRanks::groupSize;

public:
  /// `cursor` is an offset in the document.
  Completer(const Document &document, const PtxPiece &code, uint32_t cursor)
      : document(document), code(code), module(code.module()), cursor(cursor),
        offset(*code.placeOf(cursor)), typed(statementAtCursor(code, offset)) {}

  CompletionList run();

private:
  void add(const llvm::Twine &label, CompletionKind kind, const llvm::Twine &detail, unsigned rank);
  void addOpcodes();
  void addDirectives();
  void addModifiers();
  void addOperands();
  void addSymbols(llvm::function_ref<bool(const Symbol &)> isWanted);
  unsigned rankOf(const Symbol &symbol, SymbolRef ref,
                  std::optional<uint32_t> number = std::nullopt) const;
  void addRegisters(const Symbol &symbol, SymbolRef ref);
  void addConstants();
  void addSpecialRegisters();
  void addHeaderWords();

  const Document &document;
  const PtxPiece &code;
  const CheckedSource &module;
  uint32_t cursor;
  uint32_t offset; // of the cursor in the PTX
  StatementAtCursor typed;
  Wanted wanted;                  // of an operand
  std::optional<NameRanks> names; // of an operand
  CompletionList list;
  llvm::StringSet<> labels;
};

} // namespace

void Completer::add(const llvm::Twine &label, CompletionKind kind, const llvm::Twine &detail,
                    unsigned rank) {
  std::optional<std::string> written = code.written(label.str(), offset);
  if (!written || !labels.insert(*written).second)
    return;
  const std::string &text = *written;
  llvm::lsp::CompletionItem item(text, kind);
  item.detail = detail.str();
  llvm::raw_string_ostream(item.sortText) << llvm::format("%07u", rank) << text;
  item.filterText = text;
  uint32_t begin = typed.word.empty() ? cursor : code.sourceOf(typed.word).begin;
  item.textEdit = editOf(document, {begin, cursor}, text);
  list.items.push_back(std::move(item));
}

void Completer::addOpcodes() {
  std::map<StringRef, StringRef> summaries;
  for (const FormInfo &form : allForms())
    if (!form.undocumented)
      summaries.try_emplace(info(form.opcode).name, form.instruction().summary);
  for (auto [name, summary] : summaries)
    add(name, CompletionKind::Keyword, summary, 0);
}

void Completer::addDirectives() {
  bool isInBody = typed.unit.function || code.fragment();
  for (const StateSpaceInfo &space : allStateSpaces())
    if (isInBody ? space.inBody : space.atModuleScope)
      add(space.word, CompletionKind::Keyword, space.summary, 0);
  for (const DirectiveInfo &directive : allDirectives()) {
    bool fitsBody =
        directive.canBe(DirectivePlace::InBody) || directive.canBe(DirectivePlace::AfterLabel);
    if (fitsBody || !isInBody)
      add(directive.word, CompletionKind::Keyword, directive.summary, 1);
  }
}

void Completer::addModifiers() {
  unsigned rank = 0;
  for (const ModifierChoice &choice : modifierChoices(typed, code.units())) {
    std::string detail = info(choice.word).what.str();
    if (!choice.needs.empty())
      detail += (detail.empty() ? "" : ", ") + choice.needs;
    add("." + llvm::Twine(info(choice.word).name), CompletionKind::EnumMember, detail, rank++);
  }
}

/// Adds each declared name that is visible at the offset and satisfies `isWanted`.
void Completer::addSymbols(llvm::function_ref<bool(const Symbol &)> isWanted) {
  auto visit = [&](const SymbolTable &table, SymbolRef (*refOf)(uint32_t)) {
    for (uint32_t i = 0; i != table.all().size(); ++i) {
      const Symbol &symbol = table[i];
      bool isLate = symbol.kind == SymbolKind::Variable && symbol.range.begin >= offset;
      if (isLate || !isWanted(symbol))
        continue;
      if (symbol.isRegister())
        addRegisters(symbol, refOf(i));
      else if (symbol.kind == SymbolKind::Variable)
        add(symbol.name, CompletionKind::Variable, declaredText(symbol), rankOf(symbol, refOf(i)));
      else
        add(symbol.name, symbol.isFunction() ? CompletionKind::Function : CompletionKind::Reference,
            kindText(symbol), rankOf(symbol, refOf(i)));
    }
  };
  if (typed.unit.checked)
    visit(typed.unit.checked->scope.symbols(), SymbolRef::ofBody);
  visit(module.sema->tables->symbols, SymbolRef::ofModule);
}

/// The rank of the name at the cursor; lower is more likely.
unsigned Completer::rankOf(const Symbol &symbol, SymbolRef ref,
                           std::optional<uint32_t> number) const {
  if (!symbol.isRegister()) {
    // Registers precede variables if both match, except for parameters, whose addresses are not in
    // registers.
    bool isAlone = symbol.kind != SymbolKind::Variable || symbol.space == StateSpace::Param;
    return names->asReference(ref) + (isAlone ? 0 : NameRanks::groupSize);
  }
  unsigned rank = wanted.written ? names->asResult(ref, number) : names->asSource(ref, number);
  if (!symbol.type || !wanted.type)
    return rank;
  // Other matches: registers that are wider than the stored value, or bits instead of a number.
  const TypeInfo &own = info(*symbol.type), &exact = info(*wanted.type);
  bool isOther = (own.kind == TypeKind::Float) != (exact.kind == TypeKind::Float);
  return rank + (own.width != exact.width ? specialGroup : isOther ? NameRanks::groupSize : 0);
}

/// Adds all registers of `%r<40>` if there are few, otherwise the used ones and one unused
/// register.
void Completer::addRegisters(const Symbol &symbol, SymbolRef ref) {
  constexpr uint32_t few = 32;
  std::string detail = ".reg " + declaredText(symbol);
  if (const Fragment *fragment = code.fragment())
    if (std::optional<Fragment::Declaration> operand = fragment->operandNamed(symbol.name))
      detail = fragment->spelled(*operand) + ", " + Fragment::widthInWords(*operand);
  if (!symbol.numbered)
    return add(symbol.name, CompletionKind::Variable, detail, rankOf(symbol, ref));
  auto addOne = [&](uint32_t number) {
    add(symbol.name + llvm::Twine(number), CompletionKind::Variable, detail,
        rankOf(symbol, ref, number));
  };
  if (symbol.count <= few) {
    for (uint32_t i = 0; i < symbol.count; ++i)
      addOne(i);
    return;
  }
  std::set<uint32_t> used = names->numbersOf(ref);
  uint32_t unused = 0;
  for (uint32_t number : used) {
    unused += number == unused;
    addOne(number);
  }
  if (unused < symbol.count)
    addOne(unused);
}

/// Adds the operands of the `asm` statement that are not in registers.
void Completer::addConstants() {
  const AsmStatement &statement = code.fragment()->statementAt(offset);
  for (unsigned i = 0; i < statement.operands.size(); ++i)
    if (std::string name = statement.syntax->name(i); !code.fragment()->operandNamed(name))
      add(name, CompletionKind::Constant, code.fragment()->spelled(statement, i),
          NameRanks::groupSize);
}

void Completer::addSpecialRegisters() {
  unsigned rank = specialGroup;
  for (const SpecialRegisterInfo &special : allSpecialRegisters()) {
    std::string detail = ("special register, ." + info(special.type).name).str();
    if (special.components == 1)
      add(special.name, CompletionKind::Constant, detail, rank++);
    for (StringRef part : {".x", ".y", ".z"})
      if (special.components > 1)
        add(special.name + part, CompletionKind::Constant, detail, rank++);
  }
}

/// The accepted kinds and types of the operand at the cursor, from the forms that match the
/// modifiers.
static Wanted wantedAt(const StatementAtCursor &typed, const Platform &platform) {
  Wanted wanted;
  MatchResult match = matchForms(*typed.opcode, typed.modifiers, /*findsChanges=*/false);
  for (const FormCandidate &candidate : match.candidates) {
    unsigned number = 0;
    llvm::ArrayRef<OperandInfo> operands = candidate.view.form->operands();
    for (auto [i, operand] : llvm::enumerate(operands)) {
      if (i != 0 && (!operand.bracket || operand.bracket != operands[i - 1].bracket))
        ++number;
      if (number != typed.operand || operand.kinds & OperandKind::suffix)
        continue;
      ExpectedOperand expected(candidate.view, operand, platform);
      wanted.kinds |= operand.kinds;
      wanted.written |= operand.written;
      wanted.registers |= expected.registers | expected.scalars;
      if (expected.takesPredicate())
        wanted.registers |= typeBit(TypeId::pred);
      if (operand.kinds & OperandKind::address) {
        wanted.spaces |= expected.spaces;
        wanted.registers |= addressTypes();
        wanted.type = platform.wideAddresses ? TypeId::b64 : TypeId::b32;
      } else if (!wanted.type) {
        wanted.type = operandType(candidate.view, operand);
      }
    }
  }
  return wanted;
}

void Completer::addOperands() {
  names.emplace(code.index(), *typed.unit.unit, code.units().at(offset), offset);
  if (!typed.opcode)
    return addSymbols([](const Symbol &s) { return s.isRegister() && s.type == TypeId::pred; });
  wanted = wantedAt(typed, module.sema->tables->platform);
  if (!wanted.kinds) // nothing matches: accept everything
    wanted = {~0u, ~TypeSet(0), 0xFF};
  bool takesVariables = wanted.kinds & (OperandKind::address | OperandKind::symbol);
  addSymbols([&](const Symbol &s) {
    if (s.isFunction())
      return (wanted.kinds & OperandKind::function) != 0;
    if (s.kind == SymbolKind::MetadataLabel)
      return (wanted.kinds & OperandKind::metadata) != 0;
    if (s.kind != SymbolKind::Variable)
      return (wanted.kinds & (OperandKind::label | OperandKind::branchtargets |
                              OperandKind::calltargets | OperandKind::callprototype)) != 0;
    if (s.isRegister())
      return s.type && (wanted.registers & typeBit(*s.type)) != 0;
    bool fitsSpace = !wanted.spaces || wanted.spaces >> static_cast<unsigned>(s.space) & 1;
    return takesVariables && fitsSpace;
  });
  if (wanted.kinds & OperandKind::immediate && code.fragment())
    addConstants();
  if (wanted.kinds & OperandKind::special && !typed.inAddress)
    addSpecialRegisters();
}

void Completer::addHeaderWords() {
  if (typed.first == ".target") {
    for (const TargetInfo &target : allTargets())
      add(target.name, CompletionKind::Constant, "PTX " + target.since.str(),
          2000 - target.number); // the newest first
    for (const TargetOptionInfo &option : allTargetOptions())
      add(option.word, CompletionKind::Keyword, option.summary, 3000);
  }
  if (typed.first == ".version")
    for (auto [i, version] : llvm::enumerate(allVersions()))
      add(version.str(), CompletionKind::Constant, "", 1000 - static_cast<unsigned>(i));
}

CompletionList Completer::run() {
  if (!typed.word.empty() && !code.isEditable(typed.word))
    return {};
  StringRef word = code.text().slice(typed.word.begin, typed.word.end);
  switch (typed.part) {
  case StatementAtCursor::Part::Start:
    if (!word.starts_with("."))
      addOpcodes();
    addDirectives();
    break;
  case StatementAtCursor::Part::Modifier:
    addModifiers();
    break;
  case StatementAtCursor::Part::Operand:
    addOperands();
    break;
  case StatementAtCursor::Part::Other:
    addHeaderWords();
    break;
  }
  return std::move(list);
}

CompletionList lsp::complete(const Document &document, Position position) {
  uint32_t offset = document.positions().offset(position);
  const PtxPiece *code = document.analysis()->codeAt(offset);
  return code ? Completer(document, *code, offset).run() : CompletionList();
}
