// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_TEXTS_H
#define PTX_LSP_TEXTS_H

#include "ptx/Lsp/Requests/Commands.h"

namespace ptx {

/// The texts of ptx-check.
class Texts : public lsp::ToolTexts {
public:
  llvm::Expected<std::string> requirements(const SourceBuffer &source,
                                           const CheckOptions &options) override;
  llvm::Expected<std::string> explain(llvm::StringRef nameOrCode) override;
};

} // namespace ptx

#endif // PTX_LSP_TEXTS_H
