// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

/// The vectors among the operands of an instruction, including vectors in addresses.
static void collectVectors(const SyntaxUnit &unit, ExprId id,
                           llvm::SmallVectorImpl<ExprId> &found) {
  if (!id.valid())
    return;
  if (unit[id].kind == ExprKind::Vector)
    found.push_back(id);
  if (unit[id].kind == ExprKind::Address)
    for (ExprId child : unit.children(unit[id]))
      collectVectors(unit, child, found);
}

/// The removal of the second half of the vectors of `size` elements. A single remaining element has
/// no braces.
static void halve(const SyntaxUnit &unit, llvm::ArrayRef<ExprId> vectors, uint32_t size,
                  Change &change) {
  for (ExprId id : vectors) {
    ExprChildren elements = unit.children(unit[id]);
    if (elements.size() != size)
      continue;
    if (size == 2) {
      change.push_back({unit.range(id), unit.source(elements[0]).str()});
      continue;
    }
    change.push_back(
        {{unit.range(elements[size / 2 - 1]).end, unit.range(elements[size - 1]).end}});
  }
}

static void narrow(const SyntaxUnit &unit, const Instruction &instruction, ChangeList &changes) {
  llvm::SmallVector<ExprId> vectors;
  for (ExprId id : unit.list(instruction.operands()))
    collectVectors(unit, id, vectors);
  if (vectors.empty())
    return;
  for (uint32_t i = 1; i <= instruction.modifierCount; ++i) {
    TokenId modifier{instruction.opcode.index + i};
    uint32_t size;
    if (!unit.text(modifier).starts_with(".v") ||
        unit.text(modifier).drop_front(2).getAsInteger(10, size) || size < 2)
      continue;
    Change change{TextEdit{unit.range(modifier),
                           size == 2 ? std::string() : ".v" + std::to_string(size / 2)}};
    halve(unit, vectors, size, change);
    changes.add(std::move(change));
  }
}

void ptx::findVectors(const Subject &subject, ChangeList &changes) {
  forEachInstruction(subject, [&](const SyntaxUnit &unit, const Instruction &instruction) {
    narrow(unit, instruction, changes);
  });
}
