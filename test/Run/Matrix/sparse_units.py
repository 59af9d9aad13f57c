# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sparse `wgmma` and `tcgen05.mma`, masks of lanes and scaled addends, and `tcgen05.ld.red`, compared with NumPy.

    sparse_units.py TOOL [--seed=<n>] [--count=<n>] [--only=<text>]

The elements are small integers, so that each sum is exact. The reference multiplies the whole matrix A, with its zeros. The layouts in shared memory
are those of the manual (9.7.15.5.1) without swizzling and with 128 bytes."""

import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import numpy as np
import trials

import fragments

# Type: bits, the kind of tcgen05.mma, its codes of A and B and of D.
TYPES = {"f16": (16, "f16", 0, 1), "bf16": (16, "f16", 1, 1), "tf32": (32, "tf32", 2, 1), "e4m3": (8, "f8f6f4", 0, 1), "e5m2": (8, "f8f6f4", 1, 1),
         "s8": (8, "i8", 1, 2), "u8": (8, "i8", 0, 2)}
SWAPPED = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (2, 1)]  # the meaningful metadata of tcgen05


def encoded(name, numbers):
    """The bits of small integers."""
    bits = TYPES[name][0]
    if name in ("s8", "u8"):
        return (numbers & 0xFF).astype(np.uint64)
    table = {v: fragments.encode(name if name != "tf32" else "f32", Fraction(int(v))) for v in np.unique(numbers)}
    return np.vectorize(lambda v: table[v], otypes=[np.uint64])(numbers) & np.uint64((1 << bits) - 1)


class Image:
    """The bytes of a K-major matrix in shared memory, and the fields of its descriptor."""

    def __init__(self, rng, words, bits):
        self.swizzled = bool(rng.integers(2))
        rows, columns = words.shape
        row_bytes = columns * bits // 8
        groups, chunks = rows // 8, row_bytes // 16
        self.leading, self.stride = (16, 1024) if self.swizzled else ((128, 128 * chunks) if rng.integers(2) else (128 * groups, 128))
        self.bytes = np.zeros(groups * 1024 if self.swizzled else groups * chunks * 128, np.uint8)
        data = words.astype({8: np.uint8, 16: np.uint16, 32: np.uint32}[bits]).view(np.uint8).reshape(rows, row_bytes)
        for row in range(rows):
            for chunk in range(chunks):
                at = row * 128 + (chunk ^ row % 8) * 16 if self.swizzled else row // 8 * self.stride + chunk * self.leading + row % 8 * 16
                self.bytes[at:at + 16] = data[row, chunk * 16:chunk * 16 + 16]

    def fields(self, of_tensor):
        swizzle = (2 << 61 if of_tensor else 1 << 62) if self.swizzled else 0
        return (self.leading >> 4) << 16 | (self.stride >> 4) << 32 | swizzle | of_tensor << 46


class Sparse:
    """A with zeros, the stored elements, and the pairs of places of each chunk."""

    def __init__(self, rng, name, rows, k, pairs):
        self.size = 2 if TYPES[name][0] == 32 else 4
        low = 0 if name == "u8" else -4
        self.stored = rng.integers(low, 5, (rows, k // 2))
        self.whole = np.zeros((rows, k), np.int64)
        self.chosen = [[pairs[int(rng.integers(len(pairs)))] for _ in range(k // self.size)] for _ in range(rows)]
        for row in range(rows):
            for column in range(k // 2):
                chunk, i = divmod(column, self.size // 2)
                place = self.chosen[row][chunk][i] if self.size == 4 else self.chosen[row][chunk][0] // 2
                self.whole[row, chunk * self.size + place] = self.stored[row, column]

    def nibble(self, row, chunk):
        i, j = self.chosen[row][chunk]
        return i | j << 2


def put(words, place, nibble, bit):
    words[place] = int(words[place]) & ~(15 << bit) | nibble << bit


COPY = """
    ld.param.u64 %p, [{name}];
    mov.u32 %a, {name}_tile;
