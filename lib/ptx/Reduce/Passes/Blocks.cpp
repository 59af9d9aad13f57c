// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

/// A basic block: statements up to a label, which starts the next block, or to the end of the
/// enclosing braces.
namespace {
struct BlockBuilder {
  const Subject &subject;
  ChangeList &changes;
  const SyntaxUnit &unit;
  Change change = {};

  void add(StmtId id) {
    const Stmt &statement = unit[id];
    if (statement.kind == StmtKind::Label) {
      finish();
      removeUses(subject, unit.text(TokenId{statement.index}), /*numbered=*/false, change);
    }
    change.push_back({unit.range(id)});
  }

  void finish() {
    if (change.size() > 1)
      changes.add(std::move(change));
    change = {};
  }
};
} // namespace

/// Whether the statement can be in a basic block. A declaration cannot, since other statements
/// require it.
static bool isOfBlock(StmtKind kind) {
  return kind == StmtKind::Instruction || kind == StmtKind::Label || kind == StmtKind::Loc;
}

void ptx::findBlocks(const Subject &subject, ChangeList &changes) {
  for (const SyntaxUnit *unit : subject.units()) {
    BlockBuilder builder{subject, changes, *unit};
    for (uint32_t i = 0; i < unit->statements().size(); ++i) {
      const Stmt &statement = unit->statements()[i];
      if (isOfBlock(statement.kind)) {
        builder.add({i});
        continue;
      }
      if (statement.kind != StmtKind::Block)
        continue;
      builder.finish();
      const Block &block = (*unit)[BlockId{statement.index}];
      if (!block.close.valid())
        continue;
      changes.remove(unit->range(block.open, block.close));
      // The statements remain, without the braces.
      changes.add({TextEdit{unit->range(block.open)}, TextEdit{unit->range(block.close)}});
    }
    builder.finish();
  }
}
