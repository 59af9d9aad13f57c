// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Document.h"

#include "llvm/ADT/ArrayRef.h"

#include "gtest/gtest.h"

#include <random>

using namespace ptx;
using namespace ptx::lsp;

namespace {

const llvm::StringRef kernel = ".version 8.0\n.target sm_80\n.address_size 64\n"
                               "// \xC3\xA9 \xF0\x9D\x94\x98\r\n"
                               ".visible .entry k(.param .u64 p) {\n"
                               "\t.reg .b32 %r<4>;\r\n"
                               "\t.reg .b64 %rd<4>;\n"
                               "\tld.param.u64 %rd1, [p];\r"
                               "\tadd.u32 %r1, %r2, %r3; /* \xF0\x9D\x94\x98 */ mov.u32 %r0, %r1;\n"
                               "L:\tst.global.u32 [%rd1], %r1;\n"
                               "\tret;\n}";

/// What edits put in, besides parts of the text.
const llvm::StringRef pieces[] = {"",
                                  "\n",
                                  "\r",
                                  "\r\n",
                                  "%r1",
                                  "}",
                                  "{",
                                  "\xC3\xA9",
                                  "\xF0\x9D\x94\x98",
                                  ";",
                                  "\tret;\r\n",
                                  "// x\n",
                                  "/*",
                                  "*/",
                                  "add.u32 %r1, %r2;\n",
                                  ".reg .b32 %q;\n"};

URIForFile uri() { return llvm::cantFail(URIForFile::fromURI("file:///k.ptx")); }

FileSettings settings() {
  FileSettings result;
  llvm::cantFail(result.options.diagnostics.addWarningFlag("everything"));
  return result;
}

/// All that an editor would show of the findings.
std::vector<std::string> findings(Document &document) {
  static Workers workers(1);
  std::vector<std::string> result;
  for (const Diagnostic &d : document.analyse(settings(), workers).report().diagnostics) {
    std::string line;
    llvm::raw_string_ostream(line) << document.rangeOf(d.range) << ' ' << d.message;
    result.push_back(line);
  }
  return result;
}

/// A position as a client can send it: mostly in the text, at times after a line's end or the last
/// line.
Position randomPosition(std::mt19937 &random, const Document &document) {
  int lines = document.positions().lineTable().count();
  int line = std::uniform_int_distribution<int>(0, lines)(random);
  return {line, std::uniform_int_distribution<int>(0, 40)(random)};
}

/// Applies `count` edits and compares each text with one that plain string operations make.
void editAndCompare(PositionEncoding encoding, unsigned seed, int count) {
  std::mt19937 random(seed);
  Document document(uri(), "ptx", kernel.str(), 0, encoding);
  for (int i = 0; i < count; ++i) {
    Position a = randomPosition(random, document), b = randomPosition(random, document);
    Range range(std::min(a, b), std::max(a, b));
    if (i % 4 != 0) // most edits are small
      range.end = Position(range.start.line, range.start.character + int(random() % 4));
    std::string piece = pieces[random() % std::size(pieces)].str();
    if (random() % 8 == 0)
      piece = kernel.str();

    // The same by a fresh table of lines.
    LineTable lines(document.text());
    PositionMap map(document.text(), lines, encoding);
    SourceRange where = map.range(range);
    std::string expected = document.text().str();
    expected.replace(where.begin, where.size(), piece);

    document.change(range, piece);
    ASSERT_EQ(document.text(), expected) << "edit " << i << " of seed " << seed;
    LineTable fresh(document.text());
    ASSERT_EQ(document.positions().lineTable().count(), fresh.count()) << i << " of " << seed;
    for (uint32_t line = 0; line < fresh.count(); ++line)
      ASSERT_EQ(document.positions().lineTable().start(line), fresh.start(line))
          << i << " of " << seed;
    if (document.text().size() > 4000)
      document.change(std::nullopt, kernel);
  }
}

} // namespace

TEST(Document, RandomEditsGiveTheTextAndLinesOfAFreshOne) {
  for (unsigned seed = 0; seed < 4; ++seed)
    for (PositionEncoding encoding :
         {PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32})
      editAndCompare(encoding, seed, 1000);
}

TEST(Document, RandomEditsGiveTheFindingsOfAFreshOne) {
  std::mt19937 random(7);
  Document document(uri(), "ptx", kernel.str(), 0, PositionEncoding::Utf16);
  for (int i = 0; i < 300; ++i) {
    Position at = randomPosition(random, document);
    Range range(at, Position(at.line, at.character + int(random() % 3)));
    document.change(range, pieces[random() % std::size(pieces)]);
    Document fresh(uri(), "ptx", document.text().str(), 0, PositionEncoding::Utf16);
    ASSERT_EQ(findings(document), findings(fresh)) << "edit " << i;
    if (i % 20 == 19)
      document.change(std::nullopt, kernel);
  }
}

TEST(Document, AnEditWithUtf16Columns) {
  Document document(uri(), "ptx", "\xF0\x9D\x94\x98 = a;\r\nb", 1, PositionEncoding::Utf16);
  document.change(Range({0, 5}, {0, 6}), "xy"); // two units, a space, `=`, a space
  EXPECT_EQ(document.text(), "\xF0\x9D\x94\x98 = xy;\r\nb");
  document.change(Range({0, 99}, {1, 0}), "\n");
  EXPECT_EQ(document.text(), "\xF0\x9D\x94\x98 = xy;\nb");
  document.change(Range({1, 1}, {1, 1}), "\n");
  EXPECT_EQ(document.text(), "\xF0\x9D\x94\x98 = xy;\nb\n");
}
