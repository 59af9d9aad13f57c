// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/ProgramBuilder.h"
#include "ptx/Analysis/Values/AddressWindow.h"
#include "ptx/Sema/Declarations/Declarations.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;

static uint64_t addressOfFunction(uint32_t routine) {
  return window::functions + routine * window::functionStride;
}

/// The window and the size of its memory.
static uint64_t place(uint64_t &end, const Symbol &symbol) {
  end = llvm::alignTo(end, std::max(1u, symbol.alignment));
  uint64_t at = end;
  end += symbol.bytes;
  return at;
}

/// The shared memory of a CTA, with the part that the system reserves.
static constexpr uint64_t mostShared = 228 * 1024;

void ProgramBuilder::addShared(const Symbol &symbol, uint64_t at) {
  program.shared.push_back(
      {symbol.name.str(), at, symbol.bytes, false, symbol.type.value_or(TypeId::b8)});
  sharedPlaces[{symbol.name, symbol.bytes}] = at;
}

/// A variable in global or constant memory, apart from others.
void ProgramBuilder::placeVariable(uint64_t &at, const Symbol &symbol) {
  constexpr uint64_t apart = 256;
  variables = llvm::alignTo(variables, apart);
  at = variables = llvm::alignTo(variables, std::max(1u, symbol.alignment));
  // Textures, samplers and surfaces have addresses, although no known size.
  variables += std::max<uint64_t>(1, bytesOfVariable(symbol));
  if (launch.hasData && symbol.isOpaque())
    bindVariable(symbol, at);
  else if (launch.hasData && symbol.linkage != Linkage::Extern)
    initialized.add(symbol, at);
}

void ProgramBuilder::placeModule() {
  program.sharedBytes = window::firstShared;
  const SymbolTable &symbols = sema.tables->symbols;
  std::vector<uint32_t> dynamic;
  for (uint32_t i = 0; i != symbols.all().size(); ++i) {
    const Symbol &symbol = symbols[i];
    if (!symbol.isMemory())
      continue;
    if (symbol.space == StateSpace::Global || symbol.space == StateSpace::Const) {
      placeVariable(modulePlaces[i], symbol);
    } else if (symbol.space == StateSpace::Shared && symbol.bytes) {
      modulePlaces[i] = place(program.sharedBytes, symbol);
      addShared(symbol, modulePlaces[i]);
    } else if (symbol.space == StateSpace::Shared) {
      dynamic.push_back(i);
    }
  }
  // Shared variables of bodies come before the dynamic shared memory.
  for (const Function &function : module.top().functions()) {
    if (function.body >= sema.bodies.size() || !sema.bodies[function.body])
      continue;
    bool isEntry = module.top().isEntry(function);
    if (isEntry && &function != launch.entry)
      continue;
    for (const Symbol &symbol : sema.bodies[function.body]->scope.symbols().all())
      if (symbol.isMemory() && symbol.space == StateSpace::Shared && symbol.bytes)
        addShared(symbol, place(program.sharedBytes, symbol));
  }
  uint64_t begin = llvm::alignTo(program.sharedBytes, 16);
  for (uint32_t i : dynamic)
    begin = llvm::alignTo(begin, std::max(16u, symbols[i].alignment));
  if (dynamic.empty())
    return;
  // If the launch has no size, it is the maximum of a CTA.
  uint64_t bytes =
      launch.dynamicShared ? launch.dynamicShared : mostShared - std::min(begin, mostShared);
  for (uint32_t i : dynamic)
    modulePlaces[i] = begin;
  const Symbol &first = symbols[dynamic.front()];
  program.shared.push_back({first.name.str(), begin, bytes, true, first.type.value_or(TypeId::b8)});
  program.sharedBytes = begin + bytes;
}

