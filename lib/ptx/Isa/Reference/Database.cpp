// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The database of instructions: what is not about forms.

#include "ptx/Isa/Reference/Database.h"
#include "ptx/Isa/Forms/OperandTypes.h"
#include "ptx/Isa/Platform/Features.h"
#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Isa/Platform/TargetOptions.h"
#include "ptx/Isa/Reference/Contradictions.h"
#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Reference/FactsJson.h"
#include "ptx/Isa/Tables.h"
#include "ptx/Isa/Vocabulary/Directives.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"
#include "ptx/Isa/Vocabulary/StateSpaces.h"
#include "ptx/Isa/Vocabulary/Types.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

using namespace ptx;
using llvm::StringRef;
namespace json = llvm::json;

/// Incremented when a key is removed or changes its meaning.
static constexpr int schemaVersion = 1;

static void writeRelease(json::OStream &out, const ReleaseInfo &release) {
  out.attribute("cuda", textOrNull(release.cuda));
  out.attribute("version", release.version.str());
  out.attribute("driver", release.driver ? json::Value(release.driver) : json::Value(nullptr));
  out.attribute("defaultTarget", info(release.defaultTarget).name);
  std::vector<StringRef> targets;
  for (const TargetInfo &target : allTargets())
    if (makesCodeFor(release, target.id))
      targets.push_back(target.name);
  writeStrings(out, "makesCodeFor", targets);
}

static StringRef variantName(TargetVariant variant) {
  switch (variant) {
  case TargetVariant::Base:
    return "base";
  case TargetVariant::Architecture:
    return "architecture";
  case TargetVariant::Family:
    return "family";
  }
  llvm_unreachable("a variant has a name");
}

static void writeTarget(json::OStream &out, const TargetInfo &target) {
  out.attribute("name", target.name);
  out.attribute("version", target.since.str());
  out.attribute("variant", variantName(target.variant));
  std::vector<StringRef> family;
  if (target.family)
    for (const TargetInfo &other : allTargets())
      if (other.family == target.family && other.id != target.id)
        family.push_back(other.name);
  writeStrings(out, "family", family);
  out.attribute("newerName", target.current == target.id ? json::Value(nullptr)
                                                         : json::Value(info(target.current).name));
  out.attribute("staticShared", target.staticShared);
  out.attribute("threads", target.threads);
  out.attribute("ctas", target.ctas);
}

static StringRef kindName(TypeKind kind) {
  static constexpr llvm::StringLiteral names[] = {"bits",  "unsigned",  "signed",
                                                  "float", "predicate", "opaque"};
  return names[static_cast<unsigned>(kind)];
}

static StringRef groupName(TypeGroup group) {
  static constexpr llvm::StringLiteral names[] = {"fundamental", "alternate", "packed", "sub-byte",
                                                  "opaque"};
  return names[static_cast<unsigned>(group)];
}

static void writeType(json::OStream &out, const TypeInfo &type) {
  out.attribute("name", type.name);
  out.attribute("kind", kindName(type.kind));
  out.attribute("group", groupName(type.group));
  out.attribute("width", type.width);
  out.attribute("lanes", type.lanes);
  out.attribute("inRegister", type.inRegister);
  out.attribute("inMemory", type.inMemory);
  writeStrings(out, "heldBy", typeNames(type.heldBy));
  TypeSet all = registerTypes(type.id, /*wider=*/true, /*plain=*/false);
  writeStrings(out, "heldByWider", typeNames(all & ~type.heldBy));
}

/// The words that any form accepts, each once.
static void writeModifiers(json::OStream &out) {
  std::vector<Modifier> words;
  for (const FormInfo &form : allForms())
    for (const SlotInfo &slot : form.slots())
      llvm::append_range(words, slot.words());
  llvm::sort(words);
  words.erase(llvm::unique(words), words.end());
  llvm::erase(words, Modifier::none);
  writeObjects(out, "modifiers", words, [](json::OStream &out, Modifier word) {
    out.attribute("name", info(word).name);
    out.attribute("what", info(word).what);
  });
}

static void writeFeature(json::OStream &out, Feature feature) {
  const FeatureInfo &of = info(feature);
  out.attribute("version", of.since.str());
  out.attribute("removed", versionOrNull(of.closed));
  out.attribute("checkedByPtxas", !of.ptxasIgnores);
  writeTargets(out, of.since, of.targets);
}

