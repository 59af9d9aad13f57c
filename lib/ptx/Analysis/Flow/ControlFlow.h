// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_CONTROLFLOW_H
#define PTX_ANALYSIS_FLOW_CONTROLFLOW_H

#include "ptx/Sema/SemaResult.h"

#include "llvm/ADT/BitVector.h"

namespace ptx {

/// Statements of a body that are run one after the other: `first` to `end`, `end` not included.
/// Those between are not branches, and none but the first is a label; braces do not matter.
struct BasicBlock {
  StmtId first;
  StmtId end;
};

/// How control can go through a body: blocks, in the order of the source, and the edges between
/// them. Blocks are known by their number; control enters at block 0. (Manual 9.7.12)
///
/// A block ends after `bra`, `brx.idx`, `ret`, `exit`, `trap`, a call of a function that does not
/// return, and before a label. With a guard, control goes on after it as well. The lists of
/// `.branchtargets` are blocks without statements after all others, so that the number of edges is
/// linear in the size of the body.
class ControlFlow {
public:
  explicit ControlFlow(const CheckedUnit &checked);

  uint32_t size() const { return static_cast<uint32_t>(blocks.size()); }
  const BasicBlock &operator[](uint32_t block) const { return blocks[block]; }

  /// Where control can go from the end of `block`; an edge can be listed twice.
  llvm::ArrayRef<uint32_t> successors(uint32_t block) const { return next.of(block); }
  /// Where it can come from.
  llvm::ArrayRef<uint32_t> predecessors(uint32_t block) const { return previous.of(block); }

  /// The blocks that control can reach from the entry.
  const llvm::BitVector &reachable() const { return reached; }

  /// The block that holds the statement.
  uint32_t blockOf(StmtId stmt) const;

  /// Whether control can reach the end of the body, as no instruction leaves it before.
  bool reachesEnd() const { return endsOpen && reached.test(lastBlock); }
  /// Whether all edges are known: no branch has an error, or a target that is not known. If not,
  /// nothing is certain of what control cannot reach.
  bool isExact() const { return exact; }

private:
  friend class ControlFlowBuilder;

  /// Lists of blocks, one for each block.
  struct Edges {
    std::vector<uint32_t> starts;
    std::vector<uint32_t> ends;
    llvm::ArrayRef<uint32_t> of(uint32_t block) const {
      return llvm::ArrayRef(ends).slice(starts[block], starts[block + 1] - starts[block]);
    }
  };

  std::vector<BasicBlock> blocks;
  Edges next;
  Edges previous;
  llvm::BitVector reached;
  bool exact = true;
  uint32_t lastBlock = 0; ///< of those with statements
  bool endsOpen = false;  ///< control goes on after it
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_CONTROLFLOW_H
