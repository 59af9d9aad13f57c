// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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

/// The documents have no files: their settings are the defaults, and what the client wishes.
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

/// `ptx-check` has them, and this module does not.
class NoTexts : public lsp::ToolTexts {
public:
  llvm::Expected<std::string> requirements(const SourceBuffer &, const CheckOptions &) override {
    return llvm::createStringError("the module has no text of requirements");
  }
  llvm::Expected<std::string> explain(StringRef) override {
    return llvm::createStringError("the module has no text of rules");
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
  NoTexts texts;
  lsp::Server server{handler, settings, texts, {.version = PTXKIT_VERSION, .threads = 1}};
};

} // namespace

extern "C" {

PTXKIT_EXPORT(ptxkit_allocate) char *ptxkit_allocate(size_t size) {
  return static_cast<char *>(std::malloc(size));
}

PTXKIT_EXPORT(ptxkit_free) void ptxkit_free(char *text) { std::free(text); }

/// Answers a request, as the function of this name in ptxkit.h.
PTXKIT_EXPORT(ptxkit_request) char *ptxkit_request(const char *request, size_t size) {
  return copied(ptxkit::detail::answer({request, size}));
}

/// Handles a message to the language server; returns those of the server as a JSON array.
PTXKIT_EXPORT(ptxkit_lsp) char *ptxkit_lsp(const char *message, size_t size) {
  static PageSession session;
  return copied(session.handle({message, size}));
}

PTXKIT_EXPORT(ptxkit_version) const char *ptxkit_version() { return PTXKIT_VERSION; }

} // extern "C"
