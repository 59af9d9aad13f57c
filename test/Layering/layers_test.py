# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that layers.py accepts a well-formed tree and sees each kind of violation in it."""

import tempfile
import unittest
from pathlib import Path

import layers

SOUND = {
    "lib/ptx/Support/CMakeLists.txt": "ptx_add_library(Support SOURCES A.cpp LLVM Support)",
    "lib/ptx/Support/A.h": '#include "llvm/ADT/StringRef.h"\n#include <vector>\n',
    "lib/ptx/Support/A.cpp": '#include "ptx/Support/A.h"\n',
    "lib/ptx/Diagnostics/CMakeLists.txt":
        "ptx_add_library(Diagnostics\n  SOURCES B.cpp\n  DEPENDS Support)",
    "lib/ptx/Diagnostics/B.cpp": '#include "ptx/Diagnostics/B.inc"\n#include "ptx/Support/A.h"\n',
    "lib/ptx/Diagnostics/B.td": 'include "ptx/Diagnostics/Base.td"\n',
    "lib/ptx/Syntax/CMakeLists.txt": "ptx_add_library(Syntax SOURCES C.cpp DEPENDS Diagnostics)",
    "lib/ptx/Syntax/C.cpp": '#include "PtxParser.h"\n#include "antlr4-runtime.h"\n#include "ptx/Diagnostics/B.h"\n',
    "lib/ptx/Syntax/Lex/L.h": '#include "ptx/Syntax/C.h"\n',
    "lib/ptx/Syntax/Parse/P.cpp": '#include "ptx/Syntax/Lex/L.h"\n',
    "lib/ptxkit/Check.h": '#include "ptxkit/Options.h"\n#include <string>\n',
    "lib/ptxkit/Check.cpp": '#include "ptxkit/Check.h"\n#include "ptx/Syntax/C.h"\n',
    "tools/ptx-check/main.cpp": '#include "ptx/Syntax/C.h"\n',
    "test/Unit/Syntax/T.cpp": '#include "ptx/Support/A.h"\n#include "ptx/Syntax/C.h"\n',
}


layers.ROOMS = {"Syntax": {"Lex": [], "Parse": ["Lex"]}}


