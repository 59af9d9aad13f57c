# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gluon kernels for languages.py, which edits copies of this text for wrong ones."""

from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia import ampere

line = gl.constexpr(gl.BlockedLayout([1], [32], [4], [0]))
pairs = gl.constexpr(gl.BlockedLayout([2], [32], [4], [0]))
rows = gl.constexpr(gl.BlockedLayout([1, 4], [4, 8], [4, 1], [1, 0]))
columns = gl.constexpr(gl.BlockedLayout([4, 1], [8, 4], [1, 4], [0, 1]))


@gluon.jit
def add(out, x, y, n, B: gl.constexpr):
    i = gl.program_id(0) * B + gl.arange(0, B, layout=line)
    inside = i < n
    gl.store(out + i, gl.load(x + i, inside) + gl.load(y + i, inside), inside)


@gluon.jit
def scaled(out, x, a, n, B: gl.constexpr):
    i = gl.program_id(0) * B + gl.arange(0, B, layout=pairs)
    value = gl.load(x + i, i < n).to(gl.float32)
    gl.store(out + i, (value * a + 1).to(gl.float16), i < n)


@gluon.jit
def row_sums(out, x, M: gl.constexpr, N: gl.constexpr):
    i = gl.arange(0, M, layout=gl.SliceLayout(1, rows))
    j = gl.arange(0, N, layout=gl.SliceLayout(0, rows))
    value = gl.load(x + i[:, None] * N + j[None, :])
    gl.store(out + i, gl.sum(value, 1))


@gluon.jit
def column_maxima(out, x, M: gl.constexpr, N: gl.constexpr):
    i = gl.arange(0, M, layout=gl.SliceLayout(1, rows))
    j = gl.arange(0, N, layout=gl.SliceLayout(0, rows))
    value = gl.load(x + i[:, None] * N + j[None, :])
    gl.store(out + j, gl.max(value, 0))


@gluon.jit
def softmax(out, x, M: gl.constexpr, N: gl.constexpr):
    i = gl.arange(0, M, layout=gl.SliceLayout(1, rows))
    j = gl.arange(0, N, layout=gl.SliceLayout(0, rows))
    at = i[:, None] * N + j[None, :]
    value = gl.load(x + at)
    value = gl.exp(value - gl.max(value, 1)[:, None])
    gl.store(out + at, value / gl.sum(value, 1)[:, None])


@gluon.jit
def layer_norm(out, x, scale, M: gl.constexpr, N: gl.constexpr):
    i = gl.arange(0, M, layout=gl.SliceLayout(1, rows))
    j = gl.arange(0, N, layout=gl.SliceLayout(0, rows))
    at = i[:, None] * N + j[None, :]
    value = gl.load(x + at)
    value = value - (gl.sum(value, 1) / N)[:, None]
    inverse = gl.rsqrt(gl.sum(value * value, 1) / N + 1e-5)
    gl.store(out + at, value * inverse[:, None] * gl.load(scale + j)[None, :])


@gluon.jit
def transpose(out, x, M: gl.constexpr, N: gl.constexpr):
    i = gl.arange(0, M, layout=gl.SliceLayout(1, rows))
    j = gl.arange(0, N, layout=gl.SliceLayout(0, rows))
    tile = gl.allocate_shared_memory(gl.float32, [M, N], gl.SwizzledSharedLayout(4, 1, 8, [1, 0]))
    tile.store(gl.load(x + i[:, None] * N + j[None, :]))
    gl.barrier()
    k = gl.arange(0, N, layout=gl.SliceLayout(1, rows))
    l = gl.arange(0, M, layout=gl.SliceLayout(0, rows))
    gl.store(out + k[:, None] * M + l[None, :], tile.permute((1, 0)).load(rows))


@gluon.jit
def other_layout(out, x, M: gl.constexpr, N: gl.constexpr):
    i = gl.arange(0, M, layout=gl.SliceLayout(1, rows))
    j = gl.arange(0, N, layout=gl.SliceLayout(0, rows))
    value = gl.convert_layout(gl.load(x + i[:, None] * N + j[None, :]), columns)
    k = gl.arange(0, M, layout=gl.SliceLayout(1, columns))
    l = gl.arange(0, N, layout=gl.SliceLayout(0, columns))
    gl.store(out + l[None, :] * M + k[:, None], value * 2)


@gluon.jit
def ring(out, x, count, B: gl.constexpr):
    i = gl.arange(0, B, layout=line)
    buffers = gl.allocate_shared_memory(gl.float32, [2, B], gl.SwizzledSharedLayout(1, 1, 1, [0]))
    total = gl.zeros([B], gl.float32, layout=line)
    ampere.async_copy.async_load(buffers.index(0), x + i)
    ampere.async_copy.commit_group()
    for k in range(count):
        if k + 1 < count:
            ampere.async_copy.async_load(buffers.index((k + 1) % 2), x + (k + 1) * B + i)
        ampere.async_copy.commit_group()
        ampere.async_copy.wait_group(1)
        gl.barrier()
        total = total * 0.5 + buffers.index(k % 2).load(line)
        gl.barrier()
    gl.store(out + i, total)


@gluon.jit
def sum_of(a, b):
    return a + b


@gluon.jit
def larger(a, b):
    return gl.maximum(a, b)


@gluon.jit
def running_sum(out, x, B: gl.constexpr):
    i = gl.arange(0, B, layout=pairs)
    gl.store(out + gl.program_id(0) * B + i, gl.associative_scan(gl.load(x + gl.program_id(0) * B + i), 0, sum_of))


