# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the dictionaries that ptxkit.library returns for some files with their types in ptxkit.records, and prints the keys that no file shows:

    check_records.py FILE..."""

import sys
import typing

from ptxkit import library

seen = set()


def compare(value, kind, path):
    """Stops at a value that does not have its type."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if typing.is_typeddict(kind):
        hints = typing.get_type_hints(kind)
        assert kind.__required_keys__ <= value.keys() <= hints.keys(), f"{path}: {sorted(value.keys() ^ kind.__required_keys__)}"
        for key, part in value.items():
            seen.add((kind, key))
            compare(part, hints[key], f"{path}.{key}")
    elif origin is list:
        for part in value:
            compare(part, arguments[0], path)
    elif origin is dict:
        for key, part in value.items():
            compare(key, arguments[0], path)
            compare(part, arguments[1], path)
    elif origin is typing.Union:
        if value is not None:
            compare(value, arguments[0], path)
    else:
        assert type(value) is kind, f"{path}: {value!r} is not of {kind}"


def compare_result(function, *arguments):
    compare(function(*arguments), typing.get_type_hints(function)["return"], function.__name__)


for name in sys.argv[1:]:
    check = library.check_file(name, W=["all"], origins={1: ("origin.py", 1, 2)})
    for function in (check.findings, check.module, check.outline, check.requirements):
        compare_result(function)
    for number in range(len(check.functions())):
        compare_result(check.flow, number)
    compare_result(check.origin, {"begin": 0, "end": 0})
compare_result(library.instructions)
compare_result(library.special_registers)
for name in ("cvt", "mma", "bra", "tcgen05.ld"):
    compare_result(library.describe, name)

for kind in dict.fromkeys(kind for kind, _ in sorted(seen, key=str)):
    for key in sorted(key for key in typing.get_type_hints(kind) if (kind, key) not in seen):
        print(f"no {kind.__name__} has {key}")
