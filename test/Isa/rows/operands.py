# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operands for the forms of instructions.tsv.

An operand is made up of what the row says of it: a register of the type, an address in the state space, a vector
of as many registers as the mnemonic says, an immediate in its range. Registers are named by their class, as
modules.py declares them."""

import re

import fragments

WIDTHS = {"pred": 1, "b8": 8, "u8": 8, "s8": 8, "b16": 16, "u16": 16, "s16": 16, "f16": 16, "bf16": 16,
          "b32": 32, "u32": 32, "s32": 32, "f32": 32, "tf32": 32, "b64": 64, "u64": 64, "s64": 64, "f64": 64,
          "f32x2": 64, "b128": 128, "f16x2": 32, "bf16x2": 32, "u16x2": 32, "s16x2": 32, "u8x4": 32,
          "s8x4": 32, "e4m3": 8, "e5m2": 8, "e4m3x2": 16, "e5m2x2": 16, "e4m3x4": 32, "e5m2x4": 32}

# Immediates by the operand's name; any other is 0.
IMMEDIATES = {"immLut": "0x96", "size": "128", "cp-size": "16", "16": "16", "imm-scale-a": "1", "imm-scale-b": "1",
              "immAlign": "8", "imm-reg-count": "64", "a": "1", "access-property": "0"}

# What the syntax line calls otherwise than the column `operands`.
OTHER_NAMES = {"tx_count": "txCount"}

DIMENSIONS = {"1d": 1, "2d": 2, "3d": 3, "4d": 4, "5d": 5}
SURFACE_COORDINATES = {"1d": 1, "2d": 2, "3d": 4, "a1d": 2, "a2d": 4}
TEXTURE_COORDINATES = {"1d": 1, "2d": 2, "3d": 4, "a1d": 2, "a2d": 4, "cube": 4, "acube": 4, "2dms": 4, "a2dms": 4}
TEXTURE_OFFSETS = {"1d": 1, "a1d": 1, "2d": 2, "a2d": 2, "2dms": 2, "a2dms": 2, "3d": 4}
GRADIENTS = {"1d": 1, "a1d": 1, "2d": 2, "a2d": 2, "3d": 4, "cube": 4, "acube": 4}


class Operand:
    """An operand as text, and what it was made of: `role` is one of register, predicate, address, vector,
    immediate, other; `type` that of a register or of the elements; `any_width` whether the row has types of
    several widths for it."""

    def __init__(self, text, role, type="", written=False, optional=False, space=""):
        self.any_width = False
        self.text = text
        self.role = role
        self.type = type
        self.written = written
        self.optional = optional
        self.space = space


def prefix(type):
    """The class of registers for a type."""
    if type == "pred":
        return "%p"
    if type == "f32":
        return "%f"
    if type == "f64":
        return "%fd"
    return {8: "%h", 16: "%h", 32: "%r", 64: "%rd", 128: "%q"}[WIDTHS.get(type, 32)]


class Builder:
    """Makes the operands of one instruction; every register that it hands out is another one."""

    def __init__(self, form, choice, extras=()):
        self.form = form
        self.choice = choice
        self.mnemonic = form.mnemonic(choice)
        self.words = self.mnemonic.split(".")[1:]
        self.extras = extras
        self.used = {}

    def register(self, type):
        name = prefix(type)
        self.used[name] = self.used.get(name, 0) + 1
        return f"{name}{self.used[name]}"

    def vector(self, type, count):
        return "{" + ", ".join(self.register(type) for _ in range(count)) + "}"

    def type_of(self, text):
        """The type that `T`, `2T`, `~dtype` or `u32|u64` of a row means here."""
        text = re.sub(r"\(.*", "", text).lstrip("~").split("|")[0]
        if text == "ACC":
            return "u32" if self.words[-2:] == ["u32", "u32"] else "s32"
        twice = text == "2T"
        if text in ("T", "2T", ""):
            text = next((n for n in ("type", "dtype", "ctype", "size", "redtype", "half_word_type", "packed_type")
                         if self.form.word(self.choice, n) or n in self.form.words), "b32")
        word = self.form.word(self.choice, text)
        if word is None and text in self.form.words:
            word = next((w for w in self.form.words[text] if w in self.words), self.form.words[text][0])
        type = word or text
        return {16: "u32", 32: "u64"}[WIDTHS[type]] if twice else type

    def vector_size(self):
        sizes = [int(w[1:]) for w in self.words if re.fullmatch(r"v[248]", w)]
        return sizes[0] if sizes else 0

    def geometry(self):
        return next(w for w in self.words if w in TEXTURE_COORDINATES)

    def condition(self, text):
        """Whether `(iff X)` of a row is fulfilled; None if it is `(opt)`."""
        match = re.search(r"\(iff_([^)]*)\)", text)
        if not match:
            return None
        what = match[1].lower()
        if "cache_hint" in what:
            return "L2::cache_hint" in self.words
        if "im2col" in what:
            return any(w in ("im2col", "im2col::w", "im2col::w::128") for w in self.words)
        if "boolop" in what:
            return any(w in ("and", "or", "xor") for w in self.words)
        if "multicast" in what:
            return any("multicast" in w for w in self.words)
        return any(what.strip(".").split("::")[0] in w for w in self.words)

    # Items of a syntax line.

    def build(self):
        return [operand for text, optional in split_items(self.form.operand_text.split(" | ")[0])
                for operand in self.item(text, optional)]

    def item(self, text, optional):
        if optional:
            names = [n.strip("[]{}!-") for n in re.split(r"[,|]", text)]
            kind = " ".join(self.form.operands.get(n, ("", ""))[1] for n in names)
            wanted = self.condition(kind)
            if wanted is None:
                wanted = any(n in self.extras for n in names)
            if not wanted:
                return []
            text = next((part for part in text.split("|") if part in self.extras), text.split("|")[0])
        if optional and "," in text and not text.startswith(("[", "{")):
            made = [self.operand(part) for part in text.split(",")]
        else:
            made = [self.operand(text)]
        for operand in made:
            operand.optional = optional
        return made

    def operand(self, text):
        text = re.sub(r"^\{[!-]\}", "", text)
        text = re.sub(r"\{\.\w+\}$", "", text)
        if text == "_":
            return Operand("_", "other", written=True)
        if text.startswith("["):
            return self.bracket(text[1:-1])
        if text.startswith("{"):
            return self.brace(text[1:-1])
        if "|" in text:
            first, second = text.replace("[", "").replace("]", "").split("|")
            made = self.named(first)
            if "[" not in text or "partner" in self.extras:
                made.text += "|" + self.register("pred")
                made.role = "other"
            return made
        if text.endswith(".dsel"):
            made = self.named("d")
            made.text += ".b1"
            return made
        return self.named(text)

    def brace(self, text):
        if "|" in text:
            first, second = text.split("|")
            chosen = second if second in self.extras else first
            return self.operand(chosen)
        names = text.split(",")
        if "byte-id" in names[0]:
            return Operand(self.vector("b16", 2), "vector", "b16")
        if names[0] == "xdim":
            return Operand("{" + ", ".join(self.register("b32") for _ in range(3)) + ", _}", "vector", "b32", True)
        return Operand(self.vector("f32", len(names)), "vector", "f32")

    def bracket(self, text):
        if text.startswith("tensorMap"):
            dimension = next(DIMENSIONS[w] for w in self.words if w in DIMENSIONS)
            if "tile::gather4" in self.words or "tile::scatter4" in self.words:
                dimension = 5
            return Operand(f"[{self.register('b64')}, {self.vector('s32', dimension)}]", "address")
        if text in ("a,{b,}c", "a,b,c", "a,c"):
            sampler = "samp, " if text == "a,b,c" or "b" in self.extras else ""
            return Operand(f"[tex, {sampler}{self.texture_coordinates()}]", "address")
        if text == "a,b":
            count = SURFACE_COORDINATES[self.geometry()]
            return Operand(f"[surf, {self.vector('b32', count)}]", "address")
        kind = self.form.operands.get(text, ("r", "tmem" if "tmem" in text else "A[generic]"))[1]
        if kind.startswith("TEX") or kind.startswith("SAMPLER|TEX"):
            return Operand("[tex]" if self.form.id != "txq.sampler" else "[samp]", "address")
        if kind.startswith("SURF"):
            return Operand("[surf]", "address")
        space = next((w for w in self.words if re.fullmatch(r"(global|shared|local|const|param)(::\w+)?", w)), "")
        if "tmem" in kind:
            return Operand(f"[{self.register('b32')}]", "address", space="tmem")
        if space == "param::func":
            return Operand("[arg]", "address", space=space)
        if space.startswith("param"):
            return Operand("[prm]", "address", space=space)
        return Operand(f"[{self.register('b64')}]", "address", space=space)

    def texture_coordinates(self):
        geometry = self.geometry()
        type = self.words[-1]
        count = TEXTURE_COORDINATES[geometry]
        elements = [self.register(type) for _ in range(count)]
        if geometry in ("a1d", "a2d", "acube", "a2dms", "2dms"):
            elements[0] = self.register("u32")
        return "{" + ", ".join(elements) + "}"

    def named(self, name):
        name = OTHER_NAMES.get(name, name)
        access, kind = self.form.operands.get(name, ("r", "RI:T"))
        written = "w" in access
        fixed = fragments.operand(self, name)
        if fixed:
            return Operand(fixed[0], "vector" if fixed[0].startswith("{") else "register", fixed[1], written)
        kind, _, type = kind.partition(":")
        if kind.startswith("!P") or kind == "P" or kind.startswith("P("):
            return Operand(self.register("pred"), "predicate", "pred", written)
        if kind == "P|I":
            return Operand(self.register("pred"), "other", "pred", written)
        if kind == "I" or kind.startswith(("I(", "I:")) or name.startswith("imm"):
            return Operand(IMMEDIATES.get(name, "0"), "immediate")
        if name == "16":
            return Operand("16", "immediate")
        if kind in ("S", "SREG", "F"):
            text = {"S": "gl", "SREG": "%tid.x", "F": "fn"}[kind]
            return Operand(text, "other")
        if self.form.id == "st.bulk" and name == "size":
            type = "u64"
        if self.form.opcode in ("tex", "tld4"):
            counts = {"e": TEXTURE_OFFSETS.get(self.geometry(), 0), "dPdx": GRADIENTS.get(self.geometry(), 0),
                      "dPdy": GRADIENTS.get(self.geometry(), 0)}
            if name == "d":
                return Operand(self.vector(self.words[-2], 2 if "v2" in self.words else 4), "vector",
                               self.words[-2], True)
            if name in counts:
                kind = f"V{counts[name]}"
                type = "s32" if name == "e" else "f32"
        type = self.type_of(type)
        size = re.match(r"V(\d+)", kind)
        if size or ("V" in kind and self.vector_size()):
            return Operand(self.vector(type, int(size[1]) if size else self.vector_size()), "vector", type, written)
        if name == "im2colInfo":
            dimension = next(DIMENSIONS[w] for w in self.words if w in DIMENSIONS)
            return Operand(self.vector("b16", dimension - 2 if "im2col" in self.words else 2), "vector", "b16")
        if name == "disable-output-lane":
            return Operand(self.vector("b32", 8 if "cta_group::2" in self.words else 4), "vector", "b32")
        if type == "pred":
            return Operand(self.register("pred"), "predicate", "pred", written)
        if type == "b8" and "e2m1x2" in self.words:
            return Operand(f"%bb{1 if written else 2}", "register", "b8", written)
        made = Operand(self.register(type), "register", type, written)
        made.any_width = bool(re.search(r"u32\|u64", self.form.operands.get(name, ("", ""))[1]))
        return made


def split_items(text):
    """Splits `d,[a]{,b}` into (`d`, False), (`[a]`, False), (`b`, True)."""
    items, depth, start, at = [], 0, 0, 0

    def close(end):
        if text[start:end].strip():
            items.append((text[start:end].strip(), False))

    while at < len(text):
        if depth == 0 and text.startswith("{,", at):
            close(at)
            end = at
            level = 0
            while True:
                level += {"{": 1, "}": -1}.get(text[end], 0)
                end += 1
                if level == 0:
                    break
            items.append((text[at + 2:end - 1], True))
            at = start = end
            continue
        if text[at] == "," and depth == 0:
            close(at)
            start = at + 1
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(text[at], 0)
        at += 1
    close(at)
    # `d[|p]` was not an address.
    return [(re.sub(r"\{\.unified\}$", "", t), o) for t, o in items]


def optional_names(form):
    """The names of operands that can be absent whatever the modifiers are, and other variants."""
    names = []
    for text, optional in split_items(form.operand_text.split(" | ")[0]):
        if optional:
            for part in re.split(r"[,|]", text):
                part = part.strip("[]{}!-")
                if "(iff" not in form.operands.get(part, ("", ""))[1]:
                    names.append(part)
        elif "[|" in text:
            names.append("partner")
        elif text.startswith("{") and "|" in text:
            names.append(text[1:-1].split("|")[1])
    return names
