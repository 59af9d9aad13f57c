# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Takes from the parser that ANTLR writes (ANTLR, a folder with PtxParser.h and PtxParser.cpp) what parses: the functions of its rules,
# without the names and the automaton that it would make at each start of a program for a prediction that no rule of the grammar needs.
# Writes files of the same names into OUTPUT.
# Run with cmake -DANTLR=... -DOUTPUT=... -P LeanParser.cmake

cmake_minimum_required(VERSION 3.25)

# Drops what is before `mark` in the text of `variable`.
function(begin_at variable mark)
  string(FIND "${${variable}}" "${mark}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "The parser that ANTLR wrote in ${ANTLR} has no `${mark}`.")
  endif()
  string(SUBSTRING "${${variable}}" ${at} -1 text)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Drops what is from `mark` on.
function(end_at variable mark)
  set(rest "${${variable}}")
  begin_at(rest "${mark}")
  string(LENGTH "${${variable}}" all)
  string(LENGTH "${rest}" dropped)
  math(EXPR kept "${all} - ${dropped}")
  string(SUBSTRING "${${variable}}" 0 ${kept} text)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

file(READ "${ANTLR}/PtxParser.h" header)
set(numbers "${header}")
set(contexts "${header}")
begin_at(numbers "class ")
end_at(numbers "  PtxParser(antlr4::TokenStream")
begin_at(contexts "  class ModuleContext;")
end_at(contexts "private:\n  static ")
foreach(word IN ITEMS "virtual " " override")
  string(REPLACE "${word}" "" contexts "${contexts}")
endforeach()
file(WRITE "${OUTPUT}/PtxParser.h"
  "// Made from grammar/PtxParser.g4.\n#pragma once\n\n#include \"ptx/Syntax/LeanParser.h\"\n\n${numbers}${contexts}};\n")

file(READ "${ANTLR}/PtxParser.cpp" rules)
begin_at(rules "//----------------- ModuleContext")
end_at(rules "// Static vars and initialization.")
file(WRITE "${OUTPUT}/PtxParser.cpp"
  "// Made from grammar/PtxParser.g4.\n#include \"PtxParser.h\"\n\nusing namespace antlr4;\n\n${rules}")
