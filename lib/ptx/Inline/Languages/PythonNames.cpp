// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Languages/PythonNames.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;
using Kind = PythonNames::Binding::Kind;

PythonNames::PythonNames(StringRef source, llvm::ArrayRef<PythonToken> tokens)
    : source(source), tokens(tokens) {
  findLines();
  for (uint32_t line = 0; line != lines.size(); ++line)
    bindLine(line);
  findFormatting();
}

/// Finds the lines, the blocks by indentation, and the functions.
void PythonNames::findLines() {
  struct Block {
    uint32_t indentation, number, function;
  };
  functions.push_back({"", 0});
  parents.push_back(0);
  llvm::SmallVector<Block> open{{0, 0, 0}};
  for (uint32_t i = 0; i < tokens.size();) {
    uint32_t end = i;
    while (end < tokens.size() && tokens[end].kind != PythonKind::LineEnd)
      ++end;
    uint32_t indentation = tokens[i].indentation;
    while (open.size() > 1 && open.back().indentation > indentation)
      open.pop_back();
    if (open.back().indentation < indentation) {
      parents.push_back(open.back().number);
      uint32_t around = lines.empty() ? 0 : open.back().function;
      // The line before can be the head of a function.
      if (!lines.empty()) {
        uint32_t head = lines.back().tokens.begin;
        head += word(head) == "async";
        if (word(head) == "def" && isName(head + 1)) {
          functions.push_back({word(head + 1), around});
          around = static_cast<uint32_t>(functions.size()) - 1;
        }
      }
      open.push_back({indentation, static_cast<uint32_t>(parents.size()) - 1, around});
    }
    lines.push_back({{i, end}, open.back().number, open.back().function});
    i = end + 1;
  }
  if (lines.empty())
    lines.push_back({{0, 0}, 0, 0});
}

uint32_t PythonNames::lineAt(uint32_t token) const {
  auto next = llvm::partition_point(lines, [&](const Line &l) { return l.tokens.begin <= token; });
  return next == lines.begin() ? 0 : static_cast<uint32_t>(next - lines.begin() - 1);
}

void PythonNames::bind(uint32_t name, uint32_t function, const Binding &binding) {
  if (isName(name))
    bindings[{word(name), function}].push_back(binding);
}

/// Whether `parameter` is annotated as an integer: `n: int`, `n: Constexpr[int]`.
bool PythonNames::isIntegerParameter(TokenRange parameter) const {
  uint32_t at = parameter.begin + 1;
  if (word(at++) != ":")
    return false;
  uint32_t end = at;
  while (end < parameter.end && word(end) != "=")
    ++end;
  if (end == at + 1)
    return word(at) == "int";
  return end > at + 3 && word(end - 4) == "Constexpr" && word(end - 3) == "[" &&
         word(end - 2) == "int";
}

/// Binds the parameters of the function whose head is `line`, with the parenthesis `open`.
void PythonNames::bindFunction(uint32_t line, uint32_t function, uint32_t open) {
  for (TokenRange parameter : elementsOf(source, tokens, {open + 1, tokens[open].closing})) {
    uint32_t name = parameter.begin;
    if (word(name) == "*" || word(name) == "**")
      ++name;
    bind(name, function, {isIntegerParameter(parameter) ? Kind::Integer : Kind::Other, line});
  }
}

/// Binds each of several names to its part of a value.
void PythonNames::bindTuple(uint32_t line, TokenRange targets, TokenRange value) {
  auto unwrap = [&](TokenRange range) {
    bool isWrapped = word(range.begin) == "(" && tokens[range.begin].closing + 1 == range.end;
    return isWrapped ? TokenRange{range.begin + 1, range.end - 1} : range;
  };
  llvm::SmallVector<TokenRange> names = elementsOf(source, tokens, unwrap(targets));
  llvm::SmallVector<TokenRange> values = elementsOf(source, tokens, unwrap(value));
  bool isMatched = names.size() == values.size() &&
                   llvm::all_of(names, [](TokenRange n) { return n.begin + 1 == n.end; });
  for (auto [i, name] : llvm::enumerate(names))
    if (isMatched)
      bind(name.begin, lines[line].function, {Kind::Assigned, line, values[i]});
    else
      for (uint32_t token = name.begin; token != name.end; ++token)
        bind(token, lines[line].function, {Kind::Other, line});
}

/// Binds the targets before the `=` or `+=` of a line. Returns whether there is one.
bool PythonNames::bindTargets(uint32_t line) {
  auto [range, block, function] = lines[line];
  llvm::SmallVector<uint32_t, 2> signs;
  uint32_t colon = range.end; // before an annotation
  for (uint32_t i = range.begin; i < range.end; i = std::max(i, tokens[i].closing) + 1) {
    StringRef text = word(i);
    if (tokens[i].kind != PythonKind::Operator)
      continue;
    if (text == ":" && signs.empty() && colon == range.end)
      colon = i;
    if (text == "=")
      signs.push_back(i);
    bool isChange = text.size() > 1 && text.ends_with("=") && text != "==" && text != "!=" &&
                    text != "<=" && text != ">=" && text != ":=";
    if (isChange) {
      if (i == range.begin + 1)
        bind(range.begin, function,
             {text == "+=" ? Kind::Extended : Kind::Other, line, {i + 1, range.end}});
      return true;
    }
  }
  if (signs.empty())
    return false;
  TokenRange value{signs.back() + 1, range.end};
  uint32_t begin = range.begin;
  for (uint32_t sign : signs) {
    TokenRange targets{begin, std::min(sign, colon > begin ? colon : sign)};
    begin = sign + 1;
    if (targets.begin + 1 == targets.end)
      bind(targets.begin, function, {Kind::Assigned, line, value});
    else
      bindTuple(line, targets, value);
  }
  return true;
}

