# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CuTe DSL kernels for languages.py, which edits copies of this text for wrong ones."""

import cutlass
import cutlass.cute as cute


@cute.kernel
def axpy(y: cute.Tensor, x: cute.Tensor, n: cutlass.Int32, a: cutlass.Float32):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    i = b * 128 + t
    if i < n:
        y[i] = a * x[i] + y[i]


@cute.kernel
def activate(out: cute.Tensor, x: cute.Tensor, n: cutlass.Int32):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    i = b * 128 + t
    if i < n:
        value = x[i]
        out[i] = value / (cutlass.Float32(1.0) + cute.math.exp(-value))


@cute.kernel
def warp_sums(out: cute.Tensor, x: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    value = x[t]
    for k in cutlass.range_constexpr(5):
        value = value + cute.arch.shuffle_sync_bfly(value, 16 >> k)
    if t % 32 == 0:
        out[t // 32] = value


@cute.kernel
def warp_prefix(out: cute.Tensor, x: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    lane = t % 32
    value = x[t]
    for k in cutlass.range_constexpr(5):
        other = cute.arch.shuffle_sync_up(value, 1 << k, mask_and_clamp=0)
        if lane >= (1 << k):
            value = value + other
    out[t] = value


@cute.kernel
def transpose(out: cute.Tensor, x: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    tile = cute.make_tensor(cute.arch.alloc_smem(cutlass.Float32, 32 * 33), cute.make_layout((32, 32), stride=(33, 1)))
    for k in range(0, 32, 4):
        tile[k + t // 32, t % 32] = x[k + t // 32, t % 32]
    cute.arch.sync_threads()
    for k in range(0, 32, 4):
        out[k + t // 32, t % 32] = tile[t % 32, k + t // 32]


@cute.kernel
def product(c: cute.Tensor, a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    row, column = t // 16, t % 16
    total = cutlass.Float32(0.0)
    for k in range(20):
        total += a[row, k] * b[k, column]
    c[row, column] = total


@cute.kernel
def tiled_product(c: cute.Tensor, a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    left = cute.make_tensor(cute.arch.alloc_smem(cutlass.Float32, 256), cute.make_layout((16, 16), stride=(16, 1)))
    right = cute.make_tensor(cute.arch.alloc_smem(cutlass.Float32, 256), cute.make_layout((16, 16), stride=(16, 1)))
    row, column = t // 16, t % 16
    total = cutlass.Float32(0.0)
    for k in range(0, 64, 16):
        left[row, column] = a[row, k + column]
        right[row, column] = b[k + row, column]
        cute.arch.sync_threads()
        for j in cutlass.range_constexpr(16):
            total += left[row, j] * right[j, column]
        cute.arch.sync_threads()
    c[row, column] = total


@cute.kernel
def histogram(out: cute.Tensor, x: cute.Tensor, n: cutlass.Int32):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    i = b * 128 + t
    if i < n:
        cute.arch.atomic_add(out.iterator + x[i] % 16, cutlass.Int32(1))


@cute.kernel
def smooth(out: cute.Tensor, x: cute.Tensor, n: cutlass.Int32):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    i = b * 128 + t
    if i > 0 and i < n - 1:
        out[i] = cutlass.Float32(0.25) * (x[i - 1] + x[i + 1]) + cutlass.Float32(0.5) * x[i]


@cute.kernel
def divisor(out: cute.Tensor, x: cute.Tensor, y: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    a = x[t]
    b = y[t]
    while b != 0:
        rest = a % b
        a = b
        b = rest
    out[t] = a


@cute.kernel
def bits(out: cute.Tensor, x: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    value = x[t]
    out[t] = cute.arch.popc(value) * 64 + cute.arch.clz(value)


@cute.kernel
def votes(out: cute.Tensor, x: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    ballot = cute.arch.vote_ballot_sync(x[t] > 0)
    out[t] = cute.arch.popc(ballot)


@cute.kernel
def reverse(out: cute.Tensor, x: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    tile = cute.make_tensor(cute.arch.alloc_smem(cutlass.Int32, 128), cute.make_layout(128))
    tile[t] = x[t]
    cute.arch.sync_threads()
    out[t] = tile[127 - t]


@cute.kernel
def polynomial(out: cute.Tensor, x: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    value = x[t]
    total = cutlass.Float64(1.0)
    for k in cutlass.range_constexpr(5):
        total = total * value + cutlass.Float64(k)
    out[t] = total


@cute.kernel
def vectors(out: cute.Tensor, x: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    source = cute.local_tile(x, (4,), (t,))
    target = cute.local_tile(out, (4,), (t,))
    part = cute.make_rmem_tensor((4,), cutlass.Float32)
    cute.autovec_copy(source, part)
    part.store(part.load() * part.load() + cutlass.Float32(1.0))
    cute.autovec_copy(part, target)


@cute.kernel
def block_sum(out: cute.Tensor, x: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    tile = cute.make_tensor(cute.arch.alloc_smem(cutlass.Int32, 128), cute.make_layout(128))
    tile[t] = x[b * 128 + t]
    cute.arch.sync_threads()
    for k in cutlass.range_constexpr(7):
        if t < (64 >> k):
            tile[t] = tile[t] + tile[t + (64 >> k)]
        cute.arch.sync_threads()
    if t == 0:
        out[b] = tile[0]


@cute.kernel
def matrix_units(c: cute.Tensor, a: cute.Tensor, b: cute.Tensor, mma: cute.TiledMma):
    t, _, _ = cute.arch.thread_idx()
    own = mma.get_slice(t)
    left, right, sums = own.partition_A(a), own.partition_B(b), own.partition_C(c)
    x, y, z = mma.make_fragment_A(left), mma.make_fragment_B(right), mma.make_fragment_C(sums)
    cute.autovec_copy(left, x)
    cute.autovec_copy(right, y)
    z.fill(0.0)
    for k in cutlass.range_constexpr(cute.size(x, mode=[2])):
        cute.gemm(mma, z, x[None, None, k], y[None, None, k], z)
    cute.autovec_copy(z, sums)


@cute.jit
def launch2(kernel: cutlass.Constexpr, block: cutlass.Constexpr, a, b):
    kernel(a, b).launch(grid=[1, 1, 1], block=[block, 1, 1])


@cute.jit
def launch3(kernel: cutlass.Constexpr, block: cutlass.Constexpr, a, b, c):
    kernel(a, b, c).launch(grid=[1, 1, 1], block=[block, 1, 1])


@cute.jit
def launch4(kernel: cutlass.Constexpr, block: cutlass.Constexpr, a, b, c, d):
    kernel(a, b, c, d).launch(grid=[1, 1, 1], block=[block, 1, 1])


@cute.jit
def launch_matrix_units(kernel: cutlass.Constexpr, block: cutlass.Constexpr, a, b, c):
    atom = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    kernel(a, b, c, cute.make_tiled_mma(atom, (2, 2, 1))).launch(grid=[1, 1, 1], block=[block, 1, 1])
