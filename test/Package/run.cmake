# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs ptxkit, moves the installed tree, and uses it from a project that knows nothing else.

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(staged "${scratch}/staged")
set(prefix "${scratch}/prefix")
file(REMOVE_RECURSE "${staged}" "${prefix}" "${scratch}/consumer")
run("${CMAKE_COMMAND}" --install "${build}" --prefix "${staged}")
file(RENAME "${staged}" "${prefix}")

# A path into the source or build tree would work here and nowhere else.
file(GLOB_RECURSE texts "${prefix}/*.h" "${prefix}/*.inc" "${prefix}/*.cmake")
foreach(file IN LISTS texts)
  file(READ "${file}" text)
  foreach(tree IN ITEMS "${source}" "${build}" "${staged}")
    string(FIND "${text}" "${tree}/" position)
    if(NOT position EQUAL -1)
      message(FATAL_ERROR "${file} names ${tree}")
    endif()
  endforeach()
endforeach()

run("${CMAKE_COMMAND}" -G Ninja -S "${source}/test/Package/consumer" -B "${scratch}/consumer"
  -D "CMAKE_CXX_COMPILER=${compiler}" -D "CMAKE_PREFIX_PATH=${prefix}" -D "prefix=${prefix}")
run("${CMAKE_COMMAND}" --build "${scratch}/consumer")
run("${scratch}/consumer/consumer")
run("${prefix}/bin/ptx-check" "${source}/docs/examples/saxpy.ptx")

# A program without an interpreter loads no shared library.
if(static)
  foreach(tool IN ITEMS ptx-check ptx-fmt ptx-dump ptx-layout)
    execute_process(COMMAND "${readelf}" --program-headers "${prefix}/bin/${tool}"
      OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
    if(NOT headers MATCHES "LOAD" OR headers MATCHES "INTERP")
      message(FATAL_ERROR "${tool} is not static:\n${headers}")
    endif()
  endforeach()
endif()
