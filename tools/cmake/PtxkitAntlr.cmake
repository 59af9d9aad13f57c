# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds the ANTLR tool, and for the tests its C++ run time, and defines
#   ptxkit::AntlrRuntime    the run time's headers and its library
#   ptx_antlr_generate()    runs the tool on the grammar
include_guard()

find_program(PTXKIT_ANTLR4 antlr4 DOC "The ANTLR 4 tool, a Java program")
if(NOT PTXKIT_ANTLR4)
  message(FATAL_ERROR "ptxkit needs the antlr4 tool 4.7.2 or 4.9, which was not found: run tools/setup.sh on Debian.")
endif()

# Without arguments the tool prints its version. It needs Java, and says so on stderr.
execute_process(COMMAND "${PTXKIT_ANTLR4}" OUTPUT_VARIABLE output ERROR_VARIABLE errors)
if(NOT output MATCHES "ANTLR Parser Generator +Version ([0-9.]+)")
  message(FATAL_ERROR "${PTXKIT_ANTLR4} does not run:\n${output}${errors}")
endif()
set(PTXKIT_ANTLR4_VERSION "${CMAKE_MATCH_1}")
if(NOT PTXKIT_ANTLR4_VERSION MATCHES "^4\\.(7\\.2|9)")
  message(FATAL_ERROR "The antlr4 tool is version ${PTXKIT_ANTLR4_VERSION}; ptxkit needs 4.7.2 or 4.9.")
endif()
message(STATUS "ANTLR: tool ${PTXKIT_ANTLR4_VERSION}")

# The library parses without the run time (lib/ptx/Syntax/LeanParser.h). The tests compare it with what ANTLR makes by itself.
if(BUILD_TESTING)
  find_path(PTXKIT_ANTLR4_INCLUDE antlr4-runtime.h PATH_SUFFIXES antlr4-runtime DOC "Headers of ANTLR's C++ run time")
  find_library(PTXKIT_ANTLR4_LIBRARY NAMES libantlr4-runtime.a antlr4-runtime DOC "ANTLR's C++ run time")
  # The run time does not tell its version in a header, only in its CMake package.
  find_package(antlr4-runtime 4.9 CONFIG QUIET)
  if(NOT PTXKIT_ANTLR4_INCLUDE OR NOT PTXKIT_ANTLR4_LIBRARY OR NOT antlr4-runtime_FOUND OR antlr4-runtime_VERSION VERSION_GREATER_EQUAL 4.10)
    message(FATAL_ERROR
      "ANTLR's C++ run time 4.9 was not found (version seen: `${antlr4-runtime_VERSION}`); the tests need it, and it has to fit the antlr4 "
      "tool, which is version ${PTXKIT_ANTLR4_VERSION}. Run tools/setup.sh on Debian, or configure with -DBUILD_TESTING=OFF.")
  endif()
  message(STATUS "ANTLR: run time ${antlr4-runtime_VERSION}")
  add_library(ptxkit::AntlrRuntime INTERFACE IMPORTED)
  target_include_directories(ptxkit::AntlrRuntime SYSTEM INTERFACE "${PTXKIT_ANTLR4_INCLUDE}")
  target_link_libraries(ptxkit::AntlrRuntime INTERFACE "${PTXKIT_ANTLR4_LIBRARY}")
endif()

# ptx_antlr_generate(<prefix> OUTPUT_DIR <dir> [LEXER_ARGS <arg>...] [PARSER_ARGS <arg>...])
#
# Runs the tool on PtxLexer.g4 with LEXER_ARGS and on PtxParser.g4 with PARSER_ARGS, in the folder
# of the build tree that grammar/CMakeLists.txt fills (`-Dlanguage=Cpp` is implied). Sets in the
# caller's scope
#   <prefix>_LEXER    <dir>/PtxLexer.cpp
#   <prefix>_PARSER   <dir>/PtxParser.cpp
#   <prefix>_HEADERS  every header that the two runs write
#   <prefix>_TOKENS   <dir>/PtxLexer.tokens, the vocabulary as text
# The first three are ready to be sources of a target: their warnings are off, and they compile as
# C++20. The caller adds <dir> to the target's include directories. The files of a listener or
# visitor are not part of the lists.
function(ptx_antlr_generate prefix)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT_DIR" "LEXER_ARGS;PARSER_ARGS")
  set(grammar "${PROJECT_BINARY_DIR}/grammar")
  set(lexer "${arg_OUTPUT_DIR}/PtxLexer.cpp")
  set(parser "${arg_OUTPUT_DIR}/PtxParser.cpp")
  set(headers "${arg_OUTPUT_DIR}/PtxLexer.h" "${arg_OUTPUT_DIR}/PtxParser.h")
  set(tokens "${arg_OUTPUT_DIR}/PtxLexer.tokens")
  cmake_path(RELATIVE_PATH arg_OUTPUT_DIR BASE_DIRECTORY "${PROJECT_BINARY_DIR}"
    OUTPUT_VARIABLE shown)
  add_custom_command(
    OUTPUT ${lexer} ${parser} ${headers} ${tokens}
    COMMAND "${PTXKIT_ANTLR4}" -Werror -Dlanguage=Cpp ${arg_LEXER_ARGS}
            -o "${arg_OUTPUT_DIR}" PtxLexer.g4
    COMMAND "${PTXKIT_ANTLR4}" -Werror -Dlanguage=Cpp ${arg_PARSER_ARGS}
            -lib "${arg_OUTPUT_DIR}" -o "${arg_OUTPUT_DIR}" PtxParser.g4
    DEPENDS ptx-grammar "${grammar}/PtxLexer.g4" "${grammar}/PtxTokens.g4"
            "${grammar}/PtxParser.g4" "${grammar}/PtxWords.g4"
    WORKING_DIRECTORY "${grammar}"
    COMMENT "Generating the parser in ${shown}"
    VERBATIM)
  # The lexer of tool 4.7.2 writes u8 literals where the run time wants `const char *`.
  set_source_files_properties(${lexer} ${parser} PROPERTIES
    COMPILE_OPTIONS "-w;-fno-char8_t" SKIP_PRECOMPILE_HEADERS ON)
  set(${prefix}_LEXER ${lexer} PARENT_SCOPE)
  set(${prefix}_PARSER ${parser} PARENT_SCOPE)
  set(${prefix}_HEADERS ${headers} PARENT_SCOPE)
  set(${prefix}_TOKENS ${tokens} PARENT_SCOPE)
endfunction()