void ProgramBuilder::placeParameters(Routine &routine, bool isEntry) {
  const SymbolTable &symbols = body->scope.symbols();
  for (uint32_t i = 0; i != symbols.all().size(); ++i) {
    const Symbol &symbol = symbols[i];
    if (symbol.parameter == ParameterKind::None)
      continue;
    if (symbol.isRegister()) {
      Slot reg = slotOfRegister(symbol, registers->find(Binding{SymbolRef::ofBody(i), 0}));
      nameRegister(reg.index, symbol.name, &symbol);
      auto &list = symbol.parameter == ParameterKind::Return ? routine.results : routine.parameters;
      for (const Slot &slot : elementsOf(symbol, reg))
        list.emplace_back().slot = slot;
    }
    if (symbol.space != StateSpace::Param)
      continue;
    uint64_t at = place(program.paramBytes, symbol);
    bodyPlaces[i] = at;
    namePlace(symbol, at);
    auto &list = symbol.parameter == ParameterKind::Return ? routine.results : routine.parameters;
    list.push_back({at, symbol.bytes, {}});
    if (isEntry) {
      std::string number = std::to_string(routine.parameters.size() - 1);
      for (const auto &[place, bytes] : launch.boxes)
        if (auto [name, offset] = placeInParameter(place); name == symbol.name || name == number)
          program.boxes[at + offset] = bytes;
    }
  }
  if (!isEntry)
    return;
  fillParameters();
  readDescriptions();
}

uint32_t ProgramBuilder::routineOf(StringRef name) {
  auto [entry, isNew] = routineNames.try_emplace(name, program.routines.size());
  if (isNew) {
    program.routines.emplace_back().name = name.str();
    work.push_back(entry->second);
  }
  return entry->second;
}

uint32_t ProgramBuilder::registerOf(uint32_t number) {
  if (number == Registers::none) {
    program.usesModuleRegisters = true; // which is not executed
    number = 0;
  }
  uint32_t reg = firstRegister + number;
  if (program.registerWidths.size() <= reg)
    program.registerWidths.resize(reg + 1, 64);
  return reg;
}

void ProgramBuilder::nameRegister(uint32_t reg, StringRef text, const Symbol *symbol) {
  if (!launch.hasData)
    return;
  if (program.registerNames.size() <= reg)
    program.registerNames.resize(reg + 1);
  RegisterName &name = program.registerNames[reg];
  if (name.text.empty())
    name = {text.str(), symbol && symbol->type ? *symbol->type : TypeId::pred};
}

void ProgramBuilder::namePlace(const Symbol &symbol, uint64_t at) {
  if (launch.hasData)
    program.namedPlaces.push_back({symbol.name.str(), symbol.space, routine, at, symbol.bytes,
                                   symbol.type.value_or(TypeId::b8)});
}

uint64_t ProgramBuilder::placeOf(SymbolRef ref, const Symbol &symbol) {
  auto &places = ref.isModule() ? modulePlaces : bodyPlaces;
  auto [entry, isNew] = places.try_emplace(ref.index(), 0);
  if (!isNew)
    return entry->second;
  if (symbol.space == StateSpace::Shared) {
    entry->second = sharedPlaces.lookup({symbol.name, symbol.bytes});
  } else if (symbol.space == StateSpace::Global || symbol.space == StateSpace::Const) {
    placeVariable(entry->second, symbol);
  } else {
    bool isParameter = symbol.space == StateSpace::Param;
    entry->second = place(isParameter ? program.paramBytes : program.localBytes, symbol);
    namePlace(symbol, entry->second);
    if (!isParameter)
      program.localAlignment = std::max<uint64_t>(program.localAlignment, symbol.alignment);
  }
  return entry->second;
}

Slot ProgramBuilder::slotOfSymbol(SymbolRef ref) {
  Slot slot;
  slot.kind = Slot::Kind::Number;
  const Symbol *symbol = body->scope.symbol(ref);
  if (symbol && symbol->isFunction() && launch.hasData)
    slot.number = addressOfFunction(routineOf(symbol->name));
  if (!symbol || !symbol->isMemory())
    return slot;
  uint64_t at = placeOf(ref, *symbol);
  slot.number = at;
  if (launch.hasData && symbol->isOpaque())
    checkOpaque(*symbol, symbol->space == StateSpace::Param ? window::param + at : at);
  if (launch.hasData && symbol->linkage == Linkage::Extern && symbol->space != StateSpace::Shared)
    program.unsupported.push_back("the external variable `" + symbol->name.str() +
                                  "`, which the module does not define");
  switch (symbol->space) {
  case StateSpace::Shared:
    slot.kind = Slot::Kind::Shared;
    break;
  case StateSpace::Param:
    slot.number = window::param + at;
    break;
  case StateSpace::Local:
    slot.kind = ref.isModule() ? Slot::Kind::Number : Slot::Kind::Local;
    slot.number = window::local + at;
    break;
  default:
    break;
  }
  return slot;
}

