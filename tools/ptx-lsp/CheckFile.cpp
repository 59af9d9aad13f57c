// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckFile.h"

#include "Texts.h"
#include "ptx/Diagnostics/Writers/FileReference.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Lsp/Documents/Findings.h"
#include "ptx/Lsp/Server.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace ptx;
namespace json = llvm::json;
using llvm::StringRef;

/// The run time of `work` in milliseconds.
template <class Work> static double timeOf(Work work) {
  auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

/// The starts of words; for a large file, about every tenth.
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

namespace {

/// Sends the requests of an editor about one document to a server. The replies are dropped.
class Client {
public:
  Client(const lsp::Document &document, lsp::ProjectSettings &settings, unsigned threads)
      : server(handler, settings, texts, {.threads = threads}), document(document) {
    handler.onNotify("textDocument/didOpen",
                     json::Object{{"textDocument", json::Object{{"uri", document.uri()},
                                                                {"languageId", ""},
                                                                {"version", 0},
                                                                {"text", document.text()}}}});
    server.publish();
  }

  /// Sends all requests of `scope`, the range of the request being the whole document if it has
  /// one.
  void ask(lsp::RequestScope scope, lsp::Position at) {
    json::Value params = json::Object{
        {"textDocument", json::Object{{"uri", document.uri()}}},
        {"position", at},
        {"range", document.rangeOf({0, static_cast<uint32_t>(document.text().size())})},
        {"context", json::Object{{"diagnostics", json::Array{}}, {"includeDeclaration", true}}},
        {"options", json::Object{}},
        {"ch", ";"},
        {"newName", "%name"},
        {"previousResultId", ""}};
#define PTX_LSP_REQUEST(name, function, scopeOfRequest)                                            \
  if (scope == lsp::RequestScope::scopeOfRequest)                                                  \
    handler.onCall(name, params, 0);
    PTX_LSP_REQUESTS(PTX_LSP_REQUEST)
#undef PTX_LSP_REQUEST
  }

private:
  llvm::lsp::JSONTransport output{nullptr, llvm::nulls()};
  llvm::lsp::MessageHandler handler{output};
  Texts texts;
  lsp::Server server;
  const lsp::Document &document;
};

} // namespace

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
  Client client(document, settings, threads);
  std::vector<lsp::Position> places = placesIn(document);
  double wholes = timeOf([&] {
    client.ask(lsp::RequestScope::Document, {});
    if (!places.empty())
      client.ask(lsp::RequestScope::Edit, places.front());
  });
  double atPlaces = timeOf([&] {
    for (lsp::Position place : places)
      client.ask(lsp::RequestScope::Position, place);
  });
  streams.out << name << ": " << findings.size()
              << (findings.size() == 1 ? " finding" : " findings")
              << llvm::format(", checked in %.1f ms; requests about the file answered in %.1f ms, "
                              "",
                              checking, wholes)
              << "about " << places.size() << (places.size() == 1 ? " position" : " positions")
              << llvm::format(" in %.1f ms\n", atPlaces);
  return ExitCode::Success;
}