""" + trials.COPY_LOOP
DESCRIPTOR = """
    mov.u32 %a, {name}_tile;
    shr.u32 %a, %a, 4;
    cvt.u64.u32 %{low}d, %a;
    or.b64 %{low}d, %{low}d, {fields};
"""


def source(target, images, parameters, body, registers=""):
    tiles = "\n".join(f".shared .align 1024 .b8 {name}_tile[{len(image.bytes)}];" for name, image in images.items())
    copies = "".join(COPY.format(name=name, label=f"COPY_{name}", size=len(image.bytes)) for name, image in images.items())
    arguments = ", ".join(f".param .u64 {name}" for name in [*images, *parameters])
    return f""".version 9.0
.target {target}
.address_size 64
.visible .entry k({arguments})
{{
    .reg .b32 %t, %a, %b, %i, %v, %to, %bar, %x;
    .reg .b64 %p, %q, %ad, %bd;
    .reg .pred %c, %adds;
    {registers}
    {tiles}
    .shared .align 8 .b64 object;
    .shared .b32 place;
    mov.u32 %t, %tid.x;
{copies}
    fence.proxy.async;
    bar.sync 0;
{body}
    ret;
}}
"""


def execute(tool, folder, text, images, arrays, out):
    Path(folder, "k.ptx").write_text(text)
    arguments = []
    for name, array in [*((n, i.bytes) for n, i in images.items()), *arrays.items()]:
        np.save(Path(folder, f"{name}.npy"), array)
        arguments.append(f"--arg={name}={name}.npy")
    done = subprocess.run([tool, "--quiet", "k.ptx", "--block=128", *arguments, f"--out={out}=out.npy"], cwd=folder, capture_output=True, text=True)
    return (np.load(Path(folder, "out.npy")), "") if not done.returncode else (None, done.stdout + done.stderr)


def listed(name, count, first=0):
    return "{" + ", ".join(f"%{name}{i + first}" for i in range(count)) + "}"


def wgmma(tool, rng, folder, name):
    bits = TYPES[name][0]
    k, n = 512 // bits, 8 * int(rng.integers(1, 9))
    result = "s32" if name in ("s8", "u8") else "f32"
    if result == "s32" and n % 16 and n != 8 and n != 24:
        n += 8
    chunks = k // (2 if bits == 32 else 4)
    pairs = [(0, 1), (2, 3)] if bits == 32 else [(i, j) for i in range(4) for j in range(4) if i != j]
    a, b = Sparse(rng, name, 64, k, pairs), rng.integers(0 if name == "u8" else -4, 5, (n, k))
    selector, in_registers = int(rng.integers(0, 16 // chunks)), bool(rng.integers(2))
    metadata = rng.integers(0, 1 << 32, 128).astype(np.uint32)
    for row in range(64):
        for chunk in range(chunks):
            lane, bit = fragments.metadata_place(chunks, selector, row % 16, chunk)
            put(metadata, row // 16 * 32 + lane, a.nibble(row, chunk), bit)
    stored = encoded(name, a.stored)
    images = {"B": Image(rng, encoded(name, b), bits)}
    arrays = {"M": metadata, "out": np.zeros((128, n // 2), np.int32 if result == "s32" else np.float32)}
    load = "ld.param.u64 %p, [M];\nmad.wide.u32 %q, %t, 4, %p;\nld.global.b32 %v, [%q];\n"
    if in_registers:
        table = fragments.places("A", 16, n, k // 2, bits)
        each, registers = 32 // bits, np.zeros((128, 4), np.uint32)
        for thread in range(128):
            for i, (row, column) in enumerate(table[thread % 32]):
                registers[thread, i // each] |= int(stored[thread // 32 * 16 + row, column]) << i % each * bits
        arrays["A"] = registers
        load += f"ld.param.u64 %p, [A];\nmad.wide.u32 %q, %t, 16, %p;\nld.global.v4.b32 {listed('a', 4)}, [%q];\n"
    else:
        images["A"] = Image(rng, stored, bits)
        load += DESCRIPTOR.format(name="A", low="a", fields=images["A"].fields(False))
    load += DESCRIPTOR.format(name="B", low="b", fields=images["B"].fields(False))
    negated = [int(rng.choice((-1, 1))) for _ in range(2)] if result == "f32" else []
    transposed = [0] if bits == 16 and in_registers else [0, 0] if bits == 16 else []
    factor = listed("a", 4) if in_registers else "%ad"
    ends = "".join(f", {x}" for x in negated + transposed)
    body = f"""{load}
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sp.sync.aligned.m64n{n}k{k}.{result}.{name}.{name} {listed('d', n // 2)}, {factor}, %bd, %v, {selector}, 0{ends};
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    ld.param.u64 %p, [out];
    mad.wide.u32 %q, %t, {n * 2}, %p;
""" + "\n".join(f"st.global.b32 [%q+{4 * i}], %d{i};" for i in range(n // 2))
    text = source("sm_90a", images, arrays, body, f".reg .b32 %a<4>;\n.reg .{result} %d<{n // 2}>;")
    out, error = execute(tool, folder, text, images, arrays, "out")
    if error:
        return error
    expected = a.whole @ b.T * (negated[0] * negated[1] if negated else 1)
    got = np.zeros((64, n), np.int64)
    for thread in range(128):
        for i in range(n // 2):
            got[thread // 32 * 16 + thread % 32 // 4 + i // 2 % 2 * 8, i // 4 * 8 + thread % 4 * 2 + i % 2] = out[thread, i]
    return "" if (got == expected).all() else f"wgmma.sp {name} n={n} selector={selector} registers={in_registers}: {np.argwhere(got != expected)[:3]}"


def tensor(tool, rng, folder, name, sparse):
    bits, kind, code, code_d = TYPES[name]
    k, n = (512 if sparse else 256) // bits, 16 * int(rng.integers(1, 5))
    rows, chunks = 128, k // (2 if bits == 32 else 4)
    a = Sparse(rng, name, rows, k if sparse else 2 * k, [(0, 1), (2, 3)] if bits == 32 else SWAPPED)
    whole = a.whole if sparse else a.stored
    b = rng.integers(0 if name == "u8" else -4, 5, (n, k))
    selector = int(rng.integers(0, 2)) if bits > 8 and sparse else 0
    metadata = rng.integers(0, 1 << 32, (rows, 2)).astype(np.uint32)
    for row in range(rows if sparse else 0):
        for chunk in range(chunks):
            if bits == 8:
                put(metadata, (row, chunk // 8), a.nibble(row, chunk), chunk % 8 * 4)
            else:
                put(metadata, (row // 16 * 16 + row % 8 + chunk // 4 * 8, selector), a.nibble(row, chunk), row // 8 % 2 * 16 + chunk % 4 * 4)
    images = {"A": Image(rng, encoded(name, a.stored), bits), "B": Image(rng, encoded(name, b), bits)}
    result = np.int32 if kind == "i8" else np.float32
    before = rng.integers(-1000, 1000, (rows, n))
    adds, scale = bool(rng.integers(2)), int(rng.integers(0, 16)) if kind in ("f16", "tf32") and rng.integers(2) else None
    mask = [int(rng.integers(0, 1 << 32)) for _ in range(4)] if rng.integers(2) or scale is not None else None
    arrays = {"M": metadata, "C": before.astype(result), "out": np.zeros((rows, n), result)}
    idesc = selector | int(sparse) << 2 | code_d << 4 | code << 7 | code << 10 | n >> 3 << 17 | rows >> 4 << 24
    body = f"""
    mov.u32 %bar, object;
    setp.ge.u32 %c, %t, 32;
    @%c bra READY;
    mov.u32 %a, place;
    tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%a], 128;
    setp.ne.u32 %c, %t, 0;
    @%c bra READY;
    mbarrier.init.shared.b64 [%bar], 1;
    fence.mbarrier_init.release.cluster;
READY:
    bar.sync 0;
    ld.shared.b32 %to, [place];
    and.b32 %a, %t, 0x60;
    shl.b32 %a, %a, 16;
    add.u32 %x, %to, %a;
    ld.param.u64 %p, [C];
    mad.wide.u32 %q, %t, {4 * n}, %p;
""" + "\n".join(f"ld.global.b32 %d{i}, [%q+{4 * i}];" for i in range(n)) + "\n" + \
        "\n".join(f"tcgen05.st.sync.aligned.32x32b.x16.b32 [%x+{i}], {listed('d', 16, i)};" for i in range(0, n, 16)) + f"""
    ld.param.u64 %p, [M];
    mad.wide.u32 %q, %t, 8, %p;
    ld.global.v2.b32 {{%d0, %d1}}, [%q];
    tcgen05.st.sync.aligned.32x32b.x2.b32 [%x+64], {{%d0, %d1}};
    tcgen05.wait::st.sync.aligned;
    tcgen05.fence::before_thread_sync;
    bar.sync 0;
    tcgen05.fence::after_thread_sync;
    setp.ne.u32 %c, %t, 0;
    @%c bra WAIT;
    setp.eq.u32 %adds, %t, {0 if adds else 1};
    add.u32 %b, %to, 64;
""" + DESCRIPTOR.format(name="A", low="a", fields=images["A"].fields(True)) + DESCRIPTOR.format(name="B", low="b", fields=images["B"].fields(True)) + f"""
    tcgen05.mma{'.sp' if sparse else ''}.cta_group::1.kind::{kind} [%to], %ad, %bd, {'[%b], ' if sparse else ''}{idesc}, """ + \
        (f"{{%m0, %m1, %m2, %m3}}, " if mask else "") + "%adds" + (f", {scale}" if scale is not None else "") + """;
    tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%bar];
