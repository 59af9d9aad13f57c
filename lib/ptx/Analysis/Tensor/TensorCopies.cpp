// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/TensorCopies.h"

#include "ptx/Analysis/OperandLookup.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;

std::optional<bool> ptx::forAllTargets(const Platform &platform,
                                       bool (*property)(const TargetInfo &)) {
  auto holds = [&](TargetId target) { return property(info(target)); };
  if (platform.targets.empty())
    return std::nullopt;
  if (llvm::all_of(platform.targets, holds))
    return true;
  return llvm::none_of(platform.targets, holds) ? std::optional(false) : std::nullopt;
}

static std::optional<TensorAccessKind> kindOf(const Signature &signature) {
  const FormInfo &form = *signature.view.form;
  if (!form.has(Trait::ReadsTensorMap))
    return std::nullopt;
  if (form.has(Trait::Reduces))
    return TensorAccessKind::Reduce;
  switch (asyncOp(signature.view)) {
  case AsyncOp::BulkLoad:
    return TensorAccessKind::Load;
  case AsyncOp::BulkStore:
    return TensorAccessKind::Store;
  default:
    return TensorAccessKind::Prefetch;
  }
}

static void readModifier(StringRef word, StringRef slot, TensorAccess &access) {
  if (slot == "redOp")
    access.reduction = word;
  if (slot == "dim" || word == "2d") // scatter4 has no other form
    word.drop_back().getAsInteger(10, access.rank);
  access.mode = llvm::StringSwitch<LoadMode>(word)
                    .Case("tile::gather4", LoadMode::Gather4)
                    .Case("tile::scatter4", LoadMode::Scatter4)
                    .Case("im2col", LoadMode::Im2col)
                    .Case("im2col_no_offs", LoadMode::Im2col)
                    .Case("im2col::w", LoadMode::Im2colW)
                    .Case("im2col_no_offs::w", LoadMode::Im2colW)
                    .Case("im2col::w::128", LoadMode::Im2colW128)
                    .Default(access.mode);
}

/// The known value of the shared address of a tile, or of an address that differs from it by a
/// multiple of the swizzle alignment.
static std::optional<uint64_t> knownSharedAddress(const KnownValue &address) {
  constexpr uint32_t mostAtom = 64;
  if (address.isConstant())
    return address.constant();
  if (!address.pointsTo() || !address.offset || *address.offset < 0)
    return std::nullopt;
  uint32_t alignment = address.symbol->alignment;
  bool tells = alignment >= mostAtom || (alignment && *address.offset % alignment != 0);
  return tells ? std::optional<uint64_t>(*address.offset) : std::nullopt;
}

namespace {

/// Reads the operands of one copy.
class CopyReader {
public:
  CopyReader(const CheckedUnit &checked, ValueAnalysis &values, InstId inst)
      : checked(checked), unit(checked.scope.unit), values(values) {
    copy.inst = inst;
  }

  TensorCopy run(TensorAccessKind kind);

private:
  void readOperands(TensorAccessKind kind);
  /// The elements of a vector, or the one operand, as constants.
  void constants(ExprId id, bool isSigned, TensorAccess::Values &out);

  const CheckedUnit &checked;
  const SyntaxUnit &unit;
  ValueAnalysis &values;
  TensorCopy copy;
};

} // namespace

void CopyReader::constants(ExprId id, bool isSigned, TensorAccess::Values &out) {
  auto add = [&](ExprId element) {
    KnownValue value = values.operand(copy.inst, element);
    std::optional<int64_t> &number = out.emplace_back();
    if (value.isConstant() && value.width() <= 64)
      number = isSigned ? value.bits.getConstant().getSExtValue()
                        : static_cast<int64_t>(value.constant());
  };
  if (!id)
    return;
  if (unit[id].kind != ExprKind::Vector)
    return add(id);
  for (ExprId element : unit.list(unit[id].list()))
    add(element);
}

void CopyReader::readOperands(TensorAccessKind kind) {
  for (const OperandInfo &operand : checked.signatures[copy.inst.index]->view.form->operands()) {
    ExprId id = findOperand(checked, copy.inst, operand);
    switch (operand.id) {
    case OperandId::tensorMap:
      copy.map = id;
      break;
    case OperandId::tensorCoords:
      copy.coordinates = id;
      break;
    case OperandId::dstMem:
    case OperandId::srcMem:
      if ((kind == TensorAccessKind::Load) == (operand.id == OperandId::dstMem))
        copy.shared = id;
      break;
    case OperandId::mbar:
      copy.barrier = id;
      break;
    case OperandId::ctaMask:
      copy.mask = id;
      break;
    case OperandId::im2colInfo:
      constants(id, /*isSigned=*/false, copy.access.offsets);
      break;
    default:
      break;
    }
  }
}

TensorCopy CopyReader::run(TensorAccessKind kind) {
  TensorAccess &access = copy.access;
  access.kind = kind;
  const InstrView &view = checked.signatures[copy.inst.index]->view;
  for (auto [slot, word] : llvm::zip(view.form->slots(), view.modifiers))
    if (word != Modifier::none)
      readModifier(info(word).name, slot.name, access);
  readOperands(kind);
  constants(copy.coordinates, /*isSigned=*/true, access.coordinates);
  if (copy.shared)
    access.sharedAddress = knownSharedAddress(values.operand(copy.inst, copy.shared));
  return copy;
}

std::vector<TensorCopy> ptx::findTensorCopies(const CheckedUnit &checked, const Platform &platform,
                                              ValueAnalysis &values) {
  std::vector<TensorCopy> copies;
  std::optional<bool> storesHalfRows = forAllTargets(platform, [](const TargetInfo &target) {
    return target.number == 103 || target.number == 107;
  });
  std::optional<bool> isOf107 =
      forAllTargets(platform, [](const TargetInfo &target) { return target.number == 107; });
  std::optional<bool> isSm120a = forAllTargets(
      platform, [](const TargetInfo &target) { return target.id == TargetId::sm_120a; });
  for (uint32_t i = 0; i != checked.signatures.size(); ++i) {
    const Signature *signature = checked.signatures[i];
    std::optional<TensorAccessKind> kind = signature ? kindOf(*signature) : std::nullopt;
    if (!kind)
      continue;
    TensorCopy &copy = copies.emplace_back(CopyReader(checked, values, {i}).run(*kind));
    copy.access.storesHalfRows = storesHalfRows;
    copy.access.isOf107 = isOf107;
    // The restrictions of sm_120a apply to copies to the memory of a cluster.
    bool toCluster = signature->view.has(Modifier::shared_cluster);
    copy.access.isSm120a = toCluster ? isSm120a : std::optional(false);
  }
  return copies;
}
