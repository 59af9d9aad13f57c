// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Arithmetic.h"

#include "llvm/ADT/bit.h"

#include <cmath>
#include <cstring>
#include <optional>

using namespace ptx;
using namespace ptx::execution;

namespace {

using A = Action;

/// The operands of one lane, all known, as integers of the width of the instruction.
struct Numbers {
  const Operation &op;
  uint64_t a, b, c, d;

  unsigned width() const { return op.width; }
  int64_t sa() const { return signExtend(a, op.width); }
  int64_t sb() const { return signExtend(b, op.width); }
};

} // namespace

template <class T> static T floatOf(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T> static uint64_t bitsOf(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

/// Whether the result is the one of IEEE 754, rounded to the nearest, with denormal numbers.
static bool isPlainFloat(const Operation &op) {
  constexpr Modifier others[] = {Modifier::ftz, Modifier::sat,     Modifier::approx, Modifier::full,
                                 Modifier::rz,  Modifier::rm,      Modifier::rp,     Modifier::relu,
                                 Modifier::NaN, Modifier::xorsign, Modifier::abs,    Modifier::rs};
  return llvm::none_of(others, [&](Modifier word) { return op.has(word); });
}

template <class T> static std::optional<uint64_t> computeFloat(const Numbers &n) {
  T a = floatOf<T>(n.a), b = floatOf<T>(n.b), c = floatOf<T>(n.c);
  std::optional<T> result;
  switch (n.op.action) {
  case A::Add:
    result = a + b;
    break;
  case A::Subtract:
    result = a - b;
    break;
  case A::Multiply:
    result = a * b;
    break;
  case A::FusedMultiplyAdd:
  case A::MultiplyAdd:
    result = std::fma(a, b, c);
    break;
  case A::Divide:
    result = a / b;
    break;
  case A::Minimum:
    result = std::fmin(a, b);
    break;
  case A::Maximum:
    result = std::fmax(a, b);
    break;
  default:
    break;
  }
  // The payload of a NaN is left open.
  if (!result || std::isnan(*result))
    return std::nullopt;
  return bitsOf(*result);
}

static std::optional<uint64_t> floatResult(const Numbers &n) {
  uint64_t sign = uint64_t(1) << (n.width() - 1);
  switch (n.op.action) {
  case A::Negate:
    return n.op.has(Modifier::ftz) ? std::nullopt : std::optional(n.a ^ sign);
  case A::Absolute:
    return n.op.has(Modifier::ftz) ? std::nullopt : std::optional(n.a & ~sign);
  case A::CopySign:
    return (n.b & ~sign) | (n.a & sign);
  default:
    break;
  }
  if (!isPlainFloat(n.op))
    return std::nullopt;
  if (n.op.type == TypeId::f32)
    return computeFloat<float>(n);
  return n.op.type == TypeId::f64 ? computeFloat<double>(n) : std::nullopt;
}

/// A number of the type from `a` of another one. (Manual 9.7.9.24)
static std::optional<uint64_t> convert(const Numbers &n) {
  const TypeInfo &to = info(n.op.firstType), &from = info(n.op.type);
  auto isInteger = [](const TypeInfo &type) {
    return type.kind == TypeKind::Signed || type.kind == TypeKind::Unsigned;
  };
  if (isInteger(to) && isInteger(from)) {
    if (!n.op.has(Modifier::sat))
      return n.op.isSigned ? static_cast<uint64_t>(n.sa()) : n.a;
    __int128 value = n.op.isSigned ? static_cast<__int128>(n.sa()) : static_cast<__int128>(n.a);
    bool isSigned = to.kind == TypeKind::Signed;
    __int128 least = isSigned ? -(static_cast<__int128>(1) << (to.width - 1)) : 0;
    __int128 most = (static_cast<__int128>(1) << (to.width - isSigned)) - 1;
    return static_cast<uint64_t>(std::clamp(value, least, most));
  }
  if (n.op.has(Modifier::ftz) || n.op.has(Modifier::sat))
    return std::nullopt;
  bool nearest = n.op.has(Modifier::rn);
  if (isInteger(from) && nearest && to.id == TypeId::f32)
    return bitsOf(n.op.isSigned ? static_cast<float>(n.sa()) : static_cast<float>(n.a));
  if (isInteger(from) && nearest && to.id == TypeId::f64)
    return bitsOf(n.op.isSigned ? static_cast<double>(n.sa()) : static_cast<double>(n.a));
  if (isInteger(to) && (from.id == TypeId::f32 || from.id == TypeId::f64)) {
    double value = from.id == TypeId::f32 ? floatOf<float>(n.a) : floatOf<double>(n.a);
    value = n.op.has(Modifier::rni)   ? std::nearbyint(value)
            : n.op.has(Modifier::rzi) ? std::trunc(value)
            : n.op.has(Modifier::rmi) ? std::floor(value)
                                      : std::ceil(value);
    if (!(std::fabs(value) < 9.0e18))
      return std::nullopt;
    return static_cast<uint64_t>(static_cast<int64_t>(value));
  }
  if (from.id == TypeId::f32 && to.id == TypeId::f64)
    return bitsOf(static_cast<double>(floatOf<float>(n.a)));
  if (from.id == to.id && n.op.view->modifiers.empty())
    return n.a;
  return std::nullopt;
}

/// The result; none if it is not defined, or not one that is computed here.
static std::optional<uint64_t> resultOf(const Numbers &n) {
  const Operation &op = n.op;
  uint64_t a = n.a, b = n.b, c = n.c;
  switch (op.action) {
  case A::Move:
    return a;
  case A::ConvertAddress:
    if (op.has(Modifier::to))
      return op.has(Modifier::global) || op.has(Modifier::const_) ? a : truncate(a, 32);
    if (op.has(Modifier::shared) || op.has(Modifier::shared_cta) ||
        op.has(Modifier::shared_cluster))
      return window::shared + truncate(a, 32);
    if (op.has(Modifier::local))
      return window::local + truncate(a, 32);
    return op.has(Modifier::param) || op.has(Modifier::param_entry)
               ? window::param + truncate(a, 32)
               : a;
  case A::TestSpace: {
    uint64_t base = a & ~(window::size - 1);
    bool isShared = base == window::shared, isLocal = base == window::local;
    if (op.has(Modifier::shared) || op.has(Modifier::shared_cta) ||
        op.has(Modifier::shared_cluster))
      return isShared;
    if (op.has(Modifier::local))
      return isLocal;
    return op.has(Modifier::global) ? std::optional<uint64_t>(!isShared && !isLocal) : std::nullopt;
  }
  case A::Select:
    return c ? a : b;
  case A::Convert:
    return convert(n);
  default:
    break;
  }
  if (op.isFloat)
    return floatResult(n);
  if (info(op.type).lanes > 1)
    return std::nullopt;
  IntegerFunction function{*op.view, op.width, op.isSigned, op.part};
  return function({n.a, n.b, n.c, n.d});
}

/// A result that one known operand decides.
static std::optional<Value> absorbed(const Operation &op, llvm::ArrayRef<Value> operands) {
  auto isZero = [&](unsigned i) {
    return operands[i].known && truncate(operands[i].bits, op.width) == 0;
  };
  switch (op.action) {
  case A::BitAnd:
    if (isZero(0) || isZero(1))
      return Value::number(0);
    if (op.type == TypeId::pred)
      for (unsigned i = 0; i != 2; ++i)
        if (operands[i].known)
          return operands[1 - i];
    break;
  case A::BitOr:
  case A::BitXor:
  case A::Add:
  case A::Subtract: {
    if (op.isFloat)
      break;
    bool predicate = op.type == TypeId::pred;
    if (predicate)
      for (unsigned i = 0; i != 2; ++i)
        if (operands[i].known && operands[i].bits & 1)
          return op.action == A::BitOr ? Value::number(1) : negatePredicate(operands[1 - i]);
    if (isZero(1))
      return operands[0];
    if (isZero(0) && op.action != A::Subtract)
      return operands[1];
    break;
  }
  case A::Multiply:
    if (!op.isFloat && (isZero(0) || isZero(1)))
      return Value::number(0);
    break;
  case A::Select:
    if (operands[2].known)
      return operands[operands[2].bits & 1 ? 0 : 1];
    if (operands[0].bits == operands[1].bits && operands[0].known == operands[1].known)
      return operands[0];
    break;
  case A::BitNot:
    if (op.type == TypeId::pred)
      return negatePredicate(operands[0]);
    break;
  case A::Move:
  case A::ConvertAddress:
    if (!operands[0].known)
      return operands[0];
    break;
  case A::Convert:
    // A number that is only widened, or narrowed, keeps its name.
    if (!operands[0].known && !op.isFloat && info(op.firstType).kind != TypeKind::Float)
      return operands[0];
    break;
  default:
    break;
  }
  return std::nullopt;
}

Value execution::compute(const Operation &op, llvm::ArrayRef<Value> operands) {
  bool known = true;
  uint64_t bits[4] = {};
  for (unsigned i = 0; i != std::min<size_t>(operands.size(), 4); ++i) {
    known &= operands[i].known;
    bits[i] = operands[i].bits;
  }
  if (known) {
    if (std::optional<uint64_t> result = resultOf({op, bits[0], bits[1], bits[2], bits[3]}))
      return Value::number(*result);
  } else if (std::optional<Value> result = absorbed(op, operands)) {
    return *result;
  }
  // The order of the operands of an unknown result counts; the result and the type do as well.
  uint64_t name =
      mix(static_cast<uint64_t>(op.view->form->instructionId) << 16 |
              static_cast<uint64_t>(op.part) << 8 | static_cast<uint64_t>(op.type),
          static_cast<uint64_t>(op.firstType) << 8 | static_cast<uint64_t>(op.comparison));
  for (const Value &operand : operands)
    name = mix(name, operand.known ? operand.bits : ~operand.bits);
  return Value::unknown(op.resultWidth == 1 ? baseName(name) : name);
}

static std::optional<bool> compareKnown(const Operation &op, uint64_t a, uint64_t b) {
  a = truncate(a, op.width);
  b = truncate(b, op.width);
  int order;
  if (op.isFloat) {
    if (op.has(Modifier::ftz) || (op.type != TypeId::f32 && op.type != TypeId::f64))
      return std::nullopt;
    double x = op.type == TypeId::f32 ? floatOf<float>(a) : floatOf<double>(a);
    double y = op.type == TypeId::f32 ? floatOf<float>(b) : floatOf<double>(b);
    if (std::isnan(x) || std::isnan(y))
      return op.comparison == CompareOp::Other ? std::nullopt : std::optional(false);
    order = x < y ? -1 : x > y;
  } else if (op.isSigned) {
    int64_t x = signExtend(a, op.width), y = signExtend(b, op.width);
    order = x < y ? -1 : x > y;
  } else {
    order = a < b ? -1 : a > b;
  }
  switch (op.comparison) {
  case CompareOp::Equal:
    return order == 0;
  case CompareOp::NotEqual:
    return order != 0;
  case CompareOp::Less:
    return order < 0;
  case CompareOp::LessEqual:
    return order <= 0;
  case CompareOp::Greater:
    return order > 0;
  case CompareOp::GreaterEqual:
    return order >= 0;
  case CompareOp::Other:
    return std::nullopt;
  }
  return std::nullopt;
}

Value execution::compare(const Operation &op, Value a, Value b) {
  if (a.known && b.known)
    if (std::optional<bool> result = compareKnown(op, a.bits, b.bits))
      return Value::number(*result);
  using C = CompareOp;
  C kind = op.comparison;
  bool negated = false;
  if (!op.isFloat) {
    if (!a.known && !b.known && a.bits == b.bits)
      return Value::number(kind == C::Equal || kind == C::LessEqual || kind == C::GreaterEqual);
    // One form of each comparison and its opposite: `==` and `<`.
    if (kind == C::Greater || kind == C::LessEqual)
      std::swap(a, b);
    negated = kind == C::NotEqual || kind == C::LessEqual || kind == C::GreaterEqual;
    kind = kind == C::Equal || kind == C::NotEqual ? C::Equal : C::Less;
    if (kind == C::Equal && a.bits > b.bits)
      std::swap(a, b);
  }
  uint64_t name =
      mix(mix(static_cast<uint64_t>(kind) << 8 | op.isSigned, a.known ? a.bits : ~a.bits),
          b.known ? b.bits : ~b.bits);
  return Value::unknown(baseName(name) | negated);
}

Value execution::combine(const Operation &op, Value old, Value operand) {
  uint64_t name = mix(mix(0xA70, old.bits), operand.bits);
  if (op.has(Modifier::exch))
    return operand;
  if (!old.known || !operand.known || op.isFloat)
    return Value::unknown(name);
  std::optional<uint64_t> result =
      combineIntegers(*op.view, old.bits, operand.bits, op.width, op.isSigned);
  return result ? Value::number(*result) : Value::unknown(name);
}
