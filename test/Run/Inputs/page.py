# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes the examples of docs/guide/run.md that are not commands of a console: page.py SOURCE FOLDER. Modules come from blocks with a
name, `rewrite` is a program that makes an error, and each example of Python runs by itself."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

source, folder = Path(sys.argv[1]), Path(sys.argv[2])
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
blocks = re.findall(r"^```(\w+)\n(.*?)^```", (source / "docs/guide/run.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
shutil.copy(source / "docs/examples/saxpy.ptx", folder)
for _, text in blocks:
    if name := re.match(r"// (\w+\.ptx)\n", text):
        (folder / name[1]).write_text(text, encoding="utf-8")

rewrite = folder / "rewrite"
rewrite.write_text("#!/bin/sh\nsed 's/mad.lo.u32 %r2, %r2, %r2, %r1/add.u32 %r2, %r2, %r1/' \"$1\"\n", encoding="utf-8")
rewrite.chmod(0o755)
environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
count = 0
for language, text in blocks:
    if language == "sh":
        (folder / "differs.sh").write_text(text, encoding="utf-8")
        for module, differs in ("iota.ptx", True), ("other.ptx", False):
            done = subprocess.run(["sh", "differs.sh", module], cwd=folder, env=environment, check=False)
            assert (done.returncode == 0) == differs, (module, done.returncode)
        count += 1
    elif language == "python":
        subprocess.run([sys.executable, "-B", "-c", text], cwd=folder, env=environment, check=True)
        count += 1
print(count, "examples")
