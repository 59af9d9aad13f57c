// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Output/ReportOutput.h"

#include "ptx/Driver/Files/AtomicFile.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Output/RuleLinks.h"

#include "llvm/Support/FileSystem.h"

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

llvm::Error ptx::checkOutputFiles(const CommandLine &line, llvm::ArrayRef<std::string> inputs) {
  std::vector<std::string> outputs;
  for (OptionId option : {OPT_output, OPT_write_baseline, OPT_timeline, OPT_certificate})
    if (std::optional<StringRef> path = line.value(option))
      outputs.push_back(path->str());
  for (const std::string &array : line.values(OPT_out))
    outputs.push_back(StringRef(array).split('=').second.str());
  for (const std::string &path : outputs) {
    llvm::sys::fs::UniqueID file, other;
    if (path == "-" || llvm::sys::fs::getUniqueID(path, file))
      continue; // it does not exist yet
    for (const std::string &input : inputs)
      if (input != "-" && !llvm::sys::fs::getUniqueID(input, other) && file == other)
        return llvm::createStringError("cannot write `" + path + "`: it is an input");
    for (OptionId read : {OPT_baseline, OPT_tensor_maps, OPT_config, OPT_diff_base, OPT_diff_from,
                          OPT_launches, OPT_against})
      if (std::optional<StringRef> input = line.value(read);
          input && !llvm::sys::fs::getUniqueID(*input, other) && file == other)
        return llvm::createStringError("cannot write `" + path + "`: another option reads it");
  }
  return llvm::Error::success();
}
