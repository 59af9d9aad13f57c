// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/MacroExpander.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

//===-- The text ------------------------------------------------------------------------------===//

void ExpandedText::add(StringRef spelling, CppKind kind, SourceRange origin, bool verbatim) {
  if (!bytes.empty())
    bytes += ' ';
  auto begin = static_cast<uint32_t>(bytes.size());
  bytes += spelling;
  CppToken token;
  token.range = {begin, static_cast<uint32_t>(bytes.size())};
  token.kind = kind;
  token.startsLine = false;
  all.push_back(token);
  origins.push_back({origin, verbatim});
}

/// The origin of the token at `offset`, and its start in `begin`; null before the first token.
const ExpandedText::Origin *ExpandedText::originOf(uint32_t offset, uint32_t &begin) const {
  auto next = llvm::partition_point(
      all, [&](const CppToken &token) { return token.range.begin <= offset; });
  if (next == all.begin())
    return nullptr;
  begin = std::prev(next)->range.begin;
  return &origins[next - all.begin() - 1];
}

SourceRange ExpandedText::sourceOf(SourceRange range) const {
  auto place = [&](uint32_t offset, bool isEnd) -> std::optional<uint32_t> {
    uint32_t begin = 0;
    const Origin *origin = originOf(isEnd && offset > range.begin ? offset - 1 : offset, begin);
    if (!origin)
      return std::nullopt;
    if (!origin->verbatim)
      return isEnd ? origin->source.end : origin->source.begin;
    return std::min(origin->source.begin + (offset - begin), origin->source.end);
  };
  std::optional<uint32_t> first = place(range.begin, false), last = place(range.end, true);
  if (!first || !last)
    return {};
  // An argument can precede its context in the source.
  if (*last >= *first)
    return {*first, *last};
  uint32_t begin = 0;
  const Origin *origin = originOf(range.begin, begin);
  return {*first, std::max(*first, origin->source.end)};
}

void ExpandedText::toSource(AsmStatement &statement) const {
  statement.mapParts([&](SourceRange range) { return sourceOf(range); });
  statement.text = statement.text.moved([&](SourceRange inside) {
    uint32_t begin = 0;
    const Origin *origin = originOf(inside.begin, begin);
    return std::pair(origin && !origin->verbatim ? origin->source : sourceOf(inside),
                     origin && origin->verbatim);
  });
  statement.emptyPlaces.clear();
}

//===-- The expansion -------------------------------------------------------------------------===//

namespace {

/// A token during the expansion.
struct Piece {
  std::string text;
  CppKind kind;
  SourceRange origin;
  bool verbatim = true;
  bool isSpaced = false; ///< whether a blank is before it
  bool isDone = false;   ///< whether it is the name of a macro that is being expanded
};
using Pieces = std::vector<Piece>;

/// Replaces macros.
class MacroExpander {
public:
  MacroExpander(StringRef source, MacroBudget &budget, FindDefinition find)
      : source(source), budget(budget), find(find) {}

  bool expand(Pieces &pieces);
  Piece pieceOf(const CppToken &token, uint32_t end) const;

private:
  using Macro = Directives::Macro;
  /// An argument as written, and after expansion of its macros.
  struct Argument {
    Pieces written;
    std::optional<Pieces> expanded = std::nullopt;
  };
  using Arguments = std::vector<Argument>;

  bool expandAt(Pieces &pieces, size_t &at, Pieces &out);
  std::optional<Arguments> argumentsAt(const Pieces &pieces, size_t &at, const Macro &macro) const;
  std::optional<size_t> parameterOf(const Macro &macro, const CppToken &token) const;
  Piece bodyPiece(const Macro &macro, const CppToken &token, uint32_t end, SourceRange use) const;
  bool substitute(const Macro &macro, Arguments &arguments, SourceRange use, Pieces &out);
  Piece stringOf(const Pieces &argument, SourceRange hash) const;
  bool spend(const Piece &piece);

  StringRef source;
  MacroBudget &budget;
  FindDefinition find;
  llvm::SmallVector<const Macro *, 8> active; // macros that are being expanded
  size_t spent = 0;
  unsigned depth = 0;
};

} // namespace

