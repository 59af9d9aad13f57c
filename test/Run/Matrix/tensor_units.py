# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`tcgen05` in random forms, compared with NumPy: products with `.ws` (masks and shifts of columns), with sparse A of 64 rows and of pairs of CTAs,
narrow elements and block scales; `tcgen05.cp`; `tcgen05.ld` and `tcgen05.st` of all shapes.

    tensor_units.py TOOL [--seed=<n>] [--count=<n>] [--only=<text>]

Each kernel fills tensor memory with an image, executes one instruction, and returns all of tensor memory: cells that the instruction must not write
are compared, too. The elements are small integers, so that each sum is exact. The layouts are computed from the tables of the manual, and those that
it shows only in figures from the layouts of CUTLASS 4, evaluated here as they are written there."""

import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import numpy as np
import trials

import fragments
import sparse_units

COLUMNS = 320  # of the image
META, SCALE_A, SCALE_B, PLACE_A = 288, 296, 304, 256
CODES = {"f16": ("f16", 0, 16), "bf16": ("f16", 1, 16), "tf32": ("tf32", 2, 32), "s8": ("i8", 1, 8), "u8": ("i8", 0, 8), "e4m3": ("f8f6f4", 0, 8),
         "e5m2": ("f8f6f4", 1, 8), "e2m3": ("f8f6f4", 3, 6), "e3m2": ("f8f6f4", 4, 6), "e2m1": ("f8f6f4", 5, 4)}
WIDE_RESULT = {"f16": 1, "tf32": 1, "f8f6f4": 1, "i8": 2}


def codes(name, numbers):
    """The bits of small integers, in the width of the type."""
    if name in ("s8", "u8"):
        return numbers & 0xFF
    table = {int(v): fragments.encode("f32" if name == "tf32" else name, Fraction(int(v))) for v in np.unique(numbers)}
    return np.vectorize(lambda v: table[int(v)], otypes=[np.int64])(numbers)


def packed_rows(rng, name, numbers, whole):
    """The bytes of each row. Elements of fewer than 8 bits follow each other in groups of 16, which bytes without meaning fill, unless they are `whole`."""
    width, bits = CODES[name][2], codes(name, numbers)
    if width >= 8:
        return bits.astype({8: np.uint8, 16: np.uint16, 32: np.uint32}[width]).view(np.uint8).reshape(len(bits), -1)
    each = 32 if whole else 16
    rows = []
    for row in bits:
        data = bytearray()
        for first in range(0, len(row), each):
            word = sum(int(v) << i * width for i, v in enumerate(row[first:first + each]))
            group = bytearray(rng.integers(0, 256, 16).astype(np.uint8).tobytes())
            group[:each * width // 8] = word.to_bytes(each * width // 8, "little")
            data += group
        rows.append(np.frombuffer(bytes(data), np.uint8))
    return np.array(rows)


def lane_and_column(layout, row, n, total, first_lane):
    """The cell of an element of D. (Manual 9.7.16.10.5)"""
    if layout in "FC":
        return first_lane + row // 16 * 32 + row % 16, n
    parts = {"E": 2, "G": 4, "B": 2}.get(layout, 1)
    return row + n // (total // parts) * (128 // parts), n % (total // parts)


def zero_mask(rng, m, n):
    """A mask descriptor without a shift, and the columns that it makes zero: runs of both kinds alternate."""
    if rng.integers(4) == 0:
        return 0, np.zeros(n, bool)
    starts, firsts = rng.integers(0, 256, 4), rng.integers(0, 2, 4)
    skip, use = int(rng.integers(0, 20)), int(rng.integers(0, 20))
    value, columns = 1 << 39 | skip << 40 | use << 48, []
    parts = {128: 1, 64: 2, 32: 4}[m]
    for i in range(parts):
        value |= int(starts[i]) << 8 * i | int(firsts[i]) << 32 + i
        run, bit = [], int(firsts[i])
        while len(run) < 1024:
            run += [bit] * (skip + 1 if bit else use + 1)
            bit ^= 1
        columns += run[int(starts[i]):int(starts[i]) + n // parts]
    return value, np.array(columns, bool)


KERNEL = """.version 9.0
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 A, .param .u64 B, .param .u64 T, .param .u64 out)
{{
    .reg .b32 %t, %a, %b, %i, %v, %x, %y, %to, %bar, %rank, %block, %half, %m<8>, %d<{registers}>;
    .reg .b64 %p, %q, %s, %ad, %bd, %mask;
    .reg .b16 %pair;
    .reg .pred %c, %adds;
    .shared .align 1024 .b8 A_tile[{sizeA}];
    .shared .align 1024 .b8 B_tile[{sizeB}];
    .shared .align 8 .b64 object;
    .shared .b32 place;
    mov.u32 %t, %tid.x;
    mov.u32 %rank, %cluster_ctarank;
    mov.u32 %bar, object;
    mov.b16 %pair, 3;
{copies}
    setp.ge.u32 %c, %t, 32;
    @%c bra READY;
    mov.u32 %a, place;
    tcgen05.alloc.cta_group::{group}.sync.aligned.shared::cta.b32 [%a], 512;
    setp.ne.u32 %c, %t, 0;
    @%c bra READY;
    mbarrier.init.shared.b64 [%bar], 1;
    fence.mbarrier_init.release.cluster;
READY:
    fence.proxy.async;
    bar.sync 0;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    ld.shared.b32 %to, [place];
    and.b32 %a, %t, 0x60;
    shl.b32 %a, %a, 16;
    add.u32 %y, %to, %a;
    ld.param.u64 %p, [T];
    mad.lo.u32 %i, %rank, 128, %t;
    mad.wide.u32 %q, %i, {row}, %p;
    mov.u32 %x, %y;
    mov.u32 %block, 0;
FILL:
{loads}
    tcgen05.st.sync.aligned.32x32b.x32.b32 [%x], {all};
    add.u64 %q, %q, 128;
    add.u32 %x, %x, 32;
    add.u32 %block, %block, 1;
    setp.lt.u32 %c, %block, {blocks};
    @%c bra FILL;
    tcgen05.wait::st.sync.aligned;
    tcgen05.fence::before_thread_sync;
    bar.sync 0;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    tcgen05.fence::after_thread_sync;
{body}
    ld.param.u64 %p, [out];
    mad.lo.u32 %i, %rank, 128, %t;
    mad.wide.u32 %q, %i, {row}, %p;
    mov.u32 %x, %y;
    mov.u32 %block, 0;
SHOW:
    tcgen05.ld.sync.aligned.32x32b.x32.b32 {all}, [%x];
    tcgen05.wait::ld.sync.aligned;
{stores}
    add.u64 %q, %q, 128;
    add.u32 %x, %x, 32;
    add.u32 %block, %block, 1;
    setp.lt.u32 %c, %block, {blocks};
    @%c bra SHOW;
    bar.sync 0;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    setp.ge.u32 %c, %t, 32;
    @%c bra END;
    tcgen05.dealloc.cta_group::{group}.sync.aligned.b32 %to, 512;
END:
    ret;
}}
"""
COPY = """
    ld.param.u64 %p, [{name}];
    mul.wide.u32 %q, %rank, {size};
    add.u64 %p, %p, %q;
    mov.u32 %a, {name}_tile;
