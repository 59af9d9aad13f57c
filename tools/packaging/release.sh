#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes all packages of a release, each with its checksum, in build/package/packages: trained tools as .deb and archives, wheels, packages
# for npm, an image for containers, and the extension for Visual Studio Code where `npm ci --ignore-scripts` ran in its folder. On an x86-64
# machine with `ziglang` of PyPI and QEMU those for 64-bit Arm are made as well, without training. The module for WebAssembly, which the
# packages for npm contain, is built first. The last lines name what the release lacks. Does nothing that needs a network once
# tools/setup.sh has run, except that wasm/build.sh and zig/build.sh fetch sources from Debian.
#
#   release.sh [--untrained]
#
# A trial, --untrained, leaves out the training, and takes the module as an earlier build left it.
set -eu
case $#$* in
0 | 1--untrained) ;;
*)
  echo "usage: release.sh [--untrained]" >&2
  exit 2
  ;;
esac
cd "$(dirname "$0")/../.."
packages=$PWD/build/package/packages

# lacks TEXT: remembers what the release lacks, for its last lines.
missing=
lacks() {
  missing="${missing}release.sh: $1
"
}

# collect TREE PLATFORM: adds the packages of a build tree, with the extension for that platform.
collect() {
  cp "$1"/wheel/*.whl "$1"/npm/ptxkit-linux-*.tgz "$1"/image/*.tar "$packages"
  extension=tools/editors/vscode
  if [ -d "$extension/node_modules" ]; then
    python3 -B "$extension/package.py" --build "$1" --target "$2" --notices "$1/packaging/THIRD-PARTY-NOTICES.txt" \
      --output "$packages/ptxkit-$2.vsix"
  else
    lacks "no ptxkit-$2.vsix: run \`npm ci --ignore-scripts\` in $extension first"
  fi
}

if [ $# = 0 ]; then
  cmake --preset package-training
  cmake --build --preset package-training
  cmake --preset package
else
  cmake --preset package -DPTXKIT_PROFILE=
fi
cmake --build --preset package
if [ $# = 0 ]; then
  tools/wasm/build.sh build/package/bin
elif [ ! -e build/wasm/ptxkit.wasm ]; then
  lacks "no library in the packages for npm: run tools/wasm/build.sh first"
fi
rm -rf "$packages" build/package/wheel build/package/npm build/package/image # also those of other versions
cmake --build build/package --target wheel npm image
(cd build/package && cpack -B packages)
rm -rf "$packages/_CPack_Packages"
cp build/package/npm/ptxkit-[0-9]*.tgz "$packages" # has no program, so that there is one for all platforms
machine=$(uname -m)
case $machine in
aarch64) collect build/package linux-arm64 ;;
*) collect build/package linux-x64 ;;
esac

if [ "$machine" != x86_64 ] || ! command -v qemu-aarch64-static >/dev/null ||
  { [ -z "${PTXKIT_ZIG:-}" ] && ! python3 -c 'import ziglang' 2>/dev/null; }; then
  lacks "no packages for another processor: these require ziglang of PyPI and qemu-user-static"
else
  target=aarch64-linux-musl
  tools/packaging/zig/build.sh build/package/bin "$target"
  cp "build/zig-$target/packages"/* "$packages"
  collect "build/zig-$target/ptxkit" linux-arm64
fi

cd "$packages"
for file in *.whl *.tgz *.tar *.vsix; do
  [ -e "$file" ] || continue
  sha256sum "$file" >"$file.sha256"
done
ls -l
printf %s "$missing" >&2
