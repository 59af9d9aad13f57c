// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/MessageLoop.h"

#include "ptx/Lsp/Documents/DocumentUris.h"
#include "ptx/Support/ProjectFile.h"

#include "llvm/ADT/STLExtras.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>

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

/// The result of one read: a message, or an error.
struct Received {
  std::optional<json::Value> message;
  std::string fault = {};
  bool isCancelled = false;
};

/// The waiting messages. The reading thread outlives the loop if the client neither ends the
/// session nor closes the input.
class MessageLoop::Queue : public std::enable_shared_from_this<MessageLoop::Queue> {
public:
  Queue(std::unique_ptr<llvm::lsp::JSONTransportInput> input, Reading reading)
      : input(std::move(input)), isAhead(reading == Reading::Ahead) {}

  void start() {
    if (!isAhead)
      return;
    try {
      std::thread([self = shared_from_this()] { self->readAll(); }).detach();
    } catch (const std::system_error &) {
      isAhead = false; // the system cannot create a thread
    }
  }

  /// The next message; none at the end of the input.
  std::optional<Received> pop();
  /// Whether the next message is available.
  bool hasNext();

private:
  std::optional<Received> read();
  void readAll();
  void cancel(const json::Value &params);

  const std::unique_ptr<llvm::lsp::JSONTransportInput> input;
  bool isAhead;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Received> waiting;
  bool atEnd = false;
};

/// Reads a message; none at the end of the input.
std::optional<Received> MessageLoop::Queue::read() {
  std::string text;
  while (!input->isEndOfInput() && !input->hasError()) {
    if (llvm::failed(input->readMessage(text)) || StringRef(text).trim().empty())
      continue;
    constexpr unsigned deepest = 256; // LLVM's reader is recursive
    if (nestsDeeper(text, deepest, Quotes::Json))
      return Received{std::nullopt, "brackets nest too deeply"};
    llvm::Expected<json::Value> value = json::parse(text);
    if (value)
      return Received{std::move(*value)};
    return Received{std::nullopt, llvm::toString(value.takeError())};
  }
  return std::nullopt;
}

/// Marks the request in `params` as cancelled if it is waiting.
void MessageLoop::Queue::cancel(const json::Value &params) {
  const json::Object *named = params.getAsObject();
  const json::Value *id = named ? named->get("id") : nullptr;
  if (!id)
    return;
  for (Received &received : waiting) {
    const json::Object *object = received.message ? received.message->getAsObject() : nullptr;
    const json::Value *own = object && object->get("method") ? object->get("id") : nullptr;
    received.isCancelled |= own && *own == *id;
  }
}

void MessageLoop::Queue::readAll() {
  bool ends = false;
  while (!ends) {
    std::optional<Received> next = read();
    std::lock_guard<std::mutex> lock(mutex);
    if (!next) {
      atEnd = ends = true;
    } else {
      StringRef method = next->message ? methodOf(*next->message) : "";
      ends = method == "exit";
      if (method == "$/cancelRequest")
        if (const json::Value *params = next->message->getAsObject()->get("params"))
          cancel(*params);
      waiting.push_back(std::move(*next));
    }
    changed.notify_one();
  }
}

std::optional<Received> MessageLoop::Queue::pop() {
  if (!isAhead)
    return read();
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return atEnd || !waiting.empty(); });
  if (waiting.empty())
    return std::nullopt;
  Received next = std::move(waiting.front());
  waiting.pop_front();
  return next;
}

bool MessageLoop::Queue::hasNext() {
  std::lock_guard<std::mutex> lock(mutex);
  return !waiting.empty();
}

MessageLoop::MessageLoop(std::unique_ptr<llvm::lsp::JSONTransportInput> input,
                         llvm::lsp::JSONTransport &output, llvm::lsp::MessageHandler &handler,
                         Reading reading)
    : queue(std::make_shared<Queue>(std::move(input), reading)), output(output), handler(handler) {}

MessageLoop::~MessageLoop() = default;

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
  queue->start();
  while (std::optional<Received> next = queue->pop()) {
    if (!next->message) {
      refuse(nullptr, ErrorCode::ParseError, next->fault);
    } else if (next->isCancelled) {
      refuse(*next->message->getAsObject()->get("id"), ErrorCode::RequestCancelled,
             "the request was cancelled");
    } else if (handle(std::move(*next->message)) == Next::Ends) {
      return state == State::ShutDown;
    }
    if (!queue->hasNext())
      idle();
  }
  return false;
}
