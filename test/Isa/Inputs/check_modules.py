# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks many modules by one process."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def check_modules(tool, modules, *options):
    """What `ptx-check` with the options reports about each module: a list of diagnostics, as in its JSON."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}.ptx") for number in range(len(modules))]
        for file, module in zip(files, modules):
            file.write_text(module, encoding="utf-8")
        done = subprocess.run([tool, "--no-config", "--format=json", "--error-limit=0", *options, folder], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{tool}: exit {done.returncode}: {done.stderr}")
    report = json.loads(done.stdout)
    found = {file["file"]: [] for file in report["files"]}
    for diagnostic in report["diagnostics"]:
        found[diagnostic["file"]].append(diagnostic)
    return [found[str(file)] for file in files]
