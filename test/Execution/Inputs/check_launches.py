# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes the launches of a folder: check_launches.py FOLDER TABLE.

TABLE has the name of each module and the codes of the rules that it must show, or `clean`, or `silent` where a
fault is not one that an execution shows. A correct twin (`.ok.ptx`) must be clean. Prints what differs and exits with 1.
"""

import re
import subprocess
import sys
from pathlib import Path

folder, table = Path(sys.argv[1]), Path(sys.argv[2])
expected = dict(line.split("\t") for line in table.read_text(encoding="utf-8").splitlines())
status = 0
for path in sorted(folder.glob("*.ptx")):
    name = path.name.removesuffix(".ptx")
    run = subprocess.run(["ptx-sanitize", str(path)], capture_output=True, text=True, check=False)
    codes = sorted(set(re.findall(r"\[PTX(\d+)", run.stderr)))
    wanted = "clean" if name.endswith(".ok") else expected.pop(name, "missing in the table")
    found = " ".join(codes) or ("clean" if run.returncode == 0 else f"exit code {run.returncode}")
    if found != ("clean" if wanted == "silent" else wanted):
        print(f"{path.name}: expected {wanted}, found {found}")
        status = 1
for name in expected:
    print(f"{name}: is in the table and not in the folder")
    status = 1
sys.exit(status)
