// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/ModuleStrings.h"

#include "ptx/Isa/Platform/Releases.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

bool ptx::mentionsModule(StringRef text) {
  return mentionsPtxVersion(text) && text.contains(".version") && text.contains(".target");
}

/// `text` without blanks and comments at its start.
static StringRef withoutComments(StringRef text) {
  for (;;) {
    text = text.ltrim();
    if (text.starts_with("//"))
      text = text.drop_front(std::min(text.find('\n'), text.size()));
    else if (text.starts_with("/*"))
      text = text.drop_front(std::min(text.find("*/", 2), text.size() - 2) + 2);
    else
      return text;
  }
}

/// Whether a program seems to replace parts of the text before it becomes a module.
static bool hasPlaceholder(StringRef text) {
  return llvm::any_of(std::initializer_list<StringRef>{"{{", "}}", "${", "$(", "%s", "@@"},
                      [&](StringRef sign) { return text.contains(sign); });
}

std::optional<AsmStatement> ptx::readModuleString(MappedText text, SourceRange range) {
  StringRef rest = withoutComments(text.text());
  size_t target = rest.find(".target");
  // Text after the last function, or without any, can be a part of a module.
  bool isWhole = rest.consume_front(".version") && rest.ltrim(" \t").size() < rest.size() &&
                 target != StringRef::npos && rest.rtrim().ends_with("}") &&
                 rest.count('{') == rest.count('}') &&
                 (rest.contains(".entry") || rest.contains(".func"));
  if (!isWhole || hasPlaceholder(rest))
    return std::nullopt;
  AsmStatement statement;
  statement.keyword = {range.begin, range.begin};
  statement.range = range;
  statement.isPtx = true;
  statement.isModule = true;
  statement.text = std::move(text);
  return statement;
}

std::optional<AsmStatement> ptx::readModulePart(const MappedText &part, SourceRange range) {
  // On other processors, `.func` has no parameters in parentheses.
  StringRef words = part.text();
  bool isPtx = (words.contains(".func") || words.contains(".entry")) && words.contains(".reg") &&
               !words.contains(".version");
  if (!isPtx)
    return std::nullopt;
  std::string header = ".version " + newestVersion.str() + "\n.target sm_90\n.address_size 64\n";
  MappedText text;
  text.appendFor(header, {range.begin, range.begin});
  text.append(part, {0, part.size()});
  std::optional<AsmStatement> found = readModuleString(std::move(text), range);
  if (found)
    found->isModulePart = true;
  return found;
}