Slot ProgramBuilder::slotOfName(ExprId id) {
  const Expr &e = (*unit)[id];
  SymbolRef ref = body->scope.binding(id);
  Slot slot;
  if (ref.isSpecial()) {
    slot.kind = Slot::Kind::Special;
    slot.index = static_cast<uint32_t>(ref.specialRegister());
    slot.width = static_cast<uint8_t>(info(info(ref.specialRegister()).type).width);
    if (e.kind == ExprKind::Member) {
      StringRef part = unit->text(e.component());
      slot.component = static_cast<uint8_t>(StringRef("xyzw").find(part.back()));
    }
    return slot;
  }
  const Symbol *symbol = body->scope.symbol(ref);
  if (!symbol || !symbol->isRegister())
    return slotOfSymbol(ref);
  Slot reg = slotOfRegister(*symbol, registers->find(id));
  nameRegister(reg.index, unit->text(e.token), symbol);
  if (e.kind != ExprKind::Member || symbol->vectorLength < 2)
    return reg;
  // A component is named as a coordinate or as a colour. (Manual 6.4.3)
  char last = unit->text(e.component()).back();
  auto element = static_cast<unsigned>(
                     std::max(StringRef("xyzw").find(last) + 1, StringRef("rgba").find(last) + 1)) -
                 1;
  namedElements[e.token.index] = element;
  return slotOfVectorElement(*symbol, reg, element);
}

/// The register of an element of a vector register.
Slot ProgramBuilder::slotOfVectorElement(const Symbol &symbol, Slot vector, unsigned element) {
  auto [entry, isNew] = vectorElements.try_emplace(vector.index, registerCount);
  if (isNew) {
    registerCount += symbol.vectorLength - 1u;
    program.registerWidths.resize(std::max<size_t>(program.registerWidths.size(), registerCount),
                                  64);
  }
  if (element == 0)
    return vector;
  Slot slot = vector;
  slot.index = entry->second + element - 1;
  program.registerWidths[slot.index] = slot.width;
  if (launch.hasData)
    nameRegister(slot.index, program.registerNames[vector.index].text + "." + "xyzw"[element],
                 &symbol);
  return slot;
}

/// The elements of a vector register, or another register itself.
llvm::SmallVector<Slot, 4> ProgramBuilder::elementsOf(const Symbol &symbol, Slot reg) {
  llvm::SmallVector<Slot, 4> slots{reg};
  for (unsigned i = 1; i < symbol.vectorLength; ++i)
    slots.push_back(slotOfVectorElement(symbol, reg, i));
  return slots;
}

/// The slots of an operand, several ones for the name of a whole vector, such as `%v` or `%ntid`.
llvm::SmallVector<Slot, 4> ProgramBuilder::slotsOf(ExprId id) {
  Slot slot = slotOf(id);
  llvm::SmallVector<Slot, 4> slots{slot};
  if ((*unit)[id].kind != ExprKind::Name)
    return slots;
  SymbolRef ref = body->scope.binding(id);
  const Symbol *symbol = body->scope.symbol(ref);
  if (symbol && symbol->isRegister())
    return elementsOf(*symbol, slot);
  unsigned count = ref.isSpecial() ? info(ref.specialRegister()).components : 1;
  for (uint8_t i = 1; i < count; ++i) {
    slot.component = i;
    slots.push_back(slot);
  }
  return slots;
}

Slot ProgramBuilder::slotOfRegister(const Symbol &symbol, uint32_t number) {
  Slot slot;
  slot.kind = Slot::Kind::Register;
  slot.index = registerOf(number);
  unsigned width = symbol.type ? info(*symbol.type).width : 64;
  if (symbol.type && info(*symbol.type).kind == TypeKind::Predicate)
    width = 1;
  if (width == 128) {
    auto [entry, isNew] = program.upperHalves.try_emplace(slot.index, 0);
    if (isNew) // after all registers of the body
      entry->second = Operation::none;
    width = 64;
  }
  slot.width = static_cast<uint8_t>(width);
  program.registerWidths[slot.index] = slot.width;
  return slot;
}

