// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Server.h"

#include "ptx/Lsp/Documents/Findings.h"
#include "ptx/Lsp/Requests/Calls.h"
#include "ptx/Lsp/Requests/CodeActions.h"
#include "ptx/Lsp/Requests/Completion.h"
#include "ptx/Lsp/Requests/Formatting.h"
#include "ptx/Lsp/Requests/Hints.h"
#include "ptx/Lsp/Requests/Hover.h"
#include "ptx/Lsp/Requests/Launches.h"
#include "ptx/Lsp/Requests/Navigation.h"
#include "ptx/Lsp/Requests/Outline.h"
#include "ptx/Lsp/Requests/Rename.h"
#include "ptx/Lsp/Requests/SemanticTokens.h"
#include "ptx/Lsp/Requests/Signatures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using namespace ptx::lsp;
namespace json = llvm::json;
using llvm::StringRef;
using llvm::lsp::Logger;

Server::Server(llvm::lsp::MessageHandler &handler, ProjectSettings &settings, ToolTexts &texts,
               ServerOptions given)
    : settings(settings), texts(texts), options(std::move(given)), workers(options.threads) {
#define PTX_LSP_REQUEST(name, function, scope) handler.method(name, this, &Server::function);
  PTX_LSP_REQUESTS(PTX_LSP_REQUEST)
#undef PTX_LSP_REQUEST
  handler.method("shutdown", this, &Server::onShutdown);
  handler.notification("initialized", this, &Server::onInitialized);
  handler.notification("textDocument/didOpen", this, &Server::onDidOpen);
  handler.notification("textDocument/didChange", this, &Server::onDidChange);
  handler.notification("textDocument/didClose", this, &Server::onDidClose);
  handler.notification("workspace/didChangeWatchedFiles", this, &Server::onDidChangeWatchedFiles);
  handler.notification("workspace/didChangeConfiguration", this, &Server::onDidChangeConfiguration);
  publishDiagnostics =
      handler.outgoingNotification<PublishDiagnosticsParams>("textDocument/publishDiagnostics");
  showMessage = handler.outgoingNotification<llvm::lsp::ShowMessageParams>("window/showMessage");
  watchFiles = handler.outgoingRequest<WatchFilesParams, NoParams>(
      "client/registerCapability", [](const json::Value &, llvm::Expected<NoParams> result) {
        llvm::consumeError(result.takeError()); // the client then reports no changes
      });
  refreshHints = handler.outgoingRequest<RefreshParams, NoParams>(
      "workspace/inlayHint/refresh", [](const json::Value &, llvm::Expected<NoParams> result) {
        llvm::consumeError(result.takeError()); // old hints then stay until the next edit
      });
}

//===-- The session ---------------------------------------------------------------------------===//

void Server::onInitialize(const InitializeParams &params, Callback<json::Value> reply) {
  client = params.capabilities;
  root = params.root;
  wishes = params.initializationOptions;
  json::Object sync{{"openClose", true},
                    {"change", int(llvm::lsp::TextDocumentSyncKind::Incremental)}};
  json::Object actions{{"codeActionKinds", json::Array{"quickfix", "source.fixAll.ptxkit"}}};
  json::Value full = true;
  if (client.tokenChanges)
    full = json::Object{{"delta", true}};
  json::Object tokens{
      {"legend", semanticTokensLegend()}, {"full", std::move(full)}, {"range", true}};
  json::Object completion{{"triggerCharacters", json::Array{".", "%", "["}}};
  json::Object signatures{{"triggerCharacters", json::Array{" ", ","}}};
  json::Object typing{{"firstTriggerCharacter", ";"},
                      {"moreTriggerCharacter", json::Array{"}", "\n"}}};
  json::Object commands{{"commands", json::Array{requirementsCommand, canonicalCommand,
                                                 explainCommand, launchCommand}}};
  json::Object capabilities{{"positionEncoding", nameOf(client.positionEncoding)},
                            {"textDocumentSync", std::move(sync)},
                            {"codeActionProvider", std::move(actions)},
                            {"completionProvider", std::move(completion)},
                            {"signatureHelpProvider", std::move(signatures)},
                            {"callHierarchyProvider", true},
                            {"executeCommandProvider", std::move(commands)},
                            {"documentOnTypeFormattingProvider", std::move(typing)},
                            {"inlayHintProvider", true},
                            {"codeLensProvider", json::Object{}},
                            {"hoverProvider", true},
                            {"definitionProvider", true},
                            {"referencesProvider", true},
                            {"documentHighlightProvider", true},
                            {"documentSymbolProvider", true},
                            {"workspaceSymbolProvider", true},
                            {"foldingRangeProvider", true},
                            {"semanticTokensProvider", std::move(tokens)},
                            {"renameProvider", json::Object{{"prepareProvider", true}}},
                            {"documentFormattingProvider", true},
                            {"documentRangeFormattingProvider", true}};
  reply(json::Object{
      {"capabilities", std::move(capabilities)},
      {"serverInfo", json::Object{{"name", "ptx-lsp"}, {"version", options.version}}}});
}

