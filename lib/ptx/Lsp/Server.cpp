// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Server.h"

#include "ptx/Lsp/Findings.h"

using namespace ptx;
using namespace ptx::lsp;
namespace json = llvm::json;
using llvm::lsp::Logger;

Server::Server(llvm::lsp::MessageHandler &handler, ProjectSettings &settings, ServerOptions given)
    : settings(settings), options(std::move(given)), workers(options.threads) {
  handler.method("initialize", this, &Server::onInitialize);
  handler.notification("initialized", this, &Server::onInitialized);
  handler.method("shutdown", this, &Server::onShutdown);
  handler.notification("textDocument/didOpen", this, &Server::onDidOpen);
  handler.notification("textDocument/didChange", this, &Server::onDidChange);
  handler.notification("textDocument/didClose", this, &Server::onDidClose);
  handler.notification("workspace/didChangeWatchedFiles", this, &Server::onDidChangeWatchedFiles);
  publishDiagnostics =
      handler.outgoingNotification<PublishDiagnosticsParams>("textDocument/publishDiagnostics");
  showMessage = handler.outgoingNotification<llvm::lsp::ShowMessageParams>("window/showMessage");
  watchFiles = handler.outgoingRequest<WatchFilesParams, NoParams>(
      "client/registerCapability", [](json::Value, llvm::Expected<NoParams> result) {
        llvm::consumeError(result.takeError()); // then the client does not tell of changes
      });
}

//===-- The session ---------------------------------------------------------------------------===//

void Server::onInitialize(const InitializeParams &params, Callback<json::Value> reply) {
  client = params.capabilities;
  wishes = params.initializationOptions;
  if (wishes.rulePages)
    options.rulePages = *wishes.rulePages;
  json::Object sync{{"openClose", true},
                    {"change", int(llvm::lsp::TextDocumentSyncKind::Incremental)}};
  json::Object capabilities{{"positionEncoding", nameOf(client.positionEncoding)},
                            {"textDocumentSync", std::move(sync)}};
  reply(json::Object{
      {"capabilities", std::move(capabilities)},
      {"serverInfo", json::Object{{"name", "ptx-lsp"}, {"version", options.version}}}});
}

void Server::onInitialized(const NoParams &) {
  if (client.watchesFiles)
    watchFiles({("**/" + settings.fileName()).str()}, "watch-settings");
}

void Server::onShutdown(const NoParams &, Callback<std::nullptr_t> reply) {
  documents.clear();
  reply(nullptr);
}

//===-- Documents -----------------------------------------------------------------------------===//

void Server::onDidOpen(const llvm::lsp::DidOpenTextDocumentParams &params) {
  const llvm::lsp::TextDocumentItem &item = params.textDocument;
  documents[item.uri] = {std::make_unique<Document>(item.uri, item.languageId, item.text,
                                                    item.version, client.positionEncoding)};
}

void Server::onDidChange(const DidChangeParams &params) {
  auto found = documents.find(params.textDocument.uri);
  if (found == documents.end()) {
    Logger::error("didChange: {0} is not open", params.textDocument.uri.uri());
    return;
  }
  Document &document = *found->second.document;
  for (const ContentChange &change : params.contentChanges)
    document.change(change.range, change.text);
  document.setVersion(params.textDocument.version);
  found->second.isPublished = false;
}

void Server::onDidClose(const llvm::lsp::DidCloseTextDocumentParams &params) {
  documents.erase(params.textDocument.uri);
  publishDiagnostics({params.textDocument.uri, {}});
}

void Server::onDidChangeWatchedFiles(const NoParams &) {
  settings.reload();
  for (auto &[uri, entry] : documents) {
    entry.document->forget();
    entry.isPublished = false;
  }
}

const Analysis &Server::analyse(Document &document) {
  if (document.analysis())
    return *document.analysis();
  FileSettings own = settings.settingsOf(document.uri().file(), document.languageId());
  for (const std::string &problem : settings.takeProblems())
    showMessage({llvm::lsp::MessageType::Error, problem});
  return document.analyse(own, workers);
}

llvm::Expected<const Document *> Server::checked(const URIForFile &uri) {
  auto found = documents.find(uri);
  if (found == documents.end())
    return llvm::make_error<LSPError>(("`" + uri.uri() + "` is not open").str(),
                                      ErrorCode::InvalidParams);
  analyse(*found->second.document);
  return found->second.document.get();
}

void Server::publish() {
  for (auto &[uri, entry] : documents) {
    if (std::exchange(entry.isPublished, true))
      continue;
    analyse(*entry.document);
    publishDiagnostics(
        {uri, findingsOf(*entry.document, options.rulePages), entry.document->version()});
  }
}
