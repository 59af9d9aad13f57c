// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nodes of the syntax tree: plain records in arrays that refer to each other by id and to the
// source by token. `SyntaxUnit` (SyntaxUnit.h) holds the arrays, `Module` (Module.h) the units.

#ifndef PTX_SYNTAX_TREE_AST_H
#define PTX_SYNTAX_TREE_AST_H

#include "ptx/Syntax/Lex/Token.h"
#include "ptx/Syntax/Lex/WordTable.h"
#include "ptx/Syntax/Tree/Ids.h"

namespace ptx {

/// The kinds of expressions. Operands, constant expressions and initializers all consist of them.
/// The comments name the fields of `Expr` that are used.
enum class ExprKind : uint8_t {
  Name,        ///< `%r1`, `var`, `f`
  Member,      ///< `%tid.x`, `%r1.b0`          a: token of the component
  Index,       ///< `var[4]`, `var[%r1+8]`      child()
  Offset,      ///< `var+4`; token is `+`       lhs(), rhs()
  Sink,        ///< `_`
  Integer,     ///< `0x10U`                     integerValue(), notation(), isUnsigned()
  Float,       ///< `1.5`, `0f3F800000`         floatBits(), notation()
  WarpSize,    ///< `WARP_SZ`
  String,      ///< `"nounroll"`
  Unary,       ///< `-x`, `!%p1`; token is the operator      child(), op()
  Cast,        ///< `(.s64) x`; token is the type            child()
  Binary,      ///< `a * b`; token is the operator           lhs(), rhs(), op()
  Conditional, ///< `c ? a : b`; token is `?`   list: condition, then, else
  Paren,       ///< `(x)`; token is `(`         child()
  Pair,        ///< `%p1|%p2`; token is `|`     lhs(), rhs()
  Vector,      ///< `{a, b}`                    list
  Address,     ///< `[a]`, `[tex, {x, y}]`      list
  Qualified,   ///< `[a].unified`; token is the qualifier    child(): the Address
  Arguments,   ///< `(a, b)` of a call          list
  Initializer, ///< `{1, 2}` of a variable      list
  Field,       ///< `addr_mode_0 = wrap`; token is the name  child()
  Generic,     ///< `generic(var)`              child()
  Mask,        ///< `0xFF00(var)`, `0xFF(300)`; token is the mask, an Integer    lhs(), rhs()
  NameRange,   ///< `N<4>` in a list of targets, `%r<4>`     child(): the count
  Attribute,   ///< `.managed`, `.unified(1, 2)`   list
  Difference,  ///< `L1-L2` in a `.section`; token is `-`    lhs(), rhs()
  SectionName, ///< `.debug_str`
};
llvm::StringRef exprKindName(ExprKind kind);

/// The children of an expression: none, `child()`, `lhs()` and `rhs()`, or `list()`.
enum class ExprShape : uint8_t { Leaf, Child, Sides, List };

constexpr ExprShape exprShape(ExprKind kind) {
  switch (kind) {
  case ExprKind::Name:
  case ExprKind::Member:
  case ExprKind::Sink:
  case ExprKind::Integer:
  case ExprKind::Float:
  case ExprKind::WarpSize:
  case ExprKind::String:
  case ExprKind::SectionName:
    return ExprShape::Leaf;
  case ExprKind::Index:
  case ExprKind::Unary:
  case ExprKind::Cast:
  case ExprKind::Paren:
  case ExprKind::Qualified:
  case ExprKind::Field:
  case ExprKind::Generic:
  case ExprKind::NameRange:
    return ExprShape::Child;
  case ExprKind::Offset:
  case ExprKind::Binary:
  case ExprKind::Pair:
  case ExprKind::Mask:
  case ExprKind::Difference:
    return ExprShape::Sides;
  case ExprKind::Conditional:
  case ExprKind::Vector:
  case ExprKind::Address:
  case ExprKind::Arguments:
  case ExprKind::Initializer:
  case ExprKind::Attribute:
    break;
  }
  return ExprShape::List;
}

/// The notation of a literal.
enum class Notation : uint8_t {
  Decimal,
  Octal,
  Hexadecimal,
  Binary,
  FloatBits32, ///< 0f
  FloatBits64, ///< 0d
};

/// The value of `WARP_SZ`. (Manual 4.5.1)
inline constexpr uint64_t warpSize = 32;

/// One expression node. The meaning of its fields depends on `kind`.
struct Expr {
  TokenId token;
  ExprKind kind;
  /// Operator (a `TokenKind`) or `Notation`.
  uint8_t detail = 0;
  uint16_t flags = 0;
  uint32_t a = 0;
  uint32_t b = 0;