void Server::onInitialized(const NoParams &) {
  if (client.watchesFiles)
    watchFiles({settings.watchedFiles().str()}, "watch-settings");
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
  found->second.launchFindings.clear();
}

void Server::onDidClose(const llvm::lsp::DidCloseTextDocumentParams &params) {
  documents.erase(params.textDocument.uri);
  publishDiagnostics({params.textDocument.uri, {}});
}

void Server::onDidChangeWatchedFiles(const NoParams &) {
  settings.reload();
  for (auto &[uri, entry] : documents)
    entry.document->forget();
  publishAgain();
}

void Server::onDidChangeConfiguration(const DidChangeConfigurationParams &params) {
  bool samePages = wishes.rulePages == params.settings.rulePages;
  wishes = params.settings;
  if (client.refreshesHints)
    refreshHints({}, "refresh-hints");
  if (!samePages)
    publishAgain();
}

void Server::publishAgain() {
  for (auto &[uri, entry] : documents)
    entry.isPublished = false;
}

std::string Server::rulePages() const {
  // A workspace can set the URI, and a link with another scheme could start a program.
  constexpr llvm::StringLiteral schemes[] = {"http://", "https://", "file://"};
  auto isOf = [&](StringRef scheme) { return StringRef(*wishes.rulePages).starts_with(scheme); };
  if (!wishes.rulePages || llvm::none_of(schemes, isOf))
    return options.rulePages;
  return *wishes.rulePages + (StringRef(*wishes.rulePages).ends_with("/") ? "" : "/");
}

/// The path that determines the settings of a document. Documents that are not files, such as new
/// ones, use the settings of the client's root folder.
std::string Server::pathForSettings(const Document &document) const {
  StringRef path = pathOf(document.uri());
  if (document.uri().scheme() == "file")
    return path.str();
  llvm::SmallString<128> inRoot(root);
  llvm::sys::path::append(inRoot, llvm::sys::path::filename(path));
  return inRoot.str().str();
}

const Analysis &Server::analyse(Document &document) {
  if (document.analysis())
    return *document.analysis();
  FileSettings own = settings.settingsOf(pathForSettings(document), document.languageId());
  for (const std::string &problem : settings.takeProblems())
    showMessage({llvm::lsp::MessageType::Error, problem});
  return document.analyse(own, workers);
}

llvm::Expected<const Document *> Server::checked(const URIForFile &uri) {
  auto found = documents.find(uri);
  if (found == documents.end())
    return llvm::make_error<LSPError>("`" + clientName(uri) + "` is not open",
                                      ErrorCode::InvalidParams);
  analyse(*found->second.document);
  return found->second.document.get();
}

void Server::publish() {
  for (auto &[uri, entry] : documents) {
    if (std::exchange(entry.isPublished, true))
      continue;
    analyse(*entry.document);
    std::vector<Diagnostic> findings = findingsOf(*entry.document, rulePages());
    llvm::append_range(findings, entry.launchFindings);
    publishDiagnostics({uri, std::move(findings), entry.document->version()});
  }
}

