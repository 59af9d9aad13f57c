// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_PASSES_H
#define PTX_CHECK_PASSES_H

#include "ptx/Analysis/Tensor/TensorDescriptions.h"
#include "ptx/Check/Bans.h"
#include "ptx/Check/Stats.h"
#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Diagnostics/Options.h"
#include "ptx/Sema/Sema.h"
#include "ptx/Syntax/Parse/Parser.h"

#include <memory>
#include <optional>

namespace ptx {

class BodyCache;
class SourceBuffer;

/// What to check, and how to report it.
struct CheckOptions {
  /// Whether the input is a module or a statement list.
  SourceKind kind = SourceKind::Module;
  /// Whether the parts between lines `// -----` are separate inputs; see `splitInput`.
  bool split = false;
  /// Whether to stop after the syntax.
  bool syntaxOnly = false;
  /// Whether to run the lints.
  bool lints = true;
  /// Whether to run only the lints of the group `beyond-ptxas`, which depend on values of operands
  /// and not on the surrounding code, and `furtherLints`.
  bool valueLintsOnly = false;
  llvm::ArrayRef<DiagId> furtherLints = {};
  /// The version and targets to check for, if not those of the module.
  SemaOptions sema;
  /// Descriptions of tensor maps in addition to the comments of the input, or null.
  std::shared_ptr<const TensorMapSource> tensorMaps;
  DiagnosticOptions diagnostics;
  /// The banned features.
  std::vector<std::shared_ptr<const std::vector<Ban>>> bans;
};

/// Visits the bodies of a module while their trees exist.
class BodyVisitor {
public:
  virtual ~BodyVisitor() = default;

  /// Called once, before the bodies of a module, with its declarations in `tables`.
  virtual void begin(const SemaResult::Tables &tables) = 0;
  /// Called for each checked body without syntax errors. Several workers can call it concurrently,
  /// in any order of bodies.
  virtual void body(const CheckedUnit &body, unsigned worker) = 0;
};

/// Workers, statistics and observers of a run. They never change the findings.
struct CheckRun {
  Workers &workers;
  Stats &stats;
  /// If given, receives the gated uses that the options request.
  GatedUses *uses = nullptr;
  /// If given, visits the bodies, unless the passes stop after the syntax.
  BodyVisitor *visitor = nullptr;
  /// If given, decides which bodies are skipped, and records bodies without findings. It is not
  /// used if there is a visitor, if uses are recorded, or if trees are kept.
  BodyCache *cache = nullptr;
  /// If given, findings about the source that the report adds to those of the passes.
  DiagnosticList *further = nullptr;
};

/// The results of the passes for a source, which must outlive them.
struct CheckedSource {
  /// Without its bodies if trees are not kept.
  std::unique_ptr<Module> module;
  /// None if the passes stopped after the syntax. Without its bodies if they were not to be kept.
  std::optional<SemaResult> sema;
  /// All diagnostics, in no particular order.
  DiagnosticList diagnostics;
};

/// Whether the trees of bodies are kept. If not, there are never more trees than workers. The
/// findings are the same.
enum class Trees : uint8_t { Kept, Dropped };

/// Runs every pass over `source`.
CheckedSource checkPasses(const SourceBuffer &source, const CheckOptions &options,
                          const CheckRun &run, Trees trees);

/// Runs every pass over `source` and returns all diagnostics, in no particular order.
DiagnosticList runPasses(const SourceBuffer &source, const CheckOptions &options,
                         const CheckRun &run);

/// The same, by the calling thread only. `uses` as in `CheckRun`.
DiagnosticList runPasses(const SourceBuffer &source, const CheckOptions &options,
                         GatedUses *uses = nullptr);

} // namespace ptx

#endif // PTX_CHECK_PASSES_H
