// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Files/SourceHeaders.h"

#include "ptx/Diagnostics/Writers/FileReference.h"
#include "ptx/Inline/Read/AsmStatements.h"
#include "ptx/Support/ProjectFile.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string realPath(StringRef folder) {
  llvm::SmallString<256> real;
  return fs::real_path(folder, real) ? folder.str() : real.str().str();
}

llvm::Expected<std::unique_ptr<SourceHeaders>> SourceHeaders::make(const CommandLine &line) {
  auto result = std::make_unique<SourceHeaders>();
  result->isSearching = !line.has(OPT_no_config);
  result->folders = line.values(OPT_include_folder);
  for (const std::string &folder : line.values(OPT_p)) {
    llvm::Expected<CompileCommands> commands = CompileCommands::read(folder);
    if (!commands)
      return commands.takeError();
    result->databases.push_back(std::move(*commands));
  }
  std::vector<StringRef> inputs = line.inputs();
  if (inputs.empty())
    inputs.push_back(".");
  for (StringRef input : inputs)
    if (fs::is_directory(input)) {
      std::string folder = absolutePath(input, workingFolder());
      result->inputFolders.push_back({folder, realPath(folder)});
    }
  return result;
}

/// The project of the sources in the absolute path `folder`: the closest folder at or above it with
/// a database, in itself or in its `build`. Without a database, it is the folder that the command
/// line names.
SourceHeaders::Project SourceHeaders::findProject(StringRef folder) {
  llvm::SmallString<256> inBuild(folder);
  path::append(inBuild, "build");
  for (StringRef in : {folder, inBuild.str()}) {
    llvm::SmallString<256> file(in);
    path::append(file, CompileCommands::fileName);
    if (!isSearching || !fs::exists(file) || isOfStranger(file))
      continue;
    // Without a database, only macros are unknown.
    llvm::Expected<CompileCommands> read = CompileCommands::read(in);
    auto commands = std::make_shared<CompileCommands>(read ? std::move(*read) : CompileCommands());
    llvm::consumeError(read.takeError());
    return {commands, realPath(folder)};
  }
  StringRef parent = path::parent_path(folder);
  if (isSearching && !parent.empty())
    if (const Project &around = projectOf(parent); around.commands)
      return around;
  for (const auto &[in, real] : inputFolders)
    if (in == folder || !pathBelow(folder, in).empty())
      return {nullptr, real};
  return {nullptr, realPath(folder)};
}

const SourceHeaders::Project &SourceHeaders::projectOf(StringRef folder) {
  constexpr size_t longest = 4096; // a name of standard input has any length
  folder = folder.size() <= longest ? folder : "/";
  auto known = projects.find(folder);
  if (known == projects.end())
    known = projects.try_emplace(folder, findProject(folder)).first;
  return known->second;
}

HeaderSearch SourceHeaders::searchFor(StringRef source) {
  std::string file = absolutePath(source, workingFolder());
  const CompileCommands *commands = databases.empty() ? nullptr : &databases.front();
  for (const CompileCommands &named : databases)
    if (named.hasSource(file))
      commands = &named;
  HeaderSearch search;
  if (!commands && folders.empty()) {
    std::lock_guard lock(mutex);
    const Project &project = projectOf(path::parent_path(file));
    commands = project.commands.get();
    search.searchesAllSources = commands != nullptr;
    search.root = project.root;
  }
  search.folders = folders;
  if (const HeaderSearch *own = commands ? commands->searchFor(file) : nullptr) {
    llvm::append_range(search.folders, own->folders);
    search.definitions = own->definitions;
  }
  return search;
}

std::vector<AsmStatement> SourceHeaders::statementsOf(const SourceBuffer &source) {
  return findAsmWithHeaders(source, headers, searchFor(source.name()));
}
