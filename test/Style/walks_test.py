# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that walks.py accepts sound pages and sees each kind of fault in them."""

import unittest

import walks
from sample import SampleTest

SOUND = {
    "README.md": "See `docs/walks.md`, `lib/ptx/*.cpp` and `test/`.\n",
    "docs/walks.md": "| step | file | names |\n|---|---|---|\n| It is read. | `lib/ptx/A.cpp` | `Reader::run`, `open` |\n",
    "lib/ptx/A.cpp": '#include "Reader.h"\nvoid Reader::run() { open(); }\n',
    "test/a.ptx": "",
    "docs/ptxas-differences.md": "| e | a word | warning `odd-word` |\n",
    "docs/rules/odd-word.md": "# odd-word\n",
    "docs/guide/editor.md": "| request |\n|---|\n| `hover`, `rename` |\n",
    "lib/ptx/Lsp/Server.h": '  REQUEST("initialize", onInitialize) \\\n  REQUEST("textDocument/hover", onHover)\n',
}


class WalksTest(SampleTest):
    sound = SOUND

    def faults(self, changes):
        return self.found_by(walks.check, changes)

    def test_sound_pages(self):
        self.assertEqual(self.faults({}), [])

    def test_path_that_is_not_there(self):
        self.assertEqual(self.faults({"README.md": "x\n`lib/ptx/B.cpp`"}), ["README.md:2: `lib/ptx/B.cpp` is not there"])
        self.assertEqual(self.faults({"README.md": "`lib/*.td`"}), ["README.md:1: `lib/*.td` is not there"])

    def test_name_that_is_not_there(self):
        self.assertEqual(self.faults({"lib/ptx/A.cpp": '#include "open.h"\nvoid run() {}\n'}),
                         ["docs/walks.md: `lib/ptx/A.cpp` does not have `open`"])

    def test_table_without_a_head(self):
        table = "| a |\n|---|\n| b |\n"
        self.assertEqual(self.faults({"docs/guide/a.md": table + "\n```\n\n| c |\n| d |\n```\n"}), [])
        self.assertEqual(self.faults({"docs/guide/a.md": table + "\n| c |\n| d |\n"}), ["docs/guide/a.md:5: a row without a head"])

    def test_row_of_another_form(self):
        self.assertEqual(self.faults({"docs/walks.md": "| It is read. | `lib/ptx/A.cpp` |\n"}),
                         ["docs/walks.md: 1 rows have another form"])

    def test_request_without_a_row(self):
        self.assertEqual(self.faults({"docs/guide/editor.md": "| `rename` |\n"}),
                         ["docs/guide/editor.md: no row for `textDocument/hover`"])

    def test_rule_that_is_not_there(self):
        self.assertEqual(self.faults({"docs/ptxas-differences.md": "x\nerror `odd-words`\n"}),
                         ["docs/ptxas-differences.md:2: there is no rule `odd-words`"])


if __name__ == "__main__":
    unittest.main()
