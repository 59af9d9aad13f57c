// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/VerifyFlags.h"

#include "ptx/Driver/CommandLine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;

static bool isPrefix(StringRef name) {
  return !name.empty() && llvm::isAlpha(name.front()) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '-' || c == '_'; });
}

llvm::Expected<VerifyOptions> ptx::readVerifyOptions(const CommandLine &line) {
  bool comparing = line.has(OPT_verify) || line.has(OPT_update_expected);
  VerifyOptions options;
  if (line.has(OPT_verify_prefix))
    options.prefixes.clear();
  for (const std::string &list : line.values(OPT_verify_prefix))
    for (StringRef name : llvm::split(list, ',')) {
      if (!isPrefix(name))
        return llvm::createStringError("invalid prefix `" + name +
                                       "` of --verify-prefix; expected "
                                       "a letter and then letters, digits, `-` and `_`");
      options.prefixes.push_back(name.str());
    }
  for (const std::string &list : line.values(OPT_verify_ignore))
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
  if (!comparing && (line.has(OPT_verify_prefix) || line.has(OPT_verify_ignore)))
    return llvm::createStringError("--verify-prefix and --verify-ignore go with --verify or "
                                   "--update-expected");
  return options;
}
