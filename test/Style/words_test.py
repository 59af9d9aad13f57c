# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that words.py accepts sound texts and sees unwanted words."""

import unittest

import words
from sample import SampleTest

RECORDS = "lib/ptx/Diagnostics/Catalogue/Rules.td"
HELP = "lib/ptx/Driver/Options/Options.td"
PAGE = "docs/rules/x-needs-y.md"
SOUND = {
    RECORDS: '// needs\ndef A : Error<1, "x-needs-y", "`{needs}` requires `need`; {told} is ignored">;\n  let Ptxas = "it needs a kernel";\n',
    HELP: 'HelpText<"Print the versions that a kernel requires">;\n',
    PAGE: "# x-needs-y [PTX1]\n\nA kernel requires `needs`.\n\n```ptx\n// needs\n```\n",
}


class WordsTest(SampleTest):
    sound = SOUND

    def faults(self, changes):
        return self.found_by(words.check, changes)

    def test_sound_texts(self):
        self.assertEqual(self.faults({}), [])

    def test_unwanted_words(self):
        for text, found in (("it needs a", "needs"), ("`ptxas` takes it", "`ptxas` takes"), ("what is told", "told"), ("one behind two", "behind"),
                            ("a memory location", "memory location"), ("if it comes to a", "comes to"), ("of course", "of course")):
            with self.subTest(text=text):
                for name, line in ((RECORDS, f'"{text} b"\n'), (HELP, f'"{text} b"\n'), (PAGE, f"{text} b\n")):
                    self.assertEqual([fault.split(": ")[1] for fault in self.faults({name: line})], [f"`{found}`"])

    def test_other_pages(self):
        for text, found in (("waits for nobody", "nobody"), ("it is left alone", "left alone"), ("on some way to it", "on some way"), ("`ptxas` makes code", "makes code"),
                            ("it is not looked at", "is not looked at"), ("`add` and the like", "and the like")):
            with self.subTest(text=text):
                for page in ("docs/guide/x.md", "docs/x.md"):
                    self.assertEqual([fault.split(": ")[1] for fault in self.faults({page: f"{text} b\n"})], [f"`{found}`"])
                self.assertEqual(self.faults({"docs/changelog.md": f"{text} b\n"}), [])

    def test_kernels_of_messages(self):
        self.assertEqual(len(self.faults({RECORDS: '"the kernel ends"\n'})), 1)

    def test_long_sentences(self):
        self.assertEqual(len(self.found_by(words.long_sentences, {"README.md": "word " * 41 + ". Short.\n"})), 1)


if __name__ == "__main__":
    unittest.main()
