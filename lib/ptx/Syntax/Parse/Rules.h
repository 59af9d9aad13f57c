// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_PARSE_RULES_H
#define PTX_SYNTAX_PARSE_RULES_H

#include <cstdint>

namespace ptx {

/// The rules of grammar/PtxParser.g4, with ANTLR's numbers.
enum class Rule : uint8_t {
#define PTX_RULE(name, number) name = number,
#include "ptx/Syntax/RuleKinds.inc"
};

} // namespace ptx

#endif // PTX_SYNTAX_PARSE_RULES_H