/// `x[4]`, an element of an array. (Manual 6.4.2)
Slot ProgramBuilder::slotOfElement(ExprId id) {
  SymbolRef ref = body->scope.binding(id);
  const Symbol *array = body->scope.symbol(ref);
  Slot index = slotOf((*unit)[id].child());
  Slot slot = slotOfSymbol(ref);
  if (!array || index.kind != Slot::Kind::Number)
    program.unsupported.push_back("an element whose number is in a register");
  else
    slot.number += index.number * elementBytes(*array);
  return slot;
}

Slot ProgramBuilder::slotOf(ExprId id) {
  const Expr &e = (*unit)[id];
  Slot slot;
  if (std::optional<Constant> constant = body->scope.constant(id)) {
    slot.kind = Slot::Kind::Number;
    slot.number = constant->bits;
    // 0f has the bits of binary32 already; other floating-point numbers are binary64.
    if (constant->kind == Constant::Kind::Double)
      slot.component = 1;
    return slot;
  }
  switch (e.kind) {
  case ExprKind::Name:
  case ExprKind::Member:
    return slotOfName(id);
  case ExprKind::Paren:
  case ExprKind::Cast:
  case ExprKind::Generic:
    return slotOf(e.child());
  case ExprKind::Unary:
    slot = slotOf(e.child());
    slot.negated = true;
    return slot;
  case ExprKind::Offset: {
    slot = slotOf(e.lhs());
    Slot added = slotOf(e.rhs());
    slot.number += unit->text(e.token) == "-" ? 0 - added.number : added.number;
    return slot;
  }
  case ExprKind::Index:
    return slotOfElement(id);
  default:
    return slot;
  }
}

void ProgramBuilder::addSlot(ExprId id) {
  const Expr &e = (*unit)[id];
  if (e.kind == ExprKind::Vector) {
    for (ExprId element : unit->list(e.list()))
      addSlot(element);
    return;
  }
  if (e.kind == ExprKind::Pair) {
    addSlot(e.lhs());
    return addSlot(e.rhs());
  }
  llvm::append_range(program.slots, slotsOf(id));
}

void ProgramBuilder::addOperand(ExprId id) {
  const Expr *e = &(*unit)[id];
  program.slotStarts.push_back(static_cast<uint32_t>(program.slots.size()));
  if (e->kind == ExprKind::Qualified)
    e = &(*unit)[e->child()];
  if (e->kind != ExprKind::Address)
    return addSlot(id);
  for (ExprId part : unit->list(e->list()))
    addSlot(part);
}

/// Whether an operand is in the memory of the executing CTA, by a word of the instruction (manual
/// 5.1.7). With `.cta_group::2` the mbarrier object can be that of the peer. (Manual 9.7.9.25.5.2)
static bool isOwnAddress(const InstrView &view, const OperandInfo &operand) {
  bool isNamed = view.has(Modifier::shared) || view.has(Modifier::shared_cta);
  bool isOfPair = operand.id == OperandId::mbar && view.has(Modifier::cta_group_2);
  return operand.isMemoryAddress() && isNamed && !isOfPair &&
         windowOf(view, operand) == AddressWindow::Shared;
}

static uint32_t findOwnAddresses(const Signature &signature) {
  uint32_t found = 0;
  for (auto [i, place] : llvm::enumerate(signature.places))
    for (unsigned part = 0; part != place.count; ++part)
      if (isOwnAddress(signature.view, *signature.operands[place.first + part].info))
        found |= 1u << i;
  return found;
}

static Operation::Space addressedSpace(const Operation &op) {
  auto hasAny = [&](auto... words) { return (op.has(words) || ...); };
  using M = Modifier;
  return hasAny(M::global, M::const_)                          ? Operation::Space::Global
         : hasAny(M::shared, M::shared_cta, M::shared_cluster) ? Operation::Space::Shared
         : op.has(M::local)                                    ? Operation::Space::Local
         : hasAny(M::param, M::param_entry, M::param_func)     ? Operation::Space::Param
                                                               : Operation::Space::Generic;
}

