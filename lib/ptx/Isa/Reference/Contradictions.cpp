// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Reference/Contradictions.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Isa/Tables.h"

using namespace ptx;

std::string ContradictionInfo::parties() const {
  std::string text = "the manual of PTX " + manual.str();
  return isByLibrary ? "libcu++ contradicts " + text : text + " contradicts itself";
}

const ContradictionInfo &DisputeInfo::info() const {
  return tables::contradictions()[contradiction];
}

llvm::ArrayRef<DisputeInfo> ptx::disputesOf(const FormInfo &form) {
  return tables::disputes()
      .drop_until([&](const DisputeInfo &entry) { return entry.form >= form.id; })
      .take_while([&](const DisputeInfo &entry) { return entry.form == form.id; });
}

bool ptx::isOfLibraryAlone(const FormInfo &form) {
  return llvm::any_of(disputesOf(form), [&](const DisputeInfo &dispute) {
    const ContradictionInfo &info = dispute.info();
    return info.isByLibrary && info.isNeverLegalByBoth &&
           describeCondition(form, dispute.condition).empty();
  });
}

llvm::SmallVector<const DisputeInfo *, 1> ptx::disputesOf(const InstrView &view) {
  llvm::SmallVector<const DisputeInfo *, 1> disputes;
  for (const DisputeInfo &dispute : disputesOf(*view.form))
    if (fulfils(view, dispute.condition))
      disputes.push_back(&dispute);
  return disputes;
}

std::string ptx::featureText(const InstrView &view, const DisputeInfo &dispute) {
  return featureText(view, dispute.condition, [&](const FormInfo &form) {
    return llvm::any_of(disputesOf(form), [&](const DisputeInfo &entry) {
      return entry.contradiction == dispute.contradiction;
    });
  });
}
