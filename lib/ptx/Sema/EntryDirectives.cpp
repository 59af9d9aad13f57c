// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/EntryDirectives.h"

#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Isa/Words.h"
#include "ptx/Sema/Constant.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// What a directive does with a 0 among its numbers.
enum class Zero : uint8_t {
  Fits,
  Rejected, ///< an error
  Ignored,  ///< `ptxas` takes it, though nothing can be launched so
};

/// A directive between parameters and body.
struct HeaderDirective {
  TokenKind keyword;
  Feature feature;
  Zero zero;
};

/// The directives in the header of one entry, each at its first place.
class EntryHeader {
public:
  EntryHeader(const SyntaxUnit &unit, const Function &function, const Platform &platform,
              DiagnosticList &diagnostics)
      : unit(unit), function(function), platform(platform), diagnostics(diagnostics) {}

  void check();

private:
  void value(const HeaderDirective &kind, const Directive &directive);
  void exclude(TokenKind a, TokenKind b);
  void companions();
  void occupancy();
  void renamed();

  const Directive *find(TokenKind keyword) const;
  SourceRange keyword(const Directive &directive) const { return unit.range(directive.keyword); }
  StringRef name(const Directive &directive) const { return unit.text(directive.keyword); }

  const SyntaxUnit &unit;
  const Function &function;
  const Platform &platform;
  DiagnosticList &diagnostics;
  llvm::SmallVector<std::pair<TokenKind, const Directive *>, 8> seen;
};

} // namespace

static constexpr HeaderDirective headerDirectives[] = {
    {TokenKind::MaxNReg, Feature::MaxNRegDirective, Zero::Rejected},
    {TokenKind::MaxNTid, Feature::MaxNTidDirective, Zero::Rejected},
    {TokenKind::ReqNTid, Feature::ReqNTidDirective, Zero::Rejected},
    {TokenKind::MinNCtaPerSm, Feature::MinNCtaPerSmDirective, Zero::Rejected},
    {TokenKind::MaxNCtaPerSm, Feature::MaxNCtaPerSmDirective, Zero::Rejected},
    {TokenKind::ReqNCtaPerCluster, Feature::ReqNCtaPerClusterDirective, Zero::Ignored},
    {TokenKind::MaxClusterRank, Feature::MaxClusterRankDirective, Zero::Ignored},
    {TokenKind::ExplicitCluster, Feature::ExplicitClusterDirective, Zero::Fits},
    {TokenKind::BlocksAreClusters, Feature::BlocksAreClustersDirective, Zero::Fits},
};

static const HeaderDirective *findDirective(TokenKind keyword) {
  const auto *found = llvm::find_if(
      headerDirectives, [&](const HeaderDirective &each) { return each.keyword == keyword; });
  return found == std::end(headerDirectives) ? nullptr : found;
}

const Directive *EntryHeader::find(TokenKind keyword) const {
  const auto *found = llvm::find_if(seen, [&](const auto &each) { return each.first == keyword; });
  return found == seen.end() ? nullptr : found->second;
}

void EntryHeader::check() {
  if (!function.hasBody() && function.last.valid() && !function.directives.empty()) {
    const Directive &first = unit[function.directives[0]];
    diagnostics.emit(diag::DirectiveOfDeclaration{.range = keyword(first), .name = name(first)});
    return;
  }
  for (DirectiveId id : function.directives) {
    const Directive &directive = unit[id];
    TokenKind kind = unit.tokens().kind(directive.keyword.index);
    const HeaderDirective *known = findDirective(kind);
    if (!known)
      continue;
    if (const Directive *earlier = find(kind))
      diagnostics
          .emit(diag::RepeatedEntryDirective{.range = keyword(directive), .name = name(directive)})
          .note(keyword(*earlier), "it is given first here");
    else
      seen.push_back({kind, &directive});
    value(*known, directive);
  }
  exclude(TokenKind::MaxNTid, TokenKind::ReqNTid);
  exclude(TokenKind::ReqNCtaPerCluster, TokenKind::MaxClusterRank);
  companions();
  occupancy();
  renamed();
}

