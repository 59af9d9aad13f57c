// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Format/LayoutPrinter.h"

#include "ptx/Format/UnitPrinter.h"

using namespace ptx;

void ptx::printLayout(const Module &module, std::string &out) {
  assert(module.isComplete() && "a tree with holes does not stand for its source");
  // Tabs become blanks and operands move to their column, so that the text usually grows.
  size_t size = module.source().text().size();
  OutputBuffer buffer(out, size + size / 4);
  printUnit(module, buffer);
}
