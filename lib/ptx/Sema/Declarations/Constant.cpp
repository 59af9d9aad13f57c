// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Declarations/Constant.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"

#include <limits>

using namespace ptx;
using Kind = Constant::Kind;

double Constant::asDouble() const {
  return kind == Kind::Single ? llvm::bit_cast<float>(static_cast<uint32_t>(bits))
                              : llvm::bit_cast<double>(bits);
}

Constant Constant::ofDouble(double value) {
  return {Kind::Double, llvm::bit_cast<uint64_t>(value)};
}

static Constant truth(bool value) { return Constant::ofInteger(value, false); }

/// The comparison `a op b`; none if `op` is another operator.
template <class T> static std::optional<bool> compare(TokenKind op, T a, T b) {
  switch (op) {
  case TokenKind::Less:
    return a < b;
  case TokenKind::Greater:
    return a > b;
  case TokenKind::LessEqual:
    return a <= b;
  case TokenKind::GreaterEqual:
    return a >= b;
  case TokenKind::EqualEqual:
    return a == b;
  case TokenKind::NotEqual:
    return a != b;
  default:
    return std::nullopt;
  }
}

/// `a op b` for `+ - *`, which `T` computes without overflow; none if `op` is another operator.
template <class T> static std::optional<T> arithmetic(TokenKind op, T a, T b) {
  switch (op) {
  case TokenKind::Plus:
    return a + b;
  case TokenKind::Minus:
    return a - b;
  case TokenKind::Star:
    return a * b;
  default:
    return std::nullopt;
  }
}

/// Whether `op` also accepts floating-point operands.
static bool takesFloatingPoint(TokenKind op) {
  return arithmetic(op, 0.0, 0.0) || compare(op, 0.0, 0.0) || op == TokenKind::Slash;
}

static Constant floating(TokenKind op, double a, double b) {
  if (std::optional<double> value = arithmetic(op, a, b))
    return Constant::ofDouble(*value);
  if (std::optional<bool> holds = compare(op, a, b))
    return truth(*holds);
  return Constant::ofDouble(a / b);
}

static bool overflowsQuotient(Constant a, Constant b) {
  return a.kind == Kind::Signed && b.kind == Kind::Signed && b.asSigned() == -1 &&
         a.asSigned() == std::numeric_limits<int64_t>::min();
}

static Constant quotient(Constant a, Constant b, bool isUnsigned) {
  if (isUnsigned)
    return Constant::ofInteger(a.bits / b.bits, true);
  if (overflowsQuotient(a, b))
    return a; // 2^63 modulo 2^64
  return Constant::ofInteger(static_cast<uint64_t>(a.asSigned() / b.asSigned()), false);
}

/// Integers. The manual's text and its table 5 differ for `& | ^`: this follows the text, like
/// `ptxas`.
static Constant integral(TokenKind op, Constant left, Constant right, ConstantRules rules) {
  bool isUnsigned = left.kind == Kind::Unsigned || right.kind == Kind::Unsigned;
  uint64_t a = left.bits, b = right.bits;
  auto number = [&](uint64_t bits) { return Constant::ofInteger(bits, isUnsigned); };
  if (std::optional<uint64_t> value = arithmetic(op, a, b))
    return number(*value);
  if (std::optional<bool> holds =
          isUnsigned ? compare(op, a, b) : compare(op, left.asSigned(), right.asSigned()))
    return truth(*holds);
  switch (op) {
  case TokenKind::Slash:
    return quotient(left, right, isUnsigned);
  case TokenKind::Percent:
    return Constant::ofInteger(a % b, rules == ConstantRules::Ptxas);
  case TokenKind::Amp:
    return number(a & b);
  case TokenKind::Pipe:
    return number(a | b);
  case TokenKind::Caret:
    return number(a ^ b);
  case TokenKind::ShiftL:
    return {left.kind, a << (b & 63)};
  case TokenKind::ShiftR:
    return {left.kind, left.kind == Kind::Unsigned
                           ? a >> (b & 63)
                           : static_cast<uint64_t>(left.asSigned() >> (b & 63))};
  case TokenKind::AmpAmp:
    return truth(a && b);
  default:
    return truth(a || b);
  }
}

static std::optional<Constant> leaf(const Expr &e) {
  switch (e.kind) {
  case ExprKind::Integer:
    return Constant::ofInteger(e.integerValue(), e.isUnsigned() || e.integerValue() >> 63);
  case ExprKind::Float:
    return Constant{e.notation() == Notation::FloatBits32 ? Kind::Single : Kind::Double,
                    e.floatBits()};
  case ExprKind::WarpSize:
    return Constant::ofInteger(warpSize, false);
  default:
    return std::nullopt;
  }
}

bool ptx::isConstantOperation(ExprKind kind) {
  return kind == ExprKind::Unary || kind == ExprKind::Binary || kind == ExprKind::Conditional ||
         kind == ExprKind::Cast || kind == ExprKind::Paren;
}

namespace {

/// Evaluates an expression from its leaves up, with an explicit stack.
class Evaluation {
public:
  Evaluation(const SyntaxUnit &unit, ConstantRules rules) : unit(unit), rules(rules) {}

  ConstantResult run(ExprId root) {
    pending.push_back({root, false});
    while (!pending.empty()) {
      auto [id, visited] = pending.pop_back_val();
      if (!(visited ? combine(id) : descend(id)))
        return result;
    }
    result.value = values.back().value;
    return result;
  }

private:
  struct Step {
    ExprId id;
    bool visited;
  };
  struct Part {
    Constant value;
    ExprId id;
  };

  bool fail(ConstantFault fault, ExprId blamed, ExprId operation = {}) {
    result.fault = fault;
    result.blamed = blamed;
    result.operation = operation;
    return false;
  }

