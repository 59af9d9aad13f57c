// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_MESSAGEQUEUE_H
#define PTX_SUPPORT_MESSAGEQUEUE_H

#include "llvm/Support/JSON.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace ptx {

/// A message of a client: JSON, or the reason why it cannot be read.
struct ClientMessage {
  std::optional<llvm::json::Value> value;
  std::string fault = {};
  bool isCancelled = false;
};

/// The messages of a client of a server, in their order.
class MessageQueue {
public:
  /// The mode of reading messages.
  enum class Reading : uint8_t {
    /// A thread reads ahead, so that a message can cancel an earlier one, or interrupt a long
    /// answer.
    Ahead,
    /// Each message is read after the previous one has been handled, so that replies depend only on
    /// the input.
    InTurn,
  };
  /// Waits for the text of the next message; none at the end of the input.
  using Reader = std::function<std::optional<std::string>()>;
  /// Sees a message that is read ahead, and those that still wait. Returns whether it is the last
  /// one of the session.
  using Observer =
      std::function<bool(const ClientMessage &message, std::deque<ClientMessage> &waiting)>;

  MessageQueue(Reading reading, Reader reader, Observer observer);
  /// Waits for the last message or the end of the input. A thread that still reads would hold the
  /// lock of the input, for which the end of a process may wait.
  ~MessageQueue();

  /// The next message; waits for it. None after the last one.
  std::optional<ClientMessage> next();
  /// Whether `next` returns immediately, as far as is known.
  bool isReady() const { return hasMessage; }

private:
  std::optional<ClientMessage> read();
  void readAhead();

  const Reader reader;
  const Observer observer;
  bool isAhead;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<ClientMessage> waiting;
  std::atomic<bool> hasMessage = false;
  bool atEnd = false;
  std::thread thread;
};

} // namespace ptx

#endif // PTX_SUPPORT_MESSAGEQUEUE_H
