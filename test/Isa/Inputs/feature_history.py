# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what is specific to targets and families: feature_history.py PTX-CHECK TABLE.

A line of the table has an instruction, a variant, the first version, targets and a statement, as table 72 of the manual of PTX 9.4 has
them. For each target: the version, or the first one that knows the target, accepts the statement; the version before it rejects it; the
newest version rejects it for the target without its suffix. Prints what is otherwise. Exits with 1 if anything is."""

import re
import sys

from newer_forms import Question, check

VERSIONS = ["7.8", "8.0", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "9.0", "9.1", "9.2", "9.3", "9.4"]
# Where the first version of a target is not that of its row.
KNOWN_SINCE = {"sm_120a": "8.7", "sm_121a": "8.8"}


def questions_of(line):
    instruction, variant, version, targets, statement = line.split("\t")
    place = f"{instruction} {variant}"
    for target in targets.split():
        first = max(version, KNOWN_SINCE.get(target, version))
        yield Question(first, target, statement, "no error", place)
        # What `ptxas` accepts although the manual does not is a warning.
        yield Question(VERSIONS[VERSIONS.index(first) - 1], target, statement, "a report", place)
        yield Question(VERSIONS[-1], re.sub(r"[af]$", "", target), statement, "a report", place)


if __name__ == "__main__":
    sys.exit(check(sys.argv[1], sys.argv[2:], questions_of, "rows"))
