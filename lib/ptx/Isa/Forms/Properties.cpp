// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Forms/Properties.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Tables.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;
using tables::slice;

bool LimitInfo::allows(int64_t value) const {
  return value >= min && value <= max && value % step == 0 &&
         (!powerOfTwo || llvm::isPowerOf2_64(static_cast<uint64_t>(value)));
}

llvm::StringRef TableText::text() const { return tables::texts().substr(first, size); }

const ObjectInfo *OperandInfo::object() const {
  return objectIndex == 0 ? nullptr : &tables::objects()[objectIndex];
}

llvm::ArrayRef<LimitInfo> OperandInfo::limits() const {
  return slice(tables::limits(), limitRange);
}

llvm::ArrayRef<AsyncCase> FormInfo::asyncCases() const {
  return slice(tables::asyncCases(), asyncRange);
}

llvm::ArrayRef<EffectCase> FormInfo::effectCases() const {
  return slice(tables::effectCases(), effectRange);
}

AsyncGroup ptx::groupOf(AsyncOp op) { return tables::asyncGroups()[static_cast<size_t>(op)]; }

AsyncOp ptx::asyncOp(const InstrView &view) {
  if (!view.form->has(Trait::IsAsynchronous))
    return AsyncOp::None;
  for (const AsyncCase &entry : view.form->asyncCases())
    if (fulfils(view, entry.condition))
      return entry.op;
  return AsyncOp::None;
}

std::optional<Effect> ptx::recordedEffect(const InstrView &view) {
  for (const EffectCase &entry : view.form->effectCases())
    if (fulfils(view, entry.condition))
      return entry.effect;
  return std::nullopt;
}
