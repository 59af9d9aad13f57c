# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Video instructions, and `set` of packed integers, with random modifiers, selectors and operands, compared with the pseudocode of the manual (9.7.18) on
whole numbers.

    video.py TOOL [--seed=<n>] [--forms=<n>] [--count=<n>]

For each instruction, a kernel executes `forms` random variants of it with `count` operands each. Operands for which the pseudocode depends on the
width of the intermediate result are replaced by others."""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

SCALAR = ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset")
BY_LANE = ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax", "vset")
PARTS = ("", "b0", "b1", "b2", "b3", "h0", "h1")
COMPARISONS = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b,
               "ge": lambda a, b: a >= b}


def part(register, selector):
    """(bits, width) of the selected byte, half or word."""
    if not selector:
        return register, 32
    width = {"b": 8, "h": 16}[selector[0]]
    return register >> int(selector[1]) * width & (1 << width) - 1, width


def number(bits, width, kind):
    return bits - (1 << width) if kind == "s32" and bits >> width - 1 else bits


def clamp(value, width, signed):
    return min(max(value, -(1 << width - 1) if signed else 0), (1 << width - signed) - 1)


class Scalar:
    """An instruction on one byte, half or word of each operand."""

    def __init__(self, rng, name):
        self.name = name
        self.d, self.a, self.b = (rng.choice(("u32", "s32")) for _ in range(3))
        self.selectors = [rng.choice(PARTS) for _ in range(2)]
        self.sat, self.mode, self.cmp = rng.random() < 0.5 and name != "vset", rng.choice(("clamp", "wrap")), rng.choice(list(COMPARISONS))
        self.merged, self.second = rng.choice((("", ""), (rng.choice(PARTS[1:]), ""), ("", rng.choice(("add", "min", "max")))))
        self.scale, self.negated, self.plus = "", [False] * 3, False
        if name in ("vshl", "vshr"):
            self.b = "u32"
        if name == "vset":
            self.d = "u32"
        if name == "vmad":
            self.merged = self.second = ""
            self.scale = rng.choice(("", "shr7", "shr15"))
            self.plus = rng.random() < 0.3
            if not self.plus:
                self.negated = rng.choice(([False] * 3, [True, False, False], [False, True, False], [True, True, False], [False, False, True]))
            # The type of the result is that of its sign.
            signed = "s32" in (self.a, self.b) or self.negated[0] != self.negated[1] or self.negated[2]
            self.d = "s32" if signed else "u32"

    def text(self):
        words = [self.name] + ([] if self.name == "vset" else [self.d]) + [self.a, self.b]
        words += ["po"] * self.plus + ["sat"] * self.sat + [self.scale] * bool(self.scale)
        words += [self.mode] * (self.name in ("vshl", "vshr")) + [self.cmp] * (self.name == "vset") + [self.second] * bool(self.second)
        minus = ["-" * n for n in self.negated]
        dot = lambda selector: "." + selector if selector else ""
        operands = [f"%d{dot(self.merged)}", f"{minus[0]}%a{dot(self.selectors[0])}", f"{minus[1]}%b{dot(self.selectors[1])}"]
        if self.merged or self.second or self.name == "vmad":
            operands.append(f"{minus[2]}%c")
        return f"{'.'.join(words)} {', '.join(operands)};"

    def result(self, a, b, c):
        """The result; None if the manual leaves it open."""
        ta, tb = number(*part(a, self.selectors[0]), self.a), number(*part(b, self.selectors[1]), self.b)
        if self.name == "vmad":
            return self.product(ta, tb, c)
        count = min(tb, 32) if self.mode == "clamp" else tb & 31
        value = {"vadd": lambda: ta + tb, "vsub": lambda: ta - tb, "vabsdiff": lambda: abs(ta - tb), "vmin": lambda: min(ta, tb), "vmax": lambda: max(ta, tb),
                 "vshl": lambda: ta << count, "vshr": lambda: ta >> count, "vset": lambda: int(COMPARISONS[self.cmp](ta, tb))}[self.name]()
        if self.sat:
            if not -1 << 33 <= value < 1 << 33:
                return None
            value = clamp(value, {"": 32, "b": 8, "h": 16}[self.merged[:1]], self.d == "s32")
        other = number(c, 32, self.d)
        if self.second in ("min", "max") and not -1 << 32 <= value < 1 << 32:
            return None
        value = {"": value, "add": value + other, "min": min(value, other), "max": max(value, other)}[self.second]
        if self.merged:
            width = 8 if self.merged[0] == "b" else 16
            at, mask = int(self.merged[1]) * width, (1 << width) - 1
            return (value & mask) << at | c & ~(mask << at)
        return value & 0xFFFFFFFF

    def product(self, ta, tb, c):
        signed = "s32" in (self.a, self.b) or self.negated[0] != self.negated[1] or self.negated[2]
        value, low = ta * tb, 0
        addend = c
        if self.plus:
            low = 1
        elif self.negated[0] != self.negated[1]:
            value, low = ~value, 1
        elif self.negated[2]:
            addend, low = ~c & 0xFFFFFFFF, 1
            if c >> 31 and (self.sat or self.scale) and (self.a, self.b) == ("u32", "u32"):
                return None  # The text and the pseudocode differ.
            if c == 0x80000000:
                addend = 0x7FFFFFFF
        value = value + number(addend, 32, "s32" if signed else "u32") + low
        value >>= {"": 0, "shr7": 7, "shr15": 15}[self.scale]
        return (clamp(value, 32, signed) if self.sat else value) & 0xFFFFFFFF


class PackedSet:
    """`set` of packed integers. (Manual of PTX 9.4, 9.7.7.1)"""

    def __init__(self, rng, name):
        self.kind = rng.choice(("u8x4", "s8x4", "u16x2", "s16x2"))
        self.word = rng.choice(list(COMPARISONS) + ["lo", "ls", "hi", "hs"] * (self.kind[0] == "u"))

    def text(self):
        return f"set.{self.word}.{self.kind} %d, %a, %b;"

    def result(self, a, b, c):
        width = int(self.kind[1:].split("x")[0])
        compare = COMPARISONS[{"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}.get(self.word, self.word)]
        total = 0
        for first in range(0, 32, width):
            x, y = (number(o >> first & (1 << width) - 1, width, self.kind[0] + "32") for o in (a, b))
            total |= ((1 << width) - 1) * compare(x, y) << first
        return total


class ByLane:
    """An instruction on the bytes or halves of its operands."""

    def __init__(self, rng, name):
        self.name, self.lanes = name, int(name[-1])
        self.d, self.a, self.b = (rng.choice(("u32", "s32")) for _ in range(3))
        self.letter = {2: "h", 4: "b"}[self.lanes]
        self.choices = ["".join(str(rng.randrange(2 * self.lanes)) for _ in range(self.lanes)) if rng.random() < 0.7 else "" for _ in range(2)]
        chosen = sorted(rng.sample(range(self.lanes), rng.randint(1, self.lanes)), reverse=True)
        self.mask = "".join(map(str, chosen)) if rng.random() < 0.7 else ""
        self.cmp, self.end = rng.choice(list(COMPARISONS)), rng.choice(("", "sat", "add"))
        if name.startswith("vset") and self.end == "sat":
            self.end = ""

    def text(self):
        compares = self.name.startswith("vset")
        words = [self.name] + ([self.a, self.b, self.cmp] if compares else [self.d, self.a, self.b]) + [self.end] * bool(self.end)
        dot = lambda selector: f".{self.letter}{selector}" if selector else ""
        return f"{'.'.join(words)} %d{dot(self.mask)}, %a{dot(self.choices[0])}, %b{dot(self.choices[1])}, %c;"

    def result(self, a, b, c):
        width = 32 // self.lanes
        both = [(a | b << 32) >> i * width & (1 << width) - 1 for i in range(2 * self.lanes)]
        defaults = ("10", "32") if self.lanes == 2 else ("3210", "7654")
        first, second = ([number(both[int(digit)], width, kind) for digit in reversed(choice or default)]
                         for choice, default, kind in zip(self.choices, defaults, (self.a, self.b)))
        mask = self.mask or "3210"[4 - self.lanes:]
        total, merged = c, 0
        for i, (x, y) in enumerate(zip(first, second)):
            value = {"vadd": lambda: x + y, "vsub": lambda: x - y, "vavrg": lambda: (x + y + 1 if x + y >= 0 else x + y) >> 1, "vabsdiff": lambda: abs(x - y),
                     "vmin": lambda: min(x, y), "vmax": lambda: max(x, y), "vset": lambda: int(COMPARISONS[self.cmp](x, y))}[self.name[:-1]]()
            if self.end == "sat":
                value = clamp(value, width, self.d == "s32")
            is_chosen = str(i) in mask
            total += value if is_chosen else 0
            merged |= (value if is_chosen else c >> i * width) % (1 << width) << i * width
        return (total if self.end == "add" else merged) & 0xFFFFFFFF


def register(rng):
    return rng.choice((rng.getrandbits(32), rng.getrandbits(rng.randint(1, 32)), 0, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, rng.randrange(40),
                       rng.getrandbits(32) & 0x80808080, rng.getrandbits(32) | 0x7F7F7F7F))


def run(tool, forms, operands, folder):
    count = len(operands[0])
    lines = []
    for i, form in enumerate(forms):
        lines += [f"ld.global.v4.b32 {{%a, %b, %c, %d}}, [%in+{i * count * 16}];", form.text(), f"st.global.b32 [%to+{i * count * 4}], %d;"]
    Path(folder, "k.ptx").write_text(f""".version 9.4
