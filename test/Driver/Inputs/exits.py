# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command and succeeds if its exit status is the one expected.

Usage: exits.py STATUS COMMAND...
"""

import subprocess
import sys

expected = int(sys.argv[1])
status = subprocess.run(sys.argv[2:]).returncode
if status != expected:
    sys.exit(f"exits.py: expected exit status {expected} but got {status}: {sys.argv[2:]}")
