# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A toolchain file: builds with the clang, the linker and the libraries of C and C++ in `ziglang` of PyPI. Environment variables name
# the program (PTXKIT_ZIG) and the system to build for (PTXKIT_ZIG_TARGET): aarch64-linux-musl or x86_64-linux-musl.
set(PTXKIT_ZIG "$ENV{PTXKIT_ZIG}" CACHE FILEPATH "The program zig")
set(PTXKIT_ZIG_TARGET "$ENV{PTXKIT_ZIG_TARGET}" CACHE STRING "The system to build for, as zig calls it")
# CMake's trials of the compiler read this file as well.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PTXKIT_ZIG PTXKIT_ZIG_TARGET)
if(NOT PTXKIT_ZIG_TARGET MATCHES "^(x86_64|aarch64)-linux-musl$")
  message(FATAL_ERROR "PTXKIT_ZIG_TARGET is `${PTXKIT_ZIG_TARGET}`; expected x86_64-linux-musl or aarch64-linux-musl.")
endif()
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR "${CMAKE_MATCH_1}")

# CMake takes programs without arguments: each tool of zig gets a script.
set(programs "${CMAKE_BINARY_DIR}/zig")
function(ptx_zig_program variable name)
  if(NOT EXISTS "${programs}/${name}")
    list(JOIN ARGN " " arguments)
    file(WRITE "${programs}/${name}" "#!/bin/sh\nexec '${PTXKIT_ZIG}' ${arguments} \"$@\"\n")
    file(CHMOD "${programs}/${name}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  endif()
  set(${variable} "${programs}/${name}" PARENT_SCOPE)
endfunction()
# zig adds debug information, and without optimization a sanitizer.
ptx_zig_program(CMAKE_C_COMPILER cc cc -target ${PTXKIT_ZIG_TARGET} -g0 -fno-sanitize=undefined)
ptx_zig_program(CMAKE_CXX_COMPILER c++ c++ -target ${PTXKIT_ZIG_TARGET} -g0 -fno-sanitize=undefined)
ptx_zig_program(CMAKE_AR ar ar)
ptx_zig_program(CMAKE_RANLIB ranlib ranlib)

# zig ignores -static-pie. Programs with musl are static by default.
set(PTXKIT_STATIC_PIE -pie)

# Scripts of the build run programs for another processor in QEMU. In a cross build, CMake runs no program without an emulator: `env` runs
# those for the processor of this machine.
cmake_host_system_information(RESULT machine QUERY OS_PLATFORM)
if(machine STREQUAL CMAKE_SYSTEM_PROCESSOR)
  set(CMAKE_CROSSCOMPILING_EMULATOR env)
else()
  find_program(PTXKIT_QEMU "qemu-${CMAKE_SYSTEM_PROCESSOR}-static")
  if(PTXKIT_QEMU)
    set(CMAKE_CROSSCOMPILING_EMULATOR "${PTXKIT_QEMU}")
  endif()
endif()

# GNU strip knows its own architecture alone.
find_program(PTXKIT_STRIP NAMES llvm-strip llvm-strip-22 llvm-strip-19 REQUIRED)
set(CMAKE_STRIP "${PTXKIT_STRIP}")

# Libraries of this machine are for another system.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
