// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Debug/MessageStream.h"

#include "ptx/Support/ProjectFile.h"

#include "llvm/ADT/StringExtras.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

using namespace ptx;
using namespace ptx::debug;
using llvm::StringRef;
namespace json = llvm::json;

/// The messages that were read. The thread outlives the stream if the client does not close it.
class MessageStream::Queue {
public:
  explicit Queue(std::FILE *input) : input(input) {}

  void readAll();
  std::optional<Received> wait();
  bool hasNext() const { return hasMessage; }

private:
  std::optional<Received> read();
  std::optional<std::string> readHeader();

  std::FILE *const input;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Received> waiting;
  std::atomic<bool> hasMessage = false;
  bool atEnd = false;
};

/// The lines before a message; none at the end of the input.
std::optional<std::string> MessageStream::Queue::readHeader() {
  constexpr size_t longest = 4096;
  std::string header;
  while (header.size() < longest) {
    int c = std::getc(input);
    if (c == EOF)
      return std::nullopt;
    header += static_cast<char>(c);
    if (StringRef(header).ends_with("\r\n\r\n") || StringRef(header).ends_with("\n\n"))
      break;
  }
  return header;
}

/// Reads a message; none at the end of the input, or if no message can follow.
std::optional<MessageStream::Received> MessageStream::Queue::read() {
  std::optional<std::string> header = readHeader();
  if (!header)
    return std::nullopt;
  size_t length = largest + 1;
  for (StringRef line : llvm::split(StringRef(*header), '\n')) {
    auto [key, value] = line.trim().split(':');
    if (key.trim().equals_insensitive("content-length") && value.trim().getAsInteger(10, length))
      length = largest + 1;
  }
  if (length > largest)
    return std::nullopt;
  std::string text(length, 0);
  if (std::fread(text.data(), 1, length, input) != length)
    return std::nullopt;
  constexpr unsigned deepest = 256; // LLVM's reader is recursive
  if (nestsDeeper(text, deepest, Quotes::Json))
    return Received{std::nullopt, "brackets nest too deeply"};
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value)
    return Received{std::nullopt, llvm::toString(value.takeError())};
  if (json::Object *object = value->getAsObject())
    return Received{std::move(*object)};
  return Received{std::nullopt, "expected an object"};
}

void MessageStream::Queue::readAll() {
  for (bool ends = false; !ends;) {
    std::optional<Received> next = read();
    std::lock_guard<std::mutex> lock(mutex);
    ends = atEnd = !next;
    if (next)
      waiting.push_back(std::move(*next));
    hasMessage = true;
    changed.notify_one();
  }
}

std::optional<MessageStream::Received> MessageStream::Queue::wait() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return atEnd || !waiting.empty(); });
  if (waiting.empty())
    return std::nullopt;
  Received next = std::move(waiting.front());
  waiting.pop_front();
  hasMessage = atEnd || !waiting.empty();
  return next;
}

MessageStream::MessageStream(std::FILE *input, llvm::raw_ostream &output)
    : queue(std::make_shared<Queue>(input)), output(output) {
  std::thread([queue = queue] { queue->readAll(); }).detach();
}

MessageStream::~MessageStream() = default;

std::optional<MessageStream::Received> MessageStream::wait() { return queue->wait(); }

bool MessageStream::hasNext() const { return queue->hasNext(); }

void MessageStream::send(json::Object message) {
  message["seq"] = ++sent;
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(std::move(message));
  output << "Content-Length: " << text.size() << "\r\n\r\n" << text;
  output.flush();
}
