// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_CONTROLFLOW_H
#define PTX_ANALYSIS_FLOW_CONTROLFLOW_H

#include "ptx/Sema/SemaResult.h"

#include "llvm/ADT/BitVector.h"

namespace ptx {

/// Statements of a body that run in sequence: `first` to `end`, exclusive. Only the last can be a
/// branch, and only the first can be a label. Braces are ignored.
struct BasicBlock {
  StmtId first;
  StmtId end;
};

/// The control flow graph of a body: blocks in source order, and the edges between them. Blocks are
/// identified by number; block 0 is the entry. (Manual 9.7.12)
///
/// A block ends after `bra`, `brx.idx`, `ret`, `exit`, `trap`, a call of a function that does not
/// return, and before a label. With a guard, control can also continue after it. The lists of
/// `.branchtargets` are blocks without statements after all others, so that the number of edges is
/// linear in the size of the body.
class ControlFlow {
public:
  explicit ControlFlow(const CheckedUnit &checked);

  uint32_t size() const { return static_cast<uint32_t>(blocks.size()); }
  const BasicBlock &operator[](uint32_t block) const { return blocks[block]; }

  /// The successors of `block`. An edge can be listed twice.
  llvm::ArrayRef<uint32_t> successors(uint32_t block) const { return next.of(block); }
  /// The predecessors of `block`.
  llvm::ArrayRef<uint32_t> predecessors(uint32_t block) const { return previous.of(block); }

  /// The blocks that are reachable from the entry.
  const llvm::BitVector &reachable() const { return reached; }

  /// The block that contains the statement.
  uint32_t blockOf(StmtId stmt) const;

  /// Whether control can reach the end of the body without an instruction that leaves it.
  bool reachesEnd() const { return endsOpen && reached.test(lastBlock); }
  /// Whether all edges are known: no branch has an error or an unknown target. If not, code without
  /// a known path from the entry may still be reachable.
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
  uint32_t lastBlock = 0; ///< the last one with statements
  bool endsOpen = false;  ///< control can continue after it
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_CONTROLFLOW_H
