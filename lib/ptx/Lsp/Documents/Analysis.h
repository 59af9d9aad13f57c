// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_ANALYSIS_H
#define PTX_LSP_DOCUMENTS_ANALYSIS_H

#include "ptx/Check/BodyCache.h"
#include "ptx/Check/Check.h"
#include "ptx/Inline/Fragments/AsmCache.h"
#include "ptx/Inline/InlinePtx.h"
#include "ptx/Lsp/Documents/PtxPiece.h"
#include "ptx/Lsp/Settings.h"
#include "ptx/Support/SourceBuffer.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ptx::lsp {

/// What is known of the text of a document as it was before.
struct TextCache {
  BodyCache bodies = {}; ///< of a module
  AsmCache statements = {};
};

/// What was found out about one text. Findings are there at once. Most edits are followed by
/// another one before anybody asks for the tree, so that it is made when it is asked for.
class Analysis {
public:
  /// `cache` is that of the text as it was before, or null. `workers` has to outlive the analysis.
  Analysis(llvm::StringRef text, std::string name, const FileSettings &settings, Workers &workers,
           TextCache *cache = nullptr);

  const FileSettings &settings() const { return how; }
  const SourceBuffer &source() const { return *buffer; }
  const Report &report() const { return findings; }
  /// The tree and the meaning of a PTX module; null for another language.
  const CheckedSource *module() const;
  /// The names of the module, found when first asked for; null for another language.
  const Index *index() const { return module() ? &code(0).index() : nullptr; }

  /// How many pieces of PTX the text has: a module is one, of another language those in `asm`
  /// statements count, with each variant of one.
  size_t codeCount() const;
  /// A piece, from 0; made when it is first asked for.
  const PtxPiece &code(size_t index) const;
  /// The piece with the place `offset` of the text; null if that is not PTX.
  const PtxPiece *codeAt(uint32_t offset) const;
  /// The pieces of the function that has `code`, or with the other variants of its statement if
  /// that is outside of functions; `code` itself is among them.
  std::vector<const PtxPiece *> codesAround(const PtxPiece &code) const;

private:
  FileSettings how;
  Workers &workers;
  std::unique_ptr<SourceBuffer> buffer;
  mutable std::optional<CheckedSource> checked;
  const InlinePtx &inlinePtx() const;

  mutable std::unique_ptr<InlinePtx> ptx; // of another language
  mutable std::vector<std::unique_ptr<PtxPiece>> codes;
  Report findings;
};

/// What there is to report of `source`. `cache` may be null.
Report reportOf(const SourceBuffer &source, const FileSettings &settings, Workers &workers,
                TextCache *cache = nullptr);

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_ANALYSIS_H
