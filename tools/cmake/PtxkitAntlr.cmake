# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds the ANTLR tool, and its C++ run time where it is, and defines
#   ptx_antlr_generate()    runs the tool on the grammar
#   ptxkit::AntlrRuntime    the run time's headers and its library, with PTXKIT_ANTLR_RUNTIME
include_guard()

# The versions whose parsers tools/ptx-leanparser reads. README.md and docs/guide/installing.md name them, too.
set(PTXKIT_ANTLR4_FIRST 4.7.2)
set(PTXKIT_ANTLR4_LAST 4.13)
set(PTXKIT_ANTLR4_KNOWN "${PTXKIT_ANTLR4_FIRST} to ${PTXKIT_ANTLR4_LAST}")

# Debian calls it antlr4, as do Fedora, Ubuntu and Homebrew (`antlr` there, too).
find_program(PTXKIT_ANTLR4 NAMES antlr4 antlr DOC "The ANTLR 4 tool, a Java program")
if(NOT PTXKIT_ANTLR4)
  message(FATAL_ERROR "ptxkit needs the antlr4 tool, ${PTXKIT_ANTLR4_KNOWN}, which was not found. On Debian tools/setup.sh installs it. "
    "A tool elsewhere can be named with -DPTXKIT_ANTLR4=...")
endif()

# Without arguments the tool prints its version. It needs Java, and says so on stderr.
execute_process(COMMAND "${PTXKIT_ANTLR4}" OUTPUT_VARIABLE output ERROR_VARIABLE errors)
if(NOT output MATCHES "ANTLR Parser Generator +Version ([0-9]+\\.[0-9.]*[0-9])")
  message(FATAL_ERROR "${PTXKIT_ANTLR4} does not run:\n${output}${errors}")
endif()
set(PTXKIT_ANTLR4_VERSION "${CMAKE_MATCH_1}")
string(REGEX MATCH "^[0-9]+\\.[0-9]+" antlr_release "${PTXKIT_ANTLR4_VERSION}")
if(PTXKIT_ANTLR4_VERSION VERSION_LESS PTXKIT_ANTLR4_FIRST OR antlr_release VERSION_GREATER PTXKIT_ANTLR4_LAST)
  message(FATAL_ERROR "The antlr4 tool ${PTXKIT_ANTLR4} is version ${PTXKIT_ANTLR4_VERSION}; ptxkit needs ${PTXKIT_ANTLR4_KNOWN}. "
    "Another one can be named with -DPTXKIT_ANTLR4=...")
endif()
message(STATUS "ANTLR: tool ${PTXKIT_ANTLR4_VERSION}")

# The library parses without the run time (lib/ptx/Syntax/Parse/LeanParser.h). What shows ANTLR's own trees needs it, and the tests that compare
# the library with what ANTLR makes by itself.
find_path(PTXKIT_ANTLR4_INCLUDE antlr4-runtime.h PATH_SUFFIXES antlr4-runtime DOC "Headers of ANTLR's C++ run time")
find_library(PTXKIT_ANTLR4_LIBRARY NAMES libantlr4-runtime.a antlr4-runtime DOC "ANTLR's C++ run time")
# The run time does not tell its version in a header, only in its CMake package.
find_package(antlr4-runtime 4.7.2 CONFIG QUIET)
string(REGEX MATCH "^[0-9]+\\.[0-9]+" runtime_release "${antlr4-runtime_VERSION}")
set(antlr_runtime_found OFF)
if(NOT PTXKIT_ANTLR4_INCLUDE OR NOT PTXKIT_ANTLR4_LIBRARY OR NOT antlr4-runtime_FOUND)
  set(antlr_runtime_problem "it was not found (libantlr4-runtime-dev)")
# Up to 4.9 the tool and the run time write the automaton in one form. After that each release is for itself.
elseif(antlr_release VERSION_LESS 4.10 AND runtime_release VERSION_LESS 4.10 AND runtime_release VERSION_GREATER_EQUAL 4.9)
  set(antlr_runtime_found ON)
elseif(antlr_release VERSION_EQUAL runtime_release)
  set(antlr_runtime_found ON)
else()
  set(antlr_runtime_problem "version ${antlr4-runtime_VERSION} does not fit the tool, ${PTXKIT_ANTLR4_VERSION}")
endif()
option(PTXKIT_ANTLR_RUNTIME
  "Build what needs ANTLR's C++ run time: `ptx-dump --parse-tree`, the library ptxkit::Antlr and the tests against ANTLR's own parser"
  ${antlr_runtime_found})
