// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What LLVM's structures of the Language Server Protocol lack, in their style: the names are those
// of the protocol (3.17), and each has `toJSON` or `fromJSON`.

#ifndef PTX_LSP_PROTOCOL_H
#define PTX_LSP_PROTOCOL_H

#include "ptx/Lsp/Positions.h"

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

//===-- initialize ----------------------------------------------------------------------------===//

/// What the server asks of a client's capabilities.
struct ClientCapabilities {
  /// general.positionEncodings: the first one that the server knows is used.
  PositionEncoding positionEncoding = PositionEncoding::Utf16;
  /// workspace.didChangeWatchedFiles.dynamicRegistration
  bool watchesFiles = false;
  /// textDocument.documentSymbol.hierarchicalDocumentSymbolSupport
  bool hierarchicalDocumentSymbols = false;
  /// textDocument.completion.completionItem.snippetSupport
  bool snippets = false;
};

/// What a client can set when it starts the server.
struct InitializationOptions {
  /// Where the pages of the rules are: a URI that ends in a slash.
  std::optional<std::string> rulePages;
  /// Which inlay hints are shown.
  bool hintTypes = false;
  bool hintTargets = false;
};

struct InitializeParams {
  ClientCapabilities capabilities;
  InitializationOptions initializationOptions;
};
bool fromJSON(const llvm::json::Value &value, InitializeParams &result, llvm::json::Path path);

//===-- Text ----------------------------------------------------------------------------------===//

struct ContentChange {
  /// None: all of the text.
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

struct Diagnostic : llvm::lsp::Diagnostic {
  std::string code;
  /// codeDescription.href: a page about the code; empty if there is none.
  std::string href;
};
llvm::json::Value toJSON(const Diagnostic &value);

struct PublishDiagnosticsParams {
  URIForFile uri;
  std::vector<Diagnostic> diagnostics;
  /// None for a document that was closed.
  std::optional<int64_t> version = std::nullopt;
};
llvm::json::Value toJSON(const PublishDiagnosticsParams &value);

//===-- client/registerCapability -------------------------------------------------------------===//

/// Registers for changes of the files that fit `globPattern`.
struct WatchFilesParams {
  std::string globPattern;
};
llvm::json::Value toJSON(const WatchFilesParams &value);

} // namespace ptx::lsp

// NOLINTEND(readability-identifier-naming)

#endif // PTX_LSP_PROTOCOL_H
