# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes PTX modules as compilers write them, whose cost can be compared over time:

    inputs.py FOLDER

regular.ptx     8 MB: entries of some hundred instructions each, as from CUDA C++
one-body.ptx    2 MB: the same instructions in one entry
tensor.ptx      1 MB: matrix instructions, bulk copies and barriers of sm_100a
functions.ptx   1 MB: very many functions of a few instructions
erroneous.ptx   1 MB: as regular.ptx, with a mistake in every tenth line

The same text comes out each time. All but the last are legal."""

import random
import sys
from pathlib import Path

HEADER = ".version 9.0\n.target {target}\n.address_size 64\n\n"


class Body:
    """Statements of one function, over registers that are declared at its start."""

    def __init__(self, rng, registers=60):
        self.rng = rng
        self.registers = registers
        self.lines = []
        self.label = 0

    def register(self, kind):
        return f"%{kind}{self.rng.randrange(1, self.registers)}"

    def registers_of(self, kind, count):
        first = self.rng.randrange(1, self.registers - count)
        return "{" + ", ".join(f"%{kind}{first + i}" for i in range(count)) + "}"

    def value(self, kind):
        """A register, or now and then a number."""
        if self.rng.random() < 0.75:
            return self.register(kind)
        if kind == "f":
            return f"0f{self.rng.randrange(0x3E000000, 0x41000000):08X}"
        if kind == "fd":
            return f"0d{self.rng.randrange(0x3F00, 0x4100):04X}000000000000"
        return str(self.rng.choice([1, 2, 4, 8, 16, 31, 32, 255, 1024, -1]))

    def emit(self, line):
        self.lines.append(f"\t{line};")

    def parameters(self, name, count):
        for i in range(count):
            self.emit(f"ld.param.u64 \t%rd{i + 1}, [{name}_param_{i}]")
            self.emit(f"cvta.to.global.u64 \t%base{i + 1}, %rd{i + 1}")
        self.emit(f"ld.param.u32 \t%descriptor, [{name}_param_{count}]")

    def index(self):
        a, b, c = (self.register("r") for _ in range(3))
        self.emit(f"mov.u32 \t{a}, %ctaid.x")
        self.emit(f"mov.u32 \t{b}, %ntid.x")
        self.emit(f"mov.u32 \t{c}, %tid.x")
        self.emit(f"mad.lo.s32 \t{a}, {a}, {b}, {c}")
        self.emit(f"mul.wide.s32 \t{self.register('rd')}, {a}, 4")

    def arithmetic(self):
        pick = self.rng.choice
        pattern = pick([
            ("add.s32", "r", "rv"), ("sub.s32", "r", "rv"), ("mul.lo.s32", "r", "rv"),
            ("mad.lo.s32", "r", "rrr"), ("shl.b32", "r", "rv"), ("shr.u32", "r", "rv"),
            ("and.b32", "r", "rv"), ("or.b32", "r", "rr"), ("xor.b32", "r", "rv"),
            ("min.s32", "r", "rr"), ("max.s32", "r", "rr"), ("add.s64", "D", "Dw"),
            ("shl.b64", "D", "Dn"), ("fma.rn.f32", "f", "fff"), ("add.f32", "f", "fF"),
            ("mul.f32", "f", "fF"), ("sub.f32", "f", "ff"), ("fma.rn.f64", "d", "ddd"),
            ("add.f64", "d", "dE"), ("div.rn.f32", "f", "ff"), ("sqrt.rn.f32", "f", "f"),
            ("ex2.approx.ftz.f32", "f", "f"), ("neg.f32", "f", "f"), ("abs.f32", "f", "f"),
            ("cvt.rn.f32.s32", "f", "r"), ("cvt.rzi.s32.f32", "r", "f"), ("cvt.u64.u32", "D", "r"),
            ("cvt.u32.u64", "r", "D"), ("mov.u32", "r", "v"), ("mov.b32", "r", "f"),
            ("mov.f32", "f", "F"), ("mov.u64", "D", "D"), ("bfe.u32", "r", "rnn"),
            ("prmt.b32", "r", "rrn"), ("shf.l.wrap.b32", "r", "rrr"), ("popc.b32", "r", "r"),
            ("mul.wide.s32", "D", "rn"), ("mul.hi.u32", "r", "rr"), ("rem.s32", "r", "rr"),
            ("cvt.s64.s32", "D", "r"),
        ])
        makers = {
            "r": lambda: self.register("r"), "v": lambda: self.value("r"),
            "f": lambda: self.register("f"), "F": lambda: self.value("f"),
            "d": lambda: self.register("fd"), "E": lambda: self.value("fd"),
            "D": lambda: self.register("rd"), "w": lambda: self.value("rd"),
            "n": lambda: str(self.rng.randrange(1, 9)),
        }
        mnemonic, result, sources = pattern
        self.emit(f"{mnemonic} \t" + ", ".join(makers[k]() for k in result + sources))

    def memory(self):
        base = f"%base{self.rng.randrange(1, 5)}"
        if self.rng.random() < 0.3:
            self.emit(f"add.s64 \t%address, {base}, {self.register('rd')}")
            base = "%address"
        address = f"[{base}+{4 * self.rng.randrange(0, 64)}]"
        aligned = f"[{base}+{16 * self.rng.randrange(0, 64)}]"
        self.emit(self.rng.choice([
            f"ld.global.u32 \t{self.register('r')}, {address}",
            f"ld.global.nc.f32 \t{self.register('f')}, {address}",
            f"ld.global.f32 \t{self.register('f')}, {address}",
            f"st.global.f32 \t{address}, {self.register('f')}",
            f"st.global.u32 \t{address}, {self.register('r')}",
            f"ld.global.v4.f32 \t{self.registers_of('f', 4)}, {aligned}",
            f"st.global.v2.u32 \t{aligned}, {self.registers_of('r', 2)}",
            f"ld.shared.f32 \t{self.register('f')}, [tile+{4 * self.rng.randrange(64)}]",
            f"st.shared.u32 \t[tile+{4 * self.rng.randrange(64)}], {self.register('r')}",
            f"atom.global.add.u32 \t{self.register('r')}, {address}, 1",
            f"ld.global.u8 \t{self.register('rs')}, {address}",
        ]))

    def compare(self):
        p = f"%p{self.rng.randrange(1, 9)}"
        kind = self.rng.choice(["lt.s32", "ge.u32", "eq.s32", "ne.s32", "gt.f32"])
        bank = "f" if kind.endswith("f32") else "r"
        self.emit(f"setp.{kind} \t{p}, {self.register(bank)}, {self.value(bank)}")
        self.emit(f"selp.b32 \t{self.register('r')}, {self.register('r')}, {self.value('r')}, {p}")

    def branch(self, steps):
        self.label += 1
        target = f"$L__BB0_{self.label}"
        p = f"%p{self.rng.randrange(1, 9)}"
        self.emit(f"setp.gt.s32 \t{p}, {self.register('r')}, {self.value('r')}")
        self.emit(f"@{p} bra \t{target}")
        self.fill(steps)
        self.lines.append(f"\n{target}:")

    def loop(self, steps):
        self.label += 1
        target = f"$L__BB0_{self.label}"
        self.lines.append(f"\n{target}:")
        self.fill(steps)
        counter, p = self.register("r"), f"%p{self.rng.randrange(1, 9)}"
        self.emit(f"add.s32 \t{counter}, {counter}, 1")
        self.emit(f"setp.lt.s32 \t{p}, {counter}, {self.rng.randrange(2, 99)}")
        self.emit(f"@{p} bra \t{target}")

    def exchange(self):
        self.emit("bar.sync \t0")
        a, b = self.register("r"), self.register("r")
        self.emit(f"shfl.sync.bfly.b32 \t{a}|%p1, {b}, {self.rng.choice([1, 2, 4, 8, 16])}, 31, -1")
        self.emit(f"add.s32 \t{b}, {a}, {b}")

    def fill(self, steps):
        for _ in range(steps):
            self.rng.choices([self.arithmetic, self.memory, self.compare, self.index],
                             [70, 20, 8, 2])[0]()

    def block(self):
        self.fill(12)
        self.rng.choices([lambda: self.branch(8), lambda: self.loop(16), self.exchange],
                         [5, 2, 1])[0]()

    def text(self, name, count):
        n = self.registers
        declarations = [
            ".shared .align 128 .b8 tile[4096];", ".shared .align 8 .b64 barrier[4];",
            ".reg .b32 \t%tile, %barrier, %descriptor;", ".reg .b64 \t%base<5>, %address;", ".reg .pred \t%p<9>;", f".reg .b16 \t%rs<{n}>;", f".reg .b32 \t%r<{n}>;",
            f".reg .f32 \t%f<{n}>;", f".reg .b64 \t%rd<{n}>;", f".reg .f64 \t%fd<{n}>;",
        ]
        parameters = ",\n".join(f"\t.param .u64 {name}_param_{i}" for i in range(count))
        parameters += f",\n\t.param .u32 {name}_param_{count}"
        return (f".visible .entry {name}(\n{parameters}\n)\n{{\n"
                + "".join(f"\t{line}\n" for line in declarations)
                + "\n\tmov.u32 \t%tile, tile;\n\tmov.u32 \t%barrier, barrier;\n"
                + "\n".join(self.lines) + "\n\tret;\n\n}\n\n")


def entry(rng, number, blocks):
    name = f"_Z6kernel{number}PKfPfS1_i"
    body = Body(rng, rng.choice([30, 60, 200]))
    body.parameters(name, 4)
    body.index()
    for _ in range(blocks):
        body.block()
    return body.text(name, 4)


def regular(size, target="sm_90"):
    rng = random.Random(1)
    parts = [HEADER.format(target=target)]
    length = 0
    while length < size:
        parts.append(entry(rng, len(parts), rng.choice([4, 12, 30])))
        length += len(parts[-1])
    return "".join(parts)


def one_body(size):
    rng = random.Random(2)
    body = Body(rng, 2000)
    body.parameters("_Z3oneP", 4)
    # A line has some 32 bytes.
    while len(body.lines) < size // 32:
        body.block()
    return HEADER.format(target="sm_90") + body.text("_Z3oneP", 4)


class TensorBody(Body):
    """What kernels of matrix products are made of."""

    def matrix(self):
        if self.rng.random() < 0.5:
            self.emit("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 \t"
                      f"{self.registers_of('f', 4)}, {self.registers_of('r', 4)}, "
                      f"{self.registers_of('r', 2)}, {self.registers_of('f', 4)}")
        else:
            self.emit("ldmatrix.sync.aligned.m8n8.x4.shared.b16 \t"
                      f"{self.registers_of('r', 4)}, [%tile+{16 * self.rng.randrange(64)}]")

    def tensor_core(self):
        self.emit(self.rng.choice([
            "tcgen05.mma.cta_group::1.kind::f16 \t"
            f"[{self.register('r')}], {self.register('rd')}, {self.register('rd')}, "
            "%descriptor, %p2",
            "tcgen05.ld.sync.aligned.32x32b.x8.b32 \t"
            f"{self.registers_of('r', 8)}, [{self.register('r')}]",
            "tcgen05.wait::ld.sync.aligned",
            "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 \t"
            f"[{self.register('rd')}]",
            "tcgen05.fence::after_thread_sync",
        ]))

    def copy(self):
        self.emit("mbarrier.arrive.expect_tx.shared::cta.b64 \t"
                  f"_, [%barrier], {1024 * self.rng.randrange(1, 32)}")
        self.emit("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes \t"
                  f"[%tile], [{self.register('rd')}, {self.registers_of('r', 2)}], [%barrier]")

    def wait(self):
        self.label += 1
        target = f"$L__WAIT{self.label}"
        self.lines.append(f"{target}:")
        self.emit("mbarrier.try_wait.parity.shared::cta.b64 \t"
                  f"%p3, [%barrier], {self.register('r')}")
        self.emit(f"@!%p3 bra \t{target}")

    def fill(self, steps):
        for _ in range(steps):
            self.rng.choices(
                [self.arithmetic, self.memory, self.matrix, self.tensor_core, self.copy, self.wait],
                [30, 10, 30, 20, 5, 5])[0]()


def tensor(size):
    rng = random.Random(3)
    parts = [HEADER.format(target="sm_100a")]
    length = 0
    while length < size:
        name = f"gemm_kernel_{len(parts)}"
        body = TensorBody(rng, 200)
        body.parameters(name, 4)
        for _ in range(12):
            body.block()
        parts.append(body.text(name, 4))
        length += len(parts[-1])
    return "".join(parts)


def functions(size):
    rng = random.Random(4)
    parts = [HEADER.format(target="sm_75")]
    length = 0
    while length < size:
        name = f"f{len(parts)}"
        body = Body(rng, 20)
        body.fill(2)
        lines = "\n".join(body.lines)
        parts.append(f".func (.reg .b32 out) {name}(.reg .b32 in)\n{{\n\t.reg .pred %p<9>;\n"
                     "\t.shared .align 128 .b8 tile[4096];\n\t.reg .b64 %base<5>, %address;\n"
                     "\t.reg .b16 %rs<20>;\n\t.reg .b32 %r<20>;\n\t.reg .f32 %f<20>;\n"
                     "\t.reg .b64 %rd<20>;\n\t.reg .f64 %fd<20>;\n"
                     f"{lines}\n\tmov.b32 out, in;\n\tret;\n}}\n")
        length += len(parts[-1])
    return "".join(parts)


def erroneous(size):
    rng = random.Random(5)
    mistakes = [
        lambda line: line.replace(".s32", ".z32").replace(".f32", ".i32"),
        lambda line: line.replace("%r", "%q"),
        lambda line: line.replace(",", "", 1),
        lambda line: line.replace(";", ""),
        lambda line: line.replace("%f", "%rd"),
        lambda line: line.replace("add.", "addd.").replace("ld.", "load."),
    ]
    lines = regular(size).split("\n")
    return "\n".join(
        rng.choice(mistakes)(line) if line.startswith("\t") and rng.random() < 0.1 else line
        for line in lines)


MAKERS = {"regular": regular, "one-body": one_body, "tensor": tensor, "functions": functions,
          "erroneous": erroneous}
SIZES = {"regular": 8_000_000, "one-body": 2_000_000, "tensor": 1_000_000, "functions": 1_000_000,
         "erroneous": 1_000_000}


def write(folder, sizes=None):
    """Writes the inputs, of about so many bytes each, into `folder`; returns their paths by name."""
    paths = {}
    for name, size in (sizes or SIZES).items():
        paths[name] = Path(folder, f"{name}.ptx")
        paths[name].write_text(MAKERS[name](size), encoding="ascii")
    return paths


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    write(sys.argv[1])