static void writeStateSpace(json::OStream &out, const StateSpaceInfo &space) {
  out.attribute("name", space.word);
  out.attribute("section", space.section);
  out.attribute("summary", space.summary);
  out.attribute("atModuleScope", space.atModuleScope);
  out.attribute("inBody", space.inBody);
  out.attribute("ofEntry", space.ofEntry);
  out.attribute("ofFunction", space.ofFunction);
  out.attribute("isInitialized", space.isInitialized);
  out.attribute("isGeneric", space.isGeneric);
}

static std::vector<StringRef> words(DirectiveSet set) {
  std::vector<StringRef> names;
  forEach(set, [&](const DirectiveInfo &directive) { names.push_back(directive.word); });
  return names;
}

static void writeDirective(json::OStream &out, const DirectiveInfo &directive) {
  out.attribute("name", directive.word);
  out.attribute("section", directive.section);
  out.attribute("summary", directive.summary);
  writeStrings(out, "places", directive.placeTexts());
  out.attribute("repeats", directive.repeats);
  writeStrings(out, "excludes", words(directive.excludes));
  writeStrings(out, "requires", words(directive.requires_));
  writeStrings(out, "requiresOne", words(directive.requiresOne));
  out.attribute("deprecatedSince", versionOrNull(directive.deprecatedSince));
  out.attribute("replacement", directive.replacement == directive.id
                                   ? json::Value(nullptr)
                                   : json::Value(info(directive.replacement).word));
  // A directive that a version removes as a whole is not removed as a feature.
  const FeatureInfo &feature = info(directive.feature);
  out.attribute("version", feature.since.str());
  out.attribute("removed", versionOrNull(std::max(directive.removed, feature.closed)));
  out.attribute("checkedByPtxas", !feature.ptxasIgnores);
  writeTargets(out, feature.since, feature.targets);
}

static void writeContradiction(json::OStream &out, const ContradictionInfo &contradiction) {
  out.attribute("manual", contradiction.manual.str());
  out.attribute("isByLibrary", contradiction.isByLibrary);
  out.attribute("first", contradiction.first);
  out.attribute("second", contradiction.second);
  out.attribute("taken", contradiction.taken);
  out.attribute("isNeverLegalByBoth", contradiction.isNeverLegalByBoth);
  if (contradiction.isNeverLegalByBoth)
    out.attributeObject("targets", [] {});
  else
    writeTargets(out, contradiction.since, contradiction.targets);
}

static void writePlatform(json::OStream &out) {
  out.attributeArray("versions", [&] {
    for (PtxVersion version : allVersions())
      out.value(version.str());
  });
  writeObjects(out, "releases", allReleases(), writeRelease);
  writeObjects(out, "targets", allTargets(), writeTarget);
  writeObjects(out, "targetOptions", allTargetOptions(),
               [](json::OStream &out, const TargetOptionInfo &option) {
                 out.attribute("name", option.word);
                 out.attribute("summary", option.summary);
               });
  writeObjects(out, "features", allFeatures(), [](json::OStream &out, const FeatureInfo &feature) {
    out.attribute("name", feature.name);
    writeFeature(out, feature.id);
  });
}

static void writeVocabulary(json::OStream &out) {
  writeObjects(out, "types", allTypes(), writeType);
  writeModifiers(out);
  writeObjects(out, "stateSpaces", allStateSpaces(), writeStateSpace);
  writeObjects(out, "directives", allDirectives(), writeDirective);
  writeObjects(out, "specialRegisters", allSpecialRegisters(),
               [](json::OStream &out, const SpecialRegisterInfo &reg) {
                 writeRegister(out, reg);
                 out.attribute("checkedByPtxas", !reg.ptxasIgnores);
                 out.attribute("changes", reg.changes);
               });
}

void ptx::printDatabase(llvm::raw_ostream &os, StringRef release) {
  json::OStream out(os);
  out.object([&] {
    out.attribute("schemaVersion", schemaVersion);
    out.attribute("ptxkit", release);
    out.attribute("ptx", newestVersion.str());
    writePlatform(out);
    writeVocabulary(out);
    writeObjects(out, "contradictions", tables::contradictions(), writeContradiction);
    writeInstructions(out);
  });
  os << '\n';
}
