// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_PROJECT_CONFIGURATION_H
#define PTX_DRIVER_PROJECT_CONFIGURATION_H

#include "ptx/Check/Passes.h"
#include "ptx/Driver/Files/InputFiles.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Project/IgnoreFiles.h"
#include "ptx/Execution/Sanitizer.h"
#include "ptx/Support/NamePatterns.h"

#include "llvm/ADT/StringMap.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ptx {

/// A configured value and its origin: "folder/.ptx-check:3:5".
template <class T> struct Configured {
  T value;
  std::string origin;
};

/// How `ptx-sanitize` executes launches: the keys of `sanitize`, or the command line.
struct ExecutionSettings {
  std::optional<Configured<uint32_t>> schedules, seed, stepLimit, timeLimit;
  std::optional<Configured<bool>> isStrict;

  bool isEmpty() const { return !schedules && !seed && !stepLimit && !timeLimit && !isStrict; }
  /// The values that `later` has replace those that are known.
  void add(const ExecutionSettings &later);
  execution::SanitizerOptions options() const;
};

/// The settings in a configuration file for files and entries that match patterns.
struct ConfigurationSection {
  /// Patterns of files, relative to the folder of the configuration; empty for all.
  NamePatterns paths;
  /// Patterns of entries; null for all. A section with such patterns contains only warnings.
  std::shared_ptr<const NamePatterns> entries;
  /// Warning flags as after `-W` on a command line.
  std::vector<Configured<std::string>> warnings;
  std::optional<Configured<std::vector<TargetId>>> targets;
  std::optional<Configured<PtxVersion>> version;
  /// A CUDA release or a driver, whichever was read last.
  std::optional<Configured<Consumer>> consumer;
  std::optional<Configured<TargetId>> gpu;
  std::optional<Configured<bool>> ptxasCompat;
  std::optional<Configured<bool>> isFinal;
  std::optional<Configured<uint32_t>> errorLimit;
  std::optional<Configured<bool>> canonical;
  ExecutionSettings execution;
};

/// A file `.ptx-check`.
struct ConfigurationFile {
  std::string path;
  /// The absolute path of the folder to which patterns are relative.
  std::string folder;
  /// Whether the configurations of parent folders are ignored.
  bool isRoot = false;
  ConfigurationSection general;
  /// In order; later sections take precedence.
  std::vector<ConfigurationSection> overrides;
  NamePatterns exclude;
  std::shared_ptr<std::vector<Ban>> bans;
};

/// Finds the configurations of files: `.ptx-check` in their folder and in its parents.
class Configuration {
public:
  static constexpr llvm::StringLiteral fileName = ".ptx-check";

  /// Searches for files unless `--config` or `--no-config` is given.
  explicit Configuration(const CommandLine &line);

  /// An effective section and its file.
  struct Applied {
    const ConfigurationSection *section;
    const ConfigurationFile *file;

    friend bool operator<(const Applied &a, const Applied &b) {
      return std::less<>()(a.section, b.section);
    }
  };

  /// The effective sections for the file `path`, least specific first. The closest configuration is
  /// last.
  std::vector<Applied> sectionsFor(llvm::StringRef path);

  /// Applies `sections`, in order, to `options`.
  static void apply(llvm::ArrayRef<Applied> sections, CheckOptions &options);

  /// Whether `ptx-fmt` prints the file `path` in canonical spelling.
  bool isCanonical(llvm::StringRef path);

  /// How `ptx-sanitize` executes the launches of the file `path`.
  ExecutionSettings executionOf(llvm::StringRef path);

  /// Makes `selection` skip files that configurations and `.gitignore` files exclude, unless
  /// `--no-ignore` is given. The object must outlive `selection`.
  void exclude(FileSelection &selection);

  /// Whether `--force-exclude` is given and a configuration excludes the input `path` or a parent
  /// folder.
  bool forcesOut(llvm::StringRef path);

  /// Writes the effective settings for `path` as YAML, with the origin of each value.
  void show(llvm::raw_ostream &os, llvm::StringRef path);

  /// The problems in the files that were read so far, one message each.
  std::vector<std::string> takeProblems();
  /// Messages about files that were skipped because they belong to other users, one each.
  std::vector<std::string> takeNotes() { return std::exchange(notes, {}); }

private:
  using Chain = std::vector<const ConfigurationFile *>;
  bool excludes(llvm::StringRef path, bool isFolder);
  const Chain &chainOf(llvm::StringRef folder);
  const ConfigurationFile *read(llvm::StringRef path, llvm::StringRef folder);

  bool isSearching;
  bool ignoresNothing;
  bool isForced;
  IgnoreFiles ignoreFiles;
  Chain given;
  std::vector<std::unique_ptr<ConfigurationFile>> files;
  llvm::StringMap<Chain> chains;
  std::vector<std::string> problems;
  std::vector<std::string> notes;
};

/// `--show-config`: writes the configuration of each input.
ExitCode showConfiguration(const CommandLine &line, ToolStreams &streams);

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_CONFIGURATION_H
