// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/OpenFacts.h"
#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Clusters/ClusterFacts.h"
#include "ptx/Lint/Ordering/MemoryPlaces.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// Follows writes to shared variables past relaxed arrivals at the barrier of the cluster to reads
/// by the other CTA.
class UnreleasedWrites {
public:
  explicit UnreleasedWrites(BodyLintContext &context) : context(context), ops(context.asyncOps()) {}

  void run();

private:
  bool isRelaxedArrival(InstId inst) const {
    return ops[inst] == AsyncOp::ClusterArrive && context.view(inst).has(Modifier::relaxed);
  }
  uint64_t readFromPeer(InstId load);
  void addWrites();
  void report(InstId read, uint64_t bits);

  BodyLintContext &context;
  const AsyncOps &ops;
  MemoryPlaces places;
  llvm::SmallVector<std::pair<InstId, uint64_t>> writes;
  OpenFacts facts;
  bool isReported = false;
};

} // namespace

/// The stores whose bytes are known.
void UnreleasedWrites::addWrites() {
  for (InstId store : context.instructions(Action::Store)) {
    std::optional<MemoryPlace> place = findSharedWrite(context, store);
    if (!place || !place->symbol || place->loaded)
      continue;
    uint64_t bytes = accessedBytes(*context.checked.signatures[store.index]);
    uint64_t bit =
        addByThreads(context, places, store, findAddress(context.checked, store), place, bytes);
    if (!bit)
      continue;
    writes.push_back({store, bit});
    facts.begin(store, bit);
  }
}

/// The writes, by any CTA to its own memory, that the load certainly reads from another CTA.
uint64_t UnreleasedWrites::readFromPeer(InstId load) {
  ExprId address = remoteAddress(context, load);
  if (!address || !findPeer(context, load, address))
    return 0;
  KnownValue value = context.values().operand(load, address);
  if (!value.symbol || value.loaded)
    return 0;
  MemoryPlace place{.symbol = value.ref, .offset = value.offset};
  if (place.offset)
    return places.overlapping(place, 1);
  // If the address within the variable is unknown, only writes to the whole variable are certainly
  // read.
  place.offset = 0;
  return places.covering(place, value.symbol->bytes);
}

void UnreleasedWrites::report(InstId read, uint64_t bits) {
  for (const auto &[write, bit] : writes) {
    if (isReported || !(bit & bits) || context.conditions().contradict(write, read))
      continue;
    const auto *arrival = llvm::find_if(ops.instructions(), [&, write = write](InstId inst) {
      return isRelaxedArrival(inst) && inst.index > write.index && inst.index < read.index;
    });
    if (arrival == ops.instructions().end())
      continue;
    isReported = true;
    llvm::StringRef name =
        context.values().operand(read, remoteAddress(context, read)).symbol->name;
    Diagnostic &d = context.diagnostics.emit(
        diag::UnreleasedWrite{.range = context.mnemonicOf(*arrival), .name = name});
    d.note(context.rangeOf(write), "written here")
        .note(context.rangeOf(read), "read by the other CTA here");
    context.replaceModifier(d, *arrival, Modifier::relaxed, ".release");
  }
}

void UnreleasedWrites::run() {
  addWrites();
  if (places.empty())
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    AsyncOp op = ops[InstId{i}];
    bool orders = op == AsyncOp::OtherFence || op == AsyncOp::Barrier ||
                  (op != AsyncOp::ClusterWait && !isRelaxedArrival({i}) &&
                   canSynchronizeClusters(context, {i}));
    const Signature *signature = context.checked.signatures[i];
    if (signature && signature->view.form->has(Trait::Loads) && remoteAddress(context, {i}))
      facts.forbid({i}, readFromPeer({i}));
    else if (orders)
      facts.end({i});
  }
  facts.follow(context.checked, context.flow(),
               [&](InstId read, uint64_t bits) { report(read, bits); });
}

/// A relaxed arrival does not order writes before it, so the other CTA can miss them. (Manual
/// 9.7.13.3)
void ptx::checkUnreleasedWrite(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!context.uses(Action::MapAddress) || !ops.has(AsyncOp::ClusterArrive) ||
      clusterSize(context) < 2 || !context.isWhole())
    return;
  bool hasRelaxed = llvm::any_of(ops.instructions(), [&](InstId inst) {
    return ops[inst] == AsyncOp::ClusterArrive && context.view(inst).has(Modifier::relaxed);
  });
  if (hasRelaxed)
    UnreleasedWrites(context).run();
}
