# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Turns the token vocabulary that ANTLR writes (TOKENS) into an X-macro header (OUTPUT):
#   PTX_TOKEN(Version, 1)               each kind and its number
#   PTX_SPELLING(Version, ".version")   the kinds that have one spelling
# Run with cmake -DTOKENS=... -DOUTPUT=... -P TokenKinds.cmake
# file(STRINGS) and lists would take the `;` of ';'=57 and the brackets for list syntax.
file(READ "${TOKENS}" text)
string(REPLACE "';'" "@semicolon@" text "${text}")
string(REPLACE "'['" "@lbracket@" text "${text}")
string(REPLACE "']'" "@rbracket@" text "${text}")
string(REPLACE "\n" ";" lines "${text}")
set(tokens "")
foreach(line IN LISTS lines)
  if(line MATCHES "^([A-Za-z0-9]+)=([0-9]+)$")
    string(APPEND tokens "PTX_TOKEN(${CMAKE_MATCH_1}, ${CMAKE_MATCH_2})\n")
    set(name_${CMAKE_MATCH_2} ${CMAKE_MATCH_1})
  endif()
endforeach()
set(spellings "")
foreach(line IN LISTS lines)
  if(line MATCHES "^'(.+)'=([0-9]+)$")
    string(APPEND spellings "PTX_SPELLING(${name_${CMAKE_MATCH_2}}, \"${CMAKE_MATCH_1}\")\n")
  elseif(line MATCHES "^@(semicolon|lbracket|rbracket)@=([0-9]+)$")
    string(APPEND spellings "PTX_SPELLING(${name_${CMAKE_MATCH_2}}, \"@${CMAKE_MATCH_1}@\")\n")
  endif()
endforeach()
string(REPLACE "@semicolon@" ";" spellings "${spellings}")
string(REPLACE "@lbracket@" "[" spellings "${spellings}")
string(REPLACE "@rbracket@" "]" spellings "${spellings}")
file(WRITE "${OUTPUT}" "\
// Made from PtxLexer.g4.
#ifdef PTX_TOKEN
${tokens}#undef PTX_TOKEN
#endif
#ifdef PTX_SPELLING
${spellings}#undef PTX_SPELLING
#endif
")
