# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds ptxkit with the LLVM in the folder `llvm` and runs the lit suite and the unit tests.

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Without optimization it is built sooner.
run("${CMAKE_COMMAND}" -G Ninja -S "${source}" -B "${scratch}"
  -D "LLVM_DIR=${llvm}" -D "CMAKE_CXX_COMPILER=${compiler}"
  -D "CMAKE_CXX_COMPILER_LAUNCHER=${launcher}"
  -D CMAKE_BUILD_TYPE=Debug -D CMAKE_CXX_FLAGS_DEBUG=)
run("${CMAKE_COMMAND}" --build "${scratch}")
run("${CMAKE_CTEST_COMMAND}" --test-dir "${scratch}" -L "^(lit|unit)$" --output-on-failure
  --no-tests=error)
