# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -D git=PROGRAM -D source=FOLDER -D output=FILE -P WriteCommit.cmake
#
# Writes the commit that is checked out in `source` as a literal of C++; an empty one if `source` is not the top of a checkout.
execute_process(COMMAND "${git}" -C "${source}" rev-parse --show-toplevel HEAD
  OUTPUT_VARIABLE found ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REPLACE "\n" ";" found "${found}")
list(LENGTH found length)
set(commit "")
if(length EQUAL 2)
  list(GET found 0 top)
  file(REAL_PATH "${source}" source)
  if(top STREQUAL source)
    list(GET found 1 commit)
  endif()
endif()
file(WRITE "${output}" "\"${commit}\"\n")
