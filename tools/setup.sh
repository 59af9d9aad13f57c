#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what ptxkit's build and tests need on Debian 12 or 13, as root or through sudo. Does
# nothing when everything is there. Written for /bin/sh: a bare Debian has little else.
set -eu

is_installed() {
  state=$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) || state=""
  [ "$state" = installed ]
}

# Debian's package lists are read once, before anything is looked up in them.
is_updated=""
update() {
  [ -n "$is_updated" ] || apt update
  is_updated=yes
}

# LLVM's libraries, FileCheck and lit, and clang's lexer, which finds inline assembly in C++.
llvm_packages() {
  echo "llvm-$1-dev llvm-$1-tools libclang-$1-dev"
}
llvm=$(llvm_packages 19)
as_root=""
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  if ! command -v apt-get >/dev/null; then
    echo "setup.sh: this is not a Debian; ptxkit needs the counterparts of: $packages $llvm" >&2
    exit 1
  fi
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "setup.sh: neither root nor sudo; please install as root: $packages $llvm" >&2
      exit 1
    fi
    as_root=sudo
  fi
  if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
}

# The grammar: the ANTLR tool with a Java to run it, and its C++ run time.
packages="default-jre-headless antlr4 libantlr4-runtime-dev"
# The compiler and the build tools.
packages="$packages g++ cmake ninja-build zlib1g-dev libzstd-dev python3 python3-yaml"
# Tests: unit tests, speed, clang with its run time for the sanitizers and the fuzzers, and a validator
# of JSON (1 MB).
packages="$packages libgtest-dev libgmock-dev libbenchmark-dev clang-19 libclang-rt-19-dev"
packages="$packages python3-jsonschema make"
# The solver of ptx-litmus.
packages="$packages libcadical-dev"

# The newest LLVM that is there or that Debian has.
known=""
for version in 22 19; do
  if is_installed "llvm-$version-dev"; then
    known=$version
    break
  fi
done
if [ -z "$known" ]; then
  update
  known=19
  [ -z "$(apt-cache search --names-only '^libclang-22-dev$')" ] || known=22
fi
llvm=$(llvm_packages "$known")

missing=""
for package in $packages $llvm; do
  is_installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

echo "setup.sh: installing$missing"
update
# shellcheck disable=SC2086 # a list of words
apt -y --no-install-recommends install $missing
