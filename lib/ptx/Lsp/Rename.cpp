// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Rename.h"

#include "ptx/Check/TextEdits.h"
#include "ptx/Lsp/Edits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace ptx;
using namespace ptx::lsp;
using llvm::StringRef;

static llvm::Error refused(const llvm::Twine &why) {
  return llvm::make_error<LSPError>(why.str(), ErrorCode::RequestFailed);
}

/// Whether `name` can be that of a register, a variable, a function or a label. (Manual 4.4)
static bool isIdentifier(StringRef name) {
  auto follows = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; };
  if (name.empty() || !llvm::all_of(name.drop_front(), follows))
    return false;
  return llvm::isAlpha(name.front()) ||
         (StringRef("_$%").contains(name.front()) && name.size() > 1);
}

/// The name at `position`, and what is known of it.
struct Renamed {
  const Index *index;
  const Occurrence *here;
  const Symbol *symbol;

  /// Whether one of several registers is meant.
  bool isOneOfSeveral() const { return here->name.number.has_value(); }
  /// The part of an occurrence that changes: the name without the number of the register.
  SourceRange changed(const Occurrence &o) const {
    if (isOneOfSeveral())
      return o.range;
    return {o.range.begin, o.range.begin + static_cast<uint32_t>(symbol->name.size())};
  }
};

static llvm::Expected<Renamed> nameAt(const Document &document, Position position) {
  const Index *index = document.analysis()->index();
  const Occurrence *here = index ? index->at(document.positions().offset(position)) : nullptr;
  if (!here)
    return refused("there is no name here that is declared");
  const Symbol *symbol = index->symbol(here->name);
  if (!symbol)
    return refused("a special register cannot be renamed");
  return Renamed{index, here, symbol};
}

llvm::Expected<PrepareRenameResult> lsp::prepareRename(const Document &document,
                                                       Position position) {
  llvm::Expected<Renamed> name = nameAt(document, position);
  if (!name)
    return name.takeError();
  SourceRange range = name->changed(*name->here);
  return PrepareRenameResult{document.rangeOf(range),
                             document.text().slice(range.begin, range.end).str()};
}

/// Edits of bytes, in their order.
using Edits = std::vector<FixIt>;

/// The edits; what they make of names was not looked at.
static llvm::Expected<Edits> editsFor(const Renamed &name, StringRef to) {
  Edits edits;
  for (const Occurrence *o : name.index->of(name.here->name))
    if (!name.isOneOfSeveral() || !o->isDeclaration)
      edits.push_back({name.changed(*o), to.str(), ""});
  if (name.isOneOfSeveral()) {
    const SyntaxUnit &unit = *name.symbol->unit;
    TokenId close{unit.lastToken(unit[name.symbol->declarator].nameCount).index + 1};
    if (unit.text(close) != ">")
      return refused("the declaration of the register has an error");
    uint32_t end = unit.range(close).end;
    edits.push_back({{end, end}, (", " + to).str(), ""});
  }
  llvm::sort(edits, [](const FixIt &a, const FixIt &b) { return a.range < b.range; });
  return edits;
}

using Key = std::tuple<uint32_t, bool, bool, uint32_t, std::optional<uint32_t>>;
static Key keyOf(const NameId &name) {
  return {name.unit, name.symbol.isModule(), name.symbol.isSpecial(), name.symbol.index(),
          name.number};
}

/// Whether names of `before` that refer to the same do so in `after`, and no others. `added`: how
/// many declarations there are more.
static bool isSame(const Index &before, const Index &after, const TextEdits &edits, size_t added) {
  if (before.all().size() + added != after.all().size())
    return false;
  std::map<Key, Key> forth, back;
  const Occurrence *now = after.all().begin();
  for (const Occurrence &o : before.all()) {
    uint32_t begin = edits.placesOf(o.range.begin).begin;
    while (now != after.all().end() && now->range.begin < begin)
      ++now;
    if (now == after.all().end() || now->range.begin != begin)
      return false;
    Key a = keyOf(o.name), b = keyOf(now->name);
    if (forth.try_emplace(a, b).first->second != b || back.try_emplace(b, a).first->second != a)
      return false;
  }
  return true;
}

/// An error of `after` that `before` does not have; null if there are no more errors than before.
static const ptx::Diagnostic *newError(const Report &before, const Report &after) {
  if (after.errors <= before.errors)
    return nullptr;
  auto isOld = [&](const ptx::Diagnostic &d) {
    return d.severity != Severity::Error || llvm::any_of(before.diagnostics, [&](const auto &old) {
             return old.id == d.id && old.message == d.message;
           });
  };
  auto found = llvm::find_if_not(after.diagnostics, isOld);
  return found == after.diagnostics.end() ? &after.diagnostics.front() : &*found;
}

llvm::Expected<WorkspaceEdit> lsp::rename(const Document &document, Position position, StringRef to,
                                          Workers &workers) {
  llvm::Expected<Renamed> name = nameAt(document, position);
  if (!name)
    return name.takeError();
  if (!isIdentifier(to))
    return refused("`" + to + "` is not a name of PTX");
  llvm::Expected<Edits> edits = editsFor(*name, to);
  if (!edits)
    return edits.takeError();
  const Analysis &analysis = *document.analysis();
  TextEdits made;
  for (const FixIt &edit : *edits)
    made.add(edit);
  Analysis after(made.apply(document.text()), "renamed", analysis.settings(), workers);
  if (!isSame(*name->index, *after.index(), made, name->isOneOfSeveral()))
    return refused("`" + to + "` is taken: a name would refer to something else");
  if (const ptx::Diagnostic *d = newError(analysis.report(), after.report()))
    return refused("`" + to + "` would be an error: " + d->message);
  std::vector<TextEdit> result;
  for (const FixIt &edit : *edits)
    result.push_back(editOf(document, edit.range, edit.replacement));
  return workspaceEdit(document, std::move(result));
}
