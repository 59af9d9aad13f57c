// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_PROJECT_CONFIGURATION_H
#define PTX_DRIVER_PROJECT_CONFIGURATION_H

#include "ptx/Check/Passes.h"
#include "ptx/Driver/Files/InputFiles.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Project/IgnoreFiles.h"
#include "ptx/Support/NamePatterns.h"

#include "llvm/ADT/StringMap.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ptx {

/// A value of a configuration, and where it was set: "folder/.ptx-check:3:5".
template <class T> struct Configured {
  T value;
  std::string origin;
};

/// What a configuration file says of the files and entries that patterns select.
struct ConfigurationSection {
  /// Of files, seen from the folder of the configuration; empty for all.
  NamePatterns paths;
  /// Of entries; null for all. Such a section has nothing but warnings.
  std::shared_ptr<const NamePatterns> entries;
  /// What is after `-W` on a command line.
  std::vector<Configured<std::string>> warnings;
  std::optional<Configured<std::vector<TargetId>>> targets;
  std::optional<Configured<PtxVersion>> version;
  /// A release of CUDA or a driver: the one that was read last.
  std::optional<Configured<Consumer>> consumer;
  std::optional<Configured<TargetId>> gpu;
  std::optional<Configured<bool>> ptxasCompat;
  std::optional<Configured<bool>> isFinal;
  std::optional<Configured<uint32_t>> errorLimit;
  std::optional<Configured<bool>> canonical;
};

/// A file `.ptx-check`.
struct ConfigurationFile {
  std::string path;
  /// The folder that the patterns of the file are relative to, absolute.
  std::string folder;
  /// Whether configurations of the folders around this one do not count.
  bool isRoot = false;
  ConfigurationSection general;
  /// In their order; a later one wins.
  std::vector<ConfigurationSection> overrides;
  NamePatterns exclude;
  std::shared_ptr<std::vector<Ban>> bans;
};

/// Finds the configuration of files: `.ptx-check` in their folder and in those around it.
class Configuration {
public:
  static constexpr llvm::StringLiteral fileName = ".ptx-check";

  /// Looks for files unless `--config` or `--no-config` say which one to read.
  explicit Configuration(const CommandLine &line);

  /// A section that is in effect, and the file that it is from.
  struct Applied {
    const ConfigurationSection *section;
    const ConfigurationFile *file;

    friend bool operator<(const Applied &a, const Applied &b) {
      return std::less<>()(a.section, b.section);
    }
  };

  /// What is said of the file `path`, the least specific first; the nearest configuration is last.
  std::vector<Applied> sectionsFor(llvm::StringRef path);

  /// Applies to `options` what `sections` say, in their order.
  static void apply(llvm::ArrayRef<Applied> sections, CheckOptions &options);

  /// Whether `ptx-fmt` is to print the file `path` in canonical spelling.
  bool isCanonical(llvm::StringRef path);

  /// Makes `selection` leave out what configurations and `.gitignore` files exclude, unless
  /// `--no-ignore` takes it back. This has to outlive it.
  void exclude(FileSelection &selection);

  /// Whether `--force-exclude` is given and a configuration excludes the input `path`, or a folder
  /// that holds it.
  bool forcesOut(llvm::StringRef path);

  /// Writes what is in effect for `path`, as YAML with where each value comes from.
  void show(llvm::raw_ostream &os, llvm::StringRef path);

  /// What is wrong with the files that were read so far, one text each.
  std::vector<std::string> takeProblems();
  /// Which files were not read since they belong to others, one text each.
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
