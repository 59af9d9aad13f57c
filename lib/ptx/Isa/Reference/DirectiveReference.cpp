// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference page of state spaces and directives.

#include "ptx/Isa/Platform/Features.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Isa/Vocabulary/Directives.h"
#include "ptx/Isa/Vocabulary/StateSpaces.h"
#include "ptx/Support/TextWrap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

using namespace ptx;
using llvm::StringRef;

static std::string joined(llvm::ArrayRef<std::string> parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : "; ") + part;
  return text;
}

static std::string placesOf(const DirectiveInfo &directive) {
  std::vector<std::string> parts;
  for (StringRef place : directive.placeTexts())
    parts.push_back(place.str());
  return joined(parts);
}

static std::string words(DirectiveSet set, StringRef conjunction) {
  std::vector<std::string> names;
  forEach(set, [&](const DirectiveInfo &of) { names.push_back("`" + of.word.str() + "`"); });
  return listText(names, conjunction);
}

static std::string rulesOf(const DirectiveInfo &directive) {
  std::vector<std::string> parts;
  if (directive.zero == Zero::Rejected)
    parts.push_back("not 0");
  if (directive.excludes)
    parts.push_back("not with " + words(directive.excludes, "or"));
  if (directive.requires_)
    parts.push_back("requires " + words(directive.requires_, "and"));
  if (directive.requiresOne)
    parts.push_back("no effect without " + words(directive.requiresOne, "or"));
  if (directive.deprecatedSince > PtxVersion{})
    parts.push_back("deprecated since PTX " + directive.deprecatedSince.str() + ": use `" +
                    info(directive.replacement).word.str() + "`");
  return joined(parts);
}

static std::string availability(Feature feature) {
  const FeatureInfo &of = info(feature);
  return of.since.str() + " | " + describeTargets(of.targets);
}

static std::string declaredIn(const StateSpaceInfo &space) {
  std::vector<std::string> parts;
  if (space.atModuleScope)
    parts.push_back(!space.moduleGate ? "module scope"
                    : info(*space.moduleGate).closed > PtxVersion{}
                        ? "module scope before PTX " + info(*space.moduleGate).closed.str()
                        : "module scope");
  if (space.inBody)
    parts.push_back("bodies");
  if (space.ofEntry)
    parts.push_back("parameters of entries");
  if (space.ofFunction)
    parts.push_back("parameters of functions");
  return joined(parts);
}

void ptx::printDirectives(llvm::raw_ostream &os) {
  os << "# State spaces and directives\n\n"
     << "By section of the PTX ISA manual. [All instructions](index.md)\n\n"
     << "| section | state space | summary | declared in | initial value |\n"
     << "|---|---|---|---|---|\n";
  for (const StateSpaceInfo &space : allStateSpaces())
    os << "| " << space.section << " | `" << space.word << "` | " << space.summary << " | "
       << declaredIn(space) << " | " << (space.isInitialized ? "yes" : "no") << " |\n";
  os << "\n| section | directive | PTX | targets | where | rules | summary |\n"
     << "|---|---|---|---|---|---|---|\n";
  for (const DirectiveInfo &directive : allDirectives())
    os << "| " << directive.section << " | `" << directive.word << "` | "
       << availability(directive.feature) << " | " << placesOf(directive) << " | "
       << rulesOf(directive) << " | " << directive.summary << " |\n";
}

static void printFact(llvm::raw_ostream &os, StringRef label, std::string text) {
  if (text.empty())
    return;
  llvm::erase(text, '`');
  os << "  " << llvm::left_justify(label, 10);
  writeWrapped(os, text, 12);
}

bool ptx::printDirective(llvm::raw_ostream &os, StringRef word) {
  bool any = false;
  auto begin = [&](StringRef name, StringRef kind, StringRef summary, StringRef section) {
    os << (any ? "\n" : "") << name << ": ";
    std::string text = (kind + summary + " (manual " + section + ")").str();
    llvm::erase(text, '`');
    writeWrapped(os, text, 2);
    any = true;
  };
  for (const StateSpaceInfo &space : allStateSpaces())
    if (space.word.equals_insensitive(word)) {
      begin(space.word, "state space: ", space.summary, space.section);
      printFact(os, "declared", declaredIn(space));
      printFact(os, "initial", space.isInitialized ? "values can be given" : "no values");
    }
  for (const DirectiveInfo &directive : allDirectives())
    if (directive.word.equals_insensitive(word)) {
      begin(directive.word, "", directive.summary, directive.section);
      const FeatureInfo &feature = info(directive.feature);
      printFact(os, "requires",
                "PTX " + feature.since.str() + ", " + describeTargets(feature.targets));
      printFact(os, "where", placesOf(directive));
      printFact(os, "rules", rulesOf(directive));
    }
  return any;
}
