# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares two dumps of a compiler, such as Triton's, whatever their registers and labels are called: compare.py OLD NEW.

Prints the instructions that differ, and exits with 1 if there are any."""

import difflib
import re
import sys

from ptxkit import library

NAME = re.compile(r"(?<![\w$.%])[%$]?[A-Za-z_][\w$]*")


def lines(path):
    """The instructions of a module in canonical spelling, with registers and labels numbered as they come in each function."""
    plain = library.check_text(library.check_file(path).canonical())
    for function in plain.functions():
        names = {symbol["name"] for symbol in function.get("symbols", []) if symbol["kind"] in ("register", "label")}
        numbers = {}

        def numbered(match):
            name = match[0]
            is_own = name in names or name.rstrip("0123456789") in names
            return f"%{numbers.setdefault(name, len(numbers))}" if is_own else name

        yield f"{function['kind']} {function['name']}"
        for instruction in function.get("instructions", []):
            guard = plain.text({"begin": instruction["begin"], "end": instruction["mnemonicBegin"]})
            operands = plain.text({"begin": instruction["mnemonicEnd"], "end": instruction["end"]})
            yield f"  {NAME.sub(numbered, guard)}{instruction['mnemonic']}{NAME.sub(numbered, operands)}"


old, new = (list(lines(path)) for path in sys.argv[1:])
difference = list(difflib.unified_diff(old, new, *sys.argv[1:], lineterm="", n=0))
print("\n".join(difference) if difference else "the same instructions")
sys.exit(bool(difference))
