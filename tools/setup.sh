#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what ptxkit's build and tests need on Debian 12 or 13, as root or through sudo. Does
# nothing when everything is there. Written for /bin/sh: a bare Debian has little else.
set -eu

# The grammar: the ANTLR tool with a Java to run it, and its C++ run time.
packages="default-jre-headless antlr4 libantlr4-runtime-dev"
# The compiler and the build tools.
packages="$packages g++ cmake ninja-build"
# LLVM's libraries with the static libraries they link to; FileCheck and lit.
packages="$packages llvm-19-dev llvm-19-tools zlib1g-dev libzstd-dev python3"
# clang's lexer, which finds inline assembly in C++.
packages="$packages libclang-19-dev"
# Tests: unit tests, speed, and clang with its run time for the sanitizers and the fuzzers.
packages="$packages libgtest-dev libgmock-dev libbenchmark-dev clang-19 libclang-rt-19-dev"

missing=""
for package in $packages; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=""
  [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "setup.sh: this is not a Debian; ptxkit needs the counterparts of:$missing" >&2
  exit 1
fi
as_root=""
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup.sh: neither root nor sudo; please install as root:$missing" >&2
    exit 1
  fi
  as_root=sudo
fi

echo "setup.sh: installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
}
apt update
# shellcheck disable=SC2086 # a list of words
apt -y --no-install-recommends install $missing
