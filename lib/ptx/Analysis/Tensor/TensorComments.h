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

// The comments of a module that describe the objects of its tensor copies: `//@tensormap tmap
// {rank: 2, box: [64, 128]}`, `//@tile smem {map: tmap}`, `//@mbar bar {count: 1}`;
// docs/guide/tensor-maps.md.

namespace ptx {

/// The contents of `//@mbar`: a description of an mbarrier object.
struct DescribedBarrier {
  /// The size of an mbarrier object in bytes.
  static constexpr uint64_t bytes = 8;

  std::optional<uint64_t> count; ///< the arrivals that complete a phase
};

/// The contents of `//@tensormap`.
struct DescribedTensorMap {
  TensorMap map;
  std::optional<std::string> tile; ///< `dst`: the shared variable that copies fill or read
};

/// One comment.
struct TensorComment {
  /// After `//@`.
  SourceRange keyword;
  /// The name of the described object.
  TensorMapPlace place;
  SourceRange name;
  std::variant<DescribedTensorMap, DescribedTile, DescribedBarrier> description;
  /// The ranges of the braces, and of the value of each member.
  SourceRange braces;
  std::vector<std::pair<std::string, SourceRange>> members;

  /// The function that contains or follows the comment; invalid if there is none.
  FuncId function;
  /// Whether the comment is in the function's body, or among the statements of a fragment.
  bool inBody = false;
};

/// An error in a description, and its location.
struct CommentProblem {
  SourceRange range;
  std::string text;
};

struct TensorComments {
  std::vector<TensorComment> comments; ///< in source order
  std::vector<CommentProblem> problems;
};

/// Whether `source` may contain such a comment. The match can be inside another comment.
bool hasTensorComments(const SourceBuffer &source);

/// Reads the comments of `module`. For a module without `//@`, the cost is one text search. A
/// description can continue in the line comments after it.
TensorComments readTensorComments(const Module &module);

} // namespace ptx

#endif // PTX_ANALYSIS_TENSOR_TENSORCOMMENTS_H