""" + trials.COPY_LOOP
ONE_THREAD = """
    or.b32 %a, %t, %rank;
    setp.ne.u32 %c, %a, 0;
    @%c bra WAIT;
{statements}
    tcgen05.commit.cta_group::{group}.mbarrier::arrive::one.shared::cluster{multicast} [%bar]{mask};
WAIT:
    mbarrier.try_wait.parity.shared.b64 %c, [%bar], 0;
    @!%c bra WAIT;
    tcgen05.fence::after_thread_sync;
"""


def one_thread(statements, group):
    multicast, mask = (".multicast::cluster.b64", ", %pair") if group == 2 else (".b64", "")
    return ONE_THREAD.format(statements=statements, group=group, multicast=multicast, mask=mask)


def execute(tool, folder, body, tiles, image, group, extra=None):
    """Runs a kernel; returns tensor memory at its end, or the text of a fault. `tiles` are the bytes of A and B of each CTA."""
    extra = extra or {}
    sizes = {name: len(parts[0]) for name, parts in tiles.items()}
    text = KERNEL.format(registers=128, sizeA=sizes["A"], sizeB=sizes["B"], group=group, row=4 * COLUMNS, blocks=COLUMNS // 32, body=body,
                         all=sparse_units.listed("d", 32), copies="".join(COPY.format(name=n, label=f"COPY_{n}", size=s) for n, s in sizes.items()),
                         loads="\n".join(f"    ld.global.b32 %d{i}, [%q+{4 * i}];" for i in range(32)),
                         stores="\n".join(f"    st.global.b32 [%q+{4 * i}], %d{i};" for i in range(32)))
    Path(folder, "k.ptx").write_text(text.replace(".param .u64 out)", ".param .u64 out" + "".join(f", .param .u64 {n}" for n in extra) + ")"))
    arguments = []
    arrays = {**{n: np.concatenate(parts) for n, parts in tiles.items()}, "T": image, "out": np.zeros_like(image), **extra}
    for name, array in arrays.items():
        np.save(Path(folder, f"{name}.npy"), array)
        arguments.append(f"--arg={name}={name}.npy")
    arguments += [f"--out={name}={name}.npy" for name in ("out", *extra)]
    shape = ["--block=128", f"--grid={group}", f"--cluster={group}"]
    done = subprocess.run([tool, "--quiet", "k.ptx", *shape, *arguments], cwd=folder, capture_output=True, text=True)
    return (np.load(Path(folder, "out.npy")), "") if not done.returncode else (None, f"exit code {done.returncode} {done.stdout}{done.stderr}")


class Product:
    """A random `tcgen05.mma`, with its matrices, and its result in tensor memory."""

    def __init__(self, rng, name_a, name_b, m, ws, sparse, group, scaled):
        self.rng, self.m, self.ws, self.sparse, self.group, self.scaled = rng, m, ws, sparse, group, scaled
        self.names = name_a, name_b
        kind, _, width = CODES[name_a]
        self.kind = scaled or kind
        self.container = 4 if self.kind in ("mxf4", "mxf4nvf4") else max(width, 8)
        self.k = (512 if sparse else 256) // self.container
        step = 16 * group  # at least 512 bytes of B in each CTA
        self.n = int(rng.choice((64, 128) if sparse else (64, 128, 256))) if ws else step * int(rng.integers(1, 128 // step + 1))
        self.layout = {32: "G", 64: "E", 128: "D"}[m] if ws else {(64, 1): "F", (128, 1): "D", (128, 2): "C" if sparse else "B", (256, 2): "A"}[m, group]
        self.lane = 16 * int(rng.integers(2)) if self.layout in "FC" else 0
        self.size = 2 if self.container == 32 else 8 if self.container == 4 else 4  # of a chunk
        pairs = [(0, 1), (2, 3)] if self.size == 2 else sparse_units.SWAPPED
        low = 0 if name_a == "u8" else -4
        self.stored = rng.integers(low, 5, (m, self.k // (2 if sparse else 1)))
        self.chosen = [[pairs[int(rng.integers(len(pairs)))] for _ in range(self.k // self.size)] for _ in range(m)]
        self.a = self.expanded() if sparse else self.stored
        self.mask, self.zeros, self.shift = 0, np.zeros(self.n, bool), 0
        if ws:
            self.mask, self.zeros = zero_mask(rng, m, self.n)
            self.shift = int(rng.integers(0, 17 if m == 32 else 33)) if rng.integers(2) else 0
        self.all_b = rng.integers(0 if name_b == "u8" else -4, 5, (self.n + (32 if ws else 0), self.k))
        self.b = self.all_b[self.shift:self.shift + self.n].copy()
        self.b[self.zeros] = 0
        self.selector = int(rng.integers(2)) if sparse and self.container > 8 else 0
        self.place_a = self.layout in "ADF" and self.kind in ("f16", "i8", "f8f6f4") and CODES[name_a][2] >= 8 and bool(rng.integers(2))
        self.adds = bool(rng.integers(2))
        self.image = rng.integers(0, 1 << 32, (128 * group, COLUMNS)).astype(np.uint32)

    def expanded(self):
        """A with its zeros. Chunks of 8 elements have pairs of elements in two of four places."""
        whole, each = np.zeros((self.m, self.k), np.int64), 2 if self.size == 8 else 1
        for row in range(self.m):
            for column in range(self.k // 2):
                chunk, i = divmod(column, self.size // 2)
                places = self.chosen[row][chunk]
                place = places[0] // 2 if self.size == 2 else places[i // each] * each + i % each
                whole[row, chunk * self.size + place] = self.stored[row, column]
        return whole

    def cell(self, row, n):
        """The row of the image, and the column, of an element of D."""
        cta, own = divmod(row, self.m // self.group)
        lane, column = lane_and_column(self.layout, own, n, self.n, self.lane)
        return cta * 128 + lane, column

    def place_metadata(self):
        for row in range(self.m):
            cta, own = divmod(row, self.m // self.group)
            lane = lane_and_column(self.layout, own, 0, self.n, self.lane)[0]
            for chunk in range(self.k // self.size):
                i, j = self.chosen[row][chunk]
                nibble = i | j << 2
                if self.container <= 8:
                    at, column, bit = lane, META + chunk // 8, chunk % 8 * 4
                else:
                    at, column, bit = lane // 16 * 16 + own % 8 + chunk // 4 * 8, META + self.selector, own // 8 % 2 * 16 + chunk % 4 * 4
                copies = {"E": 2, "G": 4}.get(self.layout, 1)
                for copy in range(copies):
                    sparse_units.put(self.image, (cta * 128 + at + copy * (128 // copies), column), nibble, bit)

    def place_scales(self):
        """Scales of all lines, in each part of 32 lanes. The factors of A and B multiply blocks of K."""
        self.count = {"mxf8f6f4": 1, "mxf4": 2, "mxf4nvf4": 4}[self.kind]
        self.ids = [int(self.rng.integers(0, 4 // self.count)) * self.count for _ in range(2)]
        name = "ue8m0" if self.kind != "mxf4nvf4" or self.rng.integers(2) else "ue4m3"
        self.scale_type = int(name == "ue8m0")
        factors = []
        for lines, first, identifier, of_pair in ((self.m, SCALE_A, self.ids[0], True), (self.n, SCALE_B, self.ids[1], False)):
            powers = self.rng.integers(-2, 3, (lines, self.count))
            bits = powers + 127 if name == "ue8m0" else powers + 7 << 3
            for line in range(lines):
                ctas = [line // (self.m // self.group)] if of_pair else range(self.group)
                own = line % (self.m // self.group) if of_pair else line
                for cta in ctas:
                    for part in range(4):
                        for i in range(self.count):
                            at = cta * 128 + part * 32 + own % 32, first + own // 32
                            shift = (identifier + i) * 8
                            self.image[at] = int(self.image[at]) & ~(255 << shift) | int(bits[line, i]) << shift
            factors.append(np.repeat(2.0 ** powers, self.k // self.count, axis=1))
        return factors

    def place_matrix_a(self):
        """A in tensor memory, along K."""
        each = 32 // self.container
        bits = codes(self.names[0], self.stored)
        for row in range(self.m):
            cta, own = divmod(row, self.m // self.group)
            lane = cta * 128 + lane_and_column(self.layout, own, 0, self.n, self.lane)[0]
            for column in range(bits.shape[1] // each):
                self.image[lane, PLACE_A + column] = sum(int(bits[row, column * each + i]) << i * self.container for i in range(each))

    def descriptor(self):
        names, most = self.names, 0
        while self.shift > (0, 8, 16, 32)[most]:
            most += 1
        value = int(self.sparse) << 2 | self.n >> 3 << 17
        if not self.scaled:
            return value | self.selector | WIDE_RESULT[self.kind] << 4 | CODES[names[0]][1] << 7 | CODES[names[1]][1] << 10 | self.m >> 4 << 24 | most << 30
        value |= self.ids[1] << 4 | self.scale_type << 23 | self.m >> 7 << 27 | self.ids[0] << 29
        return value | (1 << 7 | 1 << 10 if self.container == 4 else CODES[names[0]][1] << 7 | CODES[names[1]][1] << 10)

    def statements(self, images):
        name = "tcgen05.mma" + ".ws" * self.ws + ".sp" * self.sparse
        suffix = f".block_scale.scale_vec::{self.count}X" if self.scaled else ""
        place = "[%m0]" if self.place_a else "%ad"
        sparse = "[%m1], " if self.sparse else ""
        scales = "[%m2], [%m3], " if self.scaled else ""
        ws = ", %mask" if self.ws and (self.mask or self.shift) else ""
        lines = "" if self.place_a else sparse_units.DESCRIPTOR.format(name="A", low="a", fields=images["A"].fields(True))
        lines += sparse_units.DESCRIPTOR.format(name="B", low="b", fields=images["B"].fields(True))
        return lines + f"""
    add.u32 %m0, %to, {PLACE_A | self.lane << 16};
    add.u32 %m1, %to, {META | self.lane << 16};
    add.u32 %m2, %to, {SCALE_A};
    add.u32 %m3, %to, {SCALE_B};
    add.u32 %m4, %to, {self.lane << 16};
    setp.eq.u32 %adds, %t, {0 if self.adds else 1};
    mov.b64 %mask, {self.mask | self.shift << 56};
    {name}.cta_group::{self.group}.kind::{self.kind}{suffix} [%m4], {place}, %bd, {sparse}{self.descriptor()}, {scales}%adds{ws};
