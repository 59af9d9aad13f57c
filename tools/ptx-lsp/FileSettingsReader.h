// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_FILESETTINGSREADER_H
#define PTX_LSP_FILESETTINGSREADER_H

#include "ptx/Driver/Files/SourceHeaders.h"
#include "ptx/Driver/Project/Configuration.h"
#include "ptx/Lsp/Settings.h"

#include <memory>
#include <optional>

namespace ptx {

/// Settings from the `.ptx-check` files and the compilation database around each file.
class FileSettingsReader : public lsp::ProjectSettings {
public:
  /// `line` has to outlive it.
  explicit FileSettingsReader(const CommandLine &line) : line(line) { reload(); }

  lsp::FileSettings settingsOf(llvm::StringRef path, llvm::StringRef languageId) override;
  void reload() override;
  std::vector<std::string> takeProblems() override { return configuration->takeProblems(); }
  llvm::StringRef watchedFiles() const override;

private:
  const CommandLine &line;
  std::optional<Configuration> configuration;
  std::shared_ptr<SourceHeaders> headers;
};

} // namespace ptx

#endif // PTX_LSP_FILESETTINGSREADER_H