bool MacroExpander::spend(const Piece &piece) { return budget.spend(piece.text.size() + 1, spent); }

Piece MacroExpander::pieceOf(const CppToken &token, uint32_t end) const {
  return {token.text(source).str(), token.kind, token.range, true, token.range.begin != end};
}

/// The number of the parameter of `macro` that `token` names.
std::optional<size_t> MacroExpander::parameterOf(const Macro &macro, const CppToken &token) const {
  if (token.kind != CppKind::Identifier || !macro.parameters)
    return std::nullopt;
  const auto *found = llvm::find(*macro.parameters, token.text(macro.source));
  if (found == macro.parameters->end())
    return std::nullopt;
  return found - macro.parameters->begin();
}

/// Reads the arguments whose parenthesis is `at`, and goes to the end.
std::optional<MacroExpander::Arguments> MacroExpander::argumentsAt(const Pieces &pieces, size_t &at,
                                                                   const Macro &macro) const {
  if (at == pieces.size() || pieces[at].kind != CppKind::LeftParen)
    return std::nullopt;
  Arguments arguments(1);
  size_t wanted = macro.parameters->size();
  unsigned depth = 0;
  for (; at != pieces.size(); ++at) {
    const Piece &piece = pieces[at];
    depth += piece.kind == CppKind::LeftParen;
    depth -= piece.kind == CppKind::RightParen;
    if (depth == 0) {
      ++at;
      if (arguments.size() < wanted && macro.isVariadic)
        arguments.resize(wanted);
      bool isEmpty = wanted == 0 && arguments.size() == 1 && arguments[0].written.empty();
      if (isEmpty)
        arguments.clear();
      return arguments.size() == wanted ? std::optional(std::move(arguments)) : std::nullopt;
    }
    bool isLast = macro.isVariadic && arguments.size() == wanted;
    if (depth == 1 && piece.kind == CppKind::Comma && !isLast)
      arguments.emplace_back();
    else if (depth > 1 || piece.kind != CppKind::LeftParen)
      arguments.back().written.push_back(piece);
  }
  return std::nullopt;
}

/// The literal that `#` creates from `argument`.
Piece MacroExpander::stringOf(const Pieces &argument, SourceRange hash) const {
  std::string text = "\"";
  for (const Piece &piece : argument) {
    if (piece.isSpaced && text.size() > 1)
      text += ' ';
    for (char c : piece.text) {
      if (piece.kind == CppKind::String && (c == '"' || c == '\\'))
        text += '\\';
      text += c;
    }
  }
  SourceRange origin = argument.empty() ? hash : argument.front().origin;
  if (!argument.empty())
    origin.end = std::max(origin.end, argument.back().origin.end);
  return {text + '"', CppKind::String, origin, false, true};
}

/// The token of the definition. If the definition is in another file, its location is that of the
/// use.
Piece MacroExpander::bodyPiece(const Macro &macro, const CppToken &token, uint32_t end,
                               SourceRange use) const {
  bool isHere = macro.source.data() == source.data();
  return {token.text(macro.source).str(), token.kind, isHere ? token.range : use, isHere,
          token.range.begin != end};
}

/// Joins two tokens, as `##` does.
static void join(Piece &left, const Piece &right) {
  left.text += right.text;
  left.verbatim = false;
  bool isName = llvm::isAlpha(left.text[0]) || left.text[0] == '_';
  left.kind = isName ? CppKind::Identifier : CppKind::Other;
}

