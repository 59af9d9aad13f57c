// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/Document.h"
#include "ptx/Lsp/Requests/Completion.h"
#include "ptx/Lsp/Requests/Hover.h"
#include "ptx/Lsp/Requests/SemanticTokens.h"
#include "ptx/Syntax/Tree/AstHash.h"

#include "llvm/ADT/ArrayRef.h"

#include "gtest/gtest.h"

#include <cstdlib>
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
                                  ".reg .b32 %q;\n",
                                  "\"",
                                  "#if 0\n",
                                  "\\"};

/// Several bodies, without a finding, of which some name what others declare outside.
const llvm::StringRef library =
    ".version 8.0\n.target sm_90a\n.address_size 64\n"
    ".shared .align 8 .b8 buffer[16];\n"
    ".global .u32 counter;\n"
    ".func (.param .b32 r) twice(.param .b32 a) {\n"
    "\t.reg .b32 %r<2>;\n\tld.param.b32 %r0, [a];\n\tadd.u32 %r1, %r0, %r0;\n"
    "\tst.param.b32 [r], %r1;\n\tret;\n}\n"
    ".visible .entry one(.param .u64 p) {\n"
    "\t.reg .b32 %r<3>;\n\t.reg .b64 %rd<2>;\n\tld.param.u64 %rd0, [p];\n"
    "\tcvta.to.global.u64 %rd1, %rd0;\n\tld.global.u32 %r0, [%rd1];\n"
    "\t{\n\t.param .b32 in;\n\t.param .b32 out;\n\tst.param.b32 [in], %r0;\n"
    "\tcall (out), twice, (in);\n\tld.param.b32 %r1, [out];\n\t}\n"
    "\tst.global.u32 [%rd1], %r1;\n\tret;\n}\n"
    ".visible .entry two() {\n"
    "\t.reg .b32 %r<2>;\n\tmov.u32 %r0, 1;\n\tst.shared.u32 [buffer], %r0;\n"
    "\tatom.global.add.u32 %r1, [counter], %r0;\n\tst.shared.u32 [buffer+4], %r1;\n\tret;\n}\n"
    ".visible .entry three() {\n"
    "\t.reg .pred %p;\n\tsetp.eq.u32 %p, 1, 2;\n\t@%p bra L;\n"
    "\tmembar.gl;\nL:\n\tret;\n}\n";

/// Statements of C++ with PTX, some of which share a body.
const llvm::StringRef statements =
    "__device__ int f(int a, float *p) {\n"
    "  int r; /* \xF0\x9D\x94\x98 */\n"
    "  asm volatile(\"{\\n\\t.reg .pred p;\\n\" \".reg .b32 %%t<3>;\\n\"\n"
    "      \"setp.ne.b32 p, %1, 0;\\n\"\n"
    "      \"@p bra L_%=;\\n add.u32 %%t0, %1, %3;\\n\"\n"
    "      \"L_%=: ld.global.f32 %0, [%2];\\n}\"\n"
    "      : \"=r\"(r) : \"r\"(a), \"l\"(p), \"n\"(5));\n"
    "  asm(R\"(add.s32 %0, )\" \"%\" \"1\" \", 1;\" : \"=r\"(r) : \"r\"(a));\n"
    "  asm(\"{ .reg .b32 x;\");\n  asm(\"mov.b32 x, %0;\" : : \"r\"(r));\n  asm(\"}\");\n"
    "  asm(\".reg .b32 k;\");\n  asm(\"mov.b32 k, %0;\" : : \"r\"(a));\n"
    "  asm volatile(\"add.u32 %0, k, 1;\" : \"=r\"(r));\n"
    "  return r;\n}\n";

