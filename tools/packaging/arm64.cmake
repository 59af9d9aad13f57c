# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A toolchain file: builds for 64-bit Arm with clang and LLD, on any machine. The environment variable PTXKIT_SYSROOT names a folder with
# Debian's packages of that architecture; docs/guide/installing.md says how to make it. ptx-tblgen is that of a build for this machine;
# the tools, whose help becomes manual pages, run in QEMU if it is there.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(PTXKIT_SYSROOT "$ENV{PTXKIT_SYSROOT}" CACHE PATH "The folder with Debian's packages for 64-bit Arm")
if(NOT IS_DIRECTORY "${PTXKIT_SYSROOT}/usr")
  message(FATAL_ERROR "PTXKIT_SYSROOT is `${PTXKIT_SYSROOT}`; expected a folder with Debian's packages for 64-bit Arm.")
endif()
set(CMAKE_SYSROOT "${PTXKIT_SYSROOT}")
# CMake's trials of the compiler read this file as well.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PTXKIT_SYSROOT)
if(NOT CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER clang++-19)
endif()
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
find_program(PTXKIT_QEMU qemu-aarch64-static)
if(PTXKIT_QEMU)
  set(CMAKE_CROSSCOMPILING_EMULATOR "${PTXKIT_QEMU}" -L "${CMAKE_SYSROOT}")
endif()
# That of GNU binutils knows its own architecture alone.
find_program(PTXKIT_STRIP NAMES llvm-strip llvm-strip-22 llvm-strip-19 REQUIRED)
set(CMAKE_STRIP "${PTXKIT_STRIP}")
set(CMAKE_EXE_LINKER_FLAGS_INIT -fuse-ld=lld)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -fuse-ld=lld)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
