// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Protocol.h"

using namespace ptx;
using namespace ptx::lsp;
namespace json = llvm::json;
using llvm::StringRef;

/// The value at `keys` below `value`; null if there is none.
static const json::Value *at(const json::Value &value, llvm::ArrayRef<StringRef> keys) {
  const json::Value *found = &value;
  for (StringRef key : keys) {
    const json::Object *object = found->getAsObject();
    found = object ? object->get(key) : nullptr;
    if (!found)
      return nullptr;
  }
  return found;
}

static bool isTrue(const json::Value &value, llvm::ArrayRef<StringRef> keys) {
  const json::Value *found = at(value, keys);
  return found && found->getAsBoolean().value_or(false);
}

/// The first encoding of a list that the server knows; what every client knows if there is none.
static PositionEncoding chooseEncoding(const json::Value &params) {
  const json::Value *list = at(params, {"capabilities", "general", "positionEncodings"});
  if (const json::Array *names = list ? list->getAsArray() : nullptr)
    for (const json::Value &name : *names)
      if (auto encoding = findPositionEncoding(name.getAsString().value_or("")))
        return *encoding;
  return PositionEncoding::Utf16;
}

// A client may leave out anything, and send what the server does not know.
bool lsp::fromJSON(const json::Value &value, InitializeParams &result, json::Path) {
  ClientCapabilities &client = result.capabilities;
  client.positionEncoding = chooseEncoding(value);
  client.watchesFiles =
      isTrue(value, {"capabilities", "workspace", "didChangeWatchedFiles", "dynamicRegistration"});
  client.hierarchicalDocumentSymbols =
      isTrue(value, {"capabilities", "textDocument", "documentSymbol",
                     "hierarchicalDocumentSymbolSupport"});
  client.snippets = isTrue(
      value, {"capabilities", "textDocument", "completion", "completionItem", "snippetSupport"});
  InitializationOptions &options = result.initializationOptions;
  if (const json::Value *pages = at(value, {"initializationOptions", "rulePages"}))
    if (std::optional<StringRef> uri = pages->getAsString())
      options.rulePages = uri->str();
  options.hintTypes = isTrue(value, {"initializationOptions", "inlayHints", "types"});
  options.hintTargets = isTrue(value, {"initializationOptions", "inlayHints", "targets"});
  return true;
}

bool lsp::fromJSON(const json::Value &value, ContentChange &result, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("range", result.range) && map.map("text", result.text);
}

bool lsp::fromJSON(const json::Value &value, DidChangeParams &result, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("textDocument", result.textDocument) &&
         map.map("contentChanges", result.contentChanges);
}

json::Value lsp::toJSON(const Diagnostic &value) {
  json::Value result = toJSON(static_cast<const llvm::lsp::Diagnostic &>(value));
  json::Object &object = *result.getAsObject();
  object["code"] = value.code;
  if (!value.href.empty())
    object["codeDescription"] = json::Object{{"href", value.href}};
  return result;
}

json::Value lsp::toJSON(const PublishDiagnosticsParams &value) {
  json::Object result{{"uri", value.uri}, {"diagnostics", value.diagnostics}};
  if (value.version)
    result["version"] = *value.version;
  return result;
}

json::Value lsp::toJSON(const WatchFilesParams &value) {
  json::Object watcher{{"globPattern", value.globPattern}};
  json::Object registration{
      {"id", value.globPattern},
      {"method", "workspace/didChangeWatchedFiles"},
      {"registerOptions", json::Object{{"watchers", json::Array{std::move(watcher)}}}}};
  return json::Object{{"registrations", json::Array{std::move(registration)}}};
}