"""

    def run(self, tool, folder):
        if self.sparse:
            self.place_metadata()
        factors = self.place_scales() if self.scaled else (1, 1)
        if self.place_a:
            self.place_matrix_a()
        product = (self.a * factors[0]) @ (self.b * factors[1]).T
        result = np.int32 if self.kind == "i8" else np.float32
        expected = self.image.copy()
        for row in range(self.m):
            for n in range(self.n):
                at = self.cell(row, n)
                before = int(self.rng.integers(-1000, 1000))
                self.image[at] = np.array([before]).astype(result).view(np.uint32)[0]
                expected[at] = np.array([product[row, n] + (before if self.adds else 0)]).astype(result).view(np.uint32)[0]
        whole = self.container == 4
        rows_a = packed_rows(self.rng, self.names[0], self.stored, whole)
        rows_b = packed_rows(self.rng, self.names[1], self.all_b, whole)
        tiles, fields = {}, {}
        state = self.rng.integers(0, 1 << 32)
        for name, rows in (("A", rows_a), ("B", rows_b)):
            parts = np.split(rows, self.group)
            images = [sparse_units.Image(np.random.default_rng(state), part, 8) for part in parts]
            tiles[name], fields[name] = [image.bytes for image in images], images[0]
        out, error = execute(tool, folder, one_thread(self.statements(fields), self.group), tiles, self.image, self.group)
        title = f"{self.kind} {self.names} m={self.m} n={self.n} ws={self.ws} sparse={self.sparse} group={self.group} layout={self.layout} " \
                f"lane={self.lane} selector={self.selector} mask={self.mask:x} shift={self.shift} A in tensor memory={self.place_a} adds={self.adds}"
        if error:
            return f"{title}: {error}"
        wrong = np.argwhere(out != expected)
        return "" if not len(wrong) else f"{title}: {len(wrong)} cells, {wrong[:3].tolist()}"


def product(tool, rng, folder, form):
    return Product(rng, *form).run(tool, folder)


def product_forms():
    floats = ("f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8")
    narrow = ("e2m3", "e3m2", "e2m1", "e4m3")
    for m in (32, 64, 128):
        for sparse in (False, True):
            for name in (*floats, "e2m1"):
                yield "ws", (name, name, m, True, sparse, 1, "")
    for name in floats:
        yield "half", (name, name, 64, False, True, 1, "")
        yield "half", (name, name, 64, False, False, 1, "")
        yield "pair", (name, name, 128, False, True, 2, "")
        yield "pair", (name, name, 128, False, False, 2, "")
        yield "pair", (name, name, 256, False, True, 2, "")
    for a in narrow:
        for b in narrow:
            yield "narrow", (a, b, 128, False, True, 1, "")
            yield "scaled", (a, b, 128, False, True, 1, "mxf8f6f4")
    for kind in ("mxf4", "mxf4nvf4"):
        for sparse in (False, True):
            yield "scaled", ("e2m1", "e2m1", 128, False, sparse, 1, kind)
            yield "scaled", ("e2m1", "e2m1", 256, False, sparse, 2, kind)
    yield "scaled", ("e4m3", "e2m3", 256, False, True, 2, "mxf8f6f4")


def copied(tool, rng, folder, form):
    """`tcgen05.cp`: rows of 16 or 32 bytes, by the layouts of CUTLASS's copy traits."""
    shape, multicast, group = form
    rows, bits = (int(x) for x in shape.removesuffix("b").split("x"))
    data = [rng.integers(0, 256, (max(rows, 16), bits // 8)).astype(np.uint8) for _ in range(group)]
    state = rng.integers(0, 1 << 32)
    images = [sparse_units.Image(np.random.default_rng(state), part, 8) for part in data]
    image = rng.integers(0, 1 << 32, (128 * group, COLUMNS)).astype(np.uint32)
    lane, column = int(rng.integers(32)) if rows == 4 else 0, 4 * int(rng.integers(0, 16))
    expected = image.copy()
    for cta, part in enumerate(data):
        cells = part.view(np.uint32)
        for row in range(rows):
            lanes = {"warpx4": [row, row + 32, row + 64, row + 96], "warpx2::02_13": [row, row + 64],
                     "warpx2::01_23": [row % 32 + row // 32 * 64 + 32 * i for i in (0, 1)], "": [row * 32 + lane if rows == 4 else row]}[multicast]
            for at in lanes:
                expected[cta * 128 + at, column:column + bits // 32] = cells[row]
    statements = sparse_units.DESCRIPTOR.format(name="A", low="a", fields=images[0].fields(True)) + f"""
    add.u32 %m0, %to, {column | lane << 16};
    tcgen05.cp.cta_group::{group}.{shape}{'.' * bool(multicast)}{multicast} [%m0], %ad;
"""
    tiles = {"A": [i.bytes for i in images], "B": [np.zeros(512, np.uint8)] * group}
    out, error = execute(tool, folder, one_thread(statements, group), tiles, image, group)
    return f"tcgen05.cp {form}: {error}" if error else "" if (out == expected).all() else f"tcgen05.cp {form}: {np.argwhere(out != expected)[:3].tolist()}"


def bit_of(shape, count, thread, bit):
    """The bit of a lane of tensor memory, and the lane, of a bit of the registers: the layouts of CUTLASS's copy traits for loads."""
    four, eight = thread % 4, thread // 4
    if shape == "16x256b":
        index = four * 64 + eight * 256 * count + bit % 64 + bit // 64 % 2 * 2048 * count + bit // 128 * 256
        return index % (256 * count), index // (256 * count)
    if shape == "16x128b":
        index = four * 32 + eight * 128 * count + bit % 32 + bit // 32 % 2 * 1024 * count + bit // 64 * 128
        return index % (128 * count), index // (128 * count)
    if shape == "16x64b":
        index = thread % 2 * 512 * count + thread // 2 % 2 * 32 + eight * 64 * count + bit % 32 + bit // 32 * 64
        return index % (64 * count), index // (64 * count)
    return bit, thread % (16 if shape == "16x32bx2" else 32)


def cells_of(shape, count, packed, half):
    """For each thread and register: the cells of its halves, as (lane, column, the lowest bit)."""
    registers = count * {"16x256b": 4, "16x128b": 2}.get(shape, 1)
    table = np.zeros((32, registers, 2, 3), np.int64)
    for thread in range(32):
        for register in range(registers):
            for part in range(2):
                bit, lane = bit_of(shape, count, thread, register * 32 + part * 16)
                column = bit // 16 if packed else bit // 32
                table[thread, register, part] = lane, column + (half if shape == "16x32bx2" and thread >= 16 else 0), 0 if packed else bit % 32
    return table


def moved(tool, rng, folder, form):
    """`tcgen05.ld` or `tcgen05.st` of one shape: registers against cells."""
    shape, packed, is_load = form
    most = {"16x256b": 4, "16x128b": 5}.get(shape, 6)
    count = 1 << int(rng.integers(0, most + 1))
    half = count * (2 if packed else 1) + int(rng.integers(0, 4))
    table = cells_of(shape, count, packed, half)
    registers = table.shape[1]
    image = rng.integers(0, 1 << 32, (128, COLUMNS)).astype(np.uint32)
    values = rng.integers(0, 1 << 32, (128, registers)).astype(np.uint32)
    lane = 16 * int(rng.integers(2)) if shape.startswith("16") else 0
    expected, wanted = image.copy(), values.copy()
    for thread in range(128):
        for register in range(registers):
            word = 0
            for part in range(2):
                at, column, low = (int(x) for x in table[thread % 32, register, part])
                at += thread // 32 * 32 + lane
                word |= (int(image[at, column]) >> low & 0xFFFF) << 16 * part
                if not is_load:
                    bits = int(values[thread, register]) >> 16 * part & 0xFFFF
                    expected[at, column] = bits if packed else int(expected[at, column]) & ~(0xFFFF << low) | bits << low
            if is_load:
                wanted[thread, register] = word
    offset = f", {half}" if shape == "16x32bx2" else ""
    group = sparse_units.listed("d", registers)
    where = f"[%m0]{offset}"
    form_text = f"sync.aligned.{shape}.x{count}{('.pack::16b' if is_load else '.unpack::16b') * packed}.b32"
    reads = "\n".join(f"ld.global.b32 %d{i}, [%q+{4 * i}];" for i in range(registers))
    writes = "\n".join(f"st.global.b32 [%q+{4 * i}], %d{i};" for i in range(registers))
    body = f"ld.param.u64 %p, [V];\nmad.wide.u32 %q, %t, {4 * registers}, %p;\nadd.u32 %m0, %y, {lane << 16};\n"
    body += f"tcgen05.ld.{form_text} {group}, {where};\ntcgen05.wait::ld.sync.aligned;\n{writes}" if is_load else \
        f"{reads}\ntcgen05.st.{form_text} {where}, {group};\ntcgen05.wait::st.sync.aligned;"
    tiles = {name: [np.zeros(512, np.uint8)] for name in "AB"}
    out, error = execute(tool, folder, body, tiles, image, 1, {"V": values})
    if error:
        return f"{form} x{count}: {error}"
    same = (out == expected).all() and (np.load(Path(folder, "V.npy")) == wanted).all()
    return "" if same else f"{form} x{count}: {np.argwhere(out != expected)[:3].tolist()}"


def main():
    options = trials.options()
    rng = np.random.default_rng(options.seed)
    tests = [(title, product, form) for title, form in product_forms()]
    for group in (1, 2):
        tests += [("cp", copied, (shape, multicast, group)) for shape, multicast in
                  (("128x256b", ""), ("128x128b", ""), ("4x256b", ""), ("64x128b", "warpx2::02_13"), ("64x128b", "warpx2::01_23"), ("32x128b", "warpx4"))]
    tests += [("move", moved, (shape, packed, is_load)) for shape in ("16x64b", "16x128b", "16x256b", "16x32bx2", "32x32b")
              for packed in (False, True) for is_load in (False, True)]
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for title, function, form in tests:
            for _ in range(options.count if options.only in title else 0):
                results.append(function(options.tool, rng, folder, form))
    return trials.summary(results, "kernels")


if __name__ == "__main__":
    sys.exit(main())
