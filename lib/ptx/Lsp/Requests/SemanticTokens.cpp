// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/SemanticTokens.h"

#include "ptx/Isa/Instructions.h"
#include "ptx/Sema/Operands/OperandMatcher.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace ptx;
using namespace ptx::lsp;
using llvm::StringRef;

namespace {

// The numbers of the legend.
enum class Type : uint8_t {
  Opcode,
  Modifier,
  Type,
  Directive,
  Register,
  Parameter,
  Variable,
  Function,
  Label,
  Number,
  String,
  None
};
constexpr StringRef typeNames[] = {"keyword",  "modifier",  "type",     "macro",
                                   "variable", "parameter", "property", "function",
                                   "label",    "number",    "string"};

// As bits.
constexpr uint8_t declaration = 1, written = 2, special = 4;
constexpr StringRef flagNames[] = {"declaration", "modification", "readonly"};

struct Colour {
  SourceRange range;
  Type type;
  uint8_t flags;
};

} // namespace

llvm::json::Value lsp::semanticTokensLegend() {
  auto names = [](llvm::ArrayRef<StringRef> list) {
    return llvm::json::Array(llvm::map_range(list, [](StringRef name) { return name.str(); }));
  };
  return llvm::json::Object{{"tokenTypes", names(typeNames)}, {"tokenModifiers", names(flagNames)}};
}

static Type typeOf(const Symbol &symbol) {
  if (symbol.isFunction())
    return Type::Function;
  if (symbol.kind != SymbolKind::Variable)
    return Type::Label;
  if (symbol.isRegister())
    return Type::Register;
  return symbol.parameter == ParameterKind::None ? Type::Variable : Type::Parameter;
}

/// The type and modifiers of a name.
static Colour colourOf(const Index &index, const Occurrence &o) {
  uint8_t flags = (o.isDeclaration ? declaration : 0) | (o.isWritten ? written : 0);
  const Symbol *symbol = index.symbol(o.name);
  return symbol ? Colour{o.range, typeOf(*symbol), flags}
                : Colour{o.range, Type::Register, special};
}

/// Whether token `index` is a component of the preceding vector: `.x` of `%tid.x`.
static bool selectsComponent(const TokenList &tokens, uint32_t index) {
  StringRef text = tokens.text(index);
  return index != 0 && text.starts_with(".") && isComponent(text.drop_front(), 4) &&
         tokens.range(index - 1).end == tokens.range(index).begin &&
         !tokens.text(index - 1).starts_with(".");
}

/// The type of a token that is not a name.
static Type typeOf(StringRef text, bool isModifier) {
  if (text.starts_with("\""))
    return Type::String;
  if (llvm::isDigit(text.front()))
    return Type::Number;
  if (!text.starts_with("."))
    return Type::None;
  if (findType(text.drop_front()))
    return Type::Type;
  return isModifier ? Type::Modifier : Type::Directive;
}

/// Adds `colour` with its range of the PTX, if the range is in `where` of the document.
static void add(const PtxPiece &code, Colour colour, SourceRange where,
                std::vector<Colour> &colours) {
  if (!code.isWord(colour.range))
    return;
  colour.range = code.sourceOf(colour.range);
  if (colour.range.end >= where.begin && colour.range.begin <= where.end)
    colours.push_back(colour);
}

/// Whether `range` is an operand of an `asm` statement that is not in a register.
static bool isConstantOperand(const PtxPiece &code, SourceRange range) {
  if (!code.operandAt(range))
    return false;
  const Occurrence *name = code.index().at(range.begin);
  return !name || name->range != range;
}

static void addTokens(const PtxPiece &code, const UnitView &view, SourceRange where,
                      std::vector<Colour> &colours) {
  const SyntaxUnit &unit = *view.unit;
  const TokenList &tokens = unit.tokens();
  const Instruction *inst = unit.instructions().begin(), *end = unit.instructions().end();
  for (uint32_t i = 0; i + 1 < tokens.size(); ++i) {
    while (inst != end && inst->last.index < i)
      ++inst;
    bool isOpcode = inst != end && inst->opcode.index == i;
    bool isModifier =
        inst != end && inst->opcode.index < i && i <= inst->opcode.index + inst->modifierCount;
    Type type = isOpcode                                     ? Type::Opcode
                : !isModifier && selectsComponent(tokens, i) ? Type::Register
                                                             : typeOf(tokens.text(i), isModifier);
    uint8_t flags = 0;
    if (isConstantOperand(code, tokens.range(i)))
      type = Type::Parameter, flags = special;
    if (type != Type::None)
      add(code, {tokens.range(i), type, flags}, where, colours);
  }
}

