#!/usr/bin/env python3
# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints syntax/ptx.vim, the colours of PTX in Vim and Neovim, from the database of instructions: syntax.py DATABASE."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from ptxkit import database  # noqa: E402

FILE = r"""" Vim syntax file
" Language: PTX {ptx}
" Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
" SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
" Made from the database of instructions.

if exists("b:current_syntax")
  finish
endif
syntax case match
syntax keyword ptxOpcode {opcodes}
syntax match ptxModifier "\.[A-Za-z_]\w*\%(::\w\+\)*"
syntax match ptxType "\v\.%({types})>"
syntax match ptxDirective "\v%(^|[^[:alnum:]_.])@1<=%({directives})>"
syntax match ptxDirective "\v\.%(entry|func)>" nextgroup=ptxFunction skipwhite
syntax match ptxFunction contained "[A-Za-z_$][A-Za-z0-9_$]*"
syntax match ptxRegister "%[A-Za-z_$][A-Za-z0-9_$]*"
syntax match ptxSpecial "\v\%%({specials})>%(\.[xyzw]>)?"
syntax match ptxLabel "^\s*[A-Za-z_$%][A-Za-z0-9_$]*\s*:\%(:\)\@!"
syntax match ptxNumber "\v<%(0[xX]\x+|0[fF]\x{{8}}|0[dD]\x{{16}}|0[bB][01]+|\d+)U?>"
syntax match ptxNumber "\v<\d+\.\d+%([eE][+-]?\d+)?>"
syntax match ptxGuard "@!\?\ze\s*[%[:alnum:]_]"
syntax region ptxString start=+"+ end=+"+
syntax match ptxComment "//.*$"
syntax region ptxComment start="/\*" end="\*/"

highlight default link ptxOpcode Keyword
highlight default link ptxModifier StorageClass
highlight default link ptxType Type
highlight default link ptxDirective PreProc
highlight default link ptxFunction Function
highlight default link ptxRegister Identifier
highlight default link ptxSpecial Special
highlight default link ptxLabel Label
highlight default link ptxNumber Number
highlight default link ptxGuard Operator
highlight default link ptxString String
highlight default link ptxComment Comment

let b:current_syntax = "ptx"
"""


def pattern(words):
    """Alternatives of a very magic pattern, the longest first."""
    return "|".join(word.replace(".", r"\.").replace("@", r"\@") for word in sorted(set(words), key=lambda word: (-len(word), word)))


facts = database.load(sys.argv[1])
print(FILE.format(
    ptx=facts.ptx,
    opcodes=" ".join(sorted({form.opcode for instruction in facts.instructions for form in instruction.forms})),
    types=pattern(kind.name for kind in facts.types),
    directives=pattern(one.name for one in (*facts.directives, *facts.state_spaces)),
    specials=pattern(register.name[1:] for register in facts.special_registers)), end="")
