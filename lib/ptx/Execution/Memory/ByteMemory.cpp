// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Memory/ByteMemory.h"

#include "llvm/Support/Endian.h"

#include <algorithm>

using namespace ptx::execution;

void ByteMemory::resize(uint64_t size) {
  uint64_t old = names.size();
  data.resize(size);
  known.resize(size);
  names.resize((size + granule - 1) / granule);
  for (uint64_t i = old; i < names.size(); ++i)
    names[i] = mix(0x51, i);
}

Value ByteMemory::load(uint64_t at, unsigned bytes) const {
  if (at > data.size() || data.size() - at < bytes)
    return Value::unknown(mix(at, bytes));
  uint64_t bits = 0;
  bool isKnown = true;
  if (bytes == 4) { // the most frequent size
    bits = llvm::support::endian::read32le(&data[at]);
    isKnown = llvm::support::endian::read32le(&known[at]) == 0x01010101;
  } else {
    for (unsigned i = 0; i != bytes; ++i) {
      isKnown &= known[at + i] != 0;
      bits |= uint64_t(data[at + i]) << 8 * i;
    }
  }
  if (isKnown)
    return Value::number(bits);
  uint64_t name = names[at / granule];
  return Value::unknown(at % granule || bytes < granule ? mix(name, at % granule * 8 + bytes)
                                                        : name);
}

void ByteMemory::store(uint64_t at, unsigned bytes, Value value) {
  if (at > data.size() || data.size() - at < bytes)
    return;
  for (unsigned i = 0; i != bytes; ++i) {
    data[at + i] = static_cast<uint8_t>(value.bits >> 8 * i);
    known[at + i] = value.known;
  }
  if (!value.known)
    for (uint64_t g = at / granule; g * granule < at + bytes; ++g)
      names[g] = g == at / granule ? value.bits : mix(value.bits, g - at / granule);
}

void ByteMemory::copy(uint64_t to, const ByteMemory &source, uint64_t from, uint64_t bytes) {
  for (uint64_t at = 0; at < bytes; at += granule) {
    unsigned part = static_cast<unsigned>(std::min<uint64_t>(granule, bytes - at));
    Value value = source.load(from + at, part);
    store(to + at, part, value);
    for (unsigned i = 0; !value.known && i != part; ++i)
      if (Value byte = source.load(from + at + i, 1); byte.known)
        store(to + at + i, 1, byte);
  }
}

void ByteMemory::forget(uint64_t at, uint64_t bytes, uint64_t name) {
  if (at >= data.size())
    return;
  bytes = std::min<uint64_t>(bytes, data.size() - at);
  Meter::spend(bytes / granule);
  std::fill_n(known.begin() + at, bytes, 0);
  for (uint64_t g = at / granule; g * granule < at + bytes; ++g)
    names[g] = mix(name, g);
}

bool ByteMemory::isSameAt(uint64_t number, const ByteMemory &other) const {
  uint64_t end = std::min<uint64_t>((number + 1) * granule, data.size());
  bool isSame = true, isUnknown = false;
  for (uint64_t i = number * granule; i != end; ++i) {
    isSame &= known[i] == other.known[i] && (!known[i] || data[i] == other.data[i]);
    isUnknown |= !known[i];
  }
  return isSame && (!isUnknown || names[number] == other.names[number]);
}
