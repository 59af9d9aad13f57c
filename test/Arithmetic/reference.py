# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what ptx-compute makes of random operands with the same computed by rational numbers, from the manual (9.3.1.2, 9.7.3 to
9.7.5, 9.7.9.21; of PTX 9.4: 9.7.6).

Usage: reference.py PTX_COMPUTE [--seed=N] [--count=N] [--only=REGEX]. Prints each difference; the exit status is 1 if there is any.
An approximation must be one of the two numbers around the exact result, which decimal arithmetic gives to 150 places; the manual's greatest
errors are larger. Results that the manual leaves open are counted and not compared.
"""

import argparse
import decimal
import itertools
import math
import random
import re
import subprocess
import sys
from fractions import Fraction

# name: width, exponent bits, fraction bits, signed, what the greatest exponent means
FORMATS = {
    "f16": (16, 5, 10, True, "ieee"), "bf16": (16, 8, 7, True, "ieee"), "f32": (32, 8, 23, True, "ieee"),
    "f64": (64, 11, 52, True, "ieee"), "e5m2": (8, 5, 2, True, "ieee"), "e4m3": (8, 4, 3, True, "nan"),
    "e3m2": (6, 3, 2, True, "none"), "e2m3": (6, 2, 3, True, "none"), "e2m1": (4, 2, 1, True, "none"),
    "ue8m0": (8, 8, 0, False, "nan"), "ue5m3": (8, 5, 3, False, "nan"),
}
INTEGERS = {f"{kind}{width}": (width, kind == "s") for kind in "us" for width in (8, 16, 32, 64)}
NAN, INF = "nan", "inf"


def power(exponent):
    return Fraction(2) ** exponent


class Number:
    """A magnitude, which can be `INF` or `NAN`, with a sign."""

    def __init__(self, magnitude, negative=False):
        self.magnitude, self.negative = magnitude, bool(negative)

    def is_nan(self):
        return self.magnitude == NAN

    def is_zero(self):
        return self.magnitude == 0

    def value(self):
        return -self.magnitude if self.negative else self.magnitude

    def negated(self):
        return Number(self.magnitude, not self.negative)


class Format:
    def __init__(self, name):
        self.name = name
        self.width, self.exponent_bits, self.fraction, self.signed, self.specials = FORMATS[name]
        self.bias = 127 if name == "ue8m0" else (1 << (self.exponent_bits - 1)) - 1
        self.sign = 1 << (self.width - 1) if self.signed else 0
        self.has_zero = name != "ue8m0"
        self.top = (1 << (self.width - self.signed)) - 1

    def decode(self, bits):
        negative, bits = bool(bits & self.sign), bits & self.top
        exponent, stored = bits >> self.fraction, bits & ((1 << self.fraction) - 1)
        if self.specials == "ieee" and exponent == (1 << self.exponent_bits) - 1:
            return Number(NAN if stored else INF, negative)
        if self.specials == "nan" and bits == self.top:
            return Number(NAN, negative)
        if exponent == 0 and self.has_zero:
            return Number(stored * power(1 - self.bias - self.fraction), negative)
        return Number((stored + (1 << self.fraction)) * power(exponent - self.bias - self.fraction), negative)

    def largest_bits(self):
        if self.specials == "ieee":
            return (((1 << self.exponent_bits) - 1) << self.fraction) - 1
        return self.top - (self.specials == "nan")

    def is_subnormal(self, bits):
        number = self.decode(bits)
        return self.has_zero and number.magnitude not in (NAN, INF, 0) and number.magnitude < power(1 - self.bias)

    def flush(self, bits):
        return bits & self.sign if self.is_subnormal(bits) else bits

    def exponent_of(self, magnitude):
        exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
        return exponent if power(exponent) <= magnitude else exponent - 1

    def quantum(self, magnitude):
        return power(max(self.exponent_of(magnitude), 1 - self.bias if self.has_zero else -self.bias) - self.fraction)

    def encode(self, number, mode="rn", finite=False, random_bits=None):
        sign = self.sign if number.negative else 0
        if number.is_nan():
            return self.largest_bits() if self.specials == "none" else "nan"
        largest = self.decode(self.largest_bits()).magnitude
        if number.is_zero():
            return sign
        if number.magnitude != INF:
            quantum = self.quantum(number.magnitude)
            steps = number.magnitude / quantum
            below = math.floor(steps)
            rest = steps - below
            if mode == "rn":
                up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and below % 2 == 1)
            elif mode == "rna":
                up = rest >= Fraction(1, 2)
            elif mode == "rz":
                up = False
            elif mode == "rs":
                count, value = random_bits
                up = math.floor(rest * (1 << count)) + value >= 1 << count
            else:
                up = rest > 0 and (mode == "rm") == number.negative
            rounded = (below + up) * quantum
            if rounded <= largest:
                return sign | self.bits_of(rounded)
        exact_infinity = number.magnitude == INF
        stops = not exact_infinity and (mode == "rz" or mode == ("rp" if number.negative else "rm"))
        if finite or stops or self.specials == "none":
            return sign | self.largest_bits()
        return "nan" if self.specials == "nan" else sign | (self.largest_bits() + 1)

    def bits_of(self, magnitude):
        """The bits of a number that the format has."""
        if self.width <= 8:
            return next((bits for bits in range(self.top + 1) if self.decode(bits).magnitude == magnitude), 0)
        if magnitude < power(1 - self.bias):
            return int(magnitude / power(1 - self.bias - self.fraction))
        exponent = self.exponent_of(magnitude)
        return (exponent + self.bias) << self.fraction | int(magnitude / power(exponent - self.fraction)) - (1 << self.fraction)


ALL = {name: Format(name) for name in FORMATS}


def add(a, b, mode):
    if a.is_nan() or b.is_nan():
        return Number(NAN)
    if INF in (a.magnitude, b.magnitude):
        if a.magnitude == b.magnitude and a.negative != b.negative:
            return Number(NAN)
        return a if a.magnitude == INF else b
    total = a.value() + b.value()
    if total == 0:
        return Number(Fraction(0), a.negative if a.negative == b.negative else mode == "rm")
    return Number(abs(total), total < 0)


def multiply(a, b):
    negative = a.negative != b.negative
    if a.is_nan() or b.is_nan() or {INF, 0} <= {a.magnitude, b.magnitude}:
        return Number(NAN)
    if INF in (a.magnitude, b.magnitude):
        return Number(INF, negative)
    return Number(a.magnitude * b.magnitude, negative)


def divide(a, b):
    negative = a.negative != b.negative
    if a.is_nan() or b.is_nan() or (a.magnitude == b.magnitude and a.magnitude in (INF, 0)):
        return Number(NAN)
    if a.magnitude == INF or b.is_zero():
        return Number(INF, negative)
    return Number(Fraction(0) if b.magnitude == INF else a.magnitude / b.magnitude, negative)


def root(number, fmt):
    """The square root, to more places than `fmt` has, with a last digit that says whether there are more."""
    if number.is_nan() or (number.negative and not number.is_zero()):
        return Number(NAN)
    if number.magnitude in (INF, 0):
        return number
    scale = 4 ** (fmt.bias + 2 * fmt.fraction + 8)
    whole = number.magnitude * scale
    floor = math.isqrt(math.floor(whole))
    return Number((Fraction(floor) + (Fraction(1, 2) if floor * floor != whole else 0)) / 2 ** (fmt.bias + 2 * fmt.fraction + 8))


def comparable(number):
    if number.magnitude == INF:
        return -math.inf if number.negative else math.inf
    return number.value()


def extremum(fmt, bits, words, is_minimum):
    numbers = [fmt.decode(b) for b in bits]
    signs = numbers[0].negative != numbers[1].negative
    if "abs" in words:
        numbers = [Number(n.magnitude) for n in numbers]
    best = numbers[0]
    for other in numbers[1:]:
        if "NaN" in words and (best.is_nan() or other.is_nan()):
            best = Number(NAN)
        elif best.is_nan():
            best = other
        elif not other.is_nan():
            x, y = comparable(best), comparable(other)
            takes = (y < x or (x == y == 0 and other.negative)) if is_minimum else (y > x or (x == y == 0 and not other.negative))
            best = other if takes else best
    if "xorsign" in words and not best.is_nan():
        best = Number(best.magnitude, signs)
    return best


def limit(fmt, number_bits, words):
    """The bits with `.ftz`, `.sat` and `.relu`."""
    if number_bits != "nan" and "ftz" in words:
        number_bits = fmt.flush(number_bits)
    if "sat" in words:
        if number_bits == "nan" or number_bits & fmt.sign:
            return 0
        return min(number_bits, fmt.bits_of(Fraction(1)))
    if "relu" in words and number_bits != "nan" and number_bits & fmt.sign:
        return 0
    return number_bits


MODES = ("rn", "rz", "rm", "rp")


def mode_of(words):
    return next((w for w in words if w in MODES + ("rna", "rs")), "rn")


def compute(opcode, words, fmt, sources, bits):
    """The bits of a result of `fmt`, or "nan"."""
    if "ftz" in words:
        bits = [ALL[s].flush(b) for s, b in zip(sources, bits)]
    mode = mode_of(words)
    n = [ALL[s].decode(b) for s, b in zip(sources, bits)]
    if opcode in ("min", "max"):
        result = extremum(fmt, bits, words, opcode == "min")
        return limit(fmt, fmt.encode(result), words)
    if opcode in ("add", "sub"):
        result = add(n[0], n[1].negated() if opcode == "sub" else n[1], mode)
    elif opcode == "mul":
        result = multiply(n[0], n[1])
    elif opcode in ("fma", "mad"):
        result = add(multiply(n[0], n[1]), n[2], mode)
    elif opcode == "div":
        result = divide(n[0], n[1])
    elif opcode == "rcp":
        result = divide(Number(Fraction(1)), n[0])
    elif opcode == "sqrt":
        result = root(n[0], fmt)
    elif opcode in ("abs", "neg"):
        result = Number(n[0].magnitude, opcode == "neg" and not n[0].negative)
    return limit(fmt, fmt.encode(result, mode, finite="satfinite" in words), words)


COMPARE = {"eq": lambda x, y: x == y, "ne": lambda x, y: x != y, "lt": lambda x, y: x < y, "le": lambda x, y: x <= y,
           "gt": lambda x, y: x > y, "ge": lambda x, y: x >= y}


def compares(word, a, b):
    unordered = a.is_nan() or b.is_nan()
    if word in ("num", "nan"):
        return unordered == (word == "nan")
    if unordered:
        return word.endswith("u")
    return COMPARE[word[:2]](comparable(a), comparable(b))


def lane(bits, index, width):
    return bits >> (index * width) & ((1 << width) - 1)


def base(name):
    return re.sub(r"(p4)?x[24]$", "", name)


def lanes_of(name):
    return int(name[-1]) if re.search(r"x[24]$", name) else 1


def lane_width(name):
    """The bits of a lane in its register: numbers of 6 bits have a byte, and with `p4` those of 4 bits."""
    width = ALL[base(name)].width if base(name) in ALL else INTEGERS[name][0]
    return 8 if width == 6 or "p4" in name else width


class Case:
    """An instruction with what is compared: `expected(operands)` gives a list of lanes, from the least significant one on."""

    def __init__(self, mnemonic, sources, result, expected):
        self.mnemonic, self.sources, self.result = mnemonic, sources, result
        self.expected = expected


def arithmetic(mnemonic, result, sources):
    opcode, *words = mnemonic.split(".")
    fmt, count = ALL[base(result)], lanes_of(result)

    def expected(operands):
        lanes = []
        for i in range(count):
            bits = [lane(o, i, lane_width(s)) for o, s in zip(operands, sources)]
            lanes.append(compute(opcode, words, fmt, [base(s) for s in sources], bits))
        return lanes

    return Case(mnemonic, sources, result, expected)


decimal.getcontext().prec = 150
decimal.getcontext().Emin, decimal.getcontext().Emax = -10**6, 10**6
TINY = decimal.Decimal(10) ** -140


def arctangent_of_inverse(n):
    total = term = decimal.Decimal(1) / n
    k = 1
    while abs(term) > TINY:
        term /= -n * n
        k += 2
        total += term / k
    return total


PI = 4 * (4 * arctangent_of_inverse(5) - arctangent_of_inverse(239))


def cosine(x):
    x %= 2 * PI
    total = term = decimal.Decimal(1)
    k = 0
    while abs(term) > TINY:
        k += 2
        term *= -x * x / (k * (k - 1))
        total += term
    return total


def hyperbolic_tangent(x):
    if abs(x) > 200:
        return decimal.Decimal(1).copy_sign(x)
    up, down = x.exp(), (-x).exp()
    return (up - down) / (up + down)


LN2 = decimal.Decimal(2).ln()
# What is exact at infinities, at zeros of either sign and of negative numbers, by the manual's tables.
FUNCTIONS = {"ex2": lambda x: (x * LN2).exp(), "lg2": lambda x: x.ln() / LN2, "sin": lambda x: cosine(x - PI / 2), "cos": cosine,
             "tanh": hyperbolic_tangent, "rsqrt": lambda x: 1 / x.sqrt(), "sqrt": lambda x: x.sqrt(), "rcp": lambda x: 1 / x}
AT_INFINITY = {"ex2": (INF, 0), "lg2": (INF, NAN), "sin": (NAN, NAN), "cos": (NAN, NAN), "tanh": (1, -1), "rsqrt": (0, NAN),
               "sqrt": (INF, NAN), "rcp": (0, "-0")}
AT_ZERO = {"ex2": (1, 1), "lg2": ("-inf", "-inf"), "sin": (0, "-0"), "cos": (1, 1), "tanh": (0, "-0"), "rsqrt": (INF, "-inf"),
           "sqrt": (0, "-0"), "rcp": (INF, "-inf")}


def special(value):
    if value in ("-0", "-inf"):
        return Number(Fraction(0) if value == "-0" else INF, True)
    return Number(value if value in (INF, NAN) else Fraction(abs(value)), value not in (INF, NAN) and value < 0)


def function_of(opcode, number):
    if number.is_nan():
        return Number(NAN)
    if number.magnitude == INF:
        return special(AT_INFINITY[opcode][number.negative])
    if number.is_zero():
        return special(AT_ZERO[opcode][number.negative])
    if number.negative and opcode in ("lg2", "rsqrt", "sqrt"):
        return Number(NAN)
    x = decimal.Decimal(number.value().numerator) / decimal.Decimal(number.value().denominator)
    if opcode == "ex2" and abs(x) > 2000:
        return Number(Fraction(0) if x < 0 else INF)
    value = FUNCTIONS[opcode](x)
    return Number(abs(Fraction(value)), value < 0)


def approximation(mnemonic, result):
    opcode, *words = mnemonic.split(".")
    fmt, count = ALL[base(result)], lanes_of(result)

    def expected(operands):
        lanes = []
        for i in range(count):
            bits = [lane(o, i, fmt.width) for o in operands]
            if "ftz" in words:
                bits = [fmt.flush(b) for b in bits]
            numbers = [fmt.decode(b) for b in bits]
            if opcode == "div":
                value = divide(*numbers)
            else:
                value = function_of(opcode, numbers[0])
            lanes.append(limit(fmt, fmt.encode(value), words))
        return lanes

    return Case(mnemonic, [result] * (2 if opcode == "div" else 1), result, expected)


def comparison(mnemonic, sources, result=None):
    words = mnemonic.split(".")
    word = next(w for w in words if w[:2] in COMPARE or w in ("num", "nan"))
    fmt, count = ALL[base(sources[0])], lanes_of(sources[0])

    def expected(operands):
        lanes = []
        for i in range(count):
            a, b = (lane(o, i, fmt.width) for o in operands)
            if "ftz" in words:
                a, b = fmt.flush(a), fmt.flush(b)
            holds = compares(word, fmt.decode(a), fmt.decode(b))
            if not result:
                lanes.append(int(holds))
            elif base(result) in ALL:
                lanes.append(ALL[base(result)].bits_of(Fraction(1)) if holds else 0)
            else:
                lanes.append((1 << INTEGERS[result][0] // count) - 1 if holds else 0)
        return lanes

    return Case(mnemonic, sources, result, expected)


def integral(number, mode):
    if number.magnitude in (NAN, INF):
        return number
    floor = math.floor(number.magnitude)
    rest = number.magnitude - floor
    up = {"rzi": False, "rni": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and floor % 2 == 1), "rmi": number.negative and rest > 0,
          "rpi": not number.negative and rest > 0}[mode]
    return Number(Fraction(floor + up), number.negative)


def to_integer(number, name, source):
    width, signed = INTEGERS[name]
    least, most = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    if number.is_nan():
        value = 0 if source != "f64" and width != 64 else 1 << (width - 1)
    else:
        value = int(min(max(comparable(number), least), most)) if number.magnitude != INF else (least if number.negative else most)
    return value & ((1 << width) - 1)


def random_for(target, index, rbits):
    """The random bits of a lane, as the manual's text gives them."""
    if target == "f16x2":
        return 13, rbits >> 16 * index & 0x1FFF
    if target == "bf16x2":
        return 16, rbits >> 16 * index & 0xFFFF
    return 16, rbits >> 16 * (index // 2) & 0xFFFF


def conversion(mnemonic, result, source, extra=()):
    words = mnemonic.split(".")[1:]
    count, is_packed = max(lanes_of(result), lanes_of(source)), lanes_of(source) > 1
    inputs = 1 if is_packed else count
    mode = mode_of(words)
    integer_mode = next((w for w in words if w in ("rni", "rzi", "rmi", "rpi")), None)

    def number_of(bits):
        if source in INTEGERS:
            width, signed = INTEGERS[source]
            value = bits - (1 << width) if signed and bits >> (width - 1) else bits
            return Number(Fraction(abs(value)), value < 0)
        fmt = ALL[base(source)]
        if ("ftz" in words and source == "f32") or "scaled::n1::ue8m0" in words:
            bits = fmt.flush(bits)
        return fmt.decode(bits)

    def convert(number, index, others):
        if "scaled::n2::ue8m0" in words or "scaled::n1::ue8m0" in words:
            scale = others[0] >> (8 * index if "scaled::n2::ue8m0" in words else 0) & 0xFF
            if scale == 0xFF:
                number = Number(NAN)
            elif number.magnitude not in (NAN, INF):
                exponent = scale - 127
                number = Number(number.magnitude * power(exponent if lane_width(source) < lane_width(result) else -exponent), number.negative)
        if integer_mode:
            number = integral(number, integer_mode)
        if result in INTEGERS:
            return to_integer(number, result, source)
        fmt = ALL[base(result)]
        bits = fmt.encode(number, mode, "satfinite" in words, random_for(result, index, others[0]) if mode == "rs" else None)
        if bits != "nan" and "pzo" in words and fmt.decode(bits).is_zero():
            bits = 0
        return limit(fmt, bits, [w for w in words if w != "ftz" or result == "f32"])

    def expected(operands):
        lanes = []
        for i in range(count):
            bits = lane(operands[0], i, lane_width(source)) if is_packed else operands[inputs - 1 - i]
            lanes.append(convert(number_of(bits), i, operands[inputs:]))
        return lanes

    return Case(mnemonic, [source] * inputs + list(extra), result, expected)


def cases():
    for opcode, operands in (("add", 2), ("sub", 2), ("mul", 2), ("fma", 3)):
        for mode in MODES:
            for extra in ("", ".ftz", ".sat", ".ftz.sat"):
                yield arithmetic(f"{opcode}.{mode}{extra}.f32", "f32", ["f32"] * operands)
            yield arithmetic(f"{opcode}.{mode}.f64", "f64", ["f64"] * operands)
            for extra in ("", ".ftz"):
                yield arithmetic(f"{opcode}.{mode}{extra}.f32x2", "f32x2", ["f32x2"] * operands)
        for name in ("f16", "f16x2"):
            for extra in ("", ".ftz", ".sat", ".ftz.sat"):
                yield arithmetic(f"{opcode}.rn{extra}.{name}", name, [name] * operands)
        for name in ("bf16", "bf16x2"):
            yield arithmetic(f"{opcode}.rn.{name}", name, [name] * operands)
    for name in ("f16", "f16x2", "bf16", "bf16x2"):
        yield arithmetic(f"fma.rn.relu.{name}", name, [name] * 3)
    for mode in MODES:
        for half in ("f16", "bf16"):
            for extra in ("", ".sat"):
                yield arithmetic(f"add.{mode}{extra}.f32.{half}", "f32", [half, "f32"])
                yield arithmetic(f"sub.{mode}{extra}.f32.{half}", "f32", [half, "f32"])
                yield arithmetic(f"fma.{mode}{extra}.f32.{half}", "f32", [half, half, "f32"])
        yield arithmetic(f"mad.{mode}.f32", "f32", ["f32"] * 3)
        for opcode, operands in (("div", 2), ("rcp", 1), ("sqrt", 1)):
            yield arithmetic(f"{opcode}.{mode}.f32", "f32", ["f32"] * operands)
            yield arithmetic(f"{opcode}.{mode}.ftz.f32", "f32", ["f32"] * operands)
            yield arithmetic(f"{opcode}.{mode}.f64", "f64", ["f64"] * operands)
    for opcode in ("abs", "neg"):
        for name in ("f32", "f64", "f16", "f16x2", "bf16", "bf16x2"):
            for extra in ("", ".ftz") if name in ("f32", "f16", "f16x2") else ("",):
                yield arithmetic(f"{opcode}{extra}.{name}", name, [name])
    for opcode in ("min", "max"):
        yield arithmetic(f"{opcode}.f64", "f64", ["f64"] * 2)
        for name in ("f32", "f16", "f16x2", "bf16", "bf16x2"):
            for ftz, nan, signs in itertools.product(("", ".ftz"), ("", ".NaN"), ("", ".xorsign.abs")):
                if not ftz or "b" not in name:
                    yield arithmetic(f"{opcode}{ftz}{nan}{signs}.{name}", name, [name] * 2)
        for nan, signs in itertools.product(("", ".NaN"), ("", ".abs")):
            yield arithmetic(f"{opcode}{nan}{signs}.f32", "f32", ["f32"] * 3)
    for word in ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"):
        for name in ("f32", "f64", "f16", "f16x2", "bf16", "bf16x2"):
            for extra in ("", ".ftz") if name in ("f32", "f16", "f16x2") else ("",):
                yield comparison(f"setp.{word}{extra}.{name}", [name] * 2)
        for result, name in (("u32", "f32"), ("f32", "f32"), ("s32", "f64"), ("f16", "f16"), ("u16", "f16"), ("f16x2", "f16x2"),
                             ("u32", "f16x2"), ("bf16", "bf16"), ("bf16x2", "bf16x2"), ("s32", "bf16x2")):
            yield comparison(f"set.{word}.{result}.{name}", [name] * 2, result)
    for opcode in ("ex2", "lg2", "sin", "cos", "rsqrt", "sqrt", "rcp"):
        yield approximation(f"{opcode}.approx.f32", "f32")
        yield approximation(f"{opcode}.approx.ftz.f32", "f32")
    yield approximation("tanh.approx.f32", "f32")
    yield approximation("rsqrt.approx.f64", "f64")
    yield approximation("div.full.f32", "f32")
    for name in ("f16", "f16x2"):
        yield approximation(f"ex2.approx.{name}", name)
    for name in ("bf16", "bf16x2"):
        yield approximation(f"ex2.approx.ftz.{name}", name)
    for name in ("f16", "f16x2", "bf16", "bf16x2"):
        yield approximation(f"tanh.approx.{name}", name)
    yield from sums_of_bytes()
    yield from conversions()


def sums_of_bytes():
    """Sums and products with results of 8 bits, which are rounded once. (Manual of PTX 9.4, 9.7.6)"""
    names = ("e5m2x4", "e4m3x4", "e3m2x4", "e2m3x4", "e2m1x4", "e2m1p4x4", "ue8m0x4")
    for result, finite, (i, first) in itertools.product(names[:2], ("", ".satfinite"), enumerate(names)):
        for opcode in ("add", "sub"):
            yield arithmetic(f"{opcode}.rn{finite}.{result}.{first}", result, [first, result])
        for step in (0, 1, 3):
            second = names[(i + step) % len(names)]
            yield arithmetic(f"mul.rn{finite}.{result}.{first}.{second}", result, [first, second])
            yield arithmetic(f"fma.rn{finite}.{result}.{first}.{second}", result, [first, second, result])


def conversions():
    floats = ("f16", "bf16", "f32", "f64")
    for name in INTEGERS:
        for fmt in floats:
            for mode in MODES:
                yield conversion(f"cvt.{mode}.{fmt}.{name}", fmt, name)
                yield conversion(f"cvt.{mode}i.{name}.{fmt}", name, fmt)
            if fmt == "f32":
                yield conversion(f"cvt.rni.ftz.{name}.f32", name, fmt)
                yield conversion(f"cvt.rn.sat.f32.{name}", fmt, name)
    for result, source in itertools.permutations(floats, 2):
        if lane_width(result) < lane_width(source):
            for mode in MODES:
                yield conversion(f"cvt.{mode}.{result}.{source}", result, source)
        elif lane_width(result) > lane_width(source):
            yield conversion(f"cvt.{result}.{source}", result, source)
    yield conversion("cvt.rn.ftz.f16.f32", "f16", "f32")
    yield conversion("cvt.rn.ftz.f32.f64", "f32", "f64")
    yield conversion("cvt.ftz.f64.f32", "f64", "f32")
    yield conversion("cvt.rn.sat.f16.f32", "f16", "f32")
    yield conversion("cvt.rz.sat.f32.f64", "f32", "f64")
    for name in ("f16", "f32", "f64"):
        for mode in MODES:
            yield conversion(f"cvt.{mode}i.{name}.{name}", name, name)
    yield conversion("cvt.rni.ftz.f32.f32", "f32", "f32")
    for result in ("f16", "bf16", "f16x2", "bf16x2"):
        for mode, relu, finite in itertools.product(("rn", "rz"), ("", ".relu"), ("", ".satfinite")):
            yield conversion(f"cvt.{mode}{relu}{finite}.{result}.f32", result, "f32")
    for finite in ("", ".satfinite"):
        yield conversion(f"cvt.rs{finite}.f16x2.f32", "f16x2", "f32", ["f32"])
        yield conversion(f"cvt.rs{finite}.bf16x2.f32", "bf16x2", "f32", ["f32"])
    for narrow in ("e4m3x2", "e5m2x2", "e2m3x2", "e3m2x2", "e2m1x2"):
        for mode, relu in itertools.product(("rn", "rz"), ("", ".relu")):
            for source in ("f32", "f16x2", "bf16x2"):
                yield conversion(f"cvt.{mode}.satfinite{relu}.{narrow}.{source}", narrow, source)
        yield conversion(f"cvt.rn.satfinite.pzo.{narrow}.f32", narrow, "f32")
        yield conversion(f"cvt.rn.satfinite.scaled::n1::ue8m0.{narrow}.f32", narrow, "f32", ["ue8m0"])
        for relu in ("", ".relu"):
            yield conversion(f"cvt.rn{relu}.f16x2.{narrow}", "f16x2", narrow)
            yield conversion(f"cvt.rn{relu}.bf16x2.{narrow}", "bf16x2", narrow)
        yield conversion(f"cvt.rn.satfinite.scaled::n2::ue8m0.bf16x2.{narrow}", "bf16x2", narrow, ["ue8m0x2"])
    for four in ("e4m3x4", "e5m2x4", "e2m3x4", "e3m2x4"):
        for relu in ("", ".relu"):
            yield conversion(f"cvt.rs{relu}.satfinite.{four}.f32", four, "f32", ["f32"])
    for mode, finite in itertools.product(("rz", "rp"), ("", ".satfinite")):
        for source in ("f32", "bf16x2"):
            yield conversion(f"cvt.{mode}{finite}.ue8m0x2.{source}", "ue8m0x2", source)
    yield conversion("cvt.rn.bf16x2.ue8m0x2", "bf16x2", "ue8m0x2")
    yield conversion("cvt.rn.f16x2.ue5m3x2", "f16x2", "ue5m3x2")
    for mode in ("rn", "rz", "rp"):
        yield conversion(f"cvt.{mode}.satfinite.ue5m3x2.f32", "ue5m3x2", "f32")


def random_lane(rng, name, near):
    """Bits of a number: any, special, small, or near another one."""
    if name in INTEGERS:
        width = INTEGERS[name][0]
        return rng.choice((rng.getrandbits(width), rng.getrandbits(rng.randint(1, width)), 0, (1 << width) - 1, 1 << (width - 1)))
    fmt = ALL[name]
    kind = rng.random()
    if kind < 0.1:
        infinity = fmt.largest_bits() + 1
        special = (0, 1, fmt.largest_bits(), infinity & fmt.top, fmt.top, 1 << fmt.fraction, (1 << fmt.fraction) - 1)
        return rng.choice(special) | (fmt.sign if rng.random() < 0.5 else 0)
    if kind < 0.4 and near is not None:
        return (near + rng.randint(-3, 3)) ^ (fmt.sign if rng.random() < 0.5 else 0) & ((1 << fmt.width) - 1)
    if kind < 0.75:
        exponent = min(max(fmt.bias + rng.randint(-12, 12), 0), (1 << fmt.exponent_bits) - 1)
        stored = rng.getrandbits(fmt.fraction) if fmt.fraction else 0
        if rng.random() < 0.5:  # few bits, for ties
            stored &= ~((1 << rng.randint(0, fmt.fraction)) - 1)
        return (exponent << fmt.fraction | stored) | (fmt.sign if rng.random() < 0.5 else 0)
    if kind < 0.85:
        return rng.getrandbits(fmt.fraction) | (fmt.sign if rng.random() < 0.5 else 0)
    return rng.getrandbits(fmt.width)


def random_operands(rng, sources):
    operands = []
    for name in sources:
        value = 0
        for i in range(lanes_of(name)):
            near = lane(operands[0], i, lane_width(name)) if operands and sources[0] == name and base(name) in ALL else None
            bits = random_lane(rng, base(name), near) & ((1 << lane_width(name)) - 1)
            if base(name) in ALL:
                bits &= (1 << ALL[base(name)].width) - 1
            value |= bits << (i * lane_width(name))
        operands.append(value)
    return operands


def differs(case, expected, got):
    fmt = ALL.get(base(case.result)) if case.result else None
    count = len(expected)
    width = lane_width(case.result) if fmt else (INTEGERS[case.result][0] // count if case.result else 1)
    for i, want in enumerate(expected):
        have = lane(got, i, width)
        if want == "nan":
            if not fmt.decode(have).is_nan():
                return True
        elif have != want:
            return True
    return False


def is_near(case, expected, got):
    """Whether each lane is at most one unit of the last place from what is expected."""
    width = lane_width(case.result)
    return all(want != "nan" and abs(lane(got, i, width) - want) <= 1 for i, want in enumerate(expected))


# What the manual leaves open, by its own words: signs of zero after `.relu`, signs and zeros in formats that have none, and random bits that are fewer
# than the bits that are dropped. The reference computes one of the possibilities.
def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=47)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    tried = [case for case in cases() if re.search(arguments.only, case.mnemonic)]
    differences = left_open = 0
    missing = []
    for case in tried:
        runs = [random_operands(rng, case.sources) for _ in range(arguments.count)]
        text = "".join(f"{case.mnemonic} {' '.join(f'{o:x}' for o in operands)}\n" for operands in runs)
        answers = subprocess.run([arguments.program], input=text, capture_output=True, text=True, check=True).stdout.split("\n")
        if answers[0] == "none":
            missing.append(case.mnemonic)
            continue
        for operands, answer in zip(runs, answers):
            bits, certainty = answer.split()
            expected = case.expected(operands)
            if certainty == "open" and "nan" not in expected:
                left_open += 1
                continue
            # The host's functions are rounded twice.
            got = int(bits, 16)
            if differs(case, expected, got) and not (certainty == "approximate" and is_near(case, expected, got)):
                differences += 1
                if differences <= 40:
                    wanted = " ".join(e if e == "nan" else f"{e:x}" for e in expected)
                    print(f"{case.mnemonic} {' '.join(f'{o:x}' for o in operands)}: {answer}, but the reference has {wanted}")
    for mnemonic in sorted(missing):
        print(f"{mnemonic} is not implemented")
    print(f"{len(tried)} instructions, {len(tried) * arguments.count} results, {differences} differences, {left_open} that the manual leaves open")
    return 1 if differences or missing else 0


if __name__ == "__main__":
    sys.exit(main())
