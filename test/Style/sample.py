# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files of a project, in which the tests of this folder make faults."""

import tempfile
import unittest
from pathlib import Path


class SampleTest(unittest.TestCase):
    """A test of a checker: `sound` are files, name and text, without a fault."""

    sound = {}

    def found_by(self, check, changes):
        """What `check` finds in a folder with the sound files and these changes."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**self.sound, **changes}.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return list(check(Path(folder)))
