#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what ptxkit's build and tests need on Debian 12 or 13, as root or through sudo; `setup.sh tools` what the build of the tools
# alone needs. Does nothing when everything is there. On other systems it looks for the programs alone,
# and names packages, which were not tried. Written for /bin/sh: a bare Debian has little else.
set -eu

is_installed() {
  state=$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) || state=""
  [ "$state" = installed ]
}

# Debian's package lists are read once, before anything is looked up in them.
is_updated=""
update() {
  if [ -z "$is_updated" ]; then
    echo "setup.sh: reading the lists of packages"
    apt update
  fi
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
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "setup.sh: neither root nor sudo; please install as root: ${missing:-$packages $llvm}" >&2
      exit 1
    fi
    as_root=sudo
  fi
  # sudo drops the proxy of the environment.
  {
    $as_root env ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
      DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q "$@" 2>&1 || echo "$failed"
  } | show_progress
}

# Reads what apt prints, keeps it, and tells every tenth of an installation, each package of which is fetched, unpacked and set up.
# If apt failed, prints all of it and returns 1.
failed="setup.sh: apt-get failed"
show_progress() {
  steps=0 now=0 told=0
  while read -r line; do
    echo "$line" >>"$log"
    case $line in
    *" newly installed, "*)
      steps=${line#* upgraded, }
      steps=$((3 * ${steps%% newly installed*}))
      ;;
    Get:* | "Unpacking "* | "Setting up "*)
      now=$((now + 1))
      if [ "$steps" != 0 ] && [ $((10 * now / steps)) -gt "$told" ]; then
        told=$((10 * now / steps))
        echo "setup.sh: ${told}0 % ($line)"
      fi
      ;;
    "$failed")
      cat "$log" >&2
      return 1
      ;;
    esac
  done
}

# The grammar: the ANTLR tool with a Java to run it.
packages="default-jre-headless antlr4"
# The compiler and the build tools, and the solver of ptx-litmus.
packages="$packages g++ cmake ninja-build zlib1g-dev libzstd-dev python3 libcadical-dev"
if [ "${1:-}" != tools ]; then
  # Tests, and `ptx-dump --parse-tree`: ANTLR's C++ run time. Tests alone: that for Python, unit tests, speed, clang with its run time for the
  # sanitizers and the fuzzers and a fast linker, clang-format, readers of YAML and JSON, Make, patch, and what installs wheels.
  packages="$packages libantlr4-runtime-dev libgtest-dev libgmock-dev libbenchmark-dev clang-19 libclang-rt-19-dev lld-19 clang-format-19"
  packages="$packages python3-yaml python3-jsonschema python3-antlr4 make patch python3-venv"
  # CPack looks with it which programs of a .deb have shared libraries.
  packages="$packages file"
fi

# Elsewhere the programs are looked for, and CMake looks for the libraries and says which it does not find.
if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  lacking=""
  for program in c++ cmake ninja python3 java; do
    command -v "$program" >/dev/null || lacking="$lacking $program"
  done
  command -v antlr4 >/dev/null || command -v antlr >/dev/null || lacking="$lacking antlr4"
  if [ -n "$lacking" ]; then
    echo "setup.sh: this is not a Debian; please install$lacking, and with their headers LLVM 19 or newer with clang, zlib, zstd, CaDiCaL." >&2
    echo "  Fedora: gcc-c++ cmake ninja-build python3 java-headless antlr4 llvm-devel llvm-static clang-devel zlib-devel libzstd-devel" >&2
    echo "  Arch: gcc cmake ninja python jre-openjdk-headless antlr4 llvm clang zlib zstd cadical" >&2
    echo "  Homebrew: cmake ninja python openjdk antlr llvm zstd cadical" >&2
    exit 1
  fi
  exit 0
fi

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

# shellcheck disable=SC2086 # a list of words
set -- $missing
echo "setup.sh: installing $# packages:$missing"
[ $# -lt 5 ] || echo "setup.sh: on a bare Debian they take 1 to 2 minutes and 2 GB; the build then takes 4 to 10 minutes, and the tests 20 to 40"
update
# shellcheck disable=SC2086 # a list of words
apt -y --no-install-recommends install $missing
