# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of Triton, Gluon, TileLang, CuTe DSL, numba-cuda, Warp and nvcc with CUB or CUTLASS, executed by ptx-run and compared with NumPy. Run by
hand, without a GPU:

    languages.py --tool=<build>/bin/ptx-run [--targets=80,90,100,120] [--only=<regex>] [--seed=<n>] [--keep=<folder>] [--wrong]

The packages are triton, tilelang, nvidia-cutlass-dsl, numba-cuda[cu13] and warp-lang; CUTLASS_PATH is a checkout of CUTLASS; a compiler that is not installed is left out, and named. With `--wrong`, each
edit of `EDITS` makes a kernel wrong: it must give a finding, or a result that differs."""

import argparse
import collections
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import runs
import tile_languages
from kernel_cases import D, F, H, I, L, U, Case, load
from runs import Out, Part

HERE = Path(__file__).resolve().parent
def signed(value, bits):
    return (int(value) + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def half_away(x):
    return np.trunc(x + np.copysign(F(0.5), x))


def philox(seed, counters):
    """The first word of philox4x32 with ten rounds, the key `seed` and a counter in its lowest word."""
    mask = 0xFFFFFFFF
    out = []
    for counter in counters:
        c, k = [int(counter), 0, 0, 0], [seed & mask, seed >> 32]
        for _ in range(10):
            p, q = c[0] * 0xD2511F53, c[2] * 0xCD9E8D57
            c = [(q >> 32) ^ c[1] ^ k[0], q & mask, (p >> 32) ^ c[3] ^ k[1], p & mask]
            k = [(k[0] + 0x9E3779B9) & mask, (k[1] + 0xBB67AE85) & mask]
        out.append(c[0])
    return np.array(out, U)


def pcg(state):
    """The generator of Warp: a step, and the permutation of its result."""
    state = (int(state) * 747796405 + 2891336453) & 0xFFFFFFFF
    word = (((state >> ((state >> 28) + 4)) ^ state) * 277803737) & 0xFFFFFFFF
    return (word >> 22) ^ word


def triton_cases(rng):
    real = lambda *shape: rng.uniform(-2, 2, shape).astype(F)
    whole = lambda low, high, *shape: rng.integers(low, high, shape, I)

    def case(name, grid, types, args, *expected, tolerance=0.0, texts=None, exit=0, **constants):
        given = dict(zip(types.split(), args))
        names, values = [t.split(":")[0] for t in types.split()], args
        signature = {t.split(":")[0]: t.split(":")[1] for t in types.split()}
        assert len(given) == len(args)
        del names
        return Case("triton", name, grid, None, list(values), expected, tolerance, {"signature": signature, "constants": constants}, texts, exit)

    n = 300
    x, y, w = real(n), real(n), real(n)
    yield case("add", 3, "out:*fp32 x:*fp32 y:*fp32 n:i32", [Out(np.zeros(n, F)), x, y, n], x + y, B=128)
    hx, hy = x.astype(H), y.astype(H)
    yield case("axpy_half", 3, "out:*fp16 x:*fp16 a:fp32 n:i32", [Out(hy), hx, F(1.5), n], (hx.astype(D) * 1.5 + hy.astype(D)).astype(H), B=128)
    m = real(5, 100)
    e = np.exp(m.astype(D) - m.max(1, keepdims=True))
    yield case("softmax", 5, "out:*fp32 x:*fp32 columns:i32", [Out(np.zeros_like(m)), m, 100], e / e.sum(1, keepdims=True), tolerance=2e-6, B=128)
    scale, shift, d = real(100), real(100), m.astype(D)
    normal = (d - d.mean(1, keepdims=True)) / np.sqrt(d.var(1, keepdims=True) + 1e-5)
    yield case("layer_norm", 5, "out:*fp32 x:*fp32 scale:*fp32 shift:*fp32 columns:i32", [Out(np.zeros_like(m)), m, scale, shift, 100], normal * scale + shift,
               tolerance=2e-5, B=128)
    mh = m.astype(H)
    dh = mh.astype(D)
    yield case("rms_norm", 5, "out:*fp16 x:*fp16 scale:*fp32 columns:i32", [Out(np.zeros_like(mh)), mh, scale, 100],
               dh / np.sqrt((dh * dh).mean(1, keepdims=True) + 1e-6) * scale, tolerance=2e-3, B=128)
    from math import erf
    yield case("gelu", 3, "out:*fp32 x:*fp32 n:i32", [Out(np.zeros(n, F)), x, n], np.array([0.5 * v * (1 + erf(v * 0.7071067811865476)) for v in x.astype(D)]),
               tolerance=2e-6, B=128)
    g = y.astype(D)
    yield case("gated", 3, "out:*fp32 x:*fp32 gate:*fp32 n:i32", [Out(np.zeros(n, F)), x, y, n], x * g / (1 + np.exp(-g)), tolerance=2e-6, B=128)
    ints = whole(-1000, 1000, n)
    yield case("total", 3, "out:*i32 x:*i32 n:i32", [Out(np.zeros(1, I)), ints, n], np.array([ints.sum()]), B=128)
    yield case("largest", 5, "out:*fp32 at:*i32 x:*fp32 columns:i32", [Out(np.zeros(5, F)), Out(np.zeros(5, I)), m, 100], m.max(1), m.argmax(1), B=128)
    k = whole(-50, 50, 4, 100)
    yield case("running_sum", 4, "out:*i32 x:*i32 columns:i32", [Out(np.zeros_like(k)), k, 100], np.cumsum(k, 1), B=128)
    a, b = rng.uniform(0.5, 1, (4, 128)).astype(F), real(4, 128)
    states, state = [], np.zeros(4)
    for i in range(128):
        state = state * a[:, i].astype(D) + b[:, i]
        states.append(state)
    yield case("recurrence", 4, "out:*fp32 a:*fp32 x:*fp32 columns:i32", [Out(np.zeros_like(b)), a, b, 128], np.stack(states, 1), tolerance=1e-5, B=128)
    yield case("running_maximum", 4, "out:*fp32 x:*fp32 columns:i32", [Out(np.zeros_like(b)), b, 128], np.maximum.accumulate(b, 1), B=128)
    letters = whole(0, 32, n)
    yield case("histogram", 3, "out:*i32 x:*i32 n:i32", [Out(np.zeros(32, I)), letters, n], np.bincount(letters, minlength=32), B=128)
    yield case("sort_rows", 4, "out:*fp32 x:*fp32 columns:i32", [Out(np.zeros_like(b)), b, 128], np.sort(b, 1), B=128)
    table, tokens = real(20, 60), whole(0, 20, 7)
    yield case("embedding", 7, "out:*fp32 table:*fp32 tokens:*i32 columns:i32", [Out(np.zeros((7, 60), F)), table, tokens, 60], table[tokens], B=64)
    image = real(40, 50)
    yield case("transpose", "2,2", "out:*fp32 x:*fp32 rows:i32 columns:i32", [Out(np.zeros((50, 40), F)), image, 40, 50], image.T, B=32)
    scales = (np.abs(m).max(1) / F(127)).astype(F)
    yield case("quantize", 5, "out:*i8 scales:*fp32 x:*fp32 columns:i32", [Out(np.zeros((5, 100), np.int8)), Out(np.zeros(5, F)), m, 100],
               half_away(m / scales[:, None]), scales, tolerance=(1.001, 1e-6), B=128)
    packed, factors = rng.integers(0, 256, 160, np.uint8), real(10)
    nibbles = np.stack([packed & 15, packed >> 4], 1).ravel().astype(I) - 8
    yield case("unpack_nibbles", 3, "out:*fp32 packed:*u8 scales:*fp32 n:i32", [Out(np.zeros(320, F)), packed, factors, 320],
               nibbles.astype(F) * np.repeat(factors, 32), B=128)
    A, v = real(6, 200), real(200)
    yield case("matrix_vector", 6, "out:*fp32 a:*fp32 x:*fp32 columns:i32", [Out(np.zeros(6, F)), A, v, 200], A.astype(D) @ v.astype(D), tolerance=1e-5, B=64)
    labels = whole(0, 100, 5)
    loss = np.log(e.sum(1)) + m.max(1) - m[np.arange(5), labels]
    yield case("cross_entropy", 5, "out:*fp32 logits:*fp32 labels:*i32 columns:i32", [Out(np.zeros(5, F)), m, labels, 100], loss, tolerance=2e-6, B=128)
    q, keys, values = real(40, 16), real(40, 16), real(40, 16)
    scores = np.where(np.tri(40, dtype=bool), q.astype(D) @ keys.T.astype(D) * 0.25, -np.inf)
    weights = np.exp(scores - scores.max(1, keepdims=True))
    yield case("attention", 40, "out:*fp32 q:*fp32 k:*fp32 v:*fp32 length:i32", [Out(np.zeros((40, 16), F)), q, keys, values, 40],
               weights / weights.sum(1, keepdims=True) @ values, tolerance=1e-5, D=16, B=8)
    taps = real(5)
    yield case("convolution", 3, "out:*fp32 x:*fp32 weights:*fp32 n:i32", [Out(np.zeros(n, F)), x, taps, n], np.correlate(x.astype(D), taps.astype(D), "same"),
               tolerance=1e-5, B=128)
    yield case("pool", 20, "out:*fp32 x:*fp32 columns:i32", [Out(np.zeros((20, 25), F)), image, 50], image.reshape(20, 2, 25, 2).max((1, 3)), B=32)
    angles = rng.uniform(0, 6, (6, 16))
    c, s, r = np.cos(angles).astype(F), np.sin(angles).astype(F), real(6, 32)
    one, two = r[:, :16].astype(D), r[:, 16:].astype(D)
    yield case("rotate", 6, "out:*fp32 x:*fp32 cosines:*fp32 sines:*fp32", [Out(np.zeros_like(r)), r, c, s],
               np.concatenate([one * c - two * s, two * c + one * s], 1), tolerance=1e-6, D=16)
    yield case("moments", 5, "mean:*fp32 variance:*fp32 x:*fp32 columns:i32", [Out(np.zeros(5, F)), Out(np.zeros(5, F)), m, 100], d.mean(1), d.var(1),
               tolerance=1e-5, B=128)
    p, o = whole(1, 100000, 128), whole(1, 100000, 128)
    yield case("divisor", 1, "out:*i32 x:*i32 y:*i32 n:i32", [Out(np.zeros(128, I)), p, o, 128], np.gcd(p, o), B=128)
    kept = ints[:200][ints[:200] > 0]
    yield case("keep_positive", 1, "out:*i32 count:*i32 x:*i32 n:i32", [Out(np.zeros(200, I)), Out(np.zeros(1, I)), ints[:200], 200],
               np.concatenate([kept, np.zeros(200 - len(kept), I)]), np.array([len(kept)]), B=256)
    words = philox(77, range(n))
    folded = np.where(words.view(I) < 0, ~words.view(I), words.view(I)).astype(D) * 4.6566127342e-10
    yield case("dropout", 3, "out:*fp32 x:*fp32 seed:i32 n:i32", [Out(np.zeros(n, F)), x, 77, n], np.where(folded > 0.25, x.astype(D) / 0.75, 0), tolerance=1e-6, B=128)
    yield case("parity", 4, "out:*i32 x:*i32 columns:i32", [Out(np.zeros(4, I)), k, 100], np.bitwise_xor.reduce(k, 1), B=128)
    most = np.array([x[j::8].max() for j in range(8)])
    yield case("maximum_of_all", 3, "out:*fp32 x:*fp32 n:i32", [Out(np.full(8, -np.inf, F)), x, n], most, B=128)
    t = rng.uniform(-3, 3, n)
    yield case("double_polynomial", 3, "out:*fp64 x:*fp64 n:i32", [Out(np.zeros(n)), t, n], ((t * 0.5 - 1.25) * t + 3) * t / (1 + t * t), tolerance=1e-14, B=128)
    yield case("strided", 16, "out:*fp32 x:*fp32 rows:i32 columns:i32 n:i32", [Out(np.zeros((40, 50), F)), image.T.copy().reshape(50, 40), 40, 50, 2000], image, B=128)
    said = [f"pid (0, 0, 0) idx ({i:3}) value: {i}" for i in range(128)]
    yield case("announce", 1, "out:*i32 n:i32", [Out(np.zeros(128, I)), 128], np.arange(128), texts=said, B=128)
    yield case("announce", 1, "out:*i32 n:i32", [Out(np.zeros(128, I)), 100], exit=1, texts=["fails the assertion `too many`"], B=128)


def numba_cases(rng):
    real = lambda *shape: rng.uniform(-2, 2, shape).astype(F)
    whole = lambda low, high, *shape: rng.integers(low, high, shape, I)

    def case(name, grid, block, args, *expected, tolerance=0.0):
        given = []
        for value in args:
            array = value.array if isinstance(value, Out) else value
            if isinstance(array, np.ndarray):  # two objects, sizes, the data, the shape and the strides
                given += [0, 0, array.size, array.itemsize, value, *array.shape, *array.strides]
            else:
                given.append(value)
        return Case("numba", name, grid, block, given, expected, tolerance, {"values": args})

    n = 200
    x, y = real(n), real(n)
    yield case("axpy", 2, 128, [Out(y), x, F(1.5)], (x.astype(D) * 1.5 + y.astype(D)).astype(F), tolerance=1e-6)
    yield case("block_sum", 2, 128, [Out(np.zeros(2, F)), x], np.array([x[:128].astype(D).sum(), x[128:].astype(D).sum()]), tolerance=1e-5)
    A, B = real(20, 37), real(37, 30)
    yield case("product", "2,2", "16,16", [Out(np.zeros((20, 30), F)), A, B], A.astype(D) @ B.astype(D), tolerance=1e-5)
    image = real(40, 50)
    yield case("flip", "4,3", "16,16", [Out(np.zeros((50, 40), F)), image], image.T)
    letters = whole(0, 64, 1000)
    yield case("counts", 2, 128, [Out(np.zeros(64, I)), letters], np.bincount(letters, minlength=64))
    spread, i = np.zeros_like(image), image.astype(D)
    spread[1:-1, 1:-1] = 0.25 * (i[:-2, 1:-1] + i[2:, 1:-1] + i[1:-1, :-2] + i[1:-1, 2:])
    yield case("diffuse", "4,5", "16,8", [Out(np.zeros_like(image)), image], spread, tolerance=1e-6)
    longs = rng.integers(-1 << 40, 1 << 40, 256, L)
    yield case("prefix", 2, 128, [Out(np.zeros(256, L)), longs], np.cumsum(longs.reshape(2, 128), 1))
    s = whole(-1000, 1000, 2, 128)
    yield case("bitonic", 2, 128, [Out(s.ravel())], np.sort(s, 1))
    c = (np.arange(20) * 3.0 / 20 - 2)[None, :] + 1j * (np.arange(16) * 2.0 / 16 - 1)[:, None]
    steps, z = np.zeros((16, 20), I), np.zeros((16, 20), complex)
    for _ in range(30):
        inside = z.real * z.real + z.imag * z.imag < 4
        z = np.where(inside, z * z + c, z)
        steps += inside
    yield case("fractal", "2,2", "16,8", [Out(np.zeros((16, 20), I)), I(30)], steps)
    yield case("warp_sum", 2, 128, [Out(np.zeros(8, I)), s.ravel()], s.reshape(8, 32).sum(1))
    yield case("votes", 2, 128, [Out(np.zeros(256, I)), s.ravel()], np.repeat((s.reshape(8, 32) > 0).sum(1), 32))
    keys = np.sort(whole(0, 1000, 300))
    sought = whole(0, 1000, n)
    yield case("find", 2, 128, [Out(np.zeros(n, I)), keys, sought], np.searchsorted(keys, sought))
    rows = whole(-99, 99, 40, 16)
    yield case("insertion", 1, 64, [Out(rows)], np.sort(rows, 1))
    t = rng.uniform(-3, 3, 50)
    yield case("functions", 1, 64, [Out(np.zeros((50, 5))), t], np.stack([np.sin(t), np.exp(t), np.sqrt(abs(t)), np.arctan2(t, 1.5), t ** 3], 1), tolerance=1e-13)
    cells = rng.integers(0, 2, (20, 24), I)
    near = sum(np.roll(cells, (a, b), (0, 1)) for a in (-1, 0, 1) for b in (-1, 0, 1)) - cells
    yield case("life", "2,3", "16,8", [Out(np.zeros_like(cells)), cells], ((near == 3) | ((near == 2) & (cells == 1))).astype(I))
    positive = s.ravel()[s.ravel() > 0]
    yield case("compact", 2, 128, [Out(np.zeros(256, I)), Out(np.zeros(1, I)), s.ravel()], np.concatenate([positive, np.zeros(256 - len(positive), I)]),
               np.array([len(positive)]))
    data = rng.integers(0, 256, (30, 13), np.uint8)
    hashes = []
    for row in data:
        h = 14695981039346656037
        for byte in row:
            h = ((h ^ int(byte)) * 1099511628211) % (1 << 64)
        hashes.append(signed(h, 64))
    yield case("hash_bytes", 1, 32, [Out(np.zeros(30, L)), data], np.array(hashes, L))
    p, q = rng.standard_normal((10, 7)), rng.standard_normal((12, 7))
    yield case("distances", "1,2", "16,8", [Out(np.zeros((10, 12))), p, q], np.sqrt(((p[:, None] - q[None]) ** 2).sum(2)), tolerance=1e-13)
    s = s.copy()
    s[1, 90] = 2000
    yield case("greatest", 2, 64, [Out(np.full(1, -5000, I)), s.ravel()], np.array([s.max()]))


def warp_cases(rng):
    real = lambda *shape: rng.uniform(-2, 2, shape).astype(F)

    def bounds(*shape):
        return Part(*[(4 * i, size, "u32") for i, size in enumerate(shape)], (8, int(np.prod(shape)), "u64"), (16, 1, "u64"))

    def array(value, dimensions=1):
        plain = value.array if isinstance(value, Out) else value
        shape, strides = plain.shape[:dimensions], plain.strides[:dimensions]
        return Part((0, value, None), (8, 0, "u64"), *[(16 + 4 * i, size, "s32") for i, size in enumerate(shape)],
                    *[(32 + 4 * i, size, "s32") for i, size in enumerate(strides)], (48, dimensions, "s32"))

    def case(name, shape, args, *expected, tolerance=0.0):
        count = int(np.prod(shape))
        return Case("warp", name, (count + 255) // 256, 256, [bounds(*shape), *args], expected, tolerance)

    n = 300
    x, y = real(n), real(n)
    yield case("axpy", (n,), [array(Out(y)), array(x), F(1.5)], x.astype(D) * 1.5 + y.astype(D), tolerance=1e-6)
    a, b = real(n, 3), real(n, 3)
    ad, bd = a.astype(D), b.astype(D)
    yield case("dots", (n,), [array(Out(np.zeros(n, F))), array(a), array(b)], (ad * bd).sum(1) + np.linalg.norm(np.cross(ad, bd), axis=1), tolerance=1e-5)
    m = real(3, 3)
    yield case("transform", (n,), [array(Out(np.zeros((n, 3), F))), array(a), Part(*[(4 * i, v, "f32") for i, v in enumerate(m.ravel())])],
               ad @ m.T.astype(D), tolerance=1e-5)
    q = real(n, 4)
    q /= np.linalg.norm(q, axis=1, keepdims=True).astype(F)
    v, w = q[:, :3].astype(D), q[:, 3:].astype(D)
    rotated = ad * (2 * w * w - 1) + np.cross(v, ad) * w * 2 + v * (v * ad).sum(1, keepdims=True) * 2
    yield case("turn", (n,), [array(Out(np.zeros((n, 3), F))), array(a), array(q)], rotated, tolerance=1e-5)
    yield case("total", (n,), [array(Out(np.zeros(1, F))), array(x)], np.array([x.astype(D).sum()]), tolerance=1e-5)
    image = real(20, 30)
    spread, i = np.zeros_like(image), image.astype(D)
    spread[1:-1, 1:-1] = 0.2 * (i[1:-1, 1:-1] + i[:-2, 1:-1] + i[2:, 1:-1] + i[1:-1, :-2] + i[1:-1, 2:])
    yield case("blur", (20, 30), [array(Out(np.zeros_like(image)), 2), array(image, 2), 20, 30], spread, tolerance=1e-6)
    states = [pcg((42 + pcg(i)) & 0xFFFFFFFF) for i in range(n)]
    yield case("generate", (n,), [array(Out(np.zeros(n, U))), 42], np.array([pcg(s) for s in states], U))
    center, mass = np.array([0.5, -1, 2], F), F(3)
    force = lambda p, target, m: (target - p) * (m / (((target - p) ** 2).sum(-1, keepdims=True) + 0.01))
    few = a[:40]
    expected = force(few.astype(D), center.astype(D), 3.0) + sum(force(few.astype(D), few[j].astype(D), 0.5) for j in range(40))
    yield case("gravity", (40,), [array(Out(np.zeros((40, 3), F))), array(few), Part(*[(4 * i, c, "f32") for i, c in enumerate([*center, mass])]), 40], expected,
               tolerance=1e-4)
    bases = rng.integers(1, 1000, n, L)
    yield case("powers", (n,), [array(Out(np.zeros(n, L))), array(bases), 1000003], np.array([pow(int(v), k + 3, 1000003) for k, v in enumerate(bases)]))
    h = x.astype(H)
    yield case("halves", (n,), [array(Out(np.zeros(n, H))), array(h)], h.astype(D) * h + 1, tolerance=2e-3)
    t = rng.uniform(-3, 3, n)
    yield case("doubles", (n,), [array(Out(np.zeros(n))), array(t)], np.exp(t) + 2 * np.sin(t), tolerance=1e-13)
    k = rng.integers(0, 100, n, I)
    chosen = np.where(k % 3 == 0, np.minimum(k, 50), np.where(k % 3 == 1, np.maximum(k, 20), np.clip(k, 10, 30) + np.abs(k - 40)))
    yield case("choose", (n,), [array(Out(np.zeros(n, I))), array(k)], chosen)


def cub_cases(rng):
    whole = lambda low, high, *shape: rng.integers(low, high, shape, I)

    def case(name, grid, block, args, *expected, tolerance=0.0, texts=None, exit=0):
        return Case("cub", name, grid, block, args, expected, tolerance, {}, texts, exit)

    k = whole(-1000, 1000, 2, 512)
    yield case("block_reduce", 4, 128, [Out(np.zeros(4, I)), k.ravel()], k.reshape(8, 128)[:4].sum(1))
    yield case("block_scan", 2, 128, [Out(np.zeros(1024, I)), k.ravel()], np.cumsum(k, 1) - k)
    numbers = np.arange(1024, dtype=I)
    order = np.argsort(k, 1, kind="stable")
    yield case("block_radix_sort", 2, 128, [Out(k.ravel()), Out(numbers)], np.sort(k, 1), np.take_along_axis(numbers.reshape(2, 512), order, 1))
    letters = rng.integers(0, 256, 512, np.uint8)
    yield case("block_histogram", 1, 128, [Out(np.zeros(256, U)), letters], np.bincount(letters, minlength=256))
    x = rng.uniform(-2, 2, 512).astype(F)
    yield case("warp_reduce", 1, 128, [Out(np.zeros(4, F)), x], x[:128].reshape(4, 32).max(1))
    longs = rng.integers(-1 << 50, 1 << 50, 128, L)
    yield case("warp_scan", 1, 128, [Out(np.zeros(128, L)), longs], np.cumsum(longs.reshape(4, 32), 1))
    t = rng.standard_normal(800)
    places = np.tile(np.arange(512), 2)[:800]
    yield case("load_and_store", 2, 128, [Out(np.zeros(800)), t, 800], t * 2 + places, tolerance=1e-15)
    runs = np.repeat(whole(0, 5, 128), 4)
    heads = np.concatenate([[1], (runs[1:] != runs[:-1]).astype(I)])
    yield case("run_heads", 1, 128, [Out(np.zeros(512, I)), runs], heads)
    yield case("block_merge_sort", 1, 128, [Out(x)], np.sort(x))
    yield case("differences", 1, 128, [Out(np.zeros(512, I)), k[0]], np.concatenate([k[0][:1], np.diff(k[0])]))
    yield case("exchange", 1, 128, [Out(np.zeros(512, I)), k[0]], k[0])
    yield case("structure", 3, 128, [Out(np.zeros(300, F)), Part((0, 7, "s32"), (4, F(2.5), "f32"), (8, x[:300].copy(), None)), 300],
               x[:300].astype(D) * 2.5 + 7, tolerance=1e-6)
    ackermann = lambda m, n: n + 1 if m == 0 else ackermann(m - 1, 1) if n == 0 else ackermann(m - 1, ackermann(m, n - 1))
    yield case("recursion", 1, 30, [Out(np.zeros(30, U))], np.array([ackermann(i % 3, i // 3) for i in range(30)], U))

    def permutations(items, done):
        if done == 4:
            return items[0] * 1000 + items[1] * 100 + items[2] * 10 + items[3]
        total = 0
        for i in range(done, 4):
            swapped = list(items)
            swapped[done], swapped[i] = swapped[i], swapped[done]
            total += permutations(swapped, done + 1) * (i + 1)
        return total

    yield case("local_recursion", 1, 40, [Out(np.zeros(40, I))], np.array([permutations([1, 2, 3, i], i % 4) for i in range(40)]))
    which = whole(0, 3, 64)
    yield case("pointers", 1, 64, [Out(np.zeros(64, F)), x[:64].copy(), which], np.choose(which, [2 * x[:64], x[:64] * x[:64], -x[:64]]))
    sides = x[:64]
    yield case("shapes", 1, 64, [Out(np.zeros(64, F)), sides.copy()], np.where(np.arange(64) % 2, sides * sides, F(3) * sides * sides), tolerance=1e-6)
    said = [f"{i}: {k[0][i] * 0.5:5.2f} {'late' if i > 16 else 'early'} {int(k[0][i]) << 33}%" for i in (3, 19, 35, 51)]
    yield case("report", 1, 64, [Out(np.zeros(64, I)), k[0][:64].copy(), 64], k[0][:64] + 1, texts=said)
    yield case("report", 1, 64, [Out(np.zeros(64, I)), k[0][:64].copy(), 60], exit=1, texts=["thread 60 fails the assertion `i < n`", "[PTX6523]"])
    few = k[0][:6].copy()
    yield case("all_at_once", 6, 32, [Out(np.zeros(12, I)), Out(np.zeros(1, I)), few, 6], np.concatenate([few, np.full(6, few.sum())]), np.array([6]))


CASES = {"triton": triton_cases, **tile_languages.CASES, "numba": numba_cases, "warp": warp_cases, "cub": cub_cases}
FILES = {"triton": "triton_kernels.py", **tile_languages.FILES, "numba": "numba_kernels.py", "warp": "warp_kernels.py", "cub": "cub_kernels.cu"}

# A kernel, and an edit that makes it wrong.
EDITS = tile_languages.EDITS + [
    ("triton", "add", "inside = i < n", "inside = i <= n"),
    ("triton", "axpy_half", "* a + tl", "+ a * tl"),
    ("triton", "softmax", "value / tl.sum", "value * tl.sum"),
    ("triton", "layer_norm", "tl.sum(value, 0) / columns", "tl.sum(value, 0) / B"),
    ("triton", "rms_norm", "value * inverse", "value / inverse"),
    ("triton", "largest", "other=-float(\"inf\")", "other=float(\"inf\")"),
    ("triton", "running_sum", "tl.cumsum(tl.load", "tl.cumprod(tl.load"),
    ("triton", "recurrence", "b * x + y", "b * y + x"),
    ("triton", "transpose", "out + j[:, None] * rows", "out + j[:, None] * columns"),
    ("triton", "quantize", "/ 127", "/ 63"),
    ("triton", "unpack_nibbles", "(i % 2) * 4", "(1 - i % 2) * 4"),
    ("triton", "matrix_vector", "tl.load(x + start + i", "tl.load(x + i"),
    ("triton", "attention", "total * kept", "total"),
    ("triton", "convolution", "i + k - 2", "i + k - 1"),
    ("triton", "pool", "k // 2) * columns", "k // 2) * half"),
    ("triton", "rotate", "first * c - second * s", "first * c + second * s"),
    ("numba", "block_sum", "        cuda.syncthreads()\n        half //= 2", "        half //= 2"),
    ("numba", "block_sum", "half = 64", "half = 32"),
    ("numba", "product", "            total += left[ty, k] * right[k, tx]\n        cuda.syncthreads()", "            total += left[ty, k] * right[k, tx]"),
    ("numba", "product", "left[ty, k] * right[k, tx]", "left[ty, k] * right[tx, k]"),
    ("numba", "flip", "    cuda.syncthreads()\n    j, i", "    j, i"),
    ("numba", "flip", "= tile[tx, ty]", "= tile[ty, tx]"),
    ("numba", "counts", "cuda.atomic.add(out, t, own[t])", "out[t] = own[t]"),
    ("numba", "diffuse", "x[i, j + 1])", "x[i, j + 2])"),
    ("numba", "prefix", "        cuda.syncthreads()\n        part[t] += value", "        part[t] += value"),
    ("numba", "prefix", "t >= distance", "t > distance"),
    ("numba", "bitonic", "t & size", "t & distance"),
    ("numba", "warp_sum", "distance = 16", "distance = 8"),
    ("numba", "find", "keys[middle] < x[i]", "keys[middle] <= x[i]"),
    ("numba", "insertion", "own[j] > value", "own[j] < value"),
    ("numba", "life", "+ columns) % columns", "+ rows) % rows"),
    ("numba", "greatest", "cuda.gridsize(1)):\n        cuda.atomic.max", "2 * cuda.gridsize(1)):\n        cuda.atomic.max"),
    ("warp", "axpy", "a * x[i]", "x[i]"),
    ("warp", "transform", "m * x[i]", "wp.transpose(m) * x[i]"),
    ("warp", "blur", "j < columns - 1", "j < columns"),
    ("warp", "powers", "exponent % 2 == 1", "exponent % 2 == 0"),
    ("cub", "block_radix_sort", "Sort(storage).Sort(k, v)", "Sort(storage).SortDescending(k, v)"),
    ("cub", "block_histogram", "x[threadIdx.x * each + i]", "x[threadIdx.x + i]"),
    ("cub", "block_merge_sort", "keys[threadIdx.x * each + i] = k[i]", "keys[threadIdx.x + i * threads] = k[i]"),
    ("cub", "load_and_store", "items[i] * 2", "items[i] * 3"),
    ("cub", "exchange", "x[i * threads + threadIdx.x]", "x[i + threadIdx.x * each]"),
    ("cub", "warp_scan", "InclusiveSum", "ExclusiveSum"),
    ("cub", "structure", "i < n)\n    out[i] = pair", "i <= n)\n    out[i] = pair"),
]


class TritonCompiler:
    def __init__(self):
        import triton  # noqa: F401

    @staticmethod
    def source_class():
        from triton.compiler.compiler import ASTSource

        return ASTSource

    def compile(self, source, case, target):
        from triton._C.libtriton import ir
        from triton.backends.compiler import GPUTarget
        from triton.compiler.compiler import make_backend

        function = getattr(load(source), case.name)
        gpu = GPUTarget("cuda", target, 32)
        backend = make_backend(gpu)
        constants = case.options["constants"]
        signature = {**case.options["signature"], **{name: "constexpr" for name in constants}}
        text = self.source_class()(fn=function, signature=signature, constexprs={(function.arg_names.index(name),): value for name, value in constants.items()})
        options = backend.parse_options({"num_warps": 4, "debug": case.texts is not None})
        context = ir.context()
        ir.load_dialects(context)
        backend.load_dialects(context)
        stages = {}
        backend.add_stages(stages, options, text.language)
        module = text.make_ir(gpu, options, backend.get_codegen_implementation(options), backend.get_module_map(), context)
        metadata = {"target": gpu, **options.__dict__}
        for name, stage in stages.items():
            module = stage(module, metadata)
            if name == "ptx":
                break
        return module, case.name, 128, metadata.get("shared", 0), [*case.args, Out(np.zeros(16, np.uint8)), Out(np.zeros(16, np.uint8))]


class GluonCompiler(TritonCompiler):
    @staticmethod
    def source_class():
        from triton.experimental.gluon._runtime import GluonASTSource

        return GluonASTSource


class NumbaCompiler:
    def __init__(self):
        import numba.cuda  # noqa: F401

    def compile(self, source, case, target):
        from numba import cuda, from_dtype, types, typeof

        def type_of(value):
            array = value.array if isinstance(value, Out) else value
            return types.Array(from_dtype(array.dtype), array.ndim, "C") if isinstance(array, np.ndarray) else typeof(value)

        function = getattr(load(source), case.name)
        text, _ = cuda.compile(function, tuple(type_of(v) for v in case.options["values"]), device=False, abi="numba", cc=(target // 10, target % 10), output="ptx")
        return text, re.search(r"\.visible \.entry (\S+?)\(", text).group(1), case.block, 0, case.args


class WarpCompiler:
    def __init__(self):
        import warp

        warp.config.quiet = True
        warp.config.enable_backward = False
        warp.init()
        self.texts = {}

    def compile(self, source, case, target):
        import warp

        # One module has all kernels of a text.
        key = source.read_text(), target
        if key not in self.texts:
            module = getattr(load(source), case.name).module
            with tempfile.TemporaryDirectory() as folder:
                warp.compile_aot_module(module, device=None, arch=[target], module_dir=folder, use_ptx=True)
                self.texts[key] = next(Path(folder).glob("*.ptx")).read_text().rstrip("\0")  # of NVRTC
        text = self.texts[key]
        return text, re.search(rf"\.entry ({case.name}_\w+_cuda_kernel_forward)\(", text).group(1), case.block, 0, case.args


class CubCompiler:
    def __init__(self):
        subprocess.run(["nvcc", "--version"], check=True, capture_output=True)
        self.texts = {}

    def compile(self, source, case, target):
        key = source.read_text(), target
        if key not in self.texts:
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run(["nvcc", "-ptx", "-std=c++17", f"-arch=sm_{target}", "-o", f"{folder}/k.ptx", str(source)], check=True)
                self.texts[key] = Path(folder, "k.ptx").read_text()
        return self.texts[key], case.name, case.block, 0, case.args


COMPILERS = {"triton": TritonCompiler, "gluon": GluonCompiler, **tile_languages.COMPILERS, "numba": NumbaCompiler, "warp": WarpCompiler, "cub": CubCompiler}


def execute(tool, folder, case, compiled):
    text, entry, block, shared, args = compiled
    (folder / "k.ptx").write_text(text)
    return runs.execute(tool, folder, folder / "k.ptx", entry, case.grid, block, args, shared)


def problem(case, code, text, results):
    """Why an execution is not as it should be; empty if it is."""
    missing = [said for said in case.texts or [] if said not in text]
    if code != case.exit:
        return f"exit {code}: {text.strip()[-500:]}"
    return f"no text {missing[0]!r}" if missing else runs.differs(case.expected, case.tolerance, results) if case.exit == 0 else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="ptx-run")
    parser.add_argument("--targets", default="80,90,100,120")
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="write the compiled modules here")
    parser.add_argument("--wrong", action="store_true")
    options = parser.parse_args()
    counts = collections.Counter()
    compilers, absent = {}, []
    for language in COMPILERS:
        try:
            compilers[language] = COMPILERS[language]()
        except (ImportError, OSError, subprocess.CalledProcessError) as error:
            absent.append(f"{language} is left out: {error}")
    for target in map(int, options.targets.split(",")):
        for language, compiler in compilers.items():
            source = HERE / "Inputs" / FILES[language]
            cases = list(CASES[language](np.random.default_rng(options.seed)))
            cases = [case for case in cases if not case.targets or target in case.targets]
            edits = [(case, old, new) for kind, name, old, new in EDITS if kind == language for case in cases if case.name == name] if options.wrong \
                else [(case, "", "") for case in cases]
            for number, (case, old, new) in enumerate(edits):
                if not re.search(options.only, f"{language}.{case.name}"):
                    continue
                with tempfile.TemporaryDirectory() as scratch:
                    folder, text = Path(scratch), source.read_text()
                    own = source
                    if old:
                        begin = re.search(rf"\b(def|void) {case.name}\(", text).start()
                        if language == "triton" and case.name == "recurrence":
                            begin = text.index("def step(")
                        assert old in text[begin:], (case.name, old)
                        own = folder / f"{source.stem}_{target}_{number}{source.suffix}"
                        own.write_text(text[:begin] + text[begin:].replace(old, new, 1))
                    kept = options.keep / f"{language}-{case.name}-{target}{f'-{number}' if old else ''}.ptx" if options.keep else None
                    compiled = compiler.compile(own, case, target)
                    if kept:
                        kept.write_text(compiled[0])
                    code, output, results = execute(options.tool, folder, case, compiled)
                why = problem(case, code, output, results)
                good = bool(why) and (code in (0, 1) or "[PTX" in output) if old else not why
                counts["as it should be" if good else "not"] += 1
                if not good:
                    print(f"sm_{target} {language}.{case.name}: {why or 'the result is right'}" + (f" [{old!r} -> {new!r}]" if old else ""), flush=True)
    for line in absent:
        print(line)
    print(f"{counts['as it should be']} as they should be, {counts['not']} not; seed {options.seed}")
    return counts["not"] != 0


if __name__ == "__main__":
    sys.exit(main())
