// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/Dialect.h"
#include "ptx/Isa/Forms/FormMatcher.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Vocabulary/Types.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == ':' || c == '$';
}

/// Removes blanks, comments and braces, and the possible parts before a mnemonic: a guard, labels.
static StringRef toMnemonic(StringRef text) {
  for (;;) {
    text = text.ltrim(" \t\r\n\v\f{};");
    if (text.starts_with("//")) {
      text = text.drop_until([](char c) { return c == '\n'; });
    } else if (text.starts_with("/*")) {
      size_t end = text.find("*/", 2);
      text = end == StringRef::npos ? "" : text.drop_front(end + 2);
    } else if (text.starts_with("@")) {
      text = text.drop_front().ltrim(" !").ltrim('%').drop_while(isWordCharacter);
    } else {
      // A label; `::` belongs to a modifier.
      size_t end = text.find_if_not(
          [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '%' || c == '='; });
      size_t colon = text.find_first_not_of(" \t", end);
      if (end == 0 || colon == StringRef::npos || text[colon] != ':' ||
          text.drop_front(colon).starts_with("::"))
        return text;
      text = text.drop_front(colon + 1);
    }
  }
}

namespace {

/// The classification of a statement by its words.
enum class Words : uint8_t {
  None,    ///< only blanks and comments
  Certain, ///< an instruction of PTX, complete
  Near,    ///< one with an error or an unknown part, otherwise as in PTX
  Likely,  ///< the same, but less of it is present
  Perhaps, ///< words that PTX shares with other assemblers: `ret`
  Other,
};

} // namespace

static bool isInstruction(Words words) { return words >= Words::Certain && words <= Words::Likely; }

/// Whether the instruction `parts` is a complete PTX instruction with modifiers.
static bool isComplete(Opcode opcode, llvm::ArrayRef<StringRef> parts) {
  llvm::SmallVector<Modifier, 8> words;
  for (StringRef part : parts.drop_front())
    words.push_back(findModifier(part));
  return !words.empty() && !llvm::is_contained(words, Modifier::none) &&
         matchForms(opcode, words, false).matched();
}

/// The classification by the first word of a statement. The directives are those that are possible
/// in a body; other assemblers have some of them, too.
static Words wordsOf(StringRef mnemonic) {
  if (mnemonic.starts_with(".")) {
    StringRef directive = mnemonic.take_front(mnemonic.find('.', 1)); // of `.reg.pred`
    return llvm::is_contained({".reg", ".branchtargets", ".callprototype"}, directive)
               ? Words::Certain
           : llvm::is_contained({".pragma", ".param", ".shared", ".local", ".const", ".visible"},
                                directive)
               ? Words::Likely
               : Words::Other;
  }
  llvm::SmallVector<StringRef, 8> parts;
  mnemonic.split(parts, '.');
  std::optional<Opcode> opcode = findOpcode(parts[0]);
  if (parts.size() == 1)
    return opcode ? Words::Perhaps : Words::Other;
  if (opcode)
    return isComplete(*opcode, parts) ? Words::Certain : Words::Likely;
  // A mnemonic that is misspelled; others have modifiers of a letter or two.
  constexpr size_t shortest = 4;
  for (StringRef part : llvm::ArrayRef(parts).drop_front())
    if (findType(part) || (part.size() >= shortest && findModifier(part) != Modifier::none))
      return Words::Likely;
  return Words::Other;
}

/// Whether the instruction at the start of `text` has PTX modifiers of more than a letter, an
/// operand with its sign, and a semicolon.
static bool isNearPtx(StringRef mnemonic, StringRef text, char sign) {
  llvm::SmallVector<StringRef, 8> parts;
  mnemonic.split(parts, '.');
  auto known = llvm::count_if(llvm::ArrayRef(parts).drop_front(), [](StringRef part) {
    return part.size() > 1 && (findType(part) || findModifier(part) != Modifier::none);
  });
  auto [instruction, rest] = text.split(';');
  return known >= (findOpcode(parts[0]) ? 1 : 2) && instruction.size() < text.size() &&
         instruction.contains(sign);
}

/// The classification by the most specific words of `statement`.
static Words wordsOf(const AsmStatement &statement) {
  Words best = Words::None;
  bool sawOther = false;
  StringRef text = statement.text.text();
  llvm::ArrayRef<uint32_t> holes = statement.holes;
  for (StringRef rest = toMnemonic(text); !rest.empty();) {
    StringRef mnemonic = rest.take_while(isWordCharacter);
    Words found = wordsOf(mnemonic);
    bool hasHole = !holes.empty() && text.begin() + holes[0] <= mnemonic.end();
    size_t end = rest.find_first_of(";\n");
    if (found == Words::Certain && !hasHole && rest.contains(';'))
      return found;
    if (found == Words::Certain || found == Words::Likely)
      found = isNearPtx(mnemonic, rest, statement.syntax->sign) ? Words::Near : Words::Likely;
    // Unknown text can be the first part of the word.
    if (found == Words::Other && hasHole)
      found = Words::Perhaps;
    sawOther |= found == Words::Other;
    if (best == Words::None || found < best)
      best = found;
    rest = rest.drop_front(std::min(end, rest.size() - 1) + 1);
    holes = holes.drop_while([&](uint32_t hole) { return text.begin() + hole < rest.begin(); });
    rest = toMnemonic(rest);
  }
  // Braces and labels count as contents.
  if (best == Words::None)
    return statement.holes.empty() && text.find_first_of("{}:") == StringRef::npos ? best
                                                                                   : Words::Perhaps;
  return best == Words::Perhaps && sawOther ? Words::Other : best;
}