void ProgramBuilder::decodeModifiers(Operation &op) {
  bool hasType = false;
  op.aligned = isAligned(*op.view);
  for (Modifier word : op.view->modifiers) {
    if (word == Modifier::none || !info(word).isType)
      continue;
    op.firstType = hasType ? op.type : info(word).type;
    op.type = info(word).type;
    hasType = true;
  }
  if (hasType) {
    const TypeInfo &type = info(op.type);
    op.width = type.kind == TypeKind::Predicate
                   ? 1
                   : static_cast<uint8_t>(std::min<unsigned>(type.width, 128));
    op.lanes = type.lanes;
    op.laneWidth = static_cast<uint8_t>(op.width / op.lanes);
    op.isSigned = type.kind == TypeKind::Signed;
    op.isFloat = type.kind == TypeKind::Float;
    const TypeInfo &first = info(op.firstType);
    op.resultWidth = first.kind == TypeKind::Predicate
                         ? 1
                         : static_cast<uint8_t>(std::min<unsigned>(first.width, 128));
  }
  op.isCompleted = launch.hasData;
  op.space = addressedSpace(op);
  op.semantics = semanticsOf(*op.view);
  op.scope = scopeOf(*op.view);
  program.allocatesStack |= op.action == Action::AllocateStack;
  program.replacesMaps |= op.async == AsyncOp::MapReplace || op.async == AsyncOp::MapCopyFence;
  bool isHigh = op.has(Modifier::hi) || op.has(Modifier::l);
  op.part = isHigh ? ResultPart::High : op.has(Modifier::wide) ? ResultPart::Wide : ResultPart::Low;
  op.comparison = comparisonOf(*op.view);
  if (std::optional<FloatFunction> function = FloatFunction::of(*op.view))
    op.function = std::make_shared<const FloatFunction>(*std::move(function));
}

void ProgramBuilder::readCall(InstId id, Operation &op) {
  const Instruction &inst = (*unit)[id];
  CallSite site;
  bool seenFunction = false;
  auto placesOf = [&](const Expr &list, auto &to) {
    for (ExprId part : unit->list(list.list())) {
      const Symbol *symbol = body->scope.symbol(body->scope.binding(part));
      if (symbol && symbol->isMemory())
        to.emplace_back().first = placeOf(body->scope.binding(part), *symbol);
      else
        for (const Slot &slot : slotsOf(part))
          to.emplace_back().slot = slot;
    }
  };
  for (ExprId part : unit->list(inst.operands())) {
    const Expr &e = (*unit)[part];
    if (e.kind == ExprKind::Arguments) {
      placesOf(e, seenFunction ? site.arguments : site.results);
    } else if (!seenFunction) {
      seenFunction = true;
      const Symbol *symbol = body->scope.symbol(body->scope.binding(part));
      if (symbol && symbol->isFunction())
        site.routine = routineOf(symbol->name);
      else if (symbol && symbol->isRegister() && launch.hasData)
        site.address = slotOf(part);
      hasIndirectCalls |= site.address.has_value();
    }
  }
  op.callee = static_cast<uint32_t>(program.calls.size());
  program.calls.push_back(std::move(site));
}

void ProgramBuilder::readBranchTargets(InstId id, Operation &op) {
  llvm::ArrayRef<ExprId> operands = unit->list((*unit)[id].operands());
  auto labelOf = [&](ExprId name) -> uint32_t {
    const Symbol *symbol = body->scope.symbol(body->scope.binding(name));
    return symbol && symbol->kind == SymbolKind::Label ? symbol->range.begin : ~0u;
  };
  if (op.view->form->has(Trait::BranchesByTable)) {
    const Symbol *list = body->scope.symbol(body->scope.binding(operands.back()));
    op.table = static_cast<uint32_t>(program.tables.size());
    program.tables.emplace_back();
    if (list && list->directive.valid())
      openTables.emplace_back(op.table, list->directive);
  } else {
    openTargets.emplace_back(program.operations.size(), labelOf(operands.front()));
  }
}

