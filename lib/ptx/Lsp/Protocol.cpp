// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Protocol.h"

#include "ptx/Lsp/Documents/DocumentUris.h"

using namespace ptx;
using namespace ptx::lsp;
namespace json = llvm::json;
using llvm::StringRef;

/// The value at the path `keys` in `value`; null if there is none.
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

/// The first encoding in the list that the server supports; otherwise the encoding that every
/// client supports.
static PositionEncoding chooseEncoding(const json::Value &params) {
  const json::Value *list = at(params, {"capabilities", "general", "positionEncodings"});
  if (const json::Array *names = list ? list->getAsArray() : nullptr)
    for (const json::Value &name : *names)
      if (auto encoding = findPositionEncoding(name.getAsString().value_or("")))
        return *encoding;
  return PositionEncoding::Utf16;
}

/// The path of the URI at `keys` in `value`, if that is a file.
static std::optional<std::string> pathAt(const json::Value &value, llvm::ArrayRef<StringRef> keys) {
  const json::Value *found = at(value, keys);
  std::optional<StringRef> text = found ? found->getAsString() : std::nullopt;
  llvm::Expected<URIForFile> uri = URIForFile::fromURI(text.value_or(""));
  if (!uri || uri->scheme() != "file") {
    llvm::consumeError(uri.takeError());
    return std::nullopt;
  }
  return uri->file().str();
}

/// The client's root folder; empty if there is none.
static std::string rootOf(const json::Value &params) {
  const json::Value *list = at(params, {"workspaceFolders"});
  if (const json::Array *folders = list ? list->getAsArray() : nullptr)
    for (const json::Value &folder : *folders)
      if (std::optional<std::string> path = pathAt(folder, {"uri"}))
        return *path;
  return pathAt(params, {"rootUri"}).value_or("");
}

// A client can omit anything, and can send data that is unknown to the server.
bool lsp::fromJSON(const json::Value &value, InitializeParams &result, json::Path path) {
  ClientCapabilities &client = result.capabilities;
  client.positionEncoding = chooseEncoding(value);
  client.watchesFiles =
      isTrue(value, {"capabilities", "workspace", "didChangeWatchedFiles", "dynamicRegistration"});
  client.refreshesHints =
      isTrue(value, {"capabilities", "workspace", "inlayHint", "refreshSupport"});
  client.tokenChanges = isTrue(
      value, {"capabilities", "textDocument", "semanticTokens", "requests", "full", "delta"});
  client.hierarchicalDocumentSymbols =
      isTrue(value, {"capabilities", "textDocument", "documentSymbol",
                     "hierarchicalDocumentSymbolSupport"});
  client.snippets = isTrue(
      value, {"capabilities", "textDocument", "completion", "completionItem", "snippetSupport"});
  result.root = rootOf(value);
  if (const json::Value *options = at(value, {"initializationOptions"}))
    return fromJSON(*options, result.initializationOptions, path.field("initializationOptions"));
  return true;
}

bool lsp::fromJSON(const json::Value &value, ClientSettings &result, json::Path) {
  for (const ClientSettingInfo &setting : clientSettingTable) {
    llvm::SmallVector<StringRef> keys;
    setting.name.split(keys, '.');
    const json::Value *found = at(value, keys);
    if (std::optional<bool> flag = found && setting.flag ? found->getAsBoolean() : std::nullopt)
      result.*setting.flag = *flag;
    else if (std::optional<StringRef> text =
                 found && setting.text ? found->getAsString() : std::nullopt;
             text && !text->empty())
      result.*setting.text = text->str();
  }
  return true;
}

bool lsp::fromJSON(const json::Value &value, DidChangeConfigurationParams &result,
                   json::Path path) {
  const json::Value *settings = at(value, {"settings", "ptxkit"});
  if (!settings)
    settings = at(value, {"settings"});
  return !settings || fromJSON(*settings, result.settings, path.field("settings"));
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

json::Value lsp::toJSON(const Location &value) {
  return json::Object{{"uri", clientName(value.uri)}, {"range", value.range}};
}

json::Value lsp::toJSON(const RelatedInformation &value) {
  return json::Object{{"location", value.location}, {"message", value.message}};
}

json::Value lsp::toJSON(const Diagnostic &value) {
  json::Value result = toJSON(static_cast<const llvm::lsp::Diagnostic &>(value));
  json::Object &object = *result.getAsObject();
  object["code"] = value.code;
  if (!value.related.empty())
    object["relatedInformation"] = value.related;
  if (!value.href.empty())
    object["codeDescription"] = json::Object{{"href", value.href}};
  return result;
}

json::Value lsp::toJSON(const PublishDiagnosticsParams &value) {
  json::Object result{{"uri", clientName(value.uri)}, {"diagnostics", value.diagnostics}};
  if (value.version)
    result["version"] = *value.version;
  return result;
}

bool lsp::fromJSON(const json::Value &value, CodeActionParams &result, json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map || !map.map("textDocument", result.textDocument) || !map.map("range", result.range))
    return false;
  if (const json::Value *only = at(value, {"context", "only"}))
    if (const json::Array *kinds = only->getAsArray())
      for (const json::Value &kind : *kinds)
        result.only.push_back(kind.getAsString().value_or("").str());
  const json::Value *trigger = at(value, {"context", "triggerKind"});
  result.isAutomatic = trigger && trigger->getAsInteger() == 2;
  return true;
}

