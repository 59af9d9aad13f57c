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
  /// Whether the parts between lines `// -----` are inputs of their own; see `splitInput`.
  bool split = false;
  /// Whether to stop after the syntax.
  bool syntaxOnly = false;
  /// Whether to look for what is legal and yet a mistake.
  bool lints = true;
  /// Whether of these only the errors count that the values of operands make, whatever is around.
  bool valueLintsOnly = false;
  /// What to check for in place of what a module declares.
  SemaOptions sema;
  /// What the user tells of tensor maps besides the comments of the input, or null.
  std::shared_ptr<const TensorMapSource> tensorMaps;
  DiagnosticOptions diagnostics;
  /// What must not be used.
  std::vector<std::shared_ptr<const std::vector<Ban>>> bans;
};

/// Is shown the bodies of a module while their trees are there.
class BodyVisitor {
public:
  virtual ~BodyVisitor() = default;

  /// The bodies of a module follow, whose declarations are in `tables`. If it is called again, what
  /// came before does not count: the bodies had to be found in another way.
  virtual void begin(const SemaResult::Tables &tables) = 0;
  /// A body that was checked and has no error of its syntax. Several workers can call at the same
  /// time, in any order of bodies.
  virtual void body(const CheckedUnit &body, unsigned worker) = 0;
};

/// Workers, statistics and observers of a run. They never change the findings.
struct CheckRun {
  Workers &workers;
  Stats &stats;
  /// If given, gets what the options of the checks of meaning ask to record.
  GatedUses *uses = nullptr;
  /// If given, is shown the bodies, unless the passes stop after the syntax.
  BodyVisitor *visitor = nullptr;
  /// If given, is asked which bodies need no check, and told which have no finding. It does not
  /// serve where a visitor is to see all bodies, where uses are recorded, or where trees are kept.
  BodyCache *cache = nullptr;
};

/// What the passes made of a source, which has to outlive it.
struct CheckedSource {
  /// Without its bodies if they were not to be kept.
  std::unique_ptr<Module> module;
  /// None if the passes stopped after the syntax. Without its bodies if they were not to be kept.
  std::optional<SemaResult> sema;
  /// All that they found, in no particular order.
  DiagnosticList diagnostics;
};

/// Whether the trees of bodies are there when the passes are done. If not, there are never more of
/// them than there are workers, and what the passes found is the same.
enum class Trees : uint8_t { Kept, Dropped };

/// Runs every pass over `source`.
CheckedSource checkPasses(const SourceBuffer &source, const CheckOptions &options,
                          const CheckRun &run, Trees trees);

/// Runs every pass over `source` and returns all that they found, in no particular order.
DiagnosticList runPasses(const SourceBuffer &source, const CheckOptions &options,
                         const CheckRun &run);

/// The same, by the calling thread only. `uses` as in `CheckRun`.
DiagnosticList runPasses(const SourceBuffer &source, const CheckOptions &options,
                         GatedUses *uses = nullptr);

} // namespace ptx

#endif // PTX_CHECK_PASSES_H
