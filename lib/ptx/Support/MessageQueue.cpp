// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/MessageQueue.h"

#include "ptx/Support/ProjectFile.h"

#include <system_error>

using namespace ptx;

MessageQueue::MessageQueue(Reading reading, Reader reader, Observer observer)
    : reader(std::move(reader)), observer(std::move(observer)), isAhead(reading == Reading::Ahead) {
  if (!isAhead)
    return;
  try {
    thread = std::thread([this] { readAhead(); });
  } catch (const std::system_error &) {
    isAhead = false; // the system cannot create a thread
  }
}

MessageQueue::~MessageQueue() {
  if (thread.joinable())
    thread.join();
}

std::optional<ClientMessage> MessageQueue::read() {
  std::optional<std::string> text = reader();
  if (!text)
    return std::nullopt;
  constexpr unsigned deepest = 256; // LLVM's reader is recursive
  if (nestsDeeper(*text, deepest, Quotes::Json))
    return ClientMessage{std::nullopt, "brackets nest too deeply"};
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(*text);
  if (!value)
    return ClientMessage{std::nullopt, llvm::toString(value.takeError())};
  return ClientMessage{std::move(*value)};
}

void MessageQueue::readAhead() {
  for (bool ends = false; !ends;) {
    std::optional<ClientMessage> message = read();
    std::lock_guard<std::mutex> lock(mutex);
    ends = atEnd = !message || observer(*message, waiting);
    if (message)
      waiting.push_back(std::move(*message));
    hasMessage = true;
    changed.notify_one();
  }
}

std::optional<ClientMessage> MessageQueue::next() {
  if (!isAhead)
    return read();
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return atEnd || !waiting.empty(); });
  if (waiting.empty())
    return std::nullopt;
  ClientMessage message = std::move(waiting.front());
  waiting.pop_front();
  hasMessage = atEnd || !waiting.empty();
  return message;
}
