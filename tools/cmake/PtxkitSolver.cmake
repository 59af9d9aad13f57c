# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The SAT solver CaDiCaL, which ptx-litmus alone links to (Debian's libcadical-dev).
include_guard()

find_path(PTXKIT_CADICAL_INCLUDE cadical.hpp)
find_library(PTXKIT_CADICAL_LIBRARY cadical)
if(PTXKIT_CADICAL_INCLUDE AND PTXKIT_CADICAL_LIBRARY)
  set(solver_found ON)
else()
  set(solver_found OFF)
  message(STATUS "ptx-litmus is not built: there is no CaDiCaL (libcadical-dev)")
endif()
option(PTXKIT_LITMUS "Build ptx-litmus, which needs the SAT solver CaDiCaL" ${solver_found})
if(PTXKIT_LITMUS AND NOT solver_found)
  message(FATAL_ERROR "PTXKIT_LITMUS needs CaDiCaL (libcadical-dev).")
endif()
