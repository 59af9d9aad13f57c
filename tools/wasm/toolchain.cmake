# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A toolchain file: builds for WebAssembly with clang and the libraries of C and C++ that Debian packages for it (build.sh names the packages).
# PTXKIT_WASM_CLANG is the folder of clang's programs.
set(PTXKIT_WASM_CLANG "/usr/lib/llvm-22/bin" CACHE PATH "The folder of clang and wasm-ld")
# CMake's trials of the compiler read this file as well.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PTXKIT_WASM_CLANG)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}") # for Platform/WASI.cmake
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)

set(CMAKE_C_COMPILER "${PTXKIT_WASM_CLANG}/clang")
set(CMAKE_CXX_COMPILER "${PTXKIT_WASM_CLANG}/clang++")
set(CMAKE_AR "${PTXKIT_WASM_CLANG}/llvm-ar")
set(CMAKE_RANLIB "${PTXKIT_WASM_CLANG}/llvm-ranlib")
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# The library of C++ has neither exceptions nor threads; the headers in `include` make up for mutexes and for what WASI lacks of POSIX.
set(flags "-Wno-deprecated -isystem ${CMAKE_CURRENT_LIST_DIR}/include -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_GETPID -D_WASI_EMULATED_PROCESS_CLOCKS")
set(CMAKE_C_FLAGS_INIT "${flags}")
set(CMAKE_CXX_FLAGS_INIT "${flags} -fno-exceptions -fno-rtti")
set(CMAKE_C_FLAGS_RELEASE "-O1 -DNDEBUG" CACHE STRING "Flags of a release")
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG" CACHE STRING "Flags of a release")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-lwasi-emulated-signal -lwasi-emulated-mman -lwasi-emulated-getpid -lwasi-emulated-process-clocks")

# Libraries of this machine are for another system.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
