# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A test of a row: a statement, where it stands, and what `ptxas` or the manual says of it."""

# Where a form is tried, in this order: version and target. The last ones are for what was removed since.
PLACES = [("9.0", t) for t in ("sm_90", "sm_100a", "sm_90a", "sm_120a", "sm_103a", "sm_110a")]
RETIRED = [("6.3", "sm_60"), ("3.1", "sm_13"), ("1.4", "sm_13")]


class Case:
    """A test: `edit` is empty if the statement is legal, else what was done to a legal one."""

    def __init__(self, row, edit, version, target, statement, verdict, needs=""):
        self.row = row
        self.edit = edit
        self.version = version
        self.target = target
        self.statement = statement
        self.verdict = verdict
        self.needs = needs

    def key(self):
        return (self.edit, self.version, self.target, self.statement)


def spell(mnemonic, made):
    return mnemonic + (" " + ", ".join(o.text for o in made) if made else "") + ";"