/// A number of threads, registers or CTAs is positive.
void EntryHeader::value(const HeaderDirective &kind, const Directive &directive) {
  if (kind.zero == Zero::Fits)
    return;
  for (ExprId id : unit.list(directive.operands)) {
    std::optional<Constant> number = evaluate(unit, id, ConstantRules::Manual);
    if (!number || number->bits != 0)
      continue;
    if (kind.zero == Zero::Rejected)
      diagnostics.emit(diag::ZeroCount{.range = unit.range(id), .name = name(directive)});
    else
      diagnostics.emit(diag::ZeroClusterSize{.range = unit.range(id), .name = name(directive)});
  }
}

void EntryHeader::exclude(TokenKind a, TokenKind b) {
  const Directive *first = find(a), *second = find(b);
  if (!first || !second)
    return;
  if (first->first.index > second->first.index)
    std::swap(first, second);
  diagnostics
      .emit(diag::DirectiveConflict{
          .range = keyword(*second), .name = name(*second), .other = name(*first)})
      .note(keyword(*first), ("`" + name(*first) + "` is given here").str());
}

/// (Manual 11.8.1)
void EntryHeader::companions() {
  const Directive *clusters = find(TokenKind::BlocksAreClusters);
  if (!clusters)
    return;
  std::vector<std::string> missing;
  if (!find(TokenKind::ReqNTid))
    missing.push_back("`.reqntid`");
  if (!find(TokenKind::ReqNCtaPerCluster))
    missing.push_back("`.reqnctapercluster`");
  if (!missing.empty())
    diagnostics.emit(diag::MissingCompanion{
        .range = keyword(*clusters), .name = name(*clusters), .missing = listText(missing, "and")});
}

/// (Manual 11.4.4)
void EntryHeader::occupancy() {
  const Directive *least = find(TokenKind::MinNCtaPerSm);
  if (!least && platform.version < PtxVersion{2, 0})
    least = find(TokenKind::MaxNCtaPerSm);
  if (least && !find(TokenKind::MaxNTid) && !find(TokenKind::ReqNTid))
    diagnostics.emit(diag::OccupancyWithoutThreads{.range = keyword(*least), .name = name(*least)});
}

/// (Manual 11.4.5)
void EntryHeader::renamed() {
  const Directive *old = find(TokenKind::MaxNCtaPerSm);
  if (!old || platform.version < PtxVersion{2, 0})
    return;
  auto emit = [&](auto d) -> Diagnostic & {
    d.range = keyword(*old);
    d.name = name(*old);
    d.replacement = ".minnctapersm";
    return diagnostics.emit(d);
  };
  Diagnostic &d = platform.version == PtxVersion{2, 0} ? emit(diag::DeprecatedDirective{})
                                                       : emit(diag::ReplacedDirective{});
  d.fix(keyword(*old), ".minnctapersm", "use `.minnctapersm`");
}

/// What each directive of a header, or of a prototype in a body, needs.
static void checkGates(const SyntaxUnit &unit, GateReport &gates) {
  for (const Directive &directive : unit.directives())
    if (directive.kind == DirectiveKind::Performance)
      if (const auto *known = findDirective(unit.tokens().kind(directive.keyword.index)))
        gates.use(known->feature, unit.range(directive.keyword));
}

void ptx::checkEntryDirectives(const Module &module, const Platform &platform, GateReport &gates,
                               DiagnosticList &diagnostics) {
  const SyntaxUnit &top = module.top();
  for (const Function &function : top.functions())
    if (top.isEntry(function))
      EntryHeader(top, function, platform, diagnostics).check();
  for (const Variable &variable : top.variables())
    if (variable.ptr.valid())
      gates.use(Feature::PointerAttribute, top.range(variable.ptr));
  checkGates(top, gates);
  for (const SyntaxUnit &body : module.bodies())
    checkGates(body, gates);
}
