// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Module/HeaderChecks.h"

#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Diagnostics/GateRules.h"
#include "ptx/Isa/Platform/TargetOptions.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Declarations/Constant.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// Checks the header of one module.
class HeaderChecker {
public:
  HeaderChecker(const Module &module, const ModuleHeader &header, const Platform &platform,
                GateReport &gates, DiagnosticList &diagnostics)
      : module(module), unit(module.top()), header(header), platform(platform), gates(gates),
        diagnostics(diagnostics) {}

  void run();

private:
  void version(const Directive &directive);
  void targets(const Directive &directive);
  void unknownTarget(StringRef word, SourceRange range);
  void option(TargetOption option, StringRef word, SourceRange range);
  void textureMode(TargetOption mode, StringRef word, SourceRange range);
  void addressSize(const Directive &directive);
  void narrowAddresses(SourceRange range);
  void consumer();
  void debugInformation();

  const Module &module;
  const SyntaxUnit &unit;
  const ModuleHeader &header;
  const Platform &platform;
  GateReport &gates;
  DiagnosticList &diagnostics;
  /// The last target so far, and the option that chose the texturing mode.
  std::optional<TargetId> target;
  std::optional<TargetOption> mode;
  SourceRange modeRange;
  std::optional<SourceRange> debug;
};

} // namespace

void HeaderChecker::run() {
  for (const Directive &directive : unit.directives()) {
    if (directive.kind == DirectiveKind::Version)
      version(directive);
    else if (directive.kind == DirectiveKind::Target)
      targets(directive);
    else if (directive.kind == DirectiveKind::AddressSize)
      addressSize(directive);
    else
      break;
  }
  if (header.target)
    consumer();
  if (debug && module.top().isComplete())
    debugInformation();
}

/// The closest existing version before one that does not exist: each major version has a last minor
/// version.
static PtxVersion versionBefore(PtxVersion version) {
  PtxVersion nearest = allVersions().front();
  for (PtxVersion known : allVersions())
    if (known < version)
      nearest = known;
  return nearest;
}

void HeaderChecker::version(const Directive &directive) {
  if (!directive.operands.count)
    return;
  ExprId number = unit.list(directive.operands)[0];
  StringRef text = unit.text(unit[number].token);
  SourceRange range = unit.range(number);
  if (!header.version) {
    std::optional<PtxVersion> near = parseVersion(text);
    std::string hint =
        near ? ("; did you mean `" + llvm::Twine(versionBefore(*near).str()) + "`?").str() : "";
    diagnostics.emit(diag::UnknownVersion{.range = range, .version = text, .hint = hint});
    return;
  }
  if (platform.consumer && platform.version > platform.consumer.release->version) {
    const ReleaseInfo &release = *platform.consumer.release;
    Diagnostic &d = diagnostics.emit(diag::NewerThanRelease{.range = range,
                                                            .version = platform.version.str(),
                                                            .needed = releasesFor(platform.version),
                                                            .consumer = platform.consumer.str(),
                                                            .newest = release.version.str()});
    for (TargetId each : platform.targets)
      if (std::optional<TargetId> earlier = earlierName(each, release.version))
        d.note(header.targetRange,
               "it knows `" + info(each).name.str() + "` as `" + info(*earlier).name.str() + "`");
    return;
  }
  PtxVersion ceiling = platform.versionIsDeclared ? newestVersion : platform.version;
  if (*header.version > ceiling)
    diagnostics.emit(diag::NewerVersion{
        .range = range,
        .version = header.version->str(),
        .observed = platform.versionIsDeclared ? "any that is known in full" : "what is asked for",
        .ceiling = ceiling.str()});
}

void HeaderChecker::targets(const Directive &directive) {
  bool misplaced = false;
  ExprId first;
  for (ExprId id : unit.list(directive.operands)) {
    StringRef word = unit.text(unit[id].token);
    SourceRange range = unit.range(id);
    std::optional<TargetId> named = targetNamed(word);
    if (named && first)
      diagnostics.emit(diag::SecondTarget{.range = range, .name = word})
          .note(unit.range(first), "the first target is here");
    if (named && word.split('_').second == undocumentedTarget)
      diagnostics.emit(
          diag::UndocumentedTarget{.range = range, .name = word, .known = info(*named).name});
    if (named) {
      target = named;
      if (!first)
        first = id;
      continue;
    }
    std::optional<TargetOption> meant = targetOptionNamed(word);
    if (!meant) {
      unknownTarget(word, range);
      misplaced = true; // words after an unknown target are not reported again
      continue;
    }
    if (!target && !misplaced) {
      diagnostics.emit(diag::OptionBeforeTarget{.range = range, .name = word});
      misplaced = true;
    }
    option(*meant, word, range);
  }
}

