// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included before the text of the parser that ANTLR generates, and nowhere else: what its calls
// become that the names of members alone cannot change.

#ifndef PTX_SYNTAX_GENERATEDPARSER_H
#define PTX_SYNTAX_GENERATEDPARSER_H

#include "ptx/Syntax/LeanParser.h"

// It says which rule it is in where the rule begins, not where it ends. Here both know it when they
// are compiled, so that nothing is left of what a rule does not need.
#define enterRule(context, state, rule)                                                            \
  constexpr ptx::Rule currentRule = static_cast<ptx::Rule>(rule);                                  \
  beginRule<currentRule>()
#define exitRule() endRule<currentRule>()

// It throws, at the end of a `switch`, the exception whose constructor reports that no alternative
// fits. An exception that passes some rules would cost twenty times what an instruction does.
#define throw (void)

#endif // PTX_SYNTAX_GENERATEDPARSER_H
