// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Constant.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"

using namespace ptx;
using Kind = Constant::Kind;
using Result = std::optional<Constant>;

double Constant::asDouble() const {
  return kind == Kind::Single ? llvm::bit_cast<float>(static_cast<uint32_t>(bits))
                              : llvm::bit_cast<double>(bits);
}

Constant Constant::ofDouble(double value) {
  return {Kind::Double, llvm::bit_cast<uint64_t>(value)};
}

static constexpr uint64_t warpSize = 32;

static Result unary(TokenKind op, Constant a) {
  if (op == TokenKind::Plus)
    return a;
  if (op == TokenKind::Minus) {
    if (a.kind == Kind::Double)
      return Constant::ofDouble(-a.asDouble());
    if (a.isInteger())
      return Constant{a.kind, -a.bits};
    return std::nullopt;
  }
  if (!a.isInteger())
    return std::nullopt;
  if (op == TokenKind::Not)
    return Constant::ofInteger(a.bits == 0, false);
  return Constant{a.kind, ~a.bits};
}

static Result floating(TokenKind op, double a, double b) {
  auto truth = [](bool value) { return Constant::ofInteger(value, false); };
  switch (op) {
  case TokenKind::Plus:
    return Constant::ofDouble(a + b);
  case TokenKind::Minus:
    return Constant::ofDouble(a - b);
  case TokenKind::Star:
    return Constant::ofDouble(a * b);
  case TokenKind::Slash:
    return b == 0 ? std::nullopt : Result(Constant::ofDouble(a / b));
  case TokenKind::Less:
    return truth(a < b);
  case TokenKind::Greater:
    return truth(a > b);
  case TokenKind::LessEqual:
    return truth(a <= b);
  case TokenKind::GreaterEqual:
    return truth(a >= b);
  case TokenKind::EqualEqual:
    return truth(a == b);
  case TokenKind::NotEqual:
    return truth(a != b);
  default:
    return std::nullopt;
  }
}

/// `a / b`; the one quotient that does not fit is 0, as ptxas computes it.
static uint64_t quotient(uint64_t a, uint64_t b, bool isUnsigned) {
  if (isUnsigned)
    return a / b;
  auto x = static_cast<int64_t>(a), y = static_cast<int64_t>(b);
  return y == -1 && x == INT64_MIN ? 0 : static_cast<uint64_t>(x / y);
}

static Result integral(TokenKind op, Constant left, Constant right) {
  bool isUnsigned = left.kind == Kind::Unsigned || right.kind == Kind::Unsigned;
  uint64_t a = left.bits, b = right.bits;
  auto number = [&](uint64_t bits) { return Constant::ofInteger(bits, isUnsigned); };
  auto truth = [](bool value) { return Constant::ofInteger(value, false); };
  auto less = [&](uint64_t x, uint64_t y) {
    return isUnsigned ? x < y : static_cast<int64_t>(x) < static_cast<int64_t>(y);
  };
  switch (op) {
  case TokenKind::Plus:
    return number(a + b);
  case TokenKind::Minus:
    return number(a - b);
  case TokenKind::Star:
    return number(a * b);
  case TokenKind::Slash:
    return b == 0 ? std::nullopt : Result(number(quotient(a, b, isUnsigned)));
  case TokenKind::Percent:
    return b == 0 ? std::nullopt : Result(number(a % b));
  case TokenKind::Amp:
    return number(a & b);
  case TokenKind::Pipe:
    return number(a | b);
  case TokenKind::Caret:
    return number(a ^ b);
  case TokenKind::ShiftL:
    return Constant{left.kind, a << (b & 63)};
  case TokenKind::ShiftR:
    return Constant{left.kind, left.kind == Kind::Unsigned
                                   ? a >> (b & 63)
                                   : static_cast<uint64_t>(left.asSigned() >> (b & 63))};
  case TokenKind::AmpAmp:
    return truth(a && b);
  case TokenKind::PipePipe:
    return truth(a || b);
  case TokenKind::Less:
    return truth(less(a, b));
  case TokenKind::Greater:
    return truth(less(b, a));
  case TokenKind::LessEqual:
    return truth(!less(b, a));
  case TokenKind::GreaterEqual:
    return truth(!less(a, b));
  case TokenKind::EqualEqual:
    return truth(a == b);
  case TokenKind::NotEqual:
    return truth(a != b);
  default:
    return std::nullopt;
  }
}

static Result binary(TokenKind op, Constant a, Constant b) {
  if (a.isInteger() && b.isInteger())
    return integral(op, a, b);
  if (a.kind == Kind::Double && b.kind == Kind::Double)
    return floating(op, a.asDouble(), b.asDouble());
  return std::nullopt;
}

static Result leaf(const Expr &e) {
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

namespace {

/// Walks an expression from its leaves up, with a stack of its own.
class Evaluation {
public:
  explicit Evaluation(const SyntaxUnit &unit) : unit(unit) {}

  Result run(ExprId root) {
    pending.push_back({root, false});
    while (!pending.empty()) {
      auto [id, visited] = pending.pop_back_val();
      if (!(visited ? combine(unit[id]) : descend(id)))
        return std::nullopt;
    }
    return values.back();
  }

private:
  struct Step {
    ExprId id;
    bool visited;
  };

  bool descend(ExprId id) {
    const Expr &e = unit[id];
    switch (e.kind) {
    case ExprKind::Paren:
      pending.push_back({e.child(), false});
      return true;
    case ExprKind::Unary:
    case ExprKind::Cast:
      pending.push_back({id, true});
      pending.push_back({e.child(), false});
      return true;
    case ExprKind::Binary:
      pending.push_back({id, true});
      pending.push_back({e.rhs(), false});
      pending.push_back({e.lhs(), false});
      return true;
    case ExprKind::Conditional:
      pending.push_back({id, true});
      for (ExprId part : llvm::reverse(unit.list(e.list())))
        pending.push_back({part, false});
      return true;
    default:
      break;
    }
    Result value = leaf(e);
    if (value)
      values.push_back(*value);
    return value.has_value();
  }

  bool combine(const Expr &e) {
    Result value;
    Constant last = values.pop_back_val();
    if (e.kind == ExprKind::Unary) {
      value = unary(e.op(), last);
    } else if (e.kind == ExprKind::Cast) {
      if (last.isInteger())
        value = Constant::ofInteger(last.bits, unit.text(e.token) == ".u64");
    } else if (e.kind == ExprKind::Binary) {
      value = binary(e.op(), values.pop_back_val(), last);
    } else {
      Constant middle = values.pop_back_val(), condition = values.pop_back_val();
      if (condition.isInteger() && middle.isInteger() && last.isInteger())
        value = Constant::ofInteger((condition.bits ? middle : last).bits, false);
    }
    if (value)
      values.push_back(*value);
    return value.has_value();
  }

  const SyntaxUnit &unit;
  llvm::SmallVector<Step, 16> pending;
  llvm::SmallVector<Constant, 8> values;
};

} // namespace

Result ptx::evaluate(const SyntaxUnit &unit, ExprId id) {
  if (Result value = leaf(unit[id]))
    return value;
  return Evaluation(unit).run(id);
}
