// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Fingerprint.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;

/// The maximum distance between a diagnostic and the end of its statement, so that a file of one
/// long line takes no longer than others.
static constexpr size_t reach = 2000;

/// Whether only white space or a comment follows on the line.
static bool endsLine(StringRef rest) {
  rest = rest.ltrim(" \t\r");
  return rest.empty() || rest.front() == '\n' || rest.starts_with("//");
}

/// The position where reading starts, so that the statement at `offset` is read from its start: the
/// start of a line, outside of comments.
static size_t readingStart(StringRef text, size_t offset) {
  if (offset <= reach)
    return 0;
  size_t start = offset - reach;
  StringRef before = text.slice(start, offset);
  size_t skipped = before.find('\n');
  size_t commentEnd = before.find("*/");
  if (commentEnd != StringRef::npos && commentEnd < before.find("/*"))
    skipped = commentEnd + 1;
  return skipped == StringRef::npos ? start : start + skipped + 1;
}

std::string ptx::statementText(StringRef text, uint32_t offset, bool linesEnd) {
  size_t place = std::min<size_t>(offset, text.size());
  size_t end = std::min(text.size(), place + reach);
  std::string statement;
  auto addSpace = [&] {
    if (!statement.empty() && statement.back() != ' ')
      statement += ' ';
  };
  for (size_t at = readingStart(text, place); at < end; ++at) {
    StringRef rest = text.slice(at, end);
    char c = rest.front();
    bool isEnd = c == ';' || ((c == '{' || c == '}') && endsLine(rest.drop_front())) ||
                 (c == '\n' && linesEnd);
    if (rest.starts_with("//") || rest.starts_with("/*")) {
      size_t length = rest.starts_with("//") ? rest.find('\n') : rest.find("*/", 2);
      if (length == StringRef::npos)
        break;
      at += rest[1] == '*' ? length + 1 : length - 1; // the end of the line is read again
      addSpace();
    } else if (llvm::isSpace(c)) {
      addSpace();
    } else {
      statement += c;
    }
    if (isEnd && at >= place)
      break;
    if (isEnd)
      statement.clear();
  }
  return StringRef(statement).trim().str();
}

std::string Fingerprints::next(const Diagnostic &d) {
  std::string key = info(d.id).name.str();
  for (StringRef part : {StringRef(d.entry), StringRef(d.function)}) {
    key += '\0';
    key += part;
  }
  key += '\0';
  key += statementText(source.text(), d.range.begin, /*linesEnd=*/!d.function.empty());
  uint64_t number = seen[llvm::xxh3_64bits(key)]++;
  key += '\0';
  key += std::to_string(number);
  return llvm::utohexstr(llvm::xxh3_64bits(key), /*LowerCase=*/true, /*Width=*/16);
}
