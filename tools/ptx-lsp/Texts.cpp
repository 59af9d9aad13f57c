// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Texts.h"

#include "ptx/Driver/Requirements.h"
#include "ptx/Driver/RuleList.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptx;

std::string Texts::requirements(const SourceBuffer &source, const CheckOptions &options) {
  CheckOptions recording = options;
  recording.sema.recordsUses = true;
  recording.lints = false;
  GatedUses uses;
  runPasses(source, recording, &uses);
  std::string text;
  llvm::raw_string_ostream os(text);
  printRequirements(OutputFormat::Text, os, source, uses,
                    requirementsOf(uses, options.diagnostics.ptxasCompat));
  return text;
}

llvm::Expected<std::string> Texts::explain(llvm::StringRef nameOrCode) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (llvm::Error error = explainRule(os, nameOrCode))
    return std::move(error);
  return text;
}