/// A header of C++ with many statements, without a finding: some see what others declare, macros
/// and conditions are in between.
std::string header() {
  std::string text = "#define STEP \"add.u32 %0, %0, 1;\"\n"
                     "#define KIND \"=r\"\n"
                     "#define BOTH(x) asm volatile(\"bar.sync \" #x \";\" ::: \"memory\")\n";
  for (int i = 0; i != 5; ++i) {
    std::string n = std::to_string(i);
    text += "struct S" + n +
            " {\n  __device__ static int f(int a, long l) {\n    int r;\n"
            "#if __CUDA_ARCH__ >= 900\n"
            "    asm volatile(\"{\\n.reg .pred p;\\n\" \".reg .b32 %%t<3>;\\n\"\n"
            "      \"setp.ne.b32 p, %1, " +
            n +
            ";\\n\"\n"
            "      \"@p bra L_%=;\\n add.u32 %%t0, %1, %3;\\n\"\n"
            "      \"mov.u32 %%t0, 1;\\n L_%=: ld.global.u32 %0, [%2];\\n}\"\n"
            "      : KIND(r) : \"r\"(a), \"l\"(l), \"n\"(5));\n"
            "#else\n"
            "    asm(\"{ .reg .b32 x;\");\n    asm(\"mov.b32 x, %0;\" : : \"r\"(a));\n"
            "    asm(\"mov.b32 %0, x; }\" : \"=r\"(r));\n"
            "#endif\n"
            "    asm(STEP : \"+r\"(r));\n"
            "    return r;\n  }\n};\n";
  }
  return text;
}

URIForFile uri() { return llvm::cantFail(URIForFile::fromURI("file:///k.ptx")); }

FileSettings settings() {
  FileSettings result;
  llvm::cantFail(result.options.diagnostics.addWarningFlag("everything"));
  return result;
}

/// A position as a client can send it: mostly in the text, at times after a line's end or the last
/// line.
Position randomPosition(std::mt19937 &random, const Document &document) {
  int lines = document.positions().lineTable().count();
  int line = std::uniform_int_distribution<int>(0, lines)(random);
  return {line, std::uniform_int_distribution<int>(0, 40)(random)};
}

/// All that an editor would show of the findings.
std::vector<std::string> findings(Document &document, const FileSettings &how) {
  static Workers workers(1);
  std::vector<std::string> result;
  for (const ptx::Diagnostic &d : document.analyse(how, workers).report().diagnostics) {
    std::string line;
    llvm::raw_string_ostream os(line);
    os << document.rangeOf(d.range) << ' ' << d.entry << ' ' << d.message;
    for (const Note &note : d.notes)
      os << "; " << document.rangeOf(note.range) << ' ' << note.message;
    for (const FixIt &fix : d.fixes)
      os << "; " << document.rangeOf(fix.range) << ' ' << fix.replacement;
    result.push_back(line);
  }
  return result;
}

/// The tree and the tokens, as far as an editor would see them.
std::string structure(const Document &document) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (size_t i = 0; i != document.analysis()->codeCount(); ++i) {
    document.analysis()->code(i).units().all();
    os << hashSyntax(*document.analysis()->code(i).module().module) << ' ';
  }
  for (uint32_t number : semanticTokens(document, std::nullopt).data)
    os << ' ' << number;
  return text;
}

/// What is shown of the word at a position.
std::string hoverText(const Document &document, Position at) {
  std::optional<llvm::lsp::Hover> found = hover(document, at);
  return found ? found->contents.value : "";
}

/// The tokens of a client that asks for changes.
class TokensOfClient {
public:
  const std::vector<uint32_t> &ask(const Document &document) {
    SemanticTokensDelta delta = semanticTokensDelta(document, id);
    if (!delta.isChange)
      data = delta.data;
    else
      data.insert(
          data.erase(data.begin() + delta.start, data.begin() + delta.start + delta.deleteCount),
          delta.data.begin(), delta.data.end());
    id = delta.resultId;
    return data;
  }

private:
  std::string id;
  std::vector<uint32_t> data;
};

/// How many edits are tried in place of `usual` ones; `PTXKIT_EDITS` says another number.
int editCount(int usual) {
  const char *number = std::getenv("PTXKIT_EDITS");
  return number ? std::atoi(number) : usual;
}

