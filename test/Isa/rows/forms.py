# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of instructions.tsv as forms whose mnemonics can be spelled out.

A syntax line such as `add{.rnd}{.ftz}.f32 d,a,b` has places: `{.rnd}` can be absent and stands for one of
the words that the columns `modifiers` and `types` give it. A choice says for each place what stands there."""

import csv
import itertools
import os
import random
import re

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "data")

# Places that the syntax line calls otherwise than the column `modifiers`.
OTHER_NAMES = {
    "level::primary_priority": "primary",
    "level::secondary_priority": "secondary",
    "completion_mechanism": "mbarrier::complete_tx::bytes",
    "cp_qualifiers": "global.shared::cta",
    "multicast": "multicast::cluster",
    "to_proxykind::from_proxykind": "tensormap::generic",
    "half_word_type": "type",
    "packed_type": "type",
}
# Where the word depends on the row.
ROW_WORDS = {
    ("applypriority", "level::eviction_priority"): ["L2::evict_normal"],
    ("discard", "level"): ["L2"],
    ("prefetch.evict", "level::eviction_priority"): ["L2::evict_last", "L2::evict_normal"],
    ("tcgen05.commit", "completion_mechanism"): ["mbarrier::arrive::one"],
    ("mma.f64", "rnd"): ["rn", "rz", "rm", "rp"],
    ("clc.first_ctaid.dim", "dimension"): ["x", "y", "z"],
    ("tcgen05.ld.split", "pack"): ["pack::16b"],
    ("tcgen05.st.split", "unpack"): ["unpack::16b"],
}
# Lines that print the words themselves.
SYNTAX = {
    "tcgen05.wait": "tcgen05.wait_operation.sync.aligned",
    "tcgen05.fence": "tcgen05.fence",
}


def read_table_at(path):
    """The rows of a tab-separated file, as dictionaries."""
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def read_table(name):
    """The rows of a file of test/Isa/data."""
    return read_table_at(os.path.join(DATA, name))


class Place:
    """A place of a mnemonic: `words` are what can stand there, with their dots; "" means nothing."""

    def __init__(self, name, words):
        self.name = name
        self.words = words


class Form:
    """A row of instructions.tsv."""

    def __init__(self, row):
        self.row = row
        self.id = row["form_id"]
        self.opcode = row["opcode"]
        self.section = row["section"]
        mnemonic, _, self.operand_text = SYNTAX.get(self.id, row["syntax"]).partition(" ")
        self.words = self._words()
        self.places = []
        self._parse(mnemonic, False)
        self.operands = self._operands()

    def _words(self):
        words = {}
        columns = self.row["modifiers"].split("|")[0] + " " + self.row["types"]
        for names, values in re.findall(r"([\w:,]+)=\{([^}]*)\}", columns):
            values = [v.strip().split("(")[0].lstrip(".") for v in re.sub(r"\([^)]*\)", "", values).split(",")]
            for name in names.split(","):
                words.setdefault(name, values)
        return words

    def _values(self, name):
        if ROW_WORDS.get((self.id, name)):
            return ROW_WORDS[self.id, name]
        if name in self.words:
            return self.words[name]
        other = OTHER_NAMES.get(name)
        if other and other in self.words:
            return self.words[other]
        return [other if other else name]

    def _parse(self, text, optional):
        """Adds the places of `text`. One group in braces that can be absent is one place."""
        at = 0
        while at < len(text):
            if text[at] == "{":
                end = self._closing(text, at)
                inner = text[at + 1:end]
                if inner.startswith((".", "::")) and "," not in inner:
                    name = re.sub(r"[{}]", "", inner).lstrip(".:")
                    self.places.append(Place(name, [""] + self._spelled(inner)))
                else:
                    dot = "" if inner.startswith(".") else "."
                    options = re.split(r"[,|]", inner)
                    spelled = [w for o in options for w in self._spelled(dot + o)]
                    if self.places and self.places[-1].words == ["."]:
                        self.places.pop()
                    self.places.append(Place(inner, spelled))
                at = end + 1
            else:
                match = re.match(r"\.?[\w:]*", text[at:])
                if not match[0]:
                    raise ValueError(f"{self.id}: {text[at:]}")
                word = match[0]
                if at == 0 and not word.startswith("."):
                    self.places.append(Place(word, [word]))
                elif word == ".":
                    self.places.append(Place(".", ["."]))
                else:
                    self.places.append(Place(word.lstrip("."), self._spelled(word)))
                at += len(word)

    def _spelled(self, text):
        """All spellings of `.a.b{::c}`, in which names stand for their words."""
        parts = re.findall(r"\{[^}]*\}|\.[\w:]+|::\w+", text)
        options = []
        for part in parts:
            if part.startswith("{"):
                options.append(["", part[1:-1]])
            elif part.startswith("::"):
                options.append(["::" + v for v in self._values(part[2:])])
            else:
                options.append(["." + v for v in self._values(part[1:])])
        return ["".join(p) for p in itertools.product(*options)]

    @staticmethod
    def _closing(text, at):
        depth = 0
        for i in range(at, len(text)):
            depth += {"{": 1, "}": -1}.get(text[i], 0)
            if depth == 0:
                return i
        raise ValueError(text)

    def _operands(self):
        """What the column `operands` says of each operand: (access, kind and type)."""
        result = {}
        text = self.row["operands"].replace(" | ", "|").replace(", ", ",")
        text = re.sub(r"\([^)]*\)", lambda m: m[0].replace(" ", "_"), text)
        for entry in text.split():
            match = re.match(r"(.+?):(r|w|rw):(.*)$", entry)
            if match:
                for name in re.split(r"[,|]", re.sub(r"[][{}]", "", match[1])):
                    result.setdefault(name, (match[2], re.sub(r"\[?\|.*P\]?$|\[\|.*\]$", "", match[3])))
        return result

    def default(self):
        """The choice that takes the first word of each place."""
        return tuple(0 for _ in self.places)

    def mnemonic(self, choice):
        return "".join(place.words[index] for place, index in zip(self.places, choice))

    def word(self, choice, name):
        """What stands at the place `name`, without the dot; None if there is no such place."""
        for place, index in zip(self.places, choice):
            if place.name == name:
                return place.words[index].lstrip(".")
        return None

    def choices_with(self, place, index, limit=160):
        """Choices with a word at one place, the most similar to the default first."""
        base = list(self.default())
        base[place] = index
        others = [i for i, p in enumerate(self.places) if i != place and len(p.words) > 1]
        yield tuple(base)
        count = 1
        for distance in (1, 2):
            for changed in itertools.combinations(others, distance):
                for words in itertools.product(*(range(1, len(self.places[i].words)) for i in changed)):
                    if count >= limit // (3 - distance):
                        break
                    choice = list(base)
                    for i, word in zip(changed, words):
                        choice[i] = word
                    count += 1
                    yield tuple(choice)
        dice = random.Random(f"{self.id}/{place}/{index}")
        for _ in range(limit):
            choice = [dice.randrange(len(p.words)) for p in self.places]
            choice[place] = index
            yield tuple(choice)


def read_forms():
    """All rows but those that are no instructions of their own: blocks and guards."""
    return [Form(row) for row in read_table("instructions.tsv") if row["syntax"][0] not in "{@"]
