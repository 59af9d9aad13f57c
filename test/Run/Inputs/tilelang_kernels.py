# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TileLang kernels for languages.py, which edits copies of this text for wrong ones."""

import tilelang.language as T


def add():
    @T.prim_func
    def kernel(x: T.Tensor((64, 128), "float32"), y: T.Tensor((64, 128), "float32"), out: T.Tensor((64, 128), "float32")):
        with T.Kernel(2, 2, threads=128) as (bx, by):
            for i, j in T.Parallel(32, 64):
                out[by * 32 + i, bx * 64 + j] = x[by * 32 + i, bx * 64 + j] + y[by * 32 + i, bx * 64 + j]

    return kernel


def gated():
    @T.prim_func
    def kernel(x: T.Tensor((64, 128), "float32"), y: T.Tensor((64, 128), "float32"), out: T.Tensor((64, 128), "float32")):
        with T.Kernel(2, 2, threads=128) as (bx, by):
            gate = T.alloc_fragment((32, 64), "float32")
            T.copy(y[by * 32, bx * 64], gate)
            for i, j in T.Parallel(32, 64):
                out[by * 32 + i, bx * 64 + j] = x[by * 32 + i, bx * 64 + j] * gate[i, j] / (1.0 + T.exp(-gate[i, j]))

    return kernel


def row_sums():
    @T.prim_func
    def kernel(x: T.Tensor((64, 128), "float32"), out: T.Tensor((64,), "float32")):
        with T.Kernel(2, threads=128) as b:
            tile = T.alloc_fragment((32, 128), "float32")
            sums = T.alloc_fragment((32,), "float32")
            T.fill(sums, 1.0)
            T.copy(x[b * 32, 0], tile)
            T.reduce_sum(tile, sums, dim=1, clear=True)
            T.copy(sums, out[b * 32])

    return kernel


def row_maxima():
    @T.prim_func
    def kernel(x: T.Tensor((64, 128), "float32"), out: T.Tensor((64,), "float32")):
        with T.Kernel(2, threads=128) as b:
            tile = T.alloc_fragment((32, 128), "float32")
            most = T.alloc_fragment((32,), "float32")
            T.copy(x[b * 32, 0], tile)
            T.reduce_max(tile, most, dim=1, clear=True)
            T.copy(most, out[b * 32])

    return kernel


def softmax():
    @T.prim_func
    def kernel(x: T.Tensor((64, 128), "float32"), out: T.Tensor((64, 128), "float32")):
        with T.Kernel(2, threads=128) as b:
            tile = T.alloc_fragment((32, 128), "float32")
            most = T.alloc_fragment((32,), "float32")
            sums = T.alloc_fragment((32,), "float32")
            T.copy(x[b * 32, 0], tile)
            T.reduce_max(tile, most, dim=1, clear=True)
            for i, j in T.Parallel(32, 128):
                tile[i, j] = T.exp(tile[i, j] - most[i])
            T.reduce_sum(tile, sums, dim=1, clear=True)
            for i, j in T.Parallel(32, 128):
                tile[i, j] = tile[i, j] / sums[i]
            T.copy(tile, out[b * 32, 0])

    return kernel


def rms_norm():
    @T.prim_func
    def kernel(x: T.Tensor((64, 128), "float32"), scale: T.Tensor((128,), "float32"), out: T.Tensor((64, 128), "float32")):
        with T.Kernel(2, threads=128) as b:
            tile = T.alloc_fragment((32, 128), "float32")
            powers = T.alloc_fragment((32, 128), "float32")
            squares = T.alloc_fragment((32,), "float32")
            T.copy(x[b * 32, 0], tile)
            for i, j in T.Parallel(32, 128):
                powers[i, j] = tile[i, j] * tile[i, j]
            T.reduce_sum(powers, squares, dim=1, clear=True)
            for i, j in T.Parallel(32, 128):
                tile[i, j] = tile[i, j] * T.rsqrt(squares[i] / 128 + 1e-5) * scale[j]
            T.copy(tile, out[b * 32, 0])

    return kernel


def transpose():
    @T.prim_func
    def kernel(x: T.Tensor((64, 128), "float32"), out: T.Tensor((128, 64), "float32")):
        with T.Kernel(4, 2, threads=128) as (bx, by):
            tile = T.alloc_shared((32, 32), "float32")
            T.copy(x[by * 32, bx * 32], tile)
            for i, j in T.Parallel(32, 32):
                out[bx * 32 + i, by * 32 + j] = tile[j, i]

    return kernel


