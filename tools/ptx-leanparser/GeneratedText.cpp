// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GeneratedText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace ptx::lean;
using llvm::StringRef;

namespace {

class Splitter {
public:
  explicit Splitter(StringRef text) : rest(text) {}

  std::vector<StringRef> split() {
    while (skipSpace())
      words.push_back(take(lengthOfToken()));
    return std::move(words);
  }

private:
  /// Skips white space, comments and preprocessor lines. Returns false at the end.
  bool skipSpace() {
    for (;;) {
      take(rest.size() - rest.ltrim().size());
      if (rest.starts_with("//"))
        takeLine();
      else if (rest.starts_with("/*"))
        take(std::min(rest.find("*/"), rest.size() - 2) + 2);
      else if (rest.starts_with("#"))
        skipDirective();
      else
        return !rest.empty();
    }
  }

  void skipDirective() {
    if (!takeLine().starts_with("#else"))
      return;
    take(std::min(rest.find("#endif"), rest.size()));
  }

  size_t lengthOfToken() const {
    auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    if (isWord(rest.front()))
      return rest.take_while(isWord).size();
    if (rest.front() != '"')
      return 1;
    size_t end = 1;
    while (end < rest.size() && rest[end] != '"')
      end += rest[end] == '\\' ? 2 : 1;
    return std::min(end + 1, rest.size());
  }

  StringRef takeLine() { return take(std::min(rest.find('\n'), rest.size())); }

  StringRef take(size_t length) {
    StringRef taken = rest.take_front(length);
    rest = rest.drop_front(length);
    return taken;
  }

  StringRef rest;
  std::vector<StringRef> words;
};

} // namespace

std::vector<StringRef> ptx::lean::splitTokens(StringRef text) { return Splitter(text).split(); }

GeneratedText::GeneratedText(StringRef path, StringRef knownVersions)
    : path(path), knownVersions(knownVersions) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) {
    llvm::errs() << path << ": error: " << file.getError().message() << '\n';
    std::exit(1);
  }
  buffer = std::move(*file);
  words = splitTokens(buffer->getBuffer());
}

void GeneratedText::refuse(StringRef at, const llvm::Twine &reason) const {
  StringRef before = text().take_front(at.data() - text().data());
  size_t line = before.count('\n') + 1;
  size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  llvm::errs() << path << ':' << line << ':' << column << ": error: " << reason
               << "; the versions of ANTLR that ptxkit can read are " << knownVersions << '\n';
  std::exit(1);
}
