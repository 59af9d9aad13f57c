# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a PTX file and lists what its instructions write, by the C interface of ptxkit.

Usage: check.py LIBPTXKIT FILE. Exits with 1 if the file has an error.
"""

import ctypes
import json
import sys

API_VERSION = 1  # PTXKIT_API_VERSION of ptxkit.h


def load(path):
    """The library, with the types of the functions that are used here."""
    library = ctypes.CDLL(path)
    if library.ptxkit_api_version() != API_VERSION:
        raise RuntimeError(f"{path} has another interface")
    text = ctypes.c_void_p  # to be freed, so that ctypes must not copy it on its own
    library.ptxkit_options_create.restype = ctypes.c_void_p
    library.ptxkit_options_set.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
    library.ptxkit_options_destroy.argtypes = [ctypes.c_void_p]
    library.ptxkit_check_file.restype = ctypes.c_void_p
    library.ptxkit_check_file.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.POINTER(text)]
    library.ptxkit_check_destroy.argtypes = [ctypes.c_void_p]
    library.ptxkit_check_errors.restype = ctypes.c_uint64
    library.ptxkit_check_errors.argtypes = [ctypes.c_void_p]
    for name in ("ptxkit_check_report_jsonl", "ptxkit_check_module_json"):
        getattr(library, name).restype = text
        getattr(library, name).argtypes = [ctypes.c_void_p]
    library.ptxkit_free.argtypes = [text]
    return library


def taken(library, text):
    """The string at `text`, which is freed."""
    result = ctypes.string_at(text).decode()
    library.ptxkit_free(text)
    return result


def main(path, file):
    library = load(path)
    options = library.ptxkit_options_create()
    library.ptxkit_options_set(options, b"W", b"unused-register")
    error = ctypes.c_void_p()
    check = library.ptxkit_check_file(file.encode(), options, ctypes.byref(error))
    library.ptxkit_options_destroy(options)
    if not check:
        raise RuntimeError(taken(library, error))

    for line in taken(library, library.ptxkit_check_report_jsonl(check)).splitlines():
        record = json.loads(line)
        if not record.get("summary"):
            print(f"{record['line']}: {record['message']} [{record['code']}]")
    module = json.loads(taken(library, library.ptxkit_check_module_json(check)))
    for function in module["functions"]:
        print(function["name"])
        for instruction in function.get("instructions", []):
            written = [f"{operand['text']} ({operand['width']} bits)"
                       for operand in instruction["operands"] if operand.get("written")]
            print(" ", instruction["mnemonic"], *written)
    failed = library.ptxkit_check_errors(check) != 0
    library.ptxkit_check_destroy(check)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
