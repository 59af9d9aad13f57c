// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_PRINTABLE_H
#define PTX_DIAGNOSTICS_WRITERS_PRINTABLE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace ptx {

/// A character at the front of some text, as a terminal shows it.
struct PrintableCharacter {
  /// Length in bytes; 0 if the text does not begin with a printable character.
  size_t size = 0;
  /// Width in columns: 0 for a combining mark, 2 for a wide character, else 1.
  unsigned width = 0;
};

/// The printable character, in ASCII or UTF-8, at the front of `text`, which is not empty. A tab is
/// none.
PrintableCharacter printableCharacter(llvm::StringRef text);

/// `text` as one line that any terminal shows: printable characters as they are, a line feed as
/// `\n`, a carriage return as `\r`, a tab as `\t`, every other byte as `\x1F`.
std::string printable(llvm::StringRef text);

/// The first byte of `text` that `printable` writes in another way, tabs and ends of lines aside;
/// null if there is none.
const char *findUnprintable(llvm::StringRef text);

/// `text` on one line: each sequence of white space as one space, the rest as `printable` has it.
std::string oneLine(llvm::StringRef text);

/// Longest string argument of a message in bytes; a longer one is cut in the middle.
inline constexpr size_t maxArgumentSize = 400;

/// Appends an argument to a message: `printable`, and with ` ... ` for its middle if it is longer
/// than `maxArgumentSize`.
void appendArgument(std::string &message, llvm::StringRef argument);

/// Appends a number in decimal.
void appendArgument(std::string &message, int64_t argument);
void appendArgument(std::string &message, uint64_t argument);

/// Appends a source byte: `` `@` `` for printable ASCII, else `0x0B`.
void appendArgument(std::string &message, uint8_t argument);

/// What `appendArgument` appends.
template <class T> std::string argumentText(T argument) {
  std::string text;
  appendArgument(text, argument);
  return text;
}

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_PRINTABLE_H