json::Value lsp::toJSON(const CodeAction &value) {
  json::Object result{{"title", value.title}, {"kind", value.kind}, {"edit", value.edit}};
  if (!value.diagnostics.empty())
    result["diagnostics"] = value.diagnostics;
  if (value.isPreferred)
    result["isPreferred"] = true;
  return result;
}

bool lsp::fromJSON(const json::Value &value, RangeParams &result, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("textDocument", result.textDocument) &&
         map.mapOptional("range", result.range);
}

json::Value lsp::toJSON(const DocumentHighlight &value) {
  return json::Object{{"range", value.range}, {"kind", int(value.kind)}};
}

json::Value lsp::toJSON(const SymbolInformation &value) {
  json::Object result{
      {"name", value.name}, {"kind", int(value.kind)}, {"location", value.location}};
  if (!value.containerName.empty())
    result["containerName"] = value.containerName;
  return result;
}

bool lsp::fromJSON(const json::Value &value, WorkspaceSymbolParams &result, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("query", result.query);
}

json::Value lsp::toJSON(const PrepareRenameResult &value) {
  return json::Object{{"range", value.range}, {"placeholder", value.placeholder}};
}

bool lsp::fromJSON(const json::Value &value, RenameParams &result, json::Path path) {
  json::ObjectMapper map(value, path);
  return fromJSON(value, static_cast<llvm::lsp::TextDocumentPositionParams &>(result), path) &&
         map && map.map("newName", result.newName);
}

json::Value lsp::toJSON(const CallHierarchyItem &value) {
  return json::Object{{"name", value.name},     {"kind", int(llvm::lsp::SymbolKind::Function)},
                      {"detail", value.detail}, {"uri", clientName(value.uri)},
                      {"range", value.range},   {"selectionRange", value.selectionRange}};
}

bool lsp::fromJSON(const json::Value &value, CallHierarchyItem &result, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("name", result.name) && map.map("uri", result.uri) &&
         map.map("range", result.range) && map.map("selectionRange", result.selectionRange);
}

json::Value lsp::toJSON(const CallHierarchyCall &value) {
  return json::Object{{value.isIncoming ? "from" : "to", value.other},
                      {"fromRanges", value.fromRanges}};
}

bool lsp::fromJSON(const json::Value &value, CallHierarchyCallsParams &result, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("item", result.item);
}

bool lsp::fromJSON(const json::Value &value, ExecuteCommandParams &result, json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map || !map.map("command", result.command))
    return false;
  if (const json::Value *arguments = at(value, {"arguments"}))
    if (const json::Array *list = arguments->getAsArray())
      result.arguments.assign(list->begin(), list->end());
  return true;
}

json::Value lsp::toJSON(const FoldingRange &value) {
  json::Object result{{"startLine", value.startLine}, {"endLine", value.endLine}};
  if (!value.kind.empty())
    result["kind"] = value.kind;
  return result;
}

json::Value lsp::toJSON(const SemanticTokens &value) {
  json::Object result{{"data", value.data}};
  if (!value.resultId.empty())
    result["resultId"] = value.resultId;
  return result;
}

bool lsp::fromJSON(const json::Value &value, SemanticTokensDeltaParams &result, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("textDocument", result.textDocument) &&
         map.map("previousResultId", result.previousResultId);
}

json::Value lsp::toJSON(const SemanticTokensDelta &value) {
  if (!value.isChange)
    return toJSON(SemanticTokens{value.data, value.resultId});
  json::Array edits;
  if (value.deleteCount != 0 || !value.data.empty())
    edits.push_back(json::Object{
        {"start", value.start}, {"deleteCount", value.deleteCount}, {"data", value.data}});
  return json::Object{{"resultId", value.resultId}, {"edits", std::move(edits)}};
}

json::Value lsp::toJSON(const CodeLens &value) {
  json::Object command{{"title", value.title}, {"command", value.command}};
  if (!value.arguments.empty())
    command["arguments"] = json::Array(value.arguments);
  return json::Object{{"range", value.range}, {"command", std::move(command)}};
}

json::Value lsp::toJSON(const WatchFilesParams &value) {
  json::Object watcher{{"globPattern", value.globPattern}};
  json::Object registration{
      {"id", value.globPattern},
      {"method", "workspace/didChangeWatchedFiles"},
      {"registerOptions", json::Object{{"watchers", json::Array{std::move(watcher)}}}}};
  return json::Object{{"registrations", json::Array{std::move(registration)}}};
}

json::Value lsp::toJSON(const RefreshParams &) { return json::Object(); }