WAIT:
    mbarrier.try_wait.parity.shared.b64 %c, [%bar], 0;
    @!%c bra WAIT;
    tcgen05.fence::after_thread_sync;
""" + "\n".join(f"tcgen05.ld.sync.aligned.32x32b.x16.b32 {listed('d', 16, i)}, [%x+{i}];" for i in range(0, n, 16)) + f"""
    tcgen05.wait::ld.sync.aligned;
    ld.param.u64 %p, [out];
    mad.wide.u32 %q, %t, {4 * n}, %p;
""" + "\n".join(f"st.global.b32 [%q+{4 * i}], %d{i};" for i in range(n)) + """
    bar.sync 0;
    setp.ge.u32 %c, %t, 32;
    @%c bra END;
    tcgen05.dealloc.cta_group::1.sync.aligned.b32 %to, 128;
END:
"""
    if mask:
        body = "\n".join(f"mov.b32 %m{i}, {word};" for i, word in enumerate(mask)) + body
    text = source("sm_100a", images, arrays, body, f".reg .b32 %m<4>;\n.reg .b32 %d<{n}>;")
    out, error = execute(tool, folder, text, images, arrays, "out")
    if error:
        return error
    expected = (whole @ b.T).astype(np.float64) + (before * 2.0 ** -(scale or 0) if adds else 0)
    for lane in range(rows if mask else 0):
        if mask[lane // 32] >> lane % 32 & 1:
            expected[lane] = before[lane]
    wrong = np.argwhere(out.astype(np.float64) != expected.astype(result).astype(np.float64))
    return "" if not len(wrong) else f"tcgen05 {name} sparse={sparse} n={n} selector={selector} adds={adds} mask={mask} scale={scale}: {wrong[:3]}"


def reduction(tool, rng, folder, kind):
    """`tcgen05.ld.red`, with NaNs, infinities and zeros of both signs."""
    count, word = 2 << int(rng.integers(0, 5)), str(rng.choice(("min", "max")))
    half = bool(rng.integers(2))
    if half:
        count = max(count, 4)
    absolute, spreads = kind == "f32" and bool(rng.integers(2)), kind == "f32" and bool(rng.integers(2))
    data = rng.integers(0, 1 << 32, (128, count)).astype(np.uint32)
    if kind == "f32":
        special = np.array([0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00001, 0x3F800000, 0xBF800000], np.uint32)
        data = np.where(rng.random(data.shape) < 0.3, rng.choice(special, data.shape), data)
        data[::7] = 0x7FFFFFFF  # rows of NaNs
    body = f"""
    setp.ge.u32 %c, %t, 32;
    @%c bra READY;
    mov.u32 %a, place;
    tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%a], 64;
