// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_ORDERING_PLACEFACTS_H
#define PTX_LINT_ORDERING_PLACEFACTS_H

#include "ptx/Lint/Ordering/MemoryPlaces.h"

#include "llvm/ADT/DenseSet.h"

#include <array>

namespace ptx {

/// Calls `visit(inst)` for each instruction of the body with role `op`, in source order.
template <class Visit> void forEachOf(BodyLintContext &context, AsyncOp op, Visit visit) {
  if (!context.asyncOps().has(op))
    return;
  for (InstId inst : context.asyncOps().instructions())
    if (context.asyncOps()[inst] == op)
      visit(inst);
}

/// One fact for each of at most 64 locations in memory, such as "written and not fenced". Some
/// instructions begin it, others end all facts, and it must not hold at some instructions. A
/// reported fact holds on every path. An instruction that writes the base register of a location
/// ends its fact.
class PlaceFacts {
public:
  /// All facts end at the instructions `ends`.
  PlaceFacts(BodyLintContext &context, std::initializer_list<AsyncOp> ends);

  /// The locations, each identified by its bit.
  MemoryPlaces places;

  /// After `inst`, the facts of the locations `bits` hold.
  void begin(InstId inst, uint64_t bits);
  /// `inst` ends no fact, whatever its role is.
  void ignore(InstId inst) { ignored.insert(inst.index); }
  /// Before `inst`, the facts of the locations `bits` must not hold.
  void forbid(InstId inst, uint64_t bits);

  /// Calls `tell(inst, origin)` for the first violation of each location, with the instruction that
  /// begins the fact: the last one before it in the source.
  void follow(llvm::function_ref<void(InstId inst, InstId origin)> tell);

private:
  struct Event {
    uint64_t begun = 0;
    uint64_t forbidden = 0;
    uint64_t ended = 0;
  };

  BodyLintContext &context;
  uint64_t ends = 0; // a bit for each `AsyncOp`
  llvm::DenseMap<uint32_t, Event> events;
  llvm::DenseSet<uint32_t> ignored;
};

} // namespace ptx

#endif // PTX_LINT_ORDERING_PLACEFACTS_H
