// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_CHECK_H
#define PTX_CHECK_CHECK_H

#include "ptx/Analysis/TensorDescriptions.h"
#include "ptx/Check/Stats.h"
#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Diagnostics/Options.h"
#include "ptx/Diagnostics/Report.h"
#include "ptx/Sema/Sema.h"
#include "ptx/Syntax/Parser.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>
#include <optional>

namespace ptx {

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
  /// What to check for in place of what a module declares.
  SemaOptions sema;
  /// What the user tells of tensor maps besides the comments of the input, or null.
  std::shared_ptr<const TensorMapSource> tensorMaps;
  DiagnosticOptions diagnostics;
};

/// Who does the work, and what time it takes; neither has an influence on what is found.
struct CheckRun {
  Workers &workers;
  Stats &stats;
  /// If given, gets what the options of the checks of meaning ask to record.
  NeedList *needs = nullptr;
};

/// What the passes made of a source, which has to outlive it.
struct CheckedSource {
  std::unique_ptr<Module> module;
  /// None if the passes stopped after the syntax.
  std::optional<SemaResult> sema;
  /// All that they found, in no particular order.
  DiagnosticList diagnostics;
};

/// Runs every pass over `source`. This is the one place that knows the passes and their order.
CheckedSource checkPasses(const SourceBuffer &source, const CheckOptions &options,
                          const CheckRun &run);

/// Runs every pass over `source` and returns all that they found, in no particular order.
DiagnosticList runPasses(const SourceBuffer &source, const CheckOptions &options,
                         const CheckRun &run);

/// The same by the calling thread alone. `needs` as in `CheckRun`.
DiagnosticList runPasses(const SourceBuffer &source, const CheckOptions &options,
                         NeedList *needs = nullptr);

/// Checks the parts of `source` between the lines `// -----`, each with `check`, and returns what
/// there is to report, with positions in `source`. The error limit holds for each part.
Report checkParts(const SourceBuffer &source,
                  llvm::function_ref<Report(const SourceBuffer &part)> check);

/// Checks `source` and returns what there is to report; its parts if the options say that it is
/// split.
Report checkSource(const SourceBuffer &source, const CheckOptions &options, const CheckRun &run);

/// The same by the calling thread alone.
Report checkSource(const SourceBuffer &source, const CheckOptions &options);

} // namespace ptx

#endif // PTX_CHECK_CHECK_H
