// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Passes.h"

#include "ptx/Check/Session.h"

using namespace ptx;

CheckedSource ptx::checkPasses(const SourceBuffer &source, const CheckOptions &options,
                               const CheckRun &run, Trees trees) {
  Session session(source, options);
  session.check(run, trees);
  return session.take();
}

DiagnosticList ptx::runPasses(const SourceBuffer &source, const CheckOptions &options,
                              const CheckRun &run) {
  return checkPasses(source, options, run, Trees::Dropped).diagnostics;
}

DiagnosticList ptx::runPasses(const SourceBuffer &source, const CheckOptions &options,
                              GatedUses *uses) {
  Workers workers(1);
  Stats stats;
  return runPasses(source, options, {workers, stats, uses});
}
