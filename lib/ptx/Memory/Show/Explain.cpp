// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Show/Explain.h"
#include "ptx/Memory/Show/ExplainParts.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptx;

std::vector<Explanation> ptx::explainLitmus(const LitmusResult &result) {
  std::vector<Explanation> sentences;
  if (!result.execution)
    return sentences;
  if (result.isAllowed) {
    RuntimeOrders orders = neededOrders(*result.execution);
    explainAllowed(Reasons(*result.execution, orders), sentences);
    return sentences;
  }
  Axiom axiom = result.violated.front();
  Witness witness = makeWitness(*result.execution, axiom);
  if (!witness.cycle.empty())
    explainCycle(Reasons(*result.execution, result.execution->orders), axiom, witness, sentences);
  return sentences;
}

void ptx::printExplanation(llvm::raw_ostream &os, llvm::ArrayRef<Explanation> sentences) {
  if (!sentences.empty())
    os << "why:\n";
  for (const Explanation &sentence : sentences)
    os.indent(2 + 2 * sentence.depth)
        << "- " << sentence.text << " (manual " << sentence.section << ")\n";
}
