// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Lex/Encoding.h"

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Syntax/Lex/Lexer.h"

#include <cstring>

using namespace ptx;
using llvm::StringRef;

/// The offset of the first byte of 0x80 or above, or the size.
static size_t firstNonAscii(StringRef text) {
  size_t i = 0;
  for (; i + 32 <= text.size(); i += 32) {
    uint64_t words[4];
    memcpy(words, text.data() + i, sizeof words);
    if ((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080u)
      break;
  }
  while (i != text.size() && static_cast<uint8_t>(text[i]) < 0x80)
    ++i;
  return i;
}

/// Warns about the first comment with a non-ASCII byte and rejects strings that contain one.
/// `begin` is the first such byte in the source. The parser finds such bytes between other tokens.
static void checkCommentsAndStrings(StringRef text, size_t begin, DiagnosticList &diagnostics) {
  uint32_t at = 0;
  uint32_t end = static_cast<uint32_t>(text.size());
  bool warned = false;
  // The range of the first such byte in a range; empty if there is none.
  auto nonAsciiIn = [&](SourceRange range) -> SourceRange {
    StringRef content = text.slice(range.begin, range.end);
    size_t found = firstNonAscii(content);
    uint32_t offset = range.begin + static_cast<uint32_t>(found);
    return {offset, offset + (found != content.size())};
  };
  llvm::SmallVector<Trivia, 4> trivia;
  for (;;) {
    Token token = nextToken(text, at, end);
    if (!warned && token.offset() > begin) {
      trivia.clear();
      collectTrivia(text, {at, token.offset()}, trivia);
      for (const Trivia &comment : trivia) {
        SourceRange byte = nonAsciiIn(comment.range);
        if (byte.empty())
          continue;
        diagnostics.emit(
            diag::NonAsciiInComment{.range = byte, .byte = static_cast<uint8_t>(text[byte.begin])});
        warned = true;
        break;
      }
    }
    if (token.kind() == TokenKind::EndOfFile)
      return;
    at = tokenEnd(text, token.offset());
    if (token.kind() != TokenKind::String)
      continue;
    if (SourceRange byte = nonAsciiIn({token.offset(), at}); !byte.empty())
      diagnostics.emit(
          diag::NonAsciiCharacter{.range = byte, .byte = static_cast<uint8_t>(text[byte.begin])});
  }
}

bool ptx::checkEncoding(const SourceBuffer &source, DiagnosticList &diagnostics) {
  StringRef text = source.text();
  auto unsupported = [&](size_t offset, size_t length, StringRef observed, StringRef advice = "") {
    uint32_t begin = static_cast<uint32_t>(offset);
    SourceRange range{begin, begin + static_cast<uint32_t>(length)};
    Diagnostic &d =
        diagnostics.emit(diag::UnsupportedEncoding{.range = range, .observed = observed});
    if (!advice.empty())
      d.note(range, advice.str());
    return false;
  };
  constexpr StringRef extraction = "`cuobjdump -ptx` prints the PTX in it, if there is any";
  if (text.starts_with(StringRef("\xFF\xFE\0\0", 4)) ||
      text.starts_with(StringRef("\0\0\xFE\xFF", 4)))
    return unsupported(0, 4, "is UTF-32", "`iconv -f UTF-32 -t ASCII` converts it");
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return unsupported(0, 2, "is UTF-16", "`iconv -f UTF-16 -t ASCII` converts it");
  if (text.starts_with("\xEF\xBB\xBF")) {
    diagnostics
        .emit(
            diag::UnsupportedEncoding{.range = {0, 3}, .observed = "starts with a byte order mark"})
        .fix({0, 3}, "", "remove it", Applicability::Safe);
    return false;
  }
  if (text.starts_with("\x7F"
                       "ELF"))
    return unsupported(0, 4, "is an ELF object, such as a cubin", extraction);
  if (text.starts_with("\x50\xED\x55\xBA"))
    return unsupported(0, 4, "is a fat binary", extraction);
  if (text.starts_with("\x1F\x8B"))
    return unsupported(0, 2, "is compressed by gzip", "`gzip -dc` prints the text in it");
  if (text.starts_with("!<arch>\n"))
    return unsupported(0, 7, "is a library of objects", extraction);
  uint32_t unusual = source.survey().firstUnusual;
  if (unusual == TextSurvey::none)
    return true;
  if (size_t nul = text.find('\0', unusual); nul != StringRef::npos) {
    StringRef nuls("\0\0\0", 3);
    bool isBig32 = text.starts_with(nuls) && text.substr(4, 3) == nuls;
    bool isLittle32 = text.substr(1, 3) == nuls && text.substr(5, 3) == nuls;
    if (isBig32 || isLittle32)
      return unsupported(nul, 1, "is UTF-32",
                         isBig32 ? "`iconv -f UTF-32BE -t ASCII` converts it"
                                 : "`iconv -f UTF-32LE -t ASCII` converts it");
    // UTF-16 text without a byte order mark has a NUL byte at every other position.
    bool utf16 = text.size() >= 4 &&
                 ((text[0] == '\0' && text[2] == '\0') || (text[1] == '\0' && text[3] == '\0'));
    if (nul + 1 == text.size()) { // as in the text of NVRTC, whose size includes the NUL
      SourceRange last{static_cast<uint32_t>(nul), static_cast<uint32_t>(nul + 1)};
      diagnostics.emit(diag::UnsupportedEncoding{.range = last, .observed = "ends with a NUL byte"})
          .fix(last, "", "remove it; the size that `nvrtcGetPTXSize` returns includes it",
               Applicability::Safe);
      return false;
    }
    if (utf16)
      return unsupported(nul, 1, "is UTF-16",
                         text[0] == '\0' ? "`iconv -f UTF-16BE -t ASCII` converts it"
                                         : "`iconv -f UTF-16LE -t ASCII` converts it");
    return unsupported(nul, 1, "has a NUL byte");
  }
  checkCommentsAndStrings(text, unusual, diagnostics);
  return true;
}
