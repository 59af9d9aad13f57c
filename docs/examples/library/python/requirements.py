# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the lowest version of PTX and the targets that a module requires, and why: requirements.py FILE."""

import json
import subprocess
import sys

from ptxkit import programs

run = subprocess.run([programs.find("ptx-check"), "--requirements", "--output-format=jsonl", sys.argv[1]], text=True, stdout=subprocess.PIPE)
if run.returncode:
    sys.exit(run.returncode)
required = json.loads(run.stdout)
print("PTX", required["version"], "of CUDA", required["cuda"])
print("targets:", " ".join(target["target"] for target in required["targets"]))
for reason in required["reasons"]:
    print(f"line {reason['line']}: {reason['message']}")
