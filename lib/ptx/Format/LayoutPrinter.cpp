// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Format/LayoutPrinter.h"

#include "ptx/Format/UnitPrinter.h"

using namespace ptx;

/// The text of each body, by the number of the body.
static std::vector<std::string> printBodies(const Module &module, Workers &workers) {
  std::vector<const Function *> functions;
  for (const Function &function : module.top().functions())
    if (function.hasBody())
      functions.push_back(&function);
  std::vector<std::string> texts(module.bodies().size());
  workers.forEach(functions.size(), [&](size_t i, unsigned) {
    const Function &function = *functions[i];
    const SyntaxUnit &body = module.bodies()[function.body];
    uint32_t begin = module.top().range(function.open).end;
    OutputBuffer buffer(texts[function.body], module.top().range(function.close).begin - begin);
    printBody(body, begin, buffer);
  });
  return texts;
}

void ptx::printLayout(const Module &module, std::string &out, Workers *workers) {
  assert(module.isComplete() && "a tree with holes does not represent its source");
  // Tabs become blanks and operands move to their column, so that the text usually grows.
  size_t size = module.source().text().size();
  OutputBuffer buffer(out, size + size / 4);
  std::vector<std::string> bodies;
  if (workers && workers->count() > 1)
    bodies = printBodies(module, *workers);
  printUnit(module, bodies, buffer);
}
