// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Project/InputSettings.h"

#include "ptx/Driver/Options/PlatformOptions.h"

#include "llvm/Option/Option.h"

#include <map>

using namespace ptx;
using llvm::StringRef;

/// Adds the flags of all `-W` options in the order of the command line.
static llvm::Error addWarningFlags(const CommandLine &line, DiagnosticOptions &options) {
  for (const llvm::opt::Arg *arg : line.arguments().filtered(OPT_Warning_Group)) {
    if (arg->getOption().matches(OPT_w)) {
      options.noWarnings = true;
      continue;
    }
    std::string flag = arg->getSpelling().drop_front(StringRef("-W").size()).str();
    if (arg->getNumValues())
      flag += arg->getValue();
    if (llvm::Error error = options.addWarningFlag(flag))
      return error;
  }
  return llvm::Error::success();
}

/// Applies the command line to `options`, overriding their values.
static llvm::Error applyCommandLine(const CommandLine &line, InputOptions &options) {
  options.kind = line.sourceKind();
  options.split = line.has(OPT_split_input_file);
  options.syntaxOnly = line.has(OPT_syntax_only);
  if (line.has(OPT_requirements)) { // of the code, independent of platform and project
    options.sema = recordingUses(std::move(options.sema));
    options.bans.clear();
  }
  if (line.has(OPT_ptxas_compat))
    options.diagnostics.ptxasCompat = true;
  if (line.has(OPT_final_))
    options.diagnostics.isFinal = true;
  if (llvm::Error error = readPlatformOptions(line, options.sema))
    return error;
  if (llvm::Error error = addWarningFlags(line, options.diagnostics))
    return error;
  llvm::Expected<std::optional<uint32_t>> limit = line.number(OPT_error_limit);
  if (!limit)
    return limit.takeError();
  if (*limit)
    options.diagnostics.errorLimit = **limit;
  if (line.has(OPT_statistics))
    options.diagnostics.errorLimit = 0;
  options.shownErrors = options.diagnostics.errorLimit;
  // Known or expected findings do not count.
  for (OptionId id : {OPT_verify, OPT_update_expected, OPT_baseline, OPT_write_baseline,
                      OPT_diff_base, OPT_diff_from})
    if (line.has(id))
      options.diagnostics.errorLimit = 0;
  return llvm::Error::success();
}

llvm::Expected<InputSettings> InputSettings::make(const CommandLine &line) {
  InputOptions tried;
  if (llvm::Error error = applyCommandLine(line, tried))
    return error;
  return InputSettings(line);
}

std::vector<std::string>
InputSettings::configure(Configuration &configuration, llvm::ArrayRef<std::string> paths,
                         const std::shared_ptr<const TensorMapSource> &tensorMaps) {
  std::map<std::vector<Configuration::Applied>, std::shared_ptr<const InputOptions>> known;
  for (const std::string &path : paths) {
    std::vector<Configuration::Applied> sections = configuration.sectionsFor(line->nameOf(path));
    std::shared_ptr<const InputOptions> &found = known[sections];
    if (!found) {
      auto own = std::make_shared<InputOptions>();
      Configuration::apply(sections, *own);
      llvm::cantFail(applyCommandLine(*line, *own)); // it succeeded before
      own->tensorMaps = tensorMaps;
      found = std::move(own);
    }
    ofInputs.push_back(found);
  }
  return configuration.takeProblems();
}
