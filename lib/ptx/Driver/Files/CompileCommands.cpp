// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Files/CompileCommands.h"

#include "ptx/Diagnostics/Writers/FileReference.h"
#include "ptx/Inline/Languages/Languages.h"
#include "ptx/Support/JsonReader.h"
#include "ptx/Support/ProjectFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace ptx;
using llvm::StringRef;

namespace ptx {

/// Reads the commands of a database.
class CommandReader {
public:
  /// `folder` has the database.
  CommandReader(CompileCommands &result, StringRef folder) : result(result), folder(folder) {}

  void read(JsonReader &reader);
  bool isComplete() const { return hasFiles; }

private:
  using Words = std::vector<std::string>;

  void addArguments(HeaderSearch &search, const Words &words, StringRef directory, unsigned depth);
  const Words &wordsOf(StringRef file);

  CompileCommands &result;
  StringRef folder;
  bool hasFiles = true;
  llvm::StringSet<> known;
  /// Most commands differ only in their files.
  std::map<std::pair<std::vector<std::string>, std::string>, std::shared_ptr<const HeaderSearch>>
      shared;
  llvm::StringMap<Words> responseFiles;
};

} // namespace ptx

static std::vector<std::string> splitCommand(StringRef command) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine(command, saver, words);
  return {words.begin(), words.end()};
}

/// The value of the option at `index` of `words`, if it is one of `names`; moves `index` to its
/// last word. The value follows directly, after `=`, or as the next word.
static std::optional<std::string> valueOf(llvm::ArrayRef<std::string> words, size_t &index,
                                          llvm::ArrayRef<StringRef> names) {
  for (StringRef name : names) {
    StringRef rest = words[index];
    if (!rest.consume_front(name))
      continue;
    if (!rest.empty())
      return rest.ltrim('=').str();
    if (index + 1 < words.size())
      return words[++index];
  }
  return std::nullopt;
}

/// The words in a file of options, which CMake writes for the folders of CUDA sources.
const CommandReader::Words &CommandReader::wordsOf(StringRef file) {
  constexpr uint64_t most = 1 << 20;
  auto [entry, isNew] = responseFiles.try_emplace(file);
  if (!isNew)
    return entry->second;
  if (auto text = readRegularFile(file, most))
    entry->second = splitCommand((*text)->getBuffer());
  else
    llvm::consumeError(text.takeError());
  return entry->second;
}

void CommandReader::addArguments(HeaderSearch &search, const Words &words, StringRef directory,
                                 unsigned depth) {
  static constexpr StringRef folderOptions[] = {"-isystem", "-iquote", "-idirafter",
                                                "--include-path", "-I"};
  static constexpr StringRef fileOptions[] = {"--options-file", "-optf", "@"};
  static constexpr StringRef macroOptions[] = {"--define-macro", "-D"};
  for (size_t i = 0; i < words.size(); ++i) {
    if (auto folder = valueOf(words, i, folderOptions)) {
      search.folders.push_back(absolutePath(*folder, directory));
    } else if (auto file = valueOf(words, i, fileOptions)) {
      if (depth == 0)
        addArguments(search, wordsOf(absolutePath(*file, directory)), directory, depth + 1);
    } else if (auto macro = valueOf(words, i, macroOptions)) {
      auto [name, text] = StringRef(*macro).split('=');
      bool isLine = macro->find('\n') == std::string::npos;
      if (isLine)
        search.definitions +=
            ("#define " + name + " " + (macro->find('=') == std::string::npos ? "1" : text) + "\n")
                .str();
    }
  }
}

/// Reads one command.
void CommandReader::read(JsonReader &reader) {
  std::optional<std::string> file, directory;
  Words words;
  reader.object([&](StringRef key) {
    if (key == "file") {
      file = reader.string();
    } else if (key == "directory") {
      directory = reader.string();
    } else if (key == "command") {
      words = splitCommand(reader.string().value_or(""));
    } else if (key == "arguments") {
      words.clear();
      reader.array([&] { words.push_back(reader.string().value_or("")); });
    }
  });
  hasFiles &= file.has_value();
  llvm::SmallString<256> place(directory.value_or("")), source;
  if (llvm::sys::path::is_relative(place)) {
    place = folder;
    llvm::sys::path::append(place, directory.value_or(""));
  }
  if (file && llvm::sys::path::is_relative(*file))
    source = place;
  llvm::sys::path::append(source, file.value_or(""));
  llvm::sys::path::remove_dots(source, /*remove_dot_dot=*/true);
  if (hostLanguageOf(source) != &cppLanguage || !known.insert(source).second)
    return;
  result.names.push_back(source.str().str());
  HeaderSearch search;
  addArguments(search, words, absolutePath(place, workingFolder()), 0);
  std::shared_ptr<const HeaderSearch> &same = shared[{search.folders, search.definitions}];
  if (!same)
    same = std::make_shared<const HeaderSearch>(std::move(search));
  result.searches.try_emplace(absolutePath(source, workingFolder()), same);
}

llvm::Expected<CompileCommands> CompileCommands::read(StringRef folder) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, fileName);
  auto fail = [&](const llvm::Twine &text) {
    return llvm::createStringError("cannot read `" + path.str() + "`: " + text);
  };
  auto text = readRegularFile(path, /*limit=*/256 << 20);
  if (!text)
    return fail(llvm::toString(text.takeError()));
  JsonReader reader((*text)->getBuffer());
  CompileCommands result;
  CommandReader commands(result, folder);
  bool isList = reader.isArray();
  reader.array([&] { commands.read(reader); });
  if (llvm::Error error = reader.finish())
    return fail(llvm::toString(std::move(error)));
  if (!isList)
    return fail("not a list of commands");
  if (!commands.isComplete())
    return fail("a command without a file");
  return result;
}

/// The number of equal characters at the start of both.
static size_t commonLength(StringRef a, StringRef b) {
  size_t length = std::min(a.size(), b.size());
  return std::mismatch(a.begin(), a.begin() + length, b.begin()).first - a.begin();
}

const HeaderSearch *CompileCommands::searchFor(StringRef path) const {
  if (searches.empty())
    return nullptr;
  auto after = searches.lower_bound(path);
  if (after == searches.end())
    return std::prev(after)->second.get();
  if (after == searches.begin() || after->first == path)
    return after->second.get();
  auto before = std::prev(after);
  bool isBefore = commonLength(before->first, path) > commonLength(after->first, path);
  return (isBefore ? before : after)->second.get();
}
