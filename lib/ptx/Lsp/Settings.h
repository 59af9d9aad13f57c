// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_SETTINGS_H
#define PTX_LSP_SETTINGS_H

#include "ptx/Check/Passes.h"
#include "ptx/Inline/Languages/Languages.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace ptx::lsp {

/// What applies to one file.
struct FileSettings {
  /// The language whose statements hold the PTX; null if the document is a module.
  const HostLanguage *host = nullptr;
  CheckOptions options = {};
  /// Whether formatting chooses canonical spelling as well.
  bool isCanonical = false;
};

/// Where settings of files come from.
class ProjectSettings {
public:
  virtual ~ProjectSettings() = default;

  /// What applies to the file `path`, which the client says is in the language `languageId`.
  virtual FileSettings settingsOf(llvm::StringRef path, llvm::StringRef languageId) = 0;
  /// Reads everything again when it is next asked for.
  virtual void reload() = 0;
  /// What is wrong with the settings that were read since the last call, one text each.
  virtual std::vector<std::string> takeProblems() = 0;
  /// The name of the files that hold settings.
  virtual llvm::StringRef fileName() const = 0;
};

} // namespace ptx::lsp

#endif // PTX_LSP_SETTINGS_H
