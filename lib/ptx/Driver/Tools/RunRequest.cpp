// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Tools/RunRequest.h"

#include "ptx/Check/Passes.h"
#include "ptx/Driver/Files/AtomicFile.h"
#include "ptx/Driver/Options/LaunchOptions.h"
#include "ptx/Execution/Data/Arrays.h"
#include "ptx/Support/Workers.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using execution::ArrayPart;
using execution::RunArray;
using execution::RunResult;
using llvm::StringRef;
using llvm::Twine;

/// What to print and to write after the execution.
static llvm::Error readOutputs(const CommandLine &line, RunRequest &request) {
  for (const std::string &given : line.values(OPT_print)) {
    llvm::Expected<ArrayPart> part = ArrayPart::parse(given);
    if (!part)
      return part.takeError();
    request.printed.push_back(std::move(*part));
  }
  for (const std::string &given : line.values(OPT_out)) {
    auto [name, path] = StringRef(given).split('=');
    if (name.empty() || path.empty())
      return llvm::createStringError("expected `<name>=<file>`, found `" + given + "`");
    request.files.emplace_back(name.str(), path.str());
  }
  return llvm::Error::success();
}

llvm::Expected<RunRequest> RunRequest::read(const CommandLine &line) {
  RunRequest request;
  if (llvm::Error error = readLaunchShape(line, request.launch))
    return error;
  std::optional<uint32_t> seed, limit, printLimit;
  for (auto [option, place] : {std::pair(OPT_seed, &seed), std::pair(OPT_step_limit, &limit),
                               std::pair(OPT_time_limit, &request.options.seconds),
                               std::pair(OPT_print_limit, &printLimit)}) {
    llvm::Expected<std::optional<uint32_t>> number = line.number(option);
    if (!number)
      return number.takeError();
    *place = *number;
  }
  request.options.limit = limit.value_or(request.options.limit);
  request.printLimit = printLimit ? *printLimit : request.printLimit;
  request.options.isChecked = !line.has(OPT_unchecked);
  request.options.isStrict = line.has(OPT_strict);
  request.hasLaunch = !request.launch.entry.empty() || request.launch.block ||
                      request.launch.grid || line.has(OPT_arg);
  if (llvm::Error error = readLaunchArguments(line, request.launch, seed.value_or(1)))
    return error;
  if (llvm::Error error = readOutputs(line, request))
    return error;
  // A comparison is one of all arrays.
  if (line.has(OPT_against))
    return request;
  for (const ArrayPart &part : request.printed)
    request.options.results.push_back(part.name);
  for (const auto &[name, path] : request.files)
    request.options.results.push_back(name);
  return request;
}

void RunRequest::writeResults(const RunResult &result, llvm::raw_ostream &os,
                              llvm::function_ref<void(const Twine &)> unusable) const {
  for (const ArrayPart &part : printed)
    if (llvm::Expected<std::string> text = part.text(result, printLimit))
      os << *text << '\n';
    else
      unusable(llvm::toString(text.takeError()));
  for (const auto &[name, path] : files) {
    const RunArray *array = result.find(name);
    if (!array) {
      unusable(llvm::toString(execution::noArray(name)));
      continue;
    }
    std::string header = execution::numpyHeaderOf(*array->initial);
    if (llvm::Error error =
            writeFile(path, {header, llvm::toStringRef(llvm::ArrayRef<uint8_t>(array->bytes))}))
      unusable("cannot write `" + path + "`: " + llvm::toString(std::move(error)));
  }
}

llvm::Expected<RunModule> RunModule::read(StringRef path) {
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(path);
  if (!source)
    return llvm::createStringError("cannot read `" + path +
                                   "`: " + llvm::toString(source.takeError()));
  CheckOptions check;
  check.lints = false;
  Workers single(1);
  Stats stats;
  CheckedSource checked = checkPasses(**source, check, {single, stats}, Trees::Kept);
  return RunModule{std::move(*source), std::move(checked)};
}
