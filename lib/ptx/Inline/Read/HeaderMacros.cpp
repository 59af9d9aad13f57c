// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/HeaderMacros.h"

#include "ptx/Support/SourceBuffer.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

struct HeaderMacros::Header {
  std::unique_ptr<SourceBuffer> text;
  std::vector<CppToken> tokens;
};

HeaderMacros::HeaderMacros(llvm::ArrayRef<std::string> folders) : folders(folders) {}
HeaderMacros::~HeaderMacros() = default;

bool ptx::takeParameters(StringRef source, llvm::ArrayRef<CppToken> &body,
                         Directives::Macro &macro) {
  macro.parameters.emplace();
  for (size_t i = 1; i < body.size(); ++i) {
    StringRef text = body[i].text(source);
    if (body[i].kind == CppKind::RightParen) {
      body = body.drop_front(i + 1);
      return true;
    }
    if (text == "...") {
      // `args...` has a name of its own.
      if (macro.parameters->empty() || body[i - 1].kind == CppKind::Comma)
        macro.parameters->push_back("__VA_ARGS__");
      macro.isVariadic = true;
    } else if (body[i].kind == CppKind::Identifier) {
      macro.parameters->push_back(text);
    } else if (body[i].kind != CppKind::Comma) {
      return false;
    }
  }
  return false;
}

const Directives::Macro *HeaderMacros::find(StringRef name) const {
  auto found = macros.find(name);
  return found == macros.end() || !found->second ? nullptr : &*found->second;
}

/// Adds the definition whose tokens after the `#` are `line`.
void HeaderMacros::define(StringRef source, llvm::ArrayRef<CppToken> line) {
  llvm::ArrayRef<CppToken> body = line.drop_front(2);
  Directives::Macro macro{source, {}, std::nullopt, false, 0, std::nullopt, Platforms::all()};
  bool hasParameters = !body.empty() && body[0].kind == CppKind::LeftParen &&
                       body[0].range.begin == line[1].range.end;
  bool isKnown = !hasParameters || takeParameters(source, body, macro);
  macro.tokens = body;
  auto [entry, isNew] = macros.try_emplace(line[1].text(source));
  if (isNew && isKnown)
    entry->second = std::move(macro);
  else
    entry->second.reset();
}

/// Reads the header `name`, which is included by a file in `folder`.
void HeaderMacros::include(StringRef name, StringRef folder) {
  auto tryFolder = [&](StringRef in) {
    llvm::SmallString<256> file(in);
    path::append(file, name);
    fs::file_status status;
    if (fs::status(file, status) || !fs::is_regular_file(status))
      return false;
    bool isTooMuch =
        headers.size() == mostHeaders || depth == deepest || status.getSize() > mostBytes - bytes;
    if (!known.insert(file).second || isTooMuch)
      return true;
    auto text = SourceBuffer::open(file);
    if (!text) {
      llvm::consumeError(text.takeError());
      return true;
    }
    bytes += (*text)->text().size();
    Header &header = *headers.emplace_back(std::make_unique<Header>());
    header.text = std::move(*text);
    header.tokens = tokenizeCpp(header.text->text());
    ++depth;
    read(header.text->text(), header.tokens, file);
    --depth;
    return true;
  };
  if (tryFolder(folder))
    return;
  for (const std::string &in : folders)
    if (tryFolder(in))
      return;
}

void HeaderMacros::read(StringRef source, llvm::ArrayRef<CppToken> tokens, StringRef path) {
  std::string folder = path::parent_path(path).str();
  for (size_t i = 0; i < tokens.size();) {
    size_t end = i + 1;
    while (end != tokens.size() && !tokens[end].startsLine)
      ++end;
    llvm::ArrayRef<CppToken> line = tokens.slice(i + 1, end - i - 1);
    bool isDirective = tokens[i].kind == CppKind::Hash && tokens[i].startsLine && line.size() > 1;
    i = end;
    if (!isDirective)
      continue;
    if (line[0].text(source) == "define" && depth > 0)
      define(source, line);
    else if (line[0].text(source) == "include")
      include(source.slice(line[1].range.begin, line.back().range.end).trim("\"<>"), folder);
  }
}