@gluon.jit
def running_maximum(out, x, B: gl.constexpr):
    i = gl.program_id(0) * B + gl.arange(0, B, layout=pairs)
    gl.store(out + i, gl.associative_scan(gl.load(x + i), 0, larger))


@gluon.jit
def choose(out, x, index, B: gl.constexpr):
    i = gl.arange(0, B, layout=line)
    gl.store(out + i, gl.gather(gl.load(x + i), gl.load(index + i), 0))


@gluon.jit
def interleave(out, x, y, B: gl.constexpr):
    i = gl.arange(0, B, layout=line)
    both = gl.join(gl.load(x + i), gl.load(y + i))
    first, second = gl.split(both)
    gl.store(out + 2 * i, gl.convert_layout(first, line) + 1)
    gl.store(out + 2 * i + 1, gl.convert_layout(second, line) - 1)


@gluon.jit
def count(out, x, n, B: gl.constexpr):
    i = gl.program_id(0) * B + gl.arange(0, B, layout=line)
    gl.atomic_add(out + gl.load(x + i, i < n, other=0) % 16, 1, i < n)


@gluon.jit
def functions(out, x, n, B: gl.constexpr):
    i = gl.program_id(0) * B + gl.arange(0, B, layout=line)
    value = gl.abs(gl.load(x + i, i < n, other=1.0)) + 0.5
    gl.store(out + i, gl.log2(value) + gl.exp2(value) + gl.sqrt(value) + gl.floor(value), i < n)


@gluon.jit
def polynomial(out, x, n, B: gl.constexpr):
    i = gl.program_id(0) * B + gl.arange(0, B, layout=line)
    value = gl.load(x + i, i < n)
    total = gl.full([B], 1.0, gl.float32, layout=line)
    for k in gl.static_range(5):
        total = gl.fma(total, value, k + 1.0)
    gl.store(out + i, total, i < n)


@gluon.jit
def by_assembly(out, x, n, B: gl.constexpr):
    i = gl.program_id(0) * B + gl.arange(0, B, layout=line)
    value = gl.load(x + i, i < n, other=0)
    mixed = gl.inline_asm_elementwise("lop3.b32 $0, $1, 0xFF00FF, 7, 0x6a;", "=r,r", [value], dtype=gl.int32, is_pure=True, pack=1)
    gl.store(out + i, mixed, i < n)


@gluon.jit
def product(out, a, b, M: gl.constexpr, N: gl.constexpr, K: gl.constexpr):
    accumulator: gl.constexpr = gl.NVMMADistributedLayout([2, 0], [4, 1], [16, 8])
    left: gl.constexpr = gl.DotOperandLayout(0, accumulator, 2)
    right: gl.constexpr = gl.DotOperandLayout(1, accumulator, 2)
    i = gl.arange(0, M, layout=gl.SliceLayout(1, rows))
    j = gl.arange(0, N, layout=gl.SliceLayout(0, rows))
    k = gl.arange(0, K, layout=gl.SliceLayout(0, rows))
    l = gl.arange(0, K, layout=gl.SliceLayout(1, rows))
    x = gl.convert_layout(gl.load(a + i[:, None] * K + k[None, :]), left)
    y = gl.convert_layout(gl.load(b + l[:, None] * N + j[None, :]), right)
    total = ampere.mma_v2(x, y, gl.zeros([M, N], gl.float32, layout=accumulator))
    m = gl.arange(0, M, layout=gl.SliceLayout(1, accumulator))
    n = gl.arange(0, N, layout=gl.SliceLayout(0, accumulator))
    gl.store(out + m[:, None] * N + n[None, :], total)


@gluon.jit
def shared_product(out, a, b, M: gl.constexpr, N: gl.constexpr, K: gl.constexpr):
    accumulator: gl.constexpr = gl.NVMMADistributedLayout([2, 0], [2, 2], [16, 8])
    i = gl.arange(0, M, layout=gl.SliceLayout(1, rows))
    j = gl.arange(0, N, layout=gl.SliceLayout(0, rows))
    k = gl.arange(0, K, layout=gl.SliceLayout(0, rows))
    l = gl.arange(0, K, layout=gl.SliceLayout(1, rows))
    x = gl.allocate_shared_memory(gl.float16, [M, K], gl.SwizzledSharedLayout(8, 1, 8, [1, 0]))
    y = gl.allocate_shared_memory(gl.float16, [K, N], gl.SwizzledSharedLayout(8, 1, 8, [1, 0]))
    x.store(gl.load(a + i[:, None] * K + k[None, :]))
    y.store(gl.load(b + l[:, None] * N + j[None, :]))
    gl.barrier()
    left = x.load(gl.DotOperandLayout(0, accumulator, 2))
    right = y.load(gl.DotOperandLayout(1, accumulator, 2))
    total = ampere.mma_v2(left, right, gl.zeros([M, N], gl.float32, layout=accumulator))
    m = gl.arange(0, M, layout=gl.SliceLayout(1, accumulator))
    n = gl.arange(0, N, layout=gl.SliceLayout(0, accumulator))
    gl.store(out + m[:, None] * N + n[None, :], total)


@gluon.jit
def outer_sum(out, x, y, M: gl.constexpr, N: gl.constexpr):
    i = gl.arange(0, M, layout=gl.SliceLayout(1, rows))
    j = gl.arange(0, N, layout=gl.SliceLayout(0, rows))
    total = gl.load(x + i)[:, None] * gl.load(y + j)[None, :]
    gl.store(out + i[:, None] * N + j[None, :], gl.where(i[:, None] >= j[None, :], total, -1.0))
