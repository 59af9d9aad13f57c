// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Project/Configuration.h"

#include "ptx/Diagnostics/Writers/FileReference.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Driver/Project/ConfigurationReader.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Support/ProjectFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <climits>

using namespace ptx;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string absolute(StringRef name) { return absolutePath(name, workingFolder()); }

/// The folder of the file `full`; the root if the name is too long for a file.
static StringRef folderOf(StringRef full) {
  return full.size() < PATH_MAX ? path::parent_path(full) : "/";
}

Configuration::Configuration(const CommandLine &line)
    : isSearching(!line.has(OPT_config) && !line.has(OPT_no_config)),
      ignoresNothing(line.has(OPT_no_ignore)), isForced(line.has(OPT_force_exclude)) {
  std::optional<StringRef> name = line.value(OPT_config);
  if (!name)
    return;
  std::string full = absolute(*name);
  if (const ConfigurationFile *file = read(*name, path::parent_path(full)))
    given.push_back(file);
}

/// The file `path`; null if it cannot be read. This is a problem unless the file does not exist and
/// was not requested.
const ConfigurationFile *Configuration::read(StringRef path, StringRef folder) {
  if (isSearching && !fs::exists(path))
    return nullptr;
  if (isSearching && isOfStranger(path)) {
    notes.push_back(("`" + path + "` is not read: it belongs to another user").str());
    return nullptr;
  }
  auto text = readProjectFile(path);
  if (!text) {
    problems.push_back(("cannot read `" + path + "`: " + llvm::toString(text.takeError())).str());
    return nullptr;
  }
  auto file = std::make_unique<ConfigurationFile>();
  file->path = referencePath(path, workingFolder());
  file->folder = folder.str();
  readConfiguration((*text)->getBuffer(), *file, problems);
  files.push_back(std::move(file));
  return files.back().get();
}

/// The configurations of `folder`, an absolute path, outermost first.
const Configuration::Chain &Configuration::chainOf(StringRef folder) {
  if (!isSearching)
    return given;
  if (auto known = chains.find(folder); known != chains.end())
    return known->second;
  llvm::SmallString<256> name(folder);
  path::append(name, fileName);
  const ConfigurationFile *own = fs::is_directory(name) ? nullptr : read(name, folder);
  StringRef parent = path::parent_path(folder);
  Chain chain;
  if (!(own && own->isRoot) && !parent.empty())
    chain = chainOf(parent);
  if (own)
    chain.push_back(own);
  return chains[folder] = std::move(chain);
}

std::vector<Configuration::Applied> Configuration::sectionsFor(StringRef name) {
  std::string full = absolute(name);
  std::vector<Applied> sections;
  for (const ConfigurationFile *file : chainOf(folderOf(full))) {
    sections.push_back({&file->general, file});
    StringRef seen = pathBelow(full, file->folder);
    for (const ConfigurationSection &section : file->overrides)
      if (section.paths.empty() || section.paths.matchFileOrFolder(seen))
        sections.push_back({&section, file});
  }
  return sections;
}

void Configuration::apply(llvm::ArrayRef<Applied> sections, CheckOptions &options) {
  for (const Applied &applied : sections) {
    const ConfigurationSection &section = *applied.section;
    if (&section == &applied.file->general && applied.file->bans)
      options.bans.push_back(applied.file->bans);
    for (const Configured<std::string> &flag : section.warnings)
      llvm::cantFail(options.diagnostics.addWarningFlag(flag.value, section.entries));
    if (section.targets)
      options.sema.targets.assign(section.targets->value.begin(), section.targets->value.end());
    if (section.version)
      options.sema.version = section.version->value;
    if (section.consumer)
      options.sema.consumer = section.consumer->value;
    if (section.gpu)
      options.sema.gpu = section.gpu->value;
    if (section.ptxasCompat)
      options.diagnostics.ptxasCompat = section.ptxasCompat->value;
    if (section.isFinal)
      options.diagnostics.isFinal = section.isFinal->value;
    if (section.errorLimit)
      options.diagnostics.errorLimit = section.errorLimit->value;
  }
}

void ExecutionSettings::add(const ExecutionSettings &later) {
  auto take = [](auto &to, const auto &from) {
    if (from)
      to = from;
  };
  take(schedules, later.schedules);
  take(seed, later.seed);
  take(stepLimit, later.stepLimit);
  take(timeLimit, later.timeLimit);
  take(isStrict, later.isStrict);
}

execution::SanitizerOptions ExecutionSettings::options() const {
  execution::SanitizerOptions options;
  if (schedules)
    options.schedules = schedules->value;
  if (seed)
    options.seed = seed->value;
  if (stepLimit)
    options.limit = stepLimit->value;
  if (timeLimit)
    options.seconds = timeLimit->value;
  if (isStrict)
    options.isStrict = isStrict->value;
  return options;
}

ExecutionSettings Configuration::executionOf(StringRef name) {
  ExecutionSettings settings;
  for (const Applied &applied : sectionsFor(name))
    settings.add(applied.section->execution);
  return settings;
}

bool Configuration::isCanonical(StringRef name) {
  bool canonical = false;
  for (const Applied &applied : sectionsFor(name))
    if (applied.section->canonical)
      canonical = applied.section->canonical->value;
  return canonical;
}

