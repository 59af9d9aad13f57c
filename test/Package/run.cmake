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
  -D "CMAKE_CXX_COMPILER=${compiler}" -D "CMAKE_PREFIX_PATH=${prefix}" -D "prefix=${prefix}" -D "each_alone=${each_alone}")
run("${CMAKE_COMMAND}" --build "${scratch}/consumer")
run("${scratch}/consumer/consumer")

# The library in C, found by CMake without LLVM, and by pkg-config.
function(expect_errors count program)
  execute_process(COMMAND "${program}" "${source}/docs/examples/saxpy-broken.ptx" RESULT_VARIABLE result)
  if(NOT result EQUAL count)
    message(FATAL_ERROR "${program} finds ${result} errors, expected ${count}")
  endif()
endfunction()
set(consumer_c "${source}/test/Package/consumer-c")
file(REMOVE_RECURSE "${scratch}/consumer-c")
run("${CMAKE_COMMAND}" -G Ninja -S "${consumer_c}" -B "${scratch}/consumer-c" -D "CMAKE_PREFIX_PATH=${prefix}")
run("${CMAKE_COMMAND}" --build "${scratch}/consumer-c")
expect_errors(4 "${scratch}/consumer-c/count-errors")
find_program(pkg_config pkg-config)
if(pkg_config)
  file(GLOB_RECURSE description "${prefix}/lib*/ptxkit.pc")
  cmake_path(GET description PARENT_PATH folder)
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${folder}" "${pkg_config}" --cflags --libs ptxkit
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  file(GLOB_RECURSE library "${prefix}/lib*/libptxkit.so")
  cmake_path(GET library PARENT_PATH folder)
  run(cc -o "${scratch}/consumer-c/by-pkg-config" "${consumer_c}/main.c" ${flags} "-Wl,-rpath,${folder}")
  expect_errors(4 "${scratch}/consumer-c/by-pkg-config")
endif()

# The examples of docs/library.md, each with what it prints.
set(examples "${source}/docs/examples/library")
file(REMOVE_RECURSE "${scratch}/examples")
run("${CMAKE_COMMAND}" -G Ninja -S "${examples}" -B "${scratch}/examples"
  -D "CMAKE_CXX_COMPILER=${compiler}" -D "CMAKE_PREFIX_PATH=${prefix}")
run("${CMAKE_COMMAND}" --build "${scratch}/examples")
file(GLOB_RECURSE library "${prefix}/lib*/libptxkit.so")
function(expect_output expected)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${source}/test/Package" OUTPUT_VARIABLE printed
    COMMAND_ERROR_IS_FATAL ANY)
  file(READ "${source}/test/Package/expected/${expected}" wanted)
  if(NOT printed STREQUAL wanted)
    message(FATAL_ERROR "${ARGN}: expected\n${wanted}but it printed\n${printed}")
  endif()
endfunction()
expect_output(count.txt "${scratch}/examples/ptx-count" scale.ptx)
expect_output(rewrite.txt "${scratch}/examples/ptx-rewrite" scale.ptx)
expect_output(lint.txt "${scratch}/examples/ptx-lint" scale.ptx)
if(antlr)
  expect_output(registers.txt "${scratch}/examples/ptx-registers" scale.ptx)
endif()
expect_output(check.txt "${python}" -B "${examples}/check.py" "${library}" scale.ptx)

# The shared library shows the functions of its header and nothing else.
execute_process(COMMAND "${nm}" -D --defined-only "${library}" OUTPUT_VARIABLE shown
  COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^ \n]+\n" shown "${shown}")
list(TRANSFORM shown STRIP)
file(STRINGS "${prefix}/include/ptxkit/ptxkit.h" declared REGEX "^PTXKIT_API .*\\(")
list(TRANSFORM declared REPLACE "^.*[ *](ptxkit_[a-z_]+)\\(.*$" "\\1")
list(SORT shown)
list(SORT declared)
if(NOT shown STREQUAL declared)
  message(FATAL_ERROR "ptxkit.h declares ${declared}, the library shows ${shown}")
endif()
run("${prefix}/bin/ptx-check" "${source}/docs/examples/saxpy.ptx")

# A program without an interpreter loads no shared library.
if(static)
  foreach(tool IN ITEMS ptx-check ptx-diff ptx-fmt ptx-dump ptx-layout ptx-reduce ptx-run ptx-verify)
    execute_process(COMMAND "${readelf}" --program-headers "${prefix}/bin/${tool}"
      OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
    if(NOT headers MATCHES "LOAD" OR headers MATCHES "INTERP")
      message(FATAL_ERROR "${tool} is not static:\n${headers}")
    endif()
  endforeach()
endif()
