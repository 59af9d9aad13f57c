# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements for generated.py that are made of what `ptx-check --describe` says of each form: its modifiers, its operands, and the
versions and targets that have it."""

import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "oracle"))
import sweep  # noqa: E402
from claims import Statements  # noqa: E402

TRIES = 16  # statements that are made of a form to find those that have no error
VERSIONS = "1.4 2.3 3.2 4.3 5.0 6.0 6.3 6.5 7.0 7.1 7.4 7.8 8.0 8.1 8.3 8.4 8.6 8.7 8.8 9.0 9.1 9.2 9.3 9.4 9.5".split()

# What holds a value of a type.
HOLDERS = {"pred": "%p1 %p2", "b8": "%b1", "b16": "%h1 %h2", "u16": "%h1 %uh1", "s16": "%h1 %sh1", "f16": "%h1 %hf1", "bf16": "%h1", "b32": "%r1 %r2 %f1",
           "u32": "%r1 %u1", "s32": "%r1 %s1", "f32": "%f1 %f2 %r1", "b64": "%rd1 %rd2", "u64": "%rd1 %ud1", "s64": "%rd1 %sd1", "f64": "%fd1 %fd2",
           "f16x2": "%r1 %hx1", "b128": "%q1", "texref": "tex %rd1", "surfref": "surf %rd1", "samplerref": "%rd1 smp"}
DECLARATIONS = (("%p", ".pred"), ("%b", ".b8"), ("%h", ".b16"), ("%uh", ".u16"), ("%sh", ".s16"), ("%hf", ".f16"), ("%r", ".b32"), ("%u", ".u32"), ("%s", ".s32"),
                ("%f", ".f32"), ("%rd", ".b64"), ("%ud", ".u64"), ("%sd", ".s64"), ("%fd", ".f64"), ("%hx", ".f16x2"), ("%q", ".b128"))
OBJECTS = (("s", ".shared .align 1024 .b8 s[1024];"), ("g", ".global .align 1024 .b8 g[1024];"), ("gs", ".global .u32 gs;"), ("tex", ".global .texref tex;"),
           ("surf", ".global .surfref surf;"), ("smp", ".global .samplerref smp;"), ("fv", ".func fv() { ret; }"))


class SmallModule(sweep.Module):
    """A module that declares what its statement names alone, so that any version and target can have it."""

    def declared(self, statements):
        words = set(re.findall(r"[%$]?\b[a-zA-Z_]\w*", "\n".join(statements)))
        lines = [f".version {self.version}", f".target {self.target}", ".address_size 64" if sweep.number(self.version) >= (2, 3) else ""]
        lines += [text for name, text in OBJECTS if name in words]
        lines += [".entry k()", "{"]
        lines += [f".reg {type_} {prefix}<10>;" for prefix, type_ in DECLARATIONS if any(re.fullmatch(prefix + r"\d+", word) for word in words)]
        lines += [f".reg .v{size} .b32 {name};" for name, size in (("%v", 2), ("%w", 4)) if name in words]
        return "\n".join(lines) + "\n"


class Forms:
    """One statement each: one of a form that has no error, in a version and for a target at or beside the form's first ones, of which a
    modifier or an operand is replaced by another one."""

    def __init__(self, chooser, check):
        self.random, self.check = chooser, check
        self.operands = Statements(chooser.random())
        listed = subprocess.run([check, "--list-instructions"], capture_output=True, text=True, check=True).stdout
        names = dict.fromkeys(line.split()[0] for line in listed.splitlines()[1:] if line.strip())
        self.forms = [(name, form) for name in names for found in self.described(name) if found["name"] == name for form in found["forms"]]
        self.made = list(self.bases())

    def described(self, name):
        run = subprocess.run([self.check, f"--describe={name}", "--format=json"], capture_output=True, text=True, check=False)
        return json.loads(run.stdout)["instructions"] if run.returncode == 0 else []

    def words(self, form):
        """The words of the modifiers, "" for one that is absent."""
        return ["" if modifier["optional"] and self.random.random() < 0.6 else self.random.choice(modifier["words"]) for modifier in form["modifiers"]]

    def value(self, operand, words):
        kinds, types = operand["kinds"], operand["types"] or ["b32"]
        types = [type_ for type_ in types if type_ in words] or types
        kind = self.random.choice([kind for kind in kinds if kind in ("register", "predicate", "address", "symbol")] or kinds)
        if kind == "immediate":
            return self.random.choice(["0", "1", "4", "16", "32"])
        if kind == "address":
            return self.random.choice(["%rd1", "%rd1", "s", "g"])
        if kind == "sink":
            return "_"
        type_ = self.random.choice(types)
        holders = HOLDERS.get(type_, "%r1" if type_.endswith("x4") or type_ == "tf32" else "%h1" if type_.endswith("x2") else "%r1").split()
        first = self.random.choice(holders)
        length = self.random.choice([0, 0, 0, 0, 1, 2, 4, 4, 8, 16, 32])
        return "{" + ", ".join([first] * length) + "}" if length else first

    def statement(self, name, form, words):
        text = form["syntax"].partition(" ")[2].strip()
        text = re.sub(r"\[\|(\w+)\]", lambda m: self.random.choice(["", f"|{m[1]}"]), text).replace("{!}", "")
        while (found := re.search(r"\{(, [^{}]*)\}", text)) is not None:
            text = text[:found.start()] + self.random.choice(["", found[1]]) + text[found.end():]
        names = {operand["name"]: operand for operand in form["operands"]}
        text = re.sub(r"[a-zA-Z][\w-]*", lambda m: self.value(names[m[0]], words) if m[0] in names else m[0], text)
        mnemonic = ".".join([name.split(".")[0], *filter(None, words)])
        return f"{mnemonic} {text}".strip() + ";"

    def bases(self):
        """Of each form statements that have no error where it is newest, or else some with errors."""
        made = []
        for name, form in self.forms:
            target = self.random.choice(list(form["targets"]))
            for _ in range(TRIES):
                words = self.words(form)
                made.append((words, self.statement(name, form, words), target))
        found = sweep.check_modules(self.check, [SmallModule("9.5", target, text).text() for _, text, target in made], "-w", "--ptxas-compat")
        is_right = [all(report["severity"] != "error" for report in reports) for reports in found]
        for begin in range(0, len(made), TRIES):
            part = made[begin:begin + TRIES]
            yield [base for base, right in zip(part, is_right[begin:begin + TRIES]) if right] or part

    def place(self, form):
        """A version and a target: mostly a first version of the form, or the one before or after it, for a target that has it."""
        targets = form["targets"]
        target = self.random.choice(list(targets))
        first = sweep.number(targets[target])
        if self.random.random() < 0.2:
            target = self.random.choice(sweep.NEWER_TARGETS + ["sm_20", "sm_30", "sm_35", "sm_53", "sm_60", "sm_70"])
        draw = self.random.random()
        before = [version for version in VERSIONS if sweep.number(version) < first]
        after = [version for version in VERSIONS if sweep.number(version) >= first]
        version = before[-1] if draw < 0.1 and before else targets.get(target, after[0]) if draw < 0.4 else self.random.choice(after)
        return version, target

    def module(self):
        place = self.random.randrange(len(self.forms))
        name, form = self.forms[place]
        words, text, _ = self.random.choice(self.made[place])
        head, _, rest = text.rstrip(";").partition(" ")
        for _ in range(self.random.choice([0, 0, 1, 1, 2])):
            if self.random.random() < 0.5 and words:
                words = list(words)
                at = self.random.randrange(len(words))
                modifier = form["modifiers"][at]
                others = [word for other in form["modifiers"] for word in other["words"] if other["isType"] == modifier["isType"]]
                words[at] = self.random.choice(["", *modifier["words"], *modifier["words"], self.random.choice(others)])
                head = ".".join([name.split(".")[0], *filter(None, words)])
            elif parts := sweep.split(rest):
                at = self.random.randrange(len(parts))
                parts[at] = self.operands.changed(parts[at])
                rest = ", ".join(parts)
        version, target = self.place(form)
        guard = self.random.choice(["", "", "", "", "", "@%p1 "])
        return SmallModule(version, target, f"K: {guard}{head}{' ' + rest if rest else ''}; L:")
