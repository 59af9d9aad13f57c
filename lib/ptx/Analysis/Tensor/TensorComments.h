// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_TENSOR_TENSORCOMMENTS_H
#define PTX_ANALYSIS_TENSOR_TENSORCOMMENTS_H

#include "ptx/Syntax/Tree/Module.h"
#include "ptx/Tensor/Maps/TensorMapFile.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

// The comments of a module that describe what its tensor copies use:
// `//@tensormap tmap {rank: 2, box: [64, 128]}`, `//@tile smem {map: tmap}`,
// `//@mbar bar {count: 1}`; docs/guide/tensor-maps.md.

namespace ptx {

/// What `//@mbar` tells of an mbarrier object.
struct DescribedBarrier {
  /// An mbarrier object takes this many bytes.
  static constexpr uint64_t bytes = 8;

  std::optional<uint64_t> count; ///< the arrivals that complete a phase
};

/// What `//@tensormap` tells.
struct DescribedTensorMap {
  TensorMap map;
  std::optional<std::string> tile; ///< `dst`: the shared variable that copies fill or read
};

/// One comment.
struct TensorComment {
  /// After `//@`.
  SourceRange keyword;
  /// What is described.
  TensorMapPlace place;
  SourceRange name;
  std::variant<DescribedTensorMap, DescribedTile, DescribedBarrier> description;
  /// The braces, and the value of each member.
  SourceRange braces;
  std::vector<std::pair<std::string, SourceRange>> members;

  /// The function that the comment is before or in; invalid if it is neither.
  FuncId function;
  /// Whether it is in the function's body, or among the statements of a fragment.
  bool inBody = false;
};

/// What makes a description useless, and where.
struct CommentProblem {
  SourceRange range;
  std::string text;
};

struct TensorComments {
  std::vector<TensorComment> comments; ///< in the order of the source
  std::vector<CommentProblem> problems;
};

/// Whether something in `source`, perhaps part of another comment, looks like such a comment.
bool hasTensorComments(const SourceBuffer &source);

/// Reads the comments of `module`. A module without `//@` costs one search for that. A description
/// that does not fit its line goes on in the line comments after it.
TensorComments readTensorComments(const Module &module);

} // namespace ptx

#endif // PTX_ANALYSIS_TENSOR_TENSORCOMMENTS_H
