// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_DESCRIPTORS_INSTRUCTIONDESCRIPTORRULES_H
#define PTX_TENSOR_DESCRIPTORS_INSTRUCTIONDESCRIPTORRULES_H

#include "ptx/Tensor/Descriptors/InstructionDescriptor.h"
#include "ptx/Tensor/Swizzle.h"
#include "ptx/Tensor/Violation.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/KnownBits.h"

#include <optional>

namespace ptx {

/// The number of columns of K that share a scale factor, by the qualifiers of the instruction.
/// (Manual 9.7.16.10.7.1)
enum class ScaleVector : uint8_t {
  X1,      ///< `.scale_vec::1X`
  X2,      ///< `.scale_vec::2X`
  X4,      ///< `.scale_vec::4X`
  Block16, ///< `.block16`
  Block32, ///< `.block32`
};

/// The known facts about the instruction with the descriptor, in addition to its kind.
struct MmaUse {
  std::optional<unsigned> ctaGroup; ///< 1 or 2
  std::optional<bool> ws;           ///< `.ws`
  std::optional<bool> sparse;       ///< `.sp`
  std::optional<ScaleVector> scaleVector;
  std::optional<Swizzle> swizzleA; ///< of the matrix descriptors
  std::optional<Swizzle> swizzleB;
  std::optional<bool> hasK96;  ///< whether the target has K 96, as sm_103a and sm_107a have
  std::optional<bool> isOf107; ///< whether the target is of the family of sm_107f
  std::optional<bool> ashift;  ///< `.ashift`
  std::optional<bool> lookup;  ///< `.decompress::lut::b`
};

/// The violations by `value` as a descriptor for `kind`: T250, T256 to T276, T328 to T332. If a
/// fact in `use` is unknown, only values that are illegal in every instruction of the kind are
/// violations.
Violations checkInstructionDescriptor(MmaKind kind, uint32_t value, const MmaUse &use = {});

/// The same for a value with only some known bits: the violations for all values of the others.
Violations checkInstructionDescriptor(MmaKind kind, const llvm::KnownBits &value,
                                      const MmaUse &use = {});

/// The kinds, with or without scale factors, that have an instruction for which `value` is legal.
/// If a descriptor breaks the rules of its kind, a valid descriptor of the other format indicates a
/// mix-up (T277).
llvm::SmallVector<MmaKind> kindsThatTake(uint32_t value, bool blockScaled);

} // namespace ptx

#endif // PTX_TENSOR_DESCRIPTORS_INSTRUCTIONDESCRIPTORRULES_H
