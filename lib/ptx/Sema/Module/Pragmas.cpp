// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Module/Pragmas.h"

#include "ptx/Diagnostics/DirectiveRules.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// The scope of a pragma.
enum class PragmaPosition : uint8_t { Module, EntryHeader, EntryBody, FunctionBody };

/// The arguments after the name in the string of a pragma.
enum class Argument : uint8_t { None, Count, Mask };

/// A pragma of the manual's chapter 12.
struct KnownPragma {
  llvm::StringLiteral name;
  bool anywhere; ///< also outside of bodies
  /// Whether `ptxas` treats every string with this prefix as the pragma.
  bool isPrefix;
  Argument argument;
  llvm::ArrayRef<Feature> needs;
};

/// Checks the pragmas of one scope after the other.
class PragmaChecker {
public:
  PragmaChecker(const Platform &platform, GateReport &gates, DiagnosticList &diagnostics)
      : platform(platform), gates(gates), diagnostics(diagnostics) {}

  /// Checks the pragmas among `directives`.
  void checkAll(const SyntaxUnit &unit, llvm::ArrayRef<Directive> directives, PragmaPosition place);

private:
  void check(const SyntaxUnit &unit, const Directive &directive, PragmaPosition place);
  void text(StringRef text, SourceRange range, PragmaPosition place);
  void count(StringRef name, StringRef argument, SourceRange range);
  void mask(StringRef name, StringRef argument, SourceRange range);

  const Platform &platform;
  GateReport &gates;
  DiagnosticList &diagnostics;
};

} // namespace

static constexpr Feature maskNeeds[] = {Feature::UsedBytesMaskPragma};
static constexpr Feature throughputNeeds[] = {Feature::MmaThroughputPragma};
static constexpr Feature frequencyNeeds[] = {Feature::FrequencyPragma};
static constexpr Feature spillingNeeds[] = {Feature::SmemSpillingPragma,
                                            Feature::SmemSpillingPragmaByManual};

static const KnownPragma knownPragmas[] = {
    {"nounroll", true, false, Argument::None, {}},
    {"used_bytes_mask", false, false, Argument::Mask, maskNeeds},
    {"enable_smem_spilling", false, false, Argument::None, spillingNeeds},
    {"frequency", false, false, Argument::Count, frequencyNeeds},
    {"mma_throughput", false, true, Argument::None, throughputNeeds},
};

/// Pragmas that `ptxas` supports but the manual does not have.
static constexpr llvm::StringLiteral undocumentedPragmas[] = {"local_maxnreg", "call_abi_param_reg",
                                                              "nvopt"};

static constexpr llvm::StringLiteral whiteSpace = " \t\r\n";

static const KnownPragma *findPragma(StringRef name) {
  const auto *pragma = llvm::find_if(knownPragmas, [&](const KnownPragma &known) {
    return known.isPrefix ? name.starts_with(known.name) : name == known.name;
  });
  return pragma != std::end(knownPragmas) ? pragma : nullptr;
}

llvm::ArrayRef<Feature> ptx::featuresOfPragma(StringRef text) {
  const KnownPragma *pragma =
      findPragma(text.take_until([](char c) { return whiteSpace.contains(c); }));
  return pragma ? pragma->needs : llvm::ArrayRef<Feature>();
}

void PragmaChecker::checkAll(const SyntaxUnit &unit, llvm::ArrayRef<Directive> directives,
                             PragmaPosition place) {
  for (const Directive &directive : directives)
    if (directive.kind == DirectiveKind::Pragma)
      check(unit, directive, place);
}

void PragmaChecker::check(const SyntaxUnit &unit, const Directive &directive,
                          PragmaPosition place) {
  gates.use(Feature::Pragma, unit.range(directive.keyword));
  for (ExprId id : unit.list(directive.operands))
    text(unit.text(unit[id].token).drop_front().drop_back(), unit.range(id), place);
}