  static constexpr uint16_t unsignedFlag = 1; ///< the literal ends in `U`
  static constexpr uint16_t inexactFlag = 2;  ///< the value of the literal does not fit 64 bits

  TokenKind op() const { return static_cast<TokenKind>(detail); }
  Notation notation() const { return static_cast<Notation>(detail); }
  bool isUnsigned() const { return flags & unsignedFlag; }
  ExprId child() const { return {a}; }
  ExprId lhs() const { return {a}; }
  ExprId rhs() const { return {b}; }
  TokenId component() const { return {a}; }
  ListRef list() const { return {a, b}; }
  /// The 64 bits of an integer literal.
  uint64_t integerValue() const { return static_cast<uint64_t>(b) << 32 | a; }
  /// The value of a count: an integer literal or `WARP_SZ`.
  uint64_t countValue() const { return kind == ExprKind::WarpSize ? warpSize : integerValue(); }
  /// The bits of a float literal: binary32 for `0f`, binary64 otherwise.
  uint64_t floatBits() const { return static_cast<uint64_t>(b) << 32 | a; }
};
static_assert(sizeof(Expr) == 16);

/// The kinds of statements and of items at module scope. `Stmt::index` is an id of the type in the
/// comment.
enum class StmtKind : uint8_t {
  Instruction, ///< InstId
  Label,       ///< token of the name
  Variable,    ///< VarId
  Block,       ///< BlockId; the statements inside follow up to `Block::end`
  Loc,         ///< LocId
  Directive,   ///< DirectiveId; see `Directive::kind`
  Function,    ///< FuncId: `.entry`, `.func`, and in a body `.callprototype`
};

struct Stmt {
  StmtKind kind;
  uint32_t index;
};

/// `{ ... }` inside a body. (Manual 4.3.1)
struct Block {
  TokenId open;
  TokenId close; ///< invalid if the brace is missing
  StmtId end;    ///< the first statement after the block
};

/// Whether and how an instruction is predicated. (Manual 9.3)
enum class GuardKind : uint8_t { None, Plain, Negated };

/// One instruction. For `call` the operands are, in source order, the results (`Arguments`), the
/// function, the arguments (`Arguments`) and the prototype. Omitted operands are absent, so a
/// leading `Arguments` means results.
struct Instruction {
  TokenId opcode; ///< token of the mnemonic; its modifiers are the next tokens
  TokenId last;   ///< the `;`, or the last token if that is missing
  uint32_t operandsFirst;
  uint32_t modifiersFirst;
  WordId opcodeWord;
  uint16_t operandCount;
  uint16_t modifierCount;
  GuardKind guard;
  bool isContinued; ///< whether a `\` is between the guard and the mnemonic

