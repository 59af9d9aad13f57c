// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_ANALYSIS_H
#define PTX_LSP_ANALYSIS_H

#include "ptx/Check/Check.h"
#include "ptx/Lsp/Index.h"
#include "ptx/Lsp/Settings.h"
#include "ptx/Support/SourceBuffer.h"

#include <memory>
#include <optional>
#include <string>

namespace ptx::lsp {

/// What was found out about one text.
class Analysis {
public:
  Analysis(llvm::StringRef text, std::string name, const FileSettings &settings, Workers &workers);

  const FileSettings &settings() const { return how; }
  const SourceBuffer &source() const { return *buffer; }
  const Report &report() const { return findings; }
  /// The tree and the meaning of a PTX module; null for another language.
  const CheckedSource *module() const { return checked ? &*checked : nullptr; }
  /// The names of the module, found when first asked for; null for another language.
  const Index *index() const;

private:
  FileSettings how;
  std::unique_ptr<SourceBuffer> buffer;
  std::optional<CheckedSource> checked;
  mutable std::unique_ptr<Index> names;
  Report findings;
};

/// What there is to report of `source`.
Report reportOf(const SourceBuffer &source, const FileSettings &settings, Workers &workers);

} // namespace ptx::lsp

#endif // PTX_LSP_ANALYSIS_H
