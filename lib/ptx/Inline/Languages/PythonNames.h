// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Name bindings of a Python source. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_LANGUAGES_PYTHONNAMES_H
#define PTX_INLINE_LANGUAGES_PYTHONNAMES_H

#include "ptx/Inline/Languages/PythonTokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace ptx {

/// A formatting operation that is applied to a string.
enum class PythonFormatting : uint8_t {
  None,
  Braces,  ///< `"{}".format(x)`
  Percent, ///< `"%s" % x`
  Unknown,
};

/// The lines and functions of a source, and the names that they bind.
class PythonNames {
public:
  PythonNames(llvm::StringRef source, llvm::ArrayRef<PythonToken> tokens);

  /// What binds a name.
  struct Binding {
    enum class Kind : uint8_t {
      Assigned, ///< `name = value`
      Extended, ///< `name += value`
      Integer,  ///< a parameter or a loop with integers
      Other,    ///< another parameter or loop, an import
    };
    Kind kind;
    uint32_t line;
    TokenRange value = {0, 0};
  };

  /// The value of a name at a position: concatenated expressions. An expression without tokens is
  /// unknown. Empty if nothing is known.
  llvm::SmallVector<TokenRange, 2> valueAt(llvm::StringRef name, uint32_t token) const;

  /// Whether the name is certainly an integer at a position, but without a known value.
  bool isInteger(llvm::StringRef name, uint32_t token) const;

  /// The function that contains a token, and its number, which is 0 outside of functions.
  llvm::StringRef functionAt(uint32_t token) const { return nameOf(functionNumberAt(token)); }
  uint32_t functionNumberAt(uint32_t token) const { return lines[lineAt(token)].function; }
  uint32_t functionCount() const { return static_cast<uint32_t>(functions.size()); }

  /// The logical line with a token.
  TokenRange tokensOfLine(uint32_t token) const { return lines[lineAt(token)].tokens; }
  /// The name that is assigned by the line of a token; empty if there are none or several.
  llvm::StringRef assignedAt(uint32_t token) const;
  /// The formatting operation that the source applies to the value of a name.
  PythonFormatting formattingOf(llvm::StringRef name) const;
  /// Whether the name occurs more than once.
  bool isUsed(llvm::StringRef name) const { return uses.lookup(name) > 1; }

private:
  struct Line {
    TokenRange tokens;
    uint32_t block;    ///< same for successive lines without a condition between
    uint32_t function; ///< that it is in
  };
  struct Function {
    llvm::StringRef name;
    uint32_t parent;
  };

  llvm::StringRef word(uint32_t token) const {
    return token < tokens.size() ? tokens[token].text(source) : "";
  }
  llvm::StringRef nameOf(uint32_t function) const { return functions[function].name; }
  bool isName(uint32_t token) const {
    return token < tokens.size() && tokens[token].kind == PythonKind::Name;
  }
  uint32_t lineAt(uint32_t token) const;
  void findLines();
  void bindLine(uint32_t line);
  void bindFunction(uint32_t line, uint32_t function, uint32_t open);
  bool bindTargets(uint32_t line);
  void bindTuple(uint32_t line, TokenRange targets, TokenRange value);
  void bind(uint32_t name, uint32_t function, const Binding &binding);
  bool isIntegerParameter(TokenRange parameter) const;
  bool holds(uint32_t block, uint32_t inner) const;
  void findFormatting();

  llvm::StringRef source;
  llvm::ArrayRef<PythonToken> tokens;
  std::vector<Line> lines;
  std::vector<uint32_t> parents; // of blocks
  std::vector<Function> functions;
  llvm::DenseMap<std::pair<llvm::StringRef, uint32_t>, llvm::SmallVector<Binding, 1>> bindings;
  llvm::DenseMap<llvm::StringRef, PythonFormatting> formatted;
  llvm::DenseMap<llvm::StringRef, unsigned> uses;
};

} // namespace ptx

#endif // PTX_INLINE_LANGUAGES_PYTHONNAMES_H
