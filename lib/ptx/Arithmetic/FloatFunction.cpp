// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Arithmetic/FloatFunction.h"

#include "ptx/Arithmetic/FloatOperations.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace ptx;
using A = Action;

static uint64_t lowBits(uint64_t bits, unsigned width) {
  return width >= 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

static unsigned laneWidth(TypeId type) { return info(type).width / info(type).lanes; }

static bool isFloat(TypeId type) { return info(type).kind == TypeKind::Float; }

static std::optional<Rounding> roundingOf(Modifier word) {
  switch (word) {
  case Modifier::rn:
  case Modifier::rni:
    return Rounding::NearestEven;
  case Modifier::rna:
    return Rounding::NearestAway;
  case Modifier::rz:
  case Modifier::rzi:
    return Rounding::TowardZero;
  case Modifier::rm:
  case Modifier::rmi:
    return Rounding::Down;
  case Modifier::rp:
  case Modifier::rpi:
    return Rounding::Up;
  case Modifier::rs:
    return Rounding::Stochastic;
  default:
    return std::nullopt;
  }
}

static bool isComparison(Modifier word) {
  constexpr Modifier words[] = {Modifier::eq,  Modifier::ne,  Modifier::lt,  Modifier::le,
                                Modifier::gt,  Modifier::ge,  Modifier::equ, Modifier::neu,
                                Modifier::ltu, Modifier::leu, Modifier::gtu, Modifier::geu,
                                Modifier::num, Modifier::nan};
  return llvm::is_contained(words, word);
}

static bool isClass(Modifier word) {
  constexpr Modifier words[] = {Modifier::finite,     Modifier::infinite, Modifier::number,
                                Modifier::notanumber, Modifier::normal,   Modifier::subnormal};
  return llvm::is_contained(words, word);
}

/// Whether PTX bounds the error of the result instead of defining the result, with any modifiers.
static bool isTranscendental(Action action) {
  return action >= A::ReciprocalSquareRoot && action <= A::HyperbolicTangent;
}

bool FloatFunction::readTypes(const InstrView &view) {
  llvm::SmallVector<TypeId, 4> types;
  if (action == A::Convert) {
    for (Modifier modifier : view.modifiers)
      if (modifier != Modifier::none && info(modifier).isType)
        types.push_back(info(modifier).type);
  } else {
    for (const OperandInfo &operand : view.form->operands()) {
      std::optional<TypeId> type = shapeOf(view, operand).type;
      if (!type && !operand.written)
        continue;
      types.push_back(type.value_or(TypeId::pred));
    }
  }
  if (types.size() < 2)
    return false;
  sourceLanes = info(types[1]).lanes;
  lanes = std::max<unsigned>(info(types[0]).lanes, sourceLanes);
  resultType = laneType(types[0]);
  resultWidth = info(types[0]).width / lanes;
  result = formatOf(resultType);
  for (TypeId type : llvm::drop_begin(types))
    sources.push_back({laneType(type), laneWidth(type), formatOf(type)});
  return isFloat(resultType) || isFloat(sources[0].type);
}

void FloatFunction::readModifiers(const InstrView &view) {
  for (Modifier modifier : view.modifiers) {
    if (std::optional<Rounding> found = roundingOf(modifier))
      rounding = found;
    if (isComparison(modifier) || isClass(modifier))
      word = modifier;
  }
  constexpr Modifier integral[] = {Modifier::rni, Modifier::rzi, Modifier::rmi, Modifier::rpi};
  isIntegral = llvm::any_of(integral, [&](Modifier modifier) { return view.has(modifier); });
  flushes = view.has(Modifier::ftz);
  saturates = view.has(Modifier::sat);
  isFinite = view.has(Modifier::satfinite);
  clampsNegative = view.has(Modifier::relu);
  spreadsNaN = view.has(Modifier::NaN);
  takesMagnitudes = view.has(Modifier::abs);
  xorsSigns = view.has(Modifier::xorsign);
  makesPositiveZero = view.has(Modifier::pzo);
  scaleCount = view.has(Modifier::scaled_n1_ue8m0)   ? 1
               : view.has(Modifier::scaled_n2_ue8m0) ? 2
                                                     : 0;
  bool canApproximate = resultType == TypeId::f32 &&
                        (action == A::Divide || action == A::Reciprocal || action == A::SquareRoot);
  isApproximate = isTranscendental(action) || view.has(Modifier::approx) ||
                  view.has(Modifier::full) || (canApproximate && !rounding);
  // Without `.approx` and a rounding, in PTX before 1.4, subnormal numbers are flushed.
  flushes |=
      canApproximate && !rounding && !view.has(Modifier::approx) && !view.has(Modifier::full);
  isCoarse = resultType == TypeId::f64 && view.has(Modifier::approx) && flushes;
}

/// Whether it is a sum or a product with results of 8 bits. Its operands can have other formats.
/// (Manual of PTX 9.4, 9.7.6)
bool FloatFunction::isOfBytes() const {
  bool isResult = resultType == TypeId::e4m3 || resultType == TypeId::e5m2;
  constexpr Action actions[] = {A::Add, A::Subtract, A::Multiply, A::FusedMultiplyAdd};
  return isResult && llvm::is_contained(actions, action) &&
         llvm::all_of(sources, [](const Source &source) { return source.format != nullptr; });
}

/// Whether the function is implemented.
bool FloatFunction::computes() const {
  auto isPlain = [](TypeId type) {
    return type == TypeId::f16 || type == TypeId::bf16 || type == TypeId::f32 ||
           type == TypeId::f64;
  };
  auto isFormat = [](TypeId type, const FloatFormat *format) { return !isFloat(type) || format; };
  bool isFromResult = llvm::all_of(sources, [&](const Source &source) {
    return source.type == resultType ||
           (resultType == TypeId::f32 && isPlain(source.type) && source.type != TypeId::f64);
  });
  constexpr Action numeric[] = {A::Add,
                                A::Subtract,
                                A::Multiply,
                                A::MultiplyAdd,
                                A::FusedMultiplyAdd,
                                A::Divide,
                                A::Absolute,
                                A::Negate,
                                A::Minimum,
                                A::Maximum,
                                A::CopySign,
                                A::Reciprocal,
                                A::SquareRoot,
                                A::ReciprocalSquareRoot,
                                A::Sine,
                                A::Cosine,
                                A::BinaryLogarithm,
                                A::PowerOfTwo,
                                A::HyperbolicTangent};
  if (llvm::is_contained(numeric, action))
    return isOfBytes() || (isPlain(resultType) && isFromResult);
  switch (action) {
  case A::TestClass:
  case A::Compare:
  case A::CompareToNumber:
    return word != Modifier::none && isPlain(sources[0].type);
  case A::Convert:
    return isFormat(resultType, result) && isFormat(sources[0].type, sources[0].format) &&
           resultType != TypeId::pred;
  default:
    return false;
  }
}

std::optional<FloatFunction> FloatFunction::of(const InstrView &view) {
  FloatFunction function;
  function.action = view.form->action;
  if (view.has(Modifier::oob) || view.has(Modifier::n2pi) || !function.readTypes(view))
    return std::nullopt;
  function.readModifiers(view);
  return function.computes() ? std::optional(function) : std::nullopt;
}

FloatResult FloatFunction::operator()(llvm::ArrayRef<uint64_t> operands) const {
  if (action == A::Compare || action == A::CompareToNumber || action == A::TestClass)
    return comparison(operands);
  if (action == A::Convert)
    return conversion(operands);
  FloatResult all{0};
  bool isBytes = isOfBytes();
  const FloatFormat &computed = isBytes ? *formatOf(TypeId::f64) : *result;
  for (unsigned i = 0; i != lanes; ++i) {
    uint64_t in[3] = {};
    size_t count = std::min<size_t>(std::min<size_t>(operands.size(), sources.size()), 3);
    for (size_t n = 0; n != count; ++n) {
      uint64_t bits = lowBits(operands[n] >> (i * sources[n].width), sources[n].width);
      const FloatFormat &format = *sources[n].format;
      bits = flushed(format, bits);
      in[n] = sources[n].type == computed.type ? bits : computed.encode(format.decode(bits));
    }
    FloatResult one = isBytes ? laneOfBytes({in, count}) : lane({in, count});
    all.bits |= one.bits << (i * resultWidth);
    all.certainty = std::max(all.certainty, one.certainty);
  }
  return all;
}

/// In conversions `.ftz` applies to `.f32` only. (Manual 9.7.9.21)
uint64_t FloatFunction::flushed(const FloatFormat &format, uint64_t bits) const {
  bool isMeant = flushes && (action != A::Convert || format.type == TypeId::f32);
  return isMeant && format.isSubnormal(bits) ? bits & format.signBit() : bits;
}

/// The result of 8 bits for operands of the type `.f64`. The sum or product is not rounded before.
FloatResult FloatFunction::laneOfBytes(llvm::ArrayRef<uint64_t> in) const {
  const FloatFormat &wide = *formatOf(TypeId::f64);
  auto rounded = [&](Rounding mode) {
    return action == A::Add        ? addFloats(wide, in[0], in[1], mode)
           : action == A::Subtract ? addFloats(wide, in[0], in[1] ^ wide.signBit(), mode)
           : action == A::Multiply ? multiplyFloats(wide, in[0], in[1], mode)
                                   : fuseFloats(wide, in[0], in[1], in[2], mode);
  };
  uint64_t bits = rounded(Rounding::NearestEven), below = rounded(Rounding::Down);
  // Of the two numbers around an inexact result, the odd one is rounded as the result itself.
  if (uint64_t above = rounded(Rounding::Up); below != above && !wide.decode(bits).isZero())
    bits = below & 1 ? below : above;
  bits = result->encode(wide.decode(bits), {Rounding::NearestEven, isFinite});
  return {bits, result->decode(bits).isNaN() ? Certainty::Open : Certainty::Exact};
}

/// The result of one lane for operands of the type of the result.
FloatResult FloatFunction::lane(llvm::ArrayRef<uint64_t> in) const {
  switch (action) {
  case A::Minimum:
  case A::Maximum:
    return limited(extremum(in));
  case A::CopySign:
    return {(in[1] & ~result->signBit()) | (in[0] & result->signBit())};
  case A::Absolute:
  case A::Negate: {
    uint64_t sign = result->signBit();
    uint64_t bits = action == A::Absolute ? in[0] & ~sign : in[0] ^ sign;
    return {bits, result->decode(bits).isNaN() ? Certainty::Open : Certainty::Exact};
  }
  default:
    break;
  }
  return limited(computed(in));
}

/// The result of a function whose error PTX bounds, in the precision of the host.
static double approximated(Action action, double a, double b) {
  switch (action) {
  case A::Divide:
    return a / b;
  case A::Reciprocal:
    return 1 / a;
  case A::SquareRoot:
    return std::sqrt(a);
  case A::ReciprocalSquareRoot:
    return 1 / std::sqrt(a);
  case A::Sine:
    return std::sin(a);
  case A::Cosine:
    return std::cos(a);
  case A::BinaryLogarithm:
    return std::log2(a);
  case A::PowerOfTwo:
    return std::exp2(a);
  default:
    return std::tanh(a);
  }
}

/// The upper half of a reciprocal or of the reciprocal of a root. (Manual 9.7.3.14, 9.7.3.17)
static FloatResult coarse(Action action, const FloatFormat &format, uint64_t a) {
  constexpr uint64_t upper = ~uint64_t(0xFFFFFFFF);
  uint64_t bits = a & upper;
  if (format.isSubnormal(bits))
    bits &= format.signBit();
  FloatNumber number = format.decode(bits);
  double value = approximated(action, number.toDouble(), 0);
  if (number.isNaN() || std::isnan(value))
    return {0x7FFFFFFF00000000, number.isNaN() ? Certainty::Exact : Certainty::Approximate};
  bits = format.encode(FloatNumber::ofDouble(value)) & upper;
  if (format.isSubnormal(bits))
    bits &= format.signBit();
  return {bits, Certainty::Approximate};
}

FloatResult FloatFunction::computed(llvm::ArrayRef<uint64_t> in) const {
  if (isCoarse)
    return coarse(action, *result, in[0]);
  if (isApproximate) {
    double a = result->decode(in[0]).toDouble();
    double b = in.size() > 1 ? result->decode(in[1]).toDouble() : 0;
    double value = approximated(action, a, b);
    return {result->encode(FloatNumber::ofDouble(value)), Certainty::Approximate};
  }
  Rounding mode = rounding.value_or(Rounding::NearestEven);
  uint64_t bits = 0;
  switch (action) {
  case A::Add:
    bits = addFloats(*result, in[0], in[1], mode);
    break;
  case A::Subtract:
    bits = addFloats(*result, in[0], in[1] ^ result->signBit(), mode);
    break;
  case A::Multiply:
    bits = multiplyFloats(*result, in[0], in[1], mode);
    break;
  case A::MultiplyAdd:
  case A::FusedMultiplyAdd:
    bits = fuseFloats(*result, in[0], in[1], in[2], mode);
    break;
  case A::Divide:
    bits = divideFloats(*result, in[0], in[1], mode);
    break;
  case A::Reciprocal:
    bits = divideFloats(*result, result->encode(FloatNumber::ofInteger(1, false)), in[0], mode);
    break;
  default:
    bits = squareRoot(*result, in[0], mode);
    break;
  }
  // `mad.f32` without a rounding truncates the product on targets before sm_20.
  bool isOpen = bits == result->canonicalNaN() ||
                (action == A::MultiplyAdd && !rounding && resultType == TypeId::f32);
  return {bits, isOpen ? Certainty::Open : Certainty::Exact};
}

/// Manual 9.7.3.11, 9.7.3.12: -0.0 is less than +0.0.
FloatResult FloatFunction::extremum(llvm::ArrayRef<uint64_t> in) const {
  uint64_t sign = result->signBit();
  auto magnitude = [&](uint64_t bits) { return takesMagnitudes ? bits & ~sign : bits; };
  auto isLess = [&](uint64_t a, uint64_t b) {
    double x = result->decode(a).toDouble(), y = result->decode(b).toDouble();
    return x < y || (x == y && std::signbit(x) && !std::signbit(y));
  };
  FloatResult best{magnitude(in[0])};
  for (uint64_t operand : in.drop_front()) {
    uint64_t other = magnitude(operand);
    bool bestIsNaN = result->decode(best.bits).isNaN(), otherIsNaN = result->decode(other).isNaN();
    if ((bestIsNaN || otherIsNaN) && (spreadsNaN || (bestIsNaN && otherIsNaN)))
      best = {result->canonicalNaN(), spreadsNaN ? Certainty::Exact : Certainty::Open};
    else if (bestIsNaN || (!otherIsNaN && (action == A::Minimum ? isLess(other, best.bits)
                                                                : isLess(best.bits, other))))
      best = {other};
  }
  if (xorsSigns && !result->decode(best.bits).isNaN())
    best.bits = (best.bits & ~sign) | ((in[0] ^ in[1]) & sign);
  return best;
}

/// The result with `.ftz`, `.sat` and `.relu`.
FloatResult FloatFunction::limited(FloatResult value) const {
  value.bits = flushed(*result, value.bits);
  if (!saturates && !clampsNegative)
    return value;
  FloatNumber number = result->decode(value.bits);
  if (saturates && value.certainty == Certainty::Open)
    value.certainty = Certainty::Exact;
  if (saturates && (number.isNaN() || number.isNegative))
    value.bits = 0;
  else if (saturates && number.toDouble() > 1)
    value.bits = result->encode(FloatNumber::ofInteger(1, false));
  if (!clampsNegative)
    return value;
  if (number.isNaN())
    return {result->canonicalNaN(), std::min(value.certainty, Certainty::Exact)};
  if (number.isNegative)
    return {0, number.isZero() ? std::max(value.certainty, Certainty::Open) : value.certainty};
  return value;
}

/// Manual 9.3.1.2
bool FloatFunction::holds(uint64_t a, uint64_t b) const {
  const FloatFormat &format = *sources[0].format;
  double x = format.decode(flushed(format, a)).toDouble();
  double y = format.decode(flushed(format, b)).toDouble();
  bool isUnordered = std::isnan(x) || std::isnan(y);
  switch (word) {
  case Modifier::eq:
    return !isUnordered && x == y;
  case Modifier::ne:
    return !isUnordered && x != y;
  case Modifier::lt:
    return x < y;
  case Modifier::le:
    return x <= y;
  case Modifier::gt:
    return x > y;
  case Modifier::ge:
    return x >= y;
  case Modifier::equ:
    return isUnordered || x == y;
  case Modifier::neu:
    return isUnordered || x != y;
  case Modifier::ltu:
    return isUnordered || x < y;
  case Modifier::leu:
    return isUnordered || x <= y;
  case Modifier::gtu:
    return isUnordered || x > y;
  case Modifier::geu:
    return isUnordered || x >= y;
  case Modifier::num:
    return !isUnordered;
  default:
    return isUnordered;
  }
}

/// Manual 9.7.3.1: zeros count as normal numbers.
static bool isOfClass(const FloatFormat &format, uint64_t bits, Modifier word) {
  FloatNumber number = format.decode(bits);
  bool isFinite = number.isZero() || number.kind == FloatNumber::Kind::Finite;
  switch (word) {
  case Modifier::finite:
    return isFinite;
  case Modifier::infinite:
    return number.kind == FloatNumber::Kind::Infinity;
  case Modifier::number:
    return !number.isNaN();
  case Modifier::notanumber:
    return number.isNaN();
  case Modifier::normal:
    return isFinite && !format.isSubnormal(bits);
  default:
    return format.isSubnormal(bits);
  }
}

FloatResult FloatFunction::comparison(llvm::ArrayRef<uint64_t> operands) const {
  const FloatFormat &format = *sources[0].format;
  unsigned width = sources[0].width;
  uint64_t isTrue = 1;
  if (action == A::CompareToNumber)
    isTrue = result ? result->encode(FloatNumber::ofInteger(1, false))
                    : lowBits(~uint64_t(0), resultWidth);
  FloatResult all{0};
  for (unsigned i = 0; i != lanes; ++i) {
    uint64_t a = lowBits(operands[0] >> (i * width), width);
    bool is = action == A::TestClass ? isOfClass(format, a, word)
                                     : holds(a, lowBits(operands[1] >> (i * width), width));
    if (is)
      all.bits |= isTrue << (action == A::CompareToNumber ? i * resultWidth : i);
  }
  return all;
}
