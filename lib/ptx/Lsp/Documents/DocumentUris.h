// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_DOCUMENTURIS_H
#define PTX_LSP_DOCUMENTS_DOCUMENTURIS_H

#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Protocol.h"

#include <string>

namespace ptx::lsp {

/// The URI `name` of a document in a form that `URIForFile` accepts; registers its scheme.
/// Documents that are not files can have any scheme and no path: `untitled:Untitled-1`.
std::string readableName(llvm::StringRef name);

/// The inverse of `readableName`: the URI that the client sent.
std::string clientName(const llvm::lsp::URIForFile &uri);

/// The path of a file, or the part after the scheme of another URI.
llvm::StringRef pathOf(const llvm::lsp::URIForFile &uri);

/// Applies `readableName` to the URIs of documents in the parameters of a message.
void readNames(llvm::json::Value &params);

/// Documents with different schemes are different even if their paths are equal.
struct OrderOfNames {
  bool operator()(const llvm::lsp::URIForFile &a, const llvm::lsp::URIForFile &b) const {
    return std::pair(a.scheme(), a.file()) < std::pair(b.scheme(), b.file());
  }
};

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_DOCUMENTURIS_H
