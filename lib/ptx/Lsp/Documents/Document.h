// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_DOCUMENT_H
#define PTX_LSP_DOCUMENTS_DOCUMENT_H

#include "ptx/Lsp/Documents/Analysis.h"
#include "ptx/Lsp/Documents/Positions.h"
#include "ptx/Lsp/Documents/TokenCache.h"

#include <memory>
#include <optional>
#include <string>

namespace ptx::lsp {

using llvm::lsp::URIForFile;

/// A document that a client has opened. The client defines the text, regardless of the file's
/// contents.
class Document {
public:
  Document(URIForFile uri, std::string languageId, std::string text, int64_t version,
           PositionEncoding encoding)
      : file(std::move(uri)), language(std::move(languageId)), contents(std::move(text)),
        number(version), encoding(encoding), lines(contents), map(contents, lines, encoding) {}
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;

  const URIForFile &uri() const { return file; }
  /// The language according to the client, such as `ptx` or `cuda-cpp`; any string.
  llvm::StringRef languageId() const { return language; }
  int64_t version() const { return number; }
  llvm::StringRef text() const { return contents; }
  const PositionMap &positions() const { return map; }

  /// Replaces `range`, or the whole text if there is none, by `text`. Positions outside of the text
  /// are clamped. Discards the analysis of the old text.
  void change(const std::optional<Range> &range, llvm::StringRef text);
  void setVersion(int64_t version) { number = version; }

  /// The analysis of the text; null if there was none since the last change.
  const Analysis *analysis() const { return known.get(); }
  /// Checks the text with `settings` unless it has been checked.
  const Analysis &analyse(const FileSettings &settings, Workers &workers);
  /// Discards the analysis and the cache, because settings have changed.
  void forget() {
    known.reset();
    cache = TextCache();
    tokens.stretches.clear();
  }

  Range rangeOf(SourceRange range) const { return map.range(range); }
  TokenCache &tokenCache() const { return tokens; }

private:
  URIForFile file;
  std::string language;
  std::string contents;
  int64_t number;
  PositionEncoding encoding;
  LineTable lines;
  PositionMap map;
  std::unique_ptr<Analysis> known;
  TextCache cache;
  mutable TokenCache tokens;
};

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_DOCUMENT_H
