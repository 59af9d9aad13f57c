// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_DOCUMENTURIS_H
#define PTX_LSP_DOCUMENTS_DOCUMENTURIS_H

#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Protocol.h"

#include <string>

namespace ptx::lsp {

/// The URI `name` of a document as `URIForFile` reads it, with its scheme made known. Documents
/// that are not files can have any scheme, and no path: `untitled:Untitled-1`.
std::string readableName(llvm::StringRef name);

/// The reverse: the URI that the client sent.
std::string clientName(const llvm::lsp::URIForFile &uri);

/// The path of a file, or what another name has after its scheme.
llvm::StringRef pathOf(const llvm::lsp::URIForFile &uri);

/// Makes the names of documents in the parameters of a message readable.
void readNames(llvm::json::Value &params);

/// Documents are different if their schemes are, even with one path.
struct OrderOfNames {
  bool operator()(const llvm::lsp::URIForFile &a, const llvm::lsp::URIForFile &b) const {
    return std::pair(a.scheme(), a.file()) < std::pair(b.scheme(), b.file());
  }
};

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_DOCUMENTURIS_H
