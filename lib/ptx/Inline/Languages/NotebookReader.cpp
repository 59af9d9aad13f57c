// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the statements in the cells of notebooks, which are files of JSON.

#include "ptx/Inline/Languages/Languages.h"
#include "ptx/Inline/Read/EmbeddedSource.h"
#include "ptx/Inline/Read/SourceToken.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

struct Cell {
  unsigned number = 0; ///< from 1, of all cells
  bool isCode = false;
  MappedText text;
};

/// Reads the strings of the arrays called `source`. Other parts of a notebook are ignored.
class NotebookReader {
public:
  explicit NotebookReader(StringRef source) : source(source) {}

  std::vector<AsmStatement> run();
  void forEachCell(llvm::function_ref<void(const Cell &)> handle) const;

private:
  size_t endOfString(size_t quote) const;
  size_t readSource(size_t at, MappedText &text) const;
  void appendString(size_t quote, size_t end, MappedText &text) const;
  void addCell(const MappedText &cell);

  StringRef source;
  const HostLanguage *language = nullptr; // of the kernel
  EmbeddedSources embedded;
  std::vector<AsmStatement> statements;
};

} // namespace

/// The end of the string whose first quote is at `quote`; `npos` if it has no end.
size_t NotebookReader::endOfString(size_t quote) const {
  for (size_t at = quote + 1; at < source.size(); ++at) {
    if (source[at] == '"')
      return at + 1;
    at += source[at] == '\\';
  }
  return StringRef::npos;
}

void NotebookReader::appendString(size_t quote, size_t end, MappedText &text) const {
  auto at = static_cast<uint32_t>(quote) + 1;
  auto stop = static_cast<uint32_t>(end) - 1;
  while (at < stop) {
    StringRef rest = source.slice(at, stop);
    auto plain = static_cast<uint32_t>(std::min(rest.find('\\'), rest.size()));
    text.append(rest.take_front(plain), at);
    at += plain;
    if (at + 1 >= stop)
      break;
    static constexpr StringRef letters = "ntr\"\\/bf", meanings = "\n\t\r\"\\/\b\f";
    size_t known = letters.find(source[at + 1]);
    uint32_t length = source[at + 1] == 'u' ? 6 : 2;
    StringRef meaning = known == StringRef::npos ? "?" : meanings.substr(known, 1);
    text.appendSpelled(meaning, {at, std::min(at + length, stop)});
    at += length;
  }
}

/// Reads the string or the strings after `"source":`. Returns their end.
size_t NotebookReader::readSource(size_t at, MappedText &text) const {
  bool isList = source.substr(at).starts_with("[");
  at += isList;
  for (;;) {
    at = source.find_first_not_of(" \t\r\n,", at);
    if (at == StringRef::npos || source[at] != '"')
      return std::min(at, source.size());
    size_t end = endOfString(at);
    if (end == StringRef::npos)
      return source.size();
    appendString(at, end, text);
    at = end;
    if (!isList)
      return at;
  }
}

void NotebookReader::addCell(const MappedText &cell) {
  if (!mentionsAsmOrPtx(cell.text()))
    return;
  const HostLanguage *own = language;
  // `%%cuda`, `%%writefile kernel.cu`
  StringRef first = cell.text().take_until([](char c) { return c == '\n'; });
  if (first.starts_with("%%writefile") || first.starts_with("%%file"))
    own = hostLanguageOf(first.rsplit(' ').second.trim());
  else if (first.starts_with("%%cu") || first.starts_with("%%cpp") || first.starts_with("%%nvcc"))
    own = &cppLanguage;
  if (!own)
    return;
  PartlyKnownText text{cell, {}, {}};
  bool isCpp = own == &cppLanguage;
  embedded.add(text, /*isFinal=*/true, own->find, isCpp ? "cell.cu" : "cell", statements);
}

/// Calls `handle` for each cell.
void NotebookReader::forEachCell(llvm::function_ref<void(const Cell &)> handle) const {
  unsigned number = 0;
  size_t cellEnd = 0;
  for (size_t at = 0; at < source.size();) {
    size_t quote = source.find('"', at);
    size_t end = quote == StringRef::npos ? quote : endOfString(quote);
    if (end == StringRef::npos)
      break;
    StringRef name = source.slice(quote + 1, end - 1);
    size_t value = source.find_first_not_of(" \t\r\n", end);
    bool isMember = value != StringRef::npos && source[value] == ':';
    at = end;
    if (!isMember || name != "source")
      continue;
    Cell cell;
    cell.number = ++number;
    // The kind of a cell precedes its text, as writers of notebooks sort the names.
    StringRef before = source.slice(cellEnd, quote);
    size_t kind = before.rfind("\"cell_type\"");
    cell.isCode = kind != StringRef::npos &&
                  before.drop_front(kind).split(':').second.ltrim().starts_with("\"code\"");
    value = std::min(source.find_first_not_of(" \t\r\n", value + 1), source.size());
    at = cellEnd = readSource(value, cell.text);
    handle(cell);
  }
}

std::vector<AsmStatement> NotebookReader::run() {
  bool isJulia =
      source.contains("\"name\": \"julia\"") || source.contains("\"language\": \"julia\"");
  language = hostLanguageNamed(isJulia ? "julia" : "python");
  forEachCell([&](const Cell &cell) {
    if (cell.isCode)
      addCell(cell.text);
  });
  return std::move(statements);
}

std::vector<AsmStatement> ptx::findNotebookAsm(const SourceBuffer &source) {
  if (!mentionsAsmOrPtx(source.text()))
    return {};
  return NotebookReader(source.text()).run();
}

std::string ptx::placeInNotebook(const SourceBuffer &source, uint32_t offset) {
  std::string place;
  NotebookReader(source.text()).forEachCell([&](const Cell &cell) {
    std::optional<uint32_t> at = cell.text.placeOf(offset);
    if (!place.empty() || !at)
      return;
    auto line = cell.text.text().take_front(*at).count('\n') + 1;
    place = "cell " + std::to_string(cell.number) + ", line " + std::to_string(line);
  });
  return place;
}