/// A floating-point number in decimal is binary64; the operand may be binary32.
void ProgramBuilder::narrowNumbers(const Signature &signature, uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i != std::min<size_t>(count, signature.places.size()); ++i) {
    // The coordinates of a texture, in the list of its address, have 32 bits.
    const Signature::Place &place = signature.places[i];
    if (signature.operands[place.first].shape.type != TypeId::f32 && place.count < 2)
      continue;
    uint32_t last = i + 1 == count ? static_cast<uint32_t>(program.slots.size())
                                   : program.slotStarts[first + i + 1];
    for (uint32_t at = program.slotStarts[first + i]; at != last; ++at)
      if (Slot &slot = program.slots[at]; slot.kind == Slot::Kind::Number && slot.component == 1)
        slot.number =
            llvm::bit_cast<uint32_t>(static_cast<float>(llvm::bit_cast<double>(slot.number)));
  }
}

/// Whether the executor knows when the instruction takes place, but not what it computes.
static bool lacksData(const Operation &op) {
  AsyncGroup group = info(op.async).group;
  // Of `tcgen05.shift`, the manual does not say which row gets which.
  if (op.async == AsyncOp::MultimemAccess || op.async == AsyncOp::TensorShift)
    return true;
  if (group == AsyncGroup::BulkCopies && op.async != AsyncOp::BulkPrefetch)
    return op.has(Modifier::override_global_address) || op.has(Modifier::cp);
  // Forms that only `ptxas` accepts have neither an mbarrier object nor `.release`.
  bool isAsync =
      op.has(Modifier::async) && (op.action == Action::Store || op.action == Action::Reduction);
  return isAsync && !op.has(Modifier::mbarrier_complete_tx_bytes) && !op.has(Modifier::release);
}

/// The function of a video instruction, whose operands have selectors.
void ProgramBuilder::readVideoFunction(InstId id, Operation &op) {
  VideoOperands operands;
  llvm::StringRef *selectors[] = {&operands.result, &operands.a, &operands.b};
  bool *negations[] = {&operands.negatesA, &operands.negatesB, &operands.negatesC};
  for (auto [i, part] : llvm::enumerate(unit->list((*unit)[id].operands()))) {
    const Expr *e = &(*unit)[part];
    if (i && e->kind == ExprKind::Unary && i <= std::size(negations)) {
      *negations[i - 1] = true;
      e = &(*unit)[e->child()];
    }
    // An element of a vector register, such as `%v.b`, has a name of one letter.
    if (e->kind == ExprKind::Member && i < std::size(selectors))
      if (StringRef name = unit->text(e->component()).drop_front(); name.size() > 1)
        *selectors[i] = name;
  }
  if (std::optional<VideoFunction> function = VideoFunction::of(*op.view, operands))
    op.video = std::make_shared<const VideoFunction>(*std::move(function));
}

void ProgramBuilder::decodeInstruction(InstId id) {
  const Signature *signature = body->signatures[id.index];
  const Instruction &inst = (*unit)[id];
  if (!signature)
    return;
  Operation op;
  op.signature = signature;
  op.view = &signature->view;
  op.action = op.view->form->action;
  op.async = asyncOp(*op.view);
  op.ownAddresses = findOwnAddresses(*signature);
  op.range = unit->range(inst.first(), inst.last);
  op.line = module.source().lineColumn(op.range.begin).line;
  decodeModifiers(op);
  if (launch.hasData && lacksData(op)) {
    op.isUnsupported = true;
    program.unsupportedNames[static_cast<uint32_t>(program.operations.size())] =
        module.source()
            .text()
            .slice(unit->range(inst.opcode).begin, op.range.end)
            .take_until([](char c) { return llvm::isSpace(c) || c == ';'; })
            .str();
  }
  if (inst.guard != GuardKind::None) {
    op.guard = registerOf(registers->ofGuard(id));
    program.registerWidths[op.guard] = 1;
    nameRegister(op.guard, unit->text(inst.guardRegister()), nullptr);
    op.guardNegated = inst.guard == GuardKind::Negated;
  }
  if (op.calls())
    readCall(id, op);
  else if (op.branches() || op.has(Trait::BranchesByTable))
    readBranchTargets(id, op);
  uint32_t first = static_cast<uint32_t>(program.slotStarts.size()), count = 0;
  size_t firstSlot = program.slots.size();
  if (!op.calls() && !op.branches())
    for (ExprId operand : unit->list(inst.operands())) {
      ExprKind kind = (*unit)[operand].kind;
      if (kind == ExprKind::Address || kind == ExprKind::Qualified)
        op.addresses |= 1u << count;
      addOperand(operand);
      ++count;
    }
  program.operandRanges.emplace_back(first, count);
  narrowNumbers(*signature, first, count);
  if (op.action == Action::OtherFunction && launch.hasData)
    readVideoFunction(id, op);
  // The function negates its operands itself.
  if (op.video)
    for (Slot &slot : llvm::MutableArrayRef(program.slots).drop_front(firstSlot))
      slot.negated = false;
  // Each operand has one slot.
  if (program.slots.size() - firstSlot == count)
    op.laneFunction = laneFunctionOf(op, count);
  else if (op.action != Action::Convert && op.action != Action::Compare)
    op.function = nullptr; // `ptxas` accepts vectors of packed numbers, without a meaning
  auto &reads = program.reads.emplace_back();
  auto &writes = program.writes.emplace_back();
  for (const RegisterAccess &access : (*accesses)[id]) {
    auto &list = access.writes() ? writes : reads;
    uint32_t reg = registerOf(access.reg);
    auto elements = vectorElements.find(reg);
    auto named = namedElements.find(access.name.index);
    unsigned count = elements == vectorElements.end() || named != namedElements.end()
                         ? 1
                         : registers->declaration(access.reg).vectorLength;
    unsigned first = named == namedElements.end() ? 0 : named->second;
    for (unsigned i = first; i != first + count; ++i)
      list.push_back(i ? elements->second + i - 1 : reg);
  }
  program.operations.push_back(op);
}

