// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_ANALYSIS_H
#define PTX_LSP_ANALYSIS_H

#include "ptx/Check/BodyCache.h"
#include "ptx/Check/Check.h"
#include "ptx/Lsp/Index.h"
#include "ptx/Lsp/Settings.h"
#include "ptx/Support/SourceBuffer.h"

#include <memory>
#include <optional>
#include <string>

namespace ptx::lsp {

/// What was found out about one text. Findings are there at once. Most edits are followed by
/// another one before anybody asks for the tree, so that it is made when it is asked for.
class Analysis {
public:
  /// `cache` is that of the text as it was before, or null. `workers` has to outlive the analysis.
  Analysis(llvm::StringRef text, std::string name, const FileSettings &settings, Workers &workers,
           BodyCache *cache = nullptr);

  const FileSettings &settings() const { return how; }
  const SourceBuffer &source() const { return *buffer; }
  const Report &report() const { return findings; }
  /// The tree and the meaning of a PTX module; null for another language.
  const CheckedSource *module() const;
  /// The names of the module, found when first asked for; null for another language.
  const Index *index() const;

private:
  FileSettings how;
  Workers &workers;
  std::unique_ptr<SourceBuffer> buffer;
  mutable std::optional<CheckedSource> checked;
  mutable std::unique_ptr<Index> names;
  Report findings;
};

/// What there is to report of `source`. `cache` as in `CheckRun`.
Report reportOf(const SourceBuffer &source, const FileSettings &settings, Workers &workers,
                BodyCache *cache = nullptr);

} // namespace ptx::lsp

#endif // PTX_LSP_ANALYSIS_H
