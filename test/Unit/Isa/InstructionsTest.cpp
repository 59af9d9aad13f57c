// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table against facts that were collected from the manual and from `ptxas` without it: each row
// of instructions.tsv, and each instruction that `ptxas` was recorded to accept.

#include "InstructionText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <map>

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

/// The sections of chapter 9.7 that the table has.
static bool isFinishedSection(StringRef section) {
  static constexpr StringRef chapters[] = {"9.7.1.",  "9.7.2.",  "9.7.3.",  "9.7.4.",  "9.7.5.",
                                           "9.7.6.",  "9.7.7.",  "9.7.8.",  "9.7.9.",  "9.7.10.",
                                           "9.7.11.", "9.7.12.", "9.7.13.", "9.7.14.", "9.7.15.",
                                           "9.7.16.", "9.7.17.", "9.7.18.", "9.7.19."};
  return llvm::any_of(chapters, [&](StringRef c) { return section.starts_with(c); });
}

namespace {

/// A row of instructions.tsv: what its syntax line lets follow the mnemonic.
class Row {
public:
  explicit Row(const std::vector<std::string> &cells) {
    readSets(withoutRemarks(cells[4]));
    readSets(cells[5]);
    // What these rows call otherwise in the syntax line than in the list of modifiers.
    for (auto [inSyntax, inList] : {std::pair("level::primary_priority", "primary"),
                                    std::pair("level::secondary_priority", "secondary")})
      if (auto set = sets.find(inList); set != sets.end())
        sets[inSyntax] = set->second;
    sets.try_emplace("sem", std::vector<std::string>{"relaxed"});
    bool isTensorMemory = StringRef(cells[0]).starts_with("tcgen05");
    if (!isTensorMemory)
      sets["completion_mechanism"] = {"mbarrier::complete_tx::bytes"};
    sets["to_proxykind::from_proxykind"] = {"tensormap::generic"};
    if (auto type = sets.find("type"); type != sets.end())
      sets["half_word_type"] = sets["packed_type"] = type->second;
    if (cells[0] == "applypriority")
      sets["level::eviction_priority"] = {"L2::evict_normal"};
    if (cells[0] == "discard")
      sets["level"] = {"L2"};
    if (isTensorMemory) {
      sets["pack"] = {"pack::16b"};
      sets["unpack"] = {"unpack::16b"};
    }
    if (!isTensorMemory || cells[0] == "tcgen05.commit")
      sets["multicast"] = {"multicast::cluster"};
    sets["get_first_ctaid::dimension"] = {"get_first_ctaid::x", "get_first_ctaid::y",
                                          "get_first_ctaid::z"};
    std::string line = cells[3];
    if (size_t at = line.find("{::dimension}"); at != std::string::npos)
      line.replace(at, StringRef("{::dimension}").size(), "::dimension");
    // A choice that must be made. (Manual 9.7.10.3)
    StringRef choice = ".{v4.dtype|v2.f16x2}";
    if (size_t at = line.find(choice); at != std::string::npos)
      line.replace(at, choice.size(), "{.v4.dtype,.v2.f16x2}");
    mnemonic = StringRef(line).take_until([](char c) { return c == ' '; }).str();
  }

  /// Mnemonics that show each word once, the rest as short as it can be.
  std::vector<std::string> samples() const {
    auto pieces = split();
    std::vector<std::string> result = {join(pieces, pieces.size(), "")};
    for (size_t i = 0; i < pieces.size(); ++i)
      for (const std::string &text : alternatives(pieces[i].first))
        result.push_back(join(pieces, i, text));
    return result;
  }

private:
  /// Shapes of mma have their types in parentheses.
  static std::string withoutRemarks(StringRef cell) {
    std::string result;
    for (bool inside = false; char c : cell) {
      inside |= c == '(';
      if (!inside)
        result += c;
      inside &= c != ')';
    }
    return result;
  }

  /// Reads `.mode={hi,lo} {.sat} type={u32}`; `a,b={...}` names two sets.
  void readSets(StringRef cell) {
    for (size_t open = cell.find("={"); open != StringRef::npos; open = cell.find("={")) {
      StringRef names = cell.take_front(open);
      if (size_t blank = names.rfind(' '); blank != StringRef::npos)
        names = names.substr(blank + 1);
      llvm::SmallVector<StringRef> words, each;
      cell.substr(open + 2).split('}').first.split(words, ',');
      if (size_t equals = names.rfind('='); equals != StringRef::npos)
        names = names.substr(equals + 1); // `type=type={...}`
      names.ltrim("{.").split(each, ',');
      for (StringRef name : each)
        sets[name.ltrim('.').str()] = std::vector<std::string>(words.begin(), words.end());
      cell = cell.substr(open + 2).split('}').second;
    }
  }

  using Piece = std::pair<std::string, bool>; // text such as `.mode`, and whether it can be absent

