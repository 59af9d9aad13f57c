# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels in Warp for languages.py, which edits copies of this text for wrong ones."""

import warp as wp


@wp.struct
class Body:
    position: wp.vec3
    mass: float


@wp.kernel
def axpy(out: wp.array(dtype=float), x: wp.array(dtype=float), a: float):
    i = wp.tid()
    out[i] = a * x[i] + out[i]


@wp.kernel
def dots(out: wp.array(dtype=float), x: wp.array(dtype=wp.vec3), y: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    out[i] = wp.dot(x[i], y[i]) + wp.length(wp.cross(x[i], y[i]))


@wp.kernel
def transform(out: wp.array(dtype=wp.vec3), x: wp.array(dtype=wp.vec3), m: wp.mat33):
    i = wp.tid()
    out[i] = m * x[i]


@wp.kernel
def turn(out: wp.array(dtype=wp.vec3), x: wp.array(dtype=wp.vec3), q: wp.array(dtype=wp.quat)):
    i = wp.tid()
    out[i] = wp.quat_rotate(q[i], x[i])


@wp.kernel
def total(out: wp.array(dtype=float), x: wp.array(dtype=float)):
    wp.atomic_add(out, 0, x[wp.tid()])


@wp.kernel
def blur(out: wp.array2d(dtype=float), x: wp.array2d(dtype=float), rows: int, columns: int):
    i, j = wp.tid()
    if i > 0 and j > 0 and i < rows - 1 and j < columns - 1:
        out[i, j] = 0.2 * (x[i, j] + x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])


@wp.kernel
def generate(out: wp.array(dtype=wp.uint32), seed: int):
    i = wp.tid()
    state = wp.rand_init(seed, i)
    out[i] = wp.randu(state)


@wp.func
def fall(x: wp.vec3, target: wp.vec3, mass: float):
    away = target - x
    return away * (mass / (wp.dot(away, away) + 0.01))


@wp.kernel
def gravity(out: wp.array(dtype=wp.vec3), x: wp.array(dtype=wp.vec3), center: Body, count: int):
    i = wp.tid()
    force = fall(x[i], center.position, center.mass)
    for j in range(count):
        force += fall(x[i], x[j], 0.5)
    out[i] = force


@wp.kernel
def powers(out: wp.array(dtype=wp.int64), x: wp.array(dtype=wp.int64), modulus: wp.int64):
    i = wp.tid()
    result = wp.int64(1)
    base = x[i]
    exponent = i + 3
    while exponent > 0:
        if exponent % 2 == 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent = exponent / 2
    out[i] = result


@wp.kernel
def halves(out: wp.array(dtype=wp.float16), x: wp.array(dtype=wp.float16)):
    i = wp.tid()
    out[i] = x[i] * x[i] + wp.float16(1.0)


@wp.kernel
def doubles(out: wp.array(dtype=wp.float64), x: wp.array(dtype=wp.float64)):
    i = wp.tid()
    out[i] = wp.exp(x[i]) + wp.sin(x[i]) * wp.float64(2.0)


@wp.kernel
def choose(out: wp.array(dtype=int), x: wp.array(dtype=int)):
    i = wp.tid()
    v = x[i]
    if v % 3 == 0:
        out[i] = wp.min(v, 50)
    elif v % 3 == 1:
        out[i] = wp.max(v, 20)
    else:
        out[i] = wp.clamp(v, 10, 30) + wp.abs(v - 40)
