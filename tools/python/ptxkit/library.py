# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C library `libptxkit` for Python:

    import ptxkit.library

    check = ptxkit.library.check_file("kernel.ptx", target="sm_90a", W=["all"])
    for finding in check.findings():
        print(finding["line"], finding["message"], finding["code"])
    print(check.errors, check.module()["functions"][0]["name"])

docs/library.md lists the keys of findings and modules; ptxkit.records has their types.
"""

import bisect
import contextlib
import ctypes
import json
import os
import weakref
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union, overload

from ptxkit.records import Description, Finding, Flow, Function, InstructionName, Module, Origin, Requirements, SpecialRegister

API_VERSION = 1  # PTXKIT_API_VERSION of ptxkit.h
Value = Union[str, int, bool, Sequence[str]]
# What has `begin` and `end`: a finding, a fix, a function, an instruction, an operand, a symbol, a comment.
Place = Mapping[str, Any]
# A file and a line, perhaps with a column; or what has `filename` and `lineno`, as the frames of `inspect` and `traceback`.
Frame = Any


class Error(Exception):
    """A file that cannot be read, an invalid option, or a text that cannot be printed because of a syntax error."""


class Functions(Sequence[Function]):
    """The functions of a module, each of which is read when it is asked for: a large module does not have to be in memory as a whole."""

    def __init__(self, handle: int, count: int):
        self._handle = handle
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Function: ...

    @overload
    def __getitem__(self, index: slice) -> List[Function]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Function, List[Function]]:
        numbers = range(self._count)[index]
        if isinstance(numbers, range):
            return [self[number] for number in numbers]
        found: Function = json.loads(_taken(_library().ptxkit_check_function_json(self._handle, numbers)))
        return found

    def __iter__(self) -> Iterator[Function]:
        return (self[number] for number in range(self._count))


class Check:
    """A source that was read and checked; the functions of this module make it."""

    def __init__(self, handle: int):
        self._handle = handle
        weakref.finalize(self, _library().ptxkit_check_destroy, handle)
        self.errors: int = _library().ptxkit_check_errors(handle)
        self.warnings: int = _library().ptxkit_check_warnings(handle)
        size = ctypes.c_size_t()
        self._source: bytes = ctypes.string_at(_library().ptxkit_check_source(handle, ctypes.byref(size)), size.value)
        self._line_starts: Optional[Tuple[List[int], List[int]]] = None

    def report(self, format: str = "text", color: bool = False) -> str:
        """The report as ptx-check prints it, in a format of --output-format; "text" and "concise" can be coloured."""
        return _with_error(_library().ptxkit_check_report, self._handle, format.encode(), int(color))

    def findings(self) -> List[Finding]:
        """The findings, each a dictionary as of ptx-check --output-format=jsonl. These, their notes and their fixes also have the bytes
        `begin` and `end`, as the other places."""
        records = map(json.loads, _taken(_library().ptxkit_check_report_jsonl(self._handle)).splitlines())
        findings: List[Finding] = [record for record in records if not record.get("summary")]
        starts, _ = self._lines()
        for finding in findings:
            for place in (finding, *finding["notes"], *finding["fixes"]):
                place["begin"] = starts[place["line"] - 1] + place["column"] - 1
                place["end"] = starts[place["endLine"] - 1] + place["endColumn"] - 1
        return findings

    def module(self) -> Module:
        """The module as a dictionary: version, targets, symbols, functions. Of a large one, `outline` and `functions` take less memory."""
        module: Module = json.loads(_taken(_library().ptxkit_check_module_json(self._handle)))
        return module

    def outline(self) -> Module:
        """The same without the symbols and instructions of the functions."""
        module: Module = json.loads(_taken(_library().ptxkit_check_outline_json(self._handle)))
        return module

    def functions(self) -> Functions:
        """The functions of the module, each read when it is asked for."""
        return Functions(self._handle, len(self.outline()["functions"]))

    def requirements(self) -> List[Requirements]:
        """What the source requires, regardless of its own version and target: of PTX one dictionary, of a source in another language one
        for each statement without an error, as of ptx-check --requirements --output-format=jsonl."""
        return list(map(json.loads, _taken(_library().ptxkit_check_requirements_jsonl(self._handle)).splitlines()))

    def flow(self, function: int) -> Flow:
        """The control-flow graph of the function with this number, and the registers of each of its instructions."""
        found = _library().ptxkit_check_flow_json(self._handle, function)
        if not found:
            raise Error(f"there is no function {function}")
        flow: Flow = json.loads(_taken(found))
        return flow

    def origin(self, place: Place) -> Optional[Origin]:
        """The line that a place was made from: file, line and perhaps column, as a .loc, a line marker or the option `origins` says it."""
        origin: Optional[Origin] = json.loads(_taken(_library().ptxkit_check_origin_json(self._handle, place["begin"])))
        return origin

    def launches(self) -> List[str]:
        """The texts of the `//@launch` comments, for `sanitize`."""
        launches: List[str] = json.loads(_taken(_library().ptxkit_check_launches_json(self._handle)))
        return launches

    def sanitize(self, launch: Union[str, Mapping[str, Any]] = "", **options: Value) -> Dict[str, Any]:
        """Executes a launch of the module without a GPU, as ptx-sanitize does: `verdict`, `findings`, `assumed`, `notFollowed`, and, with
        `timeline=True`, `timeline`. The launch is the text of a `//@launch` comment, or a dictionary with the fields of a line of
        --launches. Options: `schedules`, `seed`, `step_limit`, `time_limit`, `strict`, `timeline`."""
        text = launch if isinstance(launch, str) else json.dumps(launch)
        with _made_options(options) as handle:
            result: Dict[str, Any] = json.loads(_with_error(_library().ptxkit_check_sanitize_json, self._handle, text.encode(), handle))
            return result

    def source(self) -> bytes:
        """The text that was read, to whose bytes `begin` and `end` of a place refer."""
        return self._source

    def text(self, place: Optional[Place] = None) -> str:
        """The text of a place, or of the whole source."""
        return (self._source if place is None else self._source[place["begin"]:place["end"]]).decode(errors="replace")

    def span(self, place: Place) -> Tuple[int, int]:
        """Where a place begins and ends in the characters of `text()`."""
        return self._character(place["begin"]), self._character(place["end"])

    def formatted(self) -> str:
        """The source in canonical layout."""
        return _with_error(_library().ptxkit_check_formatted, self._handle)

    def canonical(self) -> str:
        """The source in canonical layout and spelling."""
        return _with_error(_library().ptxkit_check_canonical, self._handle)

    def lowered(self) -> str:
        """The module lowered to the version of the option `for_cuda` or `for_driver`, with older spellings of the same meaning."""
        return _with_error(_library().ptxkit_check_lowered, self._handle)

    def _lines(self) -> Tuple[List[int], List[int]]:
        """Where each line begins, in bytes and in characters."""
        if self._line_starts is None:
            starts, characters = [0], [0]
            for line in self._source.split(b"\n"):
                starts.append(starts[-1] + len(line) + 1)
                characters.append(characters[-1] + (len(line) if line.isascii() else len(line.decode(errors="replace"))) + 1)
            self._line_starts = starts, characters
        return self._line_starts

    def _character(self, byte: int) -> int:
        starts, characters = self._lines()
        line = bisect.bisect_right(starts, byte) - 1
        return characters[line] + len(self._source[starts[line]:byte].decode(errors="replace"))


def check_text(text: Union[str, bytes], name: str = "<text>", origins: Optional[Mapping[int, Frame]] = None, **options: Value) -> Check:
    """Checks a text, which messages call `name`. Options are those of ptxkit.h, with `_` for `-` (`ptx_version="9.0"`): a text, a number, a
    truth value, or for `target`, `W` and `I` a list. `origins` says of lines of the text, each up to the next one, what they were made from:
    `{3: ("kernel.py", 12)}`, or a frame of `inspect` or `traceback`. Findings and `origin` name it."""
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"the text is of type {type(text).__name__}, and not str or bytes")
    data = text.encode() if isinstance(text, str) else text
    return _checked(lambda handle, error: _library().ptxkit_check_text(data, len(data), name.encode(), handle, error), options, origins)


def check_file(path: Union[str, "os.PathLike[str]"], origins: Optional[Mapping[int, Frame]] = None, **options: Value) -> Check:
    """Checks a file, or standard input for "-"."""
    return _checked(lambda handle, error: _library().ptxkit_check_file(os.fsencode(path), handle, error), options, origins)


def describe(mnemonic: str) -> Description:
    """The facts of the instructions called so, such as "cvt" or "cvt.rn.f16", as a dictionary with `instructions` and `others`, whose
    names begin so."""
    facts: Description = json.loads(_with_error(_library().ptxkit_describe_json, mnemonic.encode()))
    return facts


def instructions() -> List[InstructionName]:
    """All instructions: name, section of the manual, summary, first version and target."""
    names: List[InstructionName] = json.loads(_taken(_library().ptxkit_instructions_json()))
    return names


def link(checks: Sequence[Check]) -> List[Finding]:
    """Checks modules as a linker would that gets them in this order, as ptx-check --link does."""
    for check in checks:
        if not isinstance(check, Check):
            raise TypeError(f"`link` takes what check_file or check_text returns, and not an object of type {type(check).__name__}")
    handles = (ctypes.c_void_p * len(checks))(*(check._handle for check in checks))
    records = map(json.loads, _with_error(_library().ptxkit_link_jsonl, handles, len(checks)).splitlines())
    return [record for record in records if not record.get("summary")]


def special_registers() -> List[SpecialRegister]:
    """All special registers: name, section of the manual, summary, type, targets with the first version for each."""
    registers: List[SpecialRegister] = json.loads(_taken(_library().ptxkit_special_registers_json()))
    return registers


def version() -> str:
    """The version of the library."""
    return str(_library().ptxkit_version().decode())


def _checked(check: Callable[[int, Any], Optional[int]], options: Mapping[str, Value], origins: Optional[Mapping[int, Frame]]) -> Check:
    with _made_options(options, origins) as handle:
        return Check(_handle_or_error(lambda error: check(handle, error)))


@contextlib.contextmanager
def _made_options(options: Mapping[str, Value], origins: Optional[Mapping[int, Frame]] = None) -> Iterator[int]:
    """The handle of options, while it is used."""
    handle = _library().ptxkit_options_create()
    try:
        for name, value in options.items():
            for one in value if isinstance(value, (list, tuple)) else [value]:
                text = str(int(one) if isinstance(one, bool) else one)
                if not _library().ptxkit_options_set(handle, name.replace("_", "-").encode(), text.encode()):
                    raise Error(_library().ptxkit_options_error(handle).decode(errors="replace"))
        for line, frame in (origins or {}).items():
            file, *place = (frame.filename, frame.lineno) if hasattr(frame, "lineno") else frame
            if not _library().ptxkit_options_add_origin(handle, line, os.fsencode(file), *(*place, 0)[:2]):
                raise Error(f"line {line} cannot be made from {frame}")
        yield handle
    finally:
        _library().ptxkit_options_destroy(handle)


def _handle_or_error(function: Callable[..., Optional[int]], *arguments: Any) -> int:
    """What a function returns whose last argument is the place of an error."""
    error = ctypes.c_void_p()
    result = function(*arguments, ctypes.byref(error))
    if not result:
        raise Error(_taken(error.value) if error.value else "out of memory")
    return result


def _with_error(function: Callable[..., Optional[int]], *arguments: Any) -> str:
    """The same of a function that returns a text."""
    return _taken(_handle_or_error(function, *arguments))


def _taken(text: int) -> str:
    """The string at an address, which is freed."""
    result = ctypes.string_at(text).decode(errors="replace")
    _library().ptxkit_free(text)
    return result


_loaded: List[ctypes.CDLL] = []


def _library() -> ctypes.CDLL:
    """The library: that of the environment variable PTXKIT_LIBRARY, else that of this package, as in a wheel, else an installed one."""
    if not _loaded:
        inside = Path(__file__).with_name("lib")
        own = inside / "libptxkit.so.1"
        library = ctypes.CDLL(os.environ.get("PTXKIT_LIBRARY") or (str(own) if own.exists() else own.name))
        _declare(library)
        if library.ptxkit_api_version() != API_VERSION:
            raise Error(f"{library._name} has another interface than {API_VERSION}")
        _loaded.append(library)
    return _loaded[0]


def _declare(library: ctypes.CDLL) -> None:
    """The types of ptxkit.h. Texts that are to be freed are addresses, since ctypes copies what it knows to be text."""
    handle, text, place = ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p)
    string = ctypes.c_char_p
    functions: Sequence[Tuple[Any, ...]] = (
            ("api_version", ctypes.c_int),
            ("version", string),
            ("options_create", handle),
            ("options_destroy", None, handle),
            ("options_set", ctypes.c_int, handle, string, string),
            ("options_error", string, handle),
            ("options_add_origin", ctypes.c_int, handle, ctypes.c_uint32, string, ctypes.c_uint64, ctypes.c_uint64),
            ("check_text", handle, string, ctypes.c_size_t, string, handle, place),
            ("check_file", handle, string, handle, place),
            ("check_destroy", None, handle),
            ("check_errors", ctypes.c_uint64, handle),
            ("check_warnings", ctypes.c_uint64, handle),
            ("check_report", text, handle, string, ctypes.c_int, place),
            ("check_report_jsonl", text, handle),
            ("check_module_json", text, handle),
            ("check_outline_json", text, handle),
            ("check_function_json", text, handle, ctypes.c_uint64),
            ("check_origin_json", text, handle, ctypes.c_uint64),
            ("check_flow_json", text, handle, ctypes.c_uint64),
            ("check_requirements_jsonl", text, handle),
            ("check_launches_json", text, handle),
            ("check_sanitize_json", text, handle, string, handle, place),
            ("describe_json", text, string, place),
            ("instructions_json", text),
            ("special_registers_json", text),
            ("check_source", text, handle, ctypes.POINTER(ctypes.c_size_t)),
            ("check_formatted", text, handle, place),
            ("check_canonical", text, handle, place),
            ("check_lowered", text, handle, place),
            ("link_jsonl", text, ctypes.POINTER(ctypes.c_void_p), ctypes.c_size_t, place),
            ("free", None, text))
    for name, result, *arguments in functions:
        function = getattr(library, f"ptxkit_{name}")
        function.restype, function.argtypes = result, arguments
