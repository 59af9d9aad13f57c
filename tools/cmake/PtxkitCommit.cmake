# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Which commit is built, for --version. Nothing else of a build depends on when and where it is made.
include_guard()
find_package(Git QUIET)

# ptx_add_commit(<output>)
#
# Generates <output>, a literal with the commit that is checked out, anew after each commit and checkout.
function(ptx_add_commit output)
  set(script "${PROJECT_SOURCE_DIR}/tools/cmake/WriteCommit.cmake")
  execute_process(COMMAND "${GIT_EXECUTABLE}" -C "${PROJECT_SOURCE_DIR}" rev-parse --absolute-git-dir
    OUTPUT_VARIABLE folder ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(log "")
  if(folder AND EXISTS "${folder}/logs/HEAD")
    set(log "${folder}/logs/HEAD")
  endif()
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" -D "git=${GIT_EXECUTABLE}" -D "source=${PROJECT_SOURCE_DIR}" -D "output=${output}"
      -P "${script}"
    DEPENDS "${script}" ${log}
    COMMENT "Asking for the commit"
    VERBATIM)
endfunction()
