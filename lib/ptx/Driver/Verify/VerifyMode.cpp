// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Verify/VerifyMode.h"

#include "ptx/Driver/Files/AtomicFile.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Verify/UpdateExpected.h"
#include "ptx/Driver/Verify/Verifier.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;

static bool isPrefix(StringRef name) {
  return !name.empty() && llvm::isAlpha(name.front()) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '-' || c == '_'; });
}

static llvm::Error readPrefixes(StringRef list, VerifyOptions &options) {
  for (StringRef name : llvm::split(list, ',')) {
    if (!isPrefix(name))
      return llvm::createStringError("invalid prefix `" + name +
                                     "` of --verify-prefix; expected "
                                     "a letter and then letters, digits, `-` and `_`");
    options.prefixes.push_back(name.str());
  }
  return llvm::Error::success();
}

static llvm::Error readIgnored(StringRef list, VerifyOptions &options) {
  for (StringRef name : llvm::split(list, ',')) {
    auto kind = llvm::StringSwitch<std::optional<Severity>>(name)
                    .Case("error", Severity::Error)
                    .Case("warning", Severity::Warning)
                    .Case("note", Severity::Note)
                    .Default(std::nullopt);
    if (!kind)
      return llvm::createStringError("unknown kind `" + name +
                                     "` of --verify-ignore; expected "
                                     "error, warning or note");
    options.ignored.push_back(*kind);
  }
  return llvm::Error::success();
}

llvm::Expected<VerifyMode> VerifyMode::read(const CommandLine &line) {
  VerifyMode mode;
  mode.action = line.has(OPT_update_expected) ? Action::Update
                : line.has(OPT_verify)        ? Action::Verify
                                              : Action::None;
  if (line.has(OPT_verify_prefix))
    mode.options.prefixes.clear();
  for (const std::string &list : line.values(OPT_verify_prefix))
    if (llvm::Error error = readPrefixes(list, mode.options))
      return error;
  for (const std::string &list : line.values(OPT_verify_ignore))
    if (llvm::Error error = readIgnored(list, mode.options))
      return error;
  if (!mode.isOn() && (line.has(OPT_verify_prefix) || line.has(OPT_verify_ignore)))
    return llvm::createStringError("--verify-prefix and --verify-ignore go with --verify or "
                                   "--update-expected");
  return mode;
}

static ExitCode update(StringRef path, const SourceBuffer &source, const Report &report,
                       const VerifyOptions &options, ToolStreams &streams) {
  if (path == "-")
    return streams.unusable("--update-expected cannot change standard input");
  UpdatedText updated = updateExpectations(source, report, options);
  if (!updated.problems.empty()) {
    printProblems(streams.err, source, updated.problems);
    return ExitCode::Findings;
  }
  if (updated.text == source.text())
    return ExitCode::Success;
  if (llvm::Error error = replaceFile(path, source.text(), updated.text))
    return streams.unusable("cannot write `" + path + "`: " + llvm::toString(std::move(error)));
  return ExitCode::Success;
}

ExitCode VerifyMode::finish(StringRef path, const SourceBuffer &source, const Report &report,
                            StringRef comment, ToolStreams &streams) const {
  VerifyOptions ofLanguage = options;
  ofLanguage.comment = comment.str();
  if (action == Action::Update)
    return update(path, source, report, ofLanguage, streams);
  std::vector<VerifyProblem> problems = verify(source, report, ofLanguage);
  printProblems(streams.err, source, problems);
  return problems.empty() ? ExitCode::Success : ExitCode::Findings;
}