void PythonNames::bindLine(uint32_t line) {
  auto [range, block, function] = lines[line];
  for (uint32_t i = range.begin; i < range.end; ++i) {
    if (tokens[i].kind != PythonKind::Name && word(i) != ":=")
      continue;
    StringRef text = word(i);
    ++uses[text];
    if (text == ":=" && i > range.begin)
      bind(i - 1, function, {Kind::Other, line});
    else if (text == "as" || text == "import" || text == "global" || text == "nonlocal")
      bind(i + 1, function, {Kind::Other, line});
    else if (text == "for")
      for (uint32_t name = i + 1; name < range.end && word(name) != "in"; ++name) {
        bool isCount = word(i + 2) == "in" && word(i + 3) == "range" && word(i + 4) == "(";
        bind(name, function, {isCount ? Kind::Integer : Kind::Other, line});
      }
  }
  uint32_t head = range.begin + (word(range.begin) == "async");
  if (word(head) == "def") {
    bind(head + 1, function, {Kind::Other, line});
    // The body is the next line, or the text after the head.
    uint32_t inner = line + 1 < lines.size() ? lines[line + 1].function : function;
    if (inner != function && word(head + 2) == "(")
      bindFunction(line, inner, head + 2);
  } else if (word(range.begin) != "class" && word(range.begin) != "lambda") {
    bindTargets(line);
  }
}

/// Whether the block `block` is `inner` or around it.
bool PythonNames::holds(uint32_t block, uint32_t inner) const {
  while (inner != block && inner != 0)
    inner = parents[inner];
  return inner == block;
}

llvm::SmallVector<TokenRange, 2> PythonNames::valueAt(StringRef name, uint32_t token) const {
  constexpr size_t mostBindings = 64;
  uint32_t useLine = lineAt(token);
  const Line &use = lines[useLine];
  for (uint32_t function = use.function;; function = functions[function].parent) {
    auto found = bindings.find({name, function});
    if (found == bindings.end() && function != 0)
      continue;
    if (found == bindings.end() || found->second.size() > mostBindings)
      return {};
    llvm::SmallVector<TokenRange, 2> value;
    bool isOuter = function != use.function;
    uint32_t start = 0; // the block of the relevant assignment
    for (const Binding &binding : found->second) {
      const Line &line = lines[binding.line];
      if (!isOuter && binding.line >= useLine)
        continue;
      bool isOnWay = isOuter ? holds(line.block, lines[found->second.front().line].block)
                             : holds(line.block, use.block);
      if (binding.kind == Kind::Assigned && isOnWay) {
        // For a name outside of the function it is unknown which of several values applies.
        if (isOuter && !value.empty())
          return {};
        value = {binding.value};
        start = line.block;
      } else if (binding.kind == Kind::Extended && !value.empty()) {
        value.push_back(line.block == start ? binding.value : TokenRange{0, 0});
      } else {
        value.clear();
        if (binding.kind != Kind::Extended)
          value.push_back({0, 0}); // unless another assignment follows
      }
    }
    bool isKnown = llvm::any_of(value, [](TokenRange part) { return !part.empty(); });
    return isKnown ? value : llvm::SmallVector<TokenRange, 2>();
  }
}

bool PythonNames::isInteger(StringRef name, uint32_t token) const {
  for (uint32_t function = lines[lineAt(token)].function;; function = functions[function].parent) {
    auto found = bindings.find({name, function});
    if (found != bindings.end())
      return llvm::all_of(found->second,
                          [](const Binding &binding) { return binding.kind == Kind::Integer; });
    if (function == 0)
      return false;
  }
}

StringRef PythonNames::assignedAt(uint32_t token) const {
  TokenRange line = lines[lineAt(token)].tokens;
  bool isAssignment =
      isName(line.begin) &&
      (word(line.begin + 1) == "=" || word(line.begin + 1) == "+=" || word(line.begin + 1) == ":");
  return isAssignment ? word(line.begin) : "";
}

/// Finds the names whose values are formatted.
void PythonNames::findFormatting() {
  constexpr uint32_t mostArguments = 64; // tokens of them
  auto note = [&](StringRef name, PythonFormatting formatting) {
    auto [place, isNew] = formatted.try_emplace(name, formatting);
    if (!isNew && place->second != formatting)
      place->second = PythonFormatting::Unknown;
  };
  for (uint32_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!isName(i))
      continue;
    StringRef next = word(i + 1), method = next == "." ? word(i + 2) : "";
    if (method == "format" || method == "format_map")
      note(word(i), PythonFormatting::Braces);
    else if (next == "%" || next == "%=")
      note(word(i), PythonFormatting::Percent);
    else if (llvm::is_contained({"replace", "substitute", "safe_substitute", "render", "translate"},
                                method))
      note(word(i), PythonFormatting::Unknown);
    else if (llvm::is_contained({"Template", "from_string", "sub", "subn"}, word(i)) && next == "(")
      for (uint32_t k = i + 2; k < std::min(tokens[i + 1].closing, i + mostArguments); ++k)
        if (isName(k))
          note(word(k), PythonFormatting::Unknown);
  }
}

PythonFormatting PythonNames::formattingOf(StringRef name) const { return formatted.lookup(name); }
