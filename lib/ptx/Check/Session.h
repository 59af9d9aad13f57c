// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_SESSION_H
#define PTX_CHECK_SESSION_H

#include "ptx/Check/Passes.h"
#include "ptx/Lint/Lint.h"
#include "ptx/Sema/Module/ModuleChecker.h"
#include "ptx/Syntax/Parse/ModuleOutline.h"

namespace ptx {

/// A source on its way through the passes: its outline, and a slot for each body. The statements of
/// a fragment are its only body. Session.cpp has the order of the passes.
class Session {
public:
  /// Both must outlive the session.
  Session(const SourceBuffer &source, const CheckOptions &options);
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;
  ~Session();

  /// Runs all passes. To be called once.
  void check(const CheckRun &run, Trees trees);

  /// The results of `check`. A body is there if trees are kept, or after it was made.
  const CheckedSource &checked() const { return result; }
  /// All diagnostics; to be called once.
  DiagnosticList takeDiagnostics() { return std::move(result.diagnostics); }
  /// Ends the session.
  CheckedSource take() { return std::move(result); }

  /// The bytes of a body of the module.
  SourceRange bodyRange(size_t index) const { return outline->body(index).range; }
  /// Reads and checks a body of the module, without lints, unless it exists. Takes the time of one
  /// body.
  void makeBody(size_t index);
  /// The same for all bodies.
  void makeBodies(Workers &workers);

private:
  struct Share;
  struct BodyResult;
  using Shares = std::vector<std::unique_ptr<Share>>;

  size_t bodyCount() const;
  bool isFragment() const { return options.kind == SourceKind::Fragment; }
  bool describesTensorMaps() const;

  // The passes, in their order.
  void readOutline();
  void declareNames();
  void takeBodies();
  void finishCheck();
  void lintDescribedBodies();
  void lintWhole();

  BodyResult takeAround(Share &own) const;
  BodyResult takeBody(size_t index, unsigned worker, Share &own);
  void readAndCheck(size_t index, Share &own, BodyResult &found);
  void store(size_t index, Share &own);
  void add(BodyResult found);
  void keep(Share &share);
  void prepareMakers(unsigned count);
  void make(size_t index, std::unique_ptr<Share> &maker);

  const SourceBuffer &source;
  const CheckOptions &options;
  const SemaOptions sema;
  /// The argument of `check` while it runs.
  const CheckRun *run = nullptr;
  BodyCache *cache = nullptr;
  bool keepsTrees = false;
  bool isComplete = true;

  CheckedSource result;
  std::optional<ModuleOutline> outline;
  std::optional<ModuleChecker> checker;
  TensorDescriptions noDescriptions;
  std::optional<TensorDescriptions> descriptions;
  std::optional<ModuleLinter> linter;
  /// By body: the summary for the rules about the module, and the checked unit if trees are kept.
  std::vector<std::unique_ptr<BodySummary>> summaries;
  std::vector<std::unique_ptr<CheckedUnit>> checkedBodies;
  DiagnosticList lints;
  /// The readers and tables of bodies that are made after the check; they must outlive these
  /// bodies.
  Shares makers;
};

} // namespace ptx

#endif // PTX_CHECK_SESSION_H
