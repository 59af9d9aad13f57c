# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command whose standard error is a terminal: terminal.py [--out] [--feed=FILE] PIPE COMMAND...

With --out, standard output is the terminal as well. PIPE is a named pipe that the command reads as one of its
inputs, which takes a second: a module without functions, or FILE. Prints what the terminal shows, with \\e for escape, \\r for the start of a line
and \\n at the end of one.
"""

import os
import pty
import subprocess
import sys
import threading
import time

from pseudo_terminal import read_all


def feed(pipe):
    with open(pipe, "w") as file:  # waits for the reader
        time.sleep(1)
        file.write(module)


arguments = sys.argv[1:]
out = arguments[0] == "--out"
pipe, *command = arguments[out:]
module = ".version 8.0\n.target sm_80\n"
if pipe.startswith("--feed="):
    with open(pipe.removeprefix("--feed=")) as given:
        module = given.read()
    pipe, *command = command
threading.Thread(target=feed, args=(pipe,), daemon=True).start()
terminal, other = pty.openpty()
process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=other,
                           stdout=other if out else subprocess.PIPE)
os.close(other)
shown = read_all(terminal)
rest = b"" if out else process.stdout.read()
code = process.wait()
text = (shown.decode().replace("\r\n", "\\n\n").replace("\r", "\\r").replace("\x1b", "\\e"))
print("terminal:", text)
print("output:", rest.decode())
print("exit:", code)
