// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/NamePatterns.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using llvm::StringRef;

llvm::Error NamePatterns::add(StringRef text) {
  constexpr size_t mostAlternatives = 1024;
  Pattern &pattern = patterns.emplace_back(text.str());
  llvm::Expected<llvm::GlobPattern> glob =
      llvm::GlobPattern::create(pattern.text, mostAlternatives);
  if (glob) {
    pattern.glob = std::move(*glob);
    return llvm::Error::success();
  }
  patterns.pop_back();
  return llvm::createStringError("cannot read pattern `" + text +
                                 "`: " + llvm::toString(glob.takeError()));
}

std::vector<StringRef> NamePatterns::texts() const {
  std::vector<StringRef> texts;
  for (const Pattern &pattern : patterns)
    texts.push_back(pattern.text);
  return texts;
}

bool NamePatterns::match(StringRef text) const {
  return llvm::any_of(patterns, [&](const Pattern &pattern) { return pattern.glob.match(text); });
}

bool NamePatterns::matchFile(StringRef path) const {
  return llvm::any_of(patterns, [&](const Pattern &pattern) {
    bool isPath = StringRef(pattern.text).contains('/');
    return pattern.glob.match(isPath ? path : llvm::sys::path::filename(path));
  });
}

bool NamePatterns::matchFileOrFolder(StringRef path) const {
  while (!path.empty() && !matchFile(path))
    path = llvm::sys::path::parent_path(path);
  return !path.empty();
}