  bool yield(ExprId id, Constant value) {
    values.push_back({value, id});
    return true;
  }

  void reject(RejectedConstant what, ExprId part) {
    if (result.rejected == RejectedConstant::None) {
      result.rejected = what;
      result.rejectedPart = part;
    }
  }

  bool expectInteger(Part part) {
    return part.value.isInteger() || fail(ConstantFault::IntegerExpected, part.id);
  }

  bool descend(ExprId id) {
    const Expr &e = unit[id];
    if (isConstantOperation(e.kind)) {
      if (e.kind != ExprKind::Paren)
        pending.push_back({id, true});
      ExprChildren parts = unit.children(e);
      for (uint32_t i = parts.size(); i-- > 0;)
        pending.push_back({parts[i], false});
      return true;
    }
    std::optional<Constant> value = leaf(e);
    return value ? yield(id, *value) : fail(ConstantFault::NotConstant, id);
  }

  bool combine(ExprId id) {
    switch (unit[id].kind) {
    case ExprKind::Unary:
      return unary(id, values.pop_back_val());
    case ExprKind::Cast:
      return cast(id, values.pop_back_val());
    case ExprKind::Binary: {
      Part right = values.pop_back_val(), left = values.pop_back_val();
      return binary(id, left, right);
    }
    default: {
      Part last = values.pop_back_val(), middle = values.pop_back_val();
      return conditional(id, values.pop_back_val(), middle, last);
    }
    }
  }

  bool unary(ExprId id, Part a) {
    TokenKind op = unit[id].op();
    bool isSign = op == TokenKind::Plus || op == TokenKind::Minus;
    if (isSign && a.value.kind == Kind::Single)
      return fail(ConstantFault::SingleOperand, a.id, id);
    if (!isSign && !expectInteger(a))
      return false;
    if (op == TokenKind::Plus)
      return yield(id, a.value);
    if (op == TokenKind::Not)
      return yield(id, truth(a.value.bits == 0));
    if (op == TokenKind::Tilde)
      return yield(id, Constant::ofInteger(~a.value.bits, true));
    return yield(id, a.value.isInteger() ? Constant{a.value.kind, -a.value.bits}
                                         : Constant::ofDouble(-a.value.asDouble()));
  }

  bool cast(ExprId id, Part a) {
    llvm::StringRef type = unit.text(unit[id].token);
    if (type != ".s64" && type != ".u64")
      return fail(ConstantFault::CastType, id);
    return expectInteger(a) && yield(id, Constant::ofInteger(a.value.bits, type == ".u64"));
  }

  bool binary(ExprId id, Part a, Part b) {
    TokenKind op = unit[id].op();
    if (!takesFloatingPoint(op) && !(expectInteger(a) && expectInteger(b)))
      return false;
    for (const Part &part : {a, b})
      if (part.value.kind == Kind::Single)
        return fail(ConstantFault::SingleOperand, part.id, id);
    if (a.value.isInteger() != b.value.isInteger())
      return fail(ConstantFault::MixedTypes, id);
    bool divides = op == TokenKind::Slash || op == TokenKind::Percent;
    if (divides && (b.value.isInteger() ? b.value.bits == 0 : b.value.asDouble() == 0))
      return fail(ConstantFault::DivisionByZero, b.id);
    if (!a.value.isInteger())
      return yield(id, floating(op, a.value.asDouble(), b.value.asDouble()));
    if (op == TokenKind::Slash && overflowsQuotient(a.value, b.value))
      reject(RejectedConstant::QuotientOverflow, id);
    return yield(id, integral(op, a.value, b.value, rules));
  }

  bool conditional(ExprId id, Part condition, Part a, Part b) {
    if (!expectInteger(condition))
      return false;
    Constant chosen = (condition.value.bits ? a : b).value;
    for (const Part &part : {a, b})
      if (part.value.kind == Kind::Single)
        return fail(ConstantFault::SingleOperand, part.id, id);
    for (const Part &part : {a, b})
      if (!part.value.isInteger())
        reject(RejectedConstant::FloatingAlternative, part.id);
    if (a.value.isInteger() != b.value.isInteger())
      return fail(ConstantFault::MixedTypes, id);
    if (a.value.isInteger() && rules == ConstantRules::Manual)
      chosen.kind = a.value.kind == Kind::Unsigned ? a.value.kind : b.value.kind;
    return yield(id, chosen);
  }

  const SyntaxUnit &unit;
  ConstantRules rules;
  ConstantResult result;
  llvm::SmallVector<Step, 16> pending;
  llvm::SmallVector<Part, 8> values;
};

} // namespace

ConstantResult ptx::evaluateConstant(const SyntaxUnit &unit, ExprId id, ConstantRules rules) {
  ConstantResult result;
  result.value = leaf(unit[id]);
  return result.value ? result : Evaluation(unit, rules).run(id);
}

std::optional<Constant> ptx::evaluate(const SyntaxUnit &unit, ExprId id, ConstantRules rules) {
  if (std::optional<Constant> value = leaf(unit[id]))
    return value;
  return Evaluation(unit, rules).run(id).value;
}

bool ptx::fitsWidth(const Constant &value, unsigned width) {
  constexpr unsigned widest = 64; // of a constant
  if (width >= widest)
    return true;
  int64_t number = value.asSigned();
  int64_t least = -(int64_t(1) << (width - 1));
  if (number >= least && number < int64_t(1) << width)
    return true;
  constexpr int64_t beyondWord = int64_t(1) << 32;
  return number >= beyondWord + least && number < beyondWord;
}

bool ptx::fitsWidth(const Constant &value, const TypeInfo &type) {
  return type.kind > TypeKind::Signed || type.lanes != 1 || fitsWidth(value, type.width);
}
