// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Ordering/PlaceFacts.h"

#include "ptx/Analysis/Flow/Dataflow.h"

using namespace ptx;

PlaceFacts::PlaceFacts(BodyLintContext &context, std::initializer_list<AsyncOp> ends)
    : context(context) {
  for (AsyncOp op : ends)
    this->ends |= uint64_t(1) << static_cast<unsigned>(op);
}

void PlaceFacts::begin(InstId inst, uint64_t bits) {
  if (bits)
    events[inst.index].begun |= bits;
}

void PlaceFacts::forbid(InstId inst, uint64_t bits) {
  if (bits)
    events[inst.index].forbidden |= bits;
}

void PlaceFacts::follow(llvm::function_ref<void(InstId inst, InstId origin)> tell) {
  if (events.empty())
    return;
  std::array<InstId, 64> origins = {}; // by place
  auto remember = [&](InstId inst) {
    for (uint64_t bits = events.lookup(inst.index).begun; bits; bits &= bits - 1)
      origins[static_cast<size_t>(llvm::countr_zero(bits))] = inst;
  };
  for (auto i = static_cast<uint32_t>(context.unit.instructions().size()); i != 0; --i) {
    InstId inst{i - 1};
    bool endsAll = ends >> static_cast<unsigned>(context.asyncOps()[inst]) & 1 &&
                   !ignored.contains(inst.index);
    if (uint64_t ended = endsAll ? ~uint64_t(0) : places.forgottenBy(context, inst))
      events[inst.index].ended = ended;
    remember(inst); // control flow may differ from source order
  }
  BlockInstructions insts(context.checked, context.flow(),
                          [&](InstId inst) { return events.contains(inst.index); });
  auto step = [&](FactsOnEveryPath &state, InstId inst) {
    Event event = events.lookup(inst.index);
    state.bits = (state.bits & ~event.ended) | event.begun;
  };
  ForwardDataflow<FactsOnEveryPath> facts(context.flow(), insts, {}, step);
  uint64_t told = 0;
  facts.forEach(step, [&](const FactsOnEveryPath &state, InstId inst) {
    if (uint64_t found = state.bits & events.lookup(inst.index).forbidden & ~told) {
      told |= found;
      tell(inst, origins[static_cast<size_t>(llvm::countr_zero(found))]);
    }
    remember(inst);
  });
}
