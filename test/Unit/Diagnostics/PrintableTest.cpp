// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/Printable.h"

#include "gtest/gtest.h"

using namespace ptx;

namespace {

std::string argument(llvm::StringRef text) {
  std::string message;
  appendArgument(message, text);
  return message;
}

TEST(Printable, KeepsPrintableAscii) {
  std::string all;
  for (char c = ' '; c <= '~'; ++c)
    all += c;
  EXPECT_EQ(printable(all), all);
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, EscapesControlCharacters) {
  EXPECT_EQ(printable(llvm::StringRef("a\n\r\t\0\x1B\x7F", 7)), "a\\n\\r\\t\\x00\\x1B\\x7F");
}

TEST(Printable, KeepsPrintableUtf8) {
  EXPECT_EQ(printable("\xC3\xA9 \xE6\xBC\xA2 \xF0\x9F\x99\x82"),
            "\xC3\xA9 \xE6\xBC\xA2 \xF0\x9F\x99\x82"); // U+00E9, U+6F22, U+1F642
}

TEST(Printable, EscapesBytesOfNoCharacter) {
  EXPECT_EQ(printable("\x80"), "\\x80") << "a continuation alone";
  EXPECT_EQ(printable("\xC3"), "\\xC3") << "the end cuts it";
  EXPECT_EQ(printable("\xC3("), "\\xC3(") << "no continuation follows";
  EXPECT_EQ(printable("\xC0\xAF"), "\\xC0\\xAF") << "overlong";
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xED\\xA0\\x80") << "a surrogate";
  EXPECT_EQ(printable("\xFF\xFE"), "\\xFF\\xFE");
}

TEST(Printable, EscapesCharactersThatSteerATerminal) {
  EXPECT_EQ(printable("\xC2\x9B"), "\\xC2\\x9B") << "U+009B, control sequence introducer";
  EXPECT_EQ(printable("\xE2\x80\xAE"), "\\xE2\\x80\\xAE") << "U+202E, right-to-left override";
}

TEST(Printable, WidthOfCharacters) {
  EXPECT_EQ(printableCharacter("a").width, 1u);
  EXPECT_EQ(printableCharacter("\xC3\xA9").width, 1u);
  EXPECT_EQ(printableCharacter("\xE6\xBC\xA2").width, 2u) << "wide";
  EXPECT_EQ(printableCharacter("\xCC\x81").width, 0u) << "combining acute accent";
  EXPECT_EQ(printableCharacter("\t").size, 0u);
}

TEST(Argument, NumbersAreDecimal) {
  std::string message;
  appendArgument(message, INT64_MIN);
  message += ' ';
  appendArgument(message, UINT64_MAX);
  EXPECT_EQ(message, "-9223372036854775808 18446744073709551615");
}

TEST(Argument, BytesAreCharactersOrHexadecimal) {
  auto byte = [](uint8_t value) {
    std::string message;
    appendArgument(message, value);
    return message;
  };
  EXPECT_EQ(byte('#'), "`#`");
  EXPECT_EQ(byte(' '), "` `");
  EXPECT_EQ(byte(0), "0x00");
  EXPECT_EQ(byte(0x0B), "0x0B");
  EXPECT_EQ(byte(0x7F), "0x7F");
  EXPECT_EQ(byte(0xE9), "0xE9");
}

TEST(Argument, LongTextLosesItsMiddle) {
  EXPECT_EQ(argument(std::string(400, 'a')), std::string(400, 'a'));
  EXPECT_EQ(argument(std::string(200, 'a') + "x" + std::string(200, 'b')),
            std::string(200, 'a') + " ... " + std::string(200, 'b'));
}

} // namespace
