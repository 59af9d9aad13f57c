// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_FUNCTIONS_KERNELEXTENT_H
#define PTX_LINT_FUNCTIONS_KERNELEXTENT_H

#include "ptx/Analysis/Values/ThreadValues.h"
#include "ptx/Syntax/Tree/Module.h"

#include <optional>

namespace ptx {

/// A directive with a launch size of an entry: the threads of a CTA, or the CTAs of a cluster.
struct KernelExtent {
  uint64_t product;  ///< of the numbers in x, y and z
  SourceRange range; ///< of the directive
};

/// The values of the directive `keyword`, such as `.reqntid`, of `function`; none if it is missing.
/// `top` is the unit that declares the function.
std::optional<KernelExtent> kernelExtent(const SyntaxUnit &top, const Function &function,
                                         TokenKind keyword);

/// The threads of a CTA from `.reqntid`, or the maximum from `.maxntid`: a kernel is hardly ever
/// launched with fewer.
BlockShape blockShape(const SyntaxUnit &top, const Function &function);

/// The product of the numbers, or of the numbers of a directive, at most 2^64 - 1.
uint64_t productOf(llvm::ArrayRef<uint64_t> numbers);
uint64_t productOf(const SyntaxUnit &unit, const Directive &directive);

/// Whether it is the performance directive `keyword`.
bool isDirective(const SyntaxUnit &unit, const Directive &directive, TokenKind keyword);

} // namespace ptx

#endif // PTX_LINT_FUNCTIONS_KERNELEXTENT_H