def clipped():
    @T.prim_func
    def kernel(x: T.Tensor((64, 128), "float32"), out: T.Tensor((64, 128), "float32")):
        with T.Kernel(2, 2, threads=128) as (bx, by):
            for i, j in T.Parallel(32, 64):
                out[by * 32 + i, bx * 64 + j] = T.max(T.min(x[by * 32 + i, bx * 64 + j], 1.0), -1.0) * 2.0

    return kernel


def convert():
    @T.prim_func
    def kernel(x: T.Tensor((64, 128), "float16"), out: T.Tensor((64, 128), "float32")):
        with T.Kernel(2, 2, threads=128) as (bx, by):
            for i, j in T.Parallel(32, 64):
                out[by * 32 + i, bx * 64 + j] = T.cast(x[by * 32 + i, bx * 64 + j], "float32") + 1.0

    return kernel


def product():
    @T.prim_func
    def kernel(a: T.Tensor((64, 64), "float16"), b: T.Tensor((64, 64), "float16"), out: T.Tensor((64, 64), "float32")):
        with T.Kernel(2, 2, threads=128) as (bx, by):
            left = T.alloc_shared((32, 32), "float16")
            right = T.alloc_shared((32, 32), "float16")
            total = T.alloc_fragment((32, 32), "float32")
            T.clear(total)
            for k in T.Pipelined(2, num_stages=2):
                T.copy(a[by * 32, k * 32], left)
                T.copy(b[k * 32, bx * 32], right)
                T.gemm(left, right, total)
            T.copy(total, out[by * 32, bx * 32])

    return kernel


def product_of_transposed():
    @T.prim_func
    def kernel(a: T.Tensor((64, 64), "float16"), b: T.Tensor((64, 64), "float16"), out: T.Tensor((64, 64), "float32")):
        with T.Kernel(2, 2, threads=128) as (bx, by):
            left = T.alloc_shared((32, 32), "float16")
            right = T.alloc_shared((32, 32), "float16")
            total = T.alloc_fragment((32, 32), "float32")
            T.clear(total)
            for k in T.Pipelined(2, num_stages=2):
                T.copy(a[by * 32, k * 32], left)
                T.copy(b[bx * 32, k * 32], right)
                T.gemm(left, right, total, transpose_B=True)
            T.copy(total, out[by * 32, bx * 32])

    return kernel


def product_and_bias():
    @T.prim_func
    def kernel(a: T.Tensor((64, 64), "float16"), b: T.Tensor((64, 64), "float16"), bias: T.Tensor((64,), "float32"), out: T.Tensor((64, 64), "float32")):
        with T.Kernel(2, 2, threads=128) as (bx, by):
            left = T.alloc_shared((32, 64), "float16")
            right = T.alloc_shared((64, 32), "float16")
            total = T.alloc_fragment((32, 32), "float32")
            T.clear(total)
            T.copy(a[by * 32, 0], left)
            T.copy(b[0, bx * 32], right)
            T.gemm(left, right, total)
            for i, j in T.Parallel(32, 32):
                total[i, j] = T.max(total[i, j] + bias[bx * 32 + j], 0.0)
            T.copy(total, out[by * 32, bx * 32])

    return kernel


def matrix_vector():
    @T.prim_func
    def kernel(x: T.Tensor((64, 128), "float32"), v: T.Tensor((128,), "float32"), out: T.Tensor((64,), "float32")):
        with T.Kernel(2, threads=128) as b:
            tile = T.alloc_fragment((32, 128), "float32")
            sums = T.alloc_fragment((32,), "float32")
            for i, j in T.Parallel(32, 128):
                tile[i, j] = x[b * 32 + i, j] * v[j]
            T.reduce_sum(tile, sums, dim=1, clear=True)
            T.copy(sums, out[b * 32])

    return kernel


def block_sums():
    @T.prim_func
    def kernel(x: T.Tensor((64, 128), "float32"), out: T.Tensor((2, 128), "float32")):
        with T.Kernel(2, threads=128) as b:
            tile = T.alloc_fragment((32, 128), "float32")
            sums = T.alloc_fragment((128,), "float32")
            T.copy(x[b * 32, 0], tile)
            T.reduce_sum(tile, sums, dim=0, clear=True)
            T.copy(sums, out[b, 0])

    return kernel