if(PTXKIT_ANTLR_RUNTIME AND NOT antlr_runtime_found)
  message(FATAL_ERROR "PTXKIT_ANTLR_RUNTIME needs ANTLR's C++ run time: ${antlr_runtime_problem}.")
elseif(PTXKIT_ANTLR_RUNTIME)
  message(STATUS "ANTLR: run time ${antlr4-runtime_VERSION}")
  add_library(ptxkit::AntlrRuntime INTERFACE IMPORTED)
  target_include_directories(ptxkit::AntlrRuntime SYSTEM INTERFACE "${PTXKIT_ANTLR4_INCLUDE}")
  target_link_libraries(ptxkit::AntlrRuntime INTERFACE "${PTXKIT_ANTLR4_LIBRARY}" Threads::Threads)
elseif(NOT antlr_runtime_found)
  message(STATUS "ANTLR's C++ run time is not used: ${antlr_runtime_problem}; there is no `ptx-dump --parse-tree`, no ptxkit::Antlr, "
    "and the tests do not compare the parser with ANTLR's own")
endif()

# ptx_antlr_generate(<prefix> OUTPUT_DIR <dir> [TREE] [LEXER_ARGS <arg>...] [PARSER_ARGS <arg>...])
#
# Runs the tool on PtxLexer.g4 with LEXER_ARGS and on PtxParser.g4 with PARSER_ARGS, in the folder
# of the build tree that grammar/CMakeLists.txt fills (`-Dlanguage=Cpp` is implied). With TREE the listeners and visitors of the
# parser's tree are written, too. Sets in the caller's scope
#   <prefix>_LEXER    <dir>/PtxLexer.cpp
#   <prefix>_PARSER   <dir>/PtxParser.cpp, and those of listeners and visitors
#   <prefix>_HEADERS  every header that the two runs write
#   <prefix>_TOKENS   <dir>/PtxLexer.tokens, the vocabulary as text
# The first three are ready to be sources of a target: their warnings are off, and they compile as
# C++20. The caller adds <dir> to the target's include directories.
function(ptx_antlr_generate prefix)
  cmake_parse_arguments(PARSE_ARGV 1 arg "TREE" "OUTPUT_DIR" "LEXER_ARGS;PARSER_ARGS")
  set(grammar "${PROJECT_BINARY_DIR}/grammar")
  set(lexer "${arg_OUTPUT_DIR}/PtxLexer.cpp")
  set(parser "${arg_OUTPUT_DIR}/PtxParser.cpp")
  set(headers "${arg_OUTPUT_DIR}/PtxLexer.h" "${arg_OUTPUT_DIR}/PtxParser.h")
  set(tokens "${arg_OUTPUT_DIR}/PtxLexer.tokens")
  set(tree -no-listener)
  if(arg_TREE)
    set(tree -listener -visitor)
    foreach(kind IN ITEMS Listener BaseListener Visitor BaseVisitor)
      list(APPEND parser "${arg_OUTPUT_DIR}/PtxParser${kind}.cpp")
      list(APPEND headers "${arg_OUTPUT_DIR}/PtxParser${kind}.h")
    endforeach()
  endif()
  cmake_path(RELATIVE_PATH arg_OUTPUT_DIR BASE_DIRECTORY "${PROJECT_BINARY_DIR}"
    OUTPUT_VARIABLE shown)
  add_custom_command(
    OUTPUT ${lexer} ${parser} ${headers} ${tokens}
    COMMAND "${PTXKIT_ANTLR4}" -Werror -Dlanguage=Cpp -no-listener ${arg_LEXER_ARGS}
            -o "${arg_OUTPUT_DIR}" PtxLexer.g4
    COMMAND "${PTXKIT_ANTLR4}" -Werror -Dlanguage=Cpp ${tree} ${arg_PARSER_ARGS}
            -lib "${arg_OUTPUT_DIR}" -o "${arg_OUTPUT_DIR}" PtxParser.g4
    DEPENDS ptx-grammar "${grammar}/PtxLexer.g4" "${grammar}/PtxParser.g4"
    WORKING_DIRECTORY "${grammar}"
    COMMENT "Generating the parser in ${shown}"
    VERBATIM)
  # The lexer of tool 4.7.2 writes u8 literals where the run time wants `const char *`.
  set_source_files_properties(${lexer} ${parser} PROPERTIES
    COMPILE_OPTIONS "-w;-fno-char8_t" SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  set(${prefix}_LEXER ${lexer} PARENT_SCOPE)
  set(${prefix}_PARSER ${parser} PARENT_SCOPE)
  set(${prefix}_HEADERS ${headers} PARENT_SCOPE)
  set(${prefix}_TOKENS ${tokens} PARENT_SCOPE)
endfunction()
