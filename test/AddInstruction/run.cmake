# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds ptx-check with one more instruction and runs that instruction's test.

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# What somebody adds, in a folder that is not ours.
set(outside "${scratch}/outside")
file(REMOVE_RECURSE "${outside}")
file(COPY "${source}/test/AddInstruction/outside" DESTINATION "${scratch}")

execute_process(COMMAND "${tools}/ptx-check" --describe swapnibbles
  RESULT_VARIABLE unknown OUTPUT_QUIET ERROR_QUIET)
if(NOT unknown EQUAL 2)
  message(FATAL_ERROR "swapnibbles is an instruction already")
endif()

# Without optimization it is built sooner; the table generator is there. Without precompiled headers
# a file that does not include what it uses does not compile.
run("${CMAKE_COMMAND}" -G Ninja -S "${source}" -B "${scratch}/build"
  -D "PTXKIT_EXTRA_INSTRUCTIONS=${outside}/Extra.td" -D "PTXKIT_BUILD_PROGRAMS=${tools}"
  -D "CMAKE_CXX_COMPILER=${compiler}" -D "CMAKE_CXX_COMPILER_LAUNCHER=${launcher}"
  -D "LLVM_DIR=${llvm}" -D CMAKE_BUILD_TYPE=Debug -D CMAKE_CXX_FLAGS_DEBUG= -D BUILD_TESTING=OFF
  -D CMAKE_DISABLE_PRECOMPILE_HEADERS=ON)
run("${CMAKE_COMMAND}" --build "${scratch}/build" --target ptx-check)
run("${CMAKE_COMMAND}" -E env "TOOLS=${scratch}/build/bin" "LLVM_TOOLS=${llvm_tools}"
  "${python}" -B "${lit}" -sv "${outside}")
