// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_DESCRIPTORS_INSTRUCTIONDESCRIPTOR_H
#define PTX_TENSOR_DESCRIPTORS_INSTRUCTIONDESCRIPTOR_H

#include "ptx/Tensor/Descriptors/BitField.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>

// The 32-bit descriptor of the shapes and types of a `tcgen05.mma`. (Manual 9.7.16.4.2, tables 42
// to 44; of PTX 9.4, 9.7.18.4.2, tables 51 to 53)

namespace ptx {

/// The `.kind::` of a `tcgen05.mma`.
enum class MmaKind : uint8_t { F16, TF32, F8F6F4, I8, TI16, MXF8F6F4, MXF4, MXF4NVF4 };

llvm::ArrayRef<MmaKind> allMmaKinds();

/// `f16`, `mxf8f6f4`
llvm::StringLiteral mmaKindName(MmaKind kind);
/// The inverse; accepts the prefix `.kind::`.
std::optional<MmaKind> parseMmaKind(llvm::StringRef name);

/// Whether the kind has scale factors and hence the layout of tables 43 and 44.
bool isBlockScaled(MmaKind kind);

/// The contents of a descriptor. Types are codes of the kind; see `operandTypeName`.
struct InstructionDescriptor {
  unsigned m = 0; ///< rows of A and D; a multiple of 16, of 128 for block-scaled kinds
  unsigned n = 0; ///< columns of B and D; a multiple of 8
  bool sparse = false;
  unsigned sparsitySelector = 0; ///< 0 to 3
  bool saturate = false;
  unsigned dType = 0;
  unsigned aType = 0;
  unsigned bType = 0;
  bool negateA = false;
  bool negateB = false;
  bool transposeA = false; ///< A is M-major
  bool transposeB = false; ///< B is N-major
  unsigned maxShift = 0;   ///< `.ws`: code of the largest shift of B: none, 8, 16, 32
  unsigned scaleType = 0;  ///< block-scaled kinds: 1 UE8M0, 0 UE4M3, 2 UE5M3
  unsigned scaleA = 0;     ///< block-scaled kinds: scale factor data ID of A, 0 to 3
  unsigned scaleB = 0;     ///< the same of B
  unsigned kCode = 0;      ///< the code of K; see `mmaK`
  /// Block-scaled kinds: the scale factors of A are in all 128 lanes, instead of copies in each
  /// group of 32.
  bool scaleLanes = false;
  /// `mxf4`, `mxf4nvf4`: A keeps two of four elements, instead of two pairs of four.
  bool sparsityV1 = false;
};

/// A field of a descriptor: its bits, and the member with its value.
struct InstructionField {
  BitField bits;
  /// The number of low bits of the value that the field omits: 3 for N, 4 or 7 for M.
  unsigned shift;
  uint64_t (*get)(const InstructionDescriptor &);
  void (*set)(InstructionDescriptor &, uint64_t);
};

/// The fields of `kind` in ascending order; all other bits are reserved.
llvm::ArrayRef<InstructionField> instructionFields(MmaKind kind);

/// The reserved bits of `kind`. (Tables 42 to 44)
uint32_t reservedInstructionBits(MmaKind kind);

/// The bits that have a meaning only on the family of sm_107f, and are reserved on other targets.
/// (Manual of PTX 9.4, 9.7.18.4.2.1)
uint32_t instructionBitsOf107(MmaKind kind);

/// Decodes `value` for `kind`. Reserved bits are ignored.
InstructionDescriptor decodeInstructionDescriptor(MmaKind kind, uint32_t value);

/// The inverse. Fails for a value that its field cannot hold, and for a value without a field in
/// this kind; values that can be encoded are not checked.
llvm::Expected<uint32_t> encodeInstructionDescriptor(MmaKind kind,
                                                     const InstructionDescriptor &descriptor);

/// The matrices whose types a descriptor has.
enum class MmaOperand : uint8_t { A, B, D };

/// The name of the type with `code`: `bf16`, `e4m3`; empty if it has none. D of a block-scaled kind
/// is always `f32` and has no code.
llvm::StringLiteral operandTypeName(MmaKind kind, MmaOperand operand, unsigned code);

/// The code of the type `name`; none if the kind does not support it.
std::optional<unsigned> operandTypeCode(MmaKind kind, MmaOperand operand, llvm::StringRef name);

/// `ue8m0`, `ue4m3` or `ue5m3`; empty for kinds without scale factors.
llvm::StringLiteral scaleTypeName(MmaKind kind, unsigned code);

/// K for the kind, the sparsity and the code; 0 if the code is invalid. (Table 39; of PTX 9.4,
/// table 48)
unsigned mmaK(MmaKind kind, bool sparse, unsigned kCode = 0);

} // namespace ptx

#endif // PTX_TENSOR_DESCRIPTORS_INSTRUCTIONDESCRIPTOR_H
