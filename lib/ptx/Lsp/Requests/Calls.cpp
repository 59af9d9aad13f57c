// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/Calls.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using namespace ptx::lsp;
using llvm::StringRef;

namespace {

/// The functions of a module by name. If there are several declarations, the one with a body.
class Functions {
public:
  explicit Functions(const Document &document);

  const Function *find(StringRef name) const { return byName.lookup(name); }
  /// The function whose text contains the offset; null if there is none.
  const Function *at(uint32_t offset) const;
  CallHierarchyItem item(const Function &function) const;

  StringRef name(const Function &function) const { return top.text(function.name); }

private:
  SourceRange range(const Function &function) const {
    return top.range(function.first, function.last);
  }

  const Document &document;
  const SyntaxUnit &top;
  llvm::MapVector<StringRef, const Function *> byName;
};

} // namespace

Functions::Functions(const Document &document)
    : document(document), top(document.analysis()->module()->module().module->top()) {
  for (const Function &function : top.functions()) {
    if (top.tokens().kind(function.keyword.index) == TokenKind::CallPrototype)
      continue;
    const Function *&known = byName[name(function)];
    if (!known || function.hasBody())
      known = &function;
  }
}

const Function *Functions::at(uint32_t offset) const {
  for (const auto &[name, function] : byName)
    if (range(*function).begin <= offset && offset <= range(*function).end)
      return function;
  return nullptr;
}

CallHierarchyItem Functions::item(const Function &function) const {
  CallHierarchyItem item;
  item.name = name(function).str();
  item.detail = top.text(function.keyword).str();
  item.uri = document.uri();
  item.range = document.rangeOf(range(function));
  item.selectionRange = document.rangeOf(top.range(function.name));
  return item;
}

/// The name of the function at `position`: the function named there, or the enclosing one.
static StringRef functionAt(const Document &document, const Functions &functions,
                            Position position) {
  const Index &index = document.analysis()->module()->index();
  uint32_t offset = document.positions().offset(position);
  if (const Occurrence *here = index.at(offset))
    if (const Symbol *symbol = index.symbol(here->name); symbol && symbol->isFunction())
      return symbol->name;
  const Function *around = functions.at(offset);
  return around ? functions.name(*around) : "";
}

std::vector<CallHierarchyItem> lsp::callHierarchy(const Document &document, Position position) {
  if (!document.analysis()->module())
    return {};
  Functions functions(document);
  const Function *function = functions.find(functionAt(document, functions, position));
  return function ? std::vector{functions.item(*function)} : std::vector<CallHierarchyItem>();
}

/// The callers or callees of the function at `position`, with calls grouped by function.
static std::vector<CallHierarchyCall> calls(const Document &document, Position position,
                                            bool isIncoming) {
  if (!document.analysis()->module())
    return {};
  Functions functions(document);
  StringRef given = functionAt(document, functions, position);
  const Index &index = document.analysis()->module()->index();
  llvm::MapVector<const Function *, CallHierarchyCall> found;
  for (const Occurrence *o : index.all()) {
    const Symbol *symbol = o->isDeclaration ? nullptr : index.symbol(o->name);
    if (!symbol || !symbol->isFunction())
      continue;
    const Function *caller = functions.at(o->range.begin), *callee = functions.find(symbol->name);
    if (!caller || !callee || (isIncoming ? symbol->name : functions.name(*caller)) != given)
      continue;
    const Function *other = isIncoming ? caller : callee;
    CallHierarchyCall &call = found[other];
    call.other = functions.item(*other);
    call.isIncoming = isIncoming;
    call.fromRanges.push_back(document.rangeOf(o->range));
  }
  std::vector<CallHierarchyCall> result;
  for (auto &[other, call] : found)
    result.push_back(std::move(call));
  return result;
}

std::vector<CallHierarchyCall> lsp::incomingCalls(const Document &document, Position position) {
  return calls(document, position, /*isIncoming=*/true);
}

std::vector<CallHierarchyCall> lsp::outgoingCalls(const Document &document, Position position) {
  return calls(document, position, /*isIncoming=*/false);
}