  std::vector<Piece> split() const {
    std::vector<Piece> pieces;
    StringRef rest = mnemonic;
    while (!rest.empty()) {
      bool optional = rest.consume_front("{");
      if (optional) {
        // `{.shared{::cta}}` has a brace inside.
        auto [inside, after] = rest.split(rest.starts_with(".shared{") ? "}}" : "}");
        // `{.hi,.lo}` is a choice that must be made. (Manual 9.7.2.5)
        pieces.push_back({inside.str(), !inside.contains(',')});
        rest = after;
      } else {
        size_t end = rest.find_first_of(".{", 1);
        pieces.push_back({rest.take_front(end).str(), false});
        rest = end == StringRef::npos ? StringRef() : rest.substr(end);
      }
    }
    return pieces;
  }

  /// All that a piece can represent, each with its dots.
  std::vector<std::string> alternatives(StringRef piece) const {
    std::vector<std::string> result = {""};
    if (piece.contains(',')) {
      result.clear();
      for (StringRef choice : llvm::split(piece, ','))
        llvm::append_range(result, alternatives(choice));
      return result;
    }
    if (auto [word, suffix] = piece.split('{'); !suffix.empty())
      return {word.str(), (word + suffix).str()};
    if (!piece.starts_with("."))
      return {piece.str()};
    for (StringRef name : llvm::split(piece.drop_front(), '.')) {
      std::vector<std::string> longer;
      auto set = sets.find(name.str());
      for (const std::string &begin : result) {
        if (set == sets.end())
          longer.push_back(begin + "." + name.str());
        else
          for (const std::string &word : set->second)
            longer.push_back(begin + "." + StringRef(word).ltrim('.').str());
      }
      result = std::move(longer);
    }
    return result;
  }

  std::string join(const std::vector<Piece> &pieces, size_t shown, const std::string &text) const {
    std::string result;
    for (size_t i = 0; i < pieces.size(); ++i) {
      if (i == shown)
        result += text;
      else if (!pieces[i].second)
        result += alternatives(pieces[i].first).front();
    }
    return result;
  }

  std::string mnemonic;
  std::map<std::string, std::vector<std::string>> sets;
};

} // namespace

TEST(InstructionsTest, EachRowOfInstructionsMatchesAFormOfItsSection) {
  unsigned rows = 0, mnemonics = 0;
  for (const auto &row : readTable("instructions.tsv")) {
    // `{}` and `@` are no instructions. (Manual 9.7.12.1, 9.7.12.2)
    if (!isFinishedSection(row[1]) || row[0] == "{}" || row[0] == "@")
      continue;
    ++rows;
    SCOPED_TRACE(row[2]);
    unsigned matched = 0;
    for (const std::string &mnemonic : Row(row).samples()) {
      ++mnemonics;
      ASSERT_TRUE(opcodeOf(mnemonic)) << mnemonic;
      MatchResult result = match(mnemonic);
      // A row with constraints forbids some of the combinations, and so does shapes.tsv.
      bool isOfShapes =
          StringRef(row[1]).starts_with("9.7.14.") || StringRef(row[1]).starts_with("9.7.16.");
      bool isForbidden =
          ((isOfShapes || !row[7].empty()) && (result.failure == MatchFailure::RuleBroken ||
                                               result.failure == MatchFailure::Missing)) ||
          (isOfShapes && result.failure == MatchFailure::NotTogether);
      EXPECT_TRUE(result.matched() || isForbidden) << mnemonic;
      bool ofSection = llvm::any_of(result.candidates, [&](const FormCandidate &candidate) {
        return candidate.view.form->instruction().section == StringRef(row[1]);
      });
      EXPECT_TRUE(!result.matched() || ofSection) << mnemonic << " is of another section";
      matched += ofSection;
    }
    EXPECT_GT(matched, 0u);
  }
  EXPECT_NE(rows, 0u);
  RecordProperty("mnemonics", mnemonics);
}

TEST(InstructionsTest, EachFormIsAtThePlaceOfItsId) {
  for (auto [place, form] : llvm::enumerate(allForms()))
    EXPECT_EQ(static_cast<size_t>(form.id), place) << form.syntax.str();
}

TEST(InstructionsTest, EachOpcodeOfTheTableIsKnown) {
  for (const auto &row : readTable("instructions.tsv"))
    if (isFinishedSection(row[1]) && row[0] != "{}" && row[0] != "@") {
      EXPECT_TRUE(findOpcode(StringRef(row[0]).split('.').first)) << row[0];
    }
}

TEST(InstructionsTest, EachAcceptedInstructionHasAForm) {
  auto file = llvm::MemoryBuffer::getFile(AGREEMENT_DATA_FOLDER "/accept_instructions.jsonl");
  ASSERT_TRUE(file);
  unsigned count = 0;
  for (StringRef line : llvm::split((*file)->getBuffer(), '\n')) {
    if (line.empty())
      continue;
    auto value = llvm::cantFail(llvm::json::parse(line));
    StringRef text = *value.getAsObject()->getString("instr");
    for (const InstructionText &instruction : splitInstructions(text)) {
      if (!isFinished(instruction.mnemonic))
        continue;
      ++count;
      EXPECT_FALSE(candidates(instruction).empty()) << text.str();
    }
  }
  EXPECT_GE(count, 300u);
}
