// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/Rename.h"

#include "ptx/Check/TextEdits.h"
#include "ptx/Lsp/Documents/Edits.h"
#include "ptx/Lsp/Requests/NamePlaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace ptx;
using namespace ptx::lsp;
using llvm::StringRef;

/// Whether `name` can name a register, a variable, a function or a label. (Manual 4.4)
static bool isIdentifier(StringRef name) {
  auto follows = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; };
  if (name.empty() || !llvm::all_of(name.drop_front(), follows))
    return false;
  return llvm::isAlpha(name.front()) ||
         (StringRef("_$%").contains(name.front()) && name.size() > 1);
}

/// The name at `position`, and its properties.
struct Renamed {
  const PtxPiece *code;
  const Occurrence *here;
  const Symbol *symbol;
  std::vector<NamePlace> places;

  /// Whether the name is one of several registers of a declaration.
  bool isOneOfSeveral() const { return here->name.number.has_value(); }
  /// The part of an occurrence in the PTX that changes: the name without the number of the
  /// register.
  SourceRange changed(const Occurrence &o) const {
    if (isOneOfSeveral())
      return o.range;
    return {o.range.begin, o.range.begin + static_cast<uint32_t>(symbol->name.size())};
  }
  /// Whether `place` gets the new name.
  bool changes(const NamePlace &place) const {
    return !isOneOfSeveral() || !place.occurrence->isDeclaration;
  }
};

/// The reason why the text at `place` of `code` cannot be renamed.
static llvm::Error noName(const PtxPiece *code, std::optional<uint32_t> place) {
  TreePlace at = code ? placeAt(code->units(), *place) : TreePlace();
  if (std::optional<Fragment::OperandPlace> operand =
          at.token ? code->operandAt(at.unit->range(*at.token)) : std::nullopt)
    return refused("`" + code->fragment()->syntax().name(operand->index) +
                   "` is an operand of the `asm` statement, whose number is its name");
  return refused("this is not the name of a declaration");
}

static llvm::Expected<Renamed> nameAt(const Document &document, Position position) {
  const Analysis &analysis = *document.analysis();
  uint32_t offset = document.positions().offset(position);
  const PtxPiece *code = analysis.codeAt(offset);
  std::optional<uint32_t> place = code ? code->placeOf(offset) : std::nullopt;
  const Occurrence *here = code ? code->index().at(*place) : nullptr;
  if (!here || code->operandAt(here->range))
    return noName(code, place);
  const Symbol *symbol = code->index().symbol(here->name);
  if (!symbol)
    return refused("a special register cannot be renamed");
  Renamed name{code, here, symbol, placesOf(analysis, *code, here->name)};
  for (const NamePlace &each : name.places)
    if (!each.code->isReplaceable(name.changed(*each.occurrence)))
      return refused("a part of `" + symbol->name +
                     "` is in a macro or another literal, where it cannot be replaced");
  return name;
}

llvm::Expected<PrepareRenameResult> lsp::prepareRename(const Document &document,
                                                       Position position) {
  llvm::Expected<Renamed> name = nameAt(document, position);
  if (!name)
    return name.takeError();
  SourceRange range = name->code->sourceOf(name->changed(*name->here));
  return PrepareRenameResult{document.rangeOf(range),
                             document.text().slice(range.begin, range.end).str()};
}

/// Edits of bytes in order, and the offset at which they add a name.
struct Edits {
  std::vector<FixIt> all = {};
  std::optional<uint32_t> declared = std::nullopt;
};

/// Adds a declaration of `to` after the declaration of several registers, one of which it renames.
static bool declareAfter(const NamePlace &place, const Symbol &symbol, StringRef to, Edits &edits) {
  const SyntaxUnit &unit = *symbol.unit;
  TokenId close{unit.lastToken(unit[symbol.declarator].nameCount).index + 1};
  if (unit.text(close) != ">")
    return false;
  uint32_t end = unit.range(close).end;
  if (!place.code->isReplaceable({end - 1, end}))
    return false;
  SourceRange where = place.code->sourceOf({end, end});
  edits.all.push_back({where, ", " + place.code->retyped(to, end), ""});
  edits.declared = where.begin;
  return true;
}

/// The edits. Their effect on other names has not been checked.
static llvm::Expected<Edits> editsFor(const Renamed &name, StringRef to) {
  Edits edits;
  for (const NamePlace &place : name.places) {
    const Occurrence &o = *place.occurrence;
    if (name.changes(place))
      edits.all.push_back(
          {place.code->sourceOf(name.changed(o)), place.code->retyped(to, o.range.begin), ""});
    else if (!declareAfter(place, *place.code->index().symbol(o.name), to, edits))
      return refused("the declaration of the register has an error");
  }
  llvm::sort(edits.all, [](const FixIt &a, const FixIt &b) { return a.range < b.range; });
  return edits;
}

