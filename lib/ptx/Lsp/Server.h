// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_SERVER_H
#define PTX_LSP_SERVER_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Documents/DocumentUris.h"
#include "ptx/Lsp/Protocol.h"
#include "ptx/Lsp/Requests/Commands.h"
#include "ptx/Lsp/Settings.h"

#include <map>
#include <memory>
#include <string>

namespace ptx::lsp {

/// The subject of a request.
enum class RequestScope : uint8_t {
  Document, ///< a document, or a range in it
  Position, ///< a position in a document
  Edit,     ///< an edit at a position, which takes the time of a check
  Other,
};

/// The requests of clients except `shutdown`: method, member function of `Server`, and scope. The
/// fuzzer and the random sessions of the tests send all of them; `ptx-lsp --check` sends the ones
/// about documents and edits once, and the ones about positions for each word.
#define PTX_LSP_REQUESTS(REQUEST)                                                                  \
  REQUEST("initialize", onInitialize, Other)                                                       \
  REQUEST("textDocument/codeAction", onCodeAction, Document)                                       \
  REQUEST("textDocument/formatting", onFormatting, Document)                                       \
  REQUEST("textDocument/rangeFormatting", onFormatting, Document)                                  \
  REQUEST("textDocument/onTypeFormatting", onTypeFormatting, Edit)                                 \
  REQUEST("textDocument/prepareCallHierarchy", onPrepareCallHierarchy, Position)                   \
  REQUEST("callHierarchy/incomingCalls", onIncomingCalls, Other)                                   \
  REQUEST("callHierarchy/outgoingCalls", onOutgoingCalls, Other)                                   \
  REQUEST("workspace/executeCommand", onExecuteCommand, Other)                                     \
  REQUEST("textDocument/hover", onHover, Position)                                                 \
  REQUEST("textDocument/definition", onDefinition, Position)                                       \
  REQUEST("textDocument/references", onReferences, Position)                                       \
  REQUEST("textDocument/documentHighlight", onHighlight, Position)                                 \
  REQUEST("textDocument/documentSymbol", onDocumentSymbol, Document)                               \
  REQUEST("workspace/symbol", onWorkspaceSymbol, Other)                                            \
  REQUEST("textDocument/foldingRange", onFoldingRange, Document)                                   \
  REQUEST("textDocument/semanticTokens/full", onSemanticTokens, Document)                          \
  REQUEST("textDocument/semanticTokens/full/delta", onSemanticTokensDelta, Document)               \
  REQUEST("textDocument/semanticTokens/range", onSemanticTokens, Document)                         \
  REQUEST("textDocument/prepareRename", onPrepareRename, Position)                                 \
  REQUEST("textDocument/rename", onRename, Edit)                                                   \
  REQUEST("textDocument/completion", onCompletion, Position)                                       \
  REQUEST("textDocument/signatureHelp", onSignatureHelp, Position)                                 \
  REQUEST("textDocument/inlayHint", onInlayHint, Document)                                         \
  REQUEST("textDocument/codeLens", onCodeLens, Document)

/// The options of a session.
struct ServerOptions {
  std::string version = {};
  /// The URI of the rules' pages, ending in a slash; empty if there are none.
  std::string rulePages = {};
  /// The number of threads, as for `Workers`.
  unsigned threads = 0;
};

/// The documents of a session and the handlers of messages. A handler only finds the document; each
/// kind of request is implemented in a file of its own.
class Server {
public:
  /// Registers the handlers of messages in `handler`. All arguments must outlive the server.
  Server(llvm::lsp::MessageHandler &handler, ProjectSettings &settings, ToolTexts &texts,
         ServerOptions options);

  /// Checks the changed documents and publishes their findings.
  void publish();

private:
  struct Entry {
    std::unique_ptr<Document> document;
    bool isPublished = false;
    /// Of the launches that were executed since the last change.
    std::vector<Diagnostic> launchFindings = {};
  };
  using NoParams = llvm::lsp::NoParams;
  using Params = llvm::lsp::TextDocumentPositionParams;

