# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Removes and changes the synchronization of proved kernels, one statement at a time: mutants.py [--tool=PATH] FILE.ptx...

A mutant that is still proved has to be clean in many schedules of `ptx-sanitize` as well. Prints the mutants that are not, and the number of each verdict; exits with 1 if there are any.
"""

import collections
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Execution"))
import mutants  # noqa: E402


def answer(tool, path):
    run = subprocess.run([tool, "--prove", "--quiet", "--time-limit=20", str(path)], capture_output=True, text=True, check=False)
    return {0: "proved", 1: "witness", 4: "unknown"}.get(run.returncode, f"exit code {run.returncode}")


def main():
    tools = [argument.removeprefix("--tool=") for argument in sys.argv[1:] if argument.startswith("--tool=")]
    tool = tools[0] if tools else "ptx-sanitize"
    tally, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:]:
            if name.startswith("--") or answer(tool, name) != "proved":
                continue
            text = Path(name).read_text(encoding="utf-8")
            for mutant in mutants.mutants(text):
                path = Path(folder, Path(name).name)
                path.write_text(mutant.of(text), encoding="utf-8")
                found = answer(tool, path)
                tally[mutant.kind, found] += 1
                if found == "proved":
                    print(f"{Path(name).name}:{mutant.line(text)}: {mutant.kind}: still proved")
                    check = [tool, "--quiet", "--schedules=40", str(path)]
                    if subprocess.run(check, capture_output=True, check=False).returncode:
                        wrong += 1
                        print("  and ptx-sanitize reports a fault")
    for (kind, found), number in sorted(tally.items()):
        print(f"{number:6} {kind}: {found}")
    print(f"{wrong} of {sum(tally.values())} mutants are proved and have a fault")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
