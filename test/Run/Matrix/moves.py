# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`ldmatrix` and `stmatrix` of all shapes with random bytes and random places of the rows, compared with NumPy.

    moves.py TOOL [--seed=<n>] [--count=<n>]

The reference fills a whole matrix and takes the elements of each thread by their rows and columns."""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import trials

KERNEL = """.version 8.8
.target sm_120a
.address_size 64
.visible .entry k(.param .u64 rows, .param .u64 places, .param .u64 registers)
{{
    .reg .b64 %p, %q;
    .reg .b32 %t, %a, %b, %r<4>;
    .shared .align 16 .b8 tile[1024];
    mov.u32 %t, %tid.x;
    ld.param.u64 %p, [rows];
    mad.wide.u32 %q, %t, 32, %p;
    mov.u32 %a, tile;
    mad.lo.u32 %b, %t, 32, %a;
    ld.global.v4.b32 {{%r0, %r1, %r2, %r3}}, [%q];
    st.shared.v4.b32 [%b], {{%r0, %r1, %r2, %r3}};
    ld.global.v4.b32 {{%r0, %r1, %r2, %r3}}, [%q+16];
    st.shared.v4.b32 [%b+16], {{%r0, %r1, %r2, %r3}};
    ld.param.u64 %q, [places];
    mad.wide.u32 %q, %t, 4, %q;
    ld.global.b32 %b, [%q];
    add.u32 %a, %a, %b;
    ld.param.u64 %q, [registers];
    mad.wide.u32 %q, %t, 16, %q;
    ld.global.v4.b32 {{%r0, %r1, %r2, %r3}}, [%q];
    bar.warp.sync -1;
    {statement};
    bar.warp.sync -1;
    st.global.v4.b32 [%q], {{%r0, %r1, %r2, %r3}};
    mov.u32 %a, tile;
    mad.lo.u32 %b, %t, 32, %a;
    ld.shared.v4.b32 {{%r0, %r1, %r2, %r3}}, [%b];
    mad.wide.u32 %q, %t, 32, %p;
    st.global.v4.b32 [%q], {{%r0, %r1, %r2, %r3}};
    ld.shared.v4.b32 {{%r0, %r1, %r2, %r3}}, [%b+16];
    st.global.v4.b32 [%q+16], {{%r0, %r1, %r2, %r3}};
    ret;
}}
"""


def forms():
    for count in (1, 2, 4):
        for trans in ("", ".trans"):
            yield "ldmatrix", f"m8n8.x{count}{trans}.shared.b16", 8, count
            yield "stmatrix", f"m8n8.x{count}{trans}.shared.b16", 8, count
        for fmt in ("b6x16_p32", "b4x16_p64"):
            yield "ldmatrix", f"m8n16.x{count}.shared.b8x16.{fmt}", 8, count
            if count < 4:
                yield "ldmatrix", f"m16n16.x{count}.trans.shared.b8x16.{fmt}", 16, 2 * count
        if count < 4:
            yield "ldmatrix", f"m16n16.x{count}.trans.shared.b8", 16, 2 * count
        yield "stmatrix", f"m16n8.x{count}.trans.shared.b8", 8, count


def elements(form, lane):
    """The rows in shared memory and the columns of the elements of a lane, by the registers of one matrix."""
    group, thread = lane >> 2, lane % 4
    if form.startswith("m8n16"):  # four columns of a row
        return [[(group, 4 * thread + i) for i in range(4)]]
    if form.startswith("m16n16"):  # transposed: four columns of the rows g and g + 8
        return [[(4 * thread + 2 * half + i, group + 8 * j) for j in range(2) for i in range(2)] for half in range(2)]
    if form.startswith("m16n8"):  # transposed: two columns of the rows g and g + 8
        return [[(2 * thread + i, group + 8 * j) for j in range(2) for i in range(2)]]
    pair = [(group, 2 * thread), (group, 2 * thread + 1)]
    return [[(c, r) for r, c in pair] if ".trans" in form else pair]


def run(tool, folder, rng, name, form, rows, registers):
    data = rng.integers(0, 256, (32, 32)).astype(np.uint8)
    places = rng.permutation(64)[:32] * 16
    before = rng.integers(0, 1 << 32, (32, 4)).astype(np.uint32)
    group = "{" + ", ".join(f"%r{i}" for i in range(registers)) + "}"
    statement = f"{name}.sync.aligned.{form} " + (f"{group}, [%a]" if name == "ldmatrix" else f"[%a], {group}")
    (folder / "k.ptx").write_text(KERNEL.format(statement=statement))
    arguments = []
    for key, array in (("rows", data), ("places", places.astype(np.uint32)), ("registers", before)):
        np.save(folder / f"{key}.npy", array)
        arguments.append(f"--arg={key}={folder}/{key}.npy")
    done = subprocess.run([tool, "--quiet", folder / "k.ptx", "--block=32", *arguments, f"--out=rows={folder}/rows.npy", f"--out=registers={folder}/registers.npy"],
                          capture_output=True, text=True)
    if done.returncode:
        return f"{statement}: {done.stdout}{done.stderr}"
    bits = 4 if "b4x16" in form else 6 if "b6x16" in form else 16 if "b16" in form else 8
    width = 16 if bits == 16 else 8
    memory, wanted = data.reshape(-1).copy(), before.copy()
    of_matrix = 2 if form.startswith("m16n16") else 1
    for matrix in range(registers // of_matrix):
        for lane in range(32):
            for number, list_ in enumerate(elements(form, lane)):
                register = matrix * of_matrix + number
                total = 0
                for i, (row, column) in enumerate(list_):
                    start = int(places[matrix * rows + row])
                    if name == "ldmatrix":
                        whole = int.from_bytes(data.reshape(-1)[start:start + 16].tobytes(), "little")
                        total |= (whole >> column * bits & (1 << bits) - 1) << i * width
                    else:
                        value = int(before[lane, register]) >> i * width & (1 << width) - 1
                        memory[start + column * width // 8:][:width // 8] = np.frombuffer(value.to_bytes(width // 8, "little"), np.uint8)
                if name == "ldmatrix":
                    wanted[lane, register] = total
    if (np.load(folder / "registers.npy") != wanted).any():
        return f"{statement}: the registers differ"
    return "" if (np.load(folder / "rows.npy").reshape(-1) == memory).all() else f"{statement}: the memory differs"


def main():
    options = trials.options()
    rng = np.random.default_rng(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        results = [run(options.tool, Path(folder), rng, *form) for form in forms() for _ in range(options.count)]
    return trials.summary(results, "moves")


if __name__ == "__main__":
    sys.exit(main())
