// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Files/FixFiles.h"

#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Driver/Files/AtomicFile.h"
#include "ptx/Driver/Output/UnifiedDiff.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

llvm::Expected<FixOptions> FixOptions::read(const CommandLine &line) {
  FixOptions options;
  options.action = line.has(OPT_diff)  ? Action::Diff
                   : line.has(OPT_fix) ? Action::Apply
                                       : Action::Show;
  static constexpr std::pair<OptionId, StringRef> qualifiers[] = {
      {OPT_unsafe_fixes, "--unsafe-fixes"}, {OPT_fix_only, "--fix-only"}};
  for (auto [id, name] : qualifiers)
    if (line.has(id) && !options.changesText())
      return llvm::createStringError(name + " goes with --fix or --diff");
  options.selection.unsafeToo = line.has(OPT_unsafe_fixes);
  for (const std::string &name : line.values(OPT_fix_only)) {
    std::optional<RuleName> rule = RuleName::find(name);
    if (!rule) {
      StringRef nearest = nearestRuleName(name, /*withErrors=*/true);
      return llvm::createStringError(
          "unknown rule `" + name + "` for --fix-only" +
          (nearest.empty() ? "" : ("; did you mean `" + nearest + "`?").str()));
    }
    options.selection.rules.push_back(*rule);
  }
  return options;
}

ExitCode FixWriter::write(StringRef path, const SourceBuffer &source, const FixedText &fixed) {
  bool isStream = path == "-";
  if (action == FixOptions::Action::Apply && isStream)
    streams.out << fixed.text; // even without fixes: the caller uses the output
  if (fixed.applied == 0)
    return ExitCode::Success;
  if (action == FixOptions::Action::Diff)
    printUnifiedDiff(streams.out, color, printable(source.name()), "fixed", source.text(),
                     fixed.text);
  else if (!isStream)
    if (llvm::Error error = replaceFile(path, source.text(), fixed.text))
      return streams.unusable("cannot write `" + path + "`: " + llvm::toString(std::move(error)));
  fixes += fixed.applied;
  ++files;
  return action == FixOptions::Action::Diff ? ExitCode::Findings : ExitCode::Success;
}

void FixWriter::printSummary() const {
  if (fixes == 0)
    return;
  bool isDone = action == FixOptions::Action::Apply;
  streams.out.flush();
  streams.err << streams.tool << ": " << fixes << (fixes == 1 ? " fix" : " fixes")
              << (isDone ? " applied in " : " can be applied in ") << files
              << (files == 1 ? " file" : " files") << '\n';
}
