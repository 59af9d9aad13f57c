// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How ptx-check reads, checks and mends one file. Private to lib/ptx/Driver.

#ifndef PTX_DRIVER_FILES_FILECHECKER_H
#define PTX_DRIVER_FILES_FILECHECKER_H

#include "ptx/Check/Check.h"
#include "ptx/Driver/Files/FixFiles.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Project/InputSettings.h"
#include "ptx/Inline/InlineCheck.h"
#include "ptx/Inline/Languages/Languages.h"
#include "ptx/Support/SourceBuffer.h"

#include <memory>
#include <optional>
#include <vector>

namespace ptx {

/// What a file is read as.
enum class InputKind : uint8_t { Module, StatementList, AsmTemplate, Host };

/// A file that was checked, or the reason why it could not be.
struct CheckedFile {
  CheckedFile(llvm::StringRef path, const InputOptions &options) : path(path), options(options) {}

  llvm::StringRef path;
  /// What to check it for, by its configuration and the command line.
  const InputOptions &options;
  /// Null if it could not be read; `error` says why then.
  std::unique_ptr<SourceBuffer> source;
  InputKind kind = InputKind::Module;
  /// The language whose statements hold the PTX; null if it is another kind.
  const HostLanguage *host = nullptr;
  std::string error;
  Report report;
  GatedUses uses;
  Stats stats;
  /// Of the `asm` statements in it.
  InlineCounts statements;
  std::vector<StatementUses> statementUses;
  /// What fixes made of it; the report is about that text then, and about `source` otherwise.
  FixedText fixed;
  std::unique_ptr<SourceBuffer> fixedSource;

  const SourceBuffer &reported() const { return fixedSource ? *fixedSource : *source; }
  /// What begins a comment of one line.
  llvm::StringRef commentSign() const { return host ? host->comment : "//"; }
};

/// Checks files one by one. All members may be called from several threads.
class FileChecker {
public:
  /// Reads `--operands` and the options of fixes. Fails with a text for the user. `line` has to
  /// stay.
  static llvm::Expected<FileChecker> make(const CommandLine &line);

  const FixOptions &fixes() const { return fixOptions; }

  /// Reads and checks the file `path`, with `options`, which have to stay.
  CheckedFile check(llvm::StringRef path, const InputOptions &options, Workers &workers) const;

private:
  explicit FileChecker(const CommandLine &line) : line(&line), kind(line.sourceKind()) {}

  const HostLanguage *hostOf(const SourceBuffer &source) const;
  InputKind kindOf(const CheckedFile &checked) const;
  void readAndCheck(CheckedFile &checked, Workers &workers) const;
  Report check(const SourceBuffer &source, const CheckOptions &how, CheckedFile &checked,
               Workers &workers) const;
  void fix(CheckedFile &checked, Workers &workers) const;

  const CommandLine *line;
  SourceKind kind;
  FixOptions fixOptions;
  std::optional<std::vector<AsmOperand>> operands;
  std::vector<std::string> includeFolders; ///< where headers are whose macros count
};

} // namespace ptx

#endif // PTX_DRIVER_FILES_FILECHECKER_H
