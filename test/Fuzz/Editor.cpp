// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whatever a client sends, the server answers each request once, and goes on until `exit`. The
// bytes are the text of a document; those at its end choose the edits, the requests and messages
// that are none.

#include "../Unit/Lsp/Messages.h"
#include "ptx/Lsp/MessageLoop.h"
#include "ptx/Lsp/Server.h"

#include "fuzzer/FuzzedDataProvider.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstdlib>

using namespace ptx;
namespace json = llvm::json;
using llvm::StringRef;

namespace {

constexpr StringRef languages[] = {"ptx", "cuda-cpp", "llvm", "mlir", "python", "rust", "julia"};
constexpr StringRef names[] = {"file:///k.ptx", "untitled:Untitled-1", "inmemory://model"};
constexpr StringRef requests[] = {
#define PTX_LSP_REQUEST(name, function, scope) name,
    PTX_LSP_REQUESTS(PTX_LSP_REQUEST)
#undef PTX_LSP_REQUEST
        "none"};
constexpr StringRef pieces[] = {"",
                                "\n",
                                ";",
                                "{",
                                "}",
                                "%",
                                "%%",
                                "\"",
                                "\\n",
                                ".",
                                "%0",
                                "add.",
                                "\n\tret;",
                                "[",
                                "asm(\"",
                                ")",
                                "/*",
                                "*/",
                                "\r\n",
                                "(%r1)",
                                ".reg .b32 %r<9>;",
                                "bra L;",
                                "L:",
                                "\xF0\x9D\x94\x98",
                                "// ptx-lint: off"};
// What no client that keeps to the protocol sends.
constexpr StringRef faults[] = {
    "",
    "{",
    "[]",
    "null",
    R"({"jsonrpc":"2.0"})",
    R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":[]})",
    R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}})",
    R"({"jsonrpc":"1.0","id":1,"method":"initialize"})"};

/// Every file has the settings without a file of settings.
class NoSettings : public lsp::ProjectSettings {
public:
  lsp::FileSettings settingsOf(StringRef, StringRef language) override {
    lsp::FileSettings settings;
    settings.host = hostLanguageNamed(language);
    return settings;
  }
  void reload() override {}
  std::vector<std::string> takeProblems() override { return {}; }
  StringRef watchedFiles() const override { return "**/.ptx-check"; }
};

class NoTexts : public lsp::ToolTexts {
public:
  llvm::Expected<std::string> requirements(const SourceBuffer &, const CheckOptions &) override {
    return "none";
  }
  llvm::Expected<std::string> explain(StringRef) override { return "none"; }
};

/// Writes what a client sends.
class Client {
public:
  Client(StringRef text, const uint8_t *data, size_t size) : random(data, size) {
    send(json::Object{{"id", 0}, {"method", "initialize"}, {"params", json::Object{}}});
    json::Object item{{"uri", uri}, {"languageId", pick(languages)}, {"version", 0}};
    item["text"] = json::fixUTF8(text);
    notify("didOpen", json::Object{{"textDocument", std::move(item)}});
  }

  std::deque<std::string> run() {
    for (unsigned step = 0; step != 24 && random.remaining_bytes() != 0; ++step) {
      switch (random.ConsumeIntegralInRange(0, 9)) {
      case 0:
        messages.push_back(pick(faults).str());
        break;
      case 1:
      case 2:
      case 3:
      case 4:
        edit();
        break;
      default:
        request(pick(requests));
        break;
      }
    }
    send(json::Object{{"id", ++count}, {"method", "shutdown"}});
    send(json::Object{{"method", "exit"}});
    return std::move(messages);
  }

  /// How many requests were sent, apart from `initialize`.
  int requestCount() const { return count; }

private:
  template <size_t N> StringRef pick(const StringRef (&list)[N]) {
    return list[random.ConsumeIntegralInRange<size_t>(0, N - 1)];
  }

  void send(json::Object message) {
    message["jsonrpc"] = "2.0";
    messages.emplace_back();
    llvm::raw_string_ostream(messages.back()) << json::Value(std::move(message));
  }

  void notify(StringRef method, json::Object params) {
    send(json::Object{{"method", ("textDocument/" + method).str()}, {"params", std::move(params)}});
  }

  json::Object document() { return json::Object{{"uri", uri}, {"version", ++version}}; }
  json::Object position() {
    return json::Object{{"line", random.ConsumeIntegralInRange(-1, 60)},
                        {"character", random.ConsumeIntegralInRange(-1, 100)}};
  }
  json::Object range() { return json::Object{{"start", position()}, {"end", position()}}; }

  void edit() {
    json::Object change{{"text", pick(pieces)}};
    if (random.ConsumeIntegralInRange(0, 15) != 0)
      change["range"] = range();
    notify("didChange", json::Object{{"textDocument", document()},
                                     {"contentChanges", json::Array{std::move(change)}}});
  }

  /// Has the members that any request takes.
  void request(StringRef method) {
    json::Object params{{"textDocument", document()},
                        {"position", position()},
                        {"range", range()},
                        {"newName", pick(pieces)},
                        {"query", "a"},
                        {"previousResultId", "1"},
                        {"ch", ";"},
                        {"options", json::Object{}},
                        {"arguments", json::Array{uri}},
                        {"command", "ptx-lsp.canonicalForm"}};
    params["context"] = json::Object{{"diagnostics", json::Array{}}, {"includeDeclaration", true}};
    params["item"] = json::Object{
        {"name", "f"}, {"kind", 12}, {"uri", uri}, {"range", range()}, {"selectionRange", range()}};
    send(json::Object{{"id", ++count}, {"method", method}, {"params", std::move(params)}});
  }

  FuzzedDataProvider random;
  const StringRef uri = pick(names);
  std::deque<std::string> messages;
  int count = 0, version = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Client client(StringRef(reinterpret_cast<const char *>(data), size), data, size);
  auto input = std::make_unique<test::Messages>(client.run());
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::lsp::JSONTransport output(nullptr, stream);
  llvm::lsp::MessageHandler handler(output);
  NoSettings settings;
  NoTexts texts;
  lsp::Server server(handler, settings, texts, {.threads = 1});
  lsp::MessageLoop loop(std::move(input), output, handler, MessageQueue::Reading::InTurn);
  bool ended = loop.run([&] { server.publish(); });
  for (int id = 1; id <= client.requestCount(); ++id)
    if (StringRef(text).count("\"id\":" + std::to_string(id) + ",") != 1) {
      fprintf(stderr, "request %d was not answered once\n", id);
      abort();
    }
  if (!ended) {
    fprintf(stderr, "the session did not end as the protocol has it\n");
    abort();
  }
  return 0;
}
