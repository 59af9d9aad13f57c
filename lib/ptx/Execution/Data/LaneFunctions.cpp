// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/LaneFunctions.h"

#include "ptx/Execution/Program.h"

#include <cmath>

using namespace ptx;
using namespace ptx::execution;

using A = Action;

static bool isInteger(const TypeInfo &type) {
  return type.lanes == 1 && type.width <= 64 && type.width >= 8 &&
         (type.kind == TypeKind::Signed || type.kind == TypeKind::Unsigned ||
          type.kind == TypeKind::Bits);
}

/// Whether nothing but types, `.lo`, `.hi`, `.wide`, `.rn` and comparisons modifies an operation.
static bool isPlain(const Operation &op) {
  for (Modifier word : op.view->modifiers)
    switch (word) {
    case Modifier::none:
    case Modifier::lo:
    case Modifier::hi:
    case Modifier::wide:
    case Modifier::rn:
    case Modifier::eq:
    case Modifier::ne:
    case Modifier::lt:
    case Modifier::le:
    case Modifier::gt:
    case Modifier::ge:
    case Modifier::ls:
    case Modifier::hs:
      break;
    default:
      if (!info(word).isType)
        return false;
    }
  return true;
}

static LaneFunction integerFunctionOf(const Operation &op) {
  bool isWide = op.part == ResultPart::Wide, isHigh = op.part == ResultPart::High;
  switch (op.action) {
  case A::Add:
    return LaneFunction::Add;
  case A::Subtract:
    return LaneFunction::Subtract;
  case A::Multiply:
    return isWide           ? LaneFunction::MultiplyWide
           : !isHigh        ? LaneFunction::Multiply
           : op.width <= 32 ? LaneFunction::MultiplyHigh
                            : LaneFunction::None;
  case A::MultiplyAdd:
    return isWide    ? LaneFunction::MultiplyAddWide
           : !isHigh ? LaneFunction::MultiplyAdd
                     : LaneFunction::None;
  case A::Minimum:
    return LaneFunction::Minimum;
  case A::Maximum:
    return LaneFunction::Maximum;
  case A::BitAnd:
    return LaneFunction::And;
  case A::BitOr:
    return LaneFunction::Or;
  case A::BitXor:
    return LaneFunction::Xor;
  case A::BitNot:
    return LaneFunction::Not;
  case A::ShiftLeft:
    return LaneFunction::ShiftLeft;
  case A::ShiftRight:
    return LaneFunction::ShiftRight;
  case A::Select:
    return LaneFunction::Select;
  case A::Convert:
    return isInteger(info(op.firstType)) ? LaneFunction::Convert : LaneFunction::None;
  case A::Compare:
    return op.comparison == CompareOp::Other ? LaneFunction::None : LaneFunction::Compare;
  default:
    return LaneFunction::None;
  }
}

static LaneFunction floatFunctionOf(const Operation &op) {
  if (op.type != TypeId::f32 && op.type != TypeId::f64)
    return LaneFunction::None;
  switch (op.action) {
  case A::Add:
    return LaneFunction::AddFloat;
  case A::Subtract:
    return LaneFunction::SubtractFloat;
  case A::Multiply:
    return LaneFunction::MultiplyFloat;
  case A::FusedMultiplyAdd:
    return LaneFunction::FusedMultiplyAdd;
  case A::Compare:
    return op.comparison == CompareOp::Other ? LaneFunction::None : LaneFunction::CompareFloat;
  case A::Select:
    return LaneFunction::Select;
  default:
    return LaneFunction::None;
  }
}

LaneFunction execution::laneFunctionOf(const Operation &op, unsigned operands) {
  const TypeInfo &type = info(op.type);
  if (!op.isCompleted || !isPlain(op) || operands < 2 || operands > 4)
    return LaneFunction::None;
  if (op.action == A::Move && op.width <= 64)
    return operands == 2 ? LaneFunction::Copy : LaneFunction::None;
  bool isPredicate = type.kind == TypeKind::Predicate;
  bool isLogic = op.action == A::BitAnd || op.action == A::BitOr || op.action == A::BitXor;
  // A comparison with a predicate has four operands.
  if (op.action == A::Compare && operands != 3)
    return LaneFunction::None;
  if (isInteger(type) || (isPredicate && isLogic))
    return integerFunctionOf(op);
  return type.lanes == 1 ? floatFunctionOf(op) : LaneFunction::None;
}

