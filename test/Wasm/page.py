# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples of docs/guide/javascript.md with Node: page.py SOURCE MODULE FOLDER.

A comment at the end of a line with `console.log` is what that line prints. Exits with 77 where Node or the module is missing."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from package import install

source, module, folder = map(Path, sys.argv[1:])
if not shutil.which("node") or not module.exists():
    print("node is not installed, or tools/wasm/build.sh was not run")
    sys.exit(77)
install(source, module, folder)
examples = re.findall(r"^```js\n(.*?)^```", (source / "docs/guide/javascript.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
failed = 0
for number, example in enumerate(examples, 1):
    script = folder / f"example{number}.mjs"
    script.write_text(example, encoding="utf-8")
    done = subprocess.run(["node", script.name], cwd=folder, check=False, text=True, capture_output=True)
    expected = re.findall(r"console\.log\(.*?;(?: \}\);|\)\);)? // (.*)$", example, re.MULTILINE)
    if done.stdout.splitlines() != expected or done.returncode:
        failed += 1
        print(f"example {number}:\n{example}\nprinted:\n{done.stdout}{done.stderr}\nexpected:\n" + "\n".join(expected))
print(f"{len(examples)} examples")
sys.exit(1 if failed or not examples else 0)
