// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/TensorMapLookup.h"
#include "ptx/Diagnostics/TensorMapRules.h"
#include "ptx/Lint/LintContext.h"

#include <map>

using namespace ptx;

/// The kind of map that the instruction requires: "`.3d` `.im2col`".
static std::string kindOf(const TensorAccess &access) {
  std::string text = "`." + std::to_string(access.rank) + "d` ";
  text += access.mode == LoadMode::Im2col       ? "im2col"
          : access.mode == LoadMode::Im2colW    ? "im2col::w"
          : access.mode == LoadMode::Im2colW128 ? "im2col::w::128"
                                                : "tiled";
  return text;
}

/// A tensor map has one rank and one mode, which only `tensormap.replace` can change. (Manual
/// 5.5.8)
void ptx::checkTensorMapConflict(BodyLintContext &context) {
  if (context.tensorCopies().size() < 2 || context.asyncOps().has(AsyncGroup::TensorMaps))
    return;
  std::map<std::tuple<const Symbol *, bool, int64_t>, const TensorCopy *> firstUses;
  for (const TensorCopy &copy : context.tensorCopies()) {
    KnownValue address = context.values().operand(copy.inst, copy.map);
    if (!address.symbol || !address.offset || (address.loaded && *address.offset != 0))
      continue;
    int64_t offset = address.loaded ? address.loadOffset : *address.offset;
    bool isDescribed =
        context.descriptions &&
        TensorMapLookup(*context.descriptions, context.checked, context.values())
            .mapAt(address, context.unit.range(context.unit[copy.inst].opcode).begin);
    auto [use, isFirst] = firstUses.try_emplace({address.symbol, address.loaded, offset}, &copy);
    const TensorAccess &first = use->second->access;
    // A description determines which of the two is wrong.
    if (isFirst || isDescribed || kindOf(first) == kindOf(copy.access))
      continue;
    context.diagnostics
        .emit(diag::TensorMapConflict{.range = context.unit.range(copy.map),
                                      .name = address.symbol->name,
                                      .kind = kindOf(copy.access),
                                      .other = kindOf(first),
                                      .rule = first.rank != copy.access.rank ? "T051" : "T052"})
        .note(context.unit.range(use->second->map), "used here as " + kindOf(first));
  }
}
