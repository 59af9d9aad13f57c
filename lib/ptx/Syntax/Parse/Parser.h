// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_PARSE_PARSER_H
#define PTX_SYNTAX_PARSE_PARSER_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Support/Workers.h"
#include "ptx/Syntax/Tree/Module.h"

#include <memory>

namespace ptx {

/// The grammar for a source text.
enum class SourceKind : uint8_t {
  /// A whole module, beginning with `.version` and `.target`. (Manual 4.1)
  Module,
  /// A statement list, such as the text of an inline assembly statement. (Manual 4.3)
  Fragment,
};

/// Parses `source` into a syntax tree and reports every lexical and syntax error.
///
/// There is always a tree; after an error it lacks the broken constructs and `Module::isComplete`
/// is false. Any bytes are safe: time and memory are linear in the size of the text, and nesting is
/// bounded by an error. `workers` share the function bodies, if there are any. The result does not
/// depend on their number.
std::unique_ptr<Module> parseModule(const SourceBuffer &source, DiagnosticList &diagnostics,
                                    SourceKind kind = SourceKind::Module,
                                    Workers *workers = nullptr);

} // namespace ptx

#endif // PTX_SYNTAX_PARSE_PARSER_H
