// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Solve/Circuit.h"

using namespace ptx;
using llvm::ArrayRef;

Bits Circuit::number(uint64_t value) {
  Bits bits;
  for (unsigned i = 0; i < 64; ++i)
    bits[i] = constant(value >> i & 1);
  return bits;
}

Bits Circuit::truncate(const Bits &bits, unsigned width) {
  Bits result = bits;
  for (unsigned i = width; i < 64; ++i)
    result[i] = falseLit;
  return result;
}

Bits Circuit::signExtend(const Bits &bits, unsigned width) {
  Bits result = bits;
  for (unsigned i = width; i < 64; ++i)
    result[i] = bits[width - 1];
  return result;
}

Bits Circuit::choose(Lit condition, const Bits &yes, const Bits &no) {
  Bits result;
  for (unsigned i = 0; i < 64; ++i)
    result[i] = choose(condition, yes[i], no[i]);
  return result;
}

Lit Circuit::equal(const Bits &a, const Bits &b) {
  Lit result = trueLit;
  for (unsigned i = 0; i < 64; ++i)
    result = both(result, !differ(a[i], b[i]));
  return result;
}

Lit Circuit::less(const Bits &a, const Bits &b) {
  Lit result = falseLit;
  for (unsigned i = 0; i < 64; ++i)
    result = choose(differ(a[i], b[i]), b[i], result);
  return result;
}

Bits Circuit::add(const Bits &a, const Bits &b, Lit carry) {
  Bits result;
  for (unsigned i = 0; i < 64; ++i) {
    Lit half = differ(a[i], b[i]);
    result[i] = differ(half, carry);
    carry = either(both(a[i], b[i]), both(half, carry));
  }
  return result;
}

Bits Circuit::invert(const Bits &a) {
  Bits result;
  for (unsigned i = 0; i < 64; ++i)
    result[i] = !a[i];
  return result;
}

Bits Circuit::multiply(const Bits &a, const Bits &b) {
  Bits sum = number(0);
  for (unsigned i = 0; i < 64; ++i) {
    if (b[i].isFalse())
      continue;
    Bits part = number(0);
    for (unsigned j = i; j < 64; ++j)
      part[j] = both(a[j - i], b[i]);
    sum = add(sum, part);
  }
  return sum;
}

Bits Circuit::shift(const Bits &a, const Bits &by, bool left) {
  Bits result = a;
  for (unsigned i = 0; i < 7; ++i) {
    unsigned distance = 1u << i;
    Bits moved;
    for (unsigned j = 0; j < 64; ++j) {
      unsigned from = left ? j - distance : j + distance;
      moved[j] = from < 64 ? result[from] : falseLit;
    }
    result = choose(by[i], moved, result);
  }
  Lit beyond = any(ArrayRef<Lit>(by).drop_front(7));
  return choose(beyond, number(0), result);
}

/// The number whose unsigned comparisons are the signed ones of `bits`.
static Bits biased(Bits bits, unsigned width) {
  bits[width - 1] = !bits[width - 1];
  return bits;
}

Bits Circuit::minimum(const Bits &a, const Bits &b, unsigned width, bool isSigned, bool maximum) {
  Bits x = isSigned ? biased(a, width) : a, y = isSigned ? biased(b, width) : b;
  return choose(maximum ? less(x, y) : less(y, x), b, a);
}

Bits Circuit::mbarrier(Operation operation, ArrayRef<Bits> operands) {
  using State = MbarrierState;
  auto part = [](const Bits &from, unsigned first, unsigned count) {
    Bits result = number(0);
    std::copy_n(from.begin() + first, count, result.begin());
    return result;
  };
  const Bits &old = operands[0];
  Bits pending = part(old, State::pending, State::countWidth);
  Bits next = part(old, State::next, State::countWidth);
  Bits bytes = part(old, State::bytes, State::bytesWidth);
  auto subtract = [&](const Bits &a, const Bits &b, unsigned width) {
    return truncate(add(a, invert(b), trueLit), width);
  };
  if (operation == Operation::MbarrierExpect || operation == Operation::MbarrierArriveExpect)
    bytes = truncate(add(bytes, operands[1]), State::bytesWidth);
  if (operation == Operation::MbarrierComplete)
    bytes = subtract(bytes, operands[1], State::bytesWidth);
  if (operation == Operation::MbarrierArrive)
    pending = subtract(pending, operands[1], State::countWidth);
  if (operation == Operation::MbarrierArriveExpect)
    pending = subtract(pending, number(1), State::countWidth);
  Lit isComplete = both(equal(pending, number(0)), equal(bytes, number(0)));
  pending = choose(isComplete, next, pending);
  Bits result = number(0);
  std::copy_n(pending.begin(), State::countWidth, result.begin() + State::pending);
  std::copy_n(next.begin(), State::countWidth, result.begin() + State::next);
  std::copy_n(bytes.begin(), State::bytesWidth, result.begin() + State::bytes);
  result[State::phase] = differ(old[State::phase], isComplete);
  return result;
}

