// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Debug/MessageStream.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::debug;
using llvm::StringRef;
namespace json = llvm::json;

/// The lines before a message; none at the end of the input.
static std::optional<std::string> readHeader(std::FILE *input) {
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

/// The text of a message; none at the end of the input, or if no message can follow.
static std::optional<std::string> readText(std::FILE *input) {
  std::optional<std::string> header = readHeader(input);
  if (!header)
    return std::nullopt;
  size_t length = MessageStream::largest + 1;
  for (StringRef line : llvm::split(StringRef(*header), '\n')) {
    auto [key, value] = line.trim().split(':');
    if (key.trim().equals_insensitive("content-length") && value.trim().getAsInteger(10, length))
      length = MessageStream::largest + 1;
  }
  if (length > MessageStream::largest)
    return std::nullopt;
  std::string text(length, 0);
  if (std::fread(text.data(), 1, length, input) != length)
    return std::nullopt;
  return text;
}

/// Whether a message ends the session.
static bool disconnects(const ClientMessage &message) {
  const json::Object *object = message.value ? message.value->getAsObject() : nullptr;
  return object && object->getString("type") == StringRef("request") &&
         object->getString("command") == StringRef("disconnect");
}

MessageStream::MessageStream(std::FILE *input, llvm::raw_ostream &output)
    : queue(
          MessageQueue::Reading::Ahead, [input] { return readText(input); },
          [](const ClientMessage &message, std::deque<ClientMessage> &) {
            return disconnects(message);
          }),
      output(output) {}

void MessageStream::send(json::Object message) {
  message["seq"] = ++sent;
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(std::move(message));
  output << "Content-Length: " << text.size() << "\r\n\r\n" << text;
  output.flush();
}
