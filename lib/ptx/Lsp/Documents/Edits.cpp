// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/Edits.h"

#include "ptx/Lsp/Documents/DocumentUris.h"
#include "ptx/Support/LineDiff.h"

using namespace ptx;
using namespace ptx::lsp;
using llvm::StringRef;

TextEdit lsp::editOf(const Document &document, SourceRange range, StringRef replacement) {
  return {document.rangeOf(range), replacement.str()};
}

WorkspaceEdit lsp::workspaceEdit(const Document &document, std::vector<TextEdit> edits) {
  WorkspaceEdit result;
  result.changes[clientName(document.uri())] = std::move(edits);
  return result;
}

/// Whether a text can be split at `at`: not within a character, nor between `\r` and `\n`.
static bool isCut(StringRef text, size_t at) {
  if (at == 0 || at == text.size())
    return true;
  bool inCharacter = (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  return !inCharacter && !(text[at] == '\n' && text[at - 1] == '\r');
}

/// The edit that replaces the bytes `range` of the document by `to`, without the common prefix and
/// suffix.
static TextEdit narrowed(const Document &document, SourceRange range, StringRef to) {
  StringRef from = document.text().slice(range.begin, range.end);
  size_t least = std::min(from.size(), to.size()), head = 0, tail = 0;
  while (head != least && from[head] == to[head])
    ++head;
  while (!isCut(from, head) || !isCut(to, head))
    --head;
  while (tail != least - head && from[from.size() - tail - 1] == to[to.size() - tail - 1])
    ++tail;
  while (!isCut(from, from.size() - tail) || !isCut(to, to.size() - tail))
    --tail;
  range.begin += static_cast<uint32_t>(head);
  range.end -= static_cast<uint32_t>(tail);
  return editOf(document, range, to.drop_front(head).drop_back(tail));
}

std::vector<TextEdit> lsp::editsTo(const Document &document, StringRef text) {
  std::vector<StringRef> oldLines = splitLines(document.text()), newLines = splitLines(text);
  auto startOf = [](StringRef whole, llvm::ArrayRef<StringRef> lines, uint32_t index) {
    return index == lines.size() ? whole.size() : size_t(lines[index].data() - whole.data());
  };
  std::vector<TextEdit> edits;
  for (const DiffChange &change : diffTexts(oldLines, newLines)) {
    auto begin = static_cast<uint32_t>(startOf(document.text(), oldLines, change.oldBegin));
    auto end = static_cast<uint32_t>(startOf(document.text(), oldLines, change.oldEnd));
    StringRef to = text.slice(startOf(text, newLines, change.newBegin),
                              startOf(text, newLines, change.newEnd));
    edits.push_back(narrowed(document, {begin, end}, to));
  }
  return edits;
}