/// The result of a comparison of `width`-bit numbers; none for another operation.
std::optional<Lit> Circuit::compare(Operation operation, unsigned width, Bits a, Bits b) {
  bool isSigned = operation == Operation::LessSigned || operation == Operation::LessEqualSigned ||
                  operation == Operation::GreaterSigned ||
                  operation == Operation::GreaterEqualSigned;
  if (isSigned) {
    a = biased(a, width);
    b = biased(b, width);
  }
  switch (operation) {
  case Operation::Equal:
    return equal(a, b);
  case Operation::NotEqual:
    return !equal(a, b);
  case Operation::Less:
  case Operation::LessSigned:
    return less(a, b);
  case Operation::LessEqual:
  case Operation::LessEqualSigned:
    return !less(b, a);
  case Operation::Greater:
  case Operation::GreaterSigned:
    return less(b, a);
  case Operation::GreaterEqual:
  case Operation::GreaterEqualSigned:
    return !less(a, b);
  default:
    return std::nullopt;
  }
}

Bits Circuit::compute(Operation operation, unsigned width, ArrayRef<Bits> operands) {
  auto operand = [&](unsigned i) { return truncate(operands[i], width); };
  auto each = [&](auto gate) {
    Bits result;
    for (unsigned i = 0; i < 64; ++i)
      result[i] = gate(operands[0][i], operands[1][i]);
    return truncate(result, width);
  };
  switch (operation) {
  case Operation::Move:
    return operand(0);
  case Operation::Exchange:
    return operand(1);
  case Operation::Add:
    return truncate(add(operand(0), operand(1)), width);
  case Operation::Sub:
    return truncate(add(operand(0), invert(operand(1)), trueLit), width);
  case Operation::Mul:
    return truncate(multiply(operand(0), operand(1)), width);
  case Operation::And:
    return each([&](Lit a, Lit b) { return both(a, b); });
  case Operation::Or:
    return each([&](Lit a, Lit b) { return either(a, b); });
  case Operation::Xor:
    return each([&](Lit a, Lit b) { return differ(a, b); });
  case Operation::Not:
    return truncate(invert(operand(0)), width);
  case Operation::ShiftLeft:
    return truncate(shift(operand(0), truncate(operands[1], 32), true), width);
  case Operation::ShiftRight:
    return shift(operand(0), truncate(operands[1], 32), false);
  case Operation::Min:
    return minimum(operand(0), operand(1), width, false, false);
  case Operation::Max:
    return minimum(operand(0), operand(1), width, false, true);
  case Operation::MinSigned:
    return minimum(operand(0), operand(1), width, true, false);
  case Operation::MaxSigned:
    return minimum(operand(0), operand(1), width, true, true);
  case Operation::Increment: // ((r >= s) ? 0 : r + 1)
    return choose(less(operand(0), operand(1)), truncate(add(operand(0), number(1)), width),
                  number(0));
  case Operation::Decrement: { // ((r == 0) || (r > s)) ? s : r - 1
    Lit wraps = either(equal(operand(0), number(0)), less(operand(1), operand(0)));
    return choose(wraps, operand(1), truncate(add(operand(0), invert(number(1)), trueLit), width));
  }
  case Operation::CompareAndSwap:
    return choose(equal(operand(0), operand(1)), operand(2), operand(0));
  case Operation::Select:
    return choose(operands[2][0], operand(0), operand(1));
  case Operation::MbarrierArrive:
  case Operation::MbarrierExpect:
  case Operation::MbarrierComplete:
  case Operation::MbarrierArriveExpect:
    return mbarrier(operation, operands);
  default: {
    Bits result = number(0);
    result[0] = *compare(operation, width, operand(0), operand(1));
    return result;
  }
  }
}
