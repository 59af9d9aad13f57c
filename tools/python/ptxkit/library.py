# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C library `libptxkit` for Python:

    import ptxkit.library

    check = ptxkit.library.check_file("kernel.ptx", target="sm_90a", W=["all"])
    for finding in check.findings():
        print(finding["line"], finding["message"], finding["code"])
    print(check.errors, check.module()["functions"][0]["name"])

docs/library.md lists the keys of findings and modules.
"""

import contextlib
import ctypes
import json
import os
import weakref
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

API_VERSION = 1  # PTXKIT_API_VERSION of ptxkit.h
Value = Union[str, int, bool, Sequence[str]]


class Error(Exception):
    """A file that cannot be read, an option that makes no sense, or a text that cannot be printed because of a syntax error."""


class Check:
    """A source that was read and checked; the functions of this module make it."""

    def __init__(self, handle):
        self._handle = handle
        weakref.finalize(self, _library().ptxkit_check_destroy, handle)
        self.errors: int = _library().ptxkit_check_errors(handle)
        self.warnings: int = _library().ptxkit_check_warnings(handle)

    def report(self) -> str:
        """The report as ptx-check prints it."""
        return _taken(_library().ptxkit_check_report_text(self._handle))

    def findings(self) -> List[Dict[str, Any]]:
        """The findings, each a dictionary as of ptx-check --output-format=jsonl."""
        records = map(json.loads, _taken(_library().ptxkit_check_report_jsonl(self._handle)).splitlines())
        return [record for record in records if not record.get("summary")]

    def module(self) -> Dict[str, Any]:
        """The module as a dictionary: version, targets, symbols, functions."""
        return json.loads(_taken(_library().ptxkit_check_module_json(self._handle)))

    def functions(self) -> List[Dict[str, Any]]:
        """The functions of the module."""
        return self.module()["functions"]

    def requirements(self) -> List[Dict[str, Any]]:
        """What the source requires, regardless of its own version and target: of PTX one dictionary, of a source in another language one
        for each statement without an error, as of ptx-check --requirements --output-format=jsonl."""
        return list(map(json.loads, _taken(_library().ptxkit_check_requirements_jsonl(self._handle)).splitlines()))

    def flow(self, function: int) -> Dict[str, Any]:
        """The control-flow graph of the function with this number, and the registers of each of its instructions."""
        found = _library().ptxkit_check_flow_json(self._handle, function)
        if not found:
            raise Error(f"there is no function {function}")
        return json.loads(_taken(found))

    def launches(self) -> List[str]:
        """The texts of the `//@launch` comments, for `sanitize`."""
        return json.loads(_taken(_library().ptxkit_check_launches_json(self._handle)))

    def sanitize(self, launch: Union[str, Mapping[str, Any]] = "", **options: Value) -> Dict[str, Any]:
        """Executes a launch of the module without a GPU, as ptx-sanitize does: `verdict`, `findings`, `assumed`, `notFollowed`, and, with
        `timeline=True`, `timeline`. The launch is the text of a `//@launch` comment, or a dictionary with the fields of a line of
        --launches. Options: `schedules`, `seed`, `step_limit`, `time_limit`, `strict`, `timeline`."""
        text = launch if isinstance(launch, str) else json.dumps(launch)
        with _made_options(options) as handle:
            return json.loads(_with_error(_library().ptxkit_check_sanitize_json, self._handle, text.encode(), handle))

    def source(self) -> bytes:
        """The text that was read, to whose bytes `begin` and `end` of a place refer."""
        size = ctypes.c_size_t()
        return ctypes.string_at(_library().ptxkit_check_source(self._handle, ctypes.byref(size)), size.value)

    def text(self, place: Optional[Mapping[str, Any]] = None) -> str:
        """The text of a place, or of the whole source."""
        data = self.source()
        return (data if place is None else data[place["begin"]:place["end"]]).decode(errors="replace")

    def formatted(self) -> str:
        """The source in canonical layout."""
        return _with_error(_library().ptxkit_check_formatted, self._handle)

    def canonical(self) -> str:
        """The source in canonical layout and spelling."""
        return _with_error(_library().ptxkit_check_canonical, self._handle)


def check_text(text: Union[str, bytes], name: str = "<text>", **options: Value) -> Check:
    """Checks a text, which messages call `name`. Options are those of ptxkit.h, with `_` for `-` (`ptx_version="9.0"`): a text, a number, a
    truth value, or for `target` and `W` a list."""
    data = text.encode() if isinstance(text, str) else text
    return _checked(lambda handle, error: _library().ptxkit_check_text(data, len(data), name.encode(), handle, error), options)


def check_file(path: Union[str, "os.PathLike[str]"], **options: Value) -> Check:
    """Checks a file, or standard input for "-"."""
    return _checked(lambda handle, error: _library().ptxkit_check_file(os.fsencode(path), handle, error), options)


def describe(mnemonic: str) -> Dict[str, Any]:
    """The facts of the instructions called so, such as "cvt" or "cvt.rn.f16", as a dictionary with `instructions` and `others`, whose
    names begin so."""
    return json.loads(_with_error(_library().ptxkit_describe_json, mnemonic.encode()))


def instructions() -> List[Dict[str, Any]]:
    """All instructions: name, section of the manual, summary, first version and target."""
    return json.loads(_taken(_library().ptxkit_instructions_json()))


def version() -> str:
    """The version of the library."""
    return _library().ptxkit_version().decode()


def _checked(check, options):
    with _made_options(options) as handle:
        return Check(_with_error(lambda error: check(handle, error), taken=False))


@contextlib.contextmanager
def _made_options(options):
    """The handle of options, while it is used."""
    handle = _library().ptxkit_options_create()
    try:
        for name, value in options.items():
            for one in value if isinstance(value, (list, tuple)) else [value]:
                text = str(int(one) if isinstance(one, bool) else one)
                if not _library().ptxkit_options_set(handle, name.replace("_", "-").encode(), text.encode()):
                    raise Error(_library().ptxkit_options_error(handle).decode(errors="replace"))
        yield handle
    finally:
        _library().ptxkit_options_destroy(handle)


def _with_error(function, *arguments, taken=True):
    """What a function returns whose last argument is the place of an error."""
    error = ctypes.c_void_p()
    result = function(*arguments, ctypes.byref(error))
    if not result:
        raise Error(_taken(error.value) if error.value else "out of memory")
    return _taken(result) if taken else result


def _taken(text):
    """The string at an address, which is freed."""
    result = ctypes.string_at(text).decode(errors="replace")
    _library().ptxkit_free(text)
    return result


_loaded = []


def _library():
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


def _declare(library):
    """The types of ptxkit.h. Texts that are to be freed are addresses, since ctypes copies what it knows to be text."""
    handle, text, place = ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p)
    string = ctypes.c_char_p
    for name, result, *arguments in (
            ("api_version", ctypes.c_int),
            ("version", string),
            ("options_create", handle),
            ("options_destroy", None, handle),
            ("options_set", ctypes.c_int, handle, string, string),
            ("options_error", string, handle),
            ("check_text", handle, string, ctypes.c_size_t, string, handle, place),
            ("check_file", handle, string, handle, place),
            ("check_destroy", None, handle),
            ("check_errors", ctypes.c_uint64, handle),
            ("check_warnings", ctypes.c_uint64, handle),
            ("check_report_text", text, handle),
            ("check_report_jsonl", text, handle),
            ("check_module_json", text, handle),
            ("check_flow_json", text, handle, ctypes.c_uint64),
            ("check_requirements_jsonl", text, handle),
            ("check_launches_json", text, handle),
            ("check_sanitize_json", text, handle, string, handle, place),
            ("describe_json", text, string, place),
            ("instructions_json", text),
            ("check_source", text, handle, ctypes.POINTER(ctypes.c_size_t)),
            ("check_formatted", text, handle, place),
            ("check_canonical", text, handle, place),
            ("free", None, text)):
        function = getattr(library, f"ptxkit_{name}")
        function.restype, function.argtypes = result, arguments
