// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Structures of the Language Server Protocol that LLVM does not define, in LLVM's style: names as
// in the protocol (3.17), each with `toJSON` or `fromJSON`.

#ifndef PTX_LSP_PROTOCOL_H
#define PTX_LSP_PROTOCOL_H

#include "ptx/Lsp/ClientSettings.h"
#include "ptx/Lsp/Documents/Positions.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/LSP/Transport.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming)

namespace ptx::lsp {

using llvm::lsp::Callback;
using llvm::lsp::ErrorCode;
using llvm::lsp::LSPError;
using llvm::lsp::TextDocumentIdentifier;
using llvm::lsp::TextEdit;
using llvm::lsp::URIForFile;
using llvm::lsp::WorkspaceEdit;

/// The error reply to a request that is well-formed but cannot be satisfied.
inline llvm::Error refused(const llvm::Twine &why) {
  return llvm::make_error<LSPError>(why.str(), ErrorCode::RequestFailed);
}

//===-- initialize ----------------------------------------------------------------------------===//

/// The client capabilities that the server uses.
struct ClientCapabilities {
  /// general.positionEncodings: the first one that the server knows is used.
  PositionEncoding positionEncoding = PositionEncoding::Utf16;
  /// workspace.didChangeWatchedFiles.dynamicRegistration
  bool watchesFiles = false;
  /// workspace.inlayHint.refreshSupport
  bool refreshesHints = false;
  /// textDocument.semanticTokens.requests.full.delta
  bool tokenChanges = false;
  /// textDocument.documentSymbol.hierarchicalDocumentSymbolSupport
  bool hierarchicalDocumentSymbols = false;
  /// textDocument.completion.completionItem.snippetSupport
  bool snippets = false;
};

struct InitializeParams {
  ClientCapabilities capabilities;
  /// The path of the first folder of workspaceFolders, otherwise of rootUri; empty if there is
  /// none.
  std::string root;
  ClientSettings initializationOptions;
};
bool fromJSON(const llvm::json::Value &value, InitializeParams &result, llvm::json::Path path);

/// Reads the settings of `clientSettingTable`. Settings that are missing or have a wrong type do
/// not change.
bool fromJSON(const llvm::json::Value &value, ClientSettings &result, llvm::json::Path path);

/// workspace/didChangeConfiguration. Clients send all settings of the server, directly or under the
/// key `ptxkit`.
struct DidChangeConfigurationParams {
  ClientSettings settings;
};
bool fromJSON(const llvm::json::Value &value, DidChangeConfigurationParams &result,
              llvm::json::Path path);

//===-- Text ----------------------------------------------------------------------------------===//

struct ContentChange {
  /// None: the whole text.
  std::optional<Range> range;
  std::string text;
};
bool fromJSON(const llvm::json::Value &value, ContentChange &result, llvm::json::Path path);

struct DidChangeParams {
  llvm::lsp::VersionedTextDocumentIdentifier textDocument;
  std::vector<ContentChange> contentChanges;
};
bool fromJSON(const llvm::json::Value &value, DidChangeParams &result, llvm::json::Path path);

//===-- Diagnostics ---------------------------------------------------------------------------===//

struct Location {
  URIForFile uri;
  Range range;
};
llvm::json::Value toJSON(const Location &value);

/// DiagnosticRelatedInformation
struct RelatedInformation {
  Location location;
  std::string message;
};
llvm::json::Value toJSON(const RelatedInformation &value);

struct Diagnostic : llvm::lsp::Diagnostic {
  /// relatedInformation
  std::vector<RelatedInformation> related;
  std::string code;
  /// codeDescription.href: the page about the code; empty if there is none.
  std::string href;
};
llvm::json::Value toJSON(const Diagnostic &value);

struct PublishDiagnosticsParams {
  URIForFile uri;
  std::vector<Diagnostic> diagnostics;
  /// None for a closed document.
  std::optional<int64_t> version = std::nullopt;
};
llvm::json::Value toJSON(const PublishDiagnosticsParams &value);

//===-- Code actions, formatting --------------------------------------------------------------===//

struct CodeActionParams {
  TextDocumentIdentifier textDocument;
  Range range;
  /// context.only: the requested kinds; empty for all.
  std::vector<std::string> only;
  /// context.triggerKind: whether the request is automatic, such as after a move of the cursor.
  bool isAutomatic = false;
};
bool fromJSON(const llvm::json::Value &value, CodeActionParams &result, llvm::json::Path path);

struct CodeAction {
  std::string title;
  std::string kind;
  std::vector<Diagnostic> diagnostics;
  bool isPreferred = false;
  WorkspaceEdit edit;
};
llvm::json::Value toJSON(const CodeAction &value);

/// Parameters of requests about a whole document or a range of it.
struct RangeParams {
  TextDocumentIdentifier textDocument;
  /// None: the whole document.
  std::optional<Range> range;
};
bool fromJSON(const llvm::json::Value &value, RangeParams &result, llvm::json::Path path);

//===-- Names ---------------------------------------------------------------------------------===//

struct DocumentHighlight {
  enum class Kind : uint8_t { Text = 1, Read = 2, Write = 3 };
  Range range;
  Kind kind = Kind::Text;
};
llvm::json::Value toJSON(const DocumentHighlight &value);

struct SymbolInformation {
  std::string name;
  llvm::lsp::SymbolKind kind = llvm::lsp::SymbolKind::Variable;
  Location location;
  std::string containerName;
};
llvm::json::Value toJSON(const SymbolInformation &value);

struct WorkspaceSymbolParams {
  std::string query;
};
bool fromJSON(const llvm::json::Value &value, WorkspaceSymbolParams &result, llvm::json::Path path);

struct PrepareRenameResult {
  Range range;
  std::string placeholder;
};
llvm::json::Value toJSON(const PrepareRenameResult &value);

struct RenameParams : llvm::lsp::TextDocumentPositionParams {
  std::string newName;
};
bool fromJSON(const llvm::json::Value &value, RenameParams &result, llvm::json::Path path);

//===-- Call hierarchy ------------------------------------------------------------------------===//

/// A function.
struct CallHierarchyItem {
  std::string name;
  std::string detail;
  URIForFile uri;
  Range range;
  Range selectionRange;
};
llvm::json::Value toJSON(const CallHierarchyItem &value);
bool fromJSON(const llvm::json::Value &value, CallHierarchyItem &result, llvm::json::Path path);

/// CallHierarchyIncomingCall or CallHierarchyOutgoingCall.
struct CallHierarchyCall {
  /// `from` for an incoming call, `to` for an outgoing one.
  CallHierarchyItem other;
  bool isIncoming = false;
  std::vector<Range> fromRanges;
};
llvm::json::Value toJSON(const CallHierarchyCall &value);

struct CallHierarchyCallsParams {
  CallHierarchyItem item;
};
bool fromJSON(const llvm::json::Value &value, CallHierarchyCallsParams &result,
              llvm::json::Path path);

//===-- Commands ------------------------------------------------------------------------------===//

struct ExecuteCommandParams {
  std::string command;
  std::vector<llvm::json::Value> arguments;
};
bool fromJSON(const llvm::json::Value &value, ExecuteCommandParams &result, llvm::json::Path path);

//===-- Folding, semantic tokens --------------------------------------------------------------===//

struct FoldingRange {
  uint32_t startLine = 0;
  uint32_t endLine = 0;
  /// `comment`, or empty.
  std::string kind;
};
llvm::json::Value toJSON(const FoldingRange &value);

struct SemanticTokens {
  /// Five numbers for each token: lines and columns since the previous token, length in columns,
  /// type, modifiers.
  std::vector<uint32_t> data;
  /// The id by which the client can refer to them; empty if it does not.
  std::string resultId;
};
llvm::json::Value toJSON(const SemanticTokens &value);

struct SemanticTokensDeltaParams {
  TextDocumentIdentifier textDocument;
  std::string previousResultId;
};
bool fromJSON(const llvm::json::Value &value, SemanticTokensDeltaParams &result,
              llvm::json::Path path);

/// All tokens, or a change of those that the client has.
struct SemanticTokensDelta {
  std::string resultId;
  bool isChange = false;
  uint32_t start = 0;
  uint32_t deleteCount = 0;
  std::vector<uint32_t> data;
};
llvm::json::Value toJSON(const SemanticTokensDelta &value);

//===-- Code lenses ---------------------------------------------------------------------------===//

/// A line of text above the range, with the command that it executes; empty if there is none.
struct CodeLens {
  Range range;
  std::string title;
  std::string command = {};
  llvm::json::Array arguments = {};
};
llvm::json::Value toJSON(const CodeLens &value);

//===-- Requests to the client ----------------------------------------------------------------===//

/// client/registerCapability: registers for changes of files that match `globPattern`.
struct WatchFilesParams {
  std::string globPattern;
};
llvm::json::Value toJSON(const WatchFilesParams &value);

/// The parameters of refresh requests, which have none.
struct RefreshParams {};
llvm::json::Value toJSON(const RefreshParams &value);

} // namespace ptx::lsp

// NOLINTEND(readability-identifier-naming)

#endif // PTX_LSP_PROTOCOL_H
