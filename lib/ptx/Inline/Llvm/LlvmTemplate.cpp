// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Inline/Read/TemplateReader.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

/// Reports that there is no operand after the `$` at `at`.
uint32_t LlvmTemplate::rejectSign(uint32_t at) {
  uint32_t end = wordEnd(at + 1);
  Diagnostic &d = diagnostics.emit(
      diag::BareDollarSign{.range = source(at, end), .name = bytes.slice(at, end)});
  if (statement.text.isEditable({at, end}))
    d.fix({source(at, at + 1).begin, source(at, at + 1).begin}, "$",
          "write `$" + bytes.slice(at, end).str() + "`");
  hole(at, end);
  return end;
}

/// `${:uid}` and similar names.
uint32_t LlvmTemplate::readSpecial(uint32_t at) {
  size_t close = bytes.find('}', at);
  if (close == StringRef::npos)
    return rejectSign(at);
  auto end = static_cast<uint32_t>(close + 1);
  StringRef name = bytes.slice(at + 3, close);
  if (name == "uid")
    replace(at, end, AsmSyntax::numberOfCopy);
  else if (name == "comment")
    replace(at, end, "//");
  else if (name != "private") // the prefix of private names, which is empty
    hole(at, end);
  return end;
}

/// `${0}` and `${0:r}`.
uint32_t LlvmTemplate::readBraces(uint32_t at) {
  uint32_t end = skipDigits(at + 2);
  StringRef digits = bytes.slice(at + 2, end);
  char modifier = byte(end) == ':' ? byte(end + 1) : '\0';
  if (modifier)
    end += 2;
  if (digits.empty() || byte(end) != '}')
    return rejectSign(at);
  ++end;
  switch (modifier) {
  case '\0':
  case 'r': // the same
  case 'c': // the same of a constant
    addOperand(digits, at, end);
    break;
  case 'a': // as an address
  case 'n': // its negative
  case 's':
    hole(at, end);
    break;
  default:
    diagnostics.emit(diag::AsmOperandModifier{.range = source(at, end),
                                              .reader = statement.syntax->reader,
                                              .name = bytes.slice(at, end),
                                              .modifier = StringRef(&modifier, 1),
                                              .expected = ("`${" + digits + "}`").str()});
    hole(at, end);
  }
  return end;
}

uint32_t LlvmTemplate::readSign(uint32_t at) {
  char c = byte(at + 1);
  switch (c) {
  case '$':
    addSign(at);
    return at + 2;
  case '(': // the variants for several assemblers; PTX uses the first: `$(a$|b$)`
    inAlternatives = true;
    return at + 2;
  case '|': {
    if (!inAlternatives) {
      keep(at + 1, at + 2);
      return at + 2;
    }
    inAlternatives = false;
    size_t close = bytes.find("$)", at);
    return static_cast<uint32_t>(close == StringRef::npos ? bytes.size() : close + 2);
  }
  case ')':
    if (!inAlternatives)
      replace(at, at + 2, "}");
    inAlternatives = false;
    return at + 2;
  case '{':
    return byte(at + 2) == ':' ? readSpecial(at) : readBraces(at);
  default:
    return rejectSign(at);
  }
}