void HeaderChecker::unknownTarget(StringRef word, SourceRange range) {
  std::vector<StringRef> known;
  for (const TargetOptionInfo &option : allTargetOptions())
    known.push_back(option.word);
  for (const TargetInfo &of : allTargets())
    known.push_back(of.name);
  diagnostics.emit(
      diag::UnknownTarget{.range = range, .name = word, .hint = suggestNames(word, known)});
}

void HeaderChecker::option(TargetOption option, StringRef word, SourceRange range) {
  switch (option) {
  case TargetOption::UnifiedTextures:
  case TargetOption::IndependentTextures:
    gates.use(Feature::TextureModes, range);
    return textureMode(option, word, range);
  case TargetOption::Debug:
    gates.use(Feature::DebugOption, range);
    if (!debug)
      debug = range;
    return;
  case TargetOption::MapF64ToF32:
    if (target && info(*target).number >= info(TargetId::sm_13).number)
      diagnostics.emit(diag::DoublesNeedNoMapping{.range = range, .target = info(*target).name});
    return;
  }
}

void HeaderChecker::textureMode(TargetOption chosen, StringRef word, SourceRange range) {
  if (mode && mode != chosen)
    diagnostics.emit(diag::TextureModeConflict{.range = range, .name = word})
        .note(modeRange, "the other mode is chosen here");
  if (!mode) {
    mode = chosen;
    modeRange = range;
  }
}

void HeaderChecker::addressSize(const Directive &directive) {
  gates.use(Feature::AddressSize, unit.range(directive.keyword));
  if (!directive.operands.count)
    return;
  ExprId id = unit.list(directive.operands)[0];
  std::optional<Constant> size = evaluate(unit, id, ConstantRules::Manual);
  // A value that does not fit 32 bits is a separate error.
  if (size && size->bits == 32)
    narrowAddresses(unit.range(id));
  if (!size || size->bits == 32 || size->bits == 64 || size->bits > UINT32_MAX)
    return;
  diagnostics.emit(diag::AddressSize{.range = unit.range(id), .size = size->bits});
}

/// Tools of new releases cannot generate code for 32-bit addresses; no driver is known to reject
/// them.
void HeaderChecker::narrowAddresses(SourceRange range) {
  const Consumer &consumer = platform.consumer;
  if (!consumer) {
    const ReleaseInfo *first =
        llvm::find_if(allReleases(), [](const ReleaseInfo &r) { return !r.narrowAddresses; });
    std::string consumers = ("CUDA " + first->cuda + " or newer").str();
    // Older releases reject newer versions.
    if (platform.version >= first->version)
      diagnostics.emit(diag::NarrowAddressSize{.range = range, .consumer = consumers});
    else
      diagnostics.emit(diag::OlderAddressSize{.range = range, .consumer = consumers});
  } else if (!consumer.isDriver && !consumer.release->narrowAddresses) {
    diagnostics.emit(diag::NarrowAddressSize{.range = range, .consumer = consumer.str()});
  }
}

/// Whether code can be generated from a module for these targets.
void HeaderChecker::consumer() {
  SourceRange range = header.targetRange;
  for (TargetId target : platform.targets) {
    TargetId current = info(target).current;
    const ReleaseInfo *last = lastReleaseFor(current);
    if (platform.consumer && !platform.consumer.isDriver && last &&
        !makesCodeFor(*platform.consumer.release, current))
      diagnostics.emit(diag::DroppedTarget{.range = range,
                                           .consumer = platform.consumer.str(),
                                           .target = info(target).name,
                                           .last = last->cuda});
    if (!platform.gpu)
      continue;
    if (std::string reason = reasonAgainst(target, *platform.gpu); !reason.empty())
      diagnostics.emit(diag::UnsuitableTarget{
          .range = range, .target = info(target).name, .reason = std::move(reason)});
  }
}

/// A module with the option `debug` must have DWARF information. (Manual 11.1.2)
void HeaderChecker::debugInformation() {
  if (llvm::any_of(unit.directives(), [](const Directive &directive) {
        return directive.kind == DirectiveKind::Section ||
               directive.kind == DirectiveKind::DwarfSection;
      }))
    return;
  diagnostics.emit(diag::DebugWithoutSection{.range = *debug});
}

void ptx::checkHeader(const Module &module, const ModuleHeader &header, const Platform &platform,
                      GateReport &gates, DiagnosticList &diagnostics) {
  if (!module.isFragment())
    HeaderChecker(module, header, platform, gates, diagnostics).run();
}
