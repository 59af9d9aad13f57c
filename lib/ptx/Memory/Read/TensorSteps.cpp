// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Read/StepReader.h"

// Tensor maps are opaque (manual 5.5.8): a change is only observable in the result of a copy. We
// represent a map by its first 8 bytes. `tensormap.replace` of the tensor's address writes them,
// and a copy transfers them instead of elements.

using namespace ptx;

/// Fences of the tensormap proxy. (Manual 9.7.13.4)
bool StepReader::readMapFence() {
  if (has(Modifier::sync_restrict_shared_cluster) || has(Modifier::sync_restrict_shared_cta))
    return refuse("fences of some operations are not modelled");
  Step fence = orderedStep(Step::Kind::ProxyFence);
  fence.proxy = Proxy::TensorMap;
  if (fence.semantics == Semantics::Acquire && !address(AsyncRole::Map, fence.address))
    return false;
  return add(fence);
}

/// A weak write of a tensor map. (Manual 9.7.9.26)
bool StepReader::readMapReplace() {
  Step store = step(Step::Kind::Store);
  LitmusValue field;
  if (!has(Modifier::global_address))
    return refuse("of the fields of a tensor map only the address of the tensor is modelled");
  if (!address(AsyncRole::Map, store.address) || !value(operands[1], field))
    return false;
  store.operands = {field};
  return add(store);
}

/// A copy through the generic proxy, then a release of the result to the tensormap proxy. (Manual
/// 9.7.13.16)
bool StepReader::readMapCopy() {
  LitmusValue to, from;
  if (!address(AsyncRole::Writes, to) || !address(AsyncRole::Reads, from))
    return false;
  uint32_t group = ++groups;
  for (uint64_t at = 0; at < tensorMapBytes; at += 8) {
    Step load = step(Step::Kind::Load), store = step(Step::Kind::Store);
    load.unordered = store.unordered = group;
    load.address = from.plus(at);
    store.address = to.plus(at);
    load.result = temporary();
    store.operands = {LitmusValue::ofRegister(*load.result)};
    add(load);
    add(store);
  }
  Step fence = orderedStep(Step::Kind::ProxyFence);
  fence.proxy = Proxy::TensorMap;
  return add(fence);
}

/// A copy reads its tensor map through the tensormap proxy. The map can be changed after the
/// completion of the copy (manual 9.7.9.25.1), which is modelled as a fence, as for the async
/// proxy.
bool StepReader::readTensorCopy() {
  constexpr uint64_t boxBytes = 16; // the minimum (manual 5.5.3.1)
  LitmusValue to, map, object;
  bool isPlain = operands.size() == 3 && unit.list(unit[operands[1]].list()).size() == 2 &&
                 !hasAnyOf({Modifier::tile_gather4, Modifier::cta_group_2});
  if (!isPlain)
    return refuse("of copies by tensor maps only those of one tile to one CTA are understood");
  if (!address(AsyncRole::Writes, to) || !address(AsyncRole::Map, map) ||
      !address(AsyncRole::Object, object))
    return false;
  uint32_t copy = ++asynchronous;
  Step load = partOf(copy, Step::Kind::Load, Proxy::TensorMap, map);
  load.result = temporary();
  add(load);
  for (uint64_t at = 0; at < boxBytes; at += 8) {
    Step store = partOf(copy, Step::Kind::Store, Proxy::Async, to.plus(at));
    store.operands = {LitmusValue::ofRegister(*load.result)};
    add(store);
  }
  for (Proxy proxy : {Proxy::TensorMap, Proxy::Async})
    add(partOf(copy, Step::Kind::ProxyFence, proxy));
  return addCompletion(copy, object, boxBytes);
}
