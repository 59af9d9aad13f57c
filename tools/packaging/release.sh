#!/bin/sh
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes all packages of a release, each with its checksum, in build/package/packages: trained tools as .deb and archives, wheels, and
# packages for npm. Does nothing that needs a network once tools/setup.sh has run.
set -eu
cd "$(dirname "$0")/../.."

cmake --preset package-training
cmake --build --preset package-training
cmake --preset package
cmake --build --preset package
cmake --build build/package --target wheel npm

cd build/package
rm -rf packages
cpack -B packages
rm -rf packages/_CPack_Packages
cp wheel/*.whl npm/*.tgz packages
cd packages
for file in *.whl *.tgz; do
  sha256sum "$file" >"$file.sha256"
done
ls -l
