// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Completion.h"

#include "ptx/Isa/Describe.h"
#include "ptx/Isa/Directives.h"
#include "ptx/Isa/OpenForm.h"
#include "ptx/Isa/Words.h"
#include "ptx/Lsp/Edits.h"
#include "ptx/Lsp/Typed.h"
#include "ptx/Sema/Signatures.h"
#include "ptx/Sema/SymbolWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"

#include <map>

using namespace ptx;
using namespace ptx::lsp;
using llvm::StringRef;
using Kind = llvm::lsp::CompletionItemKind;

namespace {

/// Collects the items at one place.
class Completer {
public:
  /// `cursor` is in the document.
  Completer(const Document &document, const Code &code, uint32_t cursor)
      : document(document), code(code), module(code.module()), cursor(cursor),
        offset(*code.placeOf(cursor)), typed(typedAt(code, offset)) {}

  CompletionList run();

private:
  void add(const llvm::Twine &label, Kind kind, const llvm::Twine &detail, unsigned rank);
  void addOpcodes();
  void addDirectives();
  void addModifiers();
  void addOperands();
  void addSymbols(llvm::function_ref<bool(const Symbol &)> isWanted);
  void addRegisters(const Symbol &symbol, uint32_t index);
  void addConstants();
  void addSpecialRegisters();
  void addHeaderWords();

  const Document &document;
  const Code &code;
  const CheckedSource &module;
  uint32_t cursor;
  uint32_t offset; // of the cursor in the PTX
  TypedStatement typed;
  CompletionList list;
  llvm::StringSet<> labels;
};

} // namespace

void Completer::add(const llvm::Twine &label, Kind kind, const llvm::Twine &detail, unsigned rank) {
  std::optional<std::string> written = code.written(label.str(), offset);
  if (!written || !labels.insert(*written).second)
    return;
  const std::string &text = *written;
  llvm::lsp::CompletionItem item(text, kind);
  item.detail = detail.str();
  llvm::raw_string_ostream(item.sortText) << llvm::format("%04u", rank) << text;
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
    add(name, Kind::Keyword, summary, 0);
}

void Completer::addDirectives() {
  bool isInBody = typed.unit.function || code.fragment();
  for (const StateSpaceInfo &space : allStateSpaces())
    if (isInBody ? space.inBody : space.atModuleScope)
      add(space.word, Kind::Keyword, space.summary, 0);
  for (const DirectiveInfo &directive : allDirectives()) {
    bool fitsBody =
        directive.canBe(DirectivePlace::InBody) || directive.canBe(DirectivePlace::AfterLabel);
    if (fitsBody || !isInBody)
      add(directive.word, Kind::Keyword, directive.summary, 1);
  }
}

/// What the words of an open form need for certain.
struct Needs {
  PtxVersion version = {};
  std::string text = {};
};

static Needs needsOf(const OpenForm &open) {
  Needs needs;
  for (const GateInfo &gate : open.form->gates()) {
    if (gate.undocumented || truthOf(open, gate.condition) != Truth::True)
      continue;
    needs.version = std::max(needs.version, gate.version);
    needs.text += (needs.text.empty() ? "" : "; ") + describeGateNeeds(gate);
  }
  return needs;
}

void Completer::addModifiers() {
  // Of several forms, the place is that of the one where it comes first, and the needs are those of
  // the oldest.
  struct Found {
    unsigned rank;
    Needs needs;
  };
  std::map<Modifier, Found> found;
  for (const FormInfo &form : formsOf(*typed.opcode)) {
    std::optional<OpenForm> open;
    if (!form.undocumented)
      open = openForm(form, typed.modifiers);
    if (!open)
      continue;
    size_t last = 0; // the first place after those of the words
    for (auto [place, words] : llvm::enumerate(open->places))
      if (words.size() == 1 && llvm::is_contained(typed.modifiers, words.front()))
        last = place + 1;
    unsigned skipped = 0; // places that must be filled, from there on
    for (auto [place, words] : llvm::enumerate(open->places)) {
      if (words.size() == 1 && llvm::is_contained(typed.modifiers, words.front()))
        continue;
      unsigned rank = place < last ? 500 : static_cast<unsigned>(place - last) + 20 * skipped;
      for (Modifier word : words) {
        if (word == Modifier::none)
          continue;
        llvm::SmallVector<Modifier, 8> all(typed.modifiers);
        all.push_back(word);
        std::optional<OpenForm> with = openForm(form, all);
        if (!with)
          continue;
        Needs needs = needsOf(*with);
        auto entry = found.try_emplace(word, Found{rank, needs}).first;
        entry->second.rank = std::min(entry->second.rank, rank);
        if (needs.version < entry->second.needs.version)
          entry->second.needs = std::move(needs);
      }
      skipped += place >= last && open->isFilled(place);
    }
  }
  for (auto &[word, how] : found) {
    std::string detail = info(word).what.str();
    if (!how.needs.text.empty())
      detail += (detail.empty() ? "" : ", ") + how.needs.text;
    add("." + llvm::Twine(info(word).name), Kind::EnumMember, detail, how.rank);
  }
}

