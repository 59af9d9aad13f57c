// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Module/EntryDirectives.h"

#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Syntax/Lex/GrammarWords.h"
#include "ptx/Syntax/Tree/Literals.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// The directives in the header of one entry, each at its first location.
class EntryHeader {
public:
  EntryHeader(const SyntaxUnit &unit, const Function &function, const Platform &platform,
              DiagnosticList &diagnostics)
      : unit(unit), function(function), platform(platform), diagnostics(diagnostics) {}

  void check();

private:
  void value(const DirectiveInfo &known, const Directive &directive);
  void exclude(const DirectiveInfo &known, const Directive &directive);
  void require(const DirectiveInfo &known, const Directive &directive);
  void occupancy();
  void renamed(const DirectiveInfo &known, const Directive &directive);

  const Directive *find(DirectiveWord word) const;
  bool isZero(const Directive &directive) const;
  SourceRange keyword(const Directive &directive) const { return unit.range(directive.keyword); }
  StringRef name(const Directive &directive) const { return unit.text(directive.keyword); }

  const SyntaxUnit &unit;
  const Function &function;
  const Platform &platform;
  DiagnosticList &diagnostics;
  llvm::SmallVector<std::pair<const DirectiveInfo *, const Directive *>, 8> seen;
};

} // namespace

/// The record of a directive of an entry, or null.
static const DirectiveInfo *entryDirective(TokenKind keyword) {
  const DirectiveInfo *found = directiveOf(keyword);
  return found && found->canBe(DirectivePlace::EntryHeader) ? found : nullptr;
}

const Directive *EntryHeader::find(DirectiveWord word) const {
  const auto *found = llvm::find_if(seen, [&](const auto &each) { return each.first->id == word; });
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
    const DirectiveInfo *known = entryDirective(unit.tokens().kind(directive.keyword.index));
    if (!known)
      continue;
    if (known->repeats) {
      value(*known, directive);
      continue;
    }
    if (const Directive *earlier = find(known->id))
      diagnostics
          .emit(diag::RepeatedEntryDirective{.range = keyword(directive), .name = name(directive)})
          .note(keyword(*earlier), "it is given first here");
    else
      seen.push_back({known, &directive});
    value(*known, directive);
  }
  llvm::sort(seen, [](const auto &a, const auto &b) { return a.first->id < b.first->id; });
  for (const auto &[known, directive] : seen)
    exclude(*known, *directive);
  for (const auto &[known, directive] : seen)
    require(*known, *directive);
  occupancy();
  for (const auto &[known, directive] : seen)
    renamed(*known, *directive);
}

/// A number of threads, registers or CTAs must be positive.
void EntryHeader::value(const DirectiveInfo &known, const Directive &directive) {
  if (known.zero == Zero::Fits)
    return;
  for (ExprId id : unit.list(directive.operands)) {
    std::optional<Constant> number = evaluate(unit, id, ConstantRules::Manual);
    if (!number || usedCount(number->bits) != 0)
      continue;
    if (known.zero == Zero::Rejected)
      diagnostics.emit(diag::ZeroCount{.range = unit.range(id), .name = name(directive)});
    else
      diagnostics.emit(diag::ZeroClusterSize{.range = unit.range(id), .name = name(directive)});
  }
}

/// For two directives that exclude each other, reports the later one.
void EntryHeader::exclude(const DirectiveInfo &known, const Directive &directive) {
  for (const auto &[other, earlier] : seen) {
    if (!(known.excludes & directiveBit(other->id)) || other->id < known.id)
      continue;
    const Directive *first = &directive, *second = earlier;
    if (first->first.index > second->first.index)
      std::swap(first, second);
    diagnostics
        .emit(diag::DirectiveConflict{
            .range = keyword(*second), .name = name(*second), .other = name(*first)})
        .note(keyword(*first), ("`" + name(*first) + "` is given here").str());
  }
}

/// Whether the first number is 0; for `ptxas` this means that no number is given.
bool EntryHeader::isZero(const Directive &directive) const {
  llvm::ArrayRef<ExprId> numbers = unit.list(directive.operands);
  if (numbers.empty())
    return false;
  std::optional<Constant> number = evaluate(unit, numbers.front(), ConstantRules::Manual);
  return number && number->bits == 0;
}

/// (Manual 11.8.1)
void EntryHeader::require(const DirectiveInfo &known, const Directive &directive) {
  std::vector<std::string> missing;
  forEach(known.requires_, [&](const DirectiveInfo &other) {
    const Directive *found = find(other.id);
    if (!found || isZero(*found))
      missing.push_back("`" + other.word.str() + "`");
  });
  if (!missing.empty())
    diagnostics.emit(diag::MissingCompanion{
        .range = keyword(directive), .name = name(directive), .missing = listText(missing, "and")});
}

/// Reports the first directive that has no effect without a number of threads. (Manual 11.4.4)
void EntryHeader::occupancy() {
  for (const auto &[known, directive] : seen) {
    bool isComplete = known->requiresOne == 0 || known->isRemoved(platform.version) ||
                      known->isDeprecated(platform.version);
    forEach(known->requiresOne,
            [&](const DirectiveInfo &other) { isComplete |= find(other.id) != nullptr; });
    if (isComplete)
      continue;
    diagnostics.emit(
        diag::OccupancyWithoutThreads{.range = keyword(*directive), .name = name(*directive)});
    return;
  }
}

/// (Manual 11.4.5)
void EntryHeader::renamed(const DirectiveInfo &known, const Directive &directive) {
  if (!known.isDeprecated(platform.version))
    return;
  StringRef replacement = info(known.replacement).word;
  auto emit = [&](auto d) -> Diagnostic & {
    d.range = keyword(directive);
    d.name = name(directive);
    d.replacement = replacement;
    return diagnostics.emit(d);
  };
  Diagnostic &d = known.isRemoved(platform.version) ? emit(diag::ReplacedDirective{})
                                                    : emit(diag::DeprecatedDirective{});
  d.fix(keyword(directive), replacement.str(), ("use `" + replacement + "`").str());
}

void ptx::checkDirectiveGates(const SyntaxUnit &unit, GateReport &gates) {
  for (const Directive &directive : unit.directives()) {
    TokenKind kind = unit.tokens().kind(directive.keyword.index);
    if (directive.kind == DirectiveKind::Performance) {
      if (const auto *known = entryDirective(kind))
        gates.use(known->feature, unit.range(directive.keyword));
    } else if (directive.kind == DirectiveKind::IntermediateLoc ||
               directive.kind == DirectiveKind::IntermediateSource) {
      gates.use(directiveOf(kind)->feature, unit.range(directive.keyword));
    }
  }
}

std::optional<std::array<uint64_t, 3>>
ptx::directiveNumbers(const SyntaxUnit &top, const Function &function, TokenKind keyword) {
  for (DirectiveId id : function.directives) {
    const Directive &directive = top[id];
    if (directive.kind != DirectiveKind::Performance ||
        top.tokens().kind(directive.keyword.index) != keyword)
      continue;
    std::array<uint64_t, 3> numbers{1, 1, 1};
    for (auto [number, operand] : llvm::zip(numbers, top.list(directive.operands)))
      number = top[operand].countValue();
    return numbers;
  }
  return std::nullopt;
}

void ptx::checkEntryDirectives(const SyntaxUnit &top, const Platform &platform, GateReport &gates,
                               DiagnosticList &diagnostics) {
  for (const Function &function : top.functions())
    if (top.isEntry(function))
      EntryHeader(top, function, platform, diagnostics).check();
  checkDirectiveGates(top, gates);
}
