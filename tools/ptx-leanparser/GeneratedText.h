// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of a C++ file that ANTLR wrote, as a list of tokens with their places.

#ifndef PTX_LEANPARSER_GENERATEDTEXT_H
#define PTX_LEANPARSER_GENERATEDTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace ptx::lean {

/// A file, split into words, numbers, strings and single characters of punctuation. Comments are
/// left out. Of a conditional of the preprocessor only the first branch is read.
class GeneratedText {
public:
  /// Reads `path`. `knownVersions` names the versions of ANTLR in the messages of `refuse`. Ends
  /// the program if the file cannot be read.
  GeneratedText(llvm::StringRef path, llvm::StringRef knownVersions);

  llvm::ArrayRef<llvm::StringRef> tokens() const { return words; }
  /// The text of the file, for what is not C++.
  llvm::StringRef text() const { return buffer->getBuffer(); }

  /// Reports that the text at `at`, a part of `text()`, is not what a known version of ANTLR
  /// writes, and ends the program.
  [[noreturn]] void refuse(llvm::StringRef at, const llvm::Twine &reason) const;

private:
  std::string path;
  std::string knownVersions;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::vector<llvm::StringRef> words;
};

/// Splits C++ into tokens as `GeneratedText` does.
std::vector<llvm::StringRef> splitTokens(llvm::StringRef text);

} // namespace ptx::lean

#endif // PTX_LEANPARSER_GENERATEDTEXT_H
