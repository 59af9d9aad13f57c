// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Memory/GlobalMemory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemAlloc.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;

SharedBytes SharedBytes::zeros(uint64_t size) {
  SharedBytes bytes;
  bytes.count = size;
  bytes.data.reset(static_cast<uint8_t *>(llvm::safe_calloc(size, 1)), std::free);
  return bytes;
}

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

std::optional<uint64_t> GlobalMemory::Object::firstUnknown(llvm::ArrayRef<uint8_t> before) const {
  for (uint64_t i = 0; i != known.size(); ++i)
    if (!known[i] && (before.empty() || before[i]))
      return i;
  return std::nullopt;
}

void GlobalMemory::add(uint64_t base, uint64_t size, std::shared_ptr<const Contents> contents,
                       std::string name) {
  Object object{base, size, std::move(name), std::move(contents)};
  if (object.isBounded()) {
    object.bytes = object.initial->bytes;
    auto form = std::make_shared<Contents>(*object.initial);
    form->bytes = {};
    object.initial = std::move(form);
  }
  objects.push_back(std::move(object));
}

size_t GlobalMemory::find(uint64_t address) const {
  llvm::ArrayRef<Object> objects = all();
  auto isIn = [&](const Object &object) {
    return address >= object.base && address - object.base < object.size;
  };
  // Accesses to one object follow each other.
  if (lastFound < objects.size() && isIn(objects[lastFound]))
    return lastFound;
  auto found = llvm::find_if(objects, isIn);
  lastFound = static_cast<size_t>(found - objects.begin());
  return lastFound;
}

static unsigned bytesOfElement(const GlobalMemory::Object &object) {
  return std::max(1u, info(object.initial->element).width / 8u);
}

static std::string elementName(const GlobalMemory::Object &object, int64_t offset) {
  int64_t bytes = bytesOfElement(object);
  int64_t index = offset >= 0 ? offset / bytes : -((bytes - 1 - offset) / bytes);
  return "`" + object.name + "[" + std::to_string(index) + "]`";
}

std::string GlobalMemory::nameOf(uint64_t address) const {
  llvm::ArrayRef<Object> objects = all();
  size_t number = find(address);
  if (number == objects.size() || !objects[number].isBounded())
    return "";
  return elementName(objects[number], static_cast<int64_t>(address - objects[number].base));
}

std::string GlobalMemory::outside(uint64_t address, uint64_t bytes) const {
  llvm::ArrayRef<Object> objects = all();
  size_t number = find(address);
  if (number != objects.size() &&
      (!objects[number].isBounded() ||
       address - objects[number].base + bytes <= objects[number].bytes.size()))
    return "";
  if (number == objects.size() && !isComplete)
    return "";
  // The intended array is the nearest one; a negative index is an address before its start.
  const Object *nearest = nullptr;
  constexpr uint64_t far = uint64_t(1) << 35;
  uint64_t distance = far;
  for (const Object &object : objects) {
    uint64_t end = object.base + object.bytes.size();
    uint64_t away =
        address < object.base ? object.base - address : address - std::min(address, end);
    if (object.isBounded() && away < distance) {
      distance = away;
      nearest = &object;
    }
  }
  if (!nearest)
    return "an address that is in no array";
  uint64_t count = nearest->bytes.size() / bytesOfElement(*nearest);
  return elementName(*nearest, static_cast<int64_t>(address - nearest->base)) + ", and `" +
         nearest->name + "` has " + std::to_string(count) + (count == 1 ? " element" : " elements");
}

/// Whether all bytes of a range of a bounded object are known.
static bool isKnown(const GlobalMemory::Object &object, uint64_t offset, unsigned bytes) {
  for (unsigned i = 0; i != bytes && !object.known.empty(); ++i)
    if (!object.known[offset + i])
      return false;
  return true;
}

/// A number in bytes of an object; `otherwise` if they are not all known.
static Value numberIn(const GlobalMemory::Object &object, uint64_t first, unsigned bytes,
                      Value otherwise) {
  uint64_t bits = 0;
  if (first + bytes > object.bytes.size() || !isKnown(object, first, bytes))
    return otherwise;
  if (bytes == 4)
    return Value::number(llvm::support::endian::read32le(object.bytes.begin() + first));
  for (unsigned i = 0; i != bytes; ++i)
    bits |= static_cast<uint64_t>(object.bytes[first + i]) << 8 * i;
  return Value::number(bits);
}

Value GlobalMemory::load(uint64_t address, unsigned bytes, Value otherwise) const {
  size_t number = find(address);
  if (number == all().size())
    return otherwise;
  const Object &object = all()[number];
  uint64_t bits = 0, first = address - object.base;
  if (view)
    return loadOfView(number, first, bytes, otherwise);
  if (object.isBounded())
    return numberIn(object, first, bytes, otherwise);
  for (unsigned i = 0; i != bytes; ++i) {
    uint64_t offset = first + i;
    auto stored = object.stored.find(offset);
    std::optional<uint8_t> byte = object.initial->byteAt(offset);
    int known = stored != object.stored.end() ? stored->second : byte ? *byte : -1;
    if (known < 0)
      return otherwise;
    bits |= static_cast<uint64_t>(known) << 8 * i;
  }
  return Value::number(bits);
}

