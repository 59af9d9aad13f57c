# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# PTXKIT_NOTICES: whether the notices of the projects whose code is in the static tools can be collected. They are those of Debian's packages;
# a run time of ANTLR that somebody built is of none. PTXKIT_NOTICE_FILES names the projects where all of them were built from sources.
include_guard()

find_program(PTXKIT_DPKG_QUERY dpkg-query DOC "Says which package a library is of")
set(PTXKIT_NOTICE_FILES "" CACHE STRING "NAME=VERSION=FILE of each project whose code is in the tools, in place of Debian's packages")
set(PTXKIT_NOTICES OFF)
if(PTXKIT_STATIC AND PTXKIT_NOTICE_FILES)
  set(PTXKIT_NOTICES ON)
elseif(PTXKIT_STATIC AND PTXKIT_DPKG_QUERY)
  set(PTXKIT_NOTICES ON)
  if(PTXKIT_ANTLR_RUNTIME AND NOT CMAKE_CROSSCOMPILING)
    file(REAL_PATH "${PTXKIT_ANTLR4_LIBRARY}" library)
    execute_process(COMMAND "${PTXKIT_DPKG_QUERY}" -S "${library}" RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(NOT status EQUAL 0)
      set(PTXKIT_NOTICES OFF)
      message(STATUS "There are no notices of third parties, so no wheel: no package of Debian has ${library}")
    endif()
  endif()
endif()
