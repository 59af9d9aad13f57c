// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Project/ConfigurationReader.h"

#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Isa/Reference/PlatformNames.h"
#include "ptx/Support/ProjectFile.h"
#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/YAMLTraits.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;
namespace yaml = llvm::yaml;

namespace {

/// Reads one configuration file.
class Reader {
public:
  Reader(ConfigurationFile &file, std::vector<std::string> &problems)
      : file(file), problems(problems) {
    sources.setDiagHandler(&Reader::addFault, this);
  }

  void read(StringRef text);

private:
  using Use = void (Reader::*)(yaml::Node &value, ConfigurationSection &section);
  /// The location of a key: in the file itself, in an element of `overrides` or of `bans`, or in
  /// `sanitize`.
  enum Place : unsigned { File = 1, Override = 2, OneBan = 4, Launches = 8 };
  struct Key {
    StringRef name;
    unsigned places;
    Use use;
  };
  static const Key keys[];

  static void addFault(const llvm::SMDiagnostic &fault, void *reader);
  void fault(const yaml::Node &node, const Twine &text);
  std::string originOf(const yaml::Node &node);

  void readMapping(yaml::Node &node, Place place, ConfigurationSection &section);
  const Key *readKey(yaml::Node &node, Place place, llvm::StringSet<> &seen);
  template <class Visit> void forEachElement(yaml::Node &node, Visit visit);
  std::optional<std::string> scalar(yaml::Node &node, StringRef expected);
  std::optional<Configured<bool>> boolean(yaml::Node &node);
  std::optional<Configured<uint32_t>> number(yaml::Node &node, uint32_t most = UINT32_MAX);
  void readPatterns(yaml::Node &node, NamePatterns &patterns);

  void readPaths(yaml::Node &value, ConfigurationSection &section);
  void readEntries(yaml::Node &value, ConfigurationSection &section);
  void readWarnings(yaml::Node &value, ConfigurationSection &section);
  void readTargets(yaml::Node &value, ConfigurationSection &section);
  void readVersionKey(yaml::Node &value, ConfigurationSection &section);
  void readForCuda(yaml::Node &value, ConfigurationSection &section);
  void readForDriver(yaml::Node &value, ConfigurationSection &section);
  void readConsumer(yaml::Node &value, bool isDriver, ConfigurationSection &section);
  void readForGpu(yaml::Node &value, ConfigurationSection &section);
  void readCompat(yaml::Node &value, ConfigurationSection &section);
  void readFinal(yaml::Node &value, ConfigurationSection &section);
  void readErrorLimit(yaml::Node &value, ConfigurationSection &section);
  void readCanonical(yaml::Node &value, ConfigurationSection &section);
  void readSanitize(yaml::Node &value, ConfigurationSection &section);
  void readSchedules(yaml::Node &value, ConfigurationSection &section);
  void readSeed(yaml::Node &value, ConfigurationSection &section);
  void readStepLimit(yaml::Node &value, ConfigurationSection &section);
  void readTimeLimit(yaml::Node &value, ConfigurationSection &section);
  void readStrict(yaml::Node &value, ConfigurationSection &section);
  void readRoot(yaml::Node &value, ConfigurationSection &section);
  void readExclude(yaml::Node &value, ConfigurationSection &section);
  void readBans(yaml::Node &value, ConfigurationSection &section);
  void readInstruction(yaml::Node &value, ConfigurationSection &section);
  void readWord(yaml::Node &value, ConfigurationSection &section);
  void readMessage(yaml::Node &value, ConfigurationSection &section);
  void readOverrides(yaml::Node &value, ConfigurationSection &section);

  ConfigurationFile &file;
  Ban ban; // the current one
  std::vector<std::string> &problems;
  unsigned faults = 0;
  llvm::SourceMgr sources;
  std::optional<yaml::Stream> stream;
};

} // namespace

