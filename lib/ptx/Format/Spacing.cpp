// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Format/Spacing.h"

#include <string_view>

using namespace ptx;

namespace {

using enum TokenKind;

/// The role of a token kind for the printer. Kinds that only invalid modules contain do not matter.
enum class Role : uint8_t {
  Word,     // a name, a string, `_`
  Number,   // a literal that can start a constant expression
  Dotted,   // a directive
  Modifier, // a type, a component, a section name
  Open,     // ( [ {
  Close,    // ) ] }
  Operator, // in a constant expression or an address: no blanks around it
  Spaced,   // an operator with blanks around it
  After,    // , and ; with a blank only after them
  Colon,
  At,
};

/// The spelling of an operator, empty for other kinds.
constexpr std::string_view operatorText(TokenKind kind) {
  switch (kind) {
  case Plus:
    return "+";
  case Minus:
    return "-";
  case Not:
    return "!";
  case Tilde:
    return "~";
  case Star:
    return "*";
  case Slash:
    return "/";
  case Less:
    return "<";
  case Greater:
    return ">";
  case ShiftL:
    return "<<";
  case ShiftR:
    return ">>";
  case LessEqual:
    return "<=";
  case GreaterEqual:
    return ">=";
  case EqualEqual:
    return "==";
  case NotEqual:
    return "!=";
  case Amp:
    return "&";
  case Caret:
    return "^";
  case Pipe:
    return "|";
  case AmpAmp:
    return "&&";
  case PipePipe:
    return "||";
  default:
    return {};
  }
}

constexpr Role roleOf(TokenKind kind) {
  switch (kind) {
  case Identifier:
  case Call:
  case Generic:
  case FunctionName:
  case InlinedAt:
  case Sink:
  case String:
    return Role::Word;
  case Integer:
  case Float:
  case Float32:
  case Float64:
  case WarpSize:
    return Role::Number;
  case Modifier:
    return Role::Modifier;
  case Semicolon:
  case Comma:
    return Role::After;
  case Colon:
    return Role::Colon;
  case At:
    return Role::At;
  case LBrace:
  case LParen:
  case LBracket:
    return Role::Open;
  case RBrace:
  case RParen:
  case RBracket:
    return Role::Close;
  // `7 %4` would end in a name; `?` and `:` are hard to see between digits.
  case Assign:
  case Question:
  case Percent:
    return Role::Spaced;
  default:
    return operatorText(kind).empty() ? Role::Dotted : Role::Operator;
  }
}

/// The properties of a token kind for spacing.
struct Traits {
  TokenKind kind;
  Role role;
  /// The first and last character of an operator; 0 for other kinds.
  char first;
  char last;

  constexpr bool isWord() const {
    return role == Role::Word || role == Role::Number || role == Role::Dotted ||
           role == Role::Modifier;
  }
};

constexpr unsigned kinds = static_cast<unsigned>(Unexpected) + 1;

constexpr std::array<Traits, kinds> traits = [] {
  std::array<Traits, kinds> table{};
  for (unsigned i = 0; i < kinds; ++i) {
    TokenKind kind = static_cast<TokenKind>(i);
    std::string_view text = operatorText(kind);
    table[i] = {kind, roleOf(kind), text.empty() ? '\0' : text.front(),
                text.empty() ? '\0' : text.back()};
  }
  return table;
}();

/// Whether two operators with these adjacent characters would be read as one token or a comment.
constexpr bool merges(char left, char right) {
  switch (left) {
  case '<':
  case '>':
    return right == left || right == '=';
  case '=':
  case '!':
    return right == '=';
  case '&':
  case '|':
    return right == left;
  case '/':
    return right == '/' || right == '*';
  default:
    return false;
  }
}

/// Whether the texts of `left` and `right` without a blank may be read as other tokens. True in
/// doubt.
constexpr bool glues(Traits left, Traits right) {
  bool leftEndsInWord = left.isWord() && left.kind != String && left.kind != ConstBank;
  if ((right.role == Role::Word || right.role == Role::Number) && right.kind != String &&
      (leftEndsInWord || left.kind == Percent))
    return true;
  bool dotFollows = right.role == Role::Modifier || right.role == Role::Dotted;
  if (left.role == Role::Number && dotFollows)
    return true;
  if (left.kind == Const && right.kind == LBracket) // .const[1] is one word
    return true;
  // @@DWARF, .shared::cta
  if (left.kind == right.kind && (left.kind == At || left.kind == Colon))
    return true;
  return merges(left.last, right.first);
}

/// The style before an operator.
constexpr Spacing styleBefore(Role left, TokenKind op) {
  if (left == Role::Modifier) // `.debug_loc+4`, but `.b8 -1`
    return op == Plus ? Spacing::NoneUnlessNumeric : Spacing::Blank;
  return left == Role::Dotted ? Spacing::Blank : Spacing::None;
}

/// The style between two operands, words or brackets.
constexpr Spacing styleOfWords(Traits left, Traits right) {
  constexpr Spacing none = Spacing::None, blank = Spacing::Blank;
  Role l = left.role;
  switch (right.kind) {
  case LBracket: // an index, or the dimension of an array
    return l == Role::Word || l == Role::Close ? none : blank;
  case LParen: // after a name, a mask, a cast; .attribute(.unified(1, 2))
    return left.kind == Sink || (l == Role::Dotted && left.kind != Attribute) ? blank : none;
  case Modifier: // `%tid.x` and `[a].unified`, but `.reg .u32`
    return (l == Role::Word && left.kind != Sink) || left.kind == RBracket ? none : blank;
  default:
    // A cast is tight: `(.s64)4`.
    return left.kind == RParen && right.role == Role::Number ? none : blank;
  }
}

/// Blanks separate operands and the words of a directive; there are none inside an operand.
constexpr Spacing style(Traits left, Traits right) {
  constexpr Spacing none = Spacing::None, blank = Spacing::Blank;
  Role l = left.role, r = right.role;
  if (r == Role::After || r == Role::Close || l == Role::Open || l == Role::At)
    return none;
  if (l == Role::After || l == Role::Spaced || r == Role::Spaced || l == Role::Colon)
    return blank;
  if (r == Role::Colon) // of a conditional, or of a label
    return l == Role::Number || l == Role::Close ? blank : none;
  if (l == Role::Operator)
    return none;
  return r == Role::Operator ? styleBefore(l, right.kind) : styleOfWords(left, right);
}

} // namespace

constexpr SpacingTable ptx::spacingTable = [] {
  SpacingTable table{};
  for (unsigned l = 0; l < kinds; ++l)
    for (unsigned r = 0; r < kinds; ++r)
      table[l][r] = glues(traits[l], traits[r]) ? Spacing::Blank : style(traits[l], traits[r]);
  return table;
}();
