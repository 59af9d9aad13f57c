// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/KernelExtent.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

uint64_t ptx::productOf(llvm::ArrayRef<uint64_t> numbers) {
  uint64_t product = 1;
  for (uint64_t number : numbers)
    product = llvm::SaturatingMultiply(product, number);
  return product;
}

std::optional<KernelExtent> ptx::kernelExtent(const SyntaxUnit &top, const Function &function,
                                              TokenKind keyword) {
  for (DirectiveId id : function.directives) {
    const Directive &directive = top[id];
    if (directive.kind != DirectiveKind::Performance ||
        top.tokens().kind(directive.keyword.index) != keyword)
      continue;
    llvm::SmallVector<uint64_t, 3> numbers;
    for (ExprId number : top.list(directive.operands))
      numbers.push_back(top[number].countValue());
    return KernelExtent{productOf(numbers), top.range(directive.first, directive.last)};
  }
  return std::nullopt;
}
