"""Runs the `RUN:` lines of the ```ptx blocks of a page as lit does: run_examples.py PAGE FOLDER.

`%ptx-check` is `ptx-check`, as with the page's configuration of lit.
"""

import os
import re
import subprocess
import sys

page = open(sys.argv[1], encoding="utf-8").read()
os.makedirs(sys.argv[2], exist_ok=True)
count = 0
for i, block in enumerate(re.findall(r"```ptx\n(.*?)```", page, re.S)):
    path = os.path.join(sys.argv[2], f"{i}.ptx")
    with open(path, "w", encoding="utf-8") as file:
        file.write(block)
    for run in re.findall(r"// RUN: (.*)", block):
        command = run.replace("%ptx-check", "ptx-check").replace("%s", path)
        count += 1
        if subprocess.run(command, shell=True, check=False).returncode:
            sys.exit(f"{command} failed:\n{block}")
sys.exit(count < 4)
