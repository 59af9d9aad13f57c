# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules for generated.py: made by a grammar, of statements with operands of all kinds, of real functions that are changed in their
meaning, and of texts that are changed in their characters and tokens. Each generator has a function `module` without arguments."""

import re

from claims import Statements

INTEGERS = ".b8 .b16 .b32 .b64 .u8 .u16 .u32 .u64 .s8 .s16 .s32 .s64".split()
FLOATS = ".f16 .f32 .f64".split()
TYPES = INTEGERS + FLOATS + ".f16x2 .bf16 .bf16x2 .tf32 .b128 .pred .texref .samplerref .surfref .e4m3x2".split()
SPACES = ".global .const .shared .local .param .reg .tex .sreg".split()
PLACES = [(version, target) for version, targets in {
    "1.4": "sm_13", "2.3": "sm_20", "3.2": "sm_30 sm_35", "4.3": "sm_35 sm_52", "6.0": "sm_60 sm_70", "6.4": "sm_70 sm_75",
    "7.1": "sm_75 sm_80", "7.8": "sm_80 sm_90", "8.3": "sm_90 sm_90a", "8.8": "sm_90a sm_100a sm_120f", "9.0": "sm_90 sm_100a sm_110f",
    "9.3": "sm_90a sm_103a sm_120", "9.5": "sm_80 sm_90 sm_107a"}.items() for target in targets.split()]
NUMBERS = """0 1 2 3 4 7 8 15 16 31 32 63 64 100 127 128 255 256 1024 4096 65535 65536 0x7fffffff 0x80000000 0xffffffff 0x100000000
0x7fffffffffffffff 0x8000000000000000 0xffffffffffffffff 017 0b101 5U 0x1FU""".split()


class Grammar:
    """Modules of declarations, functions, lists and statements that are mostly legal; a slip takes another alternative."""

    def __init__(self, chooser):
        self.random = chooser

    def choose(self, *alternatives):
        return self.random.choice(alternatives)

    def chance(self, share):
        return self.random.random() < share

    def slip(self):
        return self.chance(self.slips)

    def odd(self, text, share=0.3):
        """The text in a module with slips, and there with this chance."""
        return text if self.slips and self.chance(share) else ""

    def maybe(self, share, text):
        return text if self.chance(share) else ""

    def number(self):
        return self.maybe(0.1, "-") + self.random.choice(NUMBERS)

    def name(self, kind):
        """A new name, or rarely one that is there already."""
        if self.slip():
            return self.known()
        self.count += 1
        name = self.choose("{}{}", "{}_{}", "${}{}", "_{}{}").format(kind, self.count) if self.chance(0.2) else f"{kind}{self.count}"
        self.names.setdefault(kind, []).append(name)
        return name

    def known(self, kind=None):
        """A name of the kind, or of any other by a slip."""
        pool = self.names.get(kind, []) if kind and not self.slip() else [n for names in self.names.values() for n in names]
        return self.random.choice(pool or ["nowhere"])

    def type(self, common=INTEGERS + FLOATS):
        return self.random.choice(TYPES if self.slip() else common)

    def vector(self, type_):
        return self.maybe(0.08, self.choose(" .v2", " .v2" if "64" in type_ else " .v4") if not self.slip() else self.choose(" .v4", " .v8"))

    def alignment(self):
        return " .align " + (self.number() if self.slip() else self.choose("1", "2", "4", "8", "16", "128"))

    def constant(self, depth=0):
        draw = self.random.random()
        if depth > 2 or draw < 0.55:
            return self.number()
        if draw < 0.62:
            return self.number() if not self.slip() else self.choose("1.0", "0f3F800000", "0d3FF0000000000000", "-2.5e3", ".5", "1.e+5")
        if draw < 0.8:
            return f"{self.constant(depth + 1)} {self.choose(*'+ - * / % & | ^ << >> < > <= >= == != && ||'.split())} {self.constant(depth + 1)}"
        if draw < 0.88:
            return f"{self.choose('-', '+', '~', '!', '(.s64)', '(.u64)')}({self.constant(depth + 1)})"
        if draw < 0.93:
            return f"({self.constant(depth + 1)})"
        if draw < 0.96:
            return f"({self.constant(depth + 1)} ? {self.constant(depth + 1)} : {self.constant(depth + 1)})"
        return "WARP_SZ"

    def initial(self, dimensions):
        if dimensions and not self.slip():
            return "{" + ", ".join(self.initial(dimensions[1:]) for _ in range(self.random.randrange(0, 4))) + "}"
        draw = self.random.random()
        if self.of[1] == "f" and not self.slip():
            return self.choose("1.0", "0f3F800000", "0d3FF0000000000000", "-2.5e3", ".5", "1.e+5", "0", "-7")
        if draw < 0.6 or self.of not in (".u64", ".b64", ".u32") and not self.slip() or not self.names.get("g"):
            return self.constant()
        name = self.known(self.choose("g", "g", "g", "f") if self.names.get("f") else "g")
        name += self.choose("", "", "+4", "-4", "[1]")
        return self.choose("{}", "generic({})", self.odd("0xFF({})") or "{}", self.odd("0xFF00({})") or "{}").format(name) if self.chance(0.6) and self.version >= 7.1 else name

    def variable(self):
        space = self.choose(".global", ".global", ".const", ".shared") if not self.slip() else self.random.choice(SPACES)
        kind = {".const": "c", ".shared": "s"}.get(space, "g")
        type_ = self.type()
        if self.chance(0.06):
            space, kind, type_ = ".global", "t", self.choose(".texref", ".samplerref", ".surfref")
        dimensions = [self.choose("1", "2", "4", "16", self.odd(self.number()) or "3") for _ in range(self.choose(0, 0, 0, 1, 1, 2))]
        linkage = self.maybe(0.25, self.choose(".extern", ".visible", ".weak", ".common" if space == ".global" or self.slip() else ".visible") + " ")
        if dimensions and ".extern" in linkage and self.chance(0.3) or self.slip():
            dimensions[:1] = ["[]"]
        if ".weak" in linkage and self.version < 3.1 or ".common" in linkage and kind == "t":
            linkage = ""
        text = linkage + space + self.maybe(0.2, self.alignment())
        text += self.maybe(0.03, " .attribute(.managed)" if space == ".global" or self.slip() else "") + self.vector(type_) + f" {type_} {self.name(kind)}"
        text += self.maybe(0.04, f"<{self.choose('0', '1', '3', '0x10', '100')}>") + "".join("[]" if d == "[]" else f"[{d}]" for d in dimensions)
        if self.chance(0.35) and space in (".global", ".const") and kind != "t" and ".extern" not in linkage and ".v" not in text.split(" = ")[0].replace(".visible", "") or self.slip():
            self.of = type_
            text += " = " + self.initial(dimensions)
        return text + self.maybe(0.995, ";")

    def parameter(self, of_entry):
        in_registers = self.slip() if of_entry else self.chance(0.4) or self.version < 2
        type_ = self.type(".b8 .u32 .s32 .b32 .u64 .b64 .f32 .f64 .b16".split() if not in_registers else ".b32 .u32 .b64 .f32 .pred .f64".split())
        text = (".reg" if in_registers else ".param") + self.maybe(0.12, self.alignment())
        text += (self.vector(type_) if in_registers or self.slip() else "") + f" {type_}"
        if of_entry and self.chance(0.15) and (type_[2:] in ("32", "64") and type_[1] != "f" or self.slip()):
            text += " .ptr" + self.maybe(0.7, self.choose(" .global", " .shared", " .const", " .local")) + self.maybe(0.6, self.alignment())
        size = self.choose("4", "8", "64", "64" if not self.slip() else self.number()) if not in_registers and self.chance(0.2) else ""
        name = self.name("p")
        if in_registers and not self.slip():
            text = re.sub(r" \.align \S+", "", text)
        return (in_registers, type_, size, name), f"{text} {name}" + (f"[{size}]" if size else "")

    def parameters(self, of_entry, most):
        made = [self.parameter(of_entry) for _ in range(self.random.randrange(0, most + 1))]
        return [shape for shape, _ in made], "(" + ", ".join(text for _, text in made) + ")"

    def function(self):
        linkage = self.maybe(0.4, self.choose(".extern", ".visible", ".visible", ".weak" if self.version > 3.1 else ".visible") + " ")
        results, result_text = self.parameters(False, 1) if self.chance(0.4) else ([], "")
        if self.names.get("f") and self.chance(0.15):
            name = self.known("f")  # declared again
            arguments, argument_text = self.parameters(False, 2)
            if name in self.shapes and self.chance(0.8):
                linkage_, result_text, argument_text = self.shapes[name][2]
                results, arguments = self.shapes[name][:2]
        else:
            name = self.name("f")
            arguments, argument_text = self.parameters(False, 3)
        self.shapes[name] = (results, arguments, (linkage, result_text, argument_text))
        text = f"{linkage}.func {result_text} {name}{argument_text}"
        text += self.odd(self.choose(" .noreturn", f" .abi_preserve {self.number()}", " .attribute(.unified(1,2))", f" .maxnreg {self.number()}"), 0.1)
        if ".extern" in linkage or self.chance(0.3):
            return text + ";"
        return f"{text}\n{{\n{self.body(arguments, results)}\n}}"

    def entry(self):
        linkage = self.maybe(0.6, self.choose(".visible", ".visible", ".weak" if self.version > 3.1 else ".visible", ".extern" if self.slip() else ".visible") + " ")
        name = self.name("k")
        arguments, text = self.parameters(True, 3)
        directives = []
        for _ in range(self.choose(0, 0, 0, 1, 2)):
            directive = self.choose(".maxntid", ".reqntid", ".minnctapersm", ".maxnreg", ".reqnctapercluster", ".maxclusterrank", ".explicitcluster",
                                    ".blocksareclusters", ".noreturn")
            if ("cluster" in directive and self.version < 7.8 or directive in (".noreturn", ".blocksareclusters")) and not self.slip():
                continue
            if directive[-1] in "dmgrk" and directive not in (".maxntid", ".reqntid", ".reqnctapercluster"):
                directive += " " + (self.odd(self.number()) or self.choose("1", "2", "8"))
            elif directive[-1] in "dmgrk" and directive != ".explicitcluster":
                directive += " " + ", ".join(self.odd(self.number()) or self.choose("1", "2", "4", "8") for _ in range(self.choose(1, 1, 2, 3)))
            directives.append(directive)
        head = f"{linkage}.entry {name}{text} {' '.join(directives)}"
        return head + ";" if self.slip() else f"{head}\n{{\n{self.body(arguments, [])}\n}}"

    REGISTERS = ((".pred", "%p"), (".b16", "%h"), (".b32", "%r"), (".u32", "%u"), (".s32", "%s"), (".b64", "%rd"), (".f32", "%f"), (".f64", "%fd"))

    def body(self, arguments, results, depth=0):
        lines = [f".reg {type_} {prefix}<{self.choose('10', '10', '10', '3')}>;" for type_, prefix in self.REGISTERS if depth == 0]
        labels = [self.name("L") for _ in range(self.choose(0, 1, 1, 2))]
        local = self.names
        self.names = {kind: list(names) for kind, names in local.items()}
        for _ in range(self.random.randrange(1, 8)):
            lines.append(self.statement(arguments, results, labels, depth))
        for label in labels:
            lines.insert(self.random.randrange(len([x for x in lines if x.startswith(".reg")]) + 0, len(lines) + 1), self.maybe(0.985, f"{label}:"))
        self.names = local
        return "\n".join([*lines, self.maybe(0.97, "ret;")])

    def register(self, type_):
        width = "64" if "64" in type_ else "16" if "16" in type_ else "32"
        pool = {"64": ["%rd", "%fd"] if type_ == ".b64" else ["%fd"] if type_ == ".f64" else ["%rd"], "16": ["%h"],
                "32": {".f32": ["%f", "%r"], ".b32": ["%r", "%f", "%u", "%s"]}.get(type_, ["%r", "%u", "%s"])}[width]
        if type_ == ".pred":
            pool = ["%p"]
        return (self.random.choice([prefix for _, prefix in self.REGISTERS]) if self.slip() else self.random.choice(pool)) + str(self.random.randrange(0, 3))

    def operand(self, type_):
        draw = self.random.random()
        if draw < 0.72 or type_ == ".pred":
            return self.register(type_)
        if draw < 0.9:
            return self.choose("1.0", "0f3F800000", "0d3FF0000000000000") if type_[1] == "f" else self.number()
        if self.slip() or self.odd("x", 0.05):
            return self.choose("%tid.x", "%laneid", "%clock", "%ntid", self.known("g"), f"{self.register(type_)}+4", "_", "1.0")
        return self.register(type_) if type_[1] == "f" else self.choose("WARP_SZ", "(1+2)", "-1")

    def address(self, space):
        kind = {".global": "g", ".const": "c", ".shared": "s", ".param": "p"}.get(space, "g")
        base = self.choose(self.known(kind) if self.names.get(kind) else "%rd1", "%rd1", "%rd2") if not self.slip() else self.operand(".u64")
        return f"[{base}{self.choose('', '', '+4', '+-8', '+0x10', self.odd('[1]'), self.odd('-8'))}]"

    def statement(self, arguments, results, labels, depth):
        guard = self.maybe(0.15, self.choose("@%p1 ", "@!%p0 ", "@%r1 " if self.slip() else "@%p2 "))
        kind = self.random.random()
        type_ = self.type(".b16 .u16 .s16 .b32 .u32 .s32 .b64 .u64 .s64 .f32 .f64".split())
        integer = self.type(".u16 .s16 .u32 .s32 .u64 .s64".split())
        if kind < 0.2:
            space = self.choose(".global", ".global", ".shared", ".const", ".param", "", ".local")
            if self.chance(0.5) and (space not in (".const", ".param") or self.slip()):
                return f"{guard}st{space}{type_} {self.address(space)}, {self.operand(type_)};"
            return f"{guard}ld{space}{self.maybe(0.1, self.choose('.volatile', '.ca', '.relaxed.gpu') if space in ('.global', '') and self.version > 7 or self.slip() else '')}{type_} {self.register(type_)}, {self.address(space)};"
        if kind < 0.36:
            name = self.choose("add", "sub", "min", "max", "mul.lo", "mul.hi", "div", "rem", self.odd("mul.wide") or "mul.lo")
            return f"{guard}{name}{integer} {self.register(integer)}, {self.operand(integer)}, {self.operand(integer)};"
        if kind < 0.44:
            bits = self.choose(".b32", ".b64", ".b16", ".pred")
            name, more = self.choose(("and", 2), ("or", 2), ("xor", 2), ("mov", 1), ("not", 1))
            return f"{guard}{name}{bits} {self.register(bits)}, " + ", ".join(self.operand(bits) for _ in range(more + self.slip())) + ";"
        if kind < 0.52:
            type_ = ".s32" if type_[1] not in "fbus" or type_ in (".bf16", ".bf16x2", ".b8", ".b128") else type_
            words = {"f": "eq ne lt ge num ltu equ", "b": "eq ne", "u": "eq ne lt lo hs ge", "s": "eq ne lt le gt ge"}["s" if self.slip() else type_[1]].split()
            and_, last = self.choose(("", ""), ("", ""), (".and", ", %p2"), (self.odd(".or"), self.odd(", !%p0")))
            return (f"{guard}setp.{self.random.choice(words)}{and_}{type_} %p1{self.maybe(0.2, '|%p2')}, {self.operand(type_)}, {self.operand(type_)}{last};")
        if kind < 0.6:
            other, type_ = (self.type(".u16 .s16 .u32 .s32 .u64 .f32 .f64".split()) for _ in range(2))
            rounding = ".rn" if type_[1] == "f" and (other[1] != "f" or type_ < other) else ".rzi" if other[1] == "f" != type_[1] else ""
            rounding = self.odd(self.choose(".rn", ".rzi", ".sat", ".ftz", ".rni"), 0.1) or rounding
            return f"{guard}cvt{rounding}{type_}{other} {self.register(type_)}, {self.operand(other)};"
        if kind < 0.68 and labels:
            return f"{guard}bra{self.maybe(0.3, '.uni')} {self.random.choice(labels) if not self.slip() else self.known()};"
        if kind < 0.84 and (self.names.get("f") or self.slip()):
            return self.call(guard)
        if kind < 0.87 and labels and self.version >= 6:
            table = self.name("T")
            return f"{table}: .branchtargets {', '.join(self.random.choice(labels) for _ in range(self.choose(1, 2, 3)))};\nbrx.idx %r1, {table};"
        if kind < 0.9 and depth < 2:
            return "{\n" + self.body(arguments, results, depth + 1).removesuffix("ret;") + "\n}"
        if kind < 0.94:
            return self.choose(f".local .align 8 .b8 {self.name('l')}[{self.odd(self.number()) or 16}];", f".param .b32 {self.name('q')};", f".shared .b32 {self.name('s')}[4];",
                               f".reg .b32 {self.name('v')};", f".param .align {self.odd('3') or 8} .b8 {self.name('q')}[16];",
                               f".reg .v2 .f32 {self.name('v')};", f".global .u32 {self.name('g')} = 3;", f".reg .pred {self.name('v')}, {self.name('v')};")
        if kind < 0.97:
            return self.choose(f".loc {self.odd(self.number()) or 1} {self.odd(self.number()) or 17} {self.odd(self.number()) or 2}", '.pragma "nounroll";', "bar.sync 0;", "membar.gl;", ";", "trap;", "exit;",
                               self.odd(".loc 1 2 3, function_name $L1, inlined_at 1 2 3") or "exit;")
        return f"{guard}selp{type_} {self.register(type_)}, {self.operand(type_)}, {self.operand(type_)}, %p1;"

    def call(self, guard):
        name = self.known("f")
        results, arguments, _ = self.shapes.get(name, ([], [], None))

        def actual(shape):
            in_registers, type_, size, _ = shape
            if self.slip():
                return self.known()
            if in_registers or (not size and self.chance(0.4)):
                return self.operand(type_)
            variable = self.name("q")
            before.append(f".param {'.align 16 ' if size and self.chance(0.7) else ''}{type_} {variable}{f'[{size}]' if size else ''};")
            return variable

        before = []
        inputs = [actual(shape) for shape in arguments if not self.slip()]
        outputs = [actual(shape) for shape in results if not self.slip()]
        text = f"call{self.maybe(0.3, '.uni')} " + (f"({', '.join(outputs)}), " if outputs or self.slip() else "")
        target, after = name, ""
        if self.chance(0.12) and self.version > 2.1:
            target = "%rd1"
            after = self.name("P")
            if self.chance(0.5):
                before.append(f"{after}: .calltargets {name};")
            else:
                shapes = self.shapes.get(name, (0, 0, ("", "", "()")))[2]
                before.append(f"{after}: .callprototype {shapes[1] or self.choose('_', '', '()')} _ {shapes[2]};")
        text += target + (f", ({', '.join(inputs)})" if inputs or self.chance(0.3) else "") + (f", {after}" if after else "")
        return "{\n" + "\n".join([*before, f"{guard}{text};"]) + "\n}"

    def section(self):
        items = []
        for _ in range(self.random.randrange(0, 5)):
            type_ = self.choose(".b8", ".b32", ".b64", ".b16")
            items.append(self.maybe(0.3, self.name("D") + ": ") + type_ + " " + ", ".join(
                (self.odd(self.number()) or self.choose("0", "7", "0x1F", "200")) if self.chance(0.85) else self.choose(self.known("D"), f"{self.known('D')}+4", f"{self.known('D')}-{self.known('D')}", ".debug_str")
                for _ in range(self.choose(1, 1, 2, 4))))
        return f".section {self.choose('.debug_info', '.debug_line', '.debug_abbrev', '.debug_str', '.debug_loc', '.foo')} {{\n" + "\n".join(items) + "\n}"

    def module(self):
        self.names, self.shapes, self.count = {}, {}, 0
        self.slips = self.choose(0, 0, 0.004, 0.02)
        version, target = self.random.choice(PLACES if self.chance(0.3) else PLACES[-8:])
        self.version = float(version)
        text = [f".version {version}", f".target {target}{self.maybe(0.05, ', ' + self.choose('texmode_independent', 'texmode_unified', 'debug'))}"]
        if float(version) >= 2.3:
            text.append(f".address_size {self.choose('64', '64', '64', '64', '32')}")
        if self.chance(0.5):
            text.append('.file 1 "a.cu"' + self.maybe(0.2, ", 12, 34"))
        for _ in range(self.random.randrange(2, 8)):
            made = self.random.random()
            text.append(self.variable() if made < 0.4 else self.function() if made < 0.7 else self.entry() if made < 0.92 else
                        self.section() if made < 0.96 and self.version >= 7 else f".alias {self.name('f')}, {self.known('f')};" if made < 0.98 and self.slips else '.pragma "nounroll";')
        return "\n".join(text) + "\n"


class Declarations(Grammar):
    """Few declarations at module scope, each with slips, so that a fault is alone."""

    def module(self):
        self.names, self.shapes, self.count = {}, {}, 0
        self.slips = self.choose(0, 0.05, 0.1)
        version, target = self.random.choice(PLACES)
        self.version = float(version)
        text = [f".version {version}", f".target {target}"] + [".address_size 64"] * (self.version >= 2.3)
        for _ in range(self.choose(1, 1, 2, 3)):
            text.append(self.random.choice([self.variable, self.variable, self.variable, self.prototype, self.section if self.version >= 7 else self.variable])())
        return "\n".join(text) + "\n"

    def prototype(self):
        text = self.function() if self.chance(0.6) else self.entry()
        head, brace, _ = text.partition("\n{")
        return head + "\n{ ret; }" if brace else head


class Operands:
    """One statement each, with operands of all kinds."""

    def __init__(self, chooser):
        self.statements = Statements(chooser.random())

    def module(self):
        return self.statements.module()


class Functions:
    """Real functions with one or two changes of what they mean."""

    TYPE = re.compile(r"\.(?:[busf](?:8|16|32|64)|pred|f16x2|b128)\b")
    SPACE = re.compile(r"\.(?:global|shared|local|param|const)\b")
    REGISTER = re.compile(r"%[a-z]+\d+")

    def __init__(self, chooser, sources):
        self.random, self.sources = chooser, sources

    def replaced(self, line, pattern, others):
        found = list(pattern.finditer(line))
        others = [other for other in others if other]
        if not found or not others:
            return line
        at = self.random.choice(found)
        return line[:at.start()] + self.random.choice(others) + line[at.end():]

    def swapped(self, line):
        parts = line.rstrip(";\n").split(", ")
        if len(parts) < 2:
            return line
        at = self.random.randrange(len(parts) - 1)
        head, _, first = parts[at].rpartition(" ") if at == 0 else ("", "", parts[at])
        parts[at], parts[at + 1] = f"{head} {parts[at + 1]}".strip(), first
        return ", ".join(parts) + ";"

    def changed(self, lines):
        statements = [at for at, line in enumerate(lines) if line.rstrip().endswith(";") and not line.lstrip().startswith(("//", ".reg"))]
        declared = [at for at, line in enumerate(lines) if re.match(r"\s*(\.reg|\.param|\.local|\.shared|\.global|\.visible|\.const|\$?\w+:)", line)]
        if not statements:
            return
        at = self.random.choice(statements)
        line = lines[at]
        registers = self.REGISTER.findall("\n".join(lines))
        draw = self.random.randrange(16)
        if draw <= 2:
            lines[at] = self.replaced(line, self.REGISTER, registers)
        elif draw <= 4:
            lines[at] = self.replaced(line, self.TYPE, self.TYPE.findall("\n".join(lines)) + [".f64", ".b8", ".u16", ".f16"])
        elif draw == 5:
            lines[at] = self.replaced(line, self.SPACE, [".global", ".shared", ".local", ".param", ".const", ""])
        elif draw == 6:
            lines[at] = self.swapped(line)
        elif draw == 7 and declared:
            at = self.random.choice(declared)
            lines[at] = self.random.choice([lambda: "", lambda: lines[at] + "\n" + lines[at], lambda: self.replaced(lines[at], self.TYPE, [".b32", ".f32", ".u64", ".pred", ".b16"]),
                                            lambda: re.sub(r"<\d+>", "<2>", lines[at])])()
        elif draw == 8:
            other = self.random.choice(statements)
            lines[at], lines[other] = lines[other], lines[at]
        elif draw == 9:
            lines[at] = f"@{self.random.choice(['', '!'])}{self.random.choice(registers or ['%p1'])} {line.strip()}"
        elif draw == 10:
            lines[at] = self.replaced(line, re.compile(r"(?<=[ +\[])-?\d+(?=[\],;])"), ["0", "1", "3", "-1", "4096", "0x100000000", "1.5", "%r1", "65536"])
        elif draw == 11:
            lines[at] = self.replaced(line, re.compile(r", [^,;\[{(]+(?=[,;])"), ["", ", 5", ", _", ", %r1, %r2", ", {%r1, %r2}", ", [%rd1]"]) if ", " in line else ""
        elif draw == 12:
            lines[at] = self.replaced(line, re.compile(r"\.[a-z]\w*"), re.findall(r"\.[a-z]\w*", "\n".join(lines)))
        elif draw == 13:
            lines[at] = self.replaced(line, re.compile(r"(?<=[ \[(])[$a-zA-Z_][\w$]{3,}"), re.findall(r"[$a-zA-Z_][\w$]{3,}", "\n".join(lines)))
        elif draw == 14:
            lines[at] = self.replaced(line, re.compile(r"\.v[248]"), [".v2", ".v4", ".v8", ""]) if ".v" in line else line + "\n" + line
        else:
            for head, line in enumerate(lines[:12]):
                if line.startswith(".version" if self.random.random() < 0.5 else ".target"):
                    version, target = self.random.choice(PLACES)
                    lines[head] = f".version {version}" if ".version" in line else f".target {target}"
                    break

    def module(self):
        lines = self.random.choice(self.sources).split("\n")
        for _ in range(self.random.choice([1, 1, 1, 2])):
            self.changed(lines)
        return "\n".join(lines)


class Lexing:
    """Short modules with changes of characters, tokens, numbers and white space."""

    PIECES = ["\\", "#", "@", "`", "\"", "'", "/*", "*/", "//", "/**/", "//\n", "\n", "\r", "\r\n", "\t", "\f", "\v", "\x01", "\x7f", "$", "%", "_", ".", "..", "::", ":", ";", ";;", ",", "<", ">",
              "<3>", "(", ")", "{", "}", "[", "]", "-", "+", "~", "!", "?", "|", "&", "=", "0", "0x", "0xg", "0b2", "08", "1e", "1e5", "1.", ".5", "0f3F80000", "0f3F800000", "0f3F8000000",
              "0d3FF0000000000000", "0D0", "0F", "5U", "5u", "5L", "5UU", "0x1U", "1.0f", "1ret", "99999999999999999999", "0xFFFFFFFFFFFFFFFFF", "%%r1", "%r", "%r01", "r1%", "$$", "%$", "_a", "__",
              "%_", "a.b", "ld", "ret", "add", ".reg", ".u32", "WARP_SZ", "# 1 \"x\"\n", "\n# 1 \"x\" 3\n", "\n#line 5\n", "\n#pragma\n", "\n# 5\n", "\"a\\\"b\"", "\"a\nb\"", "L1:", "@p", "@!p", "@!!p", "@ p",
              ".loc 1 1 1", "\\\n", "{}", ";}", "\\ ret;", ". u32", "% r1", "sm_90", "function_name", "inlined_at", "generic", "0xFF(g)"]
    BASES = [".version 9.0\n.target sm_90\n.address_size 64\n" + text for text in (
        ".global .u32 g[2] = {1, 0x2};\n.entry k(.param .u64 a)\n{\n.reg .b32 %r<4>;\n.reg .pred p;\n@p add.s32 %r1, %r2, 5;\nL:\nbra L;\nret;\n}\n",
        '.file 1 "a.cu"\n.func (.reg .f32 x) f(.reg .f32 y)\n{\n.loc 1 2 3\nadd.f32 x, y, 0f3F800000;\nmul.f32 x, x, 1.5;\nret;\n}\n',
        ".section .debug_str {\nD: .b8 104, 0x69, 0\n.b32 D\n}\n.const .f64 d = 1.5e3;\n.entry k() { .reg .b64 %rd1; mov.u64 %rd1, d; ret; }\n",
        ".func f(.param .b32 a);\n.entry k() {\n.reg .b32 r;\n.pragma \"nounroll\";\n{ .param .b32 q; st.param.b32 [q+0], r; call.uni f, (q); }\nret;\n}\n",
        ".shared .align 16 .b8 s[64];\n.entry k() .maxntid 128, 1, 1\n{\n.reg .v4 .f32 v;\n.reg .b32 a, b, c;\nld.shared.v4.b32 {a, b, c, _}, [s+16];\nmov.b32 a, %tid.x;\nmov.f32 v.x, 1.0;\nret;\n}\n")]

    def __init__(self, chooser):
        self.random = chooser

    def module(self):
        text = self.random.choice(self.BASES)
        tokens = re.findall(r"\s+|[.%$]?\w+(?:::\w+)*|.", text)
        for _ in range(self.random.choice([1, 1, 2])):
            at = self.random.randrange(len(tokens))
            draw = self.random.random()
            if draw < 0.35:
                tokens.insert(at, self.random.choice(self.PIECES))
            elif draw < 0.6:
                tokens[at] = self.random.choice(self.PIECES)
            elif draw < 0.75:
                inside = self.random.randrange(len(tokens[at]) + 1)
                tokens[at] = tokens[at][:inside] + self.random.choice(self.PIECES) + tokens[at][inside:]
            elif draw < 0.85:
                tokens[at] = ""
            else:
                tokens[at] = self.random.choice([" ", "", "\n", "/**/", " // x\n", "\t\t", "\r\n", "\f"]) + tokens[at] + self.random.choice(["", " ", "\n"])
        return "".join(tokens)
