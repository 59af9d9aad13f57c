// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_UNIT_LSP_MESSAGES_H
#define PTX_TEST_UNIT_LSP_MESSAGES_H

#include "llvm/Support/LSP/Transport.h"

#include <deque>
#include <string>

namespace ptx::test {

/// Gives the messages of a session one after the other, in place of a client.
class Messages : public llvm::lsp::JSONTransportInput {
public:
  explicit Messages(std::deque<std::string> messages) : messages(std::move(messages)) {}

  bool hasError() const override { return false; }
  bool isEndOfInput() const override { return messages.empty(); }
  llvm::LogicalResult readStandardMessage(std::string &text) override {
    text = std::move(messages.front());
    messages.pop_front();
    return llvm::success();
  }
  llvm::LogicalResult readDelimitedMessage(std::string &text) override {
    return readStandardMessage(text);
  }

private:
  std::deque<std::string> messages;
};

} // namespace ptx::test

#endif // PTX_TEST_UNIT_LSP_MESSAGES_H