/// Writes `colours` as numbers of the protocol, which count from the start of `stretch`.
static void encode(const Document &document, std::vector<Colour> colours, TokenStretch &stretch) {
  llvm::stable_sort(colours,
                    [](const Colour &a, const Colour &b) { return a.range.begin < b.range.begin; });
  const PositionMap &map = document.positions();
  Position start = map.position(stretch.range.begin);
  uint32_t done = 0;
  for (const Colour &colour : colours) {
    if (colour.range.begin < done) // a name that is a keyword elsewhere
      continue;
    done = colour.range.end;
    Position begin = map.position(colour.range.begin);
    begin.character -= begin.line == start.line ? start.character : 0;
    begin.line -= start.line;
    bool sameLine = begin.line == stretch.last.line;
    uint32_t width = map.width(document.text().slice(colour.range.begin, colour.range.end));
    for (uint32_t number :
         {static_cast<uint32_t>(begin.line - stretch.last.line),
          static_cast<uint32_t>(sameLine ? begin.character - stretch.last.character
                                         : begin.character),
          width, static_cast<uint32_t>(colour.type), uint32_t{colour.flags}})
      stretch.data.push_back(number);
    stretch.last = begin;
  }
}

/// Adds the tokens of a unit that are in `where` of the document, and the names in it.
static void addUnit(const PtxPiece &code, uint32_t number, SourceRange where,
                    std::vector<Colour> &colours) {
  addTokens(code, code.units()[number], where, colours);
  for (const Occurrence &o : code.index().in(number))
    add(code, colourOf(code.index(), o), where, colours);
}

//===-- After an edit -------------------------------------------------------------------------===//

/// The text outside of the bodies of a module, and its bodies, alternately.
static std::vector<TokenStretch> stretchesOf(const PtxPiece &code) {
  std::vector<TokenStretch> stretches;
  uint32_t end = 0;
  auto addUntil = [&](uint32_t next) {
    llvm::StringRef text = code.text().slice(end, next);
    stretches.push_back({{end, next}, llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text))});
    end = next;
  };
  for (uint32_t number = 1; number < code.units().count(); ++number) {
    addUntil(code.units().range(number).begin);
    addUntil(code.units().range(number).end);
  }
  addUntil(static_cast<uint32_t>(code.text().size()));
  return stretches;
}

/// Whether the text outside of bodies is unchanged.
static bool isSameOutside(llvm::ArrayRef<TokenStretch> a, llvm::ArrayRef<TokenStretch> b) {
  if (a.size() != b.size())
    return false;
  for (size_t i = 0; i < a.size(); i += 2)
    if (a[i].text != b[i].text)
      return false;
  return true;
}

/// The colours outside of bodies, by stretch. The names of parameters belong to bodies.
static std::vector<std::vector<Colour>> coloursOutside(const PtxPiece &code,
                                                       llvm::ArrayRef<TokenStretch> stretches) {
  std::vector<Colour> all;
  for (uint32_t number = 0; number != code.units().count(); ++number)
    if (number == 0)
      addUnit(code, number, {0, ~0u}, all);
    else
      for (const Occurrence &o : code.index().in(number))
        if (o.range.begin < code.units().range(number).begin)
          all.push_back(colourOf(code.index(), o));
  std::vector<std::vector<Colour>> outside(stretches.size());
  for (const Colour &colour : all) {
    auto next = llvm::partition_point(stretches, [&](const TokenStretch &stretch) {
      return stretch.range.begin <= colour.range.begin;
    });
    outside[next - stretches.begin() - 1].push_back(colour);
  }
  return outside;
}

/// The colours in a body.
static std::vector<Colour> coloursOf(const PtxPiece &code, uint32_t number) {
  std::vector<Colour> colours;
  addUnit(code, number, code.units().range(number), colours);
  return colours;
}

