// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_SETTINGS_H
#define PTX_LSP_SETTINGS_H

#include "ptx/Check/Passes.h"
#include "ptx/Inline/Languages/Languages.h"
#include "ptx/Inline/Read/HeaderFiles.h"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>
#include <vector>

namespace ptx::lsp {

/// The settings of one file.
struct FileSettings {
  /// The host language of the PTX; null if the document is a module.
  const HostLanguage *host = nullptr;
  CheckOptions options = {};
  /// The headers that C++ sources include (null if none is read), and the folders where they are
  /// found for this file.
  std::shared_ptr<HeaderFiles> headers = nullptr;
  HeaderSearch search = {};
  /// Whether formatting also applies canonical spelling.
  bool isCanonical = false;
};

/// The source of the settings of files.
class ProjectSettings {
public:
  virtual ~ProjectSettings() = default;

  /// The settings of the file `path`, which is in the language `languageId` according to the
  /// client.
  virtual FileSettings settingsOf(llvm::StringRef path, llvm::StringRef languageId) = 0;
  /// Discards all settings; they are read again on the next request.
  virtual void reload() = 0;
  /// The problems of the settings that were read since the last call, one message each.
  virtual std::vector<std::string> takeProblems() = 0;
  /// The pattern of the files on which the settings depend.
  virtual llvm::StringRef watchedFiles() const = 0;
};

} // namespace ptx::lsp

#endif // PTX_LSP_SETTINGS_H
