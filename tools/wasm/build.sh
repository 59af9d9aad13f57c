#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds ptxkit as a module for WebAssembly, with clang and the libraries of C and C++ that Debian packages:
#
#   build.sh FOLDER
#
# FOLDER has the programs ptx-tblgen and ptx-leanparser of a build for this machine, such as build/release/bin. The module is written to
# build/wasm/ptxkit.wasm. The sources of LLVM, of the same version as its packages, come from the packages of Debian, or from an archive
# llvm-toolchain-N_VERSION.orig.tar.xz in PTXKIT_SOURCES (by default build/wasm/sources). PTXKIT_JOBS is the number of compilations at a time.
#
# clang was chosen since Debian has all that it needs. Emscripten of Debian has a clang of its own, with other headers than those of the LLVM
# that ptxkit is built with; `ziglang` of PyPI would have to build its library of C++ first.
set -eu
if [ $# != 1 ]; then
  echo "usage: build.sh FOLDER" >&2
  exit 2
fi
cd "$(dirname "$0")/../.."
programs=$(realpath "$1")
tree=$PWD/build/wasm
jobs=${PTXKIT_JOBS:-$(nproc)}
toolchain=$PWD/tools/wasm/toolchain.cmake

# The newest LLVM that is installed: its headers have to fit the sources.
llvm=$(find /usr/lib -maxdepth 1 -name 'llvm-*' | sort -V | while read -r folder; do
  if [ -e "$folder/include/clang/Lex/Lexer.h" ]; then echo "$folder"; fi
done | tail -1)
major=$(basename "$llvm" | sed s/llvm-//)
missing=
for each in "clang-$major $llvm/bin/clang" "lld-$major $llvm/bin/wasm-ld" "libc++-$major-dev-wasm32 $llvm/lib/wasm32-wasi/libc++.a" \
  "libc++abi-$major-dev-wasm32 $llvm/lib/wasm32-wasi/libc++abi.a" "libclang-rt-$major-dev-wasm32 $llvm/lib/clang/$major/lib/wasi/libclang_rt.builtins-wasm32.a" \
  "wasi-libc /usr/lib/wasm32-wasi/libc.a" "binaryen /usr/bin/wasm-opt"; do
  [ -e "${each#* }" ] || missing="$missing ${each%% *}"
done
if [ -n "$missing" ]; then
  echo "build.sh: packages are missing: apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
version=$("$llvm/bin/llvm-config" --version)

sources=${PTXKIT_SOURCES:-$tree/sources}
mkdir -p "$sources"
name=llvm-toolchain-$major
archive=${name}_$version.orig.tar.xz
if [ ! -e "$tree/llvm-sources" ]; then
  if [ ! -e "$sources/$archive" ]; then
    package=$(apt-cache showsrc "$name" | sed -n 's/^Version: //p' | grep -E "^([0-9]+:)?$version-" | sort -rV | head -1)
    if [ -z "$package" ] || ! (cd "$sources" && apt-get -q source --download-only --tar-only "$name=$package"); then
      echo "build.sh: apt has no source package $name $version: add a line \`deb-src\`, or put $archive in $sources" >&2
      exit 1
    fi
  fi
  mkdir -p "$tree/llvm-sources.new"
  tar -xf "$sources/$archive" -C "$tree/llvm-sources.new" --strip-components=1 --wildcards --no-wildcards-match-slash \
    '*/llvm/lib/Support' '*/llvm/LICENSE.TXT' '*/clang/lib/Lex' '*/clang/lib/Basic'
  mv "$tree/llvm-sources.new" "$tree/llvm-sources"
fi

configure() {
  cmake -G Ninja -Wno-dev --log-level=WARNING -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$toolchain" \
    -DPTXKIT_WASM_CLANG="$llvm/bin" "$@"
}
configure -S tools/wasm/libraries -B "$tree/llvm" -DLLVM_SOURCE="$tree/llvm-sources" -DLLVM_HEADERS="$llvm/include"
ninja -C "$tree/llvm" -j "$jobs"
configure -S . -B "$tree/ptxkit" -DBUILD_TESTING=OFF -DCMAKE_UNITY_BUILD=ON -DPTXKIT_BUILD_PROGRAMS="$programs" \
  -DPTXKIT_LLVM_TBLGEN="$llvm/bin/llvm-tblgen" -DLLVM_DIR="$tree/llvm" -DPTXKIT_ANTLR_RUNTIME=OFF -DPTXKIT_LITMUS=OFF
ninja -C "$tree/ptxkit" -j "$jobs" ptxkit-wasm

wasm-opt -Os --strip-debug --strip-producers -o "$tree/ptxkit.wasm" "$tree/ptxkit/wasm/ptxkit.wasm"
# The notices of the projects whose code is in the module.
python3 -B tools/packaging/notices.py --version "$(sed -n 's/^  VERSION \([0-9.]*\)$/\1/p' CMakeLists.txt)" --output "$tree/notices" \
  "$llvm/lib/libLLVMSupport.a" "$llvm/lib/libclangLex.a" "$llvm/lib/wasm32-wasi/libc++.a" "$llvm/lib/wasm32-wasi/libc++abi.a" \
  "$llvm/lib/clang/$major/lib/wasi/libclang_rt.builtins-wasm32.a" /usr/lib/wasm32-wasi/libc.a
ls -l "$tree/ptxkit.wasm"