void PragmaChecker::text(StringRef text, SourceRange range, PragmaPosition place) {
  size_t end = text.find_first_of(whiteSpace);
  StringRef name = text.substr(0, end);
  StringRef argument = end == StringRef::npos ? "" : text.substr(end).ltrim(whiteSpace);
  const KnownPragma *pragma = findPragma(name);
  bool isKnown = pragma != nullptr;
  bool isExact =
      isKnown && name == pragma->name && (pragma->argument != Argument::None || argument.empty());
  if (!isExact) {
    if (!platform.newer && !llvm::is_contained(undocumentedPragmas, name))
      diagnostics.emit(diag::UnknownPragma{.range = range, .name = isKnown ? text : name});
    if (!isKnown || !pragma->isPrefix)
      return;
  }
  for (Feature feature : pragma->needs)
    if (!gates.use(feature, range))
      break;
  bool isRead = llvm::all_of(pragma->needs, [&](Feature feature) {
    return platform.release() >= info(feature).ptxasFrom;
  });
  if (!pragma->anywhere && isRead &&
      (place == PragmaPosition::Module || place == PragmaPosition::EntryHeader)) {
    diagnostics.emit(diag::PragmaPlace{.range = range, .name = pragma->name});
    return;
  }
  if (!isExact)
    return;
  // (Manual 12.5)
  if (name == "mma_throughput" && place == PragmaPosition::FunctionBody)
    diagnostics.emit(diag::EntryPragma{.range = range, .name = name});
  if (place == PragmaPosition::FunctionBody && name == "enable_smem_spilling")
    diagnostics.emit(diag::PragmaInFunction{.range = range, .name = name});
  if (pragma->argument == Argument::Count)
    count(name, argument, range);
  else if (pragma->argument == Argument::Mask)
    mask(name, argument, range);
}

static std::string observed(StringRef argument) {
  return argument.empty() ? "no argument" : ("`" + argument + "`").str();
}

/// The value of an integer literal, however large. (Manual 4.5.1)
static std::optional<llvm::APInt> integer(StringRef text) {
  llvm::APInt value;
  text.consume_back("U");
  // Another octal notation that LLVM accepts.
  if (text.starts_with_insensitive("0o") || text.getAsInteger(0, value))
    return std::nullopt;
  return value;
}

/// A 64-bit non-negative integer. (Manual 12.4)
void PragmaChecker::count(StringRef name, StringRef argument, SourceRange range) {
  static constexpr llvm::StringLiteral expected = "a 64-bit non-negative integer";
  std::optional<llvm::APInt> value = integer(argument.rtrim(whiteSpace));
  bool isLarge = value && value->getActiveBits() > 64;
  bool isRejected = value && (value->isZero() || argument.ends_with("U") ||
                              argument.starts_with_insensitive("0b") ||
                              argument.size() != argument.rtrim(whiteSpace).size());
  if (!value || (isLarge && isRejected))
    diagnostics.emit(diag::PragmaArgument{
        .range = range, .name = name, .observed = observed(argument), .expected = expected});
  else if (isLarge)
    diagnostics.emit(diag::PragmaValue{
        .range = range, .name = name, .observed = observed(argument), .expected = expected});
  else if (isRejected)
    diagnostics.emit(
        diag::RejectedPragmaValue{.range = range, .name = name, .observed = observed(argument)});
}

/// A 32-bit integer. (Manual 12.2)
void PragmaChecker::mask(StringRef name, StringRef argument, SourceRange range) {
  std::optional<llvm::APInt> value = integer(argument.rtrim(whiteSpace));
  if (!value || value->getActiveBits() > 32)
    diagnostics.emit(diag::PragmaValue{.range = range,
                                       .name = name,
                                       .observed = observed(argument),
                                       .expected = "a 32-bit integer"});
}

void ptx::checkPragmas(const Module &module, const Platform &platform, GateReport &gates,
                       DiagnosticList &diagnostics) {
  PragmaChecker checker(platform, gates, diagnostics);
  const SyntaxUnit &top = module.top();
  PragmaPosition outside = module.isFragment() ? PragmaPosition::EntryBody : PragmaPosition::Module;
  uint32_t checked = 0;
  for (const Function &function : top.functions()) {
    IdRange<DirectiveId> own = function.directives;
    if (own.empty())
      continue;
    checker.checkAll(top, top.directives().slice(checked, own.first - checked), outside);
    checker.checkAll(top, top.directives().slice(own.first, own.count),
                     PragmaPosition::EntryHeader);
    checked = own.first + own.count;
  }
  checker.checkAll(top, top.directives().drop_front(checked), outside);
}

void ptx::checkBodyPragmas(const SyntaxUnit &body, bool isEntry, const Platform &platform,
                           GateReport &gates, DiagnosticList &diagnostics) {
  PragmaChecker(platform, gates, diagnostics)
      .checkAll(body, body.directives(),
                isEntry ? PragmaPosition::EntryBody : PragmaPosition::FunctionBody);
}
