# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's format of the suite: a shell test, followed by checks that every PTX input has to stand."""

import glob
import os
import re
import subprocess

import lit.formats
import lit.Test
import lit.TestRunner


class PtxTest(lit.formats.ShTest):
    """Runs the RUN lines. If they pass, runs `input_checks` on the PTX files of the test.

    `input_checks` is a program that takes `[--split-input-file] FILE...`, skips what does not
    parse, and fails with an explanation if an input does not survive a round trip or the like (see
    docs/testing.md). The files are the test itself, if it is PTX, and the parts that
    `split-file` made of it.
    """

    def __init__(self, input_checks):
        super().__init__(execute_external=False)
        self.input_checks = input_checks

    def execute(self, test, litConfig):
        result = super().execute(test, litConfig)
        if result.code is not lit.Test.PASS or litConfig.noExecute or not self.input_checks:
            return result
        inputs = self.inputs(test)
        if not inputs:
            return result
        command = [self.input_checks, *inputs]
        with open(test.getSourcePath(), "rb") as file:
            if re.search(rb"RUN:.*--split-input-file", file.read()):
                command.insert(1, "--split-input-file")
        checks = subprocess.run(command, capture_output=True, env=test.config.environment)
        if checks.returncode != 0:
            output = (checks.stdout + checks.stderr).decode("utf-8", "replace")
            report = f"automatic checks: {' '.join(command)}\nexit {checks.returncode}\n{output}"
            return lit.Test.Result(lit.Test.FAIL, report)
        return result

    @staticmethod
    def inputs(test):
        source = test.getSourcePath()
        _, temporary = lit.TestRunner.getTempPaths(test)
        parts = glob.glob(os.path.join(glob.escape(temporary) + ".tmp*", "**", "*.ptx"),
                          recursive=True)
        # A test may also make folders and pipes of such a name.
        return ([source] if source.endswith(".ptx") else []) + sorted(
            filter(os.path.isfile, parts))
