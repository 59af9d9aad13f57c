// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_ENTRYREQUIREMENTS_H
#define PTX_LSP_REQUESTS_ENTRYREQUIREMENTS_H

#include "ptx/Check/Passes.h"
#include "ptx/Sema/Module/ModuleChecker.h"
#include "ptx/Sema/Platform/Requirements.h"

#include "llvm/ADT/StringMap.h"

#include <memory>
#include <optional>
#include <vector>

namespace ptx::lsp {

/// What each entry of a module requires, computed as `ptx-check --requirements` does: by a check
/// that records what is used and fails no gate, so that a module that is declared for too low a
/// target has all its instructions in the result.
class EntryRequirements {
public:
  /// `checked` was checked with `options`; both have to outlive this.
  EntryRequirements(const CheckedSource &checked, const CheckOptions &options);

  /// The requirements of the entry's body, of the functions that it names, directly or not, and of
  /// what the module declares outside of bodies; none if one of these has an error.
  std::optional<Requirements> requirementsOf(const Function &entry);

private:
  /// What one body uses, and which functions it names.
  struct Body {
    GatedUses uses;
    std::vector<const Function *> functions;
    bool hasErrors = false;
  };

  const Body &bodyOf(const Function &function);

  const Module &module;
  const SemaOptions options;
  DiagnosticList found;
  ModuleChecker checker;
  std::unique_ptr<MnemonicTable> mnemonics;
  llvm::StringMap<const Function *> defined;
  /// By `Function::body`; null until it is asked for.
  std::vector<std::unique_ptr<Body>> bodies;
};

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_ENTRYREQUIREMENTS_H
