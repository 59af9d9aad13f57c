// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_COMMANDS_H
#define PTX_LSP_REQUESTS_COMMANDS_H

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Protocol.h"

namespace ptx::lsp {

/// The commands that a client can execute. Each returns a text and changes nothing.
inline constexpr llvm::StringLiteral requirementsCommand = "ptx-lsp.requirements";
inline constexpr llvm::StringLiteral canonicalCommand = "ptx-lsp.canonicalForm";
inline constexpr llvm::StringLiteral explainCommand = "ptx-lsp.explain";

/// Texts of other tools that the server shows.
class ToolTexts {
public:
  virtual ~ToolTexts() = default;

  /// The versions and targets that support the module, as printed by `ptx-check --requirements`; an
  /// error if the module has errors.
  virtual llvm::Expected<std::string> requirements(const SourceBuffer &source,
                                                   const CheckOptions &options) = 0;
  /// The page of a rule, by its name or code, in Markdown.
  virtual llvm::Expected<std::string> explain(llvm::StringRef nameOrCode) = 0;
};

/// The result of `ptx-lsp.requirements` for a document; an error if it is not PTX. Precondition:
/// the document was analysed.
llvm::Expected<std::string> requirementsOf(const Document &document, ToolTexts &texts);

/// The document in canonical spelling and layout; an error if it is not PTX or has a syntax error.
llvm::Expected<std::string> canonicalForm(const Document &document, Workers &workers);

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_COMMANDS_H
