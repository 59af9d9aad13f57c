# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels in Triton for languages.py, which edits copies of this text for wrong ones."""

import triton
import triton.language as tl


@triton.jit
def add(out, x, y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    inside = i < n
    tl.store(out + i, tl.load(x + i, mask=inside) + tl.load(y + i, mask=inside), mask=inside)


@triton.jit
def axpy_half(out, x, a, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    inside = i < n
    value = tl.load(x + i, mask=inside).to(tl.float32) * a + tl.load(out + i, mask=inside).to(tl.float32)
    tl.store(out + i, value.to(tl.float16), mask=inside)


@triton.jit
def softmax(out, x, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    value = tl.load(x + row * columns + i, mask=i < columns, other=-float("inf"))
    value = tl.exp(value - tl.max(value, 0))
    tl.store(out + row * columns + i, value / tl.sum(value, 0), mask=i < columns)


@triton.jit
def layer_norm(out, x, scale, shift, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    inside = i < columns
    value = tl.load(x + row * columns + i, mask=inside, other=0.0)
    mean = tl.sum(value, 0) / columns
    centred = tl.where(inside, value - mean, 0.0)
    variance = tl.sum(centred * centred, 0) / columns
    result = centred * tl.rsqrt(variance + 1e-5) * tl.load(scale + i, mask=inside) + tl.load(shift + i, mask=inside)
    tl.store(out + row * columns + i, result, mask=inside)


@triton.jit
def rms_norm(out, x, scale, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    inside = i < columns
    value = tl.load(x + row * columns + i, mask=inside, other=0.0).to(tl.float32)
    inverse = 1 / tl.sqrt(tl.sum(value * value, 0) / columns + 1e-6)
    tl.store(out + row * columns + i, (value * inverse * tl.load(scale + i, mask=inside)).to(tl.float16), mask=inside)


@triton.jit
def gelu(out, x, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + i, mask=i < n)
    tl.store(out + i, 0.5 * value * (1 + tl.erf(value * 0.7071067811865476)), mask=i < n)


@triton.jit
def gated(out, x, gate, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    g = tl.load(gate + i, mask=i < n)
    tl.store(out + i, tl.load(x + i, mask=i < n) * g * tl.sigmoid(g), mask=i < n)


@triton.jit
def total(out, x, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(out, tl.sum(tl.load(x + i, mask=i < n, other=0), 0))


@triton.jit
def largest(out, at, x, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    value = tl.load(x + row * columns + i, mask=i < columns, other=-float("inf"))
    tl.store(out + row, tl.max(value, 0))
    tl.store(at + row, tl.argmax(value, 0))


@triton.jit
def running_sum(out, x, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    value = tl.cumsum(tl.load(x + row * columns + i, mask=i < columns, other=0), 0)
    tl.store(out + row * columns + i, value, mask=i < columns)


@triton.jit
def step(a, x, b, y):
    return a * b, b * x + y


@triton.jit
def recurrence(out, a, x, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    at = row * columns + i
    factors, values = tl.associative_scan((tl.load(a + at), tl.load(x + at)), 0, step)
    tl.store(out + at, values)


@triton.jit
def greater(a, b):
    return tl.maximum(a, b)


@triton.jit
def running_maximum(out, x, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    tl.store(out + row * columns + i, tl.associative_scan(tl.load(x + row * columns + i), 0, greater))


@triton.jit
def histogram(out, x, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    counts = tl.histogram(tl.load(x + i, mask=i < n, other=0), 32, mask=i < n)
    tl.atomic_add(out + tl.arange(0, 32), counts)


@triton.jit
def sort_rows(out, x, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    tl.store(out + row * columns + i, tl.sort(tl.load(x + row * columns + i)))


@triton.jit
def embedding(out, table, tokens, columns, B: tl.constexpr):
    token, i = tl.load(tokens + tl.program_id(0)), tl.arange(0, B)
    value = tl.load(table + token * columns + i, mask=i < columns)
    tl.store(out + tl.program_id(0) * columns + i, value, mask=i < columns)


@triton.jit
def transpose(out, x, rows, columns, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    j = tl.program_id(1) * B + tl.arange(0, B)
    tile = tl.load(x + i[:, None] * columns + j[None, :], mask=(i[:, None] < rows) & (j[None, :] < columns))
    tl.store(out + j[:, None] * rows + i[None, :], tl.trans(tile), mask=(j[:, None] < columns) & (i[None, :] < rows))


@triton.jit
def quantize(out, scales, x, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    value = tl.load(x + row * columns + i, mask=i < columns, other=0.0)
    scale = tl.max(tl.abs(value), 0) / 127
    scaled = value / scale
    rounded = tl.where(scaled < 0, scaled - 0.5, scaled + 0.5)
    tl.store(out + row * columns + i, rounded.to(tl.int8), mask=i < columns)
    tl.store(scales + row, scale)


@triton.jit
def unpack_nibbles(out, packed, scales, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    byte = tl.load(packed + i // 2, mask=i < n, other=0).to(tl.int32)
    nibble = (byte >> (i % 2) * 4) & 15
    tl.store(out + i, (nibble - 8).to(tl.float32) * tl.load(scales + i // 32, mask=i < n), mask=i < n)


@triton.jit
def matrix_vector(out, a, x, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    total = tl.zeros((B,), tl.float32)
    for start in range(0, columns, B):
        inside = start + i < columns
        total += tl.load(a + row * columns + start + i, mask=inside, other=0.0) * tl.load(x + start + i, mask=inside, other=0.0)
    tl.store(out + row, tl.sum(total, 0))


@triton.jit
def cross_entropy(out, logits, labels, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    value = tl.load(logits + row * columns + i, mask=i < columns, other=-float("inf"))
    top = tl.max(value, 0)
    chosen = tl.load(logits + row * columns + tl.load(labels + row))
    tl.store(out + row, tl.log(tl.sum(tl.exp(value - top), 0)) + top - chosen)


@triton.jit
def attention(out, q, k, v, length, D: tl.constexpr, B: tl.constexpr):
    row, d = tl.program_id(0), tl.arange(0, D)
    query = tl.load(q + row * D + d)
    top, below, total = -float("inf"), 0.0, tl.zeros((D,), tl.float32)
    for start in range(0, length, B):
        at = (start + tl.arange(0, B))[:, None] * D + d[None, :]
        inside = (start + tl.arange(0, B)) < length
        scores = tl.sum(tl.load(k + at, mask=inside[:, None], other=0.0) * query[None, :], 1) * 0.25
        scores = tl.where(inside & (start + tl.arange(0, B) <= row), scores, -float("inf"))
        new = tl.maximum(top, tl.max(scores, 0))
        weights = tl.exp(scores - new)
        kept = tl.exp(top - new)
        below = below * kept + tl.sum(weights, 0)
        total = total * kept + tl.sum(tl.load(v + at, mask=inside[:, None], other=0.0) * weights[:, None], 0)
        top = new
    tl.store(out + row * D + d, total / below)


@triton.jit
def convolution(out, x, weights, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    total = tl.zeros((B,), tl.float32)
    for k in tl.static_range(5):
        at = i + k - 2
        total += tl.load(x + at, mask=(at >= 0) & (at < n), other=0.0) * tl.load(weights + k)
    tl.store(out + i, total, mask=i < n)


@triton.jit
def pool(out, x, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    half = columns // 2
    best = tl.full((B,), -float("inf"), tl.float32)
    for k in tl.static_range(4):
        best = tl.maximum(best, tl.load(x + (2 * row + k // 2) * columns + 2 * i + k % 2, mask=i < half, other=-float("inf")))
    tl.store(out + row * half + i, best, mask=i < half)


@triton.jit
def rotate(out, x, cosines, sines, D: tl.constexpr):
    row, d = tl.program_id(0), tl.arange(0, D)
    first, second = tl.load(x + row * 2 * D + d), tl.load(x + row * 2 * D + D + d)
    c, s = tl.load(cosines + row * D + d), tl.load(sines + row * D + d)
    tl.store(out + row * 2 * D + d, first * c - second * s)
    tl.store(out + row * 2 * D + D + d, second * c + first * s)


@triton.jit
def combine(n, m, s, k, l, t):
    count = n + k
    delta = l - m
    share = tl.where(count == 0, 0.0, k / count)
    return count, m + delta * share, s + t + delta * delta * n * share


@triton.jit
def moments(mean, variance, x, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    value = tl.load(x + row * columns + i, mask=i < columns, other=0.0)
    count = tl.where(i < columns, 1.0, 0.0)
    n, m, s = tl.reduce((count, value, tl.zeros((B,), tl.float32)), 0, combine)
    tl.store(mean + row, m)
    tl.store(variance + row, s / n)


@triton.jit
def divisor(out, x, y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    a, b = tl.load(x + i, mask=i < n, other=1), tl.load(y + i, mask=i < n, other=1)
    while tl.max(b, 0) > 0:
        rest = tl.where(b > 0, a % tl.maximum(b, 1), 0)
        a = tl.where(b > 0, b, a)
        b = rest
    tl.store(out + i, a, mask=i < n)


@triton.jit
def keep_positive(out, count, x, n, B: tl.constexpr):
    i = tl.arange(0, B)
    value = tl.load(x + i, mask=i < n, other=0)
    kept = (value > 0).to(tl.int32)
    place = tl.cumsum(kept, 0) - kept
    tl.store(out + place, value, mask=kept > 0)
    tl.store(count, tl.sum(kept, 0))


@triton.jit
def dropout(out, x, seed, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    kept = tl.rand(seed, i) > 0.25
    tl.store(out + i, tl.where(kept, tl.load(x + i, mask=i < n) / 0.75, 0.0), mask=i < n)


@triton.jit
def parity(out, x, columns, B: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, B)
    tl.store(out + row, tl.xor_sum(tl.load(x + row * columns + i, mask=i < columns, other=0), 0))


@triton.jit
def maximum_of_all(out, x, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_max(out + i % 8, tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def double_polynomial(out, x, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + i, mask=i < n)
    tl.store(out + i, ((value * 0.5 - 1.25) * value + 3.0) * value / (1.0 + value * value), mask=i < n)


@triton.jit
def strided(out, x, rows, columns, n, B: tl.constexpr):
    i = (tl.program_id(0) * B + tl.arange(0, B)).to(tl.int64)
    row, column = i // columns, i % columns
    tl.store(out + i, tl.load(x + column * rows + row, mask=i < n), mask=i < n)


@triton.jit
def announce(out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.device_print("value ", i)
    tl.device_assert(i < n, "too many")
    tl.store(out + i, i)
