# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Turns the token vocabulary that ANTLR writes (TOKENS) into a libFuzzer dictionary (OUTPUT): the
# spellings, and one text for each kind of token without a fixed one.
# Run with cmake -DTOKENS=... -DOUTPUT=... -P Dictionary.cmake
file(READ "${TOKENS}" text)
# Brackets and semicolons are list syntax. Every input grown from a seed has them anyway.
string(REGEX REPLACE "'[][;]'[^\n]*" "" text "${text}")
string(REGEX MATCHALL "'[^\n]+'=" spellings "${text}")
list(TRANSFORM spellings REPLACE "^'(.+)'=$" "\"\\1\"")
list(LENGTH spellings count)
if(count LESS 60)
  message(FATAL_ERROR "only ${count} spellings in ${TOKENS}")
endif()
list(APPEND spellings
  "\"%r1\"" "\".v4\"" "\".shared::cta\"" "\".const[1]\"" "\"0x7FU\"" "\"017\"" "\"0b101\"" "\"1.5e+3\""
  "\"0f3F800000\"" "\"0d3FF0000000000000\"" "\"\\\"nounroll\\\"\"" "\"// c\\x0A\"" "\"/* c */\""
  "\"# 1 \\\"a.cu\\\"\\x0A\"" "\"0x80000000000000000\"" "\"\\x00\"" "\"\\xC3\\xA9\"")
list(JOIN spellings "\n" lines)
file(WRITE "${OUTPUT}" "${lines}\n")
