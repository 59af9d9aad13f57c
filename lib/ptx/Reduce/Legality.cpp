// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Legality.h"

#include "ptx/Check/Check.h"
#include "ptx/Support/SourceBuffer.h"

using namespace ptx;

std::optional<Diagnostic> ptx::firstErrorOf(llvm::StringRef text, const InterestTest &test) {
  auto source = SourceBuffer::fromString(text.str(), "candidate");
  CheckOptions options;
  options.diagnostics.noWarnings = true;
  options.diagnostics.errorLimit = 0; // the test allows any text at the start
  for (Diagnostic &diagnostic : checkSource(*source, options).diagnostics)
    if (!test.allowsError(diagnostic.id))
      return std::move(diagnostic);
  return std::nullopt;
}
