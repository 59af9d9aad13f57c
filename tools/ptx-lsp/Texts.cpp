// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Texts.h"

#include "ptx/Driver/Information/RuleList.h"
#include "ptx/Inline/RequirementsReport.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptx;

llvm::Expected<std::string> Texts::requirements(const SourceBuffer &source,
                                                const CheckOptions &options) {
  CheckOptions recording = options;
  recording.sema = recordingUses(std::move(recording.sema));
  recording.lints = false;
  recording.bans.clear();
  GatedUses uses;
  if (runPasses(source, recording, &uses).hasErrors())
    return llvm::createStringError("the document has an error besides those of its target");
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
    return error;
  return text;
}
