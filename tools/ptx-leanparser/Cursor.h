// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A place in a generated text, which goes on by phrases.

#ifndef PTX_LEANPARSER_CURSOR_H
#define PTX_LEANPARSER_CURSOR_H

#include "GeneratedText.h"

namespace ptx::lean {

class Cursor {
public:
  explicit Cursor(const GeneratedText &text) : source(text) {}

  bool atEnd() const { return position == source.tokens().size(); }
  /// The next token, empty at the end.
  llvm::StringRef peek(size_t ahead = 0) const {
    size_t at = position + ahead;
    return at < source.tokens().size() ? source.tokens()[at] : source.text().take_back(0);
  }
  llvm::StringRef next() {
    llvm::StringRef token = peek();
    position += !atEnd();
    return token;
  }

  /// Goes past `phrase` if the text goes on with it. In a phrase, `$` is any word or number; the
  /// last of them is `word()` afterwards.
  bool accept(llvm::StringRef phrase);
  /// The same, and refuses the text if it goes on with something else.
  void expect(llvm::StringRef phrase);
  llvm::StringRef word() const { return lastWord; }

  /// Goes past all up to the parenthesis or brace that closes the one passed last, and past that.
  /// Returns what is in between.
  llvm::ArrayRef<llvm::StringRef> takeBalanced();

  [[noreturn]] void refuse(const llvm::Twine &reason) const { source.refuse(peek(), reason); }

private:
  const GeneratedText &source;
  size_t position = 0;
  llvm::StringRef lastWord;
};

} // namespace ptx::lean

#endif // PTX_LEANPARSER_CURSOR_H