//===-- Requests ------------------------------------------------------------------------------===//

void Server::onCodeAction(const CodeActionParams &params, Callback<std::vector<CodeAction>> reply) {
  answer(params.textDocument, reply, [&](const Document &document) {
    return codeActions(document, params, rulePages(), workers);
  });
}

void Server::onFormatting(const RangeParams &params, Callback<std::vector<TextEdit>> reply) {
  answer(params.textDocument, reply,
         [&](const Document &document) { return format(document, params.range, workers); });
}

/// Formats the line that was just typed.
void Server::onTypeFormatting(const Params &params, Callback<std::vector<TextEdit>> reply) {
  answer(params.textDocument, reply, [&](const Document &document) {
    // After a line break, the cursor is on the next line.
    bool isNew = params.position.character == 0 ||
                 document.text()
                     .slice(document.positions().offset({params.position.line, 0}),
                            document.positions().offset(params.position))
                     .trim()
                     .empty();
    int line = std::max(params.position.line - (isNew ? 1 : 0), 0);
    return format(document, Range({line, 0}, {line + 1, 0}), workers);
  });
}

void Server::onPrepareCallHierarchy(const Params &params,
                                    Callback<std::vector<CallHierarchyItem>> reply) {
  answer(params.textDocument, reply,
         [&](const Document &document) { return callHierarchy(document, params.position); });
}

void Server::onIncomingCalls(const CallHierarchyCallsParams &params,
                             Callback<std::vector<CallHierarchyCall>> reply) {
  answer({params.item.uri}, reply, [&](const Document &document) {
    return incomingCalls(document, params.item.selectionRange.start);
  });
}

void Server::onOutgoingCalls(const CallHierarchyCallsParams &params,
                             Callback<std::vector<CallHierarchyCall>> reply) {
  answer({params.item.uri}, reply, [&](const Document &document) {
    return outgoingCalls(document, params.item.selectionRange.start);
  });
}

/// The argument is the URI of a document; for `ptx-lsp.explain`, the name or code of a rule.
void Server::onExecuteCommand(const ExecuteCommandParams &params, Callback<std::string> reply) {
  std::optional<StringRef> argument;
  if (!params.arguments.empty())
    argument = params.arguments.front().getAsString();
  if (!argument)
    return reply(
        llvm::make_error<LSPError>("the command takes one text", ErrorCode::InvalidParams));
  if (params.command == explainCommand)
    return reply(texts.explain(*argument));
  if (params.command != requirementsCommand && params.command != canonicalCommand &&
      params.command != launchCommand)
    return reply(llvm::make_error<LSPError>(("unknown command `" + params.command + "`"),
                                            ErrorCode::InvalidParams));
  llvm::Expected<URIForFile> uri = URIForFile::fromURI(readableName(*argument));
  if (!uri)
    return reply(uri.takeError());
  if (params.command == launchCommand)
    return checkLaunch(
        *uri, params.arguments.size() > 1 ? params.arguments[1].getAsInteger() : std::nullopt,
        std::move(reply));
  answer({*uri}, reply, [&](const Document &document) {
    return params.command == canonicalCommand ? canonicalForm(document, workers)
                                              : requirementsOf(document, texts);
  });
}

/// Executes launches of a document. The findings are published with its other findings until the
/// text changes.
void Server::checkLaunch(const URIForFile &uri, std::optional<int64_t> number,
                         Callback<std::string> reply) {
  llvm::Expected<const Document *> document = checked(uri);
  if (!document)
    return reply(document.takeError());
  llvm::Expected<LaunchCheck> result = checkLaunches(**document, number);
  if (!result)
    return reply(result.takeError());
  Entry &entry = documents.find(uri)->second;
  entry.launchFindings.clear();
  for (const ptx::Diagnostic &d : result->findings)
    entry.launchFindings.push_back(describe(d, **document, rulePages()));
  entry.isPublished = false;
  showMessage({llvm::lsp::MessageType::Info, result->text});
  reply(std::move(result->text));
}