const Reader::Key Reader::keys[] = {
    {"paths", Override, &Reader::readPaths},
    {"entries", Override, &Reader::readEntries},
    {"warnings", File | Override, &Reader::readWarnings},
    {"targets", File | Override, &Reader::readTargets},
    {"version", File | Override, &Reader::readVersionKey},
    {"for-cuda", File | Override, &Reader::readForCuda},
    {"for-driver", File | Override, &Reader::readForDriver},
    {"for-gpu", File | Override, &Reader::readForGpu},
    {"ptxas-compat", File | Override, &Reader::readCompat},
    {"final", File | Override, &Reader::readFinal},
    {"error-limit", File | Override, &Reader::readErrorLimit},
    {"canonical", File | Override, &Reader::readCanonical},
    {"sanitize", File | Override, &Reader::readSanitize},
    {"root", File, &Reader::readRoot},
    {"exclude", File, &Reader::readExclude},
    {"overrides", File, &Reader::readOverrides},
    {"bans", File, &Reader::readBans},
    {"instruction", OneBan, &Reader::readInstruction},
    {"word", OneBan, &Reader::readWord},
    {"message", OneBan, &Reader::readMessage},
    {"schedules", Launches, &Reader::readSchedules},
    {"seed", Launches, &Reader::readSeed},
    {"step-limit", Launches, &Reader::readStepLimit},
    {"time-limit", Launches, &Reader::readTimeLimit},
    {"strict", Launches, &Reader::readStrict},
};

void Reader::addFault(const llvm::SMDiagnostic &fault, void *reader) {
  constexpr unsigned most = 100; // more are not useful, and each costs a scan of its line
  Reader &self = *static_cast<Reader *>(reader);
  if (++self.faults == most)
    self.problems.push_back(self.file.path + ": further faults are not shown");
  if (self.faults >= most)
    return;
  self.problems.push_back(self.file.path + ":" + std::to_string(fault.getLineNo()) + ":" +
                          std::to_string(fault.getColumnNo() + 1) + ": " +
                          printable(fault.getMessage()));
}

void Reader::fault(const yaml::Node &node, const Twine &text) {
  stream->printError(node.getSourceRange(), text);
}

std::string Reader::originOf(const yaml::Node &node) {
  if (stream->failed()) // the node then has no location
    return file.path;
  auto [line, column] = sources.getLineAndColumn(node.getSourceRange().Start);
  return file.path + ":" + std::to_string(line) + ":" + std::to_string(column);
}

/// The text of a scalar; none after a fault.
std::optional<std::string> Reader::scalar(yaml::Node &node, StringRef expected) {
  llvm::SmallString<64> storage;
  if (auto *plain = llvm::dyn_cast<yaml::ScalarNode>(&node))
    return plain->getValue(storage).str();
  if (auto *block = llvm::dyn_cast<yaml::BlockScalarNode>(&node))
    return block->getValue().rtrim().str();
  fault(node, "expected " + expected);
  return std::nullopt;
}

std::optional<Configured<bool>> Reader::boolean(yaml::Node &node) {
  std::string origin = originOf(node);
  std::optional<std::string> text = scalar(node, "true or false");
  if (!text)
    return std::nullopt;
  if (std::optional<bool> value = yaml::parseBool(*text))
    return Configured<bool>{*value, std::move(origin)};
  fault(node, "expected true or false, found `" + *text + "`");
  return std::nullopt;
}

std::optional<Configured<uint32_t>> Reader::number(yaml::Node &node, uint32_t most) {
  std::string origin = originOf(node);
  std::optional<std::string> text = scalar(node, "a number");
  uint32_t number = 0;
  if (!text)
    return std::nullopt;
  if (StringRef(*text).getAsInteger(10, number))
    fault(node, "expected a number, found `" + *text + "`");
  else if (number > most)
    fault(node, "expected at most " + Twine(most) + ", found `" + *text + "`");
  else
    return Configured<uint32_t>{number, std::move(origin)};
  return std::nullopt;
}

/// Visits the elements of a sequence. Another node is visited as the only element.
template <class Visit> void Reader::forEachElement(yaml::Node &node, Visit visit) {
  auto *sequence = llvm::dyn_cast<yaml::SequenceNode>(&node);
  if (!sequence)
    return visit(node);
  for (yaml::Node &element : *sequence) {
    if (stream->failed())
      return;
    visit(element);
  }
}

/// The key for `node`; null after a fault.
const Reader::Key *Reader::readKey(yaml::Node &node, Place place, llvm::StringSet<> &seen) {
  std::optional<std::string> name = scalar(node, "a key");
  if (!name)
    return nullptr;
  NearestSpelling nearest(*name);
  for (const Key &key : keys) {
    if (!(key.places & place))
      continue;
    nearest.consider(key.name);
    if (key.name != *name)
      continue;
    if (!seen.insert(key.name).second)
      fault(node, "`" + key.name + "` is given twice");
    return &key;
  }
  fault(node, "unknown key `" + *name + "`" +
                  (nearest.word().empty() ? "" : "; did you mean `" + nearest.word() + "`?"));
  return nullptr;
}

