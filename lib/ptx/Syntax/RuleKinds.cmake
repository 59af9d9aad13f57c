# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Turns the rule numbers of the parser that ANTLR writes (PARSER, a header) into an X-macro header
# (OUTPUT) with a line PTX_RULE(Module, 0) for each.
# Run with cmake -DPARSER=... -DOUTPUT=... -P RuleKinds.cmake
file(READ "${PARSER}" text)
string(REGEX MATCHALL "Rule[A-Za-z0-9]+ = [0-9]+" rules "${text}")
list(TRANSFORM rules REPLACE "Rule([A-Za-z0-9]+) = ([0-9]+)" "PTX_RULE(\\1, \\2)")
list(JOIN rules "\n" lines)
file(WRITE "${OUTPUT}" "// Made from grammar/PtxParser.g4.\n${lines}\n#undef PTX_RULE\n")