void GlobalMemory::storeByte(Object &object, uint64_t offset, uint8_t byte, bool isKnown) {
  if (!isKnown && object.known.empty())
    object.known.assign(object.bytes.size(), 1);
  object.bytes.own()[offset] = byte;
  if (!object.known.empty())
    object.known[offset] = isKnown;
}

void GlobalMemory::store(uint64_t address, unsigned bytes, Value value) {
  size_t number = find(address);
  if (number == all().size())
    return;
  uint64_t first = address - all()[number].base;
  if (view)
    return storeInView(number, first, bytes, value);
  Object &object = objects[number];
  if (!object.isBounded()) {
    for (unsigned i = 0; i != bytes; ++i)
      object.stored[first + i] = value.known ? static_cast<int>(value.bits >> 8 * i & 0xFF) : -1;
    return;
  }
  if (first + bytes > object.bytes.size())
    return;
  for (unsigned i = 0; i != bytes; ++i)
    storeByte(object, first + i, static_cast<uint8_t>(value.bits >> 8 * i), value.known);
}

uint64_t GlobalMemory::held() const {
  uint64_t bytes = view ? view->held : 0;
  for (const Object &object : objects)
    bytes += object.stored.getMemorySize();
  return bytes;
}

//===-- Views ---------------------------------------------------------------------------------===//

GlobalMemory GlobalMemory::viewOf(const GlobalMemory &base) {
  GlobalMemory memory;
  memory.isComplete = base.isComplete;
  memory.view = std::make_shared<View>();
  memory.view->base = &base;
  memory.view->chunks.resize(base.objects.size());
  return memory;
}

/// The page with a byte of an object, which begins to exist.
GlobalMemory::Page &GlobalMemory::pageOf(size_t object, uint64_t offset) const {
  auto &own = view->chunks[object];
  uint64_t number = offset / pageBytes;
  if (own.empty())
    own.resize(
        llvm::divideCeil(view->base->objects[object].bytes.size(), pageBytes * pagesOfChunk));
  std::unique_ptr<Chunk> &chunk = own[number / pagesOfChunk];
  if (!chunk) {
    chunk = std::make_unique<Chunk>();
    view->held += sizeof(Chunk);
  }
  std::unique_ptr<Page> &page = (*chunk)[number % pagesOfChunk];
  if (!page) {
    page = std::make_unique<Page>();
    view->held += sizeof(Page);
  }
  return *page;
}

/// The same as `load`, of a byte or several.
Value GlobalMemory::loadOfView(size_t number, uint64_t offset, unsigned bytes,
                               Value otherwise) const {
  const Object &object = view->base->objects[number];
  if (offset + bytes > object.bytes.size())
    return otherwise;
  Page &page = pageOf(number, offset);
  uint64_t at = offset % pageBytes;
  if (!page.change && at + bytes <= pageBytes) {
    for (unsigned i = 0; i != bytes; ++i)
      page.read.set(at + i);
    return numberIn(object, offset, bytes, otherwise);
  }
  uint64_t bits = 0;
  bool areKnown = true;
  for (unsigned i = 0; i != bytes; ++i) {
    Page &own = pageOf(number, offset + i);
    uint64_t place = (offset + i) % pageBytes;
    bool isOwn = own.change && own.change->written[place];
    if (!isOwn)
      own.read.set(place);
    Value byte = isOwn ? Value{own.change->bytes[place], own.change->known[place]}
                       : numberIn(object, offset + i, 1, otherwise);
    areKnown &= byte.known;
    bits |= (byte.bits & 0xFF) << 8 * i;
  }
  return areKnown ? Value::number(bits) : otherwise;
}

void GlobalMemory::storeInView(size_t number, uint64_t offset, unsigned bytes, Value value) {
  if (offset + bytes > view->base->objects[number].bytes.size())
    return;
  for (unsigned i = 0; i != bytes; ++i) {
    Page &page = pageOf(number, offset + i);
    if (!page.change) {
      page.change = std::make_unique<Page::Change>();
      view->held += sizeof(Page::Change);
    }
    uint64_t place = (offset + i) % pageBytes;
    page.change->written.set(place);
    page.change->known.set(place, value.known);
    page.change->bytes[place] = static_cast<uint8_t>(value.bits >> 8 * i);
  }
}

bool GlobalMemory::hasRead(const MarkedBytes &bytes) const {
  return hasForgotten || llvm::any_of(bytes, [&](const auto &entry) {
           const auto &[place, marks] = entry;
           const auto &own = view->chunks[place.first];
           const Chunk *chunk = own.empty() ? nullptr : own[place.second / pagesOfChunk].get();
           const Page *page = chunk ? (*chunk)[place.second % pagesOfChunk].get() : nullptr;
           return page && (page->read & marks).any();
         });
}

void GlobalMemory::apply(GlobalMemory &target, MarkedBytes &changed) const {
  auto applyPage = [&](size_t number, uint64_t index, const Page::Change &change) {
    changed[{number, index}] |= change.written;
    for (uint64_t place = 0; place != pageBytes; ++place)
      if (change.written[place])
        target.storeByte(target.objects[number], index * pageBytes + place, change.bytes[place],
                         change.known[place]);
  };
  for (auto [number, own] : llvm::enumerate(view->chunks))
    for (auto [first, chunk] : llvm::enumerate(own))
      for (uint64_t i = 0; chunk && i != pagesOfChunk; ++i)
        if (const Page *page = (*chunk)[i].get(); page && page->change)
          applyPage(number, first * pagesOfChunk + i, *page->change);
}