void ProgramBuilder::decodeBody(uint32_t index, const Function &function) {
  body = sema.bodies[function.body].get();
  unit = &body->scope.unit;
  routine = index;
  registers = std::make_unique<Registers>(body->scope);
  accesses = std::make_unique<RegisterAccesses>(*body, *registers);
  bodyPlaces.clear();
  vectorElements.clear();
  namedElements.clear();
  labels.clear();
  labelNames.clear();
  firstRegister = static_cast<uint32_t>(program.registerWidths.size());
  registerCount = firstRegister + registers->size();
  program.routines[index].hasBody = true;
  program.routines[index].first = static_cast<uint32_t>(program.operations.size());
  program.routines[index].firstRegister = firstRegister;
  program.routines[index].firstParameter = program.paramBytes;
  placeParameters(program.routines[index], module.top().isEntry(function));
  for (const Stmt &stmt : unit->statements()) {
    if (stmt.kind == StmtKind::Instruction)
      decodeInstruction({stmt.index});
    if (stmt.kind == StmtKind::Label) {
      labels[unit->range(TokenId{stmt.index}).begin] =
          static_cast<uint32_t>(program.operations.size());
      labelNames[unit->text(TokenId{stmt.index})] =
          static_cast<uint32_t>(program.operations.size());
    }
  }
  resolve();
  program.routines[index].end = static_cast<uint32_t>(program.operations.size());
  // A thread that reaches the end returns.
  program.operations.emplace_back();
  program.operandRanges.emplace_back();
  program.reads.emplace_back();
  program.writes.emplace_back();
  // The upper halves of wide registers come after the others.
  for (auto &[reg, upper] : program.upperHalves)
    if (upper == Operation::none) {
      upper = static_cast<uint32_t>(program.registerWidths.size());
      program.registerWidths.push_back(64);
    }
  program.routines[index].endRegister = static_cast<uint32_t>(program.registerWidths.size());
  program.routines[index].endParameter = program.paramBytes;
  findJoins(program, program.routines[index]);
}

void ProgramBuilder::resolve() {
  uint32_t end = static_cast<uint32_t>(program.operations.size());
  for (auto [operation, label] : openTargets) {
    auto found = labels.find(label);
    program.operations[operation].target = found == labels.end() ? end : found->second;
  }
  openTargets.clear();
  for (auto [table, directive] : openTables)
    for (ExprId name : unit->list((*unit)[directive].operands)) {
      auto found = labelNames.find(unit->text((*unit)[name].token));
      program.tables[table].push_back(found == labelNames.end() ? end : found->second);
    }
  openTables.clear();
}

