# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`mma` of all shapes and types that are executed, with random numbers, compared bit by bit with exact sums of rational numbers.

    fragments.py TOOL [--seed=<n>] [--count=<n>] [--only=<text>]

The layouts of fragments are formulas of the manual, 9.7.14.5, written down again; the kernel loads each register from an array."""

import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import numpy as np
import trials

# Name: bits of the exponent and of the fraction, bias, and whether the greatest exponent is for infinity and NaN.
FLOATS = {"f16": (5, 10, 15, True), "bf16": (8, 7, 127, True), "tf32": (8, 10, 127, True), "f32": (8, 23, 127, True), "f64": (11, 52, 1023, True),
          "e4m3": (4, 3, 7, False), "e5m2": (5, 2, 15, True), "e3m2": (3, 2, 3, False), "e2m3": (2, 3, 1, False), "e2m1": (2, 1, 1, False)}
NAN = {"f16": 0x7FFF, "f32": 0x7FFFFFFF}


def number(name, bits):
    """The number with these bits; a text for infinity and NaN."""
    if name in ("s8", "s4"):
        width = int(name[1:])
        return Fraction(bits - (1 << width) * (bits >> (width - 1)))
    if name in ("u8", "u4", "b1"):
        return Fraction(bits)
    if name == "s32":
        return Fraction(bits - (bits >> 31 << 32))
    if name == "ue8m0":
        return "nan" if bits == 255 else Fraction(2) ** (bits - 127)
    if name == "ue4m3":
        return number("e4m3", bits & 127)
    exponents, fraction, bias, special = FLOATS[name]
    if name == "tf32":
        bits >>= 13
    sign = -1 if bits >> (exponents + fraction) & 1 else 1
    exponent, rest = bits >> fraction & (1 << exponents) - 1, bits & (1 << fraction) - 1
    if special and exponent == (1 << exponents) - 1:
        return "nan" if rest else ("-inf" if sign < 0 else "inf")
    if name == "e4m3" and bits & 0x7F == 0x7F:
        return "nan"
    if not exponent:
        return sign * Fraction(rest) * Fraction(2) ** (1 - bias - fraction)
    return sign * Fraction(rest + (1 << fraction)) * Fraction(2) ** (exponent - bias - fraction)


def encode(name, value, rounding="rn", negative_zero=False):
    """The rounded number: by default the nearest one, or the even one of two."""
    exponents, fraction, bias, _ = FLOATS[name]
    sign = 1 << (exponents + fraction)
    infinity = ((1 << exponents) - 1) << fraction
    if isinstance(value, str):
        return {"nan": NAN.get(name), "inf": infinity, "-inf": sign | infinity}[value]
    if value == 0:
        return sign if negative_zero else 0
    magnitude, negative = abs(value), value < 0
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    exponent -= Fraction(2) ** exponent > magnitude
    exponent = max(exponent, 1 - bias)
    scaled = magnitude / Fraction(2) ** (exponent - fraction)
    whole, rest = divmod(scaled.numerator, scaled.denominator)
    half = Fraction(rest, scaled.denominator) - Fraction(1, 2)
    up = {"rn": half > 0 or (half == 0 and whole & 1), "rz": False, "rm": rest > 0 and negative, "rp": rest > 0 and not negative}[rounding]
    whole += up
    bits = ((exponent + bias - 1) << fraction) + whole  # A carry goes to the exponent.
    if bits >= infinity:
        towards_zero = rounding == "rz" or (rounding == "rm" and not negative) or (rounding == "rp" and negative)
        bits = infinity - 1 if towards_zero else infinity
    return bits | sign * negative


def places(matrix, m, n, k, bits):
    """By lane: (row, column) of each element, from the lowest register on."""
    each = max(1, 32 // bits)
    table = []
    for lane in range(32):
        group, thread = lane >> 2, lane % 4
        if matrix == "D":
            table.append([(group + 8 * (i >= 2), thread * 2 + (i & 1)) for i in range(m * n // 32)])
        elif matrix == "B":
            table.append([(thread * each + i % each + i // each * 4 * each, group) for i in range(k * n // 32)])
        else:
            half = m // 8
            table.append([(group + 8 * (i // each % half), thread * each + i % each + i // (each * half) * 4 * each) for i in range(m * k // 32)])
    return table


def quads(matrix, layout, single):
    """The same for the four products of m8n8k4: (product, row, column)."""
    table = []
    for lane in range(32):
        product, thread, high = lane // 4 % 4, lane % 4, 4 * (lane >= 16)
        if matrix == "D":
            at = [((lane & 1) + (i & 2) + high, (i & 4) + (lane & 2) + (i & 1)) if single else (thread + high, i) for i in range(8)]
        else:
            along = [(thread + high, i) if (layout == "row") == (matrix == "A") else (i + high, thread) for i in range(4)]
            at = along if matrix == "A" else [(b, a) for a, b in along]
        table.append([(product, *p) for p in at])
    return table


def chunk_of(case):
    """The elements of A for which there are 4 bits of metadata."""
    return {32: 2, 4: 8}.get(case.container[0], 4)


def metadata_place(chunks, selector, row, chunk):
    """The lane and the lowest bit of the metadata of a chunk of A."""
    group = row % 8 * 4
    if chunks == 16:  # A thread has those of a row and of half of its columns.
        return group + row // 8 + 2 * (chunk // 8), chunk % 8 * 4
    # A thread has those of four chunks of the rows i and i + 8.
    return group + selector * (chunks // 4) + chunk // 4, row // 8 * 16 + chunk % 4 * 4


class Case:
    def __init__(self, text, shape, types, container=None, rounding="rn", saturates=False, exclusive=False, scales=None, sparse=""):
        self.text, self.types, self.rounding, self.saturates, self.exclusive, self.scales = text, types, rounding, saturates, exclusive, scales
        self.m, self.n, self.k = shape
        self.sparse = sparse
        self.container = container or [width(t) for t in types[1:3]]
        self.layouts = [w for w in text.split(".") if w in ("row", "col")]
        self.isQuad = shape == (8, 8, 4) and types[1] == "f16"


def width(name):
    return {"tf32": 32, "b1": 1}.get(name) or (sum(FLOATS[name][:2]) + 1 if name in FLOATS else int(name[1:]))


def cases():
    for d in ("f16", "f32"):
        for shape in ((16, 8, 8), (16, 8, 16)):
            yield Case(f"m16n8k{shape[2]}.row.col.{d}.f16.f16.{d}", shape, (d, "f16", "f16", d))
        for c in ("f16", "f32"):
            for a in ("row", "col"):
                for b in ("row", "col"):
                    if (d, c) != ("f16", "f32"):
                        yield Case(f"m8n8k4.{a}.{b}.{d}.f16.f16.{c}", (8, 8, 4), (d, "f16", "f16", c))
    for k in (8, 16):
        yield Case(f"m16n8k{k}.row.col.f32.bf16.bf16.f32", (16, 8, k), ("f32", "bf16", "bf16", "f32"))
    for k in (4, 8):
        yield Case(f"m16n8k{k}.row.col.f32.tf32.tf32.f32", (16, 8, k), ("f32", "tf32", "tf32", "f32"))
    for d in ("f16", "f32"):
        for k in (16, 32):
            for a in ("e4m3", "e5m2"):
                for b in ("e4m3", "e5m2"):
                    yield Case(f"m16n8k{k}.row.col.{d}.{a}.{b}.{d}", (16, 8, k), (d, a, b, d))
        for a in ("e4m3", "e5m2", "e3m2", "e2m3", "e2m1"):
            for b in ("e4m3", "e5m2", "e3m2", "e2m3", "e2m1"):
                yield Case(f"m16n8k32.row.col.kind::f8f6f4.{d}.{a}.{b}.{d}", (16, 8, 32), (d, a, b, d), [8, 8])
    for shape in ((8, 8, 4), (16, 8, 4), (16, 8, 8), (16, 8, 16)):
        for rounding in ("", ".rn", ".rz", ".rm", ".rp"):
            yield Case(f"m{shape[0]}n8k{shape[2]}.row.col.f64.f64.f64.f64{rounding}", shape, ("f64",) * 4, rounding=rounding[1:] or "rn")
    for widths, shapes in (("8", ((8, 8, 16), (16, 8, 16), (16, 8, 32))), ("4", ((8, 8, 32), (16, 8, 32), (16, 8, 64)))):
        for shape in shapes:
            for a in "us":
                for b in "us":
                    for limit in ("", ".satfinite"):
                        yield Case(f"m{shape[0]}n8k{shape[2]}.row.col{limit}.s32.{a}{widths}.{b}{widths}.s32", shape, ("s32", a + widths, b + widths, "s32"),
                                   saturates=bool(limit))
    for shape in ((8, 8, 128), (16, 8, 128), (16, 8, 256)):
        for op in ("xor", "and"):
            yield Case(f"m{shape[0]}n8k{shape[2]}.row.col.s32.b1.b1.s32.{op}.popc", shape, ("s32", "b1", "b1", "s32"), exclusive=op == "xor")
    for kind, vector, scale, k, blocks in (("mxf8f6f4", "", "ue8m0", 32, 1), ("mxf8f6f4", ".scale_vec::1X", "ue8m0", 32, 1), ("mxf4", "", "ue8m0", 64, 2),
                                           ("mxf4nvf4", ".scale_vec::2X", "ue8m0", 64, 2), ("mxf4nvf4", ".scale_vec::4X", "ue4m3", 64, 4)):
        for a, b in (("e4m3", "e5m2"), ("e2m1", "e3m2")) if k == 32 else (("e2m1", "e2m1"),):
            yield Case(f"m16n8k{k}.row.col.kind::{kind}.block_scale{vector}.f32.{a}.{b}.f32.{scale}", (16, 8, k), ("f32", a, b, "f32"), [8, 8] if k == 32 else None,
                       scales=(scale, blocks))


def sparse_cases():
    for variant in ("sp", "sp::ordered_metadata"):
        for k in (16, 32):
            for d in ("f16", "f32"):
                yield Case(f"m16n8k{k}.row.col.{d}.f16.f16.{d}", (16, 8, k), (d, "f16", "f16", d), sparse=variant)
            yield Case(f"m16n8k{k}.row.col.f32.bf16.bf16.f32", (16, 8, k), ("f32", "bf16", "bf16", "f32"), sparse=variant)
        for k in (8, 16):
            yield Case(f"m16n8k{k}.row.col.f32.tf32.tf32.f32", (16, 8, k), ("f32", "tf32", "tf32", "f32"), sparse=variant)
        for a in "us":
            for b in "us":
                yield Case(f"m16n8k64.row.col.s32.{a}8.{b}8.s32", (16, 8, 64), ("s32", a + "8", b + "8", "s32"), sparse=variant)
                yield Case(f"m16n8k128.row.col.satfinite.s32.{a}4.{b}4.s32", (16, 8, 128), ("s32", a + "4", b + "4", "s32"), saturates=True, sparse=variant)
        for a in ("e4m3", "e5m2"):
            yield Case(f"m16n8k64.row.col.f32.{a}.e4m3.f32", (16, 8, 64), ("f32", a, "e4m3", "f32"), sparse=variant)
    for a in ("e4m3", "e3m2", "e2m3", "e2m1"):
        for d in ("f16", "f32"):
            yield Case(f"m16n8k64.row.col.kind::f8f6f4.{d}.{a}.e5m2.{d}", (16, 8, 64), (d, a, "e5m2", d), [8, 8], sparse="sp::ordered_metadata")
    yield Case("m16n8k64.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e5m2.f32.ue8m0", (16, 8, 64), ("f32", "e4m3", "e5m2", "f32"), [8, 8], scales=("ue8m0", 1),
               sparse="sp::ordered_metadata")
    for kind, vector, scale, blocks in (("mxf4", "", "ue8m0", 2), ("mxf4nvf4", ".scale_vec::4X", "ue4m3", 4)):
        yield Case(f"m16n8k128.row.col.kind::{kind}.block_scale{vector}.f32.e2m1.e2m1.f32.{scale}", (16, 8, 128), ("f32", "e2m1", "e2m1", "f32"), scales=(scale, blocks),
                   sparse="sp::ordered_metadata")


def finite(rng, name, count):
    """Random bits without too many NaNs, with numbers of similar and of very different sizes."""
    if name in ("s8", "u8", "s4", "u4", "b1"):
        return rng.integers(0, 1 << width(name), count).astype(np.uint64)
    if name == "s32":
        return rng.choice([rng.integers(0, 1 << 32, count), rng.integers(0, 4096, count), np.full(count, 0x7FFFFF00), np.full(count, 0x80000100)]).astype(np.uint64)
    bits = rng.integers(0, 1 << min(width(name), 63), count, np.uint64)
    if width(name) >= 16 and rng.random() < 0.8:
        exponents, fraction, bias, _ = FLOATS[name]
        near = bias + rng.integers(-6, 6, count).astype(np.int64)
        shift = np.uint64(fraction + (13 if name == "tf32" else 0))
        mask = np.uint64(((1 << exponents) - 1) << int(shift))
        bits = bits & ~mask | near.astype(np.uint64) << shift
    return bits


def total(case, addend, a, b, addend_is_negative_zero):
    if case.types[0] == "f64":
        bits = addend
        for x, y in zip(a, b):
            terms = [number("f64", bits), number("f64", x), number("f64", y)]
            value = "nan" if any(isinstance(t, str) for t in terms) else terms[0] + terms[1] * terms[2]
            if value == "nan":
                return None
            if value == 0:
                return None  # The sign is that of an IEEE operation; random numbers do not get there.
            bits = encode("f64", value, case.rounding)
        return bits
    if case.exclusive:
        return sum(x != y for x, y in zip(a, b)) + addend
    value, infinities = addend, set()
    for x, y in zip([1] + a, [addend] + b):
        if "nan" in (x, y) if isinstance(x, str) or isinstance(y, str) else False:
            return "nan"
    value = Fraction(0)
    for x, y in [(Fraction(1), addend), *zip(a, b)]:
        if isinstance(x, str) or isinstance(y, str):
            if x == 0 or y == 0:
                return "nan"
            signs = [("-" if v.startswith("-") else "+") if isinstance(v, str) else ("-" if v < 0 else "+") for v in (x, y)]
            infinities.add("inf" if signs[0] == signs[1] else "-inf")
        else:
            value += x * y
    if infinities:
        return infinities.pop() if len(infinities) == 1 else "nan"
    return value


def run(tool, case, rng, folder):
    d, ta, tb, c = case.types
    products = 4 if case.isQuad else 1
    kept = case.k // 2 if case.sparse else case.k
    matrices = {"A": finite(rng, ta, products * case.m * kept).reshape(products, case.m, kept),
                "B": finite(rng, tb, products * case.k * case.n).reshape(products, case.k, case.n),
                "C": finite(rng, c, products * case.m * case.n).reshape(products, case.m, case.n)}
    words = 64 if d == "f64" else 32
    table = {}
    for matrix, name, bits in (("A", ta, case.container[0]), ("B", tb, case.container[1]), ("C", c, width(c)), ("D", d, width(d))):
        shape = "D" if matrix in "CD" else matrix
        if case.isQuad:
            at = quads(shape, case.layouts["AB".find(matrix)] if matrix in "AB" else "", width(name) == 32)
        else:
            at = [[(0, *p) for p in lane] for lane in places(shape, case.m, case.n, kept if matrix == "A" else case.k, bits)]
        table[matrix] = at, bits
    arrays = {}
    for matrix, name in (("A", ta), ("B", tb), ("C", c)):
        at, bits = table[matrix]
        each = max(1, words // bits) if words == 32 else 1
        count = len(at[0]) // each
        array = np.zeros((32, count), np.uint64)
        shift = 2 if name == "e2m1" and bits == 8 else 0
        for lane in range(32):
            for i, p in enumerate(at[lane]):
                array[lane, i // each] |= np.uint64(int(matrices[matrix][p]) << shift + i % each * bits)
        arrays[matrix] = array
    at, bits = table["D"]
    each = max(1, words // bits)
    results = len(at[0]) // each
    scale_text, selectors = "", None
    if case.scales:
        name, blocks = case.scales
        low, high = (110, 140) if name == "ue8m0" else (1, 126)
        arrays["E"] = np.array([[int.from_bytes(rng.integers(low, high, 4).astype(np.uint8).tobytes(), "little") for _ in range(2)] for _ in range(32)], np.uint64)
        first = {1: 3, 2: 2, 4: 0}[blocks]
        selectors = [(int(rng.integers(0, first + 1)) // blocks * blocks, int(rng.integers(0, 2))), (int(rng.integers(0, first + 1)) // blocks * blocks, int(rng.integers(0, 4)))]
        scale_text = "".join(f", %e{i}, {{{s[0]}, {s[1]}}}" for i, s in enumerate(selectors))
    metadata_text = ""
    if case.sparse:
        # Of two elements of .tf32, 0b0100 keeps the first one, and 0b1110 the second one.
        pairs = [(0, 1), (2, 3)] if ta == "tf32" else [(i, j) for i in range(4) for j in range(4) if i < j or (i > j and case.sparse == "sp")]
        chunks = case.k // chunk_of(case)
        chosen = [[pairs[int(rng.integers(len(pairs)))] for _ in range(chunks)] for _ in range(16)]
        selector = int(rng.integers(0, 16 // chunks))
        words_of_lanes = [int(rng.integers(0, 1 << 32)) for _ in range(32)]
        for row in range(16):
            for chunk in range(chunks):
                lane, bit = metadata_place(chunks, selector, row, chunk)
                i, j = chosen[row][chunk]
                words_of_lanes[lane] = words_of_lanes[lane] & ~(15 << bit) | (i | j << 2) << bit
        arrays["F"] = np.array([[word] for word in words_of_lanes], np.uint64)
        metadata_text = f", %f0, {selector}"
    lines = []
    for matrix, array in arrays.items():
        low = matrix.lower()
        lines += [f"ld.param.u64 %p, [{matrix}];", f"mad.wide.u32 %q, %t, {array.shape[1] * words // 8}, %p;"]
        lines += [f"ld.global.b{words} %{low}{i}, [%q+{i * words // 8}];" for i in range(array.shape[1])]
    group = lambda low, count: "{" + ", ".join(f"%{low}{i}" for i in range(count)) + "}"
    operands = ", ".join([group("d", results)] + [group(m.lower(), arrays[m].shape[1]) for m in "ABC"])
    lines.append(f"mma{'.' + case.sparse if case.sparse else ''}.sync.aligned.{case.text} {operands}{metadata_text}{scale_text};")
    lines += ["ld.param.u64 %p, [D];", f"mad.wide.u32 %q, %t, {results * words // 8}, %p;"]
    lines += [f"st.global.b{words} [%q+{i * words // 8}], %d{i};" for i in range(results)]
    kinds = {m.lower(): "f32" if m in "CD" and t == "f32" else f"b{words}" for m, t in zip("ABCDEF", (ta, tb, c, d, "", ""))}
    registers = "\n".join(f".reg .{kind} %{low}<16>;" for low, kind in kinds.items())
    parameters = ", ".join(f".param .u64 {m}" for m in [*arrays, "D"])
    body = "\n".join(lines)
    source = folder / "k.ptx"
    source.write_text(f".version 9.1\n.target sm_120a\n.address_size 64\n.visible .entry k({parameters})\n{{\n{registers}\n.reg .b64 %p, %q;\n.reg .b32 %t;\n"
                      f"mov.u32 %t, %tid.x;\n{body}\nret;\n}}\n")
    kind = np.uint64 if words == 64 else np.uint32
    arguments = []
    for matrix, array in arrays.items():
        np.save(folder / f"{matrix}.npy", array.astype(kind))
        arguments.append(f"--arg={matrix}={folder}/{matrix}.npy")
    np.save(folder / "D.npy", np.zeros((32, results), kind))
    done = subprocess.run([tool, "--quiet", source, "--block=32", *arguments, f"--arg=D={folder}/D.npy", f"--out=D={folder}/R.npy"], capture_output=True, text=True)
    if done.returncode:
        return f"{case.text}: {done.stdout}{done.stderr}"
    out = np.load(folder / "R.npy")
    numbers = {}
    raw = {"A": ta, "B": tb}
    for matrix, name in raw.items():
        values = matrices[matrix]
        numbers[matrix] = [[[int(v) if d == "f64" or case.exclusive else number(name, int(v)) for v in row] for row in product] for product in values]
    if case.sparse:
        size = chunk_of(case)
        for row, stored in enumerate(numbers["A"][0]):
            whole = [Fraction(0)] * case.k
            for column, value in enumerate(stored):
                chunk, at_chunk = divmod(column, size // 2)
                if size == 2:
                    at_whole = chosen[row][chunk][0] // 2
                elif size == 4:
                    at_whole = chosen[row][chunk][at_chunk]
                else:  # pairs
                    at_whole = chosen[row][chunk][at_chunk // 2] * 2 + at_chunk % 2
                whole[chunk * size + at_whole] = value
            numbers["A"][0][row] = whole
    if case.scales:
        name, blocks = case.scales
        byte = lambda word, i: int(word) >> 8 * i & 255
        for line in range(16):
            for k in range(case.k):
                lane = line % 8 * 4 + 2 * selectors[0][1] + line // 8
                scale = number(name, byte(arrays["E"][lane, 0], selectors[0][0] + k * blocks // case.k))
                if not isinstance(numbers["A"][0][line][k], str):
                    numbers["A"][0][line][k] *= scale
                if line < 8:
                    lane = line * 4 + selectors[1][1]
                    scale = number(name, byte(arrays["E"][lane, 1], selectors[1][0] + k * blocks // case.k))
                    if not isinstance(numbers["B"][0][k][line], str):
                        numbers["B"][0][k][line] *= scale
    for lane in range(32):
        for i, (p, row, column) in enumerate(at[lane]):
            got = int(out[lane, i // each]) >> i % each * bits & (1 << bits) - 1
            addend = int(matrices["C"][p, row, column])
            a, b = numbers["A"][p][row], [numbers["B"][p][k][column] for k in range(case.k)]
            if d == "f64":
                expected = total(case, addend, a, b, False)
            elif d == "s32":
                value = int(total(case, number("s32", addend), a, b, False))
                expected = min(max(value, -1 << 31), (1 << 31) - 1) if case.saturates else value
                expected &= 0xFFFFFFFF
            else:
                value = total(case, number(c, addend), a, b, False)
                expected = encode(d, value)
                if value == 0 and got == 1 << bits - 1:  # Only of negative zeros.
                    continue
            if expected is not None and got != expected:
                return f"{case.text}: ({row}, {column}) is {got:x}, and not {expected:x}"
    return ""


def main():
    options = trials.options()
    rng = np.random.default_rng(options.seed)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for case in [*cases(), *sparse_cases()]:
            if options.only not in case.text:
                continue
            for _ in range(options.count):
                results.append(run(options.tool, case, rng, Path(folder)))
    return trials.summary(results, "products")


if __name__ == "__main__":
    sys.exit(main())
