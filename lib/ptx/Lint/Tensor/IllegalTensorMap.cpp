// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/TensorMapRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// The members of a description that can violate a rule, the most likely first.
struct BlamedMembers {
  llvm::StringLiteral rule;
  std::initializer_list<StringRef> members;
};

} // namespace

static const BlamedMembers blamed[] = {
    {"T051", {"rank"}},
    {"T053", {"interleave"}},
    {"T054", {"interleave"}},
    {"T057", {"swizzle"}},
    {"T058", {"swizzle"}},
    {"T059", {"atomicity", "swizzle"}},
    {"T061", {"swizzle"}},
    {"T062", {"box", "channelsPerPixel"}},
    {"T063", {"box", "channelsPerPixel"}},
    {"T064", {"box"}},
    {"T065", {"dims"}},
    {"T066", {"strides"}},
    {"T067", {"address"}},
    {"T068", {"elementStrides"}},
    {"T069", {"oob"}},
    {"T073", {"box", "channelsPerPixel"}},
    {"T074", {"dims"}},
    {"T076", {"swizzle"}},
    {"T077", {"interleave"}},
    {"T078", {"swizzle"}},
    {"T081", {"upper", "lower"}},
};

/// The location of the error: the value of a member of the comment, else the whole description.
static SourceRange placeOf(const KnownTensorMap &map, StringRef rule) {
  for (const BlamedMembers &candidate : blamed)
    for (StringRef member : candidate.members)
      for (const auto &[name, range] : map.members)
        if (candidate.rule == rule && name == member)
          return range;
  return map.range;
}

/// Reports the errors of this kind in the maps, each once.
template <class D> static void report(ModuleLintContext &context, Violation::Kind kind) {
  for (const KnownTensorMap &map : context.descriptions.maps())
    for (const Violation &violation : map.violations) {
      if (violation.kind != kind)
        continue;
      Diagnostic &diagnostic = context.diagnostics.emit(D{.range = placeOf(map, violation.rule),
                                                          .name = map.name,
                                                          .violation = violation.text,
                                                          .rule = violation.rule});
      if (!map.file.empty())
        diagnostic.note(map.range, map.origin());
    }
}

void ptx::checkIllegalTensorMap(ModuleLintContext &context) {
  report<diag::IllegalTensorMap>(context, Violation::Kind::Manual);
}

void ptx::checkRefusedTensorMap(ModuleLintContext &context) {
  report<diag::RefusedTensorMap>(context, Violation::Kind::Driver);
}

void ptx::checkSuspiciousTensorMap(ModuleLintContext &context) {
  report<diag::SuspiciousTensorMap>(context, Violation::Kind::Suspicious);
}
