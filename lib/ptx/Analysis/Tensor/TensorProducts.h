// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_TENSOR_TENSORPRODUCTS_H
#define PTX_ANALYSIS_TENSOR_TENSORPRODUCTS_H

#include "ptx/Analysis/Values/ValueAnalysis.h"
#include "ptx/Tensor/Descriptors/InstructionDescriptorRules.h"
#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"

namespace ptx {

/// An operand and the known part of its value.
struct KnownOperand {
  ExprId expr; ///< invalid if the instruction has no such operand
  KnownValue value;

  explicit operator bool() const { return bool(expr); }
};

/// A `tcgen05.mma`, with or without `.ws` and `.sp`. (Manual 9.7.16.10.9)
struct TensorProduct {
  InstId inst;
  MmaKind kind = MmaKind::F16;
  /// The contents of the qualifiers and the matrix descriptors.
  MmaUse use;
  KnownOperand descriptor; ///< `idesc`
  KnownOperand a;          ///< `a-desc`
  KnownOperand b;          ///< `b-desc`

  /// The known part of the shape.
  std::optional<unsigned> rows() const { return field("M"); }
  std::optional<unsigned> columns() const { return field("N"); }
  /// Whether A, or B, is contiguous along K.
  std::optional<Major> majorOfA() const { return major("transpose A"); }
  std::optional<Major> majorOfB() const { return major("transpose B"); }

private:
  std::optional<unsigned> field(llvm::StringRef name) const;
  std::optional<Major> major(llvm::StringRef name) const;
};

/// An operand and the known part of its value.
KnownOperand knownOperand(ValueAnalysis &values, InstId inst, ExprId operand);

/// The descriptors of matrices in shared memory that the instruction has.
llvm::SmallVector<ExprId, 2> matrixDescriptors(const CheckedUnit &checked, InstId inst);

/// The swizzle mode of a matrix descriptor for `unit`, if its bits are known and valid.
std::optional<Swizzle> knownSwizzle(MatrixUnit unit, const KnownValue &descriptor);

/// Whether all targets are sm_103a (true) or no target is (false); none if only some are.
std::optional<bool> areSm103a(const Platform &platform);

/// Whether all targets are of the family of sm_107f (true) or no target is (false); none if only
/// some are.
std::optional<bool> areOf107(const Platform &platform);

/// The products of a body, in source order. Instructions with an error are omitted. `platform`: the
/// version and targets for which the module is checked.
std::vector<TensorProduct> findTensorProducts(const CheckedUnit &checked, const Platform &platform,
                                              ValueAnalysis &values);

} // namespace ptx

#endif // PTX_ANALYSIS_TENSOR_TENSORPRODUCTS_H
