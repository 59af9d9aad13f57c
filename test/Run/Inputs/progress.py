# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ptx-run writes to a terminal and to a pipe during a run of some seconds: progress.py <ptx-run> <module>"""

import os
import pty
import re
import subprocess
import sys

tool, module = sys.argv[1:]
with open(module, "w", encoding="utf-8") as file:
    file.write(""".version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u32 n)
{
    .reg .b32 %i, %n;
    .reg .pred %p;
    ld.param.u32 %n, [n];
    mov.u32 %i, 0;
AGAIN:
    add.u32 %i, %i, 1;
    setp.lt.u32 %p, %i, %n;
    @%p bra AGAIN;
    ret;
}
""")
command = [tool, "--quiet", "-j1", module, "--block=1", "--arg"]
environment = {**os.environ, "TERM": "xterm"}
LINE = rb"\r\x1b\[Kptx-run: 0 of 1 clusters, in the next one (\d+) million instructions of warps"


def on_terminal(count):
    main, terminal = pty.openpty()
    run = subprocess.Popen([*command, f"n={count}"], stdout=subprocess.DEVNULL, stderr=terminal, env=environment)
    os.close(terminal)
    text = b""
    while True:
        try:
            part = os.read(main, 4096)
        except OSError:  # the end, on Linux
            break
        if not part:
            break
        text += part
    return run.wait(), text


# A sanitized build takes as long for the smaller number as another one for the larger.
for count in (4000000, 50000000):
    code, text = on_terminal(count)
    counts = [int(millions) for millions in re.findall(LINE, text)]
    if len(counts) > 1 and counts[0] < counts[-1]:
        break
rest = re.sub(LINE, b"", text)
is_right = len(counts) > 1 and counts == sorted(counts) and counts[0] < counts[-1] and rest == b"\r\x1b[K"
print(f"terminal: exit {code}, " + ("the line is updated, counts upwards and is erased" if is_right else repr(text)))
# The same run, which takes long enough for the line.
done = subprocess.run([*command, f"n={count}"], capture_output=True, env=environment, text=True)
print(f'pipe: exit {done.returncode}, "{done.stdout + done.stderr}"')