class LayersTest(unittest.TestCase):
    def violations(self, changes):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**SOUND, **changes}.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return layers.check(Path(folder))

    def expect(self, name, text, message):
        self.assertEqual("\n".join(self.violations({name: text})), f"{name}{message}")

    def test_sound_tree(self):
        self.assertEqual(self.violations({}), [])

    def test_upward_include(self):
        self.expect("lib/ptx/Support/A.h", '\n  # include <ptx/Diagnostics/B.h>\n',
                    ":2: ptx/Diagnostics/B.h: Support must not use Diagnostics")

    def test_upward_include_of_td(self):
        self.expect("lib/ptx/Support/X.td", 'include "ptx/Diagnostics/Base.td"\n',
                    ":1: ptx/Diagnostics/Base.td: Support must not use Diagnostics")

    def test_sideways_include(self):
        self.expect("lib/ptx/Syntax/C.h", '#include "ptx/Tensor/Form.h"\n',
                    ":1: ptx/Tensor/Form.h: Syntax must not use Tensor")

    def test_named_opcode(self):
        self.assertEqual(self.violations({"lib/ptx/Syntax/N.cpp": "if (form.opcode == Opcode::ld)\n"}),
                         ["Syntax names 1 opcodes, of 0 at most; ask the record what the instruction does"])

    def test_transitive_arrow_is_sound(self):
        self.assertEqual(
            self.violations({"lib/ptx/Syntax/C.h": '#include "ptx/Support/A.h"\n'}), [])

    def test_generated_table_of_another_folder(self):
        self.expect("lib/ptx/Syntax/C.h", '#include "ptx/Diagnostics/B.inc"\n',
                    ":1: ptx/Diagnostics/B.inc: ptx/Diagnostics/B.inc is private to Diagnostics")

    def test_include_without_folder(self):
        self.expect("lib/ptx/Support/A.cpp", '#include "A.h"\n',
                    ':1: A.h: include it as "ptx/Support/A.h"')

    def test_layer_in_a_public_header(self):
        for name in ("ptx/Syntax/C.h", "llvm/ADT/StringRef.h", "ptxkit/State.h"):
            self.expect("lib/ptxkit/Tree.h", f'#include "{name}"\n',
                        f":1: {name}: public headers include public ones and the standard library "
                        "alone")

    def test_layer_above_the_public_interface(self):
        self.expect("lib/ptxkit/Check.cpp", '#include "ptx/Driver/Tools.h"\n',
                    ":1: ptx/Driver/Tools.h: the public interface must not use Driver")

    def test_antlr_in_another_layer(self):
        for header in ("antlr4-runtime.h", "antlr4-runtime/Parser.h", "PtxLexer.h",
                       "PtxParserBaseListener.h", "ptx/Syntax/antlr/PtxParser.h"):
            for file in ("lib/ptx/Diagnostics/B.h", "tools/ptx-check/main.cpp",
                         "test/Unit/Syntax/T.cpp"):
                self.expect(file, f'#include "{header}"\n',
                            f":1: {header}: only lib/ptx/Antlr, lib/ptx/Syntax, test/Stock may use ANTLR")

    def test_clang_in_another_file(self):
        self.expect("lib/ptx/Syntax/C.h", '#include "clang/Lex/Lexer.h"\n',
                    ":1: clang/Lex/Lexer.h: only lib/ptx/Inline/Read/CppTokens.cpp may use clang")

    def test_table_in_a_tool(self):
        self.expect("tools/ptx-check/main.cpp", '#include "ptx/Diagnostics/B.inc"\n',
                    ":1: ptx/Diagnostics/B.inc: ptx/Diagnostics/B.inc is not a public header")

    def test_library_in_the_table_generator(self):
        self.expect("tools/ptx-tblgen/main.cpp", '#include "ptx/Support/A.h"\n',
                    ":1: ptx/Support/A.h: ptx-tblgen is built before the library and cannot use it")

    def test_target_depends_upwards(self):
        self.expect("lib/ptx/Support/CMakeLists.txt",
                    "ptx_add_library(Support SOURCES A.cpp\n  DEPENDS Syntax Diagnostics LLVM X)",
                    ": Support must not depend on Syntax"
                    "\nlib/ptx/Support/CMakeLists.txt: Support must not depend on Diagnostics")

    def test_unknown_folder(self):
        self.expect("lib/ptx/Extra/CMakeLists.txt", "ptx_add_library(Extra SOURCES X.cpp)",
                    ": Extra is not among the layers")

    def test_folder_without_its_target(self):
        self.expect("lib/ptx/Diagnostics/CMakeLists.txt", "ptx_add_library(Diag SOURCES B.cpp)",
                    ": expected one ptx_add_library(Diagnostics ...)")

    def test_room_above(self):
        self.expect("lib/ptx/Syntax/Lex/L.h", '#include "ptx/Syntax/Parse/P.h"\n',
                    ":1: ptx/Syntax/Parse/P.h: Syntax/Lex must not use Syntax/Parse")

    def test_unknown_room(self):
        self.assertEqual(self.violations({"lib/ptx/Syntax/Tree/T.h": ""}),
                         ["lib/ptx/Syntax/Tree: Tree is not among the rooms of Syntax"])

    def test_include_without_room(self):
        self.expect("lib/ptx/Syntax/Lex/M.h", '#include "L.h"\n', ':1: L.h: include it as "ptx/Syntax/Lex/L.h"')

    def test_unused_arrow(self):
        self.assertEqual(self.violations({"lib/ptx/Diagnostics/B.cpp": ""}), ["Diagnostics does not use Support"])

    def test_unused_arrow_of_a_room(self):
        self.assertEqual(self.violations({"lib/ptx/Syntax/Parse/P.cpp": ""}), ["Syntax/Parse does not use Syntax/Lex"])

    def test_full_folder(self):
        files = {f"test/Sema/{number}.ptx": "" for number in range(layers.MOST_FILES + 1)}
        self.assertEqual(self.violations(files),
                         [f"test/Sema: {len(files)} files, of {layers.MOST_FILES} at most; move those of one subject into a folder"])


if __name__ == "__main__":
    unittest.main()
