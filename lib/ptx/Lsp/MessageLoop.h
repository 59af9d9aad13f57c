// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_MESSAGELOOP_H
#define PTX_LSP_MESSAGELOOP_H

#include "ptx/Support/MessageQueue.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/LSP/Transport.h"

#include <memory>

namespace ptx::lsp {

/// Dispatches the messages of a client to a handler. Replies with an error to protocol violations
/// (invalid JSON, JSON that is not a message, a request before `initialize` or after `shutdown`)
/// and to requests that are cancelled before their turn.
class MessageLoop {
public:
  MessageLoop(std::unique_ptr<llvm::lsp::JSONTransportInput> input,
              llvm::lsp::JSONTransport &output, llvm::lsp::MessageHandler &handler,
              MessageQueue::Reading reading);

  /// Handles messages until the client sends `exit` or closes the input. Calls `idle` whenever no
  /// message is waiting, and at the end of the input. Returns whether the session ended as the
  /// protocol requires: with `shutdown` and then `exit`.
  bool run(llvm::function_ref<void()> idle);

private:
  enum class State : uint8_t { Started, Initialized, ShutDown };
  enum class Next : uint8_t { Goes, Ends };

  Next handle(llvm::json::Value message);
  Next handleRequest(llvm::StringRef method, llvm::json::Value params, llvm::json::Value id);
  Next handleNotification(llvm::StringRef method, llvm::json::Value params);
  void refuse(llvm::json::Value id, llvm::lsp::ErrorCode code, const llvm::Twine &text);

  const std::unique_ptr<llvm::lsp::JSONTransportInput> input;
  MessageQueue queue;
  llvm::lsp::JSONTransport &output;
  llvm::lsp::MessageHandler &handler;
  State state = State::Started;
};

} // namespace ptx::lsp

#endif // PTX_LSP_MESSAGELOOP_H