bool ptx::isBoundToCpu(const AsmStatement &statement) {
  return !statement.otherClobbers.empty() ||
         llvm::any_of(statement.operands, [&](const AsmOperand &o) {
           StringRef letters = o.letters(*statement.syntax);
           bool isNumber = llvm::all_of(letters, llvm::isDigit);
           return o.isNamed || (!isNumber && !statement.syntax->knows(letters));
         });
}

/// Whether an operand is in a vector register, or in one of several registers. NEON has mnemonics
/// such as `vadd.f32`.
static bool hasVectorOperand(const AsmStatement &statement) {
  return llvm::any_of(statement.operands, [](const AsmOperand &operand) {
    return operand.constraint &&
           StringRef(*operand.constraint).find_first_of("wxyYvta,") != StringRef::npos;
  });
}

static bool isWord(StringRef text) { return llvm::all_of(text.trim(), llvm::isAlnum); }

namespace {

/// Classifies the statements of a source, using all of them.
class DialectJudge {
public:
  DialectJudge(llvm::ArrayRef<AsmStatement> statements, Unclear unclear);

  std::vector<Dialect> run() const;

private:
  /// The classification of a single statement.
  struct Evidence {
    Words words;
    CodeKind code;
    bool isBoundToCpu;
  };

  static Evidence evidenceOf(const AsmStatement &statement, Unclear unclear);
  Dialect judge(const Evidence &evidence) const;

  std::vector<Evidence> all;
  bool hasPtx = false;   ///< some statement is certainly PTX
  bool hasOther = false; ///< some statement is for another processor
};

} // namespace

DialectJudge::Evidence DialectJudge::evidenceOf(const AsmStatement &statement, Unclear unclear) {
  CodeKind code = statement.isDeviceCode() ? CodeKind::Device : statement.code;
  if (statement.isPtx)
    return {Words::Certain, CodeKind::Device, false};
  Words words = wordsOf(statement);
  bool isBegun = words == Words::Other && isWord(statement.text.text());
  if (unclear == Unclear::AnyWord && (isBegun || words == Words::None))
    words = Words::Perhaps;
  bool isOnGpu = code == CodeKind::Device && isInstruction(words);
  if (words != Words::None && !isOnGpu && hasVectorOperand(statement))
    words = Words::Other;
  return {words, code, isBoundToCpu(statement)};
}

DialectJudge::DialectJudge(llvm::ArrayRef<AsmStatement> statements, Unclear unclear) {
  for (const AsmStatement &statement : statements) {
    const Evidence &found = all.emplace_back(evidenceOf(statement, unclear));
    bool isDevice = found.code == CodeKind::Device;
    hasPtx |= (found.words == Words::Certain && (isDevice || !found.isBoundToCpu)) ||
              (isInstruction(found.words) && found.code >= CodeKind::Cuda);
    hasOther |= statement.platforms != Platforms::others() && !isDevice &&
                (found.words == Words::Other || found.isBoundToCpu);
  }
}

Dialect DialectJudge::judge(const Evidence &evidence) const {
  auto [words, code, isBoundToCpu] = evidence;
  if (words == Words::None)
    return Dialect::Empty;
  if (words == Words::Other)
    return Dialect::Other;
  if (code == CodeKind::Device)
    return Dialect::Ptx; // no other statements are possible there
  if (isBoundToCpu)
    return code == CodeKind::Cuda && isInstruction(words) ? Dialect::LikelyPtx : Dialect::Other;
  if (words == Words::Certain)
    return Dialect::Ptx;
  bool isSeen = words == Words::Near || (words == Words::Likely && code != CodeKind::Any);
  if (!hasPtx && !isSeen)
    return Dialect::Other;
  if (!hasOther)
    return hasPtx || code != CodeKind::Any ? Dialect::Ptx : Dialect::LikelyPtx;
  return code == CodeKind::Cuda ? Dialect::LikelyPtx : Dialect::Other;
}

std::vector<Dialect> DialectJudge::run() const {
  std::vector<Dialect> dialects;
  for (const Evidence &evidence : all)
    dialects.push_back(judge(evidence));
  return dialects;
}

std::vector<Dialect> ptx::dialectsOf(llvm::ArrayRef<AsmStatement> statements, Unclear unclear) {
  return DialectJudge(statements, unclear).run();
}

bool ptx::isEmptyAsm(const AsmStatement &statement) { return wordsOf(statement) == Words::None; }