READY:
    bar.sync 0;
    ld.shared.b32 %to, [place];
    and.b32 %a, %t, 0x60;
    shl.b32 %a, %a, 16;
    add.u32 %x, %to, %a;
    ld.param.u64 %p, [C];
    mad.wide.u32 %q, %t, {4 * count}, %p;
""" + "\n".join(f"ld.global.b32 %d{i}, [%q+{4 * i}];" for i in range(count)) + f"""
    tcgen05.st.sync.aligned.32x32b.x{count}.b32 [%x], {listed('d', count)};
    tcgen05.wait::st.sync.aligned;
    tcgen05.ld.red.sync.aligned.{'16x32bx2' if half else '32x32b'}.x{count // (2 if half else 1)}.{word}{'.abs' * absolute}{'.NaN' * spreads}.{kind} \
{listed('d', count // (2 if half else 1))}, %r, [%x]{f', {count // 2}' if half else ''};
    tcgen05.wait::ld.sync.aligned;
    ld.param.u64 %p, [out];
    mad.wide.u32 %q, %t, 4, %p;
    st.global.b32 [%q], %r;
    bar.sync 0;
    setp.ge.u32 %c, %t, 32;
    @%c bra END;
    tcgen05.dealloc.cta_group::1.sync.aligned.b32 %to, 64;
END:
"""
    arrays = {"C": data, "out": np.zeros(128, np.uint32)}
    out, error = execute(tool, folder, source("sm_103a", {}, arrays, body, f".reg .b32 %d<{count}>;\n.reg .b32 %r;"), {}, arrays, "out")
    if error:
        return error
    for thread in range(128):
        # Two halves of 16 lanes: the lower one has the first columns, the upper one the others of the same lanes of tensor memory.
        lane = thread // 32 * 32 + thread % 16 if half else thread
        part = data[lane, thread % 32 // 16 * (count // 2):][:count // 2] if half else data[lane]
        values = [int(v) for v in part]
        if kind == "f32":
            values = [v & 0x7FFFFFFF if absolute else v for v in values]
            numbers = [v for v in values if v & 0x7FFFFFFF <= 0x7F800000]
            # The order of the numbers, with -0 before +0.
            key = lambda v: -(v & 0x7FFFFFFF) - 1 if v >> 31 else v
            expected = 0x7FFFFFFF if not numbers or (spreads and len(numbers) < len(values)) else {"min": min, "max": max}[word](numbers, key=key)
        else:
            expected = {"min": min, "max": max}[word](values, key=lambda v: v - (v >> 31 << 32) if kind == "s32" else v)
        if out[thread] != expected:
            return f"tcgen05.ld.red {kind} {word} x{count} half={half} abs={absolute} NaN={spreads}: thread {thread} has {out[thread]:x}, and not {expected:x}"
    return ""


def main():
    options = trials.options()
    rng = np.random.default_rng(options.seed)
    tests = [("wgmma", wgmma, (name,)) for name in TYPES]
    tests += [("sparse", tensor, (name, True)) for name in TYPES] + [("dense", tensor, (name, False)) for name in TYPES]
    tests += [("red", reduction, (kind,)) for kind in ("f32", "u32", "s32")]
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for title, function, arguments in tests:
            for _ in range(options.count if options.only in title else 0):
                results.append(function(options.tool, rng, folder, *arguments))
    return trials.summary(results, "kernels")


if __name__ == "__main__":
    sys.exit(main())
