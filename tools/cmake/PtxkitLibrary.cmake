# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The functions that the CMakeLists.txt of each folder calls.
include_guard()
include(GNUInstallDirs)

# ptx_add_subdirectories(<folder>...)
#
# Adds each folder that has a CMakeLists.txt.
function(ptx_add_subdirectories)
  foreach(folder IN LISTS ARGN)
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt")
      add_subdirectory(${folder})
    endif()
  endforeach()
endfunction()

# Links `target` to ptxkit's libraries named in `layers` and to LLVM's named in `components`.
function(ptx_link target visibility layers components)
  list(TRANSFORM layers PREPEND ptxkit::)
  list(TRANSFORM components PREPEND LLVM)
  target_link_libraries(${target} ${visibility} ${layers} ${components} ptxkit::LLVMHeaders)
endfunction()

# Headers that do not change and that most sources include: to read them takes half of the time of a
# compilation. A source still names every header that it uses.
set(PTXKIT_PRECOMPILED
  <algorithm> <array> <cstdint> <optional> <string> <utility> <vector>
  <llvm/ADT/DenseMap.h> <llvm/ADT/DenseSet.h> <llvm/ADT/STLExtras.h> <llvm/ADT/SmallVector.h>
  <llvm/ADT/StringExtras.h> <llvm/ADT/StringSwitch.h> <llvm/Support/Error.h>
  <llvm/Support/FormatVariadic.h> <llvm/Support/raw_ostream.h>)

# ptx_precompile(<target> <kind> [<header>...])
#
# Lets `target` use PTXKIT_PRECOMPILED and the headers given, compiled once for all targets of its
# kind. Targets of one kind have the same flags and headers.
function(ptx_precompile target kind)
  get_property(first GLOBAL PROPERTY PTX_PRECOMPILED_${kind})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${PTXKIT_PRECOMPILED} ${ARGN})
    set_property(GLOBAL PROPERTY PTX_PRECOMPILED_${kind} ${target})
  endif()
endfunction()

