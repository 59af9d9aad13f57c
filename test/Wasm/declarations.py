# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a program that uses each function of the package for npm, with and without the types of browsers: declarations.py SOURCE MODULE FOLDER.

Exits with 77 where TypeScript or the module is missing. The packages `typescript` and `@types/node` are looked for in PTXKIT_NODE_MODULES."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from package import install

source, module, folder = map(Path, sys.argv[1:])
modules = Path(os.environ.get("PTXKIT_NODE_MODULES", "/nowhere"))
if not (modules / ".bin/tsc").exists() or not (modules / "@types/node").is_dir() or not module.exists():
    print("TypeScript with the types of Node, or the module of tools/wasm/build.sh, is missing")
    sys.exit(77)
install(source, module, folder)
(folder / "node_modules/@types").symlink_to(modules / "@types")
(folder / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
shutil.copy(source / "test/Wasm/declarations.ts", folder)
failed = 0
for resolution, kind, libraries in (("nodenext", "nodenext", "esnext"), ("nodenext", "nodenext", "esnext,dom"), ("bundler", "esnext", "esnext,dom")):
    done = subprocess.run([modules / ".bin/tsc", "--strict", "--noEmit", "--target", "esnext", "--module", kind, "--moduleResolution", resolution, "--lib", libraries,
                           "--types", "node", "declarations.ts"], cwd=folder, check=False, text=True, capture_output=True, timeout=240)
    failed |= done.returncode
    print(f"{resolution}, {libraries}: {'errors' if done.returncode else 'no error'}\n{done.stdout}{done.stderr}", end="")
sys.exit(1 if failed else 0)
