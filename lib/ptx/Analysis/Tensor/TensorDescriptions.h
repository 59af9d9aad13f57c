// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_TENSOR_TENSORDESCRIPTIONS_H
#define PTX_ANALYSIS_TENSOR_TENSORDESCRIPTIONS_H

#include "ptx/Analysis/Tensor/TensorComments.h"
#include "ptx/Sema/SemaResult.h"
#include "ptx/Tensor/Violation.h"

#include <deque>
#include <map>

namespace ptx {

/// The side file of a run, with its name for messages.
struct TensorMapSource {
  std::string name;
  TensorMapFile file;
};

/// A tensor map described by the user.
struct KnownTensorMap {
  /// The name for messages: its name in the file, or the object that a comment describes.
  std::string name;
  TensorMap map;
  /// The errors of the description by itself.
  Violations violations;
  /// The location of the description: the braces of a comment, or the declaration of the first
  /// object that the file binds to it.
  SourceRange range;
  /// The values of the members of a comment.
  std::vector<std::pair<std::string, SourceRange>> members;
  /// The file that describes it; empty for a comment.
  std::string file;

  /// For a note at `range`: "described here".
  std::string origin() const;
};

/// The description of a shared variable that tensor copies fill, or of the tile of a descriptor.
struct KnownTile {
  const KnownTensorMap *map; ///< may be null
  /// For a ring buffer: the size of each stage.
  std::optional<uint64_t> stageBytes;
  std::optional<uint64_t> base;
};

/// The key of a description in a body: a variable, a parameter, or one register.
struct DescribedName {
  bool isModule = false;
  uint32_t symbol = 0;
  std::string reg; ///< the name of a register, since several share a symbol

  static DescribedName of(SymbolRef ref, llvm::StringRef reg = "") {
    return {ref.isModule(), ref.index(), reg.str()};
  }
  friend auto operator<=>(const DescribedName &, const DescribedName &) = default;
};

/// The descriptions of the names that one body can use. A comment in the body applies to the code
/// after it; a later comment replaces it.
class BodyTensorDescriptions {
public:
  /// The map `at` bytes into `name`, where the source position is `where`; null if none is known.
  const KnownTensorMap *map(const DescribedName &name, std::optional<int64_t> at,
                            uint32_t where) const;
  const KnownTile *tile(const DescribedName &name, uint32_t where) const;
  /// The mbarrier object `at` bytes into `name`. A description without an offset applies to the
  /// whole variable.
  const DescribedBarrier *barrier(const DescribedName &name, std::optional<int64_t> at,
                                  uint32_t where) const;
  bool empty() const { return maps.empty() && tiles.empty() && barriers.empty(); }

  /// The CTAs of a cluster and the threads of a CTA, if the file gives them.
  std::optional<TensorMap::Numbers> cluster;
  std::optional<TensorMap::Numbers> block;

  /// The offset that stands for a whole variable.
  static constexpr int64_t everywhere = -1;

private:
  friend class DescriptionBinder;

  /// Values with the position after which each applies, in ascending order.
  template <class T> using History = std::vector<std::pair<uint32_t, T>>;
  template <class T> static const T *latest(const History<T> &history, uint32_t where);

  const BodyTensorDescriptions *outer = nullptr; ///< the descriptions of the names of the module
  std::map<std::pair<DescribedName, int64_t>, History<const KnownTensorMap *>> maps;
  std::map<DescribedName, History<KnownTile>> tiles;
  std::map<std::pair<DescribedName, int64_t>, History<DescribedBarrier>> barriers;
};

/// A description that the module contradicts.
struct DescriptionContradiction {
  SourceRange range;
  std::string what; ///< is reported
  std::string observed;
  std::string told;
};

/// All descriptions of a module from comments and the side file.
class TensorDescriptions {
public:
  /// No descriptions.
  TensorDescriptions() = default;
  /// `source` may be null.
  TensorDescriptions(const Module &module, const SemaResult &checked,
                     const TensorMapSource *source);
  TensorDescriptions(const TensorDescriptions &) = delete;
  TensorDescriptions &operator=(const TensorDescriptions &) = delete;

  /// The descriptions for the body with this unit; null if no object that it can name is described.
  const BodyTensorDescriptions *of(const SyntaxUnit &unit) const;

  /// The maps that some object of the module is bound to, each once.
  const std::deque<KnownTensorMap> &maps() const { return knownMaps; }
  /// Descriptions that cannot be parsed.
  llvm::ArrayRef<CommentProblem> broken() const { return brokenComments; }
  /// Described objects that are not declared: the location for the message and the name.
  llvm::ArrayRef<CommentProblem> undeclared() const { return undeclaredNames; }
  /// Tiles whose stages do not fit their variables.
  llvm::ArrayRef<DescriptionContradiction> contradicted() const { return contradictions; }

private:
  friend class DescriptionBinder;

  std::deque<KnownTensorMap> knownMaps; // others refer to them
  BodyTensorDescriptions ofModule;
  std::map<const SyntaxUnit *, BodyTensorDescriptions> bodies;
  std::vector<CommentProblem> brokenComments;
  std::vector<CommentProblem> undeclaredNames;
  std::vector<DescriptionContradiction> contradictions;
};

} // namespace ptx

#endif // PTX_ANALYSIS_TENSOR_TENSORDESCRIPTIONS_H
