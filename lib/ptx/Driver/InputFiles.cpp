// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/InputFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

/// Whether a checker should open what `path` leads to. What has vanished and links that lead
/// nowhere are opened as well, so that the failure is reported; a pipe could block for ever.
static bool isWorthOpening(const llvm::Twine &path) {
  fs::file_status status;
  return fs::status(path, status) || status.type() == fs::file_type::regular_file;
}

/// Whether `entry` is a folder and no link to one.
static bool isFolder(const fs::directory_entry &entry) {
  if (entry.type() != fs::file_type::type_unknown)
    return entry.type() == fs::file_type::directory_file;
  // Some file systems do not tell the type along with the name.
  llvm::ErrorOr<fs::basic_file_status> status = entry.status();
  return status && status->type() == fs::file_type::directory_file;
}

bool ptx::isCppSource(StringRef path) {
  return llvm::is_contained({".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp",
                             ".hxx", ".inl", ".inc", ".ipp", ".tcc"},
                            llvm::sys::path::extension(path));
}

bool ptx::isLlvmSource(StringRef path) { return llvm::sys::path::extension(path) == ".ll"; }

bool ptx::isMlirSource(StringRef path) { return llvm::sys::path::extension(path) == ".mlir"; }

llvm::Expected<FileSelection> FileSelection::make(bool sources,
                                                  llvm::ArrayRef<std::string> patterns) {
  FileSelection selection;
  selection.sources = sources;
  for (const std::string &text : patterns)
    if (llvm::Error error = selection.patterns.add(text))
      return std::move(error);
  return selection;
}

bool FileSelection::takes(StringRef path) const {
  if (patterns.empty())
    return path.ends_with(".ptx") ||
           (sources && (isCppSource(path) || isLlvmSource(path) || isMlirSource(path)));
  return patterns.matchFile(path);
}

std::string FileSelection::words() const {
  if (patterns.empty())
    return sources ? "*.ptx file and no source" : "*.ptx file";
  return "file that fits `" + llvm::join(patterns.texts(), "` or `") + "`";
}

/// Appends the files in `folder` and below that are to be looked at to `found`.
static void walk(StringRef folder, const FileSelection &selection, InputFiles &found) {
  std::vector<std::string> pending{folder.str()};
  while (!pending.empty()) {
    std::string current = std::move(pending.back());
    pending.pop_back();
    std::error_code error;
    fs::directory_iterator entry(current, error, /*follow_symlinks=*/false), end;
    for (; !error && entry != end; entry.increment(error)) {
      StringRef below = StringRef(entry->path()).drop_front(folder.size()).ltrim('/');
      bool folder = isFolder(*entry);
      if (!folder && !selection.takes(below))
        continue;
      if (selection.excludes && selection.excludes(entry->path(), folder))
        continue;
      if (folder)
        pending.push_back(entry->path());
      else if (isWorthOpening(entry->path()))
        found.paths.push_back(entry->path());
    }
    if (error)
      found.unusable.push_back(
          {current, "cannot read folder `" + current + "`: " + error.message()});
  }
}

InputFiles ptx::collectInputs(llvm::ArrayRef<StringRef> inputs, const FileSelection &selection) {
  InputFiles found;
  for (StringRef input : inputs) {
    if (input == "-" || !fs::is_directory(input)) {
      found.paths.push_back(input.str());
      continue;
    }
    size_t first = found.paths.size();
    size_t unusable = found.unusable.size();
    walk(input, selection, found);
    llvm::sort(found.paths.begin() + first, found.paths.end());
    if (found.paths.size() == first && found.unusable.size() == unusable)
      found.unusable.push_back(
          {input.str(), "no " + selection.words() + " in folder `" + input.str() + "`"});
  }
  return found;
}

llvm::Expected<std::vector<std::string>> ptx::compiledSources(StringRef folder) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, "compile_commands.json");
  auto fail = [&](const llvm::Twine &text) {
    return llvm::createStringError("cannot read `" + path.str() + "`: " + text);
  };
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text)
    return fail(text.getError().message());
  llvm::Expected<llvm::json::Value> value = llvm::json::parse((*text)->getBuffer());
  if (!value)
    return fail(llvm::toString(value.takeError()));
  const llvm::json::Array *commands = value->getAsArray();
  if (!commands)
    return fail("not a list of commands");
  std::vector<std::string> sources;
  llvm::StringSet<> known;
  for (const llvm::json::Value &command : *commands) {
    const llvm::json::Object *object = command.getAsObject();
    std::optional<StringRef> file = object ? object->getString("file") : std::nullopt;
    if (!file)
      return fail("a command without a file");
    llvm::SmallString<256> source;
    if (llvm::sys::path::is_relative(*file))
      source = object->getString("directory").value_or("");
    llvm::sys::path::append(source, *file);
    if (isCppSource(source) && known.insert(source).second)
      sources.push_back(source.str().str());
  }
  return sources;
}
