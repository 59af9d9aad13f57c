// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/NamePatterns.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using llvm::StringRef;

/// The total length of all alternatives of a pattern, written out: those of `{a,b}{c,d}x` are
/// `acx`, `adx`, `bcx` and `bdx`.
static double expandedSize(StringRef text) {
  double alternatives = 1;
  double length = 0; // of one alternative, on average
  while (!text.empty()) {
    StringRef plain = text.take_until([](char c) { return c == '{'; });
    length += plain.size();
    StringRef group = text.drop_front(plain.size()).take_until([](char c) { return c == '}'; });
    if (!group.empty()) {
      double members = 1.0 + group.count(',');
      length += (group.size() - 1) / members;
      alternatives *= members;
    }
    text = text.drop_front(plain.size() + group.size());
    text.consume_front("}"); // the glob reports an unclosed brace
  }
  return alternatives * length;
}

llvm::Error NamePatterns::add(StringRef text) {
  constexpr size_t mostAlternatives = 1024, mostBytes = 64 << 10;
  if (expandedSize(text) > mostBytes)
    return llvm::createStringError("the alternatives of the pattern have more than " +
                                   llvm::Twine(mostBytes) + " bytes together");
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