namespace {

template <class Function> void forAll(const LaneOperands &in, uint64_t *out, Function function) {
  for (unsigned i = 0; i != in.count; ++i)
    out[i] = function(in.a[i], in.b[i], in.c[i]);
}

/// Functions that depend on the width or the sign of their operands, which have the type `T`.
template <class T>
void computeIntegers(const Operation &op, const LaneOperands &in, uint64_t *out) {
  constexpr unsigned width = sizeof(T) * 8;
  auto of = [](uint64_t bits) { return static_cast<T>(bits); };
  using Wide = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
  auto product = [&](uint64_t a, uint64_t b) {
    return static_cast<uint64_t>(static_cast<Wide>(of(a)) * static_cast<Wide>(of(b)));
  };
  switch (op.laneFunction) {
  case LaneFunction::MultiplyWide:
    return forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t) { return product(a, b); });
  case LaneFunction::MultiplyHigh:
    return forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t) {
      return static_cast<uint64_t>(static_cast<Wide>(product(a, b)) >> (width % 64));
    });
  case LaneFunction::MultiplyAddWide:
    return forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t c) { return product(a, b) + c; });
  case LaneFunction::Minimum:
    return forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t) { return of(a) < of(b) ? a : b; });
  case LaneFunction::Maximum:
    return forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t) { return of(a) < of(b) ? b : a; });
  case LaneFunction::ShiftLeft:
    return forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t) {
      uint32_t count = static_cast<uint32_t>(b);
      return count >= width ? 0 : a << count;
    });
  case LaneFunction::ShiftRight:
    return forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t) {
      uint32_t count = static_cast<uint32_t>(b);
      if (std::is_signed_v<T>)
        return static_cast<uint64_t>(static_cast<int64_t>(of(a)) >> std::min(count, width - 1));
      return count >= width ? 0 : static_cast<uint64_t>(of(a)) >> count;
    });
  case LaneFunction::Convert: {
    const TypeInfo &to = info(op.firstType);
    unsigned rest = 64 - to.width;
    if (to.kind == TypeKind::Signed)
      return forAll(in, out, [&](uint64_t a, uint64_t, uint64_t) {
        return static_cast<uint64_t>(static_cast<int64_t>(static_cast<uint64_t>(of(a)) << rest) >>
                                     rest);
      });
    return forAll(in, out, [&](uint64_t a, uint64_t, uint64_t) {
      return static_cast<uint64_t>(of(a)) << rest >> rest;
    });
  }
  case LaneFunction::Compare:
    switch (op.comparison) {
    case CompareOp::Equal:
      return forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t) { return of(a) == of(b); });
    case CompareOp::NotEqual:
      return forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t) { return of(a) != of(b); });
    case CompareOp::Less:
      return forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t) { return of(a) < of(b); });
    case CompareOp::LessEqual:
      return forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t) { return of(a) <= of(b); });
    case CompareOp::Greater:
      return forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t) { return of(a) > of(b); });
    default:
      return forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t) { return of(a) >= of(b); });
    }
  default:
    return;
  }
}

