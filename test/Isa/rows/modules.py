# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules around instructions: they declare what the instructions name."""

import re

VERSIONS = ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "2.0", "2.1", "2.2", "2.3", "3.0", "3.1", "3.2", "4.0", "4.1",
            "4.2", "4.3", "5.0", "6.0", "6.1", "6.2", "6.3", "6.4", "6.5", "7.0", "7.1", "7.2", "7.3",
            "7.4", "7.5", "7.6", "7.7", "7.8", "8.0", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8",
            "9.0", "9.1", "9.2", "9.3", "9.4", "9.5"]
REGISTERS = {"p": "pred", "bb": "b8", "h": "b16", "r": "b32", "rd": "b64", "q": "b128", "f": "f32", "fd": "f64"}
VARIABLES = {
    "tex": ".global .texref tex;",
    "samp": ".global .samplerref samp;",
    "surf": ".global .surfref surf;",
    "gl": ".global .align 16 .b8 gl[256];",
    "sm": ".shared .align 16 .b8 sm[256];",
    "cn": ".const .align 16 .b8 cn[256];",
    "fn": ".func fn() { ret; }",
    "fp": ".func (.param .b32 r) fp(.param .b32 a) { ret; }",
}


def names_in(text):
    return set(re.findall(r"(?<![.:\w%])(%?[A-Za-z]\w*)", text))


def header(version, target, text):
    """The directives and module variables for the instructions `text`."""
    names = names_in(text)
    lines = [f".version {version}", f".target {target}" + (", texmode_independent" if "samp" in names else "")]
    if VERSIONS.index(version) >= VERSIONS.index("2.3"):
        lines.append(".address_size 64")
    return lines + [line for name, line in VARIABLES.items() if name in names]


def declarations(text):
    """The registers and local variables for the instructions `text`."""
    lines = []
    for name, type in REGISTERS.items():
        numbers = [int(n) for n in re.findall(rf"%{name}(\d+)(?!\w)", text)]
        if numbers:
            lines.append(f".reg .{type} %{name}<{max(numbers) + 1}>;")
    if "lo" in names_in(text):
        lines.append(".local .align 16 .b8 lo[256];")
    if "arg" in names_in(text):
        lines.append(".param .b64 arg;")
    return lines


def module(version, target, statements):
    """A module with an entry of `statements`, which are lines."""
    text = "\n".join(re.sub(r"//.*", "", s) for s in statements)
    parameter = ".param .b64 prm" if "prm" in names_in(text) else ""
    body = ["    " + line for line in declarations(text) + list(statements) + ["ret;"]]
    return "\n".join(header(version, target, text) + [f".entry k({parameter})", "{"] + body + ["}"]) + "\n"
