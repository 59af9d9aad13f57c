// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/MessageLoop.h"

#include "ptx/Lsp/Documents/DocumentUris.h"

using namespace ptx;
using namespace ptx::lsp;
namespace json = llvm::json;
using llvm::StringRef;
using llvm::lsp::ErrorCode;
using llvm::lsp::LSPError;

static StringRef methodOf(const json::Value &message) {
  const json::Object *object = message.getAsObject();
  return object ? object->getString("method").value_or("") : "";
}

/// The text of a message; none at the end of the input.
static std::optional<std::string> readText(llvm::lsp::JSONTransportInput &input) {
  std::string text;
  while (!input.isEndOfInput() && !input.hasError())
    if (llvm::succeeded(input.readMessage(text)) && !StringRef(text).trim().empty())
      return text;
  return std::nullopt;
}

/// Marks the request in `params` as cancelled if it is waiting.
static void cancel(const json::Value &params, std::deque<ClientMessage> &waiting) {
  const json::Object *named = params.getAsObject();
  const json::Value *id = named ? named->get("id") : nullptr;
  if (!id)
    return;
  for (ClientMessage &message : waiting) {
    const json::Object *object = message.value ? message.value->getAsObject() : nullptr;
    const json::Value *own = object && object->get("method") ? object->get("id") : nullptr;
    message.isCancelled |= own && *own == *id;
  }
}

/// Cancels requests, and tells whether a message ends the session.
static bool observe(const ClientMessage &message, std::deque<ClientMessage> &waiting) {
  StringRef method = message.value ? methodOf(*message.value) : "";
  if (method == "$/cancelRequest")
    if (const json::Value *params = message.value->getAsObject()->get("params"))
      cancel(*params, waiting);
  return method == "exit";
}

MessageLoop::MessageLoop(std::unique_ptr<llvm::lsp::JSONTransportInput> given,
                         llvm::lsp::JSONTransport &output, llvm::lsp::MessageHandler &handler,
                         MessageQueue::Reading reading)
    : input(std::move(given)), queue(
                                   reading, [this] { return readText(*input); }, observe),
      output(output), handler(handler) {}

void MessageLoop::refuse(json::Value id, ErrorCode code, const llvm::Twine &text) {
  output.reply(std::move(id), llvm::make_error<LSPError>(text.str(), code));
}

MessageLoop::Next MessageLoop::handleRequest(StringRef method, json::Value params, json::Value id) {
  if (state == State::ShutDown) {
    refuse(std::move(id), ErrorCode::InvalidRequest, "the server is shut down");
    return Next::Goes;
  }
  if ((method == "initialize") != (state == State::Started)) {
    if (state == State::Started)
      refuse(std::move(id), ErrorCode::ServerNotInitialized, "`initialize` comes first");
    else
      refuse(std::move(id), ErrorCode::InvalidRequest, "`initialize` came before");
    return Next::Goes;
  }
  if (method == "initialize")
    state = State::Initialized;
  if (method == "shutdown")
    state = State::ShutDown;
  handler.onCall(method, std::move(params), std::move(id));
  return Next::Goes;
}

MessageLoop::Next MessageLoop::handleNotification(StringRef method, json::Value params) {
  if (method == "exit")
    return Next::Ends;
  if (state == State::Initialized)
    handler.onNotify(method, std::move(params));
  return Next::Goes;
}

MessageLoop::Next MessageLoop::handle(json::Value message) {
  json::Object *object = message.getAsObject();
  if (!object || object->getString("jsonrpc") != StringRef("2.0")) {
    refuse(nullptr, ErrorCode::InvalidRequest, "expected a message of JSON-RPC 2.0");
    return Next::Goes;
  }
  std::optional<json::Value> id;
  if (json::Value *given = object->get("id"))
    id = std::move(*given);
  std::optional<StringRef> method = object->getString("method");
  if (!method && (object->get("result") || object->get("error"))) {
    // The server does not wait for replies of the client.
    return Next::Goes;
  }
  if (!method) {
    refuse(id ? std::move(*id) : json::Value(nullptr), ErrorCode::InvalidRequest,
           "the message has no `method`");
    return Next::Goes;
  }
  json::Value params = nullptr;
  if (json::Value *given = object->get("params"))
    params = std::move(*given);
  readNames(params);
  if (id)
    return handleRequest(*method, std::move(params), std::move(*id));
  return handleNotification(*method, std::move(params));
}

bool MessageLoop::run(llvm::function_ref<void()> idle) {
  while (std::optional<ClientMessage> next = queue.next()) {
    if (!next->value) {
      refuse(nullptr, ErrorCode::ParseError, next->fault);
    } else if (next->isCancelled) {
      refuse(*next->value->getAsObject()->get("id"), ErrorCode::RequestCancelled,
             "the request was cancelled");
    } else if (handle(std::move(*next->value)) == Next::Ends) {
      return state == State::ShutDown;
    }
    if (!queue.isReady())
      idle();
  }
  idle();
  return false;
}
