// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_PRINTABLE_H
#define PTX_DIAGNOSTICS_WRITERS_PRINTABLE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace ptx {

/// The first character of a text, as a terminal displays it.
struct PrintableCharacter {
  /// Length in bytes; 0 if the text does not begin with a printable character.
  size_t size = 0;
  /// Width in columns: 0 for a combining mark, 2 for a wide character, else 1.
  unsigned width = 0;
};

/// The first printable character, ASCII or UTF-8, of `text`, which must not be empty. A tab is not
/// printable.
PrintableCharacter printableCharacter(llvm::StringRef text);

/// `text` as one line that any terminal can display: printable characters unchanged, a line feed as
/// `\n`, a carriage return as `\r`, a tab as `\t`, every other byte as `\x1F`.
std::string printable(llvm::StringRef text);

/// The first byte of `text` that `printable` escapes, other than tabs and line ends; null if there
/// is none.
const char *findUnprintable(llvm::StringRef text);

/// `text` on one line: each sequence of white space becomes one space, and the rest is escaped as
/// by `printable`.
std::string oneLine(llvm::StringRef text);

/// The maximum length of a string argument of a message in bytes; longer ones are truncated in the
/// middle.
inline constexpr size_t maxArgumentSize = 400;

/// Appends an argument to a message: escaped as by `printable`, with its middle replaced by ` ... `
/// if it is longer than `maxArgumentSize`.
void appendArgument(std::string &message, llvm::StringRef argument);

/// Appends a number in decimal.
void appendArgument(std::string &message, int64_t argument);
void appendArgument(std::string &message, uint64_t argument);

/// Appends a source byte: `` `@` `` for printable ASCII, else `0x0B`.
void appendArgument(std::string &message, uint8_t argument);

/// The text that `appendArgument` appends.
template <class T> std::string argumentText(T argument) {
  std::string text;
  appendArgument(text, argument);
  return text;
}

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_PRINTABLE_H