using Key = std::tuple<uint32_t, bool, bool, uint32_t, std::optional<uint32_t>>;
static Key keyOf(const NameId &name) {
  return {name.unit, name.symbol.isModule(), name.symbol.isSpecial(), name.symbol.index(),
          name.number};
}

/// A name and its start in the document.
struct Known {
  uint32_t begin;
  Key key;
};

/// The names of `code`, without copies of declarations: a statement has copies of the declarations
/// that it seems to use.
static std::vector<Known> namesOf(const PtxPiece &code) {
  std::vector<Known> names;
  for (const Occurrence *o : code.index().all())
    if (!code.isFromBefore(o->range))
      names.push_back({code.sourceOf(o->range).begin, keyOf(o->name)});
  return names;
}

/// Whether two names refer to the same thing in `after` if and only if they do in `before`. The
/// edits add a name at `declared`.
static bool isSame(llvm::ArrayRef<Known> before, std::vector<Known> after, const TextEdits &edits,
                   std::optional<uint32_t> declared) {
  if (declared)
    llvm::erase_if(after, [&](const Known &name) {
      SourceRange added = edits.placesOf(*declared);
      return added.begin < name.begin && name.begin < added.end;
    });
  if (before.size() != after.size())
    return false;
  std::map<Key, Key> forth, back;
  for (auto [old, now] : llvm::zip(before, after)) {
    if (now.begin != edits.placesOf(old.begin).begin ||
        forth.try_emplace(old.key, now.key).first->second != now.key ||
        back.try_emplace(now.key, old.key).first->second != old.key)
      return false;
  }
  return true;
}

/// The same for all pieces of PTX.
static bool isSame(const Analysis &before, const Analysis &after, const TextEdits &edits,
                   std::optional<uint32_t> declared) {
  if (before.codeCount() != after.codeCount())
    return false;
  for (size_t i = 0; i != before.codeCount(); ++i)
    if (!isSame(namesOf(before.code(i)), namesOf(after.code(i)), edits, declared))
      return false;
  return true;
}

/// An error in `after` that is not in `before`; null if there are no more errors than before.
static const ptx::Diagnostic *newError(const Report &before, const Report &after) {
  if (after.errors <= before.errors)
    return nullptr;
  auto isOld = [&](const ptx::Diagnostic &d) {
    return d.severity != Severity::Error || llvm::any_of(before.diagnostics, [&](const auto &old) {
             return old.id == d.id && old.arguments == d.arguments;
           });
  };
  auto found = llvm::find_if_not(after.diagnostics, isOld);
  return found == after.diagnostics.end() ? &after.diagnostics.front() : &*found;
}

/// Fails if `to` is not a valid replacement for `name`.
static llvm::Error checkName(const Renamed &name, StringRef to) {
  const Fragment *fragment = name.code->fragment();
  std::string ptx = fragment ? fragment->unescaped(to) : to.str();
  if (!isIdentifier(ptx))
    return refused("`" + to + "` is not a name of PTX");
  if (fragment && fragment->syntax().isOperand(ptx))
    return refused("`" + to + "` is that of an operand");
  return llvm::Error::success();
}

llvm::Expected<WorkspaceEdit> lsp::rename(const Document &document, Position position, StringRef to,
                                          Workers &workers) {
  llvm::Expected<Renamed> name = nameAt(document, position);
  if (!name)
    return name.takeError();
  if (llvm::Error error = checkName(*name, to))
    return error;
  llvm::Expected<Edits> edits = editsFor(*name, to);
  if (!edits)
    return edits.takeError();
  const Analysis &analysis = *document.analysis();
  TextEdits made;
  for (const FixIt &edit : edits->all)
    made.add(edit);
  std::string renamed = made.apply(document.text());
  Analysis after(renamed, analysis.source().name().str(), analysis.settings(), workers);
  if (!isSame(analysis, after, made, edits->declared))
    return refused("`" + to + "` is taken: a name would refer to something else");
  if (const ptx::Diagnostic *d = newError(analysis.report(), after.report()))
    return refused("`" + to + "` would be an error: " + d->message);
  std::vector<TextEdit> result;
  for (const FixIt &edit : edits->all)
    result.push_back(editOf(document, edit.range, edit.replacement));
  return workspaceEdit(document, std::move(result));
}