/// False if a result is a NaN, whose bits depend on the format.
template <class T, class Bits>
bool computeFloats(const Operation &op, const LaneOperands &in, uint64_t *out) {
  auto of = [](uint64_t bits) { return llvm::bit_cast<T>(static_cast<Bits>(bits)); };
  auto bits = [](T value) { return static_cast<uint64_t>(llvm::bit_cast<Bits>(value)); };
  bool areNumbers = true;
  auto each = [&](auto function) {
    forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t c) {
      T value = function(of(a), of(b), of(c));
      areNumbers &= value == value;
      return bits(value);
    });
    return areNumbers;
  };
  auto compared = [&](auto function) {
    forAll(in, out, [&](uint64_t a, uint64_t b, uint64_t) {
      areNumbers &= of(a) == of(a) && of(b) == of(b);
      return static_cast<uint64_t>(function(of(a), of(b)));
    });
    return areNumbers;
  };
  switch (op.laneFunction) {
  case LaneFunction::AddFloat:
    return each([](T a, T b, T) { return a + b; });
  case LaneFunction::SubtractFloat:
    return each([](T a, T b, T) { return a - b; });
  case LaneFunction::MultiplyFloat:
    return each([](T a, T b, T) { return a * b; });
  case LaneFunction::FusedMultiplyAdd:
    return each([](T a, T b, T c) { return std::fma(a, b, c); });
  default:
    break;
  }
  switch (op.comparison) {
  case CompareOp::Equal:
    return compared([](T a, T b) { return a == b; });
  case CompareOp::NotEqual:
    return compared([](T a, T b) { return a != b; });
  case CompareOp::Less:
    return compared([](T a, T b) { return a < b; });
  case CompareOp::LessEqual:
    return compared([](T a, T b) { return a <= b; });
  case CompareOp::Greater:
    return compared([](T a, T b) { return a > b; });
  default:
    return compared([](T a, T b) { return a >= b; });
  }
}

} // namespace

bool execution::computeLanes(const Operation &op, const LaneOperands &in, uint64_t *out) {
  switch (op.laneFunction) {
  case LaneFunction::None:
    return false;
  case LaneFunction::Copy:
    forAll(in, out, [](uint64_t a, uint64_t, uint64_t) { return a; });
    return true;
  case LaneFunction::Add:
    forAll(in, out, [](uint64_t a, uint64_t b, uint64_t) { return a + b; });
    return true;
  case LaneFunction::Subtract:
    forAll(in, out, [](uint64_t a, uint64_t b, uint64_t) { return a - b; });
    return true;
  case LaneFunction::Multiply:
    forAll(in, out, [](uint64_t a, uint64_t b, uint64_t) { return a * b; });
    return true;
  case LaneFunction::MultiplyAdd:
    forAll(in, out, [](uint64_t a, uint64_t b, uint64_t c) { return a * b + c; });
    return true;
  case LaneFunction::And:
    forAll(in, out, [](uint64_t a, uint64_t b, uint64_t) { return a & b; });
    return true;
  case LaneFunction::Or:
    forAll(in, out, [](uint64_t a, uint64_t b, uint64_t) { return a | b; });
    return true;
  case LaneFunction::Xor:
    forAll(in, out, [](uint64_t a, uint64_t b, uint64_t) { return a ^ b; });
    return true;
  case LaneFunction::Not:
    forAll(in, out, [](uint64_t a, uint64_t, uint64_t) { return ~a; });
    return true;
  case LaneFunction::Select:
    forAll(in, out, [](uint64_t a, uint64_t b, uint64_t c) { return c & 1 ? a : b; });
    return true;
  case LaneFunction::AddFloat:
  case LaneFunction::SubtractFloat:
  case LaneFunction::MultiplyFloat:
  case LaneFunction::FusedMultiplyAdd:
  case LaneFunction::CompareFloat:
    return op.type == TypeId::f32 ? computeFloats<float, uint32_t>(op, in, out)
                                  : computeFloats<double, uint64_t>(op, in, out);
  default:
    break;
  }
  switch (op.width) {
  case 8:
    op.isSigned ? computeIntegers<int8_t>(op, in, out) : computeIntegers<uint8_t>(op, in, out);
    return true;
  case 16:
    op.isSigned ? computeIntegers<int16_t>(op, in, out) : computeIntegers<uint16_t>(op, in, out);
    return true;
  case 32:
    op.isSigned ? computeIntegers<int32_t>(op, in, out) : computeIntegers<uint32_t>(op, in, out);
    return true;
  case 64:
    op.isSigned ? computeIntegers<int64_t>(op, in, out) : computeIntegers<uint64_t>(op, in, out);
    return true;
  default:
    return false;
  }
}
