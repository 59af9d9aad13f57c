# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes each change that `ptx-litmus --strengthen --format=json` proposes in the PTX, and decides the result.

Usage: apply_strengthenings.py <test.ptx> <folder for the results>
"""

import json
import pathlib
import subprocess
import sys

source = pathlib.Path(sys.argv[1])
folder = pathlib.Path(sys.argv[2])
folder.mkdir(exist_ok=True)
found = subprocess.run(["ptx-litmus", "--strengthen", "--format=json", str(source)], capture_output=True, text=True)
proposals = json.loads(found.stdout)["strengthenings"]
for number, changes in enumerate(proposals):
    text = source.read_text()
    # From the end, so that offsets stay right; a replacement before fences at the same place, and of these the last one first.
    for change in sorted(reversed(changes), key=lambda c: (-c["offset"], c["action"] != "replace")):
        at, end = change["offset"], change["offset"]
        new = change["text"]
        if change["action"] == "replace":
            end += len(change["instruction"])
            assert text[at:end] == change["instruction"]
        else:
            new += ";\n    "
        text = text[:at] + new + text[end:]
    path = folder / f"{number}.ptx"
    path.write_text(text)
    verdict = subprocess.run(["ptx-litmus", str(path)], capture_output=True, text=True)
    print(verdict.stdout.splitlines()[0].split(": ")[1] if verdict.stdout else verdict.stderr)
print(len(proposals), "proposals")
