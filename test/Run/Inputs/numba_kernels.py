# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels in numba-cuda for languages.py, which edits copies of this text for wrong ones. Each name is that of a function."""

import math

from numba import cuda, float32, int32, int64


def axpy(out, x, a):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = a * x[i] + out[i]


def block_sum(out, x):
    part = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    part[t] = x[i] if i < x.size else 0.0
    cuda.syncthreads()
    half = 64
    while half:
        if t < half:
            part[t] += part[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        out[cuda.blockIdx.x] = part[0]


def product(c, a, b):
    left = cuda.shared.array((16, 16), float32)
    right = cuda.shared.array((16, 16), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    j, i = cuda.grid(2)
    total = float32(0)
    for first in range(0, a.shape[1], 16):
        left[ty, tx] = a[i, first + tx] if i < a.shape[0] and first + tx < a.shape[1] else 0
        right[ty, tx] = b[first + ty, j] if first + ty < b.shape[0] and j < b.shape[1] else 0
        cuda.syncthreads()
        for k in range(16):
            total += left[ty, k] * right[k, tx]
        cuda.syncthreads()
    if i < c.shape[0] and j < c.shape[1]:
        c[i, j] = total


def flip(out, x):
    tile = cuda.shared.array((16, 17), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    j, i = cuda.blockIdx.x * 16 + tx, cuda.blockIdx.y * 16 + ty
    if i < x.shape[0] and j < x.shape[1]:
        tile[ty, tx] = x[i, j]
    cuda.syncthreads()
    j, i = cuda.blockIdx.y * 16 + tx, cuda.blockIdx.x * 16 + ty
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = tile[tx, ty]


def counts(out, x):
    own = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    if t < 64:
        own[t] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        cuda.atomic.add(own, x[i], 1)
    cuda.syncthreads()
    if t < 64:
        cuda.atomic.add(out, t, own[t])


def diffuse(out, x):
    j, i = cuda.grid(2)
    if 0 < i < x.shape[0] - 1 and 0 < j < x.shape[1] - 1:
        out[i, j] = 0.25 * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])


def prefix(out, x):
    part = cuda.shared.array(128, int64)
    t = cuda.threadIdx.x
    part[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    distance = 1
    while distance < 128:
        value = part[t - distance] if t >= distance else 0
        cuda.syncthreads()
        part[t] += value
        cuda.syncthreads()
        distance *= 2
    out[cuda.grid(1)] = part[t]


def bitonic(x):
    part = cuda.shared.array(128, int32)
    t = cuda.threadIdx.x
    part[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    size = 2
    while size <= 128:
        distance = size // 2
        while distance:
            other = t ^ distance
            if other > t:
                if (part[t] > part[other]) == ((t & size) == 0):
                    kept = part[t]
                    part[t] = part[other]
                    part[other] = kept
            cuda.syncthreads()
            distance //= 2
        size *= 2
    x[cuda.grid(1)] = part[t]


def fractal(out, most):
    j, i = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        c = complex(j * 3.0 / out.shape[1] - 2, i * 2.0 / out.shape[0] - 1)
        z = 0j
        steps = 0
        while steps < most and z.real * z.real + z.imag * z.imag < 4:
            z = z * z + c
            steps += 1
        out[i, j] = steps


def warp_sum(out, x):
    value = x[cuda.grid(1)]
    distance = 16
    while distance:
        value += cuda.shfl_down_sync(0xffffffff, value, distance)
        distance //= 2
    if cuda.laneid == 0:
        out[cuda.grid(1) // 32] = value


def votes(out, x):
    i = cuda.grid(1)
    out[i] = cuda.popc(cuda.ballot_sync(0xffffffff, x[i] > 0))


def find(out, keys, x):
    i = cuda.grid(1)
    if i < x.size:
        low, high = 0, keys.size
        while low < high:
            middle = (low + high) // 2
            if keys[middle] < x[i]:
                low = middle + 1
            else:
                high = middle
        out[i] = low


def insertion(x):
    row = cuda.grid(1)
    own = cuda.local.array(16, int32)
    if row < x.shape[0]:
        for i in range(16):
            own[i] = x[row, i]
        for i in range(1, 16):
            value, j = own[i], i - 1
            while j >= 0 and own[j] > value:
                own[j + 1] = own[j]
                j -= 1
            own[j + 1] = value
        for i in range(16):
            x[row, i] = own[i]


def functions(out, x):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[i, 0] = math.sin(v)
        out[i, 1] = math.exp(v)
        out[i, 2] = math.sqrt(abs(v))
        out[i, 3] = math.atan2(v, 1.5)
        out[i, 4] = v ** 3


def life(out, x):
    j, i = cuda.grid(2)
    rows, columns = x.shape
    if i < rows and j < columns:
        alive = 0
        for di in range(-1, 2):
            for dj in range(-1, 2):
                if di != 0 or dj != 0:
                    alive += x[(i + di + rows) % rows, (j + dj + columns) % columns]
        out[i, j] = 1 if alive == 3 or (alive == 2 and x[i, j]) else 0


def compact(out, count, x):
    i = cuda.grid(1)
    if i < x.size and x[i] > 0:
        out[cuda.atomic.add(count, 0, 1)] = x[i]


def hash_bytes(out, x):
    row = cuda.grid(1)
    if row < x.shape[0]:
        h = int64(14695981039346656037 - (1 << 64))
        for i in range(x.shape[1]):
            h = (h ^ x[row, i]) * int64(1099511628211)
        out[row] = h


def distances(out, x, y):
    j, i = cuda.grid(2)
    if i < x.shape[0] and j < y.shape[0]:
        total = 0.0
        for k in range(x.shape[1]):
            total += (x[i, k] - y[j, k]) ** 2
        out[i, j] = math.sqrt(total)


def greatest(out, x):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        cuda.atomic.max(out, 0, x[i])