.target sm_107a
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{{
.reg .b32 %a, %b, %c, %d, %t;
.reg .b64 %in, %to;
ld.param.u64 %in, [in];
ld.param.u64 %to, [out];
mov.u32 %t, %ctaid.x;
mov.u32 %a, %tid.x;
mad.lo.u32 %t, %t, 100, %a;
mad.wide.u32 %in, %t, 16, %in;
mad.wide.u32 %to, %t, 4, %to;
{chr(10).join(lines)}
ret;
}}
""")
    np.save(Path(folder, "in.npy"), np.array([[(*o, 0) for o in row] for row in operands], np.uint32).reshape(-1, 4))
    done = subprocess.run([tool, "--quiet", "k.ptx", f"--grid={count // 100}", "--block=100", "--arg", "in=in.npy", "--arg", f"out=zeros:{len(forms)}x{count}xu32",
                           "--out", "out=out.npy"], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        print("\n".join(form.text() for form in forms), done.stdout, done.stderr)
        return None
    return np.load(Path(folder, "out.npy"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--seed", type=int, default=47)
    parser.add_argument("--forms", type=int, default=10)
    parser.add_argument("--count", type=int, default=100)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    names = ["set", *SCALAR] + [name + lanes for lanes in "24" for name in BY_LANE]
    differences = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            forms = [(PackedSet if name == "set" else Scalar if name in SCALAR else ByLane)(rng, name) for _ in range(arguments.forms)]
            operands, expected = [], []
            for form in forms:
                row = []
                while len(row) < arguments.count:
                    three = [register(rng) for _ in range(3)]
                    value = form.result(*three)
                    if value is not None:
                        row.append((three, value))
                operands.append([three for three, _ in row])
                expected.append([value for _, value in row])
            results = run(arguments.tool, forms, operands, folder)
            if results is None:
                return 1
            for form, row, wanted, got in zip(forms, operands, expected, results):
                for three, want, have in zip(row, wanted, got):
                    if want != have:
                        differences += 1
                        if differences <= 20:
                            print(f"{form.text()} of {' '.join(f'{o:x}' for o in three)}: {have:x}, but the reference has {want:x}")
    print(f"{len(names)} instructions, {len(names) * arguments.forms * arguments.count} results, {differences} differences")
    return bool(differences)


if __name__ == "__main__":
    sys.exit(main())
