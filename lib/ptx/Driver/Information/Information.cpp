// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Information/Information.h"

#include "ptx/Diagnostics/TRules/TRules.h"
#include "ptx/Driver/Information/RuleList.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Options/PlatformOptions.h"
#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Reference/Evidence.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

std::optional<ExitCode> ptx::answerQuestion(const CommandLine &line, ToolStreams &streams) {
  if (line.has(OPT_list_rules)) {
    OutputFormat format = *findOutputFormat(line.value(OPT_output_format).value_or("text"));
    listRules(streams.out, format);
    return ExitCode::Success;
  }
  if (line.has(OPT_list_trules)) {
    printTRules(streams.out);
    return ExitCode::Success;
  }
  if (std::optional<StringRef> rule = line.value(OPT_explain)) {
    if (llvm::Error error = explainRule(streams.out, *rule))
      return usageError(streams, llvm::toString(std::move(error)));
    return ExitCode::Success;
  }
  if (line.has(OPT_list_instructions)) {
    if (std::optional<StringRef> text = line.value(OPT_since)) {
      llvm::Expected<PtxVersion> version = readVersion(*text);
      if (!version)
        return usageError(streams, llvm::toString(version.takeError()));
      printList(streams.out, instructionsSince(*version));
      return ExitCode::Success;
    }
    printList(streams.out, sortedInstructions());
    return ExitCode::Success;
  }
  if (std::optional<StringRef> mnemonic = line.value(OPT_describe)) {
    llvm::Expected<Description> description = describe(*mnemonic);
    if (!description)
      return usageError(streams, llvm::toString(description.takeError()));
    printText(streams.out, *description);
    if (line.has(OPT_evidence))
      printEvidence(streams.out, *description);
    return ExitCode::Success;
  }
  return std::nullopt;
}
