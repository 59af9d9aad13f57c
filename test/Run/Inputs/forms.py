# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes an accepted statement of each form, and compares what ptx-run makes of it with docs/guide/run-instructions.md:

    forms.py <page> <database> <tools> <folder> [<text of the forms>]

The first table of the page has a result for each instruction, and the second one for forms: an instruction with some words of the form. Of
an instruction that is `rejected`, the machine executes no form; of others it executes and computes each form, except those of the second
table. An argument or an address that does not fit is no rejection. The statements are those of test/Evidence, with registers and memory
by their place in the statement."""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(SOURCE / "test" / "Evidence"))

import probe  # noqa: E402  It makes the modules of test/Isa known.

import modules  # noqa: E402
import newer_forms  # noqa: E402

REGISTERS = {"p": "pred", "b": "b8", "bb": "b8", "h": "b16", "r": "b32", "rd": "b64", "q": "b128", "f": "f32", "fd": "f64"}
VALUES = {"p": "setp.eq.u32 {}, 0, 0;", "b": "cvt.u8.u32 {}, 3;", "bb": "cvt.u8.u32 {}, 3;", "h": "mov.b16 {}, 0x3C00;", "q": "mov.b128 {}, {{%one, %one}};",
          "f": "mov.b32 {}, 0f3F000000;", "fd": "mov.b64 {}, 0d3FF0000000000000;", "r": "mov.b32 {}, 16;", "rd": "mov.b64 {}, 0x3C003C0000000001;"}
SHAPES = {"1d": "16", "2d": "16x16", "3d": "8x8x8", "a1d": "2x16", "a2d": "2x8x8"}
REJECTED = r"is not (modelled|executed with data)|not executed"
UNKNOWN = r"the result is not computed"


def tables(page):
    """The results of instructions, and the list of forms, each with its instruction, its words and its result."""
    instructions, forms = {}, []
    for line in Path(page).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        names = re.findall(r"`([^`]+)`", cells[1]) if len(cells) in (4, 5) else []
        for name in names:
            if len(cells) == 4:
                instructions[name] = cells[2]
            else:
                forms.append((name, set(re.findall(r"`\.([^`]+)`", cells[2])), cells[3]))
    return instructions, forms


def statements(tools, others):
    """By form, except the syntaxes of `others`: its shortest statement, and the first version and target that have it."""
    around = probe.statements()
    done = subprocess.run([f"{tools}/ptx-evidence-cells", "9.5"], input="\n".join(around) + "\n", capture_output=True, text=True, check=True)
    found = {}
    for line in done.stdout.splitlines():
        _, syntax, _, _, having, _, _, statement = line.split("\t")
        key = len(statement), statement
        if syntax not in others and (syntax not in found or key < found[syntax][0]):
            found[syntax] = key, having
    return {syntax: (newer_forms.expand(key[1]), having) for syntax, (key, having) in found.items()}


def general(form):
    """The syntax of a form of the database as the records have it: a set with one word has its name."""
    syntax = form["syntax"]
    for modifier in form["modifiers"]:
        if len(modifier["words"]) == 1:
            syntax = syntax.replace(f".{modifier['words'][0]}", f".{modifier['name']}", 1)
    return syntax


def mnemonic_of(statement):
    text = re.sub(r"^\s*(@!?%p\d+\s+|\{|\.reg[^;]*;)*", "", statement)
    return text.split()[0].rstrip(";")


def address(register, kind, place, mnemonic, isLast):
    """Sets a register that is an address: of a texture, of tensor memory, of global memory or of shared memory, with a place for each operand."""
    at = place * 1024
    if mnemonic.startswith(("tex", "tld4", "txq", "su")):
        return f"ld.param.b64 {register}, [image];"
    if "tensor" in mnemonic.split(".") and kind == "rd" and not isLast:
        return f"mov.b64 {register}, map; cvta.param.u64 {register}, {register};"
    if mnemonic.startswith("tcgen05") and not mnemonic.startswith(("tcgen05.alloc", "tcgen05.commit")):
        return f"mov.b32 {register}, 0;"
    isShared = re.search(r"shared|mbarrier|matrix", mnemonic) and not (kind == "rd" and "global" in mnemonic)
    if kind == "r" or isShared:
        generic = "" if kind == "r" or "shared" in mnemonic else f" cvta.shared.u64 {register}, {register};"
        return f"mov.b{32 if kind == 'r' else 64} {register}, room; add.u{32 if kind == 'r' else 64} {register}, {register}, {at};{generic}"
    return f"ld.param.b64 {register}, [data]; add.u64 {register}, {register}, {at};"


def kernel(statement, version, target):
    """A module whose entry executes the statement, and stores the registers of it."""
    mnemonic = mnemonic_of(statement)
    registers = sorted(set(re.findall(r"%(p|bb|b|h|rd|r|q|fd|f)(\d+)(?!\w)", statement)), key=lambda name: (name[0], int(name[1])))
    inBrackets = re.findall(r"\[\s*(%\w+)", statement)
    names = modules.names_in(statement)
    dimensions = next((word for word in mnemonic.split(".") if word in SHAPES), "2d")
    kind = "surface" if mnemonic.startswith("su") else "texture"
    number = "f32" if re.search(r"v4\.f32|v4\.f32\.", mnemonic) else "u32"
    image = f'"zeros:{SHAPES[dimensions]}x{number},{kind}={dimensions}"'
    arguments = ['out: "zeros:1024xu32"', 'data: "zeros:4096xu32"', f"image: {image}", 'map: "zeros:64x64xf16,box=16x4"', "prm: 5"]
    arguments += [f"{name}: {image}" for name in ("tex", "surf") if name in names] + ['samp: "sampler"'] * ("samp" in names)
    lines = [f"//@launch k block={128 if mnemonic.startswith(('wgmma', 'tcgen05')) else 32} args={{{', '.join(arguments)}}}"]
    lines += modules.header(version, target, statement)
    lines += [f".{space} .align 1024 .b8 {name}[1024];" for name, space in (("s", "shared"), ("g", "global")) if name in names]
    lines += [".entry k(.param .u64 out, .param .u64 data, .param .u64 image, .param .align 64 .b8 map[128], .param .b64 prm)", "{"]
    lines += [f".reg .{REGISTERS[name]} %{name}<{number}>;" for name, number in {name: int(n) + 1 for name, n in registers}.items()]
    lines += [".reg .b64 %one, %to;", ".reg .b32 %word;", ".reg .pred %first;", ".shared .align 1024 .b8 room[8192];"]
    lines += [f".shared .align 8 .b8 {name}[64];" for name in ("smem", "mbar") if name in names]
    lines += [".local .align 16 .b8 lo[256];"] * ("lo" in names) + [".param .b64 arg;"] * ("arg" in names)
    lines += ["mov.b64 %one, 1;", "ld.param.b64 %to, [out];", "mov.u32 %word, %tid.x;", "setp.eq.u32 %first, %word, 0;"]
    for name, digits in registers:
        register = f"%{name}{digits}"
        if register in inBrackets and name in ("r", "rd"):
            place = inBrackets.index(register)
            lines.append(address(register, name, place, mnemonic, place == len(inBrackets) - 1))
        else:
            lines.append(VALUES[name].format(register))
    if mnemonic.startswith(("addc", "subc", "madc")):
        lines.append("add.cc.u32 %word, %word, 0;")
    lines.append(statement)
    for i, (name, digits) in enumerate(registers):
        register, at = f"%{name}{digits}", i % 64 * 16
        if name == "p":
            lines += [f"selp.u32 %word, 1, 0, {register};", f"@%first st.global.u32 [%to+{at}], %word;"]
        else:
            lines.append(f"@%first st.global.{REGISTERS[name]} [%to+{at}], {register};")
    return "\n".join(lines + ["ret;", "}"]) + "\n"


def judged(tools, path, statement, having):
    """`rejected`, `not computed` or `executed`, and the output. The newest version and a target with many instructions are tried first."""
    version, target = having.split()
    places = [(version, target), ("9.5", target)] + [("9.5", "sm_90a")] * (int(re.search(r"\d+", target)[0]) < 90)
    for place in reversed(places):
        path.write_text(kernel(statement, *place))
        done = subprocess.run([f"{tools}/ptx-run", "--step-limit=20000", str(path)], capture_output=True, text=True)
        output = done.stdout + done.stderr
        if not re.search(r"error: .*\[PTX[1-5]", output) and done.returncode != 2:
            break
    result = "rejected" if re.search(REJECTED, output) else "not computed" if re.search(UNKNOWN, output) else "executed"
    return result, output


def differs(statement, result, instructions, forms):
    """Whether the page has another result."""
    words = mnemonic_of(statement).split(".")
    instruction = next(name for count in range(len(words), 0, -1) if (name := ".".join(words[:count])) in instructions)
    row = instructions[instruction]
    expected = {told for name, parts, told in forms if name == instruction and parts <= set(words)}
    if row == "rejected" or "rejected" in expected:
        return result != "rejected"
    if "not computed" in expected:
        return result != "not computed"
    return result == "rejected" if row == "no effect" else result != "executed"


def main():
    page, database, tools, folder, *only = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    instructions, forms = tables(page)
    known = json.loads(Path(database).read_text(encoding="utf-8"))["instructions"]
    others = {general(form) for record in known for form in record["forms"] if not form["inManual"]}
    found = {syntax: place for syntax, place in statements(tools, others).items() if not only or only[0] in syntax}

    def one(item):
        i, (syntax, (statement, having)) = item
        return judged(tools, Path(folder, f"{i}.ptx"), statement, having)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(one, enumerate(found.items())))
    wrong = 0
    for (syntax, (statement, having)), (result, output) in zip(found.items(), results):
        if differs(statement, result, instructions, forms):
            wrong += 1
            print(f"{result}: {syntax}: {statement} ({having})\n{output[-400:]}")
    counts = [f"{sum(result == name for result, _ in results)} {name}" for name in ("executed", "not computed", "rejected")]
    print(f"{len(found)} forms: {', '.join(counts)}; {wrong} otherwise than in the page")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
