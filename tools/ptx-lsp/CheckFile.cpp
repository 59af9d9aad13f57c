// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckFile.h"

#include "ptx/Diagnostics/Writers/FileReference.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Documents/Findings.h"
#include "ptx/Lsp/Requests/Completion.h"
#include "ptx/Lsp/Requests/Hover.h"
#include "ptx/Lsp/Requests/Navigation.h"
#include "ptx/Lsp/Requests/Outline.h"
#include "ptx/Lsp/Requests/SemanticTokens.h"
#include "ptx/Lsp/Requests/Signatures.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace ptx;
using llvm::StringRef;

/// Milliseconds that `work` takes.
template <class Work> static double timeOf(Work work) {
  auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

/// Where words begin, of a large file every tenth or so.
static std::vector<lsp::Position> placesIn(const lsp::Document &document) {
  constexpr size_t most = 1000;
  std::vector<uint32_t> starts;
  StringRef text = document.text();
  auto isOfWord = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '%' || c == '$'; };
  for (size_t i = 0; i != text.size(); ++i)
    if (isOfWord(text[i]) && (i == 0 || !isOfWord(text[i - 1])))
      starts.push_back(static_cast<uint32_t>(i));
  std::vector<lsp::Position> places;
  for (size_t i = 0, step = starts.size() / most + 1; i < starts.size(); i += step)
    places.push_back(document.rangeOf({starts[i], starts[i]}).start);
  return places;
}

ExitCode ptx::checkFile(StringRef path, lsp::ProjectSettings &settings, ToolStreams &streams,
                        unsigned threads) {
  std::string full = absolutePath(path, workingFolder());
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(full);
  if (!source)
    return streams.unusable("cannot read `" + path + "`: " + llvm::toString(source.takeError()));
  llvm::Expected<lsp::URIForFile> uri = lsp::URIForFile::fromFile(full);
  if (!uri)
    return streams.unusable("cannot name `" + path + "`: " + llvm::toString(uri.takeError()));
  lsp::Document document(*uri, "", (*source)->text().str(), 0, lsp::PositionEncoding::Utf16);
  lsp::FileSettings own = settings.settingsOf(full, "");
  streams.note(settings.takeProblems());
  Workers workers(threads);
  double checking = timeOf([&] { document.analyse(own, workers); });
  std::string name = printable(path);
  std::vector<lsp::Diagnostic> findings = lsp::findingsOf(document, "");
  for (const lsp::Diagnostic &d : findings)
    streams.out << name << ':' << d.range.start.line + 1 << ':' << d.range.start.character + 1
                << ": " << printable(d.message) << '\n';
  double wholes = timeOf([&] {
    lsp::documentSymbols(document);
    lsp::foldingRanges(document);
    lsp::semanticTokens(document, std::nullopt);
  });
  std::vector<lsp::Position> places = placesIn(document);
  double atPlaces = timeOf([&] {
    for (lsp::Position place : places) {
      lsp::hover(document, place);
      lsp::definitions(document, place);
      lsp::highlights(document, place);
      lsp::complete(document, place);
      lsp::signatureHelp(document, place);
    }
  });
  streams.out << name << ": " << findings.size()
              << (findings.size() == 1 ? " finding" : " findings")
              << llvm::format(", checked in %.1f ms; symbols, folding and tokens in %.1f ms; ",
                              checking, wholes)
              << places.size() << (places.size() == 1 ? " place" : " places")
              << llvm::format(" answered in %.1f ms\n", atPlaces);
  return ExitCode::Success;
}
