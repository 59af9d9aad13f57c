// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Forms/MbarrierReports.h"
#include "ptx/Memory/Read/StepReader.h"

using namespace ptx;

/// A load of a parameter returns the value from a comment.
bool StepReader::readParameter(ExprId place, ExprId result) {
  Step move = step(Step::Kind::Compute);
  ExprId name = unit.list(unit[place].list()).front();
  std::optional<LitmusValue> known = names.parameter(unit.source(name));
  if (view->form->action != Action::Load || !known)
    return refuse("what the parameter is has to be said by `//@litmus param " + unit.source(name) +
                  " = <variable or number>`");
  move.width = typeWidth();
  move.operands = {*known};
  return destination(result, move) && add(move);
}

/// The address of a shared variable in another CTA of the cluster. (Manual 9.7.9.23)
bool StepReader::readMapa() {
  Step move = step(Step::Kind::Compute);
  LitmusValue rank;
  if (!destination(operands[0], move) || !value(operands[2], rank))
    return false;
  const Symbol *symbol = body.scope.symbol(body.scope.binding(operands[1]));
  if (!symbol || !symbol->isMemory() || rank.kind != LitmusValue::Kind::Number)
    return refuse("a variable and a known CTA are expected");
  move.operands = {LitmusValue::ofAddress(names.variable(*symbol, rank.number))};
  return add(move);
}

bool StepReader::readAccess() {
  bool isLoad = view->form->action == Action::Load;
  ExprId place = operands[isLoad ? 1 : 0], other = operands[isLoad ? 0 : 1];
  if (has(Modifier::async))
    return readAsynchronousAccess();
  if (has(Modifier::nc))
    return refuse("the memory consistency model does not apply to `.nc` (manual 8.1)");
  if (has(Modifier::proxy_readonly))
    return refuse("the readonly proxy is not modelled");
  if (has(Modifier::bulk))
    return refuse("stores of many bytes are not modelled");
  if (hasAnyOf({Modifier::param, Modifier::param_entry, Modifier::param_func}))
    return readParameter(place, other);
  Step access = orderedStep(isLoad ? Step::Kind::Load : Step::Kind::Store);
  if (has(Modifier::const_))
    access.proxy = Proxy::Constant;
  if (typeWidth() > 64)
    return refuse("only values of up to 64 bits are understood");
  access.width = typeWidth();
  if (!address(place, access.address))
    return false;
  llvm::SmallVector<ExprId, 4> parts = elements(other);
  // The accesses to the elements of a vector are unordered. (Manual 8.2.4)
  if (parts.size() > 1)
    access.unordered = ++groups;
  for (ExprId element : parts) {
    Step part = access;
    LitmusValue stored;
    if (isLoad ? !destination(element, part) : !value(element, stored))
      return false;
    if (!isLoad)
      part.operands = {stored};
    add(part);
    access.address.number += access.width / 8;
  }
  return true;
}

std::optional<Operation> StepReader::atomicOperation() const {
  bool isSignedType = isSigned();
  const std::pair<Modifier, Operation> operations[] = {
      {Modifier::add, Operation::Add},
      {Modifier::and_, Operation::And},
      {Modifier::or_, Operation::Or},
      {Modifier::xor_, Operation::Xor},
      {Modifier::exch, Operation::Exchange},
      {Modifier::cas, Operation::CompareAndSwap},
      {Modifier::inc, Operation::Increment},
      {Modifier::dec, Operation::Decrement},
      {Modifier::min, isSignedType ? Operation::MinSigned : Operation::Min},
      {Modifier::max, isSignedType ? Operation::MaxSigned : Operation::Max}};
  for (auto [word, operation] : operations)
    if (has(word) && typeWidth() <= 64 && !isFloat())
      return operation;
  return std::nullopt;
}

bool StepReader::readAtomic() {
  if (has(Modifier::async))
    return readAsynchronousAccess();
  Step atomic = orderedStep(Step::Kind::Atomic);
  atomic.isReduction = view->form->action == Action::Reduction;
  std::optional<Operation> operation = atomicOperation();
  if (!operation || unit[operands.back()].kind == ExprKind::Vector)
    return refuse("only operations on integers of up to 64 bits are understood");
  atomic.operation = *operation;
  atomic.width = typeWidth();
  llvm::ArrayRef<ExprId> rest = operands;
  if (!atomic.isReduction) {
    if (!destination(rest.front(), atomic))
      return false;
    rest = rest.drop_front();
  }
  if (!address(rest.front(), atomic.address))
    return false;
  for (ExprId id : rest.drop_front()) {
    LitmusValue operand;
    if (!value(id, operand))
      return false;
    atomic.operands.push_back(operand);
  }
  return add(atomic);
}

