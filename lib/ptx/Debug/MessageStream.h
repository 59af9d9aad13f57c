// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DEBUG_MESSAGESTREAM_H
#define PTX_DEBUG_MESSAGESTREAM_H

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace ptx::debug {

/// The messages of the Debug Adapter Protocol: JSON with a header of its length. They are read on a
/// thread, so that a request can end a long execution.
class MessageStream {
public:
  /// The largest message, in bytes.
  static constexpr size_t largest = 16 << 20;

  MessageStream(std::FILE *input, llvm::raw_ostream &output);
  ~MessageStream();

  /// The result of a read: a message, or what is wrong with it.
  struct Received {
    std::optional<llvm::json::Object> message;
    std::string fault = {};
  };

  /// The next message; waits for it. None at the end of the input.
  std::optional<Received> wait();
  /// Whether `wait` returns immediately.
  bool hasNext() const;

  void send(llvm::json::Object message);

private:
  class Queue;
  std::shared_ptr<Queue> queue;
  llvm::raw_ostream &output;
  int64_t sent = 0;
};

} // namespace ptx::debug

#endif // PTX_DEBUG_MESSAGESTREAM_H
