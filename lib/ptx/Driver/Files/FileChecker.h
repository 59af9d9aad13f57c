// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reading, checking and fixing of one file in ptx-check. Private to lib/ptx/Driver.

#ifndef PTX_DRIVER_FILES_FILECHECKER_H
#define PTX_DRIVER_FILES_FILECHECKER_H

#include "ptx/Check/Check.h"
#include "ptx/Check/Link.h"
#include "ptx/Driver/Files/FixFiles.h"
#include "ptx/Driver/Files/SourceHeaders.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Project/InputSettings.h"
#include "ptx/Inline/InlineCheck.h"
#include "ptx/Inline/Languages/Languages.h"
#include "ptx/Support/SourceBuffer.h"

#include <memory>
#include <optional>
#include <vector>

namespace ptx {

/// The kind of the contents of a file.
enum class InputKind : uint8_t { Module, StatementList, AsmTemplate, Host };

/// A checked file, or the reason why it could not be checked.
struct CheckedFile {
  CheckedFile(llvm::StringRef path, const InputOptions &options) : path(path), options(options) {}

  llvm::StringRef path;
  /// The options from the configuration and the command line.
  const InputOptions &options;
  /// Null if the file could not be read; `error` is then the reason.
  std::unique_ptr<SourceBuffer> source;
  InputKind kind = InputKind::Module;
  /// The host language of the PTX; null for the other kinds.
  const HostLanguage *host = nullptr;
  std::string error;
  Report report;
  GatedUses uses;
  /// With `--link`, the names of a module.
  std::optional<LinkModule> link;
  Stats stats;
  /// The counts of `asm` statements in the file.
  InlineCounts statements;
  std::vector<StatementUses> statementUses;
  std::vector<std::string> partlyKnownMacros;
  std::vector<std::pair<std::string, std::string>> expandedMacros;
  /// The text after fixes. If there is one, the report is about this text, otherwise about
  /// `source`.
  FixedText fixed;
  std::unique_ptr<SourceBuffer> fixedSource;

  const SourceBuffer &reported() const { return fixedSource ? *fixedSource : *source; }
  /// The start of a line comment.
  llvm::StringRef commentSign() const { return host ? host->comment : "//"; }
};

/// Checks single files. All members are thread-safe.
class FileChecker {
public:
  /// Reads `--operands`, the options of fixes and those of headers. Fails with a message for the
  /// user. `line` must outlive the checker.
  static llvm::Expected<FileChecker> make(const CommandLine &line);

  const FixOptions &fixes() const { return fixOptions; }
  SourceHeaders &headers() const { return *sourceHeaders; }

  /// Reads and checks the file `path` with `options`, which must outlive the result.
  CheckedFile check(llvm::StringRef path, const InputOptions &options, Workers &workers) const;

  /// Checks the modules among `files` as a linker would, in this order, and adds what is found to
  /// their reports. Does nothing if a file has an error, and returns false then.
  bool link(llvm::MutableArrayRef<CheckedFile> files, Workers &workers) const;

private:
  explicit FileChecker(const CommandLine &line) : line(&line), kind(line.sourceKind()) {}

  const HostLanguage *hostOf(const SourceBuffer &source) const;
  InputKind kindOf(const CheckedFile &checked) const;
  void readAndCheck(CheckedFile &checked, Workers &workers) const;
  Report check(const SourceBuffer &source, const CheckOptions &how, CheckedFile &checked,
               Workers &workers) const;
  Report checkForLink(CheckedFile &checked, Workers &workers) const;
  void fix(CheckedFile &checked, Workers &workers) const;

  const CommandLine *line;
  SourceKind kind;
  FixOptions fixOptions;
  std::optional<std::vector<AsmOperand>> operands;
  std::unique_ptr<SourceHeaders> sourceHeaders;
};

} // namespace ptx

#endif // PTX_DRIVER_FILES_FILECHECKER_H
