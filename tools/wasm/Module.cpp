// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Information/RuleList.h"
#include "ptx/Driver/Information/WordText.h"
#include "ptx/Lsp/Server.h"
#include "ptxkit/Request.h"

#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>

// The functions that the host of the module calls. A text is passed in memory that
// `ptxkit_allocate` returned, and received in memory that `ptxkit_free` frees.

using namespace ptx;
namespace json = llvm::json;
using llvm::StringRef;

#define PTXKIT_EXPORT(name) __attribute__((export_name(#name)))

/// A copy with a NUL at its end.
static char *copied(StringRef text) {
  char *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (!copy)
    return nullptr;
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

namespace {

/// Settings of documents, which have no files here: the defaults and those of the client.
class PageSettings : public lsp::ProjectSettings {
public:
  lsp::FileSettings settingsOf(StringRef, StringRef languageId) override {
    lsp::FileSettings settings;
    if (languageId != "ptx")
      settings.host = hostLanguageNamed(languageId);
    return settings;
  }
  void reload() override {}
  std::vector<std::string> takeProblems() override { return {}; }
  StringRef watchedFiles() const override { return ""; }
};

class PageTexts : public lsp::ToolTexts {
public:
  llvm::Expected<std::string> requirements(const SourceBuffer &, const CheckOptions &) override {
    return llvm::createStringError("the module has no text of requirements");
  }
  llvm::Expected<std::string> explain(StringRef rule) override {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (llvm::Error error = explainRule(os, rule))
      return error;
    return text;
  }
};

/// A session of the language server.
class PageSession {
public:
  /// Handles a message of the client; returns the messages to it as a JSON array.
  std::string handle(StringRef text) {
    written.clear();
    llvm::Expected<json::Value> message = json::parse(text);
    if (!message) {
      llvm::consumeError(message.takeError());
      return "[]";
    }
    if (json::Object *object = message->getAsObject()) {
      json::Value *params = object->get("params");
      json::Value given = params ? std::move(*params) : json::Value(nullptr);
      StringRef method = object->getString("method").value_or("");
      if (json::Value *id = object->get("id"))
        handler.onCall(method, std::move(given), *id);
      else
        handler.onNotify(method, std::move(given));
      server.publish();
    }
    return messages();
  }

private:
  /// What was written, without the headers of the protocol.
  std::string messages() const {
    std::string result = "[";
    for (StringRef rest = written; !rest.empty();) {
      auto [header, after] = rest.split("\r\n\r\n");
      size_t size = 0;
      header.substr(header.find(": ") + 2).getAsInteger(10, size);
      if (result.size() > 1)
        result += ',';
      result += after.take_front(size);
      rest = after.drop_front(std::min(size, after.size()));
    }
    return result + "]";
  }

  std::string written;
  llvm::raw_string_ostream out{written};
  llvm::lsp::JSONTransport output{nullptr, out};
  llvm::lsp::MessageHandler handler{output};
  PageSettings settings;
  PageTexts texts;
  lsp::Server server{handler, settings, texts, {.version = PTXKIT_VERSION, .threads = 1}};
};

} // namespace

static llvm::Error writeText(llvm::raw_ostream &os, const json::Object *request) {
  if (std::optional<StringRef> rule = request ? request->getString("explain") : std::nullopt)
    return explainRule(os, *rule);
  if (std::optional<StringRef> word = request ? request->getString("describe") : std::nullopt)
    return describeWord(os, *word, request->getBoolean("evidence").value_or(false));
  return llvm::createStringError("the request has neither `explain` nor `describe`");
}

extern "C" {

PTXKIT_EXPORT(ptxkit_allocate) char *ptxkit_allocate(size_t size) {
  return static_cast<char *>(std::malloc(size));
}

PTXKIT_EXPORT(ptxkit_free) void ptxkit_free(char *text) { std::free(text); }

/// Answers a request, as the function of this name in ptxkit.h.
PTXKIT_EXPORT(ptxkit_request) char *ptxkit_request(const char *request, size_t size) {
  return copied(ptxkit::detail::answer({request, size}));
}

/// The text of a rule, as `--explain`, or of a word, as `--describe` with or without `--evidence`.
/// The request has the member `explain`, or `describe` and perhaps `evidence`; the answer is one of
/// `ptxkit_request`.
PTXKIT_EXPORT(ptxkit_text) char *ptxkit_text(const char *request, size_t size) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::Expected<json::Value> asked = json::parse({request, size});
  llvm::Error error = asked ? writeText(os, asked->getAsObject()) : asked.takeError();
  json::Object reply;
  if (error)
    reply["error"] = json::fixUTF8(llvm::toString(std::move(error)));
  else
    reply["result"] = text;
  std::string answer;
  llvm::raw_string_ostream(answer) << json::Value(std::move(reply));
  return copied(answer);
}

/// Handles a message to the language server; returns those of the server as a JSON array.
PTXKIT_EXPORT(ptxkit_lsp) char *ptxkit_lsp(const char *message, size_t size) {
  static PageSession session;
  return copied(session.handle({message, size}));
}

PTXKIT_EXPORT(ptxkit_version) const char *ptxkit_version() { return PTXKIT_VERSION; }

} // extern "C"
