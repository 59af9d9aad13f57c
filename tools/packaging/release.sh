#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes all packages of a release, each with its checksum, in build/package/packages: trained tools as .deb and archives, wheels, packages
# for npm, an image for containers, and the extension for Visual Studio Code where `npm ci --ignore-scripts` ran in its folder. Does nothing
# that needs a network once tools/setup.sh has run.
set -eu
cd "$(dirname "$0")/../.."

cmake --preset package-training
cmake --build --preset package-training
cmake --preset package
cmake --build --preset package
cmake --build build/package --target wheel npm image

cd build/package
rm -rf packages
cpack -B packages
rm -rf packages/_CPack_Packages
cp wheel/*.whl npm/*.tgz image/*.tar packages
extension=../../tools/editors/vscode
if [ -d "$extension/node_modules" ]; then
  case $(uname -m) in
  aarch64) target=linux-arm64 ;;
  *) target=linux-x64 ;;
  esac
  python3 -B "$extension/package.py" --build . --target "$target" --notices packaging/THIRD-PARTY-NOTICES.txt \
    --output "packages/ptxkit-$target.vsix"
else
  echo "release.sh: no .vsix: run \`npm ci --ignore-scripts\` in tools/editors/vscode first" >&2
fi
cd packages
for file in *.whl *.tgz *.tar *.vsix; do
  [ -e "$file" ] || continue
  sha256sum "$file" >"$file.sha256"
done
ls -l
