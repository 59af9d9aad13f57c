// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Arithmetic/VideoFunction.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;

static constexpr unsigned registerBits = 32;

/// The closest number of `width` bits.
static int64_t clamped(__int128 value, unsigned width, bool isSigned) {
  __int128 one = 1;
  __int128 least = isSigned ? -(one << (width - 1)) : 0;
  __int128 most = (one << (width - isSigned)) - 1;
  return static_cast<int64_t>(std::clamp(value, least, most));
}

static bool fits(int64_t value, unsigned bits) { return signExtendInteger(value, bits) == value; }

VideoFunction::Part VideoFunction::partOf(StringRef selector) {
  constexpr unsigned byte = 8, half = 16;
  if (selector.empty())
    return {};
  unsigned width = selector.front() == 'b' ? byte : half;
  return {static_cast<unsigned>(selector.back() - '0') * width, width};
}

int64_t VideoFunction::extracted(uint64_t bits, Part part, bool isSigned) {
  bits = truncateInteger(bits >> part.first, part.width);
  return isSigned ? signExtendInteger(bits, part.width) : static_cast<int64_t>(bits);
}

/// The parts of two registers that a selector such as `h10` has, the one of the lowest lane last.
llvm::SmallVector<VideoFunction::Part, 4> VideoFunction::partsOf(StringRef selector, unsigned lanes,
                                                                 unsigned firstOfDefault) {
  unsigned width = registerBits / lanes;
  llvm::SmallVector<Part, 4> parts;
  for (unsigned lane = 0; lane != lanes; ++lane) {
    unsigned number = selector.empty() ? firstOfDefault + lane
                                       : static_cast<unsigned>(selector[lanes - lane] - '0');
    parts.push_back({number * width, width});
  }
  return parts;
}

std::optional<VideoFunction> VideoFunction::of(const InstrView &view,
                                               const VideoOperands &operands) {
  constexpr unsigned halves = 2, bytes = 4;
  struct Row {
    Opcode opcode;
    Kind kind;
    unsigned lanes;
  };
  using O = Opcode;
  static constexpr Row rows[] = {
      {O::vadd, Kind::Add, 1},
      {O::vsub, Kind::Subtract, 1},
      {O::vabsdiff, Kind::Difference, 1},
      {O::vmin, Kind::Minimum, 1},
      {O::vmax, Kind::Maximum, 1},
      {O::vshl, Kind::ShiftLeft, 1},
      {O::vshr, Kind::ShiftRight, 1},
      {O::vmad, Kind::MultiplyAdd, 1},
      {O::vset, Kind::Compare, 1},
      {O::vadd2, Kind::Add, halves},
      {O::vsub2, Kind::Subtract, halves},
      {O::vavrg2, Kind::Average, halves},
      {O::vabsdiff2, Kind::Difference, halves},
      {O::vmin2, Kind::Minimum, halves},
      {O::vmax2, Kind::Maximum, halves},
      {O::vset2, Kind::Compare, halves},
      {O::vadd4, Kind::Add, bytes},
      {O::vsub4, Kind::Subtract, bytes},
      {O::vavrg4, Kind::Average, bytes},
      {O::vabsdiff4, Kind::Difference, bytes},
      {O::vmin4, Kind::Minimum, bytes},
      {O::vmax4, Kind::Maximum, bytes},
      {O::vset4, Kind::Compare, bytes},
  };
  const Row *row = llvm::find_if(rows, [&](const Row &r) { return r.opcode == view.form->opcode; });
  if (row == std::end(rows))
    return std::nullopt;
  VideoFunction function;
  function.kind = row->kind;
  function.lanes = row->lanes;
  llvm::SmallVector<bool, 3> signs;
  for (Modifier word : view.modifiers)
    if (word != Modifier::none && info(word).isType)
      signs.push_back(info(info(word).type).kind == TypeKind::Signed);
  // A comparison has no type of its result, which is unsigned.
  if (row->kind == Kind::Compare)
    signs.insert(signs.begin(), false);
  function.isSignedResult = signs[0];
  function.isSignedA = signs[1];
  function.isSignedB = signs[2];
  function.saturates = view.has(Modifier::sat);
  function.wraps = view.has(Modifier::wrap);
  function.addsOne = view.has(Modifier::po);
  function.negatesProduct = operands.negatesA != operands.negatesB;
  function.negatesAddend = operands.negatesC;
  constexpr unsigned smallScale = 7, largeScale = 15;
  function.scale = view.has(Modifier::shr7)    ? smallScale
                   : view.has(Modifier::shr15) ? largeScale
                                               : 0;
  if (row->kind == Kind::Compare)
    function.comparison = comparisonOf(view);
  function.second = view.has(Modifier::add)   ? Second::Add
                    : view.has(Modifier::min) ? Second::Minimum
                    : view.has(Modifier::max) ? Second::Maximum
                                              : Second::None;
  if (row->lanes == 1) {
    function.ofA = {partOf(operands.a)};
    function.ofB = {partOf(operands.b)};
    if (!operands.result.empty())
      function.merged = partOf(operands.result);
    return function;
  }
  function.ofA = partsOf(operands.a, row->lanes, 0);
  function.ofB = partsOf(operands.b, row->lanes, row->lanes);
  function.mask = operands.result.empty() ? (1u << row->lanes) - 1 : 0;
  for (char digit : operands.result.drop_front(operands.result.empty() ? 0 : 1))
    function.mask |= 1u << (digit - '0');
  return function;
}

