// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/IgnoreFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <fnmatch.h>

using namespace ptx;
using llvm::StringRef;
namespace path = llvm::sys::path;

IgnorePattern::IgnorePattern(StringRef line) {
  line.consume_back("\r");
  while (line.ends_with(" ") && !line.ends_with("\\ "))
    line = line.drop_back();
  if (line.starts_with("#"))
    return;
  negated = line.consume_front("!");
  folderOnly = line.consume_back("/");
  nameOnly = !line.contains('/');
  line.consume_front("/");
  if (line.empty())
    return;
  for (StringRef part : llvm::split(line, '/'))
    parts.push_back(part.str());
}

/// Whether the parts of a pattern match those of a path. `**` is any number of parts.
static bool match(llvm::ArrayRef<std::string> pattern, llvm::ArrayRef<std::string> parts) {
  while (!pattern.empty() && pattern.front() != "**") {
    if (parts.empty() || fnmatch(pattern.front().c_str(), parts.front().c_str(), 0) != 0)
      return false;
    pattern = pattern.drop_front();
    parts = parts.drop_front();
  }
  if (pattern.empty())
    return parts.empty();
  pattern = pattern.drop_front();
  if (pattern.empty())
    return !parts.empty(); // what is in the folder, not the folder
  for (size_t skipped = 0; skipped <= parts.size(); ++skipped)
    if (match(pattern, parts.drop_front(skipped)))
      return true;
  return false;
}

bool IgnorePattern::matches(StringRef name, bool isFolder) const {
  if (folderOnly && !isFolder)
    return false;
  if (nameOnly)
    return fnmatch(parts.front().c_str(), path::filename(name).str().c_str(), 0) == 0;
  std::vector<std::string> names;
  for (StringRef part : llvm::split(name, '/'))
    names.push_back(part.str());
  return match(parts, names);
}

const IgnoreFiles::Folder &IgnoreFiles::read(StringRef name) {
  auto [known, isNew] = folders.try_emplace(name);
  Folder &folder = known->second;
  if (!isNew)
    return folder;
  llvm::SmallString<256> file(name);
  path::append(file, ".git");
  folder.isRoot = llvm::sys::fs::exists(file);
  StringRef parent = path::parent_path(name);
  folder.isInRepository = folder.isRoot || (!parent.empty() && read(parent).isInRepository);
  path::remove_filename(file);
  path::append(file, ".gitignore");
  if (auto text = llvm::MemoryBuffer::getFile(file); folder.isInRepository && text)
    for (StringRef line : llvm::split((*text)->getBuffer(), '\n'))
      if (IgnorePattern pattern(line); !pattern.isEmpty())
        folder.patterns.push_back(std::move(pattern));
  return folder;
}

bool IgnoreFiles::excludes(StringRef name, bool isFolder) {
  // The nearest file decides, and in it the last line.
  for (StringRef at = path::parent_path(name); !at.empty(); at = path::parent_path(at)) {
    const Folder &folder = read(at);
    if (!folder.isInRepository)
      return false;
    StringRef seen = name.drop_front(at.size()).ltrim('/');
    for (const IgnorePattern &pattern : llvm::reverse(folder.patterns))
      if (pattern.matches(seen, isFolder))
        return !pattern.isNegated();
    if (folder.isRoot)
      return false;
  }
  return false;
}
