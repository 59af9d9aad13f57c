// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Functions/KernelExtent.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

uint64_t ptx::productOf(llvm::ArrayRef<uint64_t> numbers) {
  uint64_t product = 1;
  for (uint64_t number : numbers)
    product = llvm::SaturatingMultiply(product, number);
  return product;
}

uint64_t ptx::productOf(const SyntaxUnit &unit, const Directive &directive) {
  llvm::SmallVector<uint64_t, 3> numbers;
  for (ExprId number : unit.list(directive.operands))
    numbers.push_back(unit[number].countValue());
  return productOf(numbers);
}

bool ptx::isDirective(const SyntaxUnit &unit, const Directive &directive, TokenKind keyword) {
  return directive.kind == DirectiveKind::Performance &&
         unit.tokens().kind(directive.keyword.index) == keyword;
}

BlockShape ptx::blockShape(const SyntaxUnit &top, const Function &function) {
  for (TokenKind keyword : {TokenKind::ReqNTid, TokenKind::MaxNTid})
    for (DirectiveId id : function.directives) {
      const Directive &directive = top[id];
      if (!isDirective(top, directive, keyword))
        continue;
      BlockShape shape{{1, 1, 1}, true};
      size_t axis = 0;
      for (ExprId number : top.list(directive.operands))
        if (axis != 3)
          shape.extents[axis++] =
              static_cast<uint32_t>(std::min<uint64_t>(top[number].countValue(), BlockShape::most));
      uint64_t threads = productOf(top, directive);
      if (threads >= 1 && threads <= BlockShape::most)
        return shape;
    }
  return {};
}

std::optional<KernelExtent> ptx::kernelExtent(const SyntaxUnit &top, const Function &function,
                                              TokenKind keyword) {
  for (DirectiveId id : function.directives)
    if (const Directive &directive = top[id]; isDirective(top, directive, keyword))
      return KernelExtent{productOf(top, directive), top.range(directive.first, directive.last)};
  return std::nullopt;
}