# Includes, flags and installation of a library, which is ptxkit::<exported> outside, in the set of targets `set`.
function(ptx_library_properties target exported headers set)
  # Hidden and independent of their position, so that a shared library can be made of them, in which
  # no call goes through a table.
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${exported}
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_include_directories(${target} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/lib;${PROJECT_BINARY_DIR}/lib>"
    "$<INSTALL_INTERFACE:${headers}>")
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_link_libraries(${target} PRIVATE
    "$<BUILD_INTERFACE:ptxkit_flags>" "$<BUILD_INTERFACE:ptxkit_sanitizers>")
  install(TARGETS ${target} EXPORT ${set}
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endfunction()

# Where the headers of the layers are installed: apart from those that are stable.
set(PTXKIT_DETAIL_HEADERS "${CMAKE_INSTALL_INCLUDEDIR}/ptxkit/detail")

# ptx_add_library(<Name> SOURCES <file>... [DEPENDS <Name>...] [LLVM <component>...]
#                 [PRIVATE_HEADERS <file>...] [SEPARATE] [NOT_FUZZED] [EXPORT <name>])
#
# Defines the static library ptx<Name>, alias ptxkit::<Name>, of the folder lib/ptx/<Name>. DEPENDS
# names other such libraries. The files in the folder's directory property PTX_GENERATED, to which
# ptx_tablegen() adds, are sources too. Every header and .inc file is installed, generated ones
# included, except those in PRIVATE_HEADERS. EXPORT names the set of targets that it is installed with, if that is not `ptxkit`. With SEPARATE the sources of an optimized library are compiled one by one in every
# preset: GCC inlines less where several are joined, and a check takes 2 % more instructions. NOT_FUZZED
# marks a library whose coverage guides no fuzzer.
function(ptx_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SEPARATE;NOT_FUZZED" "EXPORT" "SOURCES;DEPENDS;LLVM;PRIVATE_HEADERS")
  set(target ptx${name})
  if(NOT arg_EXPORT)
    set(arg_EXPORT ptxkit)
  endif()
  get_directory_property(generated PTX_GENERATED)
  add_library(${target} STATIC ${arg_SOURCES} ${generated})
  add_library(ptxkit::${name} ALIAS ${target})
  ptx_library_properties(${target} ${name} "${PTXKIT_DETAIL_HEADERS}" ${arg_EXPORT})
  ptx_link(${target} PUBLIC "${arg_DEPENDS}" "${arg_LLVM}")
  if(arg_NOT_FUZZED AND PTXKIT_SANITIZE)
    ptx_precompile(${target} not_fuzzed)
  else()
    target_link_libraries(${target} PRIVATE "$<BUILD_INTERFACE:ptxkit_coverage>")
    ptx_precompile(${target} library)
  endif()
  if(arg_SEPARATE AND NOT PTXKIT_SANITIZE AND NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  endif()

  set(excluded "")
  foreach(header IN LISTS arg_PRIVATE_HEADERS)
    list(APPEND excluded PATTERN "${header}" EXCLUDE)
  endforeach()
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/"
    DESTINATION "${PTXKIT_DETAIL_HEADERS}/ptx/${name}"
    FILES_MATCHING PATTERN "*.h" PATTERN "*.def" ${excluded})
  list(FILTER generated INCLUDE REGEX "\\.(h|inc)$")
  install(FILES ${generated} DESTINATION "${PTXKIT_DETAIL_HEADERS}/ptx/${name}")
endfunction()

# What the linker calls a static program at random addresses; a toolchain file can have set it.
if(NOT DEFINED PTXKIT_STATIC_PIE)
  set(PTXKIT_STATIC_PIE -static-pie)
endif()

# ptx_add_program(<name> <file>...)
#
# Defines a program with the flags of those that are released: static unless PTXKIT_STATIC is off.
function(ptx_add_program name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE ptxkit_flags ptxkit_sanitizers)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ${PTXKIT_HARDEN})
  if(PTXKIT_STATIC)
    # Without what nothing calls, a third less of LLVM, so that fewer pages are mapped at the start.
    set(static -static)
    if(PTXKIT_HARDEN)
      set(static "${PTXKIT_STATIC_PIE}")
    endif()
    target_link_options(${name} PRIVATE ${static} LINKER:--gc-sections)
    target_sources(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tools/cmake/StaticPasswordLookup.cpp")
  endif()
endfunction()

# ptx_add_tool(<name> SOURCES <file>... [DEPENDS <Name>...] [LLVM <component>...] [BUILD_ONLY | GENERATOR])
#
# Defines the program <name>, written to bin/ of the build tree. It becomes a tool of the installed program `ptxkit` unless BUILD_ONLY,
# which marks a program that only the build runs: that one has no sanitizers. GENERATOR marks one of
# these that writes sources of the library: it is taken from PTXKIT_BUILD_PROGRAMS if that is set.
function(ptx_add_tool name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "BUILD_ONLY;GENERATOR" "" "SOURCES;DEPENDS;LLVM")
  if(arg_GENERATOR AND PTXKIT_BUILD_PROGRAMS)
    add_executable(${name} IMPORTED GLOBAL)
    set_property(TARGET ${name} PROPERTY IMPORTED_LOCATION "${PTXKIT_BUILD_PROGRAMS}/${name}")
    return()
  endif()
  if(arg_BUILD_ONLY OR arg_GENERATOR)
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ptxkit_flags)
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/lib")
    ptx_precompile(${name} ${name})
  else()
    ptx_add_program(${name} ${arg_SOURCES})
    set_property(GLOBAL APPEND PROPERTY PTX_TOOLS ${name})
  endif()
  ptx_link(${name} PRIVATE "${arg_DEPENDS}" "${arg_LLVM}")
endfunction()

# ptx_tablegen(<output> SOURCE <file.td> ARGS <argument of ptx-tblgen>... [DEPENDS <file>...])
#
# Runs ptx-tblgen on a .td file of this folder, and on other files that the arguments name, and writes <output>, which is included as
# "ptx/<Name>/<output>". Call it before ptx_add_library(), which adds the file to the library.
function(ptx_tablegen output)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE" "ARGS;DEPENDS")
  set(file "${CMAKE_CURRENT_BINARY_DIR}/${output}")
  cmake_path(ABSOLUTE_PATH arg_SOURCE NORMALIZE)
  add_custom_command(
    OUTPUT "${file}"
    COMMAND ptx-tblgen ${arg_ARGS} "-I${PROJECT_SOURCE_DIR}/lib" "${arg_SOURCE}"
            -o "${file}" -d "${file}.d" --write-if-changed
    DEPENDS ptx-tblgen "${arg_SOURCE}" ${arg_DEPENDS}
    DEPFILE "${file}.d"
    COMMENT "Generating ${output}"
    VERBATIM)
  set_property(DIRECTORY APPEND PROPERTY PTX_GENERATED "${file}")
endfunction()

# ptx_add_unittest(<Folder> SOURCES <file>... [DEPENDS <Name>...] [LLVM <component>...])
#
# Defines the GoogleTest program ptx<Folder>Tests of the folder test/Unit/<Folder> and the CTest
# entry unit.<Folder>. GoogleMock's matchers are there too.
function(ptx_add_unittest folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS;LLVM")
  set(target ptx${folder}Tests)
  add_executable(${target} ${arg_SOURCES})
  ptx_link(${target} PRIVATE "${arg_DEPENDS}" "${arg_LLVM}")
  target_link_libraries(${target} PRIVATE
    ptxkit_flags ptxkit_sanitizers ptxkit_unittest_flags GTest::gtest_main GTest::gmock)
  ptx_precompile(${target} unittest <gmock/gmock.h> <gtest/gtest.h>)
  add_test(NAME unit.${folder} COMMAND ${target})
  set_tests_properties(unit.${folder} PROPERTIES LABELS unit)
endfunction()

# ptx_add_fuzzer(<property> SOURCES <file>... SEEDS <folder>... [DEPENDS <Name>...]
#                [LLVM <component>...] [ARGS <argument of libFuzzer>...])
#
# Defines the libFuzzer program ptx-fuzz-<property> and the CTest entry fuzz.<property>, which runs
# it for PTXKIT_FUZZ_SECONDS, on inputs grown from the files of SEEDS (absolute folders, read
# recursively). A failing input is written to fuzz/ of the build tree. The same PTXKIT_FUZZ_SEED gives the same inputs,
# so that a test does not fail for what no change has caused; with 0 each run has others. Only a build by clang with
# PTXKIT_SANITIZE can have fuzzers; elsewhere this does nothing. The libraries that it is to explore are not marked NOT_FUZZED.
function(ptx_add_fuzzer property)
  if(NOT PTXKIT_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    return()
  endif()
  set(PTXKIT_FUZZ_SECONDS 30 CACHE STRING "How long CTest runs each fuzzer")
  set(PTXKIT_FUZZ_SEED 1 CACHE STRING "Where CTest's fuzzers start; 0 is another place each time")
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;SEEDS;DEPENDS;LLVM;ARGS")
  set(target ptx-fuzz-${property})
  add_executable(${target} ${arg_SOURCES})
  ptx_link(${target} PRIVATE "${arg_DEPENDS}" "${arg_LLVM}")
  target_link_libraries(${target} PRIVATE ptxkit_flags ptxkit_sanitizers ptxkit_coverage)
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  set(findings "${PROJECT_BINARY_DIR}/fuzz")
  set(grown "${findings}/${property}")
  file(MAKE_DIRECTORY "${grown}")
  add_test(NAME fuzz.${property}
    COMMAND ${target} -seed=${PTXKIT_FUZZ_SEED} -max_total_time=${PTXKIT_FUZZ_SECONDS} -timeout=60 -rss_limit_mb=2048
            -max_len=4096 -print_final_stats=1 ${arg_ARGS} "-artifact_prefix=${findings}/${property}-"
            "${grown}" ${arg_SEEDS})
  set_tests_properties(fuzz.${property} PROPERTIES LABELS fuzz)
endfunction()

# ptx_add_benchmark(<name> SOURCES <file>... [DEPENDS <Name>...] [LLVM <component>...]
#                   [SMOKE_ARGS <argument>...])
#
# Defines the Google Benchmark program <name> and the CTest entry bench.<name>, which shows that it
# runs: every benchmark, as briefly as can be, with SMOKE_ARGS. Sanitized builds have none.
function(ptx_add_benchmark name)
  if(PTXKIT_SANITIZE)
    return()
  endif()
  find_package(benchmark REQUIRED)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS;LLVM;SMOKE_ARGS")
  add_executable(${name} ${arg_SOURCES})
  ptx_link(${name} PRIVATE "${arg_DEPENDS}" "${arg_LLVM}")
  target_link_libraries(${name} PRIVATE ptxkit_flags benchmark::benchmark)
  add_test(NAME bench.${name} COMMAND ${name} --benchmark_min_time=0.001 ${arg_SMOKE_ARGS})
endfunction()
