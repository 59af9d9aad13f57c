// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_TENSOR_ASYNCOBJECTS_H
#define PTX_ANALYSIS_TENSOR_ASYNCOBJECTS_H

#include "ptx/Analysis/Tensor/AsyncOps.h"
#include "ptx/Analysis/Values/ValueAnalysis.h"

namespace ptx {

/// An instruction that makes, changes or waits for an mbarrier object.
struct ObjectUse {
  InstId inst;
  AsyncOp op;
  /// The address of the object, and what is known of it.
  ExprId operand;
  KnownValue address;
  /// Whether the object is, or can be, that of another CTA: its address is one of `mapa`, or a mask
  /// tells several CTAs.
  bool isRemote = false;

  /// Whether it is known in which variable the object is; all CTAs have that variable.
  bool isKnown() const { return address.symbol && !address.loaded; }
  /// Whether the object itself is known.
  bool isExact() const { return isKnown() && address.offset; }
  /// Whether it lets threads arrive that a phase waits for; bytes that come are not.
  bool arrives() const {
    return op == AsyncOp::MbarrierArrive || op == AsyncOp::MbarrierDrop ||
           op == AsyncOp::CopyArrive || op == AsyncOp::TensorCommit;
  }
};

/// Whether the two can be about one object, or about the same object of two CTAs.
bool canBeSame(const ObjectUse &a, const ObjectUse &b);
/// Whether they certainly are.
bool areSame(const ObjectUse &a, const ObjectUse &b);

/// As messages say it: `full`, "the mbarrier at `smem` + 16", "an mbarrier in `full`".
std::string describe(const ObjectUse &use);

/// The uses of mbarrier objects in a body, in the order of the source. (Manual 9.7.13.15)
std::vector<ObjectUse> findObjectUses(const CheckedUnit &checked, const AsyncOps &ops,
                                      ValueAnalysis &values);

} // namespace ptx

#endif // PTX_ANALYSIS_TENSOR_ASYNCOBJECTS_H
