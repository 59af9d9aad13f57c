// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/Printable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>

using namespace ptx;

PrintableCharacter ptx::printableCharacter(llvm::StringRef text) {
  if (llvm::isPrint(text.front()))
    return {1, 1};
  size_t size = llvm::getNumBytesForUTF8(static_cast<llvm::UTF8>(text.front()));
  if (size < 2 || size > text.size())
    return {};
  int width = llvm::sys::unicode::columnWidthUTF8(text.take_front(size));
  if (width < 0)
    return {};
  return {size, static_cast<unsigned>(width)};
}

static std::string escaped(char c) {
  switch (c) {
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  case '\t':
    return "\\t";
  default:
    return "\\x" + llvm::toHex(llvm::StringRef(&c, 1));
  }
}

std::string ptx::printable(llvm::StringRef text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    // The usual case.
    size_t plain = llvm::find_if_not(text, llvm::isPrint) - text.begin();
    result += text.take_front(plain);
    text = text.drop_front(plain);
    if (text.empty())
      break;
    size_t size = printableCharacter(text).size;
    if (size)
      result += text.take_front(size);
    else
      result += escaped(text.front());
    text = text.drop_front(std::max<size_t>(size, 1));
  }
  return result;
}

const char *ptx::findUnprintable(llvm::StringRef text) {
  while (!text.empty()) {
    size_t size = llvm::isSpace(text.front()) ? 1 : printableCharacter(text).size;
    if (size == 0)
      return text.data();
    text = text.drop_front(size);
  }
  return nullptr;
}

std::string ptx::oneLine(llvm::StringRef text) {
  std::string result;
  for (text = text.trim(); !text.empty(); text = text.ltrim()) {
    llvm::StringRef word = text.take_until(llvm::isSpace);
    result += (result.empty() ? "" : " ") + printable(word);
    text = text.drop_front(word.size());
  }
  return result;
}

void ptx::appendArgument(std::string &message, llvm::StringRef argument) {
  if (argument.size() <= maxArgumentSize) {
    message += printable(argument);
    return;
  }
  constexpr size_t half = maxArgumentSize / 2;
  message += printable(argument.take_front(half));
  message += " ... ";
  message += printable(argument.take_back(half));
}

void ptx::appendArgument(std::string &message, int64_t argument) {
  message += std::to_string(argument);
}

void ptx::appendArgument(std::string &message, uint64_t argument) {
  message += std::to_string(argument);
}

void ptx::appendArgument(std::string &message, uint8_t argument) {
  char c = static_cast<char>(argument);
  if (llvm::isPrint(c))
    message.append({'`', c, '`'});
  else
    message += "0x" + llvm::toHex(llvm::StringRef(&c, 1));
}