  void onInitialize(const InitializeParams &params, Callback<llvm::json::Value> reply);
  void onInitialized(const NoParams &);
  void onShutdown(const NoParams &, Callback<std::nullptr_t> reply);
  void onDidOpen(const llvm::lsp::DidOpenTextDocumentParams &params);
  void onDidChange(const DidChangeParams &params);
  void onDidClose(const llvm::lsp::DidCloseTextDocumentParams &params);
  void onDidChangeWatchedFiles(const NoParams &);
  void onDidChangeConfiguration(const DidChangeConfigurationParams &params);
  void onCodeAction(const CodeActionParams &params, Callback<std::vector<CodeAction>> reply);
  void onHover(const Params &params, Callback<llvm::json::Value> reply);
  void onDefinition(const Params &params, Callback<std::vector<Location>> reply);
  void onReferences(const llvm::lsp::ReferenceParams &params,
                    Callback<std::vector<Location>> reply);
  void onHighlight(const Params &params, Callback<std::vector<DocumentHighlight>> reply);
  void onDocumentSymbol(const RangeParams &params, Callback<llvm::json::Value> reply);
  void onWorkspaceSymbol(const WorkspaceSymbolParams &params,
                         Callback<std::vector<SymbolInformation>> reply);
  void onFoldingRange(const RangeParams &params, Callback<std::vector<FoldingRange>> reply);
  void onSemanticTokens(const RangeParams &params, Callback<std::optional<SemanticTokens>> reply);
  void onSemanticTokensDelta(const SemanticTokensDeltaParams &params,
                             Callback<SemanticTokensDelta> reply);
  void onPrepareRename(const Params &params, Callback<PrepareRenameResult> reply);
  void onRename(const RenameParams &params, Callback<WorkspaceEdit> reply);
  void onCompletion(const Params &params, Callback<llvm::lsp::CompletionList> reply);
  void onSignatureHelp(const Params &params, Callback<llvm::lsp::SignatureHelp> reply);
  void onInlayHint(const llvm::lsp::InlayHintsParams &params,
                   Callback<std::vector<llvm::lsp::InlayHint>> reply);
  void onCodeLens(const RangeParams &params, Callback<std::vector<CodeLens>> reply);
  void onFormatting(const RangeParams &params, Callback<std::vector<TextEdit>> reply);
  void onTypeFormatting(const Params &params, Callback<std::vector<TextEdit>> reply);
  void onPrepareCallHierarchy(const Params &params, Callback<std::vector<CallHierarchyItem>> reply);
  void onIncomingCalls(const CallHierarchyCallsParams &params,
                       Callback<std::vector<CallHierarchyCall>> reply);
  void onOutgoingCalls(const CallHierarchyCallsParams &params,
                       Callback<std::vector<CallHierarchyCall>> reply);
  void onExecuteCommand(const ExecuteCommandParams &params, Callback<std::string> reply);

  void checkLaunch(const URIForFile &uri, std::optional<int64_t> number,
                   Callback<std::string> reply);

  /// Replies with the result of `answer` for the checked document.
  template <class T, class Answer>
  void answer(const TextDocumentIdentifier &id, Callback<T> &reply, Answer answer) {
    llvm::Expected<const Document *> document = checked(id.uri);
    if (!document)
      return reply(document.takeError());
    reply(answer(**document));
  }

  /// The document after a check; an error for the client if it is not open.
  llvm::Expected<const Document *> checked(const URIForFile &uri);
  const Analysis &analyse(Document &document);
  std::string pathForSettings(const Document &document) const;
  /// The URI of the rules' pages, ending in a slash, or empty.
  std::string rulePages() const;
  /// Publishes the findings of all documents again.
  void publishAgain();

  ProjectSettings &settings;
  ToolTexts &texts;
  ServerOptions options;
  ClientCapabilities client;
  std::string root; // the client's root folder
  ClientSettings wishes;
  Workers workers;
  std::map<URIForFile, Entry, OrderOfNames> documents;

  llvm::lsp::OutgoingNotification<PublishDiagnosticsParams> publishDiagnostics;
  llvm::lsp::OutgoingNotification<llvm::lsp::ShowMessageParams> showMessage;
  llvm::lsp::OutgoingRequest<WatchFilesParams> watchFiles;
  llvm::lsp::OutgoingRequest<RefreshParams> refreshHints;
};

} // namespace ptx::lsp

#endif // PTX_LSP_SERVER_H