/// Applies `count` edits to `text` and compares what is known of the document with what is known of
/// a fresh one. Returns in how many steps there was a finding.
unsigned editAndCompareFindings(llvm::StringRef text, const FileSettings &how, unsigned seed,
                                int count) {
  std::mt19937 random(seed);
  Document document(uri(), "", text.str(), 0, PositionEncoding::Utf16);
  TokensOfClient client;
  unsigned steps = 0;
  for (int i = 0; i < count; ++i) {
    Position at = randomPosition(random, document);
    Range range(at, Position(at.line, at.character + int(random() % 3)));
    document.change(range, pieces[random() % std::size(pieces)]);
    Document fresh(uri(), "", document.text().str(), 0, PositionEncoding::Utf16);
    std::vector<std::string> found = findings(document, how);
    EXPECT_EQ(found, findings(fresh, how)) << "edit " << i << " of seed " << seed;
    // Of the one, the body at hand is made alone; of the other, all are there.
    std::string shown = hoverText(document, at), whole = structure(fresh);
    EXPECT_EQ(shown, hoverText(fresh, at)) << "edit " << i << " of seed " << seed;
    EXPECT_EQ(client.ask(document), semanticTokens(fresh, std::nullopt).data)
        << "edit " << i << " of seed " << seed;
    EXPECT_EQ(structure(document), whole) << "edit " << i << " of seed " << seed;
    if (testing::Test::HasFailure())
      return steps;
    steps += !found.empty();
    // Few edits leave a text that is worth a look.
    if (i % 6 == 5)
      document.change(std::nullopt, text);
  }
  return steps;
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
  EXPECT_GT(editAndCompareFindings(kernel, settings(), 7, editCount(300)), 0u);
  EXPECT_GT(editAndCompareFindings(library, settings(), 8, editCount(200)), 0u);
}

TEST(Document, RandomEditsOfCppGiveTheFindingsOfAFreshOne) {
  FileSettings how = settings();
  how.host = &cppLanguage;
  EXPECT_GT(editAndCompareFindings(statements, how, 9, editCount(300)), 0u);
}

TEST(Document, RandomEditsOfBodiesWithoutFindingsGiveTheFindingsOfAFreshOne) {
  for (unsigned seed = 0; seed != 3; ++seed) {
    auto count = static_cast<unsigned>(editCount(300));
    unsigned steps = editAndCompareFindings(library, FileSettings(), seed, editCount(300));
    EXPECT_GT(steps, count / 3);
    EXPECT_LT(steps, count);
  }
}

TEST(Document, RandomEditsOfAHeaderGiveTheFindingsOfAFreshOne) {
  FileSettings how;
  how.host = &cppLanguage;
  for (unsigned seed = 0; seed != 2; ++seed) {
    auto count = static_cast<unsigned>(editCount(100));
    unsigned steps = editAndCompareFindings(header(), how, seed, editCount(100));
    EXPECT_GT(steps, count / 5);
    EXPECT_LT(steps, count);
  }
}

TEST(Document, ARequestMakesTheBodiesThatItIsAbout) {
  Workers workers(1);
  Document document(uri(), "ptx", library.str(), 1, PositionEncoding::Utf16);
  const PtxPiece &code = *document.analyse(FileSettings(), workers).module();
  auto offsetOf = [](llvm::StringRef text) { return static_cast<uint32_t>(library.find(text)); };
  auto made = [&] {
    std::string result;
    for (const SyntaxUnit &body : code.module().module->bodies())
      result += body.tokens().size() != 0 ? '+' : '-';
    return result;
  };
  EXPECT_EQ(made(), "");
  const Occurrence *local = code.index().at(offsetOf("%r1, [out]"));
  EXPECT_EQ(code.index().of(local->name).size(), 3u);
  EXPECT_EQ(made(), "-+--");
  // A parameter is declared outside of the body that it belongs to.
  EXPECT_EQ(code.index().of(code.index().at(offsetOf("a) {"))->name).size(), 2u);
  EXPECT_EQ(made(), "++--");
  // A name of the module makes the bodies that spell it.
  EXPECT_EQ(code.index().of(code.index().at(offsetOf("counter"))->name).size(), 2u);
  EXPECT_EQ(made(), "+++-");
  code.units().all();
  EXPECT_EQ(made(), "++++");
}

TEST(Document, BytesThatAreNoTextHaveNoTree) {
  Workers workers(1);
  std::string text("ret;\0\nadd.u32 x", 16);
  Document document(uri(), "ptx", text, 1, PositionEncoding::Utf16);
  EXPECT_EQ(document.analyse(settings(), workers).report().errors, 1u);
  EXPECT_TRUE(semanticTokens(document, std::nullopt).data.empty());
  EXPECT_FALSE(complete(document, {1, 9}).items.empty()) << "as where nothing is known";
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