LitmusStep StepReader::partOf(uint32_t number, Step::Kind kind, Proxy proxy,
                              LitmusValue address) const {
  Step part = step(kind);
  part.asynchronous = number;
  part.proxy = proxy;
  part.address = address;
  return part;
}

bool StepReader::addCompletion(uint32_t number, LitmusValue object, uint64_t bytes) {
  Step complete = step(Step::Kind::Atomic);
  complete.operation = Operation::MbarrierComplete;
  complete.isReduction = true;
  complete.asynchronous = number;
  complete.semantics = Semantics::Release;
  complete.scope = MemoryScope::Cluster;
  complete.address = object;
  complete.operands = {LitmusValue::ofNumber(bytes)};
  return add(complete);
}

/// `st.async` (weak) and `red.async` (relaxed) access memory through the generic proxy, and
/// complete at an mbarrier object. (Manual 9.7.9.12, 9.7.13.7)
bool StepReader::readAsynchronousAccess() {
  if (has(Modifier::release))
    return refuse("asynchronous operations that are releases are not modelled");
  bool isReduction = view->form->action == Action::Reduction;
  Step access = orderedStep(isReduction ? Step::Kind::Atomic : Step::Kind::Store);
  access.isReduction = isReduction;
  std::optional<Operation> operation = atomicOperation();
  if (typeWidth() > 64 || (isReduction && !operation))
    return refuse("only operations on integers of up to 64 bits are understood");
  if (isReduction)
    access.operation = *operation;
  access.width = typeWidth();
  access.asynchronous = ++asynchronous;
  LitmusValue object;
  if (asyncOp(*view) != AsyncOp::RemoteStore)
    return refuse("only what completes at an mbarrier object is understood");
  if (!address(AsyncRole::Writes, access.address) || !address(AsyncRole::Object, object))
    return false;
  llvm::SmallVector<ExprId, 4> parts = elements(operands[1]);
  for (ExprId element : parts) {
    LitmusValue stored;
    if (!value(element, stored))
      return false;
    access.operands = {stored};
    add(access);
    access.address.number += access.width / 8;
  }
  return addCompletion(access.asynchronous, object, parts.size() * access.width / 8);
}

/// A bulk copy reads and writes through the async proxy, and completes at an mbarrier object after
/// an implicit fence of that proxy. (Manual 9.7.9.25.4)
bool StepReader::readBulkCopy() {
  LitmusValue to, from, size, object;
  // Their operations are strong and form patterns of their own. (Manual of PTX 9.4, 8.8)
  if (has(Modifier::relaxed))
    return refuse("bulk copies that are relaxed are not modelled");
  // With a report, the two phases of the object are different. (Manual of PTX 9.4, 9.7.15.16.7)
  if (reportsValidity(*view))
    return refuse("reports to mbarrier objects are not modelled");
  bool isLoad = asyncOp(*view) == AsyncOp::BulkLoad && has(Modifier::mbarrier_complete_tx_bytes);
  if (isLoad && has(Modifier::tensor))
    return readTensorCopy();
  if (!isLoad)
    return refuse("only bulk copies that complete at an mbarrier object are understood");
  if (operands.size() != 4)
    return refuse("of bulk copies only those of all bytes to one CTA are understood");
  if (!address(AsyncRole::Writes, to) || !address(AsyncRole::Reads, from) ||
      !value(AsyncRole::Bytes, size) || !address(AsyncRole::Object, object))
    return false;
  if (size.kind != LitmusValue::Kind::Number || size.number > 64)
    return refuse("the size has to be known and at most 64");
  uint32_t copy = ++asynchronous;
  for (uint64_t at = 0; at < size.number; at += 8) {
    Step load = partOf(copy, Step::Kind::Load, Proxy::Async, from.plus(at));
    load.result = temporary();
    Step store = partOf(copy, Step::Kind::Store, Proxy::Async, to.plus(at));
    store.operands = {LitmusValue::ofRegister(*load.result)};
    add(load);
    add(store);
  }
  add(partOf(copy, Step::Kind::ProxyFence, Proxy::Async));
  return addCompletion(copy, object, size.number);
}
