// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_COMMANDS_H
#define PTX_LSP_REQUESTS_COMMANDS_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// What a client can have executed, each of which answers with a text and changes nothing.
inline constexpr llvm::StringLiteral requirementsCommand = "ptx-lsp.requirements";
inline constexpr llvm::StringLiteral canonicalCommand = "ptx-lsp.canonicalForm";
inline constexpr llvm::StringLiteral explainCommand = "ptx-lsp.explain";

/// Texts of the tools that the server shows.
class ToolTexts {
public:
  virtual ~ToolTexts() = default;

  /// The versions and targets that support the module, as `ptx-check --requirements` prints them;
  /// an error if the module has one.
  virtual llvm::Expected<std::string> requirements(const SourceBuffer &source,
                                                   const CheckOptions &options) = 0;
  /// The page of a rule, by its name or code, in Markdown.
  virtual llvm::Expected<std::string> explain(llvm::StringRef nameOrCode) = 0;
};

/// What `ptx-lsp.requirements` answers about a document, which was analysed; an error if it is not
/// PTX.
llvm::Expected<std::string> requirementsOf(const Document &document, ToolTexts &texts);

/// The document in canonical spelling and layout; an error if it is not PTX or has an error of its
/// syntax.
llvm::Expected<std::string> canonicalForm(const Document &document, Workers &workers);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_COMMANDS_H
