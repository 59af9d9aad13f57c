// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_TENSOR_OBJECTOPERANDS_H
#define PTX_LINT_TENSOR_OBJECTOPERANDS_H

#include "ptx/Lint/LintContext.h"

namespace ptx {

/// The address of an object that an instruction operates on, and its known value.
struct ObjectOperand {
  InstId inst;
  ExprId address;
  KnownValue value;
  const ObjectInfo &object;

  /// Whether no address that matches the known bits of `value` is a multiple of `unit`, a power of
  /// two.
  bool isNoMultipleOf(uint32_t unit) const;
  bool isMisaligned() const { return isNoMultipleOf(object.alignment); }
};

/// Calls `visit` for each operand in the body that is the address of an object: an mbarrier object,
/// a tensor map, the source or destination of an asynchronous copy, a row of a matrix. Values of
/// objects that are not `isAsked` about are not computed.
void forEachObject(
    BodyLintContext &context, llvm::function_ref<void(const ObjectOperand &)> visit,
    llvm::function_ref<bool(const ObjectInfo &)> isAsked = [](const ObjectInfo &) { return true; });

} // namespace ptx

#endif // PTX_LINT_TENSOR_OBJECTOPERANDS_H
