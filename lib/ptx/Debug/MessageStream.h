// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DEBUG_MESSAGESTREAM_H
#define PTX_DEBUG_MESSAGESTREAM_H

#include "ptx/Support/MessageQueue.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdio>

namespace ptx::debug {

/// The messages of the Debug Adapter Protocol: JSON with a header of its length. They are read on a
/// thread, so that a request can end a long execution.
class MessageStream {
public:
  /// The largest message, in bytes.
  static constexpr size_t largest = 16 << 20;

  MessageStream(std::FILE *input, llvm::raw_ostream &output);

  /// The next message; waits for it. None at the end of the input.
  std::optional<ClientMessage> wait() { return queue.next(); }
  /// Whether `wait` returns immediately.
  bool hasNext() const { return queue.isReady(); }

  void send(llvm::json::Object message);

private:
  MessageQueue queue;
  llvm::raw_ostream &output;
  int64_t sent = 0;
};

} // namespace ptx::debug

#endif // PTX_DEBUG_MESSAGESTREAM_H