/// The intermediate result; none if a shifted number has more than 34 bits and is limited.
std::optional<int64_t> VideoFunction::computed(int64_t a, int64_t b) const {
  constexpr unsigned intermediateBits = 34;
  int64_t count = wraps ? b & (registerBits - 1) : std::min<int64_t>(b, registerBits);
  switch (kind) {
  case Kind::Add:
    return a + b;
  case Kind::Subtract:
    return a - b;
  case Kind::Average:
    return (a + b + (a + b >= 0)) >> 1;
  case Kind::Difference:
    return std::abs(a - b);
  case Kind::Minimum:
    return std::min(a, b);
  case Kind::Maximum:
    return std::max(a, b);
  case Kind::ShiftLeft: {
    // The width of the shifted number matters only for what is done with all of it.
    __int128 shifted = static_cast<__int128>(a) << count;
    auto low = static_cast<int64_t>(shifted);
    bool isWhole = low == shifted && fits(low, intermediateBits);
    return isWhole || !saturates ? std::optional(low) : std::nullopt;
  }
  case Kind::ShiftRight:
    return a >> count;
  case Kind::Compare:
    return compareIntegers(comparison, static_cast<uint64_t>(a), static_cast<uint64_t>(b), 64,
                           true);
  case Kind::MultiplyAdd:
    break;
  }
  llvm_unreachable("not a function of two operands");
}

/// Manual 9.7.18.1
std::optional<uint32_t> VideoFunction::scalar(uint64_t a, uint64_t b,
                                              std::optional<uint64_t> c) const {
  std::optional<int64_t> whole =
      computed(extracted(a, ofA[0], isSignedA), extracted(b, ofB[0], isSignedB));
  if (!whole || (c && second == Second::None && !merged))
    return std::nullopt;
  int64_t result = *whole;
  if (saturates)
    result = clamped(result, merged ? merged->width : registerBits, isSignedResult);
  int64_t other = extracted(c.value_or(0), {}, isSignedResult);
  constexpr unsigned comparedBits = 33;
  bool isCompared = second == Second::Minimum || second == Second::Maximum;
  if (isCompared && !fits(result, comparedBits))
    return std::nullopt;
  if (second == Second::Add)
    result += other;
  else if (isCompared)
    result = second == Second::Minimum ? std::min(result, other) : std::max(result, other);
  if (!merged)
    return static_cast<uint32_t>(result);
  uint64_t part = truncateInteger(~uint64_t(0), merged->width) << merged->first;
  return static_cast<uint32_t>((static_cast<uint64_t>(result) << merged->first & part) |
                               (static_cast<uint64_t>(other) & ~part));
}

/// Manual 9.7.18.1.3
std::optional<uint32_t> VideoFunction::product(uint64_t a, uint64_t b, uint64_t c) const {
  bool areUnsigned = !isSignedA && !isSignedB;
  bool isSignedFinal = !areUnsigned || negatesProduct || negatesAddend;
  // The text has an unsigned addend there, and the pseudocode extends its sign.
  bool isOpen = areUnsigned && negatesAddend && (c >> (registerBits - 1) & 1);
  if (isOpen && (saturates || scale))
    return std::nullopt;
  __int128 result =
      static_cast<__int128>(extracted(a, ofA[0], isSignedA)) * extracted(b, ofB[0], isSignedB);
  __int128 addend = extracted(c, {}, isSignedFinal);
  result = (negatesProduct ? -result : result) + (negatesAddend ? -addend : addend) + addsOne;
  result >>= scale;
  return static_cast<uint32_t>(saturates ? clamped(result, registerBits, isSignedFinal)
                                         : static_cast<int64_t>(result));
}

/// Manual 9.7.18.2
uint32_t VideoFunction::byLane(uint64_t a, uint64_t b, uint64_t c) const {
  unsigned width = registerBits / lanes;
  uint64_t both = truncateInteger(a, registerBits) | b << registerBits;
  uint64_t sum = c, merged = 0;
  for (unsigned lane = 0; lane != lanes; ++lane) {
    int64_t result =
        *computed(extracted(both, ofA[lane], isSignedA), extracted(both, ofB[lane], isSignedB));
    if (saturates)
      result = clamped(result, width, isSignedResult);
    bool isChosen = mask >> lane & 1;
    sum += isChosen ? static_cast<uint64_t>(result) : 0;
    uint64_t bits = isChosen ? static_cast<uint64_t>(result) : c >> lane * width;
    merged |= truncateInteger(bits, width) << lane * width;
  }
  return static_cast<uint32_t>(second == Second::Add ? sum : merged);
}

std::optional<uint32_t> VideoFunction::operator()(llvm::ArrayRef<uint64_t> operands) const {
  if (lanes != 1)
    return byLane(operands[0], operands[1], operands[2]);
  if (kind == Kind::MultiplyAdd)
    return product(operands[0], operands[1], operands[2]);
  return scalar(operands[0], operands[1],
                operands.size() > 2 ? std::optional(operands[2]) : std::nullopt);
}
