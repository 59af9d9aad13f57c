# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds LLVM 19 or newer and defines
#   ptxkit::LLVMHeaders    its include directories and definitions
#   ptxkit::ClangLexer     clang's lexer, of the same release
#   PTXKIT_HAS_LSP         whether it has the Language Server Protocol, as LLVM 22 has
include_guard()

# What LLVM's own package looks for but none of the components used here needs.
foreach(package IN ITEMS CURL FFI LibEdit LibXml2 Terminfo)
  set(CMAKE_DISABLE_FIND_PACKAGE_${package} ON)
endforeach()
set(ZLIB_USE_STATIC_LIBS ${PTXKIT_STATIC})

# Debian keeps each LLVM in a folder of its own, where CMake does not look unasked. The newest that
# has clang's libraries is tried first.
file(GLOB PTXKIT_LLVM_FOLDERS "/usr/lib/llvm-*/lib/libclangLex.a")
list(TRANSFORM PTXKIT_LLVM_FOLDERS REPLACE "libclangLex.a$" "cmake/llvm")
list(SORT PTXKIT_LLVM_FOLDERS COMPARE NATURAL ORDER DESCENDING)
find_package(LLVM CONFIG QUIET HINTS ${PTXKIT_LLVM_FOLDERS})
if(NOT LLVM_FOUND)
  message(FATAL_ERROR
    "LLVM was not found. ptxkit needs the development files of LLVM 19 or newer: run tools/setup.sh "
    "on Debian, or set LLVM_DIR to the folder that holds LLVMConfig.cmake.")
elseif(LLVM_VERSION_MAJOR LESS 19)
  message(FATAL_ERROR
    "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR} is too old: ptxkit needs LLVM 19 or newer. "
    "Run tools/setup.sh on Debian, or set LLVM_DIR to the folder that holds LLVMConfig.cmake.")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION}: ${LLVM_DIR}")

set(PTXKIT_HAS_LSP OFF)
if(TARGET LLVMSupportLSP)
  set(PTXKIT_HAS_LSP ON)
else()
  message(STATUS "ptx-lsp is not built: LLVM ${LLVM_PACKAGE_VERSION} has no library for the Language Server Protocol")
endif()

add_library(ptxkit::LLVMHeaders INTERFACE IMPORTED)
target_include_directories(ptxkit::LLVMHeaders SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(ptxkit::LLVMHeaders INTERFACE ${definitions})

# LLVMSupport names shared libraries. Z3 serves a solver that nothing here references, and a static
# tool needs the static zstd.
get_target_property(libraries LLVMSupport INTERFACE_LINK_LIBRARIES)
list(FILTER libraries EXCLUDE REGEX "libz3")
if(PTXKIT_STATIC)
  list(TRANSFORM libraries REPLACE "^zstd::libzstd_shared$" "zstd::libzstd_static")
endif()
set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")

# clang's own package also wants its programs, and its shared libraries.
foreach(library IN ITEMS Lex Basic)
  find_library(PTXKIT_CLANG_${library} libclang${library}.a HINTS "${LLVM_LIBRARY_DIR}"
    NO_DEFAULT_PATH DOC "clang's static library ${library}")
  if(NOT PTXKIT_CLANG_${library})
    message(FATAL_ERROR
      "libclang${library}.a was not found in ${LLVM_LIBRARY_DIR}. ptxkit reads C++ with clang's lexer: "
      "run tools/setup.sh on Debian.")
  endif()
endforeach()
add_library(ptxkit::ClangLexer INTERFACE IMPORTED)
target_link_libraries(ptxkit::ClangLexer INTERFACE
  "${PTXKIT_CLANG_Lex}" "${PTXKIT_CLANG_Basic}" LLVMTargetParser LLVMSupport ptxkit::LLVMHeaders)
