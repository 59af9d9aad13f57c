// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/DocumentUris.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::lsp;
namespace json = llvm::json;
using llvm::StringRef;

/// The host for URIs without a path. No other URI has it.
static constexpr StringRef noPath = "//-/";

static bool isScheme(StringRef text) {
  return !text.empty() && llvm::isAlpha(text[0]) && llvm::all_of(text, [](char c) {
    return llvm::isAlnum(c) || c == '+' || c == '-' || c == '.';
  });
}

std::string lsp::readableName(StringRef name) {
  auto [scheme, rest] = name.split(':');
  if (scheme.size() == name.size() || !isScheme(scheme))
    return name.str(); // which is rejected
  llvm::lsp::URIForFile::registerSupportedScheme(scheme);
  StringRef path = rest;
  if (path.consume_front("//"))
    path = path.drop_until([](char c) { return c == '/'; });
  if (path.starts_with("/"))
    return name.str();
  return (scheme + ":" + noPath + rest).str();
}

std::string lsp::clientName(const llvm::lsp::URIForFile &uri) {
  auto [scheme, rest] = uri.uri().split(':');
  if (rest.consume_front(noPath))
    return (scheme + ":" + rest).str();
  return uri.uri().str();
}

StringRef lsp::pathOf(const llvm::lsp::URIForFile &uri) {
  StringRef path = uri.file();
  path.consume_front(noPath);
  return path;
}

void lsp::readNames(json::Value &params) {
  json::Object *object = params.getAsObject();
  for (StringRef key : {"textDocument", "item"})
    if (json::Object *named = object ? object->getObject(key) : nullptr)
      if (std::optional<StringRef> uri = named->getString("uri"))
        (*named)["uri"] = readableName(*uri);
}
