# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether answers alone lead from wrong kernels to right ones: mends.py LIST FOLDER; for all kernels that have a twin,
mends.py --all FOLDER...

Each line of the list has a module NAME.ptx below the folder, whose mend is NAME.ok.ptx, and what is expected:

fix: our fixes make a text in which nothing is found any more
told: a finding is at the mend, or a note of it, and the answers name each word that the mend adds
place: the place alone is told
rule: the words alone are
nothing: neither

A reader that is a script asks as docs/guide/agents.md says: `check`, `fix`, and where nothing is found `sanitize`; then `explain` of the rules.
It knows the mend only to judge the answers."""

import difflib
import re
import sys
from pathlib import Path

from ptxkit import agents

NEAR = 3  # lines between a finding and what is to be changed there
# Names that are not used are of the kernels, not of their faults.
OFF_TOPIC = ("unused", "register-never-written", "read-before-write", "unelected")


def is_topic(finding):
    return not finding.rule.startswith(OFF_TOPIC)


def asked(text):
    """The findings of a text: those of `check`, else those of an execution."""
    for report in (agents.check(text, most_findings=100), agents.check(text, all_warnings=True, most_findings=100)):
        found = [finding for finding in report.findings if is_topic(finding)]
        if found:
            return found
    return executed(text)


def executed(text):
    if ".entry" not in text:
        return []
    try:
        return [finding for finding in agents.sanitize(text).report.findings if is_topic(finding)]
    except ValueError:
        return []


def is_fixed(text):
    """Whether our fixes, those that need a look too, lead to a text in which nothing is found."""
    for unsafe in (False, True):
        try:
            fixed = agents.fix(text, unsafe=unsafe)
        except ValueError:
            continue
        if fixed.changed and not asked(fixed.text):
            return True
    return False


def code_of(text):
    """Lines without comments and blanks around them."""
    return [re.sub(r"//.*", "", line).strip() for line in text.splitlines()]


def mend(wrong, right):
    """The lines of the wrong text around what is to be changed, and the words that the right one adds."""
    lines, words = set(), set()
    before, after = code_of(wrong), code_of(right)
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            lines.update(range(i1 + 1, max(i2, i1 + 1) + 1))
            added = set(re.findall(r"\.?[A-Za-z]\w+(?:::\w+)*", " ".join(after[j1:j2])))
            words.update(added - set(re.findall(r"\.?[A-Za-z]\w+(?:::\w+)*", " ".join(before[i1:i2]))))
    return lines, {word for word in words if not re.fullmatch(r"(?i)[rpfb]d?\d*|L\w*|DONE|loop|\$.*", word)}


def judged(wrong, right):
    findings = asked(wrong)
    if not findings:
        return "nothing", ""
    rules = " ".join(dict.fromkeys(finding.rule for finding in findings))
    if is_fixed(wrong):
        return "fix", rules
    lines, words = mend(wrong, right)
    told, text = set(), []
    for finding in findings:
        told.update([finding.line, *(int(line) for note in finding.notes for line in re.findall(r"^line (\d+)", note))])
        text += [finding.message, *finding.notes, *(change.replacement for change in finding.fixes), agents.explain(finding.code).text]
    all_text = " ".join(text)
    at_place = any(abs(line - other) <= NEAR for line in lines for other in told)
    # A name of the kernel is no word of PTX.
    named = not {word for word in words if "." in word or ":" in word} - {word for word in words if word in all_text}
    return ("told" if named else "place") if at_place else "rule" if named else "nothing", rules


def main():
    if sys.argv[1] == "--all":
        for folder in map(Path, sys.argv[2:]):
            for right in sorted(folder.rglob("*.ok.ptx")):
                path = right.with_name(right.name.replace(".ok", ""))
                print(path.relative_to(folder), *judged(path.read_text(encoding="utf-8"), right.read_text(encoding="utf-8")), sep="\t", flush=True)
        return False
    rows = [row.split("\t") for row in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines() if not row.startswith("#")]
    folder, differences = Path(sys.argv[2]), 0
    for name, expected in rows:
        path = folder / name
        found, rules = judged(path.read_text(encoding="utf-8"), path.with_suffix(".ok.ptx").read_text(encoding="utf-8"))
        if found != expected:
            differences += 1
            print(f"{name}: {found} ({rules}), expected {expected}")
    print(f"{len(rows)} kernels, {differences} differences")
    return bool(differences)


if __name__ == "__main__":
    sys.exit(main())
