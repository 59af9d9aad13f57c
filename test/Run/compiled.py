# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that nvcc compiles, executed by ptx-run and compared with NumPy. Run by hand:

    compiled.py --tool=<build>/bin/ptx-run [--targets=80,90,100] [--only=<name>] [--seed=<n>]

A kernel whose name has an ending is wrong: it must give a finding, or a result that differs."""

import argparse
import collections
import hashlib
import re
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np
import runs
from runs import Out

HERE = Path(__file__).resolve().parent
Case = collections.namedtuple("Case", "name grid block args expected tolerance shared least")
F, D, I, U, L, Q = np.float32, np.float64, np.int32, np.uint32, np.int64, np.uint64


def collatz(value):
    steps = 0
    while value != 1:
        value = 3 * value + 1 if value % 2 else value // 2
        steps += 1
    return steps


def bits(x):
    x = int(x)
    reversed_ = int(f"{x:032b}"[::-1], 2)
    source = x | (~x & 0xFFFFFFFF) << 32
    permuted = sum(((source >> 8 * (0x5140 >> 4 * i & 7)) & 0xFF) << 8 * i for i in range(4))
    shift = x & 31
    funnel = ((x >> 3) << 32 | x) << shift >> 32 & 0xFFFFFFFF
    first = (x & -x).bit_length()
    return reversed_ ^ x.bit_count() ^ (32 - x.bit_length()) << 8 ^ first << 16 ^ permuted ^ funnel


def high_product(x):
    x = int(x)
    signed = lambda v: v - (1 << 32) if v >> 31 else v
    low = signed(x & 0xFFFFFFFF) * signed(x >> 32) >> 32
    return (x * (x ^ 0x9E3779B97F4A7C15) >> 64) + low & 0xFFFFFFFFFFFFFFFF


def xorshift(x, rounds):
    x = int(x)
    for _ in range(rounds):
        x ^= x << 13 & 0xFFFFFFFFFFFFFFFF
        x ^= x >> 7
        x ^= x << 17 & 0xFFFFFFFFFFFFFFFF
    return x


def mandelbrot(width, height, most):
    counts = np.zeros(width * height, I)
    for i in range(width * height):
        a = F(-2) + F(3) * F(i % width) / F(width)
        b = F(-1) + F(2) * F(i // width) / F(height)
        x = z = F(0)
        while counts[i] < most and x * x + z * z < 4:
            x, z = x * x - z * z + a, F(2) * x * z + b
            counts[i] += 1
    return counts


def choose(i, kind):
    value = [i * 7 + 1, i ^ 0x55, -i, i * i, i << 3, i % 11, ~i][kind] if kind < 7 else 42
    return value


def gravity(bodies):
    b = bodies.astype(D)
    difference = b[None, :, :3] - b[:, None, :3]
    inverse = 1 / np.sqrt((difference ** 2).sum(2) + 0.01)
    return np.concatenate([(difference * (b[None, :, 3] * inverse ** 3)[..., None]).sum(1), np.zeros((len(b), 1))], 1)


def cases(rng):
    real = lambda *shape: rng.uniform(-2, 2, shape).astype(F)
    whole = lambda low, high, *shape: rng.integers(low, high, shape, I)
    n = 200
    x, y = real(n), real(n)

    def case(name, grid, block, args, *expected, tolerance=0.0, shared=0, least=0):
        return Case(name, grid, block, args, expected, tolerance, shared, least)

    fused = lambda a, x, y: (D(a) * x.astype(D) + y.astype(D)).astype(F)
    for name in ("saxpy", "saxpy_bounds"):
        yield case(name, 7, 32, [Out(y), x, F(1.5), n], fused(F(1.5), x, y))
    dx, dy = rng.standard_normal(n), rng.standard_normal(n)
    yield case("daxpy", 4, 64, [Out(dy), dx, 0.75, n], 0.75 * dx + dy, tolerance=1e-15)
    hx, hy = x.astype(np.float16), y.astype(np.float16)
    yield case("haxpy", 7, 32, [Out(hy), hx, F(0.5), n], (D(0.5) * hx.astype(D) + hy.astype(D)).astype(np.float16))
    square = (hx * hx).astype(np.float16)
    yield case("half_pairs", 4, 32, [Out(hy), hx, n // 2], square + hy, tolerance=2e-3)
    bx, by = (real(n).view(U) >> 16).astype(np.uint16), (real(n).view(U) >> 16).astype(np.uint16)
    wide = lambda v: (v.astype(U) << 16).view(F)
    product = (wide(bx) * wide(by)).view(U)
    rounded = ((product + 0x7FFF + (product >> 16 & 1)) >> 16).astype(np.uint16)
    yield case("bfloat_product", 7, 32, [Out(by), bx, n], rounded)
    ints = whole(-1 << 31, (1 << 31) - 1, 4 * n)
    yield case("copy_vectors", 2, 32, [Out(np.zeros_like(ints)), ints, n], ints)
    odd = (real(n) * 100).astype(F)
    odd[:4] = [0.5, 1.5, 2.5, -0.5]
    yield case("convert", 7, 32, [Out(np.zeros(n, I)), Out(np.zeros(n, I)), Out(np.zeros(n, U)), Out(np.zeros(n, np.int16)), odd, n],
               np.rint(odd).astype(I), odd.astype(I), np.maximum(np.ceil(odd), 0).astype(U), odd.astype(I).astype(np.int16))
    words = rng.integers(0, 1 << 32, n, U)
    yield case("bits", 7, 32, [Out(np.zeros(n, U)), words, n], np.array([bits(w) for w in words], U))
    longs = rng.integers(0, 1 << 64, n, Q)
    yield case("high_products", 7, 32, [Out(np.zeros(n, Q)), longs, n], np.array([high_product(v) for v in longs], Q))
    a, b = whole(1, 100000, n), whole(1, 100000, n)
    yield case("greatest_divisor", 7, 32, [Out(np.zeros(n, I)), a, b, n], np.gcd(a, b))
    starts = rng.integers(1, 1 << 40, 64, L)
    yield case("collatz", 2, 32, [Out(np.zeros(64, I)), starts, 64], np.array([collatz(int(v)) for v in starts], I))
    p, q = rng.integers(-1 << 60, 1 << 60, n, L), rng.integers(1, 1 << 20, n, L) * rng.choice([-1, 1], n)
    towards = lambda u, v: abs(int(u)) // abs(int(v)) * (1 if (u < 0) == (v < 0) else -1)
    divided = [towards(u, v) * 1000 + int(u) - towards(u, v) * int(v) for u, v in zip(p, q)]
    yield case("divide64", 7, 32, [Out(np.zeros(n, L)), p, q, n], np.array([(v + (1 << 63)) % (1 << 64) - (1 << 63) for v in divided], L))
    yield case("quotient", 7, 32, [Out(np.zeros(n, F)), x, y, n], x / y + np.sqrt(np.abs(x)))
    f = (real(64) * 20).astype(F)
    f[:2] = [1e5, -3e6]  # sinf takes the slow way
    clipped = np.minimum(f, F(80))
    yield case("functions", 2, 32, [Out(np.zeros(256, F)), clipped, 64],
               np.stack([np.exp(clipped.astype(D)), np.log(np.abs(clipped.astype(D)) + 1), np.sin(clipped.astype(D)), np.tanh(clipped.astype(D))], 1).ravel(), tolerance=2e-6)
    g = rng.uniform(-20, 20, 64)
    yield case("double_functions", 2, 32, [Out(np.zeros(192)), g, 64],
               np.stack([np.exp(g), np.log(np.abs(g) + 1), g / (1 + np.sqrt(np.abs(g)))], 1).ravel(), tolerance=1e-14)

    yield case("mandelbrot", 10, 32, [Out(np.zeros(320, I)), 20, 16, 50], mandelbrot(20, 16, 50))
    texts = [bytes(rng.integers(0, 256, int(size), np.uint8)) for size in rng.integers(0, 56, 40)]
    padded = b"".join(t + b"\x80" + bytes(55 - len(t)) + (8 * len(t)).to_bytes(8, "big") for t in texts)
    digests = b"".join(hashlib.sha256(t).digest() for t in texts)
    yield case("sha256", 2, 32, [Out(np.zeros(320, U)), np.frombuffer(padded, U), 40], np.frombuffer(digests, U))
    data = rng.integers(0, 256, (40, 37), np.uint8)
    yield case("crc32", 2, 32, [Out(np.zeros(40, U)), data, 37, 40], np.array([zlib.crc32(bytes(row)) for row in data], U))
    yield case("xorshift", 7, 32, [Out(np.zeros(n, Q)), longs, 20, n], np.array([xorshift(v, 20) for v in longs], Q))
    left, right = rng.integers(-128, 128, (64, 32), np.int8), rng.integers(-128, 128, (64, 32), np.int8)
    yield case("dot_bytes", 2, 32, [Out(np.zeros(64, I)), left.view(I), right.view(I), 8], (left.astype(I) * right).sum(1).astype(I))

    v = real(4, 128)
    for name in ("reduce_shuffle", "reduce_shuffle_barrier"):
        yield case(name, 4, 128, [Out(np.zeros(4, F)), v], v.astype(D).sum(1), tolerance=1e-5)
    w = whole(-1000, 1000, 4, 128)
    for name in ("reduce_shared", "reduce_shared_barrier"):
        yield case(name, 4, 128, [Out(np.zeros(4, I)), w], w.sum(1), shared=512)
    yield case("reduce_atomic", 4, 64, [Out(np.zeros(1, F)), x, n], np.array([x.astype(D).sum()]), tolerance=1e-5)
    yield case("reduce_plain", 4, 64, [Out(np.zeros(1, I)), w, n], np.array([w.ravel()[:n].sum()]))
    groups = w.reshape(16, 32)
    yield case("reduce_warp", 4, 128, [Out(np.zeros(512, I)), w], np.repeat(groups.sum(1) + 3 * groups.max(1), 32))
    yield case("reduce_last", 4, 128, [Out(np.zeros(1, I)), Out(np.zeros(4, I)), w], np.array([w.sum()]), w.sum(1))
    s = whole(-50, 50, 2, 256)
    for name in ("scan_shared", "scan_shared_buffer"):
        yield case(name, 2, 256, [Out(np.zeros(512, I)), s], np.cumsum(s, 1))
    yield case("scan_warp", 2, 256, [Out(np.zeros(512, I)), s], np.cumsum(s.reshape(16, 32), 1))
    yield case("scan_chain", 4, 128, [Out(np.zeros(512, I)), s], np.cumsum(s))
    letters = rng.integers(0, 40, 3000, np.uint8)
    for name in ("histogram", "histogram_plain"):
        yield case(name, 3, 128, [Out(np.zeros(256, U)), letters, 3000], np.bincount(letters, minlength=256))
    composite = np.zeros(32 * 32, bool)
    for k in range(2, 32):
        composite[k * k:1001:k] = True
    composite[1001:] = False
    packed = np.packbits(composite, bitorder="little").view(U)
    yield case("sieve", 1, 32, [Out(np.zeros(32, U)), 1000], packed)
    yield case("maximum_cas", 4, 64, [Out(np.zeros(1, U)), x, n], np.array([x.max()], F).view(U))
    small = whole(-5, 6, 256)
    kept = small[small > 0]
    yield case("compact", 2, 128, [Out(np.zeros(256, I)), Out(np.zeros(1, I)), small, 256],
               np.concatenate([kept, np.zeros(256 - len(kept), I)]), np.array([len(kept)]))
    kinds = whole(0, 9, 64)
    flags = []
    for half in kinds.reshape(2, 32):
        for value in half:
            flags += [sum(1 << k for k in range(32) if half[k] == value), 1 + 2 * bool((half == 3).any()) + 4 * bool((half < 8).all())]
    yield case("match_groups", 1, 64, [Out(np.zeros(128, U)), kinds], np.array(flags, U))
    image = real(40, 50)
    for name in ("transpose", "transpose_barrier", "transpose_index"):
        yield case(name, "4,3", "16,16", [Out(np.zeros((50, 40), F)), image, 50, 40], image.T)
    blurred = np.zeros_like(image)
    i = image.astype(D)
    blurred[1:-1, 1:-1] = 0.2 * (i[1:-1, 1:-1] + i[1:-1, :-2] + i[1:-1, 2:] + i[:-2, 1:-1] + i[2:, 1:-1])
    for name in ("stencil", "stencil_edge"):
        yield case(name, "4,5", "16,8", [Out(np.zeros((40, 50), F)), image, 50, 40], blurred, tolerance=1e-6)
    yield case("convolve", 7, 32, [Out(np.zeros(n, F)), x, n], np.convolve(x.astype(D), [0.0625, 0.25, 0.375, 0.25, 0.0625], "same"), tolerance=1e-6)
    yield case("bitonic_sort", 2, 256, [Out(s)], np.sort(s, 1))
    rows = whole(-99, 99, 40, 20)
    yield case("insertion_sort", 2, 32, [Out(rows), 20, 40], np.sort(rows, 1))
    ordered, keys = np.sort(whole(0, 1000, 300)), whole(0, 1000, 100)
    yield case("search", 4, 32, [Out(np.zeros(100, I)), ordered, keys, 300, 100], np.searchsorted(ordered, keys))
    logits = real(5, 70)
    exponentials = np.exp(logits.astype(D) - logits.max(1, keepdims=True))
    for name in ("softmax", "softmax_sync"):
        yield case(name, 5, 32, [Out(np.zeros((5, 70), F)), logits, 70], exponentials / exponentials.sum(1, keepdims=True), tolerance=2e-6)
    scale, shift, e = real(70), real(70), logits.astype(D)
    normal = (e - e.mean(1, keepdims=True)) / np.sqrt(e.var(1, keepdims=True) + 1e-5) * scale + shift
    yield case("layer_norm", 5, 64, [Out(np.zeros((5, 70), F)), logits, scale, shift, 70], normal, tolerance=2e-5)
    A, B = real(20, 37), real(37, 30)
    C = A.astype(D) @ B.astype(D)
    for name in ("matmul", "matmul_tiled", "matmul_tiled_barrier", "matmul_edge"):
        yield case(name, "2,2", "16,16", [Out(np.zeros((20, 30), F)), A, B, 20, 30, 37], C, tolerance=1e-5)
    yield case("matmul_double", "2,2", "16,16", [Out(np.zeros((20, 30))), A.astype(D), B.astype(D), 20, 30, 37], C, tolerance=1e-12)
    yield case("pool", "2,3", "16,8", [Out(np.zeros((20, 25), F)), image, 50, 40], image.reshape(20, 2, 25, 2).max((1, 3)))
    yield case("largest_index", 1, 32, [Out(np.zeros(1, I)), x, n], np.array([x.argmax()]))
    bodies = np.abs(real(48, 4))
    yield case("gravity", 2, 32, [Out(np.zeros((48, 4), F)), bodies, 48], gravity(bodies), tolerance=1e-4)
    bases = whole(1, 1000, 64)
    yield case("powers", 2, 32, [Out(np.zeros(64, I)), bases, 64],
               np.array([pow(int(v), 1000 + k, 1000003) + pow(k + 2, int(v), 65537) for k, v in enumerate(bases)]))
    yield case("choose", 2, 32, [Out(np.zeros(64, I)), kinds, 64], np.array([choose(k, v) for k, v in enumerate(kinds)]))
    tiles = real(2, 3, 64, 4)
    for name in ("pipeline", "pipeline_wait"):
        yield case(name, 2, 64, [Out(np.zeros(128, F)), tiles, 3], tiles.astype(D).sum((1, 3))[:, ::-1], tolerance=1e-5)
    table = np.array([[1.5, -2.0, 0.25], [4.0, 8.0, -0.5]], F)
    yield case("through_pointers", 2, 32, [Out(np.zeros(64, F)), kinds, 64], np.array([table[v & 1][k % 3] * k for k, v in enumerate(kinds)]))
    h = whole(-99, 99, 4, 64)
    yield case("peer_sum", 4, 64, [Out(np.zeros(256, I)), h], 2 * h + h[[1, 0, 3, 2], ::-1], least=90)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="ptx-run")
    parser.add_argument("--targets", default="80,90,100")
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    source = (HERE / "Inputs/kernels.cu").read_text()
    names = set(re.findall(r"__global__ void (?:__cluster_dims__\(.*?\) )?(\w+)\(", source))
    right = wrong = failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for target in options.targets.split(","):
            module = folder / f"sm_{target}.ptx"
            subprocess.run(["nvcc", "-ptx", f"-arch=sm_{target}", "-o", module, HERE / "Inputs/kernels.cu"], check=True)
            for case in cases(np.random.default_rng(options.seed)):
                names.discard(case.name)
                if options.only not in case.name or case.least > int(target):
                    continue
                code, output, results = runs.execute(options.tool, folder, module, case.name, case.grid, case.block, case.args, case.shared)
                problem = runs.differs(case.expected, case.tolerance, results)
                is_wrong = case.name in WRONG
                fails = not (code == 1 or (code == 0 and problem)) if is_wrong else bool(code or problem)
                right += not is_wrong
                wrong += is_wrong
                failures += fails
                if fails:
                    print(f"sm_{target} {case.name}: exit {code}; {problem or 'right results'}\n{output[:1500]}")
    print(f"{right} right kernels, {wrong} wrong ones: {failures} not as they should be")
    if names:
        print("without a case:", *sorted(names))
    return bool(failures)


WRONG = {"saxpy_bounds", "reduce_shuffle_barrier", "reduce_shared_barrier", "reduce_plain", "scan_shared_buffer", "histogram_plain",
         "transpose_barrier", "transpose_index", "stencil_edge", "softmax_sync", "matmul_tiled_barrier", "matmul_edge", "pipeline_wait"}

if __name__ == "__main__":
    sys.exit(main())
