// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_TENSOR_ASYNCOBJECTS_H
#define PTX_ANALYSIS_TENSOR_ASYNCOBJECTS_H

#include "ptx/Analysis/Tensor/AsyncOps.h"
#include "ptx/Analysis/Values/ValueAnalysis.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// An instruction that initializes, modifies or waits for an mbarrier object.
struct ObjectUse {
  InstId inst;
  AsyncOp op;
  /// The address of the object, and its known value.
  ExprId operand;
  KnownValue address;
  /// Whether the object belongs, or may belong, to another CTA: its address is a result of `mapa`,
  /// or a mask selects several CTAs.
  bool isRemote = false;

  /// Whether the variable with the object is known; each CTA has a copy of that variable.
  bool isKnown() const { return address.symbol && !address.loaded; }
  /// Whether the object itself is known.
  bool isExact() const { return isKnown() && address.offset; }
  ObjectEffect effect() const { return info(op).objectEffect; }
  /// Whether it performs an arrival that a phase waits for. The arrival of bytes does not count.
  bool arrives() const { return effect() == ObjectEffect::Arrive; }
  /// Whether the object tracks operations that use the async proxy.
  bool tracksAsyncProxy() const {
    return info(op).completion == AsyncCompletion::Mbarrier && info(op).proxy == Proxy::Async;
  }
  /// Whether it, or an operation that it starts, completes bytes at the object.
  bool completesBytes() const { return effect() == ObjectEffect::CompleteBytes; }
};

/// Whether the two may refer to one object, or to the same object of two CTAs.
bool canBeSame(const ObjectUse &a, const ObjectUse &b);
/// Whether they certainly do.
bool areSame(const ObjectUse &a, const ObjectUse &b);

/// As shown in messages: `full`, "the mbarrier at `smem` + 16", "an mbarrier in `full`".
std::string describe(const ObjectUse &use);

/// The uses of mbarrier objects in a body, in source order. `values` is only called if there are
/// any: most bodies have none. (Manual 9.7.13.15)
std::vector<ObjectUse> findObjectUses(const CheckedUnit &checked, const AsyncOps &ops,
                                      llvm::function_ref<ValueAnalysis &()> values);

} // namespace ptx

#endif // PTX_ANALYSIS_TENSOR_ASYNCOBJECTS_H
