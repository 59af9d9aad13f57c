"""A compiler of polynomials: compile.py TARGET NAME COEFFICIENT...

Prints a module for the target with a function of that name, which computes c0 + c1 x + c2 x^2 + ... by Horner's rule."""

import struct
import sys


def literal(number):
    return f"0f{struct.unpack('>I', struct.pack('>f', float(number)))[0]:08X}"


target, name, *coefficients = sys.argv[1:]
highest, *others = [literal(number) for number in reversed(coefficients)]
print(f"""\
.version 8.0
.target {target}
.address_size 64

.visible .func (.param .b32 result) {name}(.param .b32 x)
{{
    .reg .f32 %x, %y;
    ld.param.f32 %x, [x];
    mov.f32 %y, {highest};""")
for number in others:
    print(f"    fma.rn.f32 %y, %y, %x, {number};")
print("    st.param.f32 [result], %y;\n    ret;\n}")
