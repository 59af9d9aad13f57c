# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The types of the dictionaries that `ptxkit.library` returns, for type checkers and editors. docs/library.md describes the keys. Those of a
class whose name ends in `Keys` are left out where they are empty."""

from typing import Dict, List, Optional, TypedDict


class Bytes(TypedDict):
    """What has a place in the source: from `begin` up to, and without, `end`."""

    begin: int
    end: int


class Located(Bytes):
    """What has a place with line and column, from 1."""

    line: int
    column: int


class Area(Located):
    """What has a place with its end; `endColumn` is the first column after it."""

    endLine: int
    endColumn: int


class OriginKeys(TypedDict, total=False):
    column: int


class Origin(OriginKeys):
    """A place in the text that the source was made from."""

    file: str
    line: int


class Note(Area):
    message: str


class Fix(Area):
    replacement: str
    description: str
    safe: bool


class FindingKeys(TypedDict, total=False):
    fileBytes: str
    function: str
    origin: Origin


class Finding(Area, FindingKeys):
    file: str
    severity: str
    code: str
    name: str
    message: str
    arguments: Dict[str, str]
    entry: Optional[str]
    notes: List[Note]
    fixes: List[Fix]


class SymbolKeys(TypedDict, total=False):
    space: str
    type: str
    vectorLength: int
    alignment: int
    bytes: int
    count: int


class Symbol(Located, SymbolKeys):
    name: str
    kind: str


class Directive(Located):
    name: str


class CommentKeys(TypedDict, total=False):
    lineMarker: bool


class Comment(Located, CommentKeys):
    """A comment, or a line marker of a preprocessor."""


class OperandKeys(TypedDict, total=False):
    role: str
    written: bool
    type: str
    width: int
    value: int
    symbol: str
    number: int
    parts: "List[Operand]"


class Operand(Bytes, OperandKeys):
    kind: str
    text: str


class GuardKeys(TypedDict, total=False):
    negated: bool
    symbol: str
    number: int


class Guard(Bytes, GuardKeys):
    kind: str
    text: str


class InstructionKeys(TypedDict, total=False):
    guard: Guard
    form: str
    section: str


class Instruction(Located, InstructionKeys):
    mnemonic: str
    mnemonicBegin: int
    mnemonicEnd: int
    operands: List[Operand]


class FunctionKeys(TypedDict, total=False):
    directives: List[Directive]
    defined: bool  # of an outline
    symbols: List[Symbol]
    instructions: List[Instruction]


class Function(Located, FunctionKeys):
    name: str
    kind: str


class ModuleKeys(TypedDict, total=False):
    directives: List[Directive]
    comments: List[Comment]


class Module(ModuleKeys):
    version: str
    targets: List[str]
    symbols: List[Symbol]
    functions: List[Function]


class BlockKeys(TypedDict, total=False):
    label: str


class Block(BlockKeys):
    """A basic block; `begin` and `end` are numbers of instructions."""

    begin: int
    end: int
    reachable: bool
    successors: List[int]
    predecessors: List[int]


class RegisterKeys(TypedDict, total=False):
    written: bool
    definitions: List[int]


class Register(Bytes, RegisterKeys):
    name: str


class Flow(TypedDict):
    allEdges: bool
    blocks: List[Block]
    registers: List[List[Register]]


class VersionRange(TypedDict):
    first: str
    last: Optional[str]


class TargetVersions(TypedDict):
    target: str
    versions: List[VersionRange]


class Reason(TypedDict):
    line: int
    column: int
    message: str


class RequirementsKeys(TypedDict, total=False):
    reasons: List[Reason]
    line: int
    function: str
    condition: Optional[str]


class Requirements(RequirementsKeys):
    """`version` to `driver` are None if nothing fits. A module has `reasons`. A statement in another language has its line, its function, and
    the condition of the preprocessor that it is under, if any."""

    file: str
    version: Optional[str]
    cuda: Optional[str]
    driver: Optional[int]
    targets: List[TargetVersions]


class InstructionName(TypedDict):
    name: str
    section: str
    summary: str
    version: str
    target: str


class SentenceKeys(TypedDict, total=False):
    label: str
    forms: List[int]


class Sentence(SentenceKeys):
    text: str


class Modifier(TypedDict):
    name: str
    words: List[str]
    optional: bool
    isType: bool


class FormOperand(TypedDict):
    name: str
    kinds: List[str]
    types: List[str]
    written: bool
    optional: bool
    text: List[str]


class Form(TypedDict):
    syntax: str
    modifiers: List[Modifier]
    minOperands: int
    maxOperands: int
    operands: List[FormOperand]
    targets: Dict[str, str]


class InstructionFacts(InstructionName):
    forms: List[Form]
    modifiers: List[Sentence]
    operands: List[Sentence]
    registers: List[Sentence]
    rules: List[Sentence]
    needs: List[Sentence]


class Description(TypedDict):
    instructions: List[InstructionFacts]
    others: List[InstructionName]


class SpecialRegisterKeys(TypedDict, total=False):
    components: int


class SpecialRegister(SpecialRegisterKeys):
    name: str
    section: str
    summary: str
    type: str
    targets: Dict[str, str]
