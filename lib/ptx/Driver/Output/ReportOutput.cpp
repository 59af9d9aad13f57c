// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Output/ReportOutput.h"

#include "ptx/Driver/Files/AtomicFile.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Output/RuleLinks.h"

using namespace ptx;
using llvm::StringRef;

ReportOutput::ReportOutput(const CommandLine &line, ToolStreams &streams)
    : streams(streams), textStream(text) {
  if (std::optional<StringRef> name = line.value(OPT_output_format))
    outputFormat = *findOutputFormat(*name); // CommandLine has checked the name
  if (std::optional<StringRef> file = line.value(OPT_output))
    path = file->str();
  WriterOptions options{line.renderOptions(), streams.tool, toolVersion()};
  options.rulePages = line.rulePages();
  bool isSeen = isOfCompiler() && !path && streams.err.is_displayed();
  if (isSeen && options.render.color != ColorMode::Never && terminalHasLinks())
    options.render.linkedPages =
        options.rulePages.empty() ? installedRulePages() : options.rulePages;
  options.render.hasSummary = !line.has(OPT_w) && !line.has(OPT_quiet_launches);
  options.render.offersFixes = !line.has(OPT_fix);
  reportWriter = line.has(OPT_statistics) ? makeStatisticsWriter(outputFormat, results(), options)
                                          : makeReportWriter(outputFormat, reportStream(), options);
}

llvm::raw_ostream &ReportOutput::results() {
  if (path && path != "-")
    return textStream;
  return streams.out;
}

/// The formats of compilers are written to standard error, as compilers do.
llvm::raw_ostream &ReportOutput::reportStream() {
  if (isOfCompiler() && !path)
    return streams.err;
  return results();
}

void ReportOutput::flush() {
  streams.out.flush();
  streams.err.flush();
}

ExitCode ReportOutput::finish(ExitCode code) {
  reportWriter->finish();
  if (!path || path == "-")
    return code;
  if (llvm::Error error = writeFile(*path, text))
    return streams.unusable("cannot write `" + *path + "`: " + llvm::toString(std::move(error)));
  return code;
}
