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

const AsyncOpInfo &ptx::info(AsyncOp op) { return tables::asyncOps()[static_cast<size_t>(op)]; }

const AsyncCase *ptx::asyncCase(const InstrView &view) {
  if (view.form->has(Trait::IsAsynchronous))
    for (const AsyncCase &entry : view.form->asyncCases())
      if (fulfils(view, entry.condition))
        return &entry;
  return nullptr;
}

const OperandInfo *ptx::operandOf(const InstrView &view, AsyncRole role) {
  const AsyncCase *entry = asyncCase(view);
  uint8_t place = entry ? entry->placeOf(role) : OperandInfo::noPlace;
  return place == OperandInfo::noPlace ? nullptr : &view.form->operands()[place];
}

// Without modifiers, atomic operations are relaxed with the scope of the GPU (manual 9.7.13.5), and
// volatile accesses are relaxed with the scope of the system (manual 9.7.9.8).

Semantics ptx::semanticsOf(const InstrView &view) {
  for (Modifier word : view.modifiers)
    switch (word) {
    case Modifier::weak:
      return Semantics::Weak;
    case Modifier::relaxed:
      return Semantics::Relaxed;
    case Modifier::acquire:
      return Semantics::Acquire;
    case Modifier::release:
      return Semantics::Release;
    case Modifier::acq_rel:
      return Semantics::AcquireRelease;
    case Modifier::sc:
      return Semantics::Sc;
    default:
      break;
    }
  if (view.form->has(Trait::AccessesAtomically) || view.has(Modifier::volatile_) ||
      view.has(Modifier::mmio))
    return Semantics::Relaxed;
  const AsyncCase *entry = asyncCase(view);
  return entry ? entry->semantics : Semantics::Weak;
}

MemoryScope ptx::scopeOf(const InstrView &view) {
  for (Modifier word : view.modifiers)
    switch (word) {
    case Modifier::cta:
      return MemoryScope::Cta;
    case Modifier::cluster:
      return MemoryScope::Cluster;
    case Modifier::gpu:
    case Modifier::gl:
      return MemoryScope::Gpu;
    case Modifier::sys:
    case Modifier::volatile_:
      return MemoryScope::Sys;
    default:
      break;
    }
  AsyncOp op = asyncOp(view);
  bool isAtomic = op == AsyncOp::None && view.form->has(Trait::AccessesAtomically);
  return isAtomic ? MemoryScope::Gpu : info(op).scope;
}

bool ptx::isAligned(const InstrView &view) {
  return view.form->has(Trait::IsAligned) || view.has(Modifier::aligned);
}

std::optional<Effect> ptx::recordedEffect(const InstrView &view) {
  for (const EffectCase &entry : view.form->effectCases())
    if (fulfils(view, entry.condition))
      return entry.effect;
  return std::nullopt;
}
