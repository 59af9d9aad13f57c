// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/Guards.h"

#include "ptx/Sema/Module/ModuleHeader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace ptx;
using llvm::StringRef;

Platforms ptx::platformsOf(const Requirements &requirements) {
  Platforms targets = Platforms::none();
  for (const TargetVersions &of : requirements.targets)
    targets |= Platforms::of(of.target);
  return targets;
}

/// The targets of compilers, by number; the target without a suffix is the first of each number.
/// Older names are omitted.
static llvm::ArrayRef<const TargetInfo *> currentTargets() {
  constexpr uint16_t oldest = 50; // of CUDA 12
  static const auto targets = [] {
    llvm::SmallVector<const TargetInfo *, 0> all;
    for (const TargetInfo &target : allTargets())
      if (target.number >= oldest && target.since <= newestVersion && target.current == target.id)
        all.push_back(&target);
    llvm::stable_sort(all, [](const TargetInfo *a, const TargetInfo *b) {
      return std::pair(a->number, a->variant) < std::pair(b->number, b->variant);
    });
    return all;
  }();
  return targets;
}

std::optional<TargetId> ptx::lowestWithout(Platforms wanted, Platforms admitted) {
  bool isBounded = false;
  for (const TargetInfo *target : currentTargets()) {
    if (!admitted.contains(target->id))
      isBounded = true;
    else if (!wanted.contains(target->id))
      return isBounded ? std::optional(target->id) : std::nullopt;
  }
  return std::nullopt;
}

namespace {

/// The selected targets of one number.
enum class Share : uint8_t { None, Specific, Family, All, Other };

/// The targets of one number.
struct NumberShare {
  uint16_t number;
  Share share;
};

} // namespace

/// The selected targets with the number of `group`; the target without a suffix is the first.
static Share shareOf(llvm::ArrayRef<const TargetInfo *> group, Platforms wanted) {
  auto isWanted = [&](const TargetInfo *target) { return wanted.contains(target->id); };
  auto count = static_cast<size_t>(llvm::count_if(group, isWanted));
  auto isVariant = [&](TargetVariant variant) {
    return [variant](const TargetInfo *target) { return target->variant == variant; };
  };
  if (count == 0)
    return Share::None;
  if (count == group.size())
    return Share::All;
  bool hasSpecific = llvm::any_of(group, [&](const TargetInfo *target) {
    return target->variant == TargetVariant::Architecture && isWanted(target);
  });
  if (count == 1 && hasSpecific)
    return Share::Specific;
  bool lacksPlainAlone = count + 1 == group.size() &&
                         isVariant(TargetVariant::Base)(group.front()) && !isWanted(group.front());
  return lacksPlainAlone ? Share::Family : Share::Other;
}

static std::vector<NumberShare> sharesOf(Platforms wanted, Platforms among) {
  std::vector<NumberShare> shares;
  llvm::ArrayRef<const TargetInfo *> rest = currentTargets();
  while (!rest.empty()) {
    uint16_t number = rest.front()->number;
    auto group = rest.take_while([&](const TargetInfo *t) { return t->number == number; });
    rest = rest.drop_front(group.size());
    llvm::SmallVector<const TargetInfo *> admitted;
    llvm::copy_if(group, std::back_inserter(admitted),
                  [&](const TargetInfo *target) { return among.contains(target->id); });
    shares.push_back({number, admitted.empty() ? Share::None : shareOf(admitted, wanted)});
  }
  return shares;
}

/// The condition for the numbers from `first` up to, but excluding, `next`, if there is one.
static std::string rangeText(Share share, uint16_t first, bool isOne,
                             std::optional<uint16_t> next) {
  std::string value = std::to_string(first * 10);
  if (share == Share::Specific && isOne)
    return "defined(__CUDA_ARCH_FEAT_SM" + std::to_string(first) + "_ALL)";
  std::string macro = share == Share::All      ? "__CUDA_ARCH__"
                      : share == Share::Family ? "__CUDA_ARCH_FAMILY_SPECIFIC__"
                                               : "__CUDA_ARCH_SPECIFIC__";
  if (isOne && next)
    return macro + " == " + value;
  return macro + " >= " + value +
         (next ? " && " + macro + " < " + std::to_string(*next * 10) : std::string());
}

std::string ptx::guardFor(Platforms wanted, Platforms among) {
  constexpr size_t mostRanges = 3;
  std::vector<NumberShare> shares = sharesOf(wanted, among);
  llvm::SmallVector<std::string> ranges;
  for (size_t i = 0; i != shares.size();) {
    size_t end = i + 1;
    while (end != shares.size() && shares[end].share == shares[i].share)
      ++end;
    Share share = shares[i].share;
    bool isEverything = end - i == shares.size();
    if (share == Share::Other || isEverything || ranges.size() == mostRanges)
      return "";
    std::optional<uint16_t> next;
    if (end != shares.size())
      next = shares[end].number;
    if (share == Share::All && i == 0)
      ranges.push_back("__CUDA_ARCH__ < " + std::to_string(*next * 10));
    else if (share != Share::None)
      ranges.push_back(rangeText(share, shares[i].number, end == i + 1, next));
    i = end;
  }
  std::string text;
  for (const std::string &range : ranges) {
    bool needsParentheses = ranges.size() > 1 && range.find("&&") != std::string::npos;
    text += (text.empty() ? "" : " || ") + (needsParentheses ? "(" + range + ")" : range);
  }
  return text;
}

std::string ptx::targetMacroFor(StringRef guard) {
  unsigned number = 0;
  auto named = [&](StringRef prefix, StringRef suffix) {
    return (prefix + llvm::Twine(number) + suffix).str();
  };
  if (guard.consume_front("__CUDA_ARCH__ >= ") && !guard.getAsInteger(10, number) &&
      number % 10 == 0) {
    number /= 10;
    return named("NV_PROVIDES_SM_", "");
  }
  if (guard.consume_front("defined(__CUDA_ARCH_FEAT_SM") && !guard.consumeInteger(10, number) &&
      guard == "_ALL)")
    return named("NV_HAS_FEATURE_SM_", "a");
  return "";
}
