// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_FILESETTINGSREADER_H
#define PTX_LSP_FILESETTINGSREADER_H

#include "ptx/Driver/Project/Configuration.h"
#include "ptx/Lsp/Settings.h"

#include <optional>

namespace ptx {

/// Settings from the `.ptx-check` files around each file.
class FileSettingsReader : public lsp::ProjectSettings {
public:
  /// `line` has to outlive it.
  explicit FileSettingsReader(const CommandLine &line) : line(line) { reload(); }

  lsp::FileSettings settingsOf(llvm::StringRef path, llvm::StringRef languageId) override;
  void reload() override { configuration.emplace(line); }
  std::vector<std::string> takeProblems() override { return configuration->takeProblems(); }
  llvm::StringRef fileName() const override { return Configuration::fileName; }

private:
  const CommandLine &line;
  std::optional<Configuration> configuration;
};

} // namespace ptx

#endif // PTX_LSP_FILESETTINGSREADER_H
