# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that catalogue.py accepts a sound tree and sees each kind of fault in it."""

import tempfile
import unittest
from pathlib import Path

import catalogue

SOUND = {
    "lib/ptx/Diagnostics/Catalogue/CatalogBase.td": "class Error<int number, string name>;\n",
    "lib/ptx/Diagnostics/Catalogue/Catalog.td":
        'def LexicalAndSyntax : Family<1000>;\n'
        'def StrayBrace : Error<1001, "stray-brace", "stray `}`">;\n'
        'def StrayToken\n    : Warning<1002, "stray-token", "stray {token}", [Str<"token">]>;\n',
    "lib/ptx/Syntax/Parse/Parser.cpp":
        "list.emit(diag::StrayBrace{.range = r});\nusing D = ptx::diag::StrayToken;\n",
    "docs/rules/stray-brace.md":
        "# stray-brace [PTX1001]\n// expected-error@+1 {{stray `}`}} [PTX1001]\n",
    "docs/rules/stray-token.md": "# stray-token [PTX1002]\n",
    "test/Syntax/fail-token.test": "CHECK: warning: stray `,` [PTX1002]\n",
}


class CatalogueTest(unittest.TestCase):
    def faults(self, changes):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**SOUND, **changes}.items():
                if text is not None:
                    path = Path(folder, name)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text)
            return list(catalogue.check(Path(folder)))

    def test_sound_tree(self):
        self.assertEqual(self.faults({}), [])

    def test_record_that_nothing_emits(self):
        text = "diag::StrayBrace; xdiag::StrayToken; StrayToken"
        self.assertEqual(
            self.faults({"lib/ptx/Syntax/Parse/Parser.cpp": text}),
            ["PTX1002 stray-token: no source of lib/ emits diag::StrayToken"])

    def test_emission_outside_of_the_library(self):
        self.assertEqual(
            self.faults({"lib/ptx/Syntax/Parse/Parser.cpp": "diag::StrayBrace",
                         "test/Unit/Syntax/Test.cpp": "diag::StrayToken"}),
            ["PTX1002 stray-token: no source of lib/ emits diag::StrayToken"])

    def test_code_that_nothing_expects(self):
        for text in (None, "stray [PTX1002]\n", "CHECK: stray [PTX10020]\n", "CHECK: PTX1002\n",
                     "CHECK: stray\n[PTX1002]\n"):
            with self.subTest(text=text):
                self.assertIn("PTX1002 stray-token: no test input expects it",
                              self.faults({"test/Syntax/fail-token.test": text}))

    def test_heading_of_a_page_is_no_expectation(self):
        self.assertEqual(self.faults({"docs/rules/stray-brace.md": "# stray-brace [PTX1001]\n"}),
                         ["PTX1001 stray-brace: no test input expects it"])

    def test_tests_of_the_machinery_do_not_count(self):
        text = SOUND["test/Syntax/fail-token.test"]
        for folder in ("TableGen", "Catalogue", "Unit/Syntax"):
            self.assertEqual(
                self.faults({"test/Syntax/fail-token.test": None,
                             f"test/{folder}/fail-token.test": text}),
                ["PTX1002 stray-token: no test input expects it"])

    def test_ptx_inputs_count(self):
        for text in ("// expected-warning@+1 {{stray}} [PTX1002]\n,\n",
                     ", // expected-warning {{stray}} [PTX1002]\n"):
            self.assertEqual(
                self.faults({"test/Syntax/fail-token.test": None,
                             "test/Syntax/fail-token.ptx": text}),
                [])

    def test_unknown_code(self):
        self.assertEqual(
            self.faults({"test/Syntax/fail-other.ptx": "// expected-error {{x}} [PTX1003]\n"}),
            ["test/Syntax/fail-other.ptx: expects PTX1003, which is not in the catalogue"])

    def test_overlooked_record(self):
        self.assertEqual(self.faults({"docs/rules/stray-dot.md": "# stray-dot [PTX1003]\n"}),
                         ["stray-dot: is a page or a record, and not both"])

    def test_inputs_in_other_encodings_are_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "x.ptx")
            path.write_bytes(b"\xff\xfe.\0 expected-error {{x}} [PTX1001]\n")
            texts = [text for _, text in catalogue.read(Path(folder), {".ptx"})]
            self.assertEqual([text.count("PTX1001") for text in texts], [1])


    def test_where_a_rule_is(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in SOUND.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            for name in ("stray-token", "PTX1002", "1002", "StrayToken"):
                found = {kind: list(places) for kind, places in catalogue.where(Path(folder), name)}
                self.assertEqual(found["emitter"], ["lib/ptx/Syntax/Parse/Parser.cpp:2"])
                self.assertEqual(found["test"], ["test/Syntax/fail-token.test:1"])
                self.assertEqual(found["page"], ["docs/rules/stray-token.md"])
                self.assertEqual(len(found["record"]), 1)

    def test_code_that_asks_a_message(self):
        path = "lib/ptx/Syntax/Parse/Parser.cpp"
        for line in ('if (d.message.contains("`x`"))', 'if (StringRef(d.message).starts_with("x"))', 'note->message.split(";")'):
            self.assertIn(f"{path}:1: looks into a message; ask for an argument of the diagnostic",
                          self.faults({path: line + "\n" + SOUND[path]}))
        for line in ("d.message = text;", "ban.message.empty()", "message.contains(text)"):
            self.assertEqual(self.faults({path: line + "\n" + SOUND[path]}), [])


if __name__ == "__main__":
    unittest.main()
