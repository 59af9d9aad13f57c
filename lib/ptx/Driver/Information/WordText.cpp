// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Information/WordText.h"

#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Reference/Evidence.h"
#include "ptx/Isa/Vocabulary/Directives.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"
#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

StringRef ptx::describedWord(StringRef text) {
  text = text.trim();
  if (text.starts_with("@"))
    text = text.drop_until(llvm::isSpace).ltrim();
  return text.take_until([](char c) { return llvm::isSpace(c) || c == ';'; });
}

bool ptx::isNameOfNoInstruction(StringRef word) {
  return word.starts_with("%") || word.starts_with(".");
}

template <class Infos, class Name>
static llvm::Error unknown(StringRef kind, StringRef text, const Infos &infos, Name name) {
  StringRef nearest = nearestSpelling(text, llvm::map_range(infos, name));
  return llvm::createStringError("unknown " + kind + " `" + text + "`" +
                                 (nearest.empty() ? "" : "; did you mean `" + nearest + "`?"));
}

/// The special register or directive that is written without its first character, such as
/// `.maxntid` for `maxntid`; empty if there is none.
static std::string nameWithMark(StringRef word) {
  if (findSpecialRegister(("%" + word).str()))
    return ("%" + word).str();
  return printDirective(llvm::nulls(), ("." + word).str()) ? ("." + word).str() : "";
}

llvm::Error ptx::describeWord(llvm::raw_ostream &os, StringRef text, bool withEvidence) {
  StringRef word = describedWord(text);
  if (word.starts_with("%")) {
    std::string name = word.split('.').first.lower();
    std::optional<SpecialRegister> reg = findSpecialRegister(name);
    if (!reg)
      return unknown("special register", word, allSpecialRegisters(),
                     [](const SpecialRegisterInfo &info) { return StringRef(info.name); });
    printSpecialRegister(os, info(*reg));
    return llvm::Error::success();
  }
  if (word.starts_with(".")) {
    if (printDirective(os, word))
      return llvm::Error::success();
    return unknown("directive", word, allDirectives(),
                   [](const DirectiveInfo &info) { return StringRef(info.word); });
  }
  llvm::Expected<Description> description = describe(word);
  if (!description) {
    std::string marked = nameWithMark(word);
    if (marked.empty())
      return description.takeError();
    llvm::consumeError(description.takeError());
    return llvm::createStringError("unknown instruction `" + word + "`; did you mean `" + marked +
                                   "`?");
  }
  printText(os, *description);
  if (withEvidence)
    printEvidence(os, *description);
  return llvm::Error::success();
}
