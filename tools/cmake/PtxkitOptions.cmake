# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Build options and the compiler flags of ptxkit's own code.
include_guard()

option(PTXKIT_SANITIZE "Address and undefined-behaviour sanitizers; libFuzzer coverage with clang"
  OFF)
option(PTXKIT_TEST_SANITIZED "Build the `asan` preset too, and run it and its fuzzers in CTest" OFF)

# The parts of an installation: `tools`, `docs`, and for all else `library`.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME library)

option(PTXKIT_WERROR "Make every warning of clang an error, as CI does" OFF)

set(PTXKIT_EXTRA_INSTRUCTIONS "" CACHE STRING
  "TableGen files outside the source tree, with records of more instructions")
set(PTXKIT_BUILD_PROGRAMS "" CACHE PATH
  "Folder with ptx-tblgen and ptx-leanparser that are built already, as when building for another machine")

set(PTXKIT_WASM "${PROJECT_SOURCE_DIR}/build/wasm/ptxkit.wasm" CACHE FILEPATH
  "The module for WebAssembly, which tools/wasm/build.sh makes; packages for npm and tests use it if it exists")

# A static tool starts in 1 ms instead of 15 ms. The sanitizers' run time is shared.
set(static_default OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_SYSTEM_NAME STREQUAL "Linux"
   AND NOT PTXKIT_SANITIZE)
  set(static_default ON)
endif()
option(PTXKIT_STATIC "Link the tools without any shared library" ${static_default})
if(PTXKIT_STATIC AND PTXKIT_SANITIZE)
  message(FATAL_ERROR "PTXKIT_STATIC and PTXKIT_SANITIZE exclude each other.")
endif()

# Packages are built so: their input is whatever people find.
option(PTXKIT_HARDEN "Protect the tools: guards of the stack, checks in libc, random addresses, read-only tables" OFF)

set(PTXKIT_PROFILE "" CACHE STRING
  "`record`: build programs that record what they do; `use`: optimize by such a record (GCC)")
set_property(CACHE PTXKIT_PROFILE PROPERTY STRINGS "" record use)

if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
  add_library(Threads::Threads INTERFACE IMPORTED) # it has none
else()
  find_package(Threads REQUIRED)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

# Flags of every target. They stay out of the installed package: warnings and sanitizers are the
# builder's choice, not the user's.
add_library(ptxkit_flags INTERFACE)
target_compile_options(ptxkit_flags INTERFACE -Wall -Wextra)
# Sections of their own, so that the linker leaves out what a tool does not use.
target_compile_options(ptxkit_flags INTERFACE "$<$<CONFIG:Release>:-ffunction-sections;-fdata-sections>")
# Clang's warnings alone: those of GCC go by what its optimizer makes of the code. std::stable_sort of
# libstdc++ 12 calls what it calls deprecated.
if(PTXKIT_WERROR AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(ptxkit_flags INTERFACE -Werror -Wno-error=deprecated-declarations)
endif()
# GCC 12 takes a literal and a std::string, added, for overlapping memory, and warns of copies in headers of its own library, and of reads of
# empty optionals, that do not happen. GCC 14 takes short strings and small vectors for memory that is not set, or too small.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(ptxkit_flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds
    -Wno-stringop-overread -Wno-maybe-uninitialized)
endif()

if(PTXKIT_HARDEN)
  target_compile_options(ptxkit_flags INTERFACE -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  target_link_options(ptxkit_flags INTERFACE LINKER:-z,relro,-z,now,-z,noexecstack)
endif()

# Each object file has its record beside it, so both builds share one folder. What was not run in
# training is optimized as without a record, not for size. All of a program is optimized at once; the object files have machine code
# besides, which is what is installed of the libraries (PtxkitInstall).
if(PTXKIT_PROFILE AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  message(FATAL_ERROR "PTXKIT_PROFILE needs GCC.")
elseif(PTXKIT_PROFILE STREQUAL "record")
  target_compile_options(ptxkit_flags INTERFACE -fprofile-generate -fprofile-update=prefer-atomic)
  target_link_options(ptxkit_flags INTERFACE -fprofile-generate)
elseif(PTXKIT_PROFILE STREQUAL "use")
  file(GLOB_RECURSE profile_records "${PROJECT_BINARY_DIR}/*.gcda")
  if(NOT profile_records)
    message(FATAL_ERROR "PTXKIT_PROFILE=use finds no record in ${PROJECT_BINARY_DIR}; build the target "
      "`train` there first, with PTXKIT_PROFILE=record.")
  endif()
  target_compile_options(ptxkit_flags INTERFACE
    -fprofile-use -fprofile-partial-training -Wno-missing-profile -flto -ffat-lto-objects)
  # It warns again of what was compiled.
  target_link_options(ptxkit_flags INTERFACE -flto=auto -w)
elseif(PTXKIT_PROFILE)
  message(FATAL_ERROR "PTXKIT_PROFILE is `${PTXKIT_PROFILE}`; expected `record`, `use` or nothing.")
endif()

# Flags of what the tests run. Build-time programs do without: TableGen leaks by design.
add_library(ptxkit_sanitizers INTERFACE)
if(PTXKIT_SANITIZE)
  # Checks of each pointer before its use take a quarter to a half of the time to compile, and the address sanitizer finds what they find when
  # the memory is accessed. Only wrong alignment is not found: `-fsanitize=alignment` of one's own build does it.
  set(PTXKIT_SANITIZER_FLAGS -fsanitize=address,undefined -fno-sanitize=null,object-size,alignment,vptr
    -fno-sanitize-recover=undefined)
  target_compile_options(ptxkit_sanitizers INTERFACE ${PTXKIT_SANITIZER_FLAGS}
    -O1 -gline-tables-only -fno-omit-frame-pointer)
  target_link_options(ptxkit_sanitizers INTERFACE ${PTXKIT_SANITIZER_FLAGS})
endif()

# Flags of what fuzzers execute, so that libFuzzer knows which code an input reached. Elsewhere they would take 15 % of the time to compile.
add_library(ptxkit_coverage INTERFACE)
if(PTXKIT_SANITIZE AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(ptxkit_coverage INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Flags of the unit tests, after all others: matchers take long to optimize, three times as long with sanitizers, and little time to run.
add_library(ptxkit_unittest_flags INTERFACE)
target_compile_options(ptxkit_unittest_flags INTERFACE "$<$<CONFIG:Release>:-O1>")
# GoogleTest's macros have an `else`, and fixtures are local to sources of which several are compiled as one.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(ptxkit_unittest_flags INTERFACE -Wno-dangling-else -Wno-subobject-linkage)
endif()
if(PTXKIT_SANITIZE)
  target_compile_options(ptxkit_unittest_flags INTERFACE -O0)
endif()
