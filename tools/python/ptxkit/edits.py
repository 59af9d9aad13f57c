# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes of a checked source, which leave the rest of its text as it is:

    from ptxkit import library
    from ptxkit.edits import Edits

    check = library.check_file("kernel.ptx")
    edits = Edits(check)
    for function in check.functions():
        for instruction in function.get("instructions", []):
            if instruction["mnemonic"] == "ld.global.f32":
                edits.set_mnemonic(instruction, "ld.global.cg.f32")
    changed = edits.check()
    print(changed.errors, changed.text())

A place is what has `begin` and `end`: an instruction, an operand, a symbol, a function.
"""

from typing import List, Mapping, Optional, Tuple, Union

from ptxkit import library

Place = library.Place
Text = Union[str, bytes]


class Overlap(Exception):
    """Two changes of the same bytes."""


class Edits:
    """Changes of the source of a check, in any order."""

    def __init__(self, check: library.Check):
        self._check = check
        self._source = check.source()
        self._changes: List[Tuple[int, int, bytes]] = []

    def replace(self, place: Place, text: Text) -> None:
        """Replaces a place by a text."""
        self._add(place["begin"], place["end"], text)

    def set_mnemonic(self, instruction: Place, mnemonic: Text) -> None:
        """Replaces opcode and modifiers of an instruction; the guard and the operands stay."""
        self._add(instruction["mnemonicBegin"], instruction["mnemonicEnd"], mnemonic)

    def remove(self, place: Place) -> None:
        """Removes a place, with its line if there is nothing else in it."""
        begin, end = self._line_of(place)
        if self._source[begin:place["begin"]].strip() or self._source[place["end"]:end].strip():
            begin, end = place["begin"], place["end"]
        self._add(begin, end, b"")

    def insert_before(self, place: Place, text: Text) -> None:
        """Adds lines before the line in which a place begins, with the same indentation."""
        begin, _ = self._line_of(place)
        self._add(begin, begin, self._lines(text, place))

    def insert_after(self, place: Place, text: Text) -> None:
        """Adds lines after the line in which a place ends, indented as the line in which it begins."""
        _, end = self._line_of(place)
        self._add(end, end, self._lines(text, place))

    def apply_fixes(self, unsafe: bool = False) -> int:
        """Adds the safe fix of each finding, with `unsafe` any; returns their number. As with `ptx-check --fix`, a finding with
        several fixes, which are alternatives, is left alone, and so is a fix that overlaps an earlier change."""
        count = 0
        for finding in self._check.findings():
            fixes = finding["fixes"]
            if len(fixes) != 1 or not (fixes[0].get("safe") or unsafe):
                continue
            fix = fixes[0]
            if not self._overlaps(fix["begin"], fix["end"]):
                self.replace(fix, fix["replacement"])
                count += 1
        return count

    def result(self) -> bytes:
        """The source with all changes."""
        parts: List[bytes] = []
        at = 0
        # Insertions at one place keep their order.
        for begin, end, text in sorted(self._changes, key=lambda change: change[:2]):
            parts += [self._source[at:begin], text]
            at = end
        return b"".join([*parts, self._source[at:]])

    def check(self, name: str = "<text>", origins: Optional[Mapping[int, library.Frame]] = None, **options: library.Value) -> library.Check:
        """Checks the source with all changes."""
        return library.check_text(self.result(), name, origins, **options)

    def _add(self, begin: int, end: int, text: Text) -> None:
        if self._overlaps(begin, end):
            raise Overlap(f"bytes {begin} to {end} are changed twice")
        self._changes.append((begin, end, text.encode() if isinstance(text, str) else text))

    def _overlaps(self, begin: int, end: int) -> bool:
        return any(begin < other_end and other_begin < end for other_begin, other_end, _ in self._changes)

    def _line_of(self, place: Place) -> Tuple[int, int]:
        """Where the line begins in which a place begins, and where the line after its end begins."""
        begin = self._source.rfind(b"\n", 0, place["begin"]) + 1
        end = self._source.find(b"\n", place["end"])
        return begin, end + 1 if end >= 0 else len(self._source)

    def _lines(self, text: Text, place: Place) -> bytes:
        begin, _ = self._line_of(place)
        line = self._source[begin:place["begin"]]
        indentation = line[:len(line) - len(line.lstrip())]
        data = text.encode() if isinstance(text, str) else text
        return b"".join(indentation + each + b"\n" for each in data.rstrip(b"\n").split(b"\n"))
