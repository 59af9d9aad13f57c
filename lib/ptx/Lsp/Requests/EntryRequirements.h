// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_ENTRYREQUIREMENTS_H
#define PTX_LSP_REQUESTS_ENTRYREQUIREMENTS_H

#include "ptx/Check/Passes.h"
#include "ptx/Sema/Module/ModuleChecker.h"
#include "ptx/Sema/Platform/Requirements.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <optional>
#include <vector>

namespace ptx::lsp {

/// The requirements of each entry of a module, computed as for `ptx-check --requirements`: by a
/// check that records uses and fails no gate. Thus the result includes all instructions even if the
/// declared target is too low.
class EntryRequirements {
public:
  /// `checked` was checked with `options`. Both must outlive the object.
  EntryRequirements(const CheckedSource &checked, const CheckOptions &options);

  /// The requirements of the entry's body, of the functions to which it refers directly or
  /// indirectly, and of the declarations outside of bodies; none if one of these has an error.
  std::optional<Requirements> requirementsOf(const Function &entry);

private:
  /// The uses in one body, and the functions to which it refers.
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
  llvm::DenseMap<const WordTable *, std::unique_ptr<MnemonicTable>> mnemonics;
  llvm::StringMap<const Function *> defined;
  /// By `Function::body`; null until the first request.
  std::vector<std::unique_ptr<Body>> bodies;
};

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_ENTRYREQUIREMENTS_H
