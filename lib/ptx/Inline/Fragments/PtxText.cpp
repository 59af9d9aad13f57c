// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Fragments/PtxText.h"
#include "ptx/Isa/Instructions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>
#include <optional>

using namespace ptx;
using llvm::StringRef;

namespace {

/// Scans PTX, and skips comments and strings.
class Walker {
public:
  /// Stops at each byte.
  explicit Walker(StringRef text) : text(text) { stops.fill(true); }
  /// Stops only at the characters `wanted`.
  Walker(StringRef text, StringRef wanted) : text(text) {
    stops.fill(false);
    for (char c : wanted)
      stops[static_cast<unsigned char>(c)] = true;
    stops['/'] = stops['"'] = true;
    stopsAtSlash = wanted.contains('/');
  }

  /// The next byte at which it stops; none at the end.
  std::optional<uint32_t> next();

private:
  StringRef text;
  size_t at = 0;
  std::array<bool, 256> stops;
  bool stopsAtSlash = true;
};

} // namespace

std::optional<uint32_t> Walker::next() {
  for (;;) {
    while (at < text.size() && !stops[static_cast<unsigned char>(text[at])])
      ++at;
    if (at >= text.size())
      return std::nullopt;
    if (text[at] != '/' && text[at] != '"') // most of them
      return static_cast<uint32_t>(at++);
    StringRef rest = text.drop_front(at);
    StringRef opening = rest.starts_with("//")   ? "//"
                        : rest.starts_with("/*") ? "/*"
                        : rest.starts_with("\"") ? "\""
                                                 : "";
    if (opening.empty()) {
      ++at;
      if (stopsAtSlash)
        return static_cast<uint32_t>(at - 1);
      continue;
    }
    StringRef closing = opening == "//" ? "\n" : opening == "/*" ? "*/" : "\"";
    size_t end = rest.find(closing, opening.size());
    at = end == StringRef::npos ? text.size() : at + end + closing.size();
  }
}

bool ptx::isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; }

Balance ptx::balanceOf(StringRef text) {
  Balance balance;
  Walker walker(text, "{}");
  while (std::optional<uint32_t> at = walker.next()) {
    balance.depth += text[*at] == '{' ? 1 : text[*at] == '}' ? -1 : 0;
    balance.lowest = std::min(balance.lowest, balance.depth);
  }
  return balance;
}

/// Whether the braces at the start of `text` are those of a block, not of a vector.
static bool isBlock(StringRef text) {
  Walker walker(text.drop_front(), ";{}");
  std::optional<uint32_t> at = walker.next();
  return !at || text[*at + 1] != '}';
}

void ptx::blankAround(MappedText &text, uint32_t begin, llvm::ArrayRef<uint32_t> holes) {
  std::vector<SourceRange> blanks;
  StringRef bytes = text.text().drop_front(begin);
  Walker walker(bytes);
  uint32_t start = 0;  // of the statement
  unsigned braces = 0; // of vectors, in it
  char before = ';';
  const uint32_t *hole = holes.begin(), *passed = holes.begin();
  auto finish = [&](uint32_t end) {
    bool hasHole = false;
    for (; hole != holes.end() && *hole - begin <= end; ++hole)
      hasHole = true;
    if (hasHole)
      blanks.push_back({begin + start, begin + end});
    start = end;
  };
  while (std::optional<uint32_t> at = walker.next()) {
    char c = bytes[*at];
    if (llvm::isSpace(c))
      continue;
    // Unknown text can be the start of an instruction before its vector.
    bool isAfterHole = false;
    for (; passed != holes.end() && *passed - begin <= *at; ++passed)
      isAfterHole = true;
    bool isStart = isAfterHole ? c == '{' && isBlock(bytes.drop_front(*at))
                               : before == ';' || before == '{' || before == '}';
    if (c == ';') {
      finish(*at + 1);
      braces = 0;
    } else if (c == '{' && !(isStart && braces == 0)) {
      ++braces;
      c = ',';
    } else if (c == '}' && braces) {
      --braces;
      c = ',';
    } else if (c == '{' || c == '}') {
      finish(*at);
      start = *at + 1;
    }
    before = c;
  }
  finish(static_cast<uint32_t>(bytes.size()));
  Balance balance = balanceOf(bytes);
  for (SourceRange range : blanks)
    text.blank(range);
  // If the braces no longer match, they were not braces of blocks.
  if (balanceOf(text.text().drop_front(begin)) != balance)
    text.blank({begin, text.size()});
}

StringRef ptx::declaredStem(StringRef name) {
  return name.drop_front(name.starts_with("%%")).rtrim("0123456789");
}

