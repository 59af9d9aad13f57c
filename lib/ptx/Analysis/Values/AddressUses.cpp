// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/AddressUses.h"

#include "ptx/Analysis/OperandLookup.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <array>
#include <optional>

using namespace ptx;

bool AddressUse::isInWrongWindow() const {
  if (window == AddressWindow::Generic && isAtomic && value.kind().isPrivate())
    return true;
  return (!isNamed || isOfOperand(window)) && !value.kind().fits(window);
}

uint32_t AddressUse::unit() const {
  return window == AddressWindow::Param ? std::min<uint32_t>(bytes, 4) : bytes;
}

bool AddressUse::isMisaligned() const {
  return llvm::isPowerOf2_32(bytes) && value.bits.One.countr_zero() < llvm::Log2_32(unit());
}

namespace {

/// One operand that is an address, in all instructions with a signature.
struct AddressPlace {
  uint8_t operand; ///< in the source
  uint8_t part;    ///< in its brackets
  AddressWindow window;
  uint32_t bytes;
  const OperandInfo *size; ///< the operand with the number of bytes
  bool stores;             ///< the instruction writes memory there
  bool isAtomic;           ///< the access is atomic, or has a scope
};

using AddressPlaces = llvm::SmallVector<AddressPlace, 2>;

} // namespace

bool ptx::accessesMemory(const FormInfo &form) {
  return llvm::any_of(form.operands(), [](const OperandInfo &operand) {
    return operand.holds != OperandInfo::noPlace;
  });
}

/// The size of a single load from, or store to, the address; 0 if there is none.
static uint32_t bytesAt(const Signature &signature, const OperandInfo &address) {
  if (address.holds == OperandInfo::noPlace)
    return 0;
  const OperandInfo *held = &signature.view.form->operands()[address.holds];
  for (const ExpectedOperand &operand : signature.operands) {
    if (operand.info != held || !operand.shape.type)
      continue;
    uint32_t bits = info(*operand.shape.type).width * (operand.shape.twice ? 2 : 1);
    return bits / 8 * std::max<uint32_t>(operand.shape.elements, 1);
  }
  return 0;
}

uint32_t ptx::accessedBytes(const Signature &signature) {
  for (const ExpectedOperand &operand : signature.operands)
    if (operand.info->holds != OperandInfo::noPlace)
      return bytesAt(signature, *operand.info);
  return 0;
}

/// The operand with the number of bytes that are read or written at the address; null if there is
/// none.
static const OperandInfo *sizeOperand(const Signature &signature, const OperandInfo &address) {
  if (address.bytes == OperandInfo::noPlace)
    return nullptr;
  return &signature.view.form->operands()[address.bytes];
}

/// Whether the accesses are atomic operations or have a scope, so that the memory must be shared by
/// threads. Volatile accesses do not count: compilers generate them for variables on the stack.
static bool isAtomicOrScoped(const InstrView &view) {
  return view.form->has(Trait::AccessesAtomically) || view.has(Modifier::relaxed) ||
         view.has(Modifier::acquire) || view.has(Modifier::release);
}

static AddressPlaces placesOf(const Signature &signature) {
  AddressPlaces result;
  for (unsigned i = 0; i != signature.places.size(); ++i) {
    const Signature::Place &place = signature.places[i];
    for (unsigned part = 0; part != place.count; ++part) {
      const ExpectedOperand &operand = signature.operands[place.first + part];
      if (operand.info->isMemoryAddress())
        result.push_back({.operand = static_cast<uint8_t>(i),
                          .part = static_cast<uint8_t>(part),
                          .window = windowOf(signature.view, *operand.info),
                          .bytes = bytesAt(signature, *operand.info),
                          .size = sizeOperand(signature, *operand.info),
                          .stores = operand.info->stores,
                          .isAtomic = isAtomicOrScoped(signature.view)});
    }
  }
  return result;
}

/// Whether an operand of some form of the opcode is an address.
static bool takesAddress(Opcode opcode) {
  return llvm::any_of(formsOf(opcode), [](const FormInfo &form) {
    return llvm::any_of(form.operands(), [](const OperandInfo &operand) {
      return (operand.kinds & OperandKind::address) != 0;
    });
  });
}

namespace {

/// Visits the instructions of a body.
class AddressFinder {
public:
  AddressFinder(const CheckedUnit &checked, const AddressPrefilter &prefilter,
                llvm::function_ref<ValueAnalysis &()> values)
      : checked(checked), scope(checked.scope), unit(checked.scope.unit), values(values),
        prefilter(prefilter) {}

  void findUses();

