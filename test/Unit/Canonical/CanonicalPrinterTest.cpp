// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Check/CheckedText.h"

#include "ptx/Canonical/CanonicalPrinter.h"

#include <gtest/gtest.h>

using namespace ptx;
using ptx::test::CheckedText;

static std::string canonical(const std::string &text, SourceKind kind = SourceKind::Fragment) {
  CheckedText checked(text, {}, kind);
  std::string out;
  printCanonical(checked.module(), checked.sema(), out);
  return out;
}

TEST(CanonicalPrinter, AppendsToTheOutput) {
  CheckedText checked("ret;", {}, SourceKind::Fragment);
  std::string out = "// before\n";
  printCanonical(checked.module(), checked.sema(), out);
  EXPECT_EQ(out, "// before\nret;\n");
}

TEST(CanonicalPrinter, EveryBodyOfAModule) {
  EXPECT_EQ(canonical(".version 9.0 .target sm_90 .address_size 64\n"
                      ".func f() { .reg .b32 %r; ld.u32.local %r, [0Xa]; }\n"
                      ".func g();\n"
                      ".func h() { .reg .b32 %r; { st.u32.local [0Xb], %r; } }\n",
                      SourceKind::Module),
            ".version 9.0\n"
            ".target sm_90\n"
            ".address_size 64\n"
            "\n"
            ".func f()\n"
            "{\n"
            "    .reg .b32 %r;\n"
            "    ld.local.u32    %r, [0xA];\n"
            "}\n"
            "\n"
            ".func g();\n"
            "\n"
            ".func h()\n"
            "{\n"
            "    .reg .b32 %r;\n"
            "    {\n"
            "        st.local.u32    [0xB], %r;\n"
            "    }\n"
            "}\n");
}

TEST(CanonicalPrinter, TheSameMnemonicWithAndWithoutAnError) {
  EXPECT_EQ(canonical(".reg .b32 %r; .reg .pred %p;\n"
                      "ld.u32.local %r, [0Xa];\n"
                      "ld.u32.local %p, [0Xa];\n"
                      "ld.u32.local %r, [0Xa];\n"),
            ".reg .b32 %r;\n"
            ".reg .pred %p;\n"
            "ld.local.u32    %r, [0xA];\n"
            "ld.u32.local    %p, [0Xa];\n"
            "ld.local.u32    %r, [0xA];\n");
}

TEST(CanonicalPrinter, AGuardWithAnError) {
  EXPECT_EQ(canonical(".reg .b32 %r; .reg .pred %p;\n"
                      "@%p ld.u32.local %r, [0Xa];\n"
                      "@%r ld.u32.local %r, [0Xa];\n"),
            ".reg .b32 %r;\n"
            ".reg .pred %p;\n"
            "@%p ld.local.u32 %r, [0xA];\n"
            "@%r ld.u32.local %r, [0Xa];\n");
}

TEST(CanonicalPrinter, ValuesOfOperandsDecide) {
  // The number of a barrier is 0 to 15. (Manual 9.7.13.1)
  EXPECT_EQ(canonical("barrier.cta.sync 15; barrier.cta.sync 16;"), "barrier.sync    15;\n"
                                                                    "barrier.cta.sync 16;\n");
}

TEST(CanonicalPrinter, WhiteSpaceInAMnemonic) {
  EXPECT_EQ(canonical("ld\n.u32\n.local %r, [4]; ld .local\t.u32 %r, [4];"),
            "ld.local.u32    %r, [4];\n"
            "ld.local.u32    %r, [4];\n");
}