/// Appends the body of `macro` with its parameters replaced.
bool MacroExpander::substitute(const Macro &macro, Arguments &arguments, SourceRange use,
                               Pieces &out) {
  auto isPaste = [&](size_t i) {
    return i < macro.tokens.size() && macro.tokens[i].text(macro.source) == "##";
  };
  uint32_t end = 0;
  bool isLeftEmpty = false; // the text before a `##`
  for (size_t i = 0; i != macro.tokens.size(); ++i) {
    const CppToken &token = macro.tokens[i];
    Pieces added;
    std::optional<size_t> parameter = parameterOf(macro, token);
    bool isString = token.kind == CppKind::Hash && macro.parameters && i + 1 < macro.tokens.size();
    if (std::optional<size_t> named =
            isString ? parameterOf(macro, macro.tokens[i + 1]) : std::nullopt) {
      added.push_back(stringOf(arguments[*named].written, use));
      ++i;
    } else if (isPaste(i)) {
      continue;
    } else if (parameter) {
      Argument &argument = arguments[*parameter];
      bool isPasted = isPaste(i + 1) || (i > 0 && isPaste(i - 1));
      if (!isPasted && !argument.expanded) {
        argument.expanded = argument.written;
        if (!expand(*argument.expanded))
          return false;
      }
      added = isPasted ? argument.written : *argument.expanded;
    } else {
      added.push_back(bodyPiece(macro, token, end, use));
    }
    end = token.range.end;
    // An empty argument joins nothing, and the comma before the variadic arguments is removed.
    bool joins = i > 0 && isPaste(i - 1) && !isLeftEmpty && !out.empty();
    isLeftEmpty = added.empty();
    bool isAfterComma = joins && out.back().kind == CppKind::Comma;
    if (isAfterComma && added.empty())
      out.pop_back();
    for (Piece &piece : added) {
      if (!spend(piece))
        return false;
      if (std::exchange(joins, false) && !isAfterComma)
        join(out.back(), piece);
      else
        out.push_back(std::move(piece));
    }
  }
  return true;
}

/// Appends the replacement of piece `at` to `out`, or the piece itself if it is not a macro, and
/// advances `at`.
bool MacroExpander::expandAt(Pieces &pieces, size_t &at, Pieces &out) {
  constexpr unsigned deepest = 32;
  Piece &name = pieces[at++];
  const Macro *macro = name.kind == CppKind::Identifier && !name.isDone ? find(name.text) : nullptr;
  bool isActive = macro && llvm::is_contained(active, macro);
  Arguments arguments;
  size_t end = at;
  if (macro && macro->parameters && !isActive) {
    std::optional<Arguments> found = argumentsAt(pieces, end, *macro);
    if (found)
      arguments = std::move(*found);
    else
      macro = nullptr;
  }
  if (!macro || isActive || depth == deepest) {
    name.isDone |= isActive;
    out.push_back(std::move(name));
    return true;
  }
  at = end;
  SourceRange use = name.origin;
  Pieces replacement;
  ++depth;
  // A macro is not expanded in its own text, but in its arguments.
  bool fits = substitute(*macro, arguments, use, replacement);
  active.push_back(macro);
  fits = fits && expand(replacement);
  active.pop_back();
  --depth;
  llvm::append_range(out, std::move(replacement));
  return fits;
}

bool MacroExpander::expand(Pieces &pieces) {
  Pieces out;
  for (size_t at = 0; at < pieces.size();)
    if (!expandAt(pieces, at, out))
      return false;
  pieces = std::move(out);
  return true;
}

std::optional<std::pair<ExpandedText, size_t>> ptx::expandMacro(StringRef source,
                                                                llvm::ArrayRef<CppToken> tokens,
                                                                MacroBudget &budget,
                                                                FindDefinition find) {
  const Directives::Macro *macro = find(tokens.front().text(source));
  if (!macro)
    return std::nullopt;
  size_t count = 1;
  if (macro->parameters) {
    unsigned depth = 0;
    for (; count < tokens.size(); ++count) {
      depth += tokens[count].kind == CppKind::LeftParen;
      depth -= tokens[count].kind == CppKind::RightParen;
      if (depth == 0)
        break;
    }
    if (count++ >= tokens.size() || tokens[1].kind != CppKind::LeftParen)
      return std::nullopt;
  }
  MacroExpander expander(source, budget, find);
  Pieces pieces;
  uint32_t end = 0;
  for (const CppToken &token : tokens.take_front(count)) {
    // A directive among the arguments.
    if (token.kind == CppKind::Hash || token.kind == CppKind::Broken)
      return std::nullopt;
    pieces.push_back(expander.pieceOf(token, end));
    end = token.range.end;
  }
  if (!expander.expand(pieces))
    return std::nullopt;
  ExpandedText text;
  for (const Piece &piece : pieces)
    text.add(piece.text, piece.kind, piece.origin, piece.verbatim);
  return std::pair(std::move(text), count);
}