  std::vector<AddressUse> uses;

private:
  void use(InstId inst, const AddressPlace &place);
  ExprId insideOf(ExprId id, const AddressPlace &place) const;
  ExprId baseOf(ExprId id) const { return unit[id].kind == ExprKind::Offset ? unit[id].lhs() : id; }
  const Symbol *variableOf(ExprId id) const;
  bool isSuspicious(ExprId id, const AddressPlace &place, uint32_t bytes) const;
  uint32_t copiedBytes(InstId inst, const OperandInfo &size) const;

  const CheckedUnit &checked;
  const BodyScope &scope;
  const SyntaxUnit &unit;
  llvm::function_ref<ValueAnalysis &()> values;
  const AddressPrefilter &prefilter;
  llvm::DenseMap<const Signature *, AddressPlaces> places;
};

} // namespace

/// The variable that an operand names; null if there is none.
const Symbol *AddressFinder::variableOf(ExprId id) const {
  ExprId base = baseOf(id);
  if (unit[base].kind != ExprKind::Name && unit[base].kind != ExprKind::Index)
    return nullptr;
  const Symbol *symbol = scope.symbol(scope.binding(base));
  return symbol && symbol->isMemory() ? symbol : nullptr;
}

/// The expression at \p place in the operand \p id; invalid if the operand has none.
ExprId AddressFinder::insideOf(ExprId id, const AddressPlace &place) const {
  if (unit[id].kind == ExprKind::Qualified)
    id = unit[id].child();
  if (unit[id].kind != ExprKind::Address)
    return id;
  llvm::ArrayRef<ExprId> list = unit.list(unit[id].list());
  return place.part < list.size() ? list[place.part] : ExprId{};
}

/// The number of bytes given by the operand `size`; 0 if unknown.
uint32_t AddressFinder::copiedBytes(InstId inst, const OperandInfo &size) const {
  ExprId id = findOperand(checked, inst, size);
  std::optional<Constant> bytes = id ? scope.constant(id) : std::nullopt;
  return bytes && bytes->isInteger() && bytes->bits <= 16 ? static_cast<uint32_t>(bytes->bits) : 0;
}

/// Whether the register in `id`, an access of `bytes` bytes, may hold a wrong address.
bool AddressFinder::isSuspicious(ExprId id, const AddressPlace &place, uint32_t bytes) const {
  int64_t offset = 0;
  if (unit[id].kind == ExprKind::Offset)
    if (std::optional<Constant> by = scope.constant(unit[id].rhs()))
      offset = by->asSigned();
  return prefilter.isSuspicious(baseOf(id), offset, place.window, bytes, place.stores,
                                place.isAtomic);
}

void AddressFinder::use(InstId inst, const AddressPlace &place) {
  ExprId id = insideOf(unit.list(unit[inst].operands())[place.operand], place);
  if (!id || (unit[baseOf(id)].kind != ExprKind::Name && unit[id].kind != ExprKind::Index))
    return;
  uint32_t bytes = place.size ? copiedBytes(inst, *place.size) : place.bytes;
  bool isNamed = variableOf(id) != nullptr;
  // Few operands are known or suspicious, so values of other operands are not computed.
  std::optional<KnownValue> value;
  if (isNamed || unit[id].kind == ExprKind::Index)
    value = fixedValue(scope, id, 64);
  else if (isSuspicious(id, place, bytes))
    value = values().operand(inst, id);
  if (value)
    uses.push_back({.inst = inst,
                    .address = id,
                    .window = place.window,
                    .bytes = bytes,
                    .stores = place.stores,
                    .isAtomic = place.isAtomic,
                    .isNamed = isNamed,
                    .value = std::move(*value)});
}

void AddressFinder::findUses() {
  enum : uint8_t { NotAsked, No, Yes };
  std::array<uint8_t, 256> hasAddress{};
  for (uint32_t i = 0; i != checked.signatures.size(); ++i) {
    const Signature *signature = checked.signatures[i];
    if (!signature)
      continue;
    auto opcode = static_cast<size_t>(signature->view.form->opcode);
    if (hasAddress[opcode] == NotAsked)
      hasAddress[opcode] = takesAddress(signature->view.form->opcode) ? Yes : No;
    if (hasAddress[opcode] == No)
      continue;
    auto [entry, isNew] = places.try_emplace(signature);
    if (isNew)
      entry->second = placesOf(*signature);
    for (const AddressPlace &place : entry->second)
      use({i}, place);
  }
}

std::vector<AddressUse> ptx::findAddressUses(const CheckedUnit &checked,
                                             const AddressPrefilter &prefilter,
                                             llvm::function_ref<ValueAnalysis &()> values) {
  AddressFinder finder(checked, prefilter, values);
  finder.findUses();
  return std::move(finder.uses);
}
