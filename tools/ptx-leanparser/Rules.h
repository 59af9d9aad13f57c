// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of rules that a parser of ANTLR consists of, as trees of statements.

#ifndef PTX_LEANPARSER_RULES_H
#define PTX_LEANPARSER_RULES_H

#include "GeneratedText.h"

#include "llvm/ADT/StringMap.h"

#include <cstdint>
#include <vector>

namespace ptx::lean {

struct Statement;
using Block = std::vector<Statement>;
/// The names of kinds of tokens, by rising number.
using TokenSet = std::vector<llvm::StringRef>;

struct Statement {
  enum class Kind {
    Call,    ///< of the rule `name`
    Match,   ///< the next token has to be a `name`
    Consume, ///< the next token has to be one of `tokens`
    If,
    While,
    DoWhile,
    Switch
  };
  struct Case {
    TokenSet tokens;
    Block body;
  };

  Kind kind = Kind::Call;
  llvm::StringRef name;
  TokenSet tokens;         ///< what the condition of If, While and DoWhile admits
  Block body;              ///< of If, While and DoWhile
  std::vector<Case> cases; ///< of Switch
  bool hasDefault = false; ///< whether a Switch may pass over a token of no case
};

struct Rule {
  llvm::StringRef name;     ///< of its number, such as `Module`
  llvm::StringRef function; ///< such as `module`
  Block body;
};

/// What a header says of the parser declared in it.
struct ParserClass {
  llvm::StringRef name;
  std::vector<llvm::StringRef> tokens; ///< the token with number N + 1 at N
  std::vector<llvm::StringRef> rules;  ///< the rule with number N at N
};

/// Reads the header of a parser.
ParserClass readHeader(const GeneratedText &header);

/// Reads the functions of all rules, in the order of their numbers. Refuses a source with anything
/// in such a function that has no counterpart here, above all a prediction.
std::vector<Rule> readRules(const GeneratedText &source, const ParserClass &parser);

} // namespace ptx::lean

#endif // PTX_LEANPARSER_RULES_H