/// The operations that access registers of asynchronous products and loads.
void ProgramBuilder::findWatched() {
  llvm::BitVector watched(static_cast<unsigned>(program.registerWidths.size()));
  auto isAsync = [](const Operation &op) {
    return op.async == AsyncOp::WgmmaMma || op.async == AsyncOp::TensorLoad;
  };
  for (uint32_t pc = 0; pc != program.operations.size(); ++pc)
    if (isAsync(program.operations[pc]))
      for (const auto *list : {&program.reads[pc], &program.writes[pc]})
        for (uint32_t reg : *list)
          if (program.registerWidths[reg] >= 16 && program.registerWidths[reg] <= 32)
            watched.set(reg);
  if (watched.none())
    return;
  for (uint32_t pc = 0; pc != program.operations.size(); ++pc)
    for (const auto *list : {&program.reads[pc], &program.writes[pc]})
      for (uint32_t reg : *list)
        program.operations[pc].isWatched |= watched.test(reg);
}

std::optional<unsigned> Program::findOperand(uint32_t pc, OperandId id) const {
  const Signature &signature = *operations[pc].signature;
  for (unsigned i = 0; i != signature.places.size(); ++i) {
    Signature::Place place = signature.places[i];
    for (unsigned part = 0; part != place.count; ++part)
      if (signature.operands[place.first + part].info->id == id)
        return i < operandCount(pc) ? std::optional(i) : std::nullopt;
  }
  return std::nullopt;
}

Program ProgramBuilder::run() {
  placeModule();
  routineOf(launch.name);
  llvm::StringMap<const Function *> functions;
  for (const Function &function : module.top().functions())
    if (function.body < sema.bodies.size() && sema.bodies[function.body])
      functions.try_emplace(module.top().text(function.name), &function);
  bool hasAll = false;
  for (size_t done = 0; done != work.size(); ++done) {
    if (const Function *function = functions.lookup(program.routines[work[done]].name))
      decodeBody(work[done], *function);
    if (!hasIndirectCalls || std::exchange(hasAll, true))
      continue;
    // Their addresses can be in tables of the module.
    for (const Function &function : module.top().functions())
      if (!module.top().isEntry(function) && function.hasBody())
        routineOf(module.top().text(function.name));
  }
  program.slotStarts.push_back(static_cast<uint32_t>(program.slots.size()));
  findWatched();
  findFloatStores(program);
  if (launch.hasData) {
    initialized.fill(program.global, [&](StringRef name) {
      auto found = routineNames.find(name);
      return found == routineNames.end() ? std::nullopt
                                         : std::optional(addressOfFunction(found->second));
    });
    program.global.setComplete();
  }
  program.carry = static_cast<uint32_t>(program.registerWidths.size());
  program.registerWidths.push_back(1);
  return std::move(program);
}

Program execution::decode(const CheckedSource &checked, const CompleteLaunch &launch) {
  return ProgramBuilder(checked, launch).run();
}

Value Program::argument(uint64_t offset, unsigned bytes) const {
  for (const GivenField &field : fields)
    if (field.first == offset && field.bytes == bytes)
      return Value::number(field.value);
  for (const UnknownStructure &structure : structures)
    if (structure.first <= offset && offset < structure.first + structure.bytes)
      return Value::number(bytes < 8 ? otherArguments
                                     : structure.object + (offset - structure.first) / 8 *
                                                              (window::globalStride >> 8));
  return parameters.load(offset, bytes);
}

std::string Program::nameOfShared(uint64_t offset) const {
  for (const SharedVariable &variable : shared)
    if (variable.first <= offset && offset < variable.first + variable.bytes)
      return offset == variable.first
                 ? variable.name
                 : variable.name + "+" + std::to_string(offset - variable.first);
  return "shared memory at " + std::to_string(offset);
}

std::string Program::placeOfShared(uint64_t offset) const {
  std::string text = std::to_string(offset);
  const SharedVariable *last = nullptr;
  for (const SharedVariable &variable : shared)
    if (variable.first <= offset && (!last || variable.first > last->first))
      last = &variable;
  if (!last)
    return text;
  uint64_t end = last->first + last->bytes;
  if (offset < end)
    return text + ", which is `" + nameOfShared(offset) + "`,";
  std::string after = offset == end ? "directly" : std::to_string(offset - end) + " bytes";
  return text + ", " + after + " after `" + last->name + "`,";
}