std::vector<StringRef> ptx::declaredStems(StringRef statement) {
  llvm::SmallVector<StringRef, 8> words;
  llvm::SplitString(statement, words, " \t\r\n\v\f,");
  std::vector<StringRef> stems;
  for (StringRef word : words)
    if (!word.starts_with("."))
      stems.push_back(declaredStem(word.take_until([](char c) { return c == '<'; })));
  return stems;
}

/// Calls `visit(end, range)` for each section of `text`, outside of braces or everywhere, that ends
/// with one of the characters `ends` or with a brace.
template <class Visit>
static void forEachStretch(StringRef text, StringRef ends, Names names, Visit visit) {
  int depth = 0;
  uint32_t begin = 0;
  Walker walker(text, ("{}" + ends).str());
  while (std::optional<uint32_t> at = walker.next()) {
    char c = text[*at];
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth <= 0 || names == Names::All)
      visit(c, SourceRange{begin, *at});
    begin = *at + 1;
  }
}

std::vector<SourceRange> ptx::registerDeclarations(StringRef text, Names names) {
  std::vector<SourceRange> found;
  forEachStretch(text, ";", names, [&](char end, SourceRange range) {
    StringRef statement = text.slice(range.begin, range.end).ltrim();
    if (end == ';' && statement.consume_front(".reg") && !statement.empty() &&
        (llvm::isSpace(statement.front()) || statement.front() == '.'))
      found.push_back({range.begin, range.end + 1});
  });
  return found;
}

/// Whether the first operand of instructions that begin with `mnemonic` is written.
static bool writesFirst(StringRef mnemonic) {
  std::optional<Opcode> opcode = findOpcode(mnemonic.take_until([](char c) { return c == '.'; }));
  if (!opcode)
    return false;
  llvm::ArrayRef<OperandInfo> operands = formsOf(*opcode).front().operands();
  return !operands.empty() && operands.front().written;
}

/// Calls `visit` for each name in `text`.
template <class Visit> static void forEachName(StringRef text, Visit visit) {
  auto isPart = [](char c) { return isNameCharacter(c) || c == '%'; };
  while (!(text = text.drop_until(isPart)).empty()) {
    StringRef name = text.take_while(isPart);
    text = text.drop_front(name.size());
    if (!name.ltrim('%').empty() && !llvm::isDigit(name.ltrim('%').front()))
      visit(name);
  }
}

void ptx::collectUses(StringRef text, llvm::StringMap<bool> &names) {
  forEachStretch(text, ";", Names::OutsideOfBraces, [&](char, SourceRange range) {
    StringRef rest = text.slice(range.begin, range.end).trim();
    if (rest.starts_with("@")) {
      forEachName(rest.take_until(llvm::isSpace), [&](StringRef guard) { names[guard]; });
      rest = rest.drop_until(llvm::isSpace).ltrim();
    }
    StringRef mnemonic = rest.take_until(llvm::isSpace);
    auto [first, others] = rest.drop_front(mnemonic.size()).split(',');
    bool isWritten = writesFirst(mnemonic) && !first.contains('[');
    forEachName(first, [&](StringRef name) { names[name] |= isWritten; });
    forEachName(others, [&](StringRef name) { names[name]; });
  });
}

bool ptx::hasInstruction(StringRef text) {
  bool found = false;
  uint32_t begin = 0;
  auto look = [&](uint32_t end) {
    Walker walker(text.slice(begin, end));
    std::optional<uint32_t> first;
    while ((first = walker.next()) && llvm::isSpace(text[begin + *first])) {
    }
    found |= first && !text.drop_front(begin + *first).starts_with(".reg");
  };
  Walker walker(text, "{};:");
  while (std::optional<uint32_t> at = walker.next()) {
    if (text[*at] != ':')
      look(*at);
    begin = *at + 1;
  }
  look(static_cast<uint32_t>(text.size()));
  return found;
}

/// Adds the stems of the labels to `stems`.
static void collectLabels(StringRef text, Names names, llvm::StringSet<> &stems) {
  forEachStretch(text, ";:", names, [&](char end, SourceRange range) {
    StringRef word = text.slice(range.begin, range.end).trim();
    if (end == ':' && !word.empty() && llvm::all_of(word, isNameCharacter))
      stems.insert(declaredStem(word));
  });
}

void ptx::collectLeaks(StringRef text, bool hasHoles, llvm::StringSet<> &stems) {
  bool isOpen = !balanceOf(text).isEven();
  Names names = isOpen ? Names::All : Names::OutsideOfBraces;
  collectLabels(text, names, stems);
  for (SourceRange range : registerDeclarations(text, names))
    for (StringRef stem : declaredStems(text.slice(range.begin, range.end - 1)))
      stems.insert(stem);
  if (isOpen && hasHoles)
    stems.insert("");
}
