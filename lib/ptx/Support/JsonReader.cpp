// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/JsonReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace ptx;
using llvm::StringRef;

static constexpr unsigned deepest = 64;

void JsonReader::fail(const llvm::Twine &what) {
  if (!problem.empty())
    return;
  StringRef before = text.take_front(at);
  size_t line = before.count('\n') + 1, column = at - (before.rfind('\n') + 1) + 1;
  problem = ("line " + llvm::Twine(line) + ", column " + llvm::Twine(column) + ": " + what).str();
  at = text.size();
}

/// The first character of the next token; NUL at the end.
char JsonReader::next() {
  while (at < text.size() && StringRef(" \t\r\n").contains(text[at]))
    ++at;
  return at < text.size() ? text[at] : '\0';
}

bool JsonReader::take(char c) {
  if (next() != c || at == text.size())
    return false;
  ++at;
  return true;
}

/// The string at the current place, with its quotes.
std::optional<StringRef> JsonReader::rawString() {
  if (next() != '"')
    return std::nullopt;
  size_t end = at + 1;
  while (end < text.size() && text[end] != '"')
    end += text[end] == '\\' ? 2 : 1;
  if (end >= text.size()) {
    fail("no closing `\"`");
    return std::nullopt;
  }
  StringRef raw = text.slice(at, end + 1);
  at = end + 1;
  return raw;
}

/// The number or name at the current place; empty if there is none.
StringRef JsonReader::word() {
  next();
  StringRef found = text.substr(at).take_while(
      [](char c) { return llvm::isAlnum(c) || StringRef("+-.").contains(c); });
  at += found.size();
  return found;
}

/// Reads the elements between brackets.
void JsonReader::entries(char close, llvm::function_ref<void()> entry) {
  ++at;
  if (++depth > deepest)
    return fail("brackets nest too deeply");
  if (!take(close)) {
    do {
      entry();
    } while (problem.empty() && take(','));
    if (problem.empty() && !take(close))
      fail("expected `,` or `" + llvm::Twine(close) + "`");
  }
  --depth;
}

void JsonReader::object(llvm::function_ref<void(StringRef key)> member) {
  if (!isObject())
    return skip();
  entries('}', [&] {
    if (next() != '"')
      return fail("expected a name in double quotes");
    std::optional<std::string> key = string();
    if (!key)
      return;
    if (!take(':'))
      return fail("expected `:` after a name");
    next();
    size_t begin = at;
    member(*key);
    if (at == begin)
      skip();
  });
}

void JsonReader::array(llvm::function_ref<void()> element) {
  if (!isArray())
    return skip();
  entries(']', [&] {
    next();
    size_t begin = at;
    element();
    if (at == begin)
      skip();
  });
}

std::optional<std::string> JsonReader::string() {
  if (next() != '"') {
    skip();
    return std::nullopt;
  }
  std::optional<StringRef> raw = rawString();
  if (!raw)
    return std::nullopt;
  StringRef inside = raw->drop_front().drop_back();
  bool isPlain = llvm::all_of(inside, [](char c) { return llvm::isPrint(c) && c != '\\'; });
  if (isPlain)
    return inside.str();
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(*raw);
  if (value)
    return value->getAsString()->str();
  llvm::consumeError(value.takeError());
  fail("a string that JSON does not allow");
  return std::nullopt;
}

std::optional<int64_t> JsonReader::integer() {
  size_t begin = (next(), at);
  StringRef digits = word();
  int64_t number;
  if (!digits.empty() && !digits.getAsInteger(10, number))
    return number;
  at = begin;
  skip();
  return std::nullopt;
}

/// Reads a value of any kind.
void JsonReader::skip() {
  if (isObject())
    return object([](StringRef) {});
  if (isArray())
    return array([] {});
  if (next() == '"') {
    (void)string();
    return;
  }
  size_t begin = at;
  StringRef literal = word();
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(literal);
  if (value)
    return;
  llvm::consumeError(value.takeError());
  at = begin;
  fail("expected a value");
}

llvm::Error JsonReader::finish() {
  if (problem.empty() && next() != '\0')
    fail("unexpected text after the value");
  if (problem.empty() && at < text.size())
    fail("unexpected NUL");
  if (problem.empty())
    return llvm::Error::success();
  return llvm::createStringError(problem);
}
