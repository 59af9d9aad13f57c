// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Project/IgnoreFiles.h"

#include "ptx/Support/ProjectFile.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstring>
#include <fnmatch.h>

using namespace ptx;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
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

/// The `]` that closes the class that starts with this `[`; null if the `[` is an ordinary
/// character.
static const char *endOfClass(const char *open) {
  const char *at = open + 1;
  at += *at == '!' || *at == '^';
  if (*at == ']') // it belongs to the class
    ++at;
  for (; *at && *at != ']'; ++at) {
    if (*at == '\\' && at[1])
      ++at;
    // The name of a character class has its own brackets.
    if (at[0] == '[' && at[1] == ':') {
      const char *name = at + 2;
      while (*name >= 'a' && *name <= 'z')
        ++name;
      bool isEmpty = name == at + 2; // no name: the class ends at the `]`, and matches nothing
      if (!isEmpty && name[0] == ':' && name[1] == ']')
        at = name + 1;
    }
  }
  return *at ? at : nullptr;
}

/// Whether one element of a pattern matches `c`. Sets `size` to the length of the element in bytes.
static bool matchesOne(const char *pattern, char c, size_t &size) {
  size = 1;
  if (*pattern == '[')
    if (const char *end = endOfClass(pattern)) {
      size = end + 1 - pattern;
      const char text[] = {c, '\0'};
      return fnmatch(std::string(pattern, size).c_str(), text, 0) == 0;
    }
  if (*pattern == '\\') {
    if (!pattern[1])
      return false;
    size = 2;
  }
  return *pattern == '?' || pattern[size - 1] == c;
}

/// Whether a pattern matches a name between slashes. `fnmatch` requires exponential time for many
/// stars. This function only varies the length of the last star, since the first match of the
/// pattern before it suffices.
static bool matchesName(const char *pattern, const char *name) {
  const char *afterStar = nullptr, *starEnd = nullptr;
  while (*name) {
    if (*pattern == '*') {
      afterStar = ++pattern;
      starEnd = name;
      continue;
    }
    size_t size;
    if (*pattern && matchesOne(pattern, *name, size)) {
      pattern += size;
      ++name;
    } else if (afterStar) {
      pattern = afterStar;
      name = ++starEnd;
    } else {
      return false;
    }
  }
  while (*pattern == '*')
    ++pattern;
  return !*pattern;
}

/// Whether the parts of a pattern match the parts of a path. `**` matches any number of parts.
static bool match(llvm::ArrayRef<std::string> pattern, llvm::ArrayRef<std::string> parts) {
  // By index: whether the rest of the pattern matches the parts from this index on. Computed from
  // the end of the pattern.
  llvm::BitVector matches(static_cast<unsigned>(parts.size() + 1));
  matches.set(static_cast<unsigned>(parts.size()));
  for (auto [i, element] : llvm::enumerate(llvm::reverse(pattern))) {
    bool isAny = element == "**", isLast = i == 0;
    for (unsigned from = 0; from <= parts.size(); ++from) {
      if (isAny && isLast) // the contents of the folder, not the folder itself
        matches[from] = from < parts.size();
      else if (!isAny)
        matches[from] = from < parts.size() && matches[from + 1] &&
                        matchesName(element.c_str(), parts[from].c_str());
    }
    if (isAny && !isLast)
      for (unsigned from = static_cast<unsigned>(parts.size()); from-- > 0;)
        matches[from] = matches[from] || matches[from + 1];
  }
  return matches[0];
}

bool IgnorePattern::matches(StringRef name, bool isFolder) const {
  if (folderOnly && !isFolder)
    return false;
  if (nameOnly)
    return matchesName(parts.front().c_str(), path::filename(name).str().c_str());
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
  folder.isRoot = fs::exists(file) && !isOfStranger(file);
  StringRef parent = path::parent_path(name);
  folder.isInRepository = folder.isRoot || (!parent.empty() && read(parent).isInRepository);
  path::remove_filename(file);
  path::append(file, ".gitignore");
  if (!folder.isInRepository || !fs::exists(file) || fs::is_directory(file) || isOfStranger(file))
    return folder;
  auto text = readProjectFile(file);
  if (!text) {
    problems.push_back(("cannot read `" + file + "`: " + llvm::toString(text.takeError())).str());
    return folder;
  }
  for (StringRef line : llvm::split((*text)->getBuffer(), '\n'))
    if (IgnorePattern pattern(line); !pattern.isEmpty())
      folder.patterns.push_back(std::move(pattern));
  return folder;
}

bool IgnoreFiles::excludes(StringRef name, bool isFolder) {
  // The closest file takes precedence, and in it the last matching line.
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
