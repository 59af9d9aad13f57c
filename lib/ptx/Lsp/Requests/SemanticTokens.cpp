// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/SemanticTokens.h"

#include "ptx/Isa/Instructions.h"
#include "ptx/Sema/Operands/OperandMatcher.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

static void addUnit(const PtxPiece &code, const UnitView &view, SourceRange where,
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

SemanticTokens lsp::semanticTokens(const Document &document, const std::optional<Range> &range) {
  SemanticTokens result;
  SourceRange where = {0, ~0u};
  if (range)
    where = document.positions().range(*range);
  std::vector<Colour> colours;
  for (size_t i = 0; i < document.analysis()->codeCount(); ++i) {
    const PtxPiece &code = document.analysis()->code(i);
    if (!range)
      code.units().all(); // by several workers
    for (uint32_t number : code.unitsIn(where)) {
      addUnit(code, code.units()[number], where, colours);
      for (const Occurrence &o : code.index().in(number))
        add(code, colourOf(code.index(), o), where, colours);
    }
  }
  llvm::stable_sort(colours,
                    [](const Colour &a, const Colour &b) { return a.range.begin < b.range.begin; });
  Position last;
  uint32_t done = 0;
  for (const Colour &colour : colours) {
    if (colour.range.begin < done) // a name that is a keyword elsewhere
      continue;
    done = colour.range.end;
    Position begin = document.positions().position(colour.range.begin);
    bool sameLine = begin.line == last.line;
    uint32_t width =
        document.positions().width(document.text().slice(colour.range.begin, colour.range.end));
    for (uint32_t number :
         {static_cast<uint32_t>(begin.line - last.line),
          static_cast<uint32_t>(sameLine ? begin.character - last.character : begin.character),
          width, static_cast<uint32_t>(colour.type), uint32_t{colour.flags}})
      result.data.push_back(number);
    last = begin;
  }
  return result;
}
