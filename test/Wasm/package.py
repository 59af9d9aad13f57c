# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs the package for npm as a program would have it."""

import shutil
import sys


def install(source, module, folder):
    """Empties a folder, and installs the package of the source tree there, with the module for WebAssembly."""
    sys.path.insert(0, str(source / "tools/npm"))
    from npm import unpacked

    shutil.rmtree(folder, ignore_errors=True)
    package = folder / "node_modules/ptxkit"
    package.mkdir(parents=True)
    unpacked(package, module)
