#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes packages for another system with `ziglang` of PyPI, which has clang, musl, libc++ and headers of other systems:
#
#   build.sh FOLDER TARGET
#
# TARGET is aarch64-linux-musl or x86_64-linux-musl. FOLDER has the programs ptx-tblgen and ptx-leanparser of a build for this machine, such as
# build/package/bin. PTXKIT_ZIG names the program zig, if `python3 -m ziglang` does not find it. The packages are written to
# build/zig-TARGET/packages. The sources of LLVM and CaDiCaL, of the same versions as the packages that are installed, come from the packages of
# Debian, or lie in PTXKIT_SOURCES (by default build/zig-sources). PTXKIT_JOBS is the number of compilations at a time.
set -eu
if [ $# != 2 ]; then
  echo "usage: build.sh FOLDER TARGET" >&2
  exit 2
fi
cd "$(dirname "$0")/../../.."
programs=$(realpath "$1")
target=$2
tree=$PWD/build/zig-$target
libraries=$tree/libraries
jobs=${PTXKIT_JOBS:-$(nproc)}
PTXKIT_ZIG=${PTXKIT_ZIG:-$(python3 -c 'import os, ziglang; print(os.path.join(os.path.dirname(ziglang.__file__), "zig"))')}
export PTXKIT_ZIG PTXKIT_ZIG_TARGET="$target"
toolchain=$PWD/tools/packaging/zig/toolchain.cmake

# The newest LLVM that is installed: its headers, and its table generator, have to fit the sources.
llvm=$(find /usr/lib -maxdepth 1 -name 'llvm-*' | sort -V | while read -r folder; do
  if [ -e "$folder/lib/libclangLex.a" ]; then echo "$folder"; fi
done | tail -1)
llvm_version=$("$llvm/bin/llvm-config" --version)
cadical_version=$(dpkg-query -W -f '${source:Upstream-Version}' libcadical-dev)

sources=${PTXKIT_SOURCES:-$PWD/build/zig-sources}
mkdir -p "$sources"
# fetch NAME VERSION: fetches the sources of this version of the project. All revisions of Debian have the same; one that is no longer
# offered is skipped.
fetch() {
  for package in $(apt-cache showsrc "$1" | sed -n 's/^Version: //p' | grep -E "^([0-9]+:)?$2-" | sort -rV); do
    (cd "$sources" && apt-get -q source --download-only --tar-only "$1=$package") && return
  done
  echo "build.sh: apt has no source package $1 $2: add a line \`deb-src\`, or put $1_$2.orig.tar.xz in $sources" >&2
  exit 1
}
# unpack NAME VERSION PATTERN...: unpacks files of the sources in a folder NAME.
unpack() {
  name=$1 version=$2
  shift 2
  [ ! -e "$sources/$name" ] || return 0
  archive=${name}_$version.orig.tar
  [ -n "$(find "$sources" -name "$archive.*")" ] || fetch "$name" "$version"
  rm -rf "$sources/$name.new" # of a run that was interrupted
  mkdir "$sources/$name.new"
  tar -xf "$(find "$sources" -name "$archive.*")" -C "$sources/$name.new" --strip-components=1 --exclude='*/test' --exclude='*/unittests' \
    --wildcards --no-wildcards-match-slash "$@"
  mv "$sources/$name.new" "$sources/$name"
}
unpack "llvm-toolchain-$(basename "$llvm" | sed s/llvm-//)" "$llvm_version" '*/llvm' '*/cmake' '*/third-party' '*/clang/include' '*/clang/lib'
llvm_sources=$sources/$name
unpack cadical "$cadical_version" '*/*'
cadical_sources=$sources/$name

# LLVM's libraries. Its build looks for both table generators; the larger one does what the smaller one does.
mkdir -p "$tree/tools"
ln -sf "$llvm/bin/llvm-tblgen" "$tree/tools/llvm-tblgen"
ln -sf "$llvm/bin/llvm-tblgen" "$tree/tools/llvm-min-tblgen"
components="LLVMDemangle;LLVMSupport;LLVMSupportLSP;LLVMOption;LLVMTargetParser;llvm-headers;cmake-exports"
configure() {
  cmake -G Ninja -Wno-dev --log-level=WARNING -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$toolchain" "$@"
}
configure -S "$llvm_sources/llvm" -B "$tree/llvm" -DCMAKE_INSTALL_PREFIX="$libraries" -DLLVM_DISTRIBUTION_COMPONENTS="$components" \
  -DLLVM_HOST_TRIPLE="$target" -DLLVM_TARGETS_TO_BUILD= -DLLVM_NATIVE_TOOL_DIR="$tree/tools" -DLLVM_TABLEGEN="$tree/tools/llvm-tblgen" \
  -DLLVM_ENABLE_RTTI=ON -DLLVM_ENABLE_ZLIB=OFF -DLLVM_ENABLE_ZSTD=OFF -DLLVM_ENABLE_LIBXML2=OFF -DLLVM_ENABLE_LIBEDIT=OFF \
  -DLLVM_INCLUDE_TESTS=OFF -DLLVM_INCLUDE_BENCHMARKS=OFF -DLLVM_INCLUDE_EXAMPLES=OFF -DLLVM_INCLUDE_TOOLS=OFF -DLLVM_INCLUDE_UTILS=OFF \
  -DLLVM_INCLUDE_RUNTIMES=OFF -DLLVM_INCLUDE_DOCS=OFF
ninja -C "$tree/llvm" -j "$jobs" install-distribution

# clang's lexer and CaDiCaL. What clang generates of its headers is the same on all systems.
cp -r "$("$llvm/bin/llvm-config" --includedir)/clang" "$libraries/include"
configure -S tools/packaging/zig -B "$tree/others" -DCMAKE_INSTALL_PREFIX="$libraries" -DCLANG_SOURCE="$llvm_sources/clang" \
  -DCADICAL_SOURCE="$cadical_sources"
cmake --build "$tree/others" -j "$jobs" --target install

# The licences of what the program contains: NAME=VERSION=FILE.
zig=$(dirname "$PTXKIT_ZIG")
zig_version=$("$PTXKIT_ZIG" version)
notices="llvm=$llvm_version=$llvm_sources/llvm/LICENSE.TXT;cadical=$cadical_version=$cadical_sources/LICENSE"
notices="$notices;libcxx=zig-$zig_version=$zig/lib/libcxx/LICENSE.TXT;libcxxabi=zig-$zig_version=$zig/lib/libcxxabi/LICENSE.TXT"
notices="$notices;libunwind=zig-$zig_version=$zig/lib/libunwind/LICENSE.TXT;musl=zig-$zig_version=$zig/lib/libc/musl/COPYRIGHT"
notices="$notices;zig=$zig_version=$zig/LICENSE"

configure -S . -B "$tree/ptxkit" -DBUILD_TESTING=OFF -DPTXKIT_HARDEN=ON -DCMAKE_UNITY_BUILD=ON -DPTXKIT_BUILD_PROGRAMS="$programs" \
  -DPTXKIT_LLVM_TBLGEN="$llvm/bin/llvm-tblgen" -DLLVM_DIR="$libraries/lib/cmake/llvm" -DCMAKE_FIND_ROOT_PATH="$libraries" \
  -DPTXKIT_ANTLR_RUNTIME=OFF -DPTXKIT_NOTICE_FILES="$notices"
cmake --build "$tree/ptxkit" -j "$jobs" --target all wheel npm image
rm -rf "$tree/packages"
(cd "$tree/ptxkit" && cpack -D "CPACK_COMPONENTS_ALL=tools;docs" -B "$tree/packages")
rm -rf "$tree/packages/_CPack_Packages"
