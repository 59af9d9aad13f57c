// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The video instructions, which compute with bytes and halves of registers. (Manual 9.7.18; of PTX
// 9.4, 9.7.20)

#ifndef PTX_ARITHMETIC_VIDEOFUNCTION_H
#define PTX_ARITHMETIC_VIDEOFUNCTION_H

#include "ptx/Isa/Forms/IntegerFunctions.h"

#include "llvm/ADT/StringRef.h"

namespace ptx {

/// The selectors of the operands, such as `b2` or `h10`; empty ones are the default. Also whether
/// operands of `vmad` are negated.
struct VideoOperands {
  llvm::StringRef result, a, b;
  bool negatesA = false, negatesB = false, negatesC = false;
};

/// A video instruction, prepared once for its modifiers and the selectors of its operands.
class VideoFunction {
public:
  /// None if the instruction is not one.
  static std::optional<VideoFunction> of(const InstrView &view, const VideoOperands &operands);

  /// The result for the registers of two or three operands. None if the manual leaves it open: if
  /// the intermediate result exceeds the bits that the manual gives it and they matter, or if a
  /// third operand has no use.
  std::optional<uint32_t> operator()(llvm::ArrayRef<uint64_t> operands) const;

private:
  VideoFunction() = default;

  std::optional<int64_t> computed(int64_t a, int64_t b) const;
  std::optional<uint32_t> scalar(uint64_t a, uint64_t b, std::optional<uint64_t> c) const;
  std::optional<uint32_t> product(uint64_t a, uint64_t b, uint64_t c) const;
  uint32_t byLane(uint64_t a, uint64_t b, uint64_t c) const;

  /// A part of a register, or of two.
  struct Part {
    unsigned first = 0, width = 32;
  };
  static Part partOf(llvm::StringRef selector);
  static int64_t extracted(uint64_t bits, Part part, bool isSigned);
  static llvm::SmallVector<Part, 4> partsOf(llvm::StringRef selector, unsigned lanes,
                                            unsigned firstOfDefault);

  enum class Kind : uint8_t {
    Add,
    Subtract,
    Average,
    Difference,
    Minimum,
    Maximum,
    ShiftLeft,
    ShiftRight,
    MultiplyAdd,
    Compare
  };
  enum class Second : uint8_t { None, Add, Minimum, Maximum };

  Kind kind{};
  unsigned lanes = 1;
  bool isSignedResult = false, isSignedA = false, isSignedB = false, saturates = false;
  bool wraps = false, addsOne = false, negatesProduct = false, negatesAddend = false;
  unsigned scale = 0; ///< the bits by which `vmad` shifts its result
  CompareOp comparison = CompareOp::Other;
  Second second = Second::None;
  std::optional<Part> merged; ///< the part of the result that a scalar instruction replaces
  unsigned mask = 0;          ///< the lanes of the result that are replaced or added
  llvm::SmallVector<Part, 4> ofA, ofB; ///< by lane
};

} // namespace ptx

#endif // PTX_ARITHMETIC_VIDEOFUNCTION_H
