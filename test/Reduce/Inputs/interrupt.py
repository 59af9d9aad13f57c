# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Interrupts a command once a file `<marker>.done` is there: interrupt.py MARKER COMMAND... Prints its standard error and what ended it."""

import signal
import subprocess
import sys
import time
from pathlib import Path

marker, *command = sys.argv[1:]
Path(marker + ".done").unlink(missing_ok=True)
process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
while process.poll() is None and not Path(marker + ".done").exists():
    time.sleep(0.01)
time.sleep(0.5)
process.send_signal(signal.SIGINT)
_, errors = process.communicate(timeout=60)
print(errors, end="")
print(f"ended by signal {-process.returncode}")
