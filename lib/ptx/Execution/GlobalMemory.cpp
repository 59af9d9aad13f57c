// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/GlobalMemory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;

std::optional<uint8_t> Contents::byteAt(uint64_t offset) const {
  if (kind == Kind::Bytes)
    return offset < bytes.size() ? std::optional(bytes[offset]) : std::nullopt;
  uint64_t word = kind == Kind::Words ? number : mix(number, offset / 4) % bound;
  return static_cast<uint8_t>(word >> 8 * (offset % 4));
}

std::optional<Contents> execution::contentsOf(StringRef text) {
  Contents contents;
  contents.text = text.str();
  if (text.consume_front("fill:")) {
    int64_t word;
    if (text.getAsInteger(0, word))
      return std::nullopt;
    contents.number = static_cast<uint64_t>(word);
    return contents;
  }
  if (!text.consume_front("random:"))
    return std::nullopt;
  contents.kind = Contents::Kind::Random;
  auto [seed, bound] = text.split(':');
  if (seed.getAsInteger(0, contents.number) || bound.getAsInteger(0, contents.bound) ||
      contents.bound == 0)
    return std::nullopt;
  return contents;
}

/// The format: a magic text, the version, the length of a header, the header, the elements.
llvm::Expected<Contents> execution::contentsOfNumpy(StringRef file) {
  StringRef text = file;
  if (!text.consume_front("\x93NUMPY") || text.size() < 6)
    return llvm::createStringError("not a file of NumPy");
  bool isLong = text[0] > 1;
  const char *at = text.data() + 2;
  size_t length =
      isLong ? llvm::support::endian::read32le(at) : llvm::support::endian::read16le(at);
  text = text.drop_front(isLong ? 6 : 4);
  if (text.size() < length)
    return llvm::createStringError("the header is not complete");
  StringRef header = text.take_front(length);
  if (header.contains("'fortran_order': True"))
    return llvm::createStringError("the array is in the order of Fortran");
  if (header.contains("'descr': '>") || header.contains("'descr': '|O"))
    return llvm::createStringError("the elements are no little-endian numbers");
  text = text.drop_front(length);
  Contents contents;
  contents.kind = Contents::Kind::Bytes;
  contents.bytes.assign(text.bytes_begin(), text.bytes_end());
  return contents;
}

void GlobalMemory::add(uint64_t base, uint64_t size, std::shared_ptr<const Contents> contents) {
  objects.push_back(Object{base, size, std::move(contents)});
}

size_t GlobalMemory::find(uint64_t address) const {
  auto found = llvm::find_if(objects, [&](const Object &object) {
    return address >= object.base && address - object.base < object.size;
  });
  return static_cast<size_t>(found - objects.begin());
}

Value GlobalMemory::load(uint64_t address, unsigned bytes, Value otherwise) const {
  size_t number = find(address);
  if (number == objects.size())
    return otherwise;
  const Object &object = objects[number];
  uint64_t bits = 0;
  for (unsigned i = 0; i != bytes; ++i) {
    uint64_t offset = address - object.base + i;
    auto stored = object.stored.find(offset);
    std::optional<uint8_t> byte = object.initial->byteAt(offset);
    int known = stored != object.stored.end() ? stored->second : byte ? *byte : -1;
    if (known < 0)
      return otherwise;
    bits |= static_cast<uint64_t>(known) << 8 * i;
  }
  return Value::number(bits);
}

void GlobalMemory::store(uint64_t address, unsigned bytes, Value value) {
  size_t number = find(address);
  if (number == objects.size())
    return;
  Object &object = objects[number];
  for (unsigned i = 0; i != bytes; ++i)
    object.stored[address - object.base + i] =
        value.known ? static_cast<int>(value.bits >> 8 * i & 0xFF) : -1;
}

uint64_t GlobalMemory::held() const {
  uint64_t bytes = 0;
  for (const Object &object : objects)
    bytes += object.stored.getMemorySize();
  return bytes;
}
