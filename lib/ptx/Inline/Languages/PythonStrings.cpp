// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Languages/PythonStrings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace ptx;
using llvm::StringRef;

// Names can refer to each other several times.
static constexpr size_t mostBytes = 256 << 10;

void PythonString::add(const PythonString &other) {
  append(other);
  llvm::append_range(literals, other.literals);
  if (!other.reserved.empty())
    reserved = other.reserved;
}

//===-- Literals ------------------------------------------------------------------------------===//

/// Appends the value of the escape sequence at `at`. Returns its end.
uint32_t PythonStrings::readEscape(uint32_t at, uint32_t end, bool isBytes, MappedText &text) {
  static constexpr StringRef letters = "nrtvfab\\\"'", meanings = "\n\r\t\v\f\a\b\\\"'";
  StringRef rest = source.slice(at + 1, end);
  if (rest.empty() || rest[0] == '\n')
    return std::min(at + 2, end); // joined lines
  if (rest.starts_with("\r\n"))
    return at + 3;
  char c = rest[0];
  size_t known = letters.find(c);
  if (known != StringRef::npos) {
    text.appendSpelled(meanings.substr(known, 1), {at, at + 2});
    return at + 2;
  }
  unsigned base = llvm::isDigit(c) ? 8 : 16;
  size_t first = base == 8 ? 0 : 1, most = base == 8 ? 3 : c == 'x' ? 2 : c == 'u' ? 4 : 8;
  bool isNumber = (c >= '0' && c <= '7') || c == 'x' || (!isBytes && (c == 'u' || c == 'U'));
  StringRef digits =
      rest.substr(first, most).take_while([&](char d) { return llvm::hexDigitValue(d) < base; });
  uint32_t value = 0;
  if (!isNumber || digits.getAsInteger(base, value)) {
    text.append(source.substr(at, 2), at);
    return at + 2; // a backslash like any other character
  }
  auto stop = at + 1 + static_cast<uint32_t>(first + digits.size());
  char encoded[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *encodedEnd = encoded;
  bool isByte = isBytes || value < 0x80;
  if (isByte)
    *encodedEnd++ = static_cast<char>(value);
  else if (!llvm::ConvertCodePointToUTF8(value, encodedEnd))
    *encodedEnd++ = '?';
  text.appendSpelled(StringRef(encoded, encodedEnd - encoded), {at, stop});
  return stop;
}

/// Whether an integer formatted with `spec` is one of PTX.
static bool isFormatOfInteger(StringRef spec) {
  if (spec.empty() || spec == ":d")
    return true;
  return spec.consume_front(":#") && (spec.consume_back("x") || spec.consume_back("X")) &&
         llvm::all_of(spec, llvm::isDigit);
}

/// Reads the expression in `braces`, which is in the literal `token`.
void PythonStrings::readExpression(SourceRange braces, uint32_t token, PythonString &result) {
  uint32_t start = braces.begin + 1;
  std::vector<PythonToken> inner = tokenizePython(source.slice(start, braces.end - 1));
  while (!inner.empty() && inner.back().kind == PythonKind::LineEnd)
    inner.pop_back();
  for (PythonToken &t : inner)
    t.range = {t.range.begin + start, t.range.end + start};
  PythonStrings own(*this, inner, token);
  uint32_t end = 0; // of the expression
  while (end < inner.size() && own.word(end) != ":" && !own.word(end).starts_with("!"))
    end = own.next(end);
  bool isWhole = end >= inner.size();
  end = std::min(end, static_cast<uint32_t>(inner.size()));
  StringRef spec = isWhole ? "" : source.slice(inner[end].range.begin, braces.end - 1).rtrim();
  std::optional<PythonString> known;
  ++state->replacements;
  if (spec.empty())
    known = own.readSum({0, end}, PythonFormatting::None);
  --state->replacements;
  if (known && known->holes.empty())
    result.text.appendFor(known->text.text(), braces);
  else if (isFormatOfInteger(spec) && own.isInteger({0, end}))
    result.addInteger();
  else
    result.addHole();
}

/// Reads `{...}` at `at`, whose value is unknown unless it is an expression of constants. Returns
/// its end.
uint32_t PythonStrings::readReplacement(uint32_t at, uint32_t end, uint32_t token,
                                        bool isExpression, PythonString &result) {
  StringRef text = source.take_front(end);
  size_t close = isExpression ? endOfReplacement(text, at) : StringRef::npos;
  if (!isExpression) {
    unsigned open = 0; // `{name:{width}}`
    for (size_t i = at; i < text.size() && text[i] != '\n'; ++i) {
      open += text[i] == '{';
      if (text[i] == '}' && --open == 0) {
        close = i + 1;
        break;
      }
    }
  }
  if (close == StringRef::npos) {
    result.addHole();
    return isExpression ? end : at + 1;
  }
  SourceRange place{at, static_cast<uint32_t>(close)};
  if (isExpression)
    readExpression(place, token, result);
  else
    result.addHole();
  return place.end;
}

/// The end of the `%s` or `%(name)04d` at `at`; `at` if there is none.
uint32_t PythonStrings::conversionEnd(StringRef source, uint32_t at, uint32_t end) {
  StringRef rest = source.slice(at + 1, end);
  if (rest.starts_with("(")) {
    size_t close = rest.find(')');
    if (close == StringRef::npos)
      return at;
    rest = rest.drop_front(close + 1);
  }
  rest = rest.drop_while([](char c) { return StringRef("#0- +*.123456789lhL").contains(c); });
  if (rest.empty() || !StringRef("diouxXeEfFgGcrsa").contains(rest[0]))
    return at;
  return static_cast<uint32_t>(rest.data() - source.data()) + 1;
}

/// Appends the contents of the literal `token`.
void PythonStrings::readLiteral(uint32_t token, PythonFormatting formatting, PythonString &result) {
  PythonLiteral literal = partsOfLiteral(source, tokens[token].range);
  auto [at, end] = literal.contents;
  bool isRaw = literal.has('r'), isFormatted = literal.isFormatted();
  bool hasBraces = isFormatted || formatting == PythonFormatting::Braces;
  bool hasPercent = formatting == PythonFormatting::Percent;
  result.literals.push_back(tokens[token].range);
  if (hasBraces || hasPercent)
    result.reserved = hasBraces ? "{}" : "%";
  StringRef special = hasBraces ? "\\{}" : hasPercent ? "\\%" : "\\";
  while (at < end) {
    StringRef rest = source.slice(at, end);
    auto plain = static_cast<uint32_t>(std::min(rest.find_first_of(special), rest.size()));
    // the next character does not end the string, and is consumed as well
    if (plain == 0 && rest[0] == '\\' && isRaw) {
      plain = hasBraces && rest.size() > 1 && StringRef("{}").contains(rest[1]) ? 1 : 2;
      plain = std::min<uint32_t>(plain, end - at);
    }
    result.text.append(rest.take_front(plain), at);
    at += plain;
    rest = rest.drop_front(plain);
    if (rest.empty() || plain > 0)
      continue;
    bool isDouble = rest.size() > 1 && rest[1] == rest[0];
    if (rest[0] == '\\') {
      at = readEscape(at, end, literal.has('b'), result.text);
    } else if (isDouble) {
      result.text.appendSpelled(rest.take_front(1), {at, at + 2});
      at += 2;
    } else if (rest[0] == '{') {
      at = readReplacement(at, end, token, isFormatted, result);
    } else if (uint32_t stop = conversionEnd(source, at, end); rest[0] == '%' && stop != at) {
      result.addHole();
      at = stop;
    } else {
      result.text.append(rest.take_front(1), at++);
    }
  }
}

/// Reads consecutive literals. Returns false at other tokens.
bool PythonStrings::readLiterals(TokenRange range, PythonFormatting formatting,
                                 PythonString &result) {
  for (uint32_t i = range.begin; i < range.end; ++i) {
    state->size += tokens[i].range.size();
    if (tokens[i].kind != PythonKind::String || state->size > mostBytes)
      return false;
    bool isFormattedTwice = formatting == PythonFormatting::Braces &&
                            partsOfLiteral(source, tokens[i].range).isFormatted();
    if (isFormattedTwice)
      result.addHole();
    else
      readLiteral(i, formatting, result);
  }
  return !range.empty();
}

//===-- Expressions ---------------------------------------------------------------------------===//

/// The alternative in effect; none if that is unknown.
std::optional<TokenRange> PythonStrings::choose(llvm::ArrayRef<TokenRange> alternatives,
                                                StringRef condition) {
  constexpr size_t most = 8;
  Choice &choice = state->choice;
  if (!choice.variant || alternatives.empty() || alternatives.size() > most)
    return std::nullopt;
  if (choice.condition.empty()) {
    choice.condition = condition.str();
    choice.count = static_cast<unsigned>(alternatives.size());
  }
  if (choice.condition != condition || choice.count != alternatives.size())
    return std::nullopt;
  return alternatives[std::min<size_t>(*choice.variant, alternatives.size() - 1)];
}

/// The alternative in effect of `a if b else c if d else e`.
std::optional<TokenRange> PythonStrings::chosenOf(TokenRange conditional) {
  llvm::SmallVector<TokenRange, 4> alternatives;
  std::string condition;
  uint32_t begin = conditional.begin, ifAt = conditional.end;
  for (uint32_t i = conditional.begin; i < conditional.end; i = next(i)) {
    if (word(i) == "if" && ifAt == conditional.end) {
      alternatives.push_back({begin, i});
      ifAt = i;
    } else if (word(i) == "else" && ifAt + 1 < i) {
      condition += source.slice(tokens[ifAt + 1].range.begin, tokens[i - 1].range.end);
      condition += '?';
      begin = i + 1;
      ifAt = conditional.end;
    }
  }
  if (ifAt != conditional.end)
    return std::nullopt;
  alternatives.push_back({begin, conditional.end});
  return choose(alternatives, condition);
}

/// The alternative in effect of `{a: b, c: d}[e]`.
std::optional<TokenRange> PythonStrings::chosenOfTable(TokenRange table) {
  uint32_t open = table.begin, key = next(open);
  if (word(open) != "{" || key >= table.end || word(key) != "[" || next(key) != table.end)
    return std::nullopt;
  llvm::SmallVector<TokenRange, 4> alternatives;
  for (TokenRange element : elementsOf(source, tokens, {open + 1, key - 1})) {
    uint32_t colon = element.begin;
    while (colon < element.end && word(colon) != ":")
      colon = next(colon);
    if (colon + 1 >= element.end)
      return std::nullopt;
    alternatives.push_back({colon + 1, element.end});
  }
  StringRef condition = source.slice(tokens[key].range.begin, tokens[table.end - 1].range.end);
  return choose(alternatives, condition);
}

/// Whether the value of `expression` is certainly an integer.
bool PythonStrings::isInteger(TokenRange expression, unsigned level) {
  constexpr unsigned deepest = 6;
  static constexpr StringRef ofIntegers[] = {"<<", ">>", "&", "|", "^", "//"},
                             ofNumbers[] = {"+", "-", "*", "%"}, access[] = {".", "(", "[", "{"},
                             words[] = {"if", "else",   "or",  "and", "not",
                                        "in", "lambda", "for", "is",  "await"};
  state->size += expression.end - std::min(expression.begin, expression.end);
  if (expression.empty() || level == deepest || state->size > mostBytes)
    return false;
  llvm::SmallVector<TokenRange, 4> parts;
  uint32_t begin = expression.begin;
  bool isKnown = false;
  for (uint32_t i = begin; i < expression.end; i = next(i)) {
    StringRef text = word(i);
    if (llvm::is_contained(ofIntegers, text)) {
      isKnown = true;
    } else if (llvm::is_contained(ofNumbers, text)) {
      if (i != begin)
        parts.push_back({begin, i});
      begin = i + 1;
    } else if (llvm::is_contained(words, text) ||
               (tokens[i].kind == PythonKind::Operator && !llvm::is_contained(access, text))) {
      return false;
    }
  }
  if (isKnown)
    return true;
  parts.push_back({begin, expression.end});
  return llvm::all_of(parts, [&](TokenRange part) { return isIntegerOperand(part, level + 1); });
}

bool PythonStrings::isIntegerOperand(TokenRange operand, unsigned level) {
  if (operand.empty())
    return false;
  uint32_t at = operand.begin;
  if (word(at) == "(" && next(at) == operand.end)
    return isInteger({at + 1, operand.end - 1}, level);
  bool isOne = at + 1 == operand.end;
  if (tokens[at].kind == PythonKind::Number)
    return isOne && llvm::all_of(word(at), llvm::isAlnum) &&
           (word(at).starts_with_insensitive("0x") ||
            word(at).find_first_of("eEjJ") == StringRef::npos);
  if (tokens[at].kind != PythonKind::Name)
    return false;
  if (!isOne)
    return llvm::is_contained({"hex", "int", "len", "ord"}, word(at)) && word(at + 1) == "(" &&
           next(at + 1) == operand.end;
  if (names.isInteger(word(at), placeOf(at)))
    return true;
  llvm::SmallVector<TokenRange, 2> value = names.valueAt(word(at), placeOf(at));
  return value.size() == 1 && outermost().isInteger(value[0], level);
}

std::optional<PythonString> PythonStrings::readName(uint32_t token) {
  PythonString result;
  bool isKnown = false;
  for (TokenRange part : names.valueAt(word(token), placeOf(token))) {
    std::optional<PythonString> value;
    if (!part.empty())
      value = outermost().readSum(part, PythonFormatting::None);
    isKnown |= value.has_value();
    if (value)
      result.add(*value);
    else
      result.addHole();
  }
  return isKnown ? std::optional(std::move(result)) : std::nullopt;
}

/// The repeat count; none if it is unknown or large.
std::optional<unsigned> PythonStrings::readNumber(uint32_t token) const {
  constexpr unsigned most = 512;
  unsigned number = 0;
  StringRef text = word(token);
  if (tokens[token].kind == PythonKind::Name) {
    llvm::SmallVector<TokenRange, 2> value = names.valueAt(text, placeOf(token));
    bool isOne = value.size() == 1 && value[0].begin + 1 == value[0].end;
    text = isOne ? outermost().word(value[0].begin) : "";
  }
  if (text.getAsInteger(10, number) || number > most)
    return std::nullopt;
  return number;
}

/// Adds the elements of `[a, b] * 2 + [c]`. Returns false for other expressions, and for one with
/// any number of elements.
bool PythonStrings::addElements(TokenRange list,
                                llvm::SmallVectorImpl<TokenRange> &elements) const {
  constexpr size_t most = 4096;
  for (uint32_t at = list.begin; at < list.end;) {
    if (word(at) != "[" && word(at) != "(")
      return false;
    uint32_t after = next(at);
    if (after > list.end)
      return false;
    llvm::SmallVector<TokenRange> own = elementsOf(source, tokens, {at + 1, after - 1});
    for (TokenRange element : own)
      for (uint32_t i = element.begin; i < element.end; i = next(i))
        if (word(i) == "for" || word(i) == "*")
          return false;
    at = after;
    std::optional<unsigned> count = 1;
    if (word(at) == "*" && at + 1 < list.end) {
      count = readNumber(at + 1);
      at += 2;
    }
    if (!count || own.size() * *count + elements.size() > most)
      return false;
    for (unsigned i = 0; i != *count; ++i)
      llvm::append_range(elements, own);
    if (at < list.end && word(at++) != "+")
      return false;
  }
  return !elements.empty();
}

/// Reads `"separator".join([...])`.
std::optional<PythonString> PythonStrings::readJoin(TokenRange separator, TokenRange list) {
  llvm::SmallVector<TokenRange> elements;
  std::optional<PythonString> between = readSum(separator, PythonFormatting::None);
  if (!between || !addElements(list, elements))
    return std::nullopt;
  PythonString result;
  bool isKnown = false;
  for (const TokenRange &element : elements) {
    if (&element != elements.begin())
      result.append(*between);
    std::optional<PythonString> part = readSum(element, PythonFormatting::None);
    isKnown |= part.has_value();
    if (part)
      result.add(*part);
    else
      result.addHole();
  }
  return isKnown ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<PythonStrings::TermStart> PythonStrings::termStart(TokenRange term) const {
  uint32_t at = term.begin;
  auto inParentheses = [&](uint32_t open) {
    return TermStart{{open + 1, std::min(tokens[open].closing, term.end)}, next(open)};
  };
  if (tokens[at].kind == PythonKind::String) {
    while (at < term.end && tokens[at].kind == PythonKind::String)
      ++at;
    return TermStart{{term.begin, at}, at};
  }
  if (word(at) == "(")
    return inParentheses(at);
  // `textwrap.dedent(...)` changes only blanks.
  uint32_t function = at + (word(at + 1) == "." ? 2 : 0);
  bool isCall = llvm::is_contained({"dedent", "cleandoc", "str", "StringAttr"}, word(function)) &&
                word(function + 1) == "(";
  return isCall ? std::optional(inParentheses(function + 1)) : std::nullopt;
}

/// Reads a term that is a number or a name.
std::optional<PythonString> PythonStrings::readWord(uint32_t token, PythonFormatting formatting) {
  bool isNumber =
      tokens[token].kind == PythonKind::Number && llvm::all_of(word(token), llvm::isDigit);
  if (isNumber && state->replacements > 0) {
    PythonString result;
    result.text.append(word(token), tokens[token].range.begin);
    return result;
  }
  bool isName = tokens[token].kind == PythonKind::Name && formatting == PythonFormatting::None;
  return isName ? readName(token) : std::nullopt;
}

/// Reads the product of a string and the number `count`.
std::optional<PythonString> PythonStrings::readRepeated(TokenRange repeated, uint32_t count,
                                                        PythonFormatting formatting) {
  std::optional<PythonString> once = readSum(repeated, formatting);
  std::optional<unsigned> times = readNumber(count);
  if (!once || !times || state->size * *times > mostBytes)
    return std::nullopt;
  PythonString result;
  for (unsigned i = 0; i != *times; ++i)
    result.append(*once);
  result.literals = once->literals;
  return result;
}

/// The formatting of a string to which `method` is applied; none if the result is unknown.
static std::optional<PythonFormatting> formattingWith(StringRef method,
                                                      PythonFormatting formatting) {
  if (llvm::is_contained({"strip", "lstrip", "rstrip", "encode", "expandtabs"}, method))
    return formatting;
  bool isFormat = method == "format" || method == "format_map";
  return isFormat && formatting == PythonFormatting::None ? std::optional(PythonFormatting::Braces)
                                                          : std::nullopt;
}

/// Reads one operand of `+`.
std::optional<PythonString> PythonStrings::readTerm(TokenRange range, PythonFormatting formatting) {
  if (range.empty())
    return std::nullopt;
  if (word(range.begin) == "{") {
    std::optional<TokenRange> chosen = chosenOfTable(range);
    return chosen ? readSum(*chosen, formatting) : std::nullopt;
  }
  std::optional<TermStart> start = termStart(range);
  if (!start)
    return range.begin + 1 == range.end ? readWord(range.begin, formatting) : std::nullopt;
  uint32_t at = start->end;
  while (word(at) == "." && at + 2 < range.end && word(at + 2) == "(") {
    uint32_t open = at + 2;
    if (word(at + 1) == "join") {
      TokenRange list{open + 1, std::min(tokens[open].closing, range.end)};
      return next(open) == range.end ? readJoin({range.begin, at}, list) : std::nullopt;
    }
    std::optional<PythonFormatting> changed = formattingWith(word(at + 1), formatting);
    if (!changed)
      return std::nullopt;
    formatting = *changed;
    at = next(open);
  }
  if (word(at) == "*" && at + 2 == range.end)
    return readRepeated({range.begin, at}, at + 1, formatting);
  if (word(at) == "%" && at < range.end) {
    if (formatting != PythonFormatting::None)
      return std::nullopt;
    formatting = PythonFormatting::Percent;
    at = range.end;
  }
  if (at != range.end)
    return std::nullopt;
  if (tokens[range.begin].kind != PythonKind::String)
    return readSum(start->inside, formatting);
  PythonString result;
  return readLiterals(start->inside, formatting, result) ? std::optional(std::move(result))
                                                         : std::nullopt;
}

std::optional<PythonString> PythonStrings::readSum(TokenRange range, PythonFormatting formatting) {
  constexpr unsigned deepest = 12;
  if (state->depth == deepest || formatting == PythonFormatting::Unknown)
    return std::nullopt;
  ++state->depth;
  PythonString result;
  bool isKnown = false;
  uint32_t begin = range.begin;
  auto add = [&](uint32_t end) {
    std::optional<PythonString> term = readTerm({begin, end}, formatting);
    begin = end + 1;
    if (!term) {
      result.addHole();
      return;
    }
    isKnown = true;
    result.add(*term);
  };
  bool isChoice = false, isConditional = false;
  for (uint32_t i = range.begin; i < range.end; i = next(i)) {
    isChoice |= llvm::is_contained({"or", "and", "lambda", "for"}, word(i));
    if (word(i) == "if") {
      isConditional = true;
      break;
    }
    if (word(i) == "+")
      add(i);
  }
  if (isConditional) {
    std::optional<TokenRange> chosen = chosenOf(range);
    std::optional<PythonString> value;
    if (chosen)
      value = readSum(*chosen, formatting);
    --state->depth;
    return value;
  }
  add(range.end);
  --state->depth;
  return isKnown && !isChoice ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<PythonString> PythonStrings::evaluate(TokenRange expression,
                                                    PythonFormatting formatting) {
  if (state->depth == 0)
    state->size = 0;
  return readSum(expression, formatting);
}