/// Calls back with each declared name that can be seen at the offset.
void Completer::addSymbols(llvm::function_ref<bool(const Symbol &)> isWanted) {
  auto visit = [&](const SymbolTable &table) {
    for (auto [i, symbol] : llvm::enumerate(table.all())) {
      bool isLate = symbol.kind == SymbolKind::Variable && symbol.range.begin >= offset;
      if (isLate || !isWanted(symbol))
        continue;
      if (symbol.isRegister())
        addRegisters(symbol, static_cast<uint32_t>(i));
      else if (symbol.kind == SymbolKind::Variable)
        add(symbol.name, Kind::Variable, declaredText(symbol), 1);
      else
        add(symbol.name, symbol.isFunction() ? Kind::Function : Kind::Reference, kindText(symbol),
            1);
    }
  };
  if (typed.unit.checked)
    visit(typed.unit.checked->scope.symbols());
  visit(module.sema->tables->symbols);
}

/// Of `%r<40>` all if there are few, else those that the body uses.
void Completer::addRegisters(const Symbol &symbol, uint32_t index) {
  constexpr uint32_t few = 32;
  std::string detail = ".reg " + declaredText(symbol);
  if (const Fragment *fragment = code.fragment())
    if (std::optional<Fragment::Declaration> operand = fragment->operandNamed(symbol.name))
      detail = fragment->spelled(*operand) + ", " + Fragment::widthInWords(*operand);
  if (!symbol.numbered)
    return add(symbol.name, Kind::Variable, detail, 0);
  if (symbol.count <= few) {
    for (uint32_t i = 0; i < symbol.count; ++i)
      add(symbol.name + llvm::Twine(i), Kind::Variable, detail, 0);
    return;
  }
  for (const Occurrence &o : code.index().all())
    if (o.name.number && o.name.symbol == SymbolRef::ofBody(index) &&
        code.index().unit(o.name).unit == typed.unit.unit &&
        (o.range.end < offset || o.range.begin > offset))
      add(symbol.name + llvm::Twine(*o.name.number), Kind::Variable, detail, 0);
}

/// The operands of the `asm` statement that are not in registers.
void Completer::addConstants() {
  const AsmStatement &statement = code.fragment()->statementAt(offset);
  for (unsigned i = 0; i < statement.operands.size(); ++i)
    if (std::string name = statement.syntax->name(i); !code.fragment()->operandNamed(name))
      add(name, Kind::Constant, code.fragment()->spelled(statement, i), 1);
}

void Completer::addSpecialRegisters() {
  for (const SpecialRegisterInfo &special : allSpecialRegisters()) {
    std::string detail = ("special register, ." + info(special.type).name).str();
    if (special.components == 1)
      add(special.name, Kind::Constant, detail, 2);
    for (StringRef part : {".x", ".y", ".z"})
      if (special.components > 1)
        add(special.name + part, Kind::Constant, detail, 2);
  }
}

/// What the operand at the cursor can be, by the forms that take the modifiers.
struct Wanted {
  uint32_t kinds = 0;
  TypeSet registers = 0;
  uint8_t spaces = 0;
};

static Wanted wantedAt(const TypedStatement &typed, const Platform &platform) {
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
      wanted.registers |= expected.registers | expected.scalars;
      if (expected.takesPredicate())
        wanted.registers |= typeBit(TypeId::pred);
      if (operand.kinds & OperandKind::address) {
        wanted.spaces |= expected.spaces;
        wanted.registers |= addressTypes();
      }
    }
  }
  return wanted;
}

void Completer::addOperands() {
  if (!typed.opcode)
    return addSymbols([](const Symbol &s) { return s.isRegister() && s.type == TypeId::pred; });
  Wanted wanted = wantedAt(typed, module.sema->tables->platform);
  if (!wanted.kinds) // nothing fits: all that there is
    wanted = {~0u, ~TypeSet(0), 0xFF};
  bool takesVariables = wanted.kinds & (OperandKind::address | OperandKind::symbol);
  addSymbols([&](const Symbol &s) {
    if (s.isFunction())
      return (wanted.kinds & OperandKind::function) != 0;
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
  if (typed.first == ".target")
    for (const TargetInfo &target : allTargets())
      add(target.name, Kind::Constant, "PTX " + target.since.str(),
          2000 - target.number); // the newest first
  if (typed.first == ".version")
    for (auto [i, version] : llvm::enumerate(allVersions()))
      add(version.str(), Kind::Constant, "", 1000 - static_cast<unsigned>(i));
}

CompletionList Completer::run() {
  if (!typed.word.empty() && !code.isEditable(typed.word))
    return {};
  StringRef word = code.text().slice(typed.word.begin, typed.word.end);
  switch (typed.part) {
  case TypedStatement::Part::Start:
    if (!word.starts_with("."))
      addOpcodes();
    addDirectives();
    break;
  case TypedStatement::Part::Modifier:
    addModifiers();
    break;
  case TypedStatement::Part::Operand:
    addOperands();
    break;
  case TypedStatement::Part::Other:
    addHeaderWords();
    break;
  }
  return std::move(list);
}

CompletionList lsp::complete(const Document &document, Position position) {
  uint32_t offset = document.positions().offset(position);
  const Code *code = document.analysis()->codeAt(offset);
  return code ? Completer(document, *code, offset).run() : CompletionList();
}