/// Appends the tokens of `stretch`, which start at `start`, after those up to `last`.
static void append(const TokenStretch &stretch, Position start, Position &last,
                   std::vector<uint32_t> &data) {
  if (stretch.data.empty())
    return;
  auto placeOf = [&](Position place) {
    return Position(start.line + place.line,
                    place.character + (place.line == 0 ? start.character : 0));
  };
  Position first =
      placeOf(Position(static_cast<int>(stretch.data[0]), static_cast<int>(stretch.data[1])));
  bool sameLine = first.line == last.line;
  size_t at = data.size();
  llvm::append_range(data, stretch.data);
  data[at] = static_cast<uint32_t>(first.line - last.line);
  data[at + 1] = static_cast<uint32_t>(first.character - (sameLine ? last.character : 0));
  last = placeOf(stretch.last);
}

/// The tokens of a module.
static std::vector<uint32_t> moduleTokens(const Document &document) {
  const PtxPiece &code = *document.analysis()->module();
  std::vector<TokenStretch> stretches = stretchesOf(code);
  std::vector<TokenStretch> &known = document.tokenCache().stretches;
  bool isSame = isSameOutside(known, stretches);
  std::vector<std::vector<Colour>> outside;
  if (!isSame) {
    code.units().all(); // by several workers
    outside = coloursOutside(code, stretches);
  }
  std::vector<uint32_t> data;
  data.reserve(document.tokenCache().sent.size());
  Position last;
  for (auto [i, stretch] : llvm::enumerate(stretches)) {
    bool isBody = i % 2 != 0;
    if (isSame && known[i].text == stretch.text)
      stretch.data = std::move(known[i].data), stretch.last = known[i].last;
    else
      encode(document, isBody ? coloursOf(code, i / 2 + 1) : std::move(outside[i]), stretch);
    append(stretch, document.positions().position(stretch.range.begin), last, data);
  }
  known = std::move(stretches);
  return data;
}

SemanticTokensDelta lsp::semanticTokensDelta(const Document &document, StringRef previous) {
  constexpr size_t token = 5; // numbers
  std::vector<uint32_t> now = semanticTokens(document, std::nullopt).data;
  const TokenCache &cache = document.tokenCache();
  const std::vector<uint32_t> &old = cache.sent;
  SemanticTokensDelta delta;
  delta.isChange = !cache.sentId.empty() && previous == cache.sentId;
  size_t begin = 0, oldEnd = old.size(), newEnd = now.size();
  auto isSame = [&](size_t inOld, size_t inNow) {
    return std::equal(old.data() + inOld, old.data() + inOld + token, now.data() + inNow);
  };
  if (delta.isChange) {
    while (begin != oldEnd && begin != newEnd && isSame(begin, begin))
      begin += token;
    while (oldEnd != begin && newEnd != begin && isSame(oldEnd - token, newEnd - token)) {
      oldEnd -= token;
      newEnd -= token;
    }
    delta.start = static_cast<uint32_t>(begin);
    delta.deleteCount = static_cast<uint32_t>(oldEnd - begin);
  }
  delta.data = llvm::ArrayRef(now).slice(begin, newEnd - begin).vec();
  delta.resultId = keepSent(document, std::move(now));
  return delta;
}

std::string lsp::keepSent(const Document &document, std::vector<uint32_t> data) {
  TokenCache &cache = document.tokenCache();
  cache.sent = std::move(data);
  return cache.sentId = std::to_string(++cache.count);
}

SemanticTokens lsp::semanticTokens(const Document &document, const std::optional<Range> &range) {
  const Analysis &analysis = *document.analysis();
  if (analysis.module() && !range)
    return {moduleTokens(document), ""};
  TokenStretch all{{0, static_cast<uint32_t>(document.text().size())}};
  SourceRange where = range ? document.positions().range(*range) : SourceRange{0, ~0u};
  std::vector<Colour> colours;
  for (size_t i = 0; i < analysis.codeCount(); ++i)
    for (uint32_t number : analysis.code(i).unitsIn(where))
      addUnit(analysis.code(i), number, where, colours);
  encode(document, std::move(colours), all);
  return {std::move(all.data), ""};
}
