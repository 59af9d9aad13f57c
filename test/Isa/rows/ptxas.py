# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks `ptxas` for its verdict on a module."""

import itertools
import os
import re
import subprocess
import tempfile


def arch(target):
    """The `-arch` under which a module of `target` is checked."""
    number = int(re.match(r"sm_(\d+)", target)[1])
    suffix = target[len(f"sm_{number}"):]
    number = 110 if number == 101 else max(75, number)
    return f"compute_{number}{suffix}"


class Ptxas:
    """Remembers its answers. `program` is the path of a `ptxas`."""

    def __init__(self, program="ptxas"):
        self.program = program
        self.folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        self.answers = {}
        self.numbers = itertools.count()

    def release(self):
        """Of CUDA, such as 13.5."""
        said = subprocess.run([self.program, "--version"], capture_output=True, text=True, check=True).stdout
        return re.search(r"release (\d+\.\d+)", said)[1]

    def messages(self, text, target):
        """What `ptxas` prints of `text`; empty if it accepts it."""
        key = (text, target)
        if key not in self.answers:
            path = os.path.join(self.folder, f"{next(self.numbers)}.ptx")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            run = subprocess.run([self.program, "-arch", arch(target), path], capture_output=True, text=True,
                                 check=False)
            os.unlink(path)
            self.answers[key] = "" if run.returncode == 0 else run.stderr or "no message"
        return self.answers[key]

    def reject(self, text, target):
        """The first error of `text`, or None if `ptxas` accepts it."""
        said = self.messages(text, target)
        found = re.search(r"(?:error|fatal) +: (.*)", said)
        return (found[1] if found else said) if said else None
