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
    if (fs::is_directory(input))
      result->inputFolders.push_back(absolutePath(input, workingFolder()));
  return result;
}

static std::string realPath(StringRef folder) {
  llvm::SmallString<256> real;
  return fs::real_path(folder, real) ? folder.str() : real.str().str();
}

/// The project of the sources in the absolute path `folder`: the nearest folder around it with a
/// database, or in whose `build` one is. Without a database, it is the folder that the command line
/// names.
SourceHeaders::Project SourceHeaders::findProject(StringRef folder) const {
  for (StringRef at = isSearching ? folder : ""; !at.empty(); at = path::parent_path(at)) {
    llvm::SmallString<256> inBuild(at);
    path::append(inBuild, "build");
    for (StringRef in : {at, inBuild.str()}) {
      llvm::SmallString<256> file(in);
      path::append(file, CompileCommands::fileName);
      if (!fs::exists(file) || isOfStranger(file))
        continue;
      std::shared_ptr<const CompileCommands> &commands = found[file];
      if (!commands) {
        // Without it, nothing but macros is missing.
        llvm::Expected<CompileCommands> read = CompileCommands::read(in);
        llvm::consumeError(read.takeError());
        commands = std::make_shared<CompileCommands>(read ? std::move(*read) : CompileCommands());
      }
      return {commands, realPath(at)};
    }
  }
  for (StringRef in : inputFolders)
    if (in == folder || !pathBelow(folder, in).empty())
      return {nullptr, realPath(in)};
  return {nullptr, realPath(folder)};
}

const SourceHeaders::Project &SourceHeaders::projectOf(StringRef folder) {
  std::lock_guard lock(mutex);
  auto [entry, isNew] = projects.try_emplace(folder);
  if (isNew)
    entry->second = findProject(folder);
  return entry->second;
}

std::vector<AsmStatement> SourceHeaders::statementsOf(const SourceBuffer &source) {
  std::string file = absolutePath(source.name(), workingFolder());
  const CompileCommands *commands = databases.empty() ? nullptr : &databases.front();
  for (const CompileCommands &named : databases)
    if (llvm::is_contained(named.sources(), source.name()))
      commands = &named;
  HeaderSearch search;
  if (!commands && folders.empty()) {
    const Project &project = projectOf(path::parent_path(file));
    search.root = project.root;
    commands = project.commands.get();
    search.searchesAllSources = commands != nullptr;
  }
  search.folders = folders;
  if (const HeaderSearch *own = commands ? commands->searchFor(file) : nullptr) {
    llvm::append_range(search.folders, own->folders);
    search.definitions = own->definitions;
  }
  return findAsmWithHeaders(source, headers, search);
}
