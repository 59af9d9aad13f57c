"""Runs the `RUN:` lines of the ```ptx blocks of a page as lit does: run_examples.py PAGE FOLDER.

`%ptx-check` is what the page makes of it in its configuration of lit.
"""

import os
import re
import subprocess
import sys

page = open(sys.argv[1], encoding="utf-8").read()
substitution = re.search(r'append\(\("(%[\w-]+)", "(.*)"\)\)', page)
os.makedirs(sys.argv[2], exist_ok=True)
count = 0
for i, block in enumerate(re.findall(r"```ptx\n(.*?)```", page, re.S)):
    path = os.path.join(sys.argv[2], f"{i}.ptx")
    with open(path, "w", encoding="utf-8") as file:
        file.write(block)
    for run in re.findall(r"// RUN: (.*)", block):
        command = run.replace(*substitution.groups()).replace("%s", path)
        count += 1
        if subprocess.run(command, shell=True, check=False).returncode:
            sys.exit(f"{command} failed:\n{block}")
sys.exit(count < 4)