  /// Token of the guard's register.
  TokenId guardRegister() const { return {opcode.index - 1 - isContinued}; }
  TokenId first() const {
    if (guard == GuardKind::None)
      return opcode;
    return {guardRegister().index - (guard == GuardKind::Plain ? 1u : 2u)};
  }
  ListRef operands() const { return {operandsFirst, operandCount}; }
};

/// One declared name with its own properties. (Manual 5.4)
struct Declarator {
  TokenId name;       ///< an identifier, or `_` for a parameter
  ExprId nameCount;   ///< the count of `%r<100>`
  ListRef dimensions; ///< counts of `[2][3]`; an invalid id for `[]`
  ExprId initializer;
};

/// A declaration of variables or of one parameter. (Manual 5.1, 5.4)
struct Variable {
  TokenId first;
  TokenId last;
  TokenId linkage; ///< `.extern`, ...
  TokenId space;   ///< `.reg`, `.global`, `.const[1]`, ...
  TokenId vector;  ///< `.v2`, `.v4`
  TokenId type;
  TokenId ptr;                     ///< `.ptr`
  TokenId ptrSpace;                ///< `.global` of `.ptr .global`
  TokenId hidden;                  ///< `.hidden` of a parameter
  IdRange<DirectiveId> qualifiers; ///< `.align` and `.attribute`, in source order
  IdRange<DeclaratorId> declarators;
};

/// A directive whose parts are a list of expressions.
enum class DirectiveKind : uint8_t {
  Version,            ///< a Float
  Target,             ///< names
  AddressSize,        ///< a count
  File,               ///< index, name, time stamp, size
  Pragma,             ///< strings
  Alias,              ///< two names
  Section,            ///< SectionName; the lines follow as directives up to `SectionEnd`
  SectionLabel,       ///< a name
  SectionData,        ///< values; the token is the type
  SectionEnd,         ///< the closing brace
  Dwarf,              ///< `@@DWARF`: values; the token after `@@DWARF` is the type
  DwarfSection,       ///< `@@DWARF .section`: SectionName, String, Name
  BranchTargets,      ///< names
  CallTargets,        ///< names
  Align,              ///< a count
  Attribute,          ///< `.attribute(...)`: Attribute expressions
  Performance,        ///< `.maxntid`, `.language` and similar: counts or strings, by keyword
  IntermediateLoc,    ///< `.loc_intermediate`: counts
  MetadataSection,    ///< `.metadata_section`; its content is only in its tokens
  IntermediateSource, ///< `.nv_intermediate_source_section`; its content is only in its tokens
  Backslash,          ///< the `\` that ptxas ignores before an instruction
  InlinedAt,          ///< second half of a `.loc`: Name or Offset, then file, line, column
};
llvm::StringRef directiveKindName(DirectiveKind kind);

/// A directive. For `BranchTargets` and `CallTargets` `first` is the label.
struct Directive {
  DirectiveKind kind;
  TokenId first;
  TokenId last;
  TokenId keyword;
  ListRef operands;
};

/// `.loc file line column`, the most frequent directive of all. (Manual 11.5.4)
struct Loc {
  TokenId first; ///< `.loc`; file, line and column are the next three tokens
  uint32_t file;
  uint32_t line;
  uint32_t column;
  DirectiveId inlined; ///< a `Directive` of function name (Name or Offset), file, line, column
};

/// `.entry` or `.func`, with or without a body (manual 11.2), or a `.callprototype` (11.3.3), whose
/// `first` is its label and whose `name` is `_`.
struct Function {
  TokenId first;
  TokenId last; ///< the last token: `}`, `;`, or without either the end of the header
  TokenId linkage;
  TokenId keyword;
  TokenId name;
  IdRange<DirectiveId> attributes;
  IdRange<VarId> results;
  IdRange<VarId> parameters;
  /// `.noreturn`, `.abi_preserve`, `.maxntid`, `.pragma`, ... in source order.
  IdRange<DirectiveId> directives;
  TokenId open;                             ///< `{` of the body
  TokenId close;                            ///< `}`, invalid if missing
  uint32_t body = Id<struct BodyTag>::none; ///< index into `Module::bodies`

  bool hasBody() const { return open.valid(); }
};

} // namespace ptx

#endif // PTX_SYNTAX_TREE_AST_H
