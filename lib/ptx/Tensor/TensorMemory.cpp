// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/TensorMemory.h"

#include "llvm/ADT/Twine.h"

using namespace ptx;
using llvm::Twine;

std::optional<DataPathLayout> ptx::dataPathLayout(unsigned m, unsigned ctaGroup, bool sparse,
                                                  bool ws) {
  struct Row {
    unsigned m, ctaGroup;
    std::optional<bool> sparse, ws;
    DataPathLayout layout;
  };
  static constexpr Row rows[] = {
      {32, 1, std::nullopt, true, {'G', false, 4}},
      {64, 1, std::nullopt, true, {'E', false, 2}},
      {64, 1, std::nullopt, false, {'F', true, 1}},
      {128, 1, std::nullopt, std::nullopt, {'D', false, 1}},
      {128, 2, false, false, {'B', false, 2}},
      {128, 2, true, false, {'C', true, 1}},
      {256, 2, std::nullopt, false, {'A', false, 1}},
  };
  for (const Row &row : rows)
    if (row.m == m && row.ctaGroup == ctaGroup && row.sparse.value_or(sparse) == sparse &&
        row.ws.value_or(ws) == ws)
      return row.layout;
  return std::nullopt;
}

Violations ptx::checkAccumulator(TensorAddress address, const AccumulatorShape &shape) {
  std::optional<DataPathLayout> layout =
      dataPathLayout(shape.m, shape.ctaGroup, shape.sparse, shape.ws);
  if (!layout)
    return {};
  Violations violations;
  auto add = [&](llvm::StringLiteral rule, const Twine &text) {
    violations.push_back({Violation::Kind::Manual, rule, text.str()});
  };
  bool fits = address.lane == 0 || (layout->usesHalfTheLanes && address.lane == 16);
  if (!fits)
    add("T286", "D is at lane " + Twine(address.lane) + "; expected 0" +
                    (layout->usesHalfTheLanes ? " or 16" : "") + " for M = " + Twine(shape.m) +
                    " with cta_group::" + Twine(shape.ctaGroup));
  unsigned columns = shape.n / layout->columnsDivisor;
  if (address.column + columns > shape.memoryColumns)
    add("T287", "D takes columns " + Twine(address.column) + " to " +
                    Twine(address.column + columns - 1) + "; there are " +
                    Twine(shape.memoryColumns));
  return violations;
}
