// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_ANALYSIS_H
#define PTX_LSP_DOCUMENTS_ANALYSIS_H

#include "ptx/Check/BodyCache.h"
#include "ptx/Check/Check.h"
#include "ptx/Check/Session.h"
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

/// Cached results for the previous text of a document.
struct TextCache {
  BodyCache bodies = {}; ///< of a module
  AsmCache statements = {};
};

/// The analysis of one text. Findings are computed at once. A body of a module is read again only
/// for a request about it: after most edits, another edit comes first.
class Analysis {
public:
  /// `text`, which a NUL follows, and `workers` must outlive the analysis. `cache` is the cache of
  /// the previous text, or null.
  Analysis(llvm::StringRef text, std::string name, const FileSettings &settings, Workers &workers,
           TextCache *cache = nullptr);
  Analysis(const Analysis &) = delete;
  Analysis &operator=(const Analysis &) = delete;

  const FileSettings &settings() const { return how; }
  const SourceBuffer &source() const { return *buffer; }
  const Report &report() const { return findings; }
  /// The PTX of a module; null for another language.
  const PtxPiece *module() const { return how.host ? nullptr : &code(0); }

  /// The number of pieces of PTX in the text. A module is one piece. In another language, each
  /// variant of each `asm` statement is one.
  size_t codeCount() const;
  /// A piece, counted from 0; created on the first request.
  const PtxPiece &code(size_t index) const;
  /// The piece at `offset` of the text; null if that is not PTX.
  const PtxPiece *codeAt(uint32_t offset) const;
  /// The pieces of the function that contains `code`, including `code`. Outside of functions, the
  /// variants of its statement.
  std::vector<const PtxPiece *> codesAround(const PtxPiece &code) const;

private:
  FileSettings how;
  Workers &workers;
  std::unique_ptr<SourceBuffer> buffer;
  std::unique_ptr<Session> session; // of a module
  const InlinePtx &inlinePtx() const;

  mutable std::unique_ptr<InlinePtx> ptx; // of another language
  mutable std::vector<std::unique_ptr<PtxPiece>> codes;
  Report findings;
};

/// The report of `source`. `cache` may be null.
Report reportOf(const SourceBuffer &source, const FileSettings &settings, Workers &workers,
                TextCache *cache = nullptr);

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_ANALYSIS_H
