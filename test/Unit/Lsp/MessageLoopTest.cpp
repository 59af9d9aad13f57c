// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/MessageLoop.h"
#include "Messages.h"
#include "ptx/Lsp/Protocol.h"

#include "gtest/gtest.h"

#include <condition_variable>
#include <mutex>

using namespace ptx;
using namespace ptx::lsp;
namespace json = llvm::json;

namespace {

/// Tells when the last message was asked for.
class WatchedMessages : public test::Messages {
public:
  using Messages::Messages;

  llvm::LogicalResult readStandardMessage(std::string &text) override {
    llvm::LogicalResult result = Messages::readStandardMessage(text);
    std::lock_guard<std::mutex> lock(mutex);
    lastIsRead = isEndOfInput();
    changed.notify_all();
    return result;
  }

  /// Waits until all messages but the last are certain to be in the queue.
  void waitForLast() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return lastIsRead; });
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  bool lastIsRead = false;
};

/// Handles requests `wait`, during which all other messages arrive, and `count`.
struct Handler {
  Handler(llvm::lsp::MessageHandler &handler, WatchedMessages &input) : input(input) {
    handler.method("initialize", this, &Handler::onInitialize);
    handler.method("shutdown", this, &Handler::onInitialize);
    handler.method("wait", this, &Handler::onWait);
    handler.method("count", this, &Handler::onCount);
  }

  void onInitialize(const llvm::lsp::NoParams &, Callback<std::nullptr_t> reply) { reply(nullptr); }
  void onWait(const llvm::lsp::NoParams &, Callback<std::nullptr_t> reply) {
    input.waitForLast();
    reply(nullptr);
  }
  void onCount(const llvm::lsp::NoParams &, Callback<int> reply) { reply(++count); }

  WatchedMessages &input;
  int count = 0;
};

std::string request(llvm::StringRef id, llvm::StringRef method) {
  return (R"({"jsonrpc":"2.0","params":{},"id":)" + id + R"(,"method":")" + method + R"("})").str();
}

std::string cancel(llvm::StringRef id) {
  return (R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":)" + id + "}}").str();
}

} // namespace

TEST(MessageLoop, CancelsARequestBeforeItsTurn) {
  // The second and the third wait while the first one is answered; the last is there for the wait.
  auto owned = std::make_unique<WatchedMessages>(std::deque<std::string>{
      request("0", "initialize"), request("1", "wait"), request("2", "count"),
      request(R"("three")", "count"), request("4", "count"), cancel("2"), cancel(R"("three")"),
      cancel("99"), cancel("null"), request("5", "shutdown"),
      R"({"jsonrpc":"2.0","method":"exit"})"});
  WatchedMessages &input = *owned;
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::lsp::JSONTransport output(nullptr, stream);
  llvm::lsp::MessageHandler messages(output);
  Handler handler(messages, input);
  MessageLoop loop(std::move(owned), output, messages, MessageQueue::Reading::Ahead);
  unsigned idle = 0;
  EXPECT_TRUE(loop.run([&] { ++idle; }));
  EXPECT_EQ(handler.count, 1) << "of the three requests two are cancelled";
  llvm::StringRef answers = text;
  EXPECT_EQ(answers.count("the request was cancelled"), 2u);
  EXPECT_EQ(answers.count("\"code\":-32800"), 2u);
  for (llvm::StringRef id : {"0", "1", "2", "\"three\"", "4", "5"})
    EXPECT_EQ(answers.count(("\"id\":" + id + ",").str()), 1u) << id.str() << " is answered once";
}

TEST(MessageLoop, EndsAfterAnExitThatIsARequest) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::lsp::JSONTransport output(nullptr, stream);
  llvm::lsp::MessageHandler messages(output);
  auto owned = std::make_unique<WatchedMessages>(
      std::deque<std::string>{request("0", "initialize"), request("1", "exit")});
  Handler handler(messages, *owned);
  MessageLoop loop(std::move(owned), output, messages, MessageQueue::Reading::Ahead);
  EXPECT_FALSE(loop.run([] {})) << "there was no `shutdown`";
}