std::vector<std::string> Configuration::takeProblems() {
  llvm::append_range(problems, ignoreFiles.takeProblems());
  return std::exchange(problems, {});
}

void Configuration::exclude(FileSelection &selection) {
  if (!ignoresNothing)
    selection.excludes = [this](StringRef path, bool isFolder) { return excludes(path, isFolder); };
}

bool Configuration::excludes(StringRef name, bool isFolder) {
  std::string full = absolute(name);
  return ignoreFiles.excludes(full, isFolder) ||
         llvm::any_of(chainOf(folderOf(full)), [&](const ConfigurationFile *file) {
           return file->exclude.matchFile(pathBelow(full, file->folder));
         });
}

bool Configuration::forcesOut(StringRef name) {
  if (!isForced)
    return false;
  std::string full = absolute(name);
  return llvm::any_of(chainOf(folderOf(full)), [&](const ConfigurationFile *file) {
    return file->exclude.matchFileOrFolder(pathBelow(full, file->folder));
  });
}

namespace {

/// Prints the effective values for a file.
class ConfigurationPrinter {
public:
  explicit ConfigurationPrinter(llvm::raw_ostream &os) : os(os) {}

  /// One line: `key: value  # origin`.
  template <class T, class Text>
  void row(StringRef key, const std::optional<Configured<T>> &setting, StringRef standard,
           Text text) {
    line((key + ": " + (setting ? text(setting->value) : standard.str())).str(),
         setting ? setting->origin : "default");
  }

  void line(const std::string &text, StringRef origin) {
    os << printable(text);
    constexpr size_t column = 32;
    os.indent(text.size() < column ? column - text.size() : 1) << "# " << printable(origin) << '\n';
  }

private:
  llvm::raw_ostream &os;
};

} // namespace

void Configuration::show(llvm::raw_ostream &os, StringRef name) {
  ConfigurationSection last;
  ConfigurationPrinter printer(os);
  bool hasWarnings = false;
  for (const Applied &applied : sectionsFor(name)) {
    const ConfigurationSection &section = *applied.section;
    for (const Configured<std::string> &flag : section.warnings) {
      if (!std::exchange(hasWarnings, true))
        os << "warnings:\n";
      std::string entries;
      if (section.entries)
        entries = ", in entries `" + printable(llvm::join(section.entries->texts(), "`, `")) + "`";
      printer.line("  - " + flag.value, flag.origin + entries);
    }
    auto take = [](auto &to, const auto &from) {
      if (from)
        to = from;
    };
    take(last.targets, section.targets);
    take(last.version, section.version);
    take(last.consumer, section.consumer);
    take(last.gpu, section.gpu);
    take(last.ptxasCompat, section.ptxasCompat);
    take(last.isFinal, section.isFinal);
    take(last.errorLimit, section.errorLimit);
    take(last.canonical, section.canonical);
    last.execution.add(section.execution);
  }
  if (!hasWarnings)
    printer.line("warnings: []", "default");
  auto boolean = [](bool value) { return std::string(value ? "true" : "false"); };
  printer.row("targets", last.targets, "[]", [](const std::vector<TargetId> &targets) {
    std::vector<StringRef> names;
    for (TargetId target : targets)
      names.push_back(info(target).name);
    return "[" + llvm::join(names, ", ") + "]";
  });
  printer.row("version", last.version, "null", [](PtxVersion version) { return version.str(); });
  bool isDriver = last.consumer && last.consumer->value.isDriver;
  printer.row(
      isDriver ? "for-driver" : "for-cuda", last.consumer, "null",
      [](const Consumer &consumer) { return consumer.str().substr(consumer.str().find(' ') + 1); });
  printer.row("for-gpu", last.gpu, "null", [](TargetId gpu) { return info(gpu).name.str(); });
  printer.row("ptxas-compat", last.ptxasCompat, "false", boolean);
  printer.row("final", last.isFinal, "false", boolean);
  auto number = [](uint32_t value) { return std::to_string(value); };
  printer.row("error-limit", last.errorLimit, number(DiagnosticOptions().errorLimit), number);
  printer.row("canonical", last.canonical, "false", boolean);
  const execution::SanitizerOptions standard;
  os << "sanitize:\n";
  printer.row("  schedules", last.execution.schedules, number(standard.schedules), number);
  printer.row("  seed", last.execution.seed, std::to_string(standard.seed), number);
  printer.row("  step-limit", last.execution.stepLimit, std::to_string(standard.limit), number);
  printer.row("  time-limit", last.execution.timeLimit, "null", number);
  printer.row("  strict", last.execution.isStrict, "false", boolean);
}

ExitCode ptx::showConfiguration(const CommandLine &line, ToolStreams &streams) {
  if (line.inputs().empty())
    return usageError(streams, "--show-config requires an input");
  Configuration configuration(line);
  for (StringRef input : line.inputs()) {
    streams.out << "# " << printable(line.nameOf(input)) << '\n';
    configuration.show(streams.out, line.nameOf(input));
  }
  streams.note(configuration.takeNotes());
  ExitCode code = ExitCode::Success;
  for (const std::string &problem : configuration.takeProblems())
    code = streams.unusable(problem);
  return code;
}
