# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types a line into an interactive shell: press_tab.py SHELL SETUP LINE.

SHELL is bash or zsh. SETUP is a command that it runs first, LINE has `<tab>` where that key is pressed. Prints what the line writes to
the file `out`, which it has to name."""

import os
import pty
import subprocess
import sys
from pathlib import Path

from pseudo_terminal import read_all

COMMANDS = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}
shell, setup, line = sys.argv[1:]
terminal, other = pty.openpty()
process = subprocess.Popen(COMMANDS[shell], stdin=other, stdout=other, stderr=other, start_new_session=True,
                           env=os.environ | {"TERM": "dumb", "HOME": os.getcwd(), "INPUTRC": "/dev/null"})
os.close(other)
typed = f"{setup}\n{line}\nexit\n".replace("<tab>", "\t")
os.write(terminal, typed.encode())
shown = read_all(terminal)
process.wait()
out = Path("out")
print(out.read_text() if out.exists() else shown.decode(errors="replace"), end="")