void Server::onHover(const Params &params, Callback<json::Value> reply) {
  answer(params.textDocument, reply, [&](const Document &document) -> json::Value {
    if (std::optional<Hover> found = hover(document, params.position))
      return toJSON(*found);
    return nullptr;
  });
}

void Server::onDefinition(const Params &params, Callback<std::vector<lsp::Location>> reply) {
  answer(params.textDocument, reply,
         [&](const Document &document) { return definitions(document, params.position); });
}

void Server::onReferences(const llvm::lsp::ReferenceParams &params,
                          Callback<std::vector<lsp::Location>> reply) {
  answer(params.textDocument, reply, [&](const Document &document) {
    return references(document, params.position, params.context.includeDeclaration);
  });
}

void Server::onHighlight(const Params &params, Callback<std::vector<DocumentHighlight>> reply) {
  answer(params.textDocument, reply,
         [&](const Document &document) { return highlights(document, params.position); });
}

void Server::onDocumentSymbol(const RangeParams &params, Callback<json::Value> reply) {
  answer(params.textDocument, reply, [&](const Document &document) -> json::Value {
    if (client.hierarchicalDocumentSymbols)
      return documentSymbols(document);
    return symbolList(document);
  });
}

/// Only symbols of open documents.
void Server::onWorkspaceSymbol(const WorkspaceSymbolParams &params,
                               Callback<std::vector<SymbolInformation>> reply) {
  std::vector<SymbolInformation> found;
  for (auto &[uri, entry] : documents) {
    analyse(*entry.document);
    llvm::append_range(found, symbolList(*entry.document, params.query));
  }
  reply(std::move(found));
}

void Server::onFoldingRange(const RangeParams &params, Callback<std::vector<FoldingRange>> reply) {
  answer(params.textDocument, reply,
         [&](const Document &document) { return foldingRanges(document); });
}

void Server::onSemanticTokens(const RangeParams &params,
                              Callback<std::optional<SemanticTokens>> reply) {
  answer(params.textDocument, reply,
         [&](const Document &document) -> std::optional<SemanticTokens> {
           SemanticTokens tokens = semanticTokens(document, params.range);
           // Without PTX, do not replace the tokens of a server for the host language by an empty
           // list.
           if (tokens.data.empty() && document.analysis()->settings().host)
             return std::nullopt;
           if (client.tokenChanges && !params.range)
             tokens.resultId = keepSent(document, tokens.data);
           return tokens;
         });
}

void Server::onSemanticTokensDelta(const SemanticTokensDeltaParams &params,
                                   Callback<SemanticTokensDelta> reply) {
  answer(params.textDocument, reply, [&](const Document &document) {
    return semanticTokensDelta(document, params.previousResultId);
  });
}

void Server::onPrepareRename(const Params &params, Callback<PrepareRenameResult> reply) {
  answer(params.textDocument, reply,
         [&](const Document &document) { return prepareRename(document, params.position); });
}

void Server::onRename(const RenameParams &params, Callback<WorkspaceEdit> reply) {
  answer(params.textDocument, reply, [&](const Document &document) {
    return rename(document, params.position, params.newName, workers);
  });
}

void Server::onCompletion(const Params &params, Callback<CompletionList> reply) {
  answer(params.textDocument, reply,
         [&](const Document &document) { return complete(document, params.position); });
}

void Server::onSignatureHelp(const Params &params, Callback<SignatureHelp> reply) {
  answer(params.textDocument, reply,
         [&](const Document &document) { return signatureHelp(document, params.position); });
}

void Server::onInlayHint(const llvm::lsp::InlayHintsParams &params,
                         Callback<std::vector<llvm::lsp::InlayHint>> reply) {
  answer(params.textDocument, reply,
         [&](const Document &document) { return inlayHints(document, params.range, wishes); });
}

void Server::onCodeLens(const RangeParams &params, Callback<std::vector<CodeLens>> reply) {
  answer(params.textDocument, reply,
         [&](const Document &document) { return codeLenses(document); });
}
