// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads one template. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_TEMPLATEREADER_H
#define PTX_INLINE_READ_TEMPLATEREADER_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Inline/Read/AsmStatements.h"

#include "llvm/ADT/StringSet.h"

namespace ptx {

/// Appends a template to a text, with operands and escapes replaced.
class TemplateReader {
public:
  TemplateReader(const AsmStatement &statement, unsigned part, MappedText &text,
                 DiagnosticList &diagnostics, Unknown unknown)
      : statement(statement), bytes(statement.text.text()), diagnostics(diagnostics), part(part),
        text(text), unknown(unknown) {}
  virtual ~TemplateReader() = default;

  /// Returns the positions in the text where a part is omitted, in ascending order.
  std::vector<uint32_t> run();

protected:
  /// Reads the construct that begins with the sign at `at`, which is not followed by a digit.
  /// Returns its end.
  virtual uint32_t readSign(uint32_t at) = 0;

  /// The end of the word, or of the braces, after the sign at `at`.
  uint32_t signEnd(uint32_t at) const;
  /// Reads the digits at `at`. Returns their end.
  uint32_t skipDigits(uint32_t at) const;
  /// Appends the operand with number `digits` for the text from `at` to `end`.
  void addOperand(llvm::StringRef digits, uint32_t at, uint32_t end);
  /// Appends the sign that is written as the two at `at`.
  void addSign(uint32_t at);
  /// Appends the bytes `begin` to `end` as they are.
  void keep(uint32_t begin, uint32_t end) { text.append(statement.text, {begin, end}); }
  /// Appends `other` for the text from `begin` to `end`.
  void replace(uint32_t begin, uint32_t end, llvm::StringRef other) {
    text.appendFor(other, source(begin, end));
  }
  /// The bytes `begin` to `end` are an unknown construct.
  void hole(uint32_t begin, uint32_t end) {
    holes.push_back(text.size());
    if (unknown == Unknown::Kept)
      keep(begin, end);
  }
  SourceRange source(uint32_t begin, uint32_t end) const {
    return statement.text.sourceOf({begin, end});
  }
  char byte(uint32_t at) const { return at < bytes.size() ? bytes[at] : '\0'; }
  /// The end of the letters, digits, `_` and `$` from `at` on.
  uint32_t wordEnd(uint32_t at) const;

  const AsmStatement &statement;
  const llvm::StringRef bytes;
  DiagnosticList &diagnostics;

private:
  void addConstant(uint32_t at, uint32_t end);
  void addUnknown(uint32_t at);
  bool isSpliced(uint32_t at, uint32_t end) const;
  bool isDeclared(uint32_t at, llvm::StringRef name);
  void reportJoined(uint32_t at, uint32_t end);

  unsigned part;
  MappedText &text;
  Unknown unknown;
  std::vector<uint32_t> holes;
  llvm::StringSet<> ownNames; // of variables, which begin with a register
};

/// `%0`, as in C++.
class CudaTemplate : public TemplateReader {
public:
  using TemplateReader::TemplateReader;

private:
  uint32_t readDoubleSign(uint32_t at);
  uint32_t readSign(uint32_t at) override;
};

/// `$0`, as in LLVM IR.
class LlvmTemplate : public TemplateReader {
public:
  using TemplateReader::TemplateReader;

private:
  uint32_t readSign(uint32_t at) override;
  uint32_t readBraces(uint32_t at);
  uint32_t readSpecial(uint32_t at);
  uint32_t rejectSign(uint32_t at);

  bool inAlternatives = false;
};

} // namespace ptx

#endif // PTX_INLINE_READ_TEMPLATEREADER_H
