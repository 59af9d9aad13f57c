// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/Launches.h"

#include "ptx/Check/Check.h"
#include "ptx/Execution/Sanitizer.h"

using namespace ptx;
using namespace ptx::lsp;

/// The server answers no other request meanwhile.
static constexpr uint32_t mostSeconds = 10;

llvm::Expected<LaunchCheck> lsp::checkLaunches(const Document &document,
                                               std::optional<int64_t> number) {
  const Analysis &analysis = *document.analysis();
  if (!analysis.module())
    return refused("the document is not a PTX module");
  const SourceBuffer &source = analysis.source();
  llvm::Expected<std::vector<execution::Launch>> launches =
      execution::readLaunchComments(source.text());
  if (!launches)
    return refused(llvm::toString(launches.takeError()));
  auto count = static_cast<int64_t>(launches->size());
  if (count == 0 || (number && (*number < 0 || *number >= count)))
    return refused("the document has no such `//@launch` comment");
  CheckOptions options = analysis.settings().options;
  options.lints = false;
  Workers single(1);
  Stats stats;
  CheckedSource checked = checkPasses(source, options, {single, stats}, Trees::Kept);
  if (checked.diagnostics.hasErrors())
    return refused("the document has errors");
  LaunchCheck result;
  DiagnosticList found;
  for (int64_t i = number.value_or(0); i != (number ? *number + 1 : count); ++i) {
    llvm::Expected<execution::CompleteLaunch> launch =
        execution::completeLaunch((*launches)[static_cast<size_t>(i)], checked);
    if (!launch)
      return refused(llvm::toString(launch.takeError()));
    execution::SanitizerOptions how;
    how.seconds = mostSeconds;
    execution::SanitizerResult executed = execution::sanitize(checked, *launch, how);
    for (const std::string &line : execution::describe(executed, execution::verdictOf(executed)))
      result.text += line + "\n";
    found.append(std::move(executed.findings));
  }
  result.findings = reportOn(checked, std::move(found), options).diagnostics;
  return result;
}

void lsp::addLaunchLenses(const Document &document, std::vector<CodeLens> &lenses) {
  int64_t number = 0;
  for (SourceRange comment : execution::findLaunchComments(document.text()))
    lenses.push_back({.range = document.rangeOf(comment),
                      .title = "check this launch",
                      .command = launchCommand.str(),
                      .arguments = llvm::json::Array{document.uri().uri(), number++}});
}