/// Whether the value is null.
static bool isNull(const yaml::Node &node) {
  auto *scalar = llvm::dyn_cast<yaml::ScalarNode>(&node);
  return llvm::isa<yaml::NullNode>(node) ||
         (scalar && (scalar->getRawValue() == "null" || scalar->getRawValue() == "~"));
}

void Reader::readMapping(yaml::Node &node, Place place, ConfigurationSection &section) {
  auto *mapping = llvm::dyn_cast<yaml::MappingNode>(&node);
  if (!mapping)
    return fault(node, "expected keys and values, such as `warnings: [all]`");
  llvm::StringSet<> seen;
  for (yaml::KeyValueNode &pair : *mapping) {
    if (stream->failed())
      return;
    yaml::Node *name = pair.getKey();
    const Key *key = name ? readKey(*name, place, seen) : nullptr;
    // Later nodes can be read only after the value has been read.
    yaml::Node *value = pair.getValue();
    if (!value || stream->failed() || isNull(*value))
      continue;
    if (key)
      (this->*key->use)(*value, section);
    else
      value->skip();
  }
}

void Reader::readPatterns(yaml::Node &node, NamePatterns &patterns) {
  forEachElement(node, [&](yaml::Node &element) {
    if (std::optional<std::string> text = scalar(element, "a pattern, such as `generated/*`"))
      if (llvm::Error error = patterns.add(*text))
        fault(element, llvm::toString(std::move(error)));
  });
}

void Reader::readPaths(yaml::Node &value, ConfigurationSection &section) {
  readPatterns(value, section.paths);
}

void Reader::readEntries(yaml::Node &value, ConfigurationSection &section) {
  auto patterns = std::make_shared<NamePatterns>();
  readPatterns(value, *patterns);
  section.entries = std::move(patterns);
}

void Reader::readWarnings(yaml::Node &value, ConfigurationSection &section) {
  forEachElement(value, [&](yaml::Node &element) {
    std::string origin = originOf(element);
    std::optional<std::string> flag = scalar(element, "a rule or group, such as `no-unused-label`");
    if (!flag)
      return;
    if (llvm::Error error = DiagnosticOptions().addWarningFlag(*flag))
      fault(element, llvm::toString(std::move(error)));
    else
      section.warnings.push_back({std::move(*flag), std::move(origin)});
  });
}

void Reader::readTargets(yaml::Node &value, ConfigurationSection &section) {
  Configured<std::vector<TargetId>> targets{{}, originOf(value)};
  forEachElement(value, [&](yaml::Node &element) {
    std::optional<std::string> name = scalar(element, "a target, such as `sm_90a`");
    if (!name)
      return;
    llvm::Expected<TargetId> target = readTarget(*name);
    if (target)
      targets.value.push_back(*target);
    else
      fault(element, llvm::toString(target.takeError()));
  });
  section.targets = std::move(targets);
}

void Reader::readVersionKey(yaml::Node &value, ConfigurationSection &section) {
  std::string origin = originOf(value);
  std::optional<std::string> text = scalar(value, "a version, such as `9.2`");
  if (!text)
    return;
  llvm::Expected<PtxVersion> version = readVersion(*text);
  if (version)
    section.version = {*version, std::move(origin)};
  else
    fault(value, llvm::toString(version.takeError()));
}

void Reader::readForCuda(yaml::Node &value, ConfigurationSection &section) {
  readConsumer(value, /*isDriver=*/false, section);
}

void Reader::readForDriver(yaml::Node &value, ConfigurationSection &section) {
  readConsumer(value, /*isDriver=*/true, section);
}

void Reader::readConsumer(yaml::Node &value, bool isDriver, ConfigurationSection &section) {
  std::string origin = originOf(value);
  std::optional<std::string> text =
      scalar(value, isDriver ? "a version of the driver, such as `550`"
                             : "a release of CUDA, such as `12.4`");
  if (!text)
    return;
  if (section.consumer)
    return fault(value, "`for-cuda` and `for-driver` do not go together");
  llvm::Expected<const ReleaseInfo *> release = isDriver ? readDriver(*text) : readRelease(*text);
  if (release)
    section.consumer = {Consumer{*release, isDriver}, std::move(origin)};
  else
    fault(value, llvm::toString(release.takeError()));
}

