# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kinds of things of which an input can have many, each as a text of about n bytes."""

import json
import re

HEADER = ".version 9.0\n.target sm_90\n.address_size 64\n"
ENTRY = ".entry k(.param .b64 p) {\n"
REGISTERS = (".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .f32 %f<9>; .reg .f64 %g<9>;\n"
             ".reg .b128 %q<9>; .shared .b32 s[64]; .local .b32 l[64];\n")
BODY = HEADER + ENTRY + REGISTERS
C = 'void g() { asm("bar.sync 0;"); }\nvoid f(unsigned a, unsigned b) {\n'
LL = "define void @f(i32 %a, i32 %b) {\n"


# A # for a number; not that of a directive, an attribute, or the operator of a macro.
NUMBER = re.compile(r"(?<=[\w!\]*])#|(?<=[ ,(=])#(?![A-Za-z])")


def numbered(unit, i, count):
    return NUMBER.sub(str(i), unit).replace("?", str(i * 7919 % count))


def many(head, unit, tail=""):
    """`unit` again and again, with the number for each #, and another number for each ?."""
    def build(n):
        count = max(1, n // max(1, len(unit.replace("#", "12345").replace("?", "12345"))))
        if "#" not in unit and "?" not in unit:
            return head + unit * count + tail
        return head + "".join(numbered(unit, i, count) for i in range(count)) + tail
    return build


def long(head, unit, tail=""):
    """One thing of n bytes between `head` and `tail`."""
    return lambda n: head + unit * (n // len(unit)) + tail


def nest(head, opening, inner, closing, tail, depth):
    """Things nested `depth` times, as many as there is place for."""
    one = opening * depth + inner + closing * depth + "\n"
    return lambda n: head + one * (n // len(one)) + tail


def two(head, first, middle, second, tail=""):
    """Two sequences of equal number, as declarations and uses are."""
    def build(n):
        count = n // (len(first) + len(second) + 8)
        each = lambda unit: "".join(numbered(unit, i, count) for i in range(count))
        return head + each(first) + middle + each(second) + tail
    return build


# In a body, each a statement or a line.
STATEMENTS = {
    "add": "add.u32 %r1, %r2, #;\n", "mad": "mad.lo.s32 %r1, %r2, %r3, %r4;\n", "fma": "fma.rn.f32 %f1, %f2, %f3, 0f3F800000;\n",
    "guards": "@!%p1 mov.u32 %r1, #;\n", "loads": "ld.global.u32 %r1, [%d1+#];\n", "vector loads": "ld.global.v4.u32 {%r1,%r2,%r3,%r4}, [%d1];\n",
    "stores": "st.shared.u32 [s+8], %r1;\n", "setp": "setp.lt.and.s32 %p1|%p2, %r1, %r2, %p3;\n", "selp": "selp.b32 %r1, %r2, %r3, %p1;\n",
    "cvt": "cvt.rn.f32.s32 %f1, %r1;\n", "atom": "atom.global.add.u32 %r1, [%d1], #;\n", "fences": "fence.acq_rel.gpu;\n", "barriers": "bar.sync 0;\n",
    "labels": "L#:\n", "unused labels": "L#: add.u32 %r1, %r1, 1;\n", "branches back": "L#: @%p1 bra L#;\n",
    "branches at random": "L#: @%p1 bra L?;\n", "jumps at random": "L#: bra L?;\n", "blocks": "{ add.u32 %r1, %r1, 1; }\n",
    "blocks with a register": "{ .reg .b32 x; mov.b32 x, #; }\n", "blocks of other registers": "{ .reg .b32 x#; mov.b32 x#, #; }\n",
    "registers": ".reg .b32 x#;\n", "register ranges": ".reg .b32 x#_<4>;\n", "huge ranges": ".reg .b32 x#_<4000000000>;\n",
    "registers in use": ".reg .b32 x#; mov.b32 x#, 1;\n", "registers again": ".reg .b32 x<1>;\n", "shared variables": ".shared .b32 v#;\n",
    "local variables": ".local .align 8 .b8 v#[8];\n", "parameters in a body": "{ .param .b32 v#; }\n", "locations": ".loc 1 # 1\n",
    "pragmas": ".pragma \"nounroll\";\n", "line comments": "// a comment #\n", "block comments": "/* a comment # */\n", "empty comments": "/**/",
    "blank lines": "\n", "blanks": "  \t", "wmma": "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1,%f2,%f3,%f4}, {%r1,%r2,%r3,%r4}, {%r1,%r2}, {%f1,%f2,%f3,%f4};\n",
    "wgmma fences": "wgmma.fence.sync.aligned;\n", "bulk copies": "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%d1], 16, [%r2];\n",
    "tensor copies": "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%d1, {%r2}], [%r3];\n",
    "mbarriers": "mbarrier.arrive.shared.b64 %d1, [%d2];\n", "textures": "tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%d1, {%r1}];\n",
    "special registers": "mov.u32 %r1, %tid.x;\n", "address of shared": "mov.u32 %r1, s;\n", "address of a parameter": "ld.param.u64 %d1, [p];\n",
    "carries": "add.cc.u32 %r1, %r2, %r3;\n", "prefetches": "prefetch.global.L2 [%d1];\n", "shuffles": "shfl.sync.idx.b32 %r1|%p1, %r2, %r3, 31, -1;\n",
    "returns": "ret;\n", "traps": "trap;\n", "exits": "@%p1 exit;\n", "semicolons": ";", "expressions": "mov.u32 %r1, (1+2*3)<<2;\n",
    "chain of moves": ".reg .b32 x#; mov.b32 x#, %r1;\n", "call prototypes": "C#: .callprototype _ (.param .b32 a);\n",
    "jump tables": "L#: T#: .branchtargets L#; brx.idx %r1, T#;\n", "call targets": "C#: .calltargets k;\n",
    # faults
    "unknown instructions": "addd# %r1;\n", "unknown modifiers": "add.q# %r1, %r1, 1;\n", "unknown names": "mov.u32 %r1, y#;\n",
    "wrong types": "add.u32 %r1, %d1, #;\n", "wrong counts": "add.u32 %r1, #;\n", "missing semicolons": "add.u32 %r1, %r1, #\n",
    "missing commas": "add.u32 %r1 %r1, #;\n", "missing brackets": "ld.global.u32 %r1, [%d1;\n", "stray braces": "}\n{", "stray brackets": "]]",
    "odd bytes": "\x01", "unknown directives": ".foo# 1;\n", "unknown labels": "bra M#;\n", "labels again": "L:\n", "targets too low": "tcgen05.wait::ld.sync.aligned;\n",
    "missing modifiers": "redux.add.u32 %r1, %r2, #;\n", "long numbers": "mov.u32 %r1, 99999999999#;\n", "misspelt names": "mov.u32 %r#x, 1;\n",
    "several faults a line": "add.u32 %r1 %r1 # mov.u32 %r1 # bra %r1;\n", "strings": "\"a\" ", "at signs": "@", "dots": ".", "hash lines": "# # \"f\"\n",
    "suppressions": "add.u32 %r1, %d1, #; // ptx-check: ignore[operand-type]\n", "unused suppressions": "// ptx-check: ignore[operand-type]\n",
}

# Between functions.
DIRECTIVES = {
    "globals": ".global .b32 v#;\n", "constants": ".const .b32 v# = 1;\n", "arrays": ".global .b32 v#[4] = {1,2,3,4};\n", "addresses": ".global .b64 v# = w;\n",
    "externals": ".extern .global .b32 v#;\n", "shared": ".shared .b32 v#;\n", "functions": ".func f#() { ret; }\n", "declared functions": ".func f#();\n",
    "entries": ".entry e#() { ret; }\n", "empty entries": ".entry e#(){}\n", "entries with parameters": ".entry e#(.param .b32 a, .param .b64 b) { ret; }\n",
    "aliases": ".func f#() { ret; } .func a#(); .alias a#, f#;\n", "undeclared aliases": ".alias a#, f#;\n", "files": ".file # \"f#\"\n", "sections": ".section .debug_# { .b8 1 }\n",
    "recursion": ".func f#() { call f#; ret; }\n", "calls at random": ".func f#(); .func g#() { call f?; ret; }\n", "functions again": ".func f() { ret; }\n",
    "textures": ".tex .u32 t#;\n", "typed references": ".global .texref t#;\n", "functions with labels": ".func f#() { L: bra L; }\n",
    "functions with registers": ".func f#() { .reg .b32 %r<9>; mov.u32 %r1, %r2; ret; }\n", "weak": ".weak .global .b32 v#;\n", "visible": ".visible .func f#() { ret; }\n",
    "functions with results": ".func (.reg .b32 r) f#(.reg .b32 a) { mov.b32 r, a; ret; }\n", "maxntid": ".entry e#() .maxntid 32 { ret; }\n",
    "versions": ".version 9.0\n", "targets": ".target sm_90\n", "stray braces": "}\n", "unfinished functions": ".func\n", "open functions": ".func f#{\n",
    "unknown directives": ".foo#;\n", "pragmas": ".pragma \"x\";\n", "tensor maps": "//@tensormap m# {rank: 2}\n", "litmus comments": "//@litmus thread\n",
    "variables of functions": ".global .b32 v#; .func f#() { .reg .b32 r; ld.global.u32 r, [v#]; ret; }\n", "common": ".common .global .b32 v#;\n",
    "attributes": ".global .attribute(.managed) .b32 v#;\n", "empty": "\n", "comments": "// #\n",
}

# Of many things in one: name, builder.
LISTS = {
    "operands": long(BODY + "add.u32 %r1", ",%r1", ";}\n"), "vector": long(BODY + "mov.b64 %d1, {%r1", ",%r1", "};}\n"),
    "sum": long(BODY + "mov.u32 %r1, 1", "+1", ";}\n"), "branch targets": two(BODY, "L#:\n", "T: .branchtargets L0", ",L#", "; brx.idx %r1, T;}\n"),
    "shared branch targets": two(BODY, "L#: @%p1 brx.idx %r1, T;\n", "T: .branchtargets L0", ",L#", ";}\n"),
    "call targets": two(HEADER, ".func f#() { ret; }\n", ENTRY + REGISTERS + "T: .calltargets f0", ",f#", "; call %d1, T;}\n"),
    "registers of a directive": many(BODY + ".reg .b32 x", ",x#", ";}\n"), "globals of a directive": many(HEADER + ".global .b32 v", ",v#", ";\n"),
    "parameters": many(HEADER + ".entry e(.param .b32 z", ",.param .b32 p#", ") { ret; }\n"), "arguments": many(HEADER + ".func f(.reg .b32 a); " + ENTRY + REGISTERS + "call f, (%r1", ",%r1", ");}\n"),
    "initializer": long(HEADER + ".global .b32 a[] = {1", ",1", "};\n"), "rows": long(HEADER + ".global .b32 a[][2] = {{1,2}", ",{1,2}", "};\n"),
    "dimensions": long(HEADER + ".global .b32 a", "[1]", ";\n"), "addresses": long(HEADER + ".global .b32 w; .global .b64 a[] = {w", ",w", "};\n"),
    "masks": long(HEADER + ".global .b32 w; .global .b8 a[] = {0xFF(w)", ",0xFF(w)", "};\n"), "modifiers": long(BODY + "add", ".u32", " %r1;}\n"),
    "name": long(BODY + "bra a", "a", ";}\n"), "names": lambda n: BODY + "".join(f"{'a' * 1000}{i}: bra {'a' * 1000}{i};\n" for i in range(n // 2020)) + "}\n",
    "wrong long names": lambda n: BODY + "".join(f".reg .b32 {'x' * 500}{i}; mov.b32 {'x' * 500}{i}y, 1;\n" for i in range(n // 1040)) + "}\n",
    "wrong names among many": two(BODY, ".reg .b32 name#;\n", "", "mov.u32 nam#e, 1;\n", "}\n"),
    "number": long(BODY + "mov.u32 %r1, 1", "1", ";}\n"), "string": long(BODY + ".pragma \"", "a", "\";}\n"), "open string": long(BODY + ".pragma \"", "a\n"),
    "open comment": long(BODY + "/*", "*\n"), "line": many(BODY, "add.u32 %r1, %r2, #; ", "}\n"), "line of faults": many(BODY, "foo# 1; ", "}\n"),
    "section data": long(HEADER + ".section .debug_x {\n", ".b8 1,2,3,4\n", "}\n"), "section labels": many(HEADER + ".section .debug_x {\n", "L#:\n.b8 1\n", "}\n"),
    "targets of a directive": many(".version 9.0\n.target sm_90", ", a#", "\n.address_size 64\n"), "blocks 200 deep": nest(BODY, "{", "", "}", "}\n", 200),
    "blocks 2,000 deep": nest(BODY, "{", "ret;", "}", "}\n", 2000), "registers in blocks": nest(BODY, "{ .reg .b32 x; ", "mov.b32 x, 1;", "}", "}\n", 200),
    "parentheses": many(BODY, "mov.u32 %r1, " + "(" * 200 + "1" + ")" * 200 + ";\n", "}\n"),
    "conditionals": long(HEADER + ".global .b32 a[] = {0", ",1?2:3", "};\n"), "prefixes": long(HEADER + ".global .b32 a = 1", "-1", ";\n"),
    "call graph": two(HEADER, ".func f#();\n", "", ".func f#() { call f?; ret; }\n"), "entries of a call graph": two(HEADER, ".func f#();\n", "", ".entry e#() { call f?; ret; }\n"),
    "chain of registers": lambda n: BODY + "".join(f".reg .b32 x{i};\n" for i in range(n // 45)) + "mov.b32 x0, 1;\n" + "".join(f"add.u32 x{i}, x{i - 1}, 1;\n" for i in range(1, n // 45)) + "}\n",
    "loops in loops": lambda n: BODY + "".join(f"L{i}:\n" for i in range(n // 30)) + "".join(f"@%p1 bra L{i};\n" for i in reversed(range(n // 30))) + "}\n",
    "stairs": lambda n: BODY + "".join(f"@%p1 bra L{i};\n" for i in range(n // 30)) + "".join(f"L{i}: add.u32 %r1, %r1, 1;\n" for i in range(n // 30)) + "}\n",
    "values through joins": lambda n: BODY + "".join(f".reg .b32 y{i}; @%p1 bra M{i};\nmov.b32 y{i}, 1;\nM{i}: add.u32 y{i}, y{max(0, i - 1)}, 1;\n" for i in range(n // 80)) + "}\n",
    "live everywhere": two(BODY, ".reg .b32 x#; mov.b32 x#, 1;\n", "", "L#: @%p1 bra L?; st.shared.u32 [s], x?;\n", "}\n"),
    "maps in bodies": two(BODY, "//@tensormap %d1 {type: f16, rank: 2, box: [64, 64]}\n", "", "prefetch.tensormap [%d1];\n", "}\n"),
    "tiles in bodies": many(BODY, "//@tile s {map: A}\n", "}\n"), "descriptions in bodies": many(BODY, "//@tile %d1 base=0x#\n", "}\n"),
    "expectations below": many(BODY, "// expected-error@below {{not}}\n", "foo;\n}\n"),
}

# C++ and IR around asm statements.
CPP = {
    "asm statements": many(C, 'asm("add.u32 %0, %1, 1;" : "=r"(a) : "r"(b));\n', "}\n"), "volatile": many(C, 'asm volatile("bar.sync 0;");\n', "}\n"),
    "faults": many(C, 'asm("addd.u32 %0, %1, #;" : "=r"(a) : "r"(b));\n', "}\n"), "functions": many("", 'void f#() { asm("bar.sync 0;"); }\n'),
    "lines of one asm": many(C + "asm(", '"add.u32 %0, %0, 1;\\n"\n', ': "+r"(a));}\n'), "operands of one asm": many(C + 'asm("" :: "r"(a)', ',"r"(b)', ");}\n"),
    "long literal": many(C + 'asm("', "add.u32 %0, %0, 1;\\n", '" : "+r"(a));}\n'), "raw literals": many(C, 'asm(R"(bar.sync 0;)");\n', "}\n"),
    "clobbers": many(C + 'asm("" ::: "memory"', ',"memory"', ");}\n"), "open asm": long(C, "asm("), "braces": nest(C, "{", 'asm("bar.sync 0;");', "}", "}\n", 200),
    "deep braces": lambda n: C + "{" * (n // 2) + "}" * (n // 2) + "}\n", "open braces": long(C, "{"), "parentheses": long(C, "("), "digraphs": long(C, "<% %> "), "open digraphs": long(C, "<%"),
    "macros": many("", "#define M# \"add.u32 %0, %0, 1;\"\n"), "macros in use": two("", "#define M# \"add.u32 %0, %0, 1;\"\n", C, 'asm(M# : "+r"(a));\n', "}\n"),
    "one macro": many('#define M "bar.sync 0;"\n' + C + "asm(", "M ", ");}\n"), "macros of macros": many('#define M0 "bar.sync 0;"\n', "#define N# M0 M0\n"),
    "function macros": many("", "#define F#(x) asm(\"mov.u32 %0, \" #x \";\" : \"=r\"(a))\n"), "conditions": many("", "#if A\nvoid f#() {\n#else\nvoid g#() {\n#endif\nasm(\"bar.sync 0;\");}\n"),
    "conditions in asm": many(C + "asm(", "#if A\n\"add.u32 %0, %0, 1;\"\n#else\n\"\"\n#endif\n", ': "+r"(a));}\n'), "nested conditions": lambda n: "#if A\n" * (n // 13) + "#endif\n" * (n // 13),
    "splices": long(C, "\\\n"), "comments": long(C, "/* asm */ "), "line comments": long(C, "// asm(\n"), "strings": long(C, '"asm(" '), "characters": long(C, "'\\'' "), "includes": many("", '#include "f#.h"\n'),
    "M M M": long("#define M M M\n" + C + "asm(", "M "), "templates": many("", "template <class T> struct S# { T f() { asm(\"bar.sync 0;\"); } };\n"), "lambdas": many(C, "auto l# = [&](int x) { asm(\"bar.sync 0;\"); };\n", "}\n"),
    "namespaces": long("", "namespace n {\n"), "one line": many(C, 'asm("bar.sync 0;"); ', "}\n"), "named operands": many(C, 'asm("add.u32 %[x#], %[y], 1;" : [x#] "=r"(a) : [y] "r"(b));\n', "}\n"),
    "registers across statements": many(C, 'asm(".reg .u32 t#; mov.u32 t#, 1;");\n', "}\n"), "branches": many(C, 'asm("{ .reg .pred p; @p bra L#; L#: }");\n', "}\n"), "line markers": many("", '# # "f.cu"\n'),
}
LLVM = {
    "calls": many(LL, 'call void asm sideeffect "bar.sync 0;", ""()\n', "ret void }\n"), "results": many(LL, '%x# = call i32 asm "add.u32 $0, $1, 1;", "=r,r"(i32 %a)\n', "ret void }\n"),
    "faults": many(LL, '%x# = call i32 asm "addd.u32 $0, $1, 1;", "=r,r"(i32 %a)\n', "ret void }\n"), "functions": many("", 'define void @f#() { call void asm "bar.sync 0;", ""() ret void }\n'),
    "other lines": many(LL, "%x# = add i32 %a, %b\n", "ret void }\n"), "operands": many(LL + 'call void asm sideeffect "", "r', ",r", '"(i32 %a)\nret void }\n'),
    "long literal": many(LL + 'call void asm sideeffect "', "bar.sync 0; ", '", ""()\nret void }\n'), "comments": long(LL, "; asm\n"), "metadata": many("", "!# = !{i32 #}\n"), "globals": many("", "@g# = global i32 0\n"),
}
MLIR = {
    "asm": many("func.func @f(%a: i32) {\n", 'llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> ()\n', "return }\n"),
    "results": many("func.func @f(%a: i32) {\n", '%x# = llvm.inline_asm "add.u32 $0, $1, 1;", "=r,r" %a : (i32) -> i32\n', "return }\n"),
    "lines": many("", "%x# = arith.addi %a, %b : i32\n"), "operands": many('llvm.inline_asm "", "r', ",r", '" %a : (i32) -> ()\n'), "braces": long("", "{\n"),
}

# Files that are read beside an input: at most 256 KiB of a configuration, so a tenth of the size.
CONFIGURATION = {
    "overrides": many("overrides:\n", "  - files: [\"a#/*\"]\n    warnings: [all]\n"), "exclude": many("exclude:\n", "  - a#\n"), "warnings": many("warnings:\n", "  - unused-register\n"),
    "faults": many("warnings:\n", "  - nonsense#\n"), "unknown keys": many("", "key#: 1\n"), "comments": many("", "# a comment\n"), "patterns": many("exclude:\n", "  - \"**/a#/**/b\"\n"),
    "alternatives": many("exclude:\n", "  - \"{a,b}{c,d}\"\n"), "targets": many("targets:\n", "  - sm_90\n"),
}
IGNORED = {"names": many("", "a#\n"), "stars": many("", "*a*b*#*\n"), "folders": many("", "**/a#/**/b\n"), "exceptions": many("", "!a#\n"), "comments": many("", "# a\n"), "blank lines": many("", "\n"), "sets": many("", "[a-z]#\n")}


def baseline(n):
    finding = lambda i: {"file": "a", "rule": "operand-type", "message": "m", "fingerprint": f"f{i}"}
    return json.dumps({"version": 1, "fingerprint": "ptxkitStatement/v1", "findings": [finding(i) for i in range(n // 75)]})


def difference(n):
    return "--- a/k.ptx\n+++ b/k.ptx\n" + "".join(f"@@ -{i},1 +{i},1 @@\n-a\n+b\n" for i in range(1, n // 25))


PYTHON = {
    "calls": many("", 'x# = llvm.inline_asm(i32, [a], "add.u32 $0, $1, 1;", "=r,r", has_side_effects=False)\n'),
    "sources": many("", "K# = RawKernel('void k() { asm(\"bar.sync 0;\"); }', 'k')\n"),
    "modules": many("", 'M# = ".version 9.0\\n.target sm_90\\n.entry k() { ret; }"\n'),
    "names": two("", 'N# = "add.u32 $0, $1, 1;"\n', "", 'llvm.inline_asm(i32, [a], N?, "=r,r")\n'),
    "sums": many('x = "bar.sync 0;"', ' + "add.u32 $0, $1, #;"', "\nllvm.inline_asm(i32, [a], x)\n"),
    "f-strings": many("", 'llvm.inline_asm(i32, [a], f"add.u32 $0, $1, {n#};", "=r,r")\n'), "open strings": many("", '"""asm #\n'),
    "brackets": long("", "("), "comments": many("", "# inline_asm #\n"), "functions": many("", 'def f#(a):\n  inline_asm("bar.sync 0;")\n'),
    "additions to a name": many('x = ""\n', 'x += "bar.sync 0;"\n', "inline_asm(x)\n"),
}
RUST = {
    "statements": many("fn f() { unsafe {\n", 'asm!("add.u32 {r}, {a}, #;", r = out(reg32) r, a = in(reg32) a);\n', "} }\n"),
    "lines": many("fn f() { unsafe { asm!(", '"bar.sync 0;",\n', ") } }\n"), "functions": many("", 'fn f#() { unsafe { asm!("bar.sync 0;") } }\n'),
    "braces": long("fn f() ", "{"), "comments": long("", "/*"), "other macros": many("", "println!(\"{}\", #);\n"), "raw strings": long("", 'asm!(r#"bar.sync 0;"#);\n'),
    "attributes": many("", '#[cfg(target_arch = "nvptx64")]\nasm!("bar.sync 0;");\n'),
}
JULIA = {
    "calls": many("", 'f(a) = @asmcall("add.u32 \\$0, \\$1, #;", "=r,r", UInt32, Tuple{UInt32}, a)\n'),
    "modules": many("", 'Base.llvmcall("call void asm sideeffect \\"bar.sync 0;\\", \\"\\"()\\nret void", Cvoid, Tuple{})\n'),
    "functions": many("", 'function f#()\n  @asmcall("bar.sync 0;")\nend\n'), "brackets": long("", "("), "comments": long("", "#= "), "strings": many("", '"asmcall $(x) #"\n'),
}


def notebook(n):
    cell = lambda i: {"cell_type": "code", "metadata": {}, "outputs": [], "source": [f'x = llvm.inline_asm(i32, [a], "add.u32 $0, $1 {i};", "=r,r")\n']}
    return json.dumps({"cells": [cell(i) for i in range(n // 150)], "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4, "nbformat_minor": 5})


def notebook_outputs(n):
    cell = {"cell_type": "code", "metadata": {}, "outputs": ["x" * n], "source": ['inline_asm("bar.sync 0;")']}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def maps(n):
    one = {"type": "bf16", "rank": 2, "box": [64, 128], "swizzle": "128B"}
    return json.dumps({"version": 1, "maps": {f"m{i}": one for i in range(n // 75)}, "kernels": {}})


SPIRV = ('OpCapability TensorAddressingNV\nOpExtension "SPV_NV_tensor_addressing"\n%u = OpTypeInt 32 0\n%c2 = OpConstant %u 2\n%c0 = OpConstant %u 0\n'
         "%L = OpTypeTensorLayoutNV %c2 %c0\n")
LITMUS = '.version 9.0\n.target sm_90\n.global .b32 x;\n//@litmus thread\n.entry T() { .reg .b32 r;\n'
# What is read by another tool or option: its command, the file, and the largest size, where a limit refuses more.
READERS = {
    "tensor maps": (["ptx-check", "-j1", "--no-config", "--tensor-maps=FILE", "SOURCE"], maps, 900_000),
    "layouts of SPIR-V": (["ptx-layout", "spirv", "FILE"], many(SPIRV, "%l# = OpCreateTensorLayoutNV %L\n"), 1_000_000),
    "instructions of SPIR-V": (["ptx-layout", "spirv", "FILE"], many(SPIRV, "%l# = OpIAdd %u %c2 %c0\n"), 1_000_000),
    "variables of litmus": (["ptx-litmus", "FILE"], many("PTX t\n{", "x#=0;", "}\n P0@cta 0,gpu 0 ;\n st.weak x0, 1 ;\nexists (x0 == 1)\n"), 5_000),
    "additions of litmus": (["ptx-litmus", "FILE"], many(LITMUS, "add.u32 r, r, 1;\n", "ret; }\n//@litmus exists x == 0\n"), 100_000),
    "options": (["ptx-verify", "--options-file=FILE", "SOURCE"], many("", "-O3 "), 900_000),
    "launches": (["ptx-sanitize", "--step-limit=1", "--schedules=1", "--launches=FILE"], many("", '{"file": "k.ptx", "args": {"n": #}}\n'), 200_000),
    "launch comments": (["ptx-sanitize", "--step-limit=1", "--schedules=1", "FILE"], many("", "//@launch k args={n: #}\n", HEADER + ".entry k(.param .b32 n) { ret; }\n"), 200_000),
    "arguments of a launch": (["ptx-sanitize", "--step-limit=1", "FILE"], many("//@launch k args={", "a#: 1, ", "}\n" + HEADER + ".entry k() { ret; }\n"), 60_000),
    "parse trees": (["ptx-dump", "--parse-tree", "FILE"], many(BODY, "add.u32 %r1, %r2, #;\n", "}\n"), 200_000),
    "trees": (["ptx-dump", "--ast=json", "FILE"], many(BODY, "add.u32 %r1, %r2, #;\n", "}\n"), 1_000_000),
}


def dimensions():
    """Name, extension of the file, builder, of all that is an input itself."""
    for name, unit in STATEMENTS.items():
        yield f"body: {name}", "ptx", many(BODY, unit, "}\n")
    for name, unit in DIRECTIVES.items():
        yield f"module: {name}", "ptx", many(HEADER, unit)
    for kind, extension, table in (("one", "ptx", LISTS), ("C++", "cu", CPP), ("LLVM", "ll", LLVM), ("MLIR", "mlir", MLIR),
                                   ("Python", "py", PYTHON), ("Rust", "rs", RUST), ("Julia", "jl", JULIA), ("OpenCL", "cl", CPP),
                                   ("notebook", "ipynb", {"cells": notebook, "outputs": notebook_outputs})):
        for name, build in table.items():
            yield f"{kind}: {name}", extension, build
