# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What scripts that run a program in a terminal have in common."""

import os


def read_all(terminal):
    """The bytes that arrive at this end until the other one is closed."""
    shown = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # Linux says so when the other end is closed
            return shown
        if not part:
            return shown
        shown += part