void Reader::readForGpu(yaml::Node &value, ConfigurationSection &section) {
  std::string origin = originOf(value);
  std::optional<std::string> name = scalar(value, "a target, such as `sm_90`");
  if (!name)
    return;
  llvm::Expected<TargetId> gpu = readTarget(*name);
  if (gpu)
    section.gpu = {*gpu, std::move(origin)};
  else
    fault(value, llvm::toString(gpu.takeError()));
}

void Reader::readCompat(yaml::Node &value, ConfigurationSection &section) {
  section.ptxasCompat = boolean(value);
}

void Reader::readFinal(yaml::Node &value, ConfigurationSection &section) {
  section.isFinal = boolean(value);
}

void Reader::readErrorLimit(yaml::Node &value, ConfigurationSection &section) {
  section.errorLimit = number(value);
}

void Reader::readCanonical(yaml::Node &value, ConfigurationSection &section) {
  section.canonical = boolean(value);
}

void Reader::readSanitize(yaml::Node &value, ConfigurationSection &section) {
  readMapping(value, Launches, section);
}

void Reader::readSchedules(yaml::Node &value, ConfigurationSection &section) {
  section.execution.schedules = number(value, execution::SanitizerOptions::mostSchedules);
}

void Reader::readSeed(yaml::Node &value, ConfigurationSection &section) {
  section.execution.seed = number(value);
}

void Reader::readStepLimit(yaml::Node &value, ConfigurationSection &section) {
  section.execution.stepLimit = number(value);
}

void Reader::readTimeLimit(yaml::Node &value, ConfigurationSection &section) {
  section.execution.timeLimit = number(value);
}

void Reader::readStrict(yaml::Node &value, ConfigurationSection &section) {
  section.execution.isStrict = boolean(value);
}

void Reader::readRoot(yaml::Node &value, ConfigurationSection &) {
  if (std::optional<Configured<bool>> root = boolean(value))
    file.isRoot = root->value;
}

void Reader::readExclude(yaml::Node &value, ConfigurationSection &) {
  readPatterns(value, file.exclude);
}

void Reader::readOverrides(yaml::Node &value, ConfigurationSection &) {
  forEachElement(value, [&](yaml::Node &element) {
    ConfigurationSection section;
    size_t faults = problems.size();
    readMapping(element, Override, section);
    if (problems.size() != faults)
      return;
    if (section.paths.empty() && !section.entries)
      fault(element, "an override selects nothing; expected `paths` or `entries`");
    bool hasMore = section.targets || section.version || section.consumer || section.gpu ||
                   section.ptxasCompat || section.isFinal || section.errorLimit ||
                   section.canonical || !section.execution.isEmpty();
    if (section.entries && hasMore)
      fault(element, "an override with `entries` has nothing but `paths` and `warnings`");
    file.overrides.push_back(std::move(section));
  });
}

void Reader::readBans(yaml::Node &value, ConfigurationSection &section) {
  file.bans = std::make_shared<std::vector<Ban>>();
  forEachElement(value, [&](yaml::Node &element) {
    ban = {};
    size_t faults = problems.size();
    readMapping(element, OneBan, section);
    if (problems.size() != faults)
      return;
    if (ban.message.empty() || (ban.instructions.empty() && ban.words.empty()))
      return fault(element, "expected a `message`, and `instruction` or `word`");
    file.bans->push_back(std::move(ban));
  });
}

void Reader::readInstruction(yaml::Node &value, ConfigurationSection &) {
  readPatterns(value, ban.instructions);
}

void Reader::readWord(yaml::Node &value, ConfigurationSection &) { readPatterns(value, ban.words); }

void Reader::readMessage(yaml::Node &value, ConfigurationSection &) {
  if (std::optional<std::string> text = scalar(value, "a text"))
    ban.message = printable(*text);
}

void Reader::read(StringRef text) {
  constexpr unsigned deepest = 256; // LLVM's reader is recursive
  if (nestsDeeper(text, deepest, Quotes::None)) {
    problems.push_back(file.path + ": brackets nest too deeply");
    return;
  }
  stream.emplace(llvm::MemoryBufferRef(text, file.path), sources, /*ShowColors=*/false);
  yaml::document_iterator document = stream->begin();
  if (document == stream->end())
    return;
  yaml::Node *root = document->getRoot();
  if (root && !isNull(*root))
    readMapping(*root, File, file.general);
  if (!stream->failed() && ++document != stream->end())
    problems.push_back(file.path + ": expected one document");
}

void ptx::readConfiguration(StringRef text, ConfigurationFile &file,
                            std::vector<std::string> &problems) {
  Reader(file, problems).read(text);
}
