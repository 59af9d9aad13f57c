// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Decides where a blank separates two tokens of a line. Private to lib/ptx/Format.

#ifndef PTX_FORMAT_SPACING_H
#define PTX_FORMAT_SPACING_H

#include "ptx/Syntax/Lex/Token.h"

#include <array>

namespace ptx {

/// The separation of two adjacent tokens.
enum class Spacing : uint8_t {
  None,
  Blank,
  /// Nothing, unless the first token starts like a number: `.debug_loc+4`, but `.1e +4`, since
  /// `.1e+4` is a number.
  NoneUnlessNumeric,
};

/// Tables indexed by two token kinds; see `spacing`.
using SpacingTable = std::array<std::array<Spacing, 128>, 128>;
extern const SpacingTable spacingTable;

/// The separation between tokens of kind `left` and `right` on the same line. It is not empty if
/// the lexer could read the two as other tokens.
inline Spacing spacing(TokenKind left, TokenKind right) {
  return spacingTable[static_cast<uint8_t>(left)][static_cast<uint8_t>(right)];
}

/// Resolves `NoneUnlessNumeric`; `left` is the first byte of the left token, a dotted word.
inline bool needsBlank(Spacing between, const char *left) {
  return between == Spacing::Blank ||
         (between == Spacing::NoneUnlessNumeric && left[1] >= '0' && left[1] <= '9');
}

} // namespace ptx

#endif // PTX_FORMAT_SPACING_H
