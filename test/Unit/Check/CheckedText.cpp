// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedText.h"

#include "ptx/Support/SourceBuffer.h"

using namespace ptx;
using namespace ptx::test;

CheckedText::CheckedText(std::string text, const SemaOptions &sema, SourceKind kind)
    : source(SourceBuffer::fromString(std::move(text), "test.ptx")) {
  CheckOptions options;
  options.kind = kind;
  options.lints = false;
  options.sema = sema;
  options.diagnostics.ptxasCompat = sema.ptxasCompat;
  Workers workers(1);
  Stats stats;
  checked = checkPasses(*source, options, {workers, stats}, Trees::Kept);
}
