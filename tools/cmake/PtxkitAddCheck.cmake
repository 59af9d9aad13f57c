# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# For projects that use ptxkit, with CMake 3.20 or newer: checks of PTX as part of their builds.
include_guard()

# ptxkit_add_check(<target> [EXCLUDE_FROM_ALL] <file>... [TARGETS <target>...] [WARNINGS <name>...]
#                  [OPTIONS <option>...] [DEPENDS <file or target>...])
#
# Defines the target <target>, part of `all` unless EXCLUDE_FROM_ALL is given, which has ptx-check read each <file>: a PTX module, or a
# source with PTX in asm statements. An error of ptx-check ends the build. A file is checked again when it has changed, or what its
# check depends on: ptx-check, the files .ptx-check of its folder and of those around it that are there when CMake runs, files that
# options name, and DEPENDS. A relative name is that of a file in the source folder or of one that the build makes in the binary
# folder. A generator expression, such as $<TARGET_OBJECTS:kernels>, gives a list of files that are checked together.
#
# TARGETS are what --target takes (sm_90a), in place of those of the modules; WARNINGS what -W takes (all, no-unused-label, error);
# OPTIONS other options of ptx-check.
function(ptxkit_add_check target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "EXCLUDE_FROM_ALL" "" "TARGETS;WARNINGS;OPTIONS;DEPENDS")
  if(NOT arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ptxkit_add_check(${target}): no file to check")
  endif()

  # The build runs as many checks at a time as there are cores; one check takes one of them.
  set(options -j1)
  if(arg_TARGETS)
    list(JOIN arg_TARGETS "," targets)
    list(APPEND options "--target=${targets}")
  endif()
  list(TRANSFORM arg_WARNINGS PREPEND "-W")
  list(APPEND options ${arg_WARNINGS} ${arg_OPTIONS})
  if(CMAKE_COLOR_DIAGNOSTICS)
    list(APPEND options --color=always)
  endif()
  foreach(option IN LISTS arg_OPTIONS)
    if(option MATCHES "^--(baseline|config|tensor-maps)=(.+)$")
      list(APPEND arg_DEPENDS "${CMAKE_MATCH_2}")
    endif()
  endforeach()

  set(stamps "")
  foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
    ptxkit_describe_input_("${target}" "${file}")
    add_custom_command(
      OUTPUT "${stamp}"
      COMMAND ptxkit::ptx-check ${options} "${file}"
      COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
      DEPENDS ptxkit::ptx-check "${file}" ${configurations} ${arg_DEPENDS}
      WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
      COMMENT "Checking ${shown}"
      COMMAND_EXPAND_LISTS
      VERBATIM)
    list(APPEND stamps "${stamp}")
  endforeach()

  set(all ALL)
  if(arg_EXCLUDE_FROM_ALL)
    set(all "")
  endif()
  add_custom_target(${target} ${all} DEPENDS ${stamps})
endfunction()

# Sets for an input of ptxkit_add_check: `file`, its absolute name; `shown`, for people; `stamp`, the file whose time says when it was
# checked; `configurations`, the files .ptx-check that apply to it.
function(ptxkit_describe_input_ target file)
  set(stamps "${CMAKE_CURRENT_BINARY_DIR}/${target}.checked")
  if(file MATCHES "\\$<")
    string(SHA1 name "${file}")
    set(shown "the files of ${target}") # CMake expands no such expression here
    set(folder "${CMAKE_CURRENT_BINARY_DIR}") # where the build makes them
  else()
    set(given "${file}")
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    if(NOT EXISTS "${file}")
      cmake_path(ABSOLUTE_PATH given BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE OUTPUT_VARIABLE file)
    endif()
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE shown)
    string(REPLACE "../" "up/" name "${shown}")
    cmake_path(GET file PARENT_PATH folder)
  endif()
  set(configurations "")
  set(inner "")
  while(NOT folder STREQUAL inner)
    if(EXISTS "${folder}/.ptx-check" AND NOT IS_DIRECTORY "${folder}/.ptx-check")
      list(APPEND configurations "${folder}/.ptx-check")
    endif()
    set(inner "${folder}")
    cmake_path(GET inner PARENT_PATH folder)
  endwhile()
  set(stamp "${stamps}/${name}.stamp")
  cmake_path(GET stamp PARENT_PATH stamp_folder)
  file(MAKE_DIRECTORY "${stamp_folder}") # which Make, unlike Ninja, does not
  foreach(variable IN ITEMS file shown stamp configurations)
    set(${variable} "${${variable}}" PARENT_SCOPE)
  endforeach()
endfunction()
