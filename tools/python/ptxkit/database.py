# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The database of PTX instructions, as typed objects:

    import ptxkit.database

    database = ptxkit.database.load()
    for form in database.matching("cvt.rn.satfinite.f16x2.f32"):
        print(form.syntax, form.first_version("cvt.rn.satfinite.f16x2.f32", "sm_90"))

The file is instructions.json of the packages. Its schema, instruction-database.schema.json, explains each key; here the keys are spelled
`checked_by_ptxas`. Nothing but Python is required."""

import json
import os
import typing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Dict, Iterator, Optional, Tuple, Type, TypeVar, Union

SCHEMA_VERSION = 1
INTEGERS = ("bits", "unsigned", "signed")  # kinds of types
# `True`, `False`, or an object of one of the shapes that the schema has.
Condition = Union[bool, Dict[str, Any]]
# For each place of a form its word, or None.
Words = Tuple[Optional[str], ...]


@dataclass(frozen=True)
class Release:
    """A release of CUDA."""

    cuda: Optional[str]
    version: str
    driver: Optional[int]
    default_target: str
    makes_code_for: Tuple[str, ...]


@dataclass(frozen=True)
class Target:
    name: str
    version: str
    variant: str
    family: Tuple[str, ...]
    newer_name: Optional[str]
    static_shared: int
    threads: int
    ctas: int


@dataclass(frozen=True)
class TargetOption:
    """A word of `.target` that is not a target."""

    name: str
    summary: str


@dataclass(frozen=True)
class Feature:
    """A directive, type or declaration that not all versions and targets support."""

    name: str
    version: str
    removed: Optional[str]
    checked_by_ptxas: bool
    targets: Dict[str, str]


@dataclass(frozen=True)
class PtxType:
    name: str
    kind: str
    group: str
    width: int
    lanes: int
    in_register: bool
    in_memory: bool
    held_by: Tuple[str, ...]
    held_by_wider: Tuple[str, ...]


@dataclass(frozen=True)
class Modifier:
    """A word of a mnemonic."""

    name: str
    what: str


@dataclass(frozen=True)
class StateSpace:
    name: str
    section: str
    summary: str
    at_module_scope: bool
    in_body: bool
    of_entry: bool
    of_function: bool
    is_initialized: bool
    is_generic: bool


@dataclass(frozen=True)
class Directive:
    name: str
    section: str
    summary: str
    places: Tuple[str, ...]
    repeats: bool
    excludes: Tuple[str, ...]
    requires: Tuple[str, ...]
    requires_one: Tuple[str, ...]
    deprecated_since: Optional[str]
    replacement: Optional[str]
    version: str
    removed: Optional[str]
    checked_by_ptxas: bool
    targets: Dict[str, str]


@dataclass(frozen=True)
class SpecialRegister:
    name: str
    section: str
    summary: str
    type: str
    targets: Dict[str, str]
    checked_by_ptxas: bool
    changes: bool
    components: int = 1


@dataclass(frozen=True)
class Contradiction:
    """A contradiction between two places of the manual, or between it and libcu++."""

    manual: str
    is_by_library: bool
    first: str
    second: str
    taken: str
    is_never_legal_by_both: bool
    targets: Dict[str, str]


@dataclass(frozen=True)
class Place:
    """A place for a modifier."""

    name: str
    words: Tuple[str, ...]
    optional: bool
    is_type: bool


@dataclass(frozen=True)
class Shape:
    """Types and lengths of an operand if a condition holds."""

    when: Condition
    type_from: Optional[int]
    types: Tuple[str, ...]
    other_types: Tuple[str, ...]
    twice: bool
    wider: bool
    integer: bool
    least: Optional[int]
    greatest: Optional[int]
    step: int
    length_from: Optional[int]
    lengths: Tuple[int, ...]

    def type(self, words: Words) -> Optional[str]:
        """The type in a mnemonic with these words; None if it has none."""
        return words[self.type_from] if self.type_from is not None else next(iter(self.types), None)

    def lengths_of(self, words: Words) -> Tuple[int, ...]:
        """The legal numbers of registers in braces; 0 is a register without braces."""
        vector = words[self.length_from] if self.length_from is not None else None
        return self.lengths if vector is None else (int(vector[1:]),)


@dataclass(frozen=True)
class Operand:
    name: str
    kinds: Tuple[str, ...]
    types: Tuple[str, ...]
    written: bool
    optional: bool
    text: Tuple[str, ...]
    shapes: Tuple[Shape, ...]
    together: bool
    space_from: Optional[int]
    spaces: Tuple[str, ...]
    generic: bool
    bracket: int
    predicate: str
    negatable: bool
    signable: bool

    def shape(self, words: Words) -> Optional[Shape]:
        """The types and lengths in a mnemonic with these words; None if they depend on other operands."""
        for shape in self.shapes:
            truth = holds(shape.when, words)
            if truth is not False:
                return shape if truth else None
        return None


@dataclass(frozen=True)
class Rule:
    """An instruction that fulfils `when` must fulfil `needs`."""

    text: str
    when: Condition
    needs: Condition
    checked_by_ptxas: bool
    in_manual: bool


@dataclass(frozen=True)
class Verdict:
    accepts: bool
    version: str
    target: str


@dataclass(frozen=True)
class Evidence:
    authority: str
    verdicts: Tuple[Verdict, ...]
    probe: str


@dataclass(frozen=True)
class Gate:
    """A version and targets that a form requires if a condition holds."""

    condition: str
    when: Condition
    requires: str
    version: str
    is_removal: bool
    checked_by_ptxas: bool
    in_manual: bool
    targets: Dict[str, str]
    source: str
    evidence: Tuple[Evidence, ...]

    def admits(self, version: str, target: str) -> bool:
        """Whether a module of a `.version` and `.target` passes."""
        passes = target in self.targets and version_key(version) >= version_key(self.targets[target])
        return passes != self.is_removal


@dataclass(frozen=True)
class Dispute:
    """That the contradiction with this number is about a form if a condition holds."""

    condition: str
    when: Condition
    contradiction: int


@dataclass(frozen=True)
class Form:
    """A syntax line of the manual."""

    syntax: str
    modifiers: Tuple[Place, ...]
    min_operands: int
    max_operands: int
    operands: Tuple[Operand, ...]
    targets: Dict[str, str]
    in_manual: bool
    ptxas_since: Optional[str]
    ptxas_until: Optional[str]
    rules: Tuple[Rule, ...]
    checks: Tuple[str, ...]
    gates: Tuple[Gate, ...]
    contradictions: Tuple[Dispute, ...]

    @property
    def opcode(self) -> str:
        """The first word: `cp` of `cp.async`."""
        return self.syntax.partition(" ")[0].partition(".")[0].partition("{")[0]

    def words(self, mnemonic: str) -> Optional[Words]:
        """The word at each place if the form can have this mnemonic, whose modifiers are in the order of the manual; else None."""
        opcode, *words = mnemonic.split(".")
        if opcode != self.opcode:
            return None
        for found in _placed(self.modifiers, words):
            if all(holds(rule.needs, found) is not False for rule in self.rules
                   if rule.checked_by_ptxas and rule.in_manual and holds(rule.when, found) is True):
                return found
        return None

    def gates_of(self, mnemonic: str) -> Tuple[Gate, ...]:
        """The gates that apply to an instruction with this mnemonic, or apply if it has certain operands."""
        words = self.words(mnemonic)
        return () if words is None else tuple(gate for gate in self.gates if holds(gate.when, words) is not False)

    def admits(self, mnemonic: str, version: str, target: str, by_ptxas: bool = False, strict: bool = False) -> bool:
        """Whether a module of a `.version` and `.target` can have an instruction with this mnemonic and some operands; with `strict`, with
        any operands. With `by_ptxas`, what `ptxas` does not check does not count. That the version has the target is not checked."""
        words = self.words(mnemonic)
        return words is not None and all(gate.admits(version, target) for gate in self.gates
                                         if (gate.checked_by_ptxas or not by_ptxas) and holds(gate.when, words) in ((True, None) if strict else (True,)))

    def first_version(self, mnemonic: str, target: str) -> Optional[str]:
        """The first `.version` at which a target has the mnemonic with some operands; None if there is none. What removes it later does not
        count."""
        words = self.words(mnemonic)
        gates = [] if words is None else [gate for gate in self.gates if not gate.is_removal and holds(gate.when, words) is True]
        if target not in self.targets or words is None or any(target not in gate.targets for gate in gates):
            return None
        return max((gate.targets[target] for gate in gates), key=version_key, default=self.targets[target])


@dataclass(frozen=True)
class Instruction:
    """The instruction of a section of the manual."""

    name: str
    section: str
    summary: str
    version: str
    target: str
    deprecated_since: Optional[str]
    replacement: Optional[str]
    forms: Tuple[Form, ...]


@dataclass(frozen=True)
class Database:
    """All that the records of ptxkit say about PTX."""

    schema_version: int
    ptxkit: str
    ptx: str
    versions: Tuple[str, ...]
    releases: Tuple[Release, ...]
    targets: Tuple[Target, ...]
    target_options: Tuple[TargetOption, ...]
    features: Tuple[Feature, ...]
    types: Tuple[PtxType, ...]
    modifiers: Tuple[Modifier, ...]
    state_spaces: Tuple[StateSpace, ...]
    directives: Tuple[Directive, ...]
    special_registers: Tuple[SpecialRegister, ...]
    contradictions: Tuple[Contradiction, ...]
    instructions: Tuple[Instruction, ...]

    def named(self, name: str) -> Tuple[Instruction, ...]:
        """The instructions called `name`, such as `cp.async`."""
        return tuple(instruction for instruction in self.instructions if instruction.name == name)

    def matching(self, mnemonic: str) -> Tuple[Form, ...]:
        """The forms that can have this mnemonic."""
        return tuple(form for instruction in self.instructions for form in instruction.forms if form.words(mnemonic) is not None)

    def registers(self, operand: Operand, words: Words, length: int = 0) -> Optional[Tuple[str, ...]]:
        """The declared types of registers that an operand can be in a mnemonic with these words; of a vector of `length` registers, those of each
        of them. None if that depends on other operands. Empty if no register fits."""
        shape = operand.shape(words)
        if shape is None:
            return None
        types = {each.name: each for each in self.types}
        integers = [each for each in self.types if each.group == "fundamental" and each.kind in INTEGERS and each.in_register]
        name = shape.type(words)
        if name is None:
            if operand.kinds != ("address",):
                return ()
            least, greatest = (8, 64) if shape.least is None or shape.greatest is None else (shape.least, shape.greatest)
            return tuple(each.name for each in integers if least <= each.width <= greatest)
        of = types[name]
        width = 2 * of.width if shape.twice else of.width // length if operand.together and length else of.width
        if width != of.width:
            fitting = [each for each in self.types if each.group == "fundamental" and each.lanes == 1 and (each.kind, each.width) == (of.kind, width)]
            if not fitting:
                return ()
            of = fitting[0]
        same_width = {each.name for each in integers if each.width == of.width}
        found = set(same_width if shape.integer and of in integers else of.held_by)
        alternate = any(word in types and (word == "bf16x2" or types[word].group == "alternate") for word in words)
        if shape.wider and not alternate:
            found.update(of.held_by_wider)
        for other in shape.other_types:
            is_integer = types[other] in integers
            found.update([each.name for each in integers if each.width == types[other].width] if is_integer else types[other].held_by)
        # `ptxas` accepts integers for the elements of a vector of floating-point numbers.
        if length and shape.length_from is not None and of.kind == "float" and of.group == "fundamental" and of.lanes == 1:
            found |= same_width
        return tuple(each.name for each in self.types if each.name in found)


def version_key(version: str) -> Tuple[int, ...]:
    """What orders versions: 10.0 is above 9.5."""
    return tuple(map(int, version.split(".")))


def holds(condition: Condition, words: Words) -> Optional[bool]:
    """Whether a condition holds of a form with these words; None if that depends on operands or on the release of `ptxas`."""
    if isinstance(condition, bool):
        return condition
    if "modifier" in condition:
        word = words[condition["modifier"]]
        return word in condition["words"] if "words" in condition else word is not None
    if "not" in condition:
        inner = holds(condition["not"], words)
        return None if inner is None else not inner
    for kind, decisive in (("all", False), ("any", True)):
        if kind in condition:
            parts = [holds(part, words) for part in condition[kind]]
            return decisive if decisive in parts else None if None in parts else not decisive
    return None


def load(path: "Optional[Union[str, os.PathLike[str]]]" = None) -> Database:
    """Reads the database: that of `path`, else that of the package or the installation that this module is part of."""
    if path is None:
        here = Path(__file__).resolve()
        places = [here.with_name("instructions.json"), *(parent / "share/ptxkit/instructions.json" for parent in here.parents)]
        path = next((place for place in places if place.is_file()), places[0])
    content = json.loads(Path(path).read_text(encoding="utf-8"))
    if content["schemaVersion"] != SCHEMA_VERSION:
        raise ValueError(f"{path} has version {content['schemaVersion']} of the schema; this module reads version {SCHEMA_VERSION}")
    return _object(Database, content)


Record = TypeVar("Record")
_keys: Dict[Type[Any], Dict[str, Any]] = {}


def _object(kind: Type[Record], content: Dict[str, Any]) -> Record:
    """The object of a class; keys that it does not know are of a later release."""
    if kind not in _keys:
        hints = typing.get_type_hints(kind)
        _keys[kind] = {_key(field.name): (field.name, hints[field.name]) for field in fields(kind)}  # type: ignore[arg-type]
    known = _keys[kind]
    return kind(**{known[key][0]: _value(known[key][1], value) for key, value in content.items() if key in known})


def _key(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _value(hint: Any, value: Any) -> Any:
    if isinstance(value, list):
        item = typing.get_args(hint)[0]
        return tuple(_object(item, each) if isinstance(each, dict) else each for each in value)
    return value


def _placed(places: Tuple[Place, ...], words: "typing.Sequence[str]") -> Iterator[Words]:
    """The ways in which words, in order, can be at places."""
    if not places:
        if not words:
            yield ()
        return
    place = places[0]
    if words and words[0] in place.words:
        for rest in _placed(places[1:], words[1:]):
            yield (words[0], *rest)
    if place.optional:
        for rest in _placed(places[1:], words):
            yield (None, *rest)
