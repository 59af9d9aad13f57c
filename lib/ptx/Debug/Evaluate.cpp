// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Debug/Scopes.h"

#include "ptx/Tensor/Swizzle.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::debug;
using execution::warpLanes;
using llvm::StringRef;
namespace window = ptx::execution::window;

namespace {

/// How bytes are read: `f16`, `16x64xf16`, `8x64xf16,swizzle=128B`.
struct Form {
  std::optional<TypeId> type;
  std::vector<uint64_t> shape;
  Swizzle swizzle = Swizzle::None;
};

/// The values of a register in all lanes.
struct TypedLanes {
  TypeId type;
  Lanes values;
};

} // namespace

/// The most elements of a matrix that is shown.
static constexpr uint64_t mostElements = uint64_t(1) << 32;

static llvm::Expected<Form> readForm(StringRef text) {
  Form form;
  auto [shape, swizzle] = text.split(',');
  if (!swizzle.empty()) {
    if (!swizzle.consume_front("swizzle="))
      return llvm::createStringError("expected `swizzle=`, found `" + swizzle + "`");
    llvm::Expected<Swizzle> named = parseSwizzle(swizzle);
    if (!named)
      return named.takeError();
    form.swizzle = *named;
  }
  llvm::SmallVector<StringRef, 4> parts;
  shape.split(parts, 'x');
  StringRef type = parts.pop_back_val();
  type.consume_front(".");
  form.type = findType(type);
  if (!form.type || !info(*form.type).width)
    return llvm::createStringError("no type `" + type + "`");
  uint64_t elements = 1;
  for (StringRef part : parts) {
    uint64_t extent;
    if (part.getAsInteger(10, extent) || !extent || extent > mostElements ||
        (elements *= extent) > mostElements)
      return llvm::createStringError("expected a shape such as `16x64xf16`, found `" + text + "`");
    form.shape.push_back(extent);
  }
  return form;
}

/// A register of the function, or a special register; none if `name` is another name.
static std::optional<TypedLanes> findRegister(const Frame &frame, StringRef name) {
  const execution::Program &program = frame.machine.program();
  const execution::Routine &routine = program.routines[frame.routine];
  if (name.empty()) // as that of a register which the text does not use
    return std::nullopt;
  for (uint32_t reg = routine.firstRegister; reg != routine.endRegister; ++reg)
    if (reg < program.registerNames.size() && program.registerNames[reg].text == name) {
      Lanes room;
      return TypedLanes{program.registerNames[reg].type, frame.valuesOf(reg, room)};
    }
  auto [whole, part] = name.split('.');
  std::optional<SpecialRegister> special = findSpecialRegister(whole);
  size_t component = part.empty() ? 0 : StringRef("xyzw").find(part);
  if (!special || component == StringRef::npos)
    return std::nullopt;
  TypedLanes found{info(*special).type, Lanes()};
  found.values.spread();
  for (unsigned lane = 0; lane != warpLanes; ++lane)
    found.values.set(
        lane, frame.machine.special(*frame.warp, *special, static_cast<unsigned>(component), lane));
  return found;
}

/// Rows of a matrix, which is swizzled by its addresses.
static Item matrixOf(StringRef name, const Place &place, const Form &form) {
  uint64_t columns = form.shape.back(), rows = 1, each = place.elementBytes();
  for (uint64_t extent : llvm::ArrayRef(form.shape).drop_back())
    rows *= extent;
  Place plain = place;
  plain.bytes = rows * columns * each;
  if (form.swizzle != Swizzle::None) {
    // The pattern depends on the addresses in shared memory.
    uint64_t start = place.address & ((1u << window::rankShift) - 1);
    plain.address = 0;
    plain.load = [load = place.load, start, swizzle = form.swizzle](uint64_t offset,
                                                                    unsigned bytes) {
      return load(swizzleAddress(swizzle, start + offset) - start, bytes);
    };
  }
  if (form.shape.size() < 2)
    return itemOf(name.str(), plain);
  Item matrix{name.str(), std::to_string(rows) + " rows",
              ("." + info(place.type).name).str() + " [" + std::to_string(rows) + "][" +
                  std::to_string(columns) + "]",
              0, rows};
  matrix.address = plain.address;
  matrix.parts = [plain, rows, columns, each](uint64_t first, uint64_t count) {
    std::vector<Item> parts;
    for (uint64_t i = first; i < rows && parts.size() < count; ++i) {
      Place row = plain;
      row.bytes = columns * each;
      row.address = plain.address ? plain.address + i * row.bytes : 0;
      row.load = [load = plain.load, at = i * row.bytes](uint64_t offset, unsigned bytes) {
        return load(at + offset, bytes);
      };
      Item shown = itemOf("[" + std::to_string(i) + "]", row);
      constexpr uint64_t mostShown = 64;
      shown.value.clear();
      for (uint64_t k = 0; k != std::min(columns, mostShown); ++k)
        shown.value += (k ? " " : "") + valueText(row.type, row.element(k));
      if (columns > mostShown)
        shown.value += " ...";
      parts.push_back(std::move(shown));
    }
    return parts;
  };
  return matrix;
}

/// `5`, `5:8`, `:8`; none if it is another text.
static std::optional<std::pair<uint64_t, uint64_t>> readIndex(StringRef text, uint64_t size) {
  auto [from, to] = text.split(':');
  uint64_t first = 0, end = size;
  if ((!from.empty() || !text.contains(':')) && from.getAsInteger(0, first))
    return std::nullopt;
  if (!text.contains(':'))
    end = first + 1;
  else if (!to.empty() && to.getAsInteger(0, end))
    return std::nullopt;
  if (first >= end || end > size)
    return std::nullopt;
  return std::pair(first, end);
}

static Place partOf(const Place &place, uint64_t first, uint64_t end) {
  Place part = place;
  uint64_t at = first * place.elementBytes();
  part.bytes = (end - first) * place.elementBytes();
  part.address = place.address ? place.address + at : 0;
  part.load = [load = place.load, at](uint64_t offset, unsigned bytes) {
    return load(at + offset, bytes);
  };
  return part;
}

/// A generic address; one of 32 bits is in shared memory.
static uint64_t genericAddress(const Frame &frame, uint64_t address) {
  if (address >= window::size)
    return address;
  bool hasRank = address >> window::rankShift != 0;
  return hasRank ? window::shared | address : sharedAddress(frame.cta(), address);
}

/// `[tile+16]`, `[%rd1+4]`, `[0x7f0000000400]`.
static llvm::Expected<Item> evaluateMemory(const Frame &frame, StringRef text, const Form &form) {
  auto [base, added] = text.drop_front().drop_back().split('+');
  base = base.trim();
  uint64_t offset = 0, address = 0;
  if (!added.empty() && added.trim().getAsInteger(0, offset))
    return llvm::createStringError("expected a number, found `" + added.trim() + "`");
  TypeId type = form.type.value_or(TypeId::b32);
  unsigned bytes = std::min(8u, debug::elementBytes(type));
  if (std::optional<TypedLanes> reg = findRegister(frame, base)) {
    bool isUniform = reg->values.uniform || llvm::has_single_bit(frame.lanes());
    unsigned lane = frame.lanes() ? execution::firstLane(frame.lanes()) : 0;
    if (!isUniform) {
      TypedLanes loaded{type, Lanes()};
      loaded.values.spread();
      for (unsigned i = 0; i != warpLanes; ++i) {
        Value at = reg->values[i];
        loaded.values.set(i, at.known ? frame.machine.load(*frame.warp, i,
                                                           genericAddress(frame, at.bits + offset),
                                                           bytes)
                                      : Value::unknown(0));
      }
      return itemOfLanes(text.str(), loaded.type, loaded.values, frame.lanes());
    }
    if (!reg->values[lane].known)
      return llvm::createStringError("the address is not known");
    address = reg->values[lane].bits;
  } else if (std::optional<Place> named = findPlace(frame, base)) {
    if (!named->address) {
      Place part = *named;
      part.type = type;
      part.load = [load = named->load, offset](uint64_t at, unsigned width) {
        return load(offset + at, width);
      };
      return matrixOf(
          text, part,
          {type, form.shape.empty() ? std::vector<uint64_t>{1} : form.shape, form.swizzle});
    }
    address = named->address;
  } else if (base.getAsInteger(0, address)) {
    return llvm::createStringError("no register, variable or address `" + base + "`");
  }
  Place place{type, bytes, genericAddress(frame, address + offset)};
  unsigned lane = frame.lanes() ? execution::firstLane(frame.lanes()) : 0;
  place.load = [frame, lane, at = place.address](uint64_t more, unsigned width) {
    return frame.machine.load(*frame.warp, lane, at + more, width);
  };
  Form shaped{type, form.shape.empty() ? std::vector<uint64_t>{1} : form.shape, form.swizzle};
  return matrixOf(text, place, shaped);
}

static llvm::Expected<Item> evaluateName(const Frame &frame, StringRef text, const Form &form) {
  auto [name, index] = text.split('[');
  name = name.trim();
  bool hasIndex = text.contains('[');
  if (hasIndex && !index.consume_back("]"))
    return llvm::createStringError("expected `]` in `" + text + "`");
  std::string whole = text.str();
  if (std::optional<TypedLanes> reg = findRegister(frame, name)) {
    reg->type = form.type.value_or(reg->type);
    if (!hasIndex)
      return itemOfLanes(whole, reg->type, reg->values, frame.lanes());
    std::optional<std::pair<uint64_t, uint64_t>> lane = readIndex(index, warpLanes);
    if (!lane)
      return llvm::createStringError("a warp has the lanes 0 to 31, and no lane `" + index + "`");
    LaneMask lanes = 0;
    for (uint64_t i = lane->first; i != lane->second; ++i)
      lanes |= LaneMask(1) << i;
    return Item{whole, valuesText(reg->type, reg->values, lanes),
                ("." + info(reg->type).name).str()};
  }
  // An mbarrier object is opaque.
  if (!hasIndex && !form.type)
    if (std::optional<Item> object = findMbarrier(frame, name))
      return std::move(*object);
  std::optional<Place> place = findPlace(frame, name);
  if (!place)
    return llvm::createStringError("no register, variable or array `" + name + "`");
  place->type = form.type.value_or(place->type);
  if (hasIndex) {
    uint64_t size = place->bytes / place->elementBytes();
    std::optional<std::pair<uint64_t, uint64_t>> part = readIndex(index, size);
    if (!part)
      return llvm::createStringError("`" + name + "` has " + std::to_string(size) +
                                     " elements, and no element `" + index + "`");
    return itemOf(whole, partOf(*place, part->first, part->second));
  }
  return form.shape.empty() ? itemOf(whole, *place) : matrixOf(whole, *place, form);
}

/// The part of an expression before the colon of its form, which is outside of brackets.
static std::pair<StringRef, StringRef> splitForm(StringRef text) {
  size_t colon = text.rfind(':'), bracket = text.rfind(']');
  if (colon == StringRef::npos || (bracket != StringRef::npos && colon < bracket))
    return {text, ""};
  return {text.take_front(colon).trim(), text.drop_front(colon + 1).trim()};
}

llvm::Expected<Item> debug::evaluate(const Frame &frame, StringRef text) {
  auto [what, shape] = splitForm(text.trim());
  Form form;
  if (!shape.empty()) {
    llvm::Expected<Form> read = readForm(shape);
    if (!read)
      return read.takeError();
    form = std::move(*read);
  }
  if (what.starts_with("[") && what.ends_with("]"))
    return evaluateMemory(frame, what, form);
  return evaluateName(frame, what, form);
}

llvm::Expected<bool> debug::isTrue(const Frame &frame, StringRef condition) {
  for (StringRef comparison : {"==", "!=", "<=", ">=", "<", ">"}) {
    if (!condition.contains(comparison))
      continue;
    auto [left, right] = condition.split(comparison);
    std::optional<TypedLanes> reg = findRegister(frame, left.trim());
    double wanted;
    int64_t whole;
    if (!right.trim().getAsInteger(0, whole))
      wanted = static_cast<double>(whole);
    else if (right.trim().getAsDouble(wanted))
      break;
    if (!reg)
      return llvm::createStringError("no register `" + left.trim() + "`");
    bool isTrue = false;
    execution::forEachLane(frame.lanes(), [&](unsigned lane) {
      Value value = reg->values[lane];
      double number = static_cast<double>(value.bits);
      if (info(reg->type).kind == TypeKind::Float)
        (void)StringRef(valueText(reg->type, value)).getAsDouble(number);
      else if (info(reg->type).kind == TypeKind::Signed || right.contains('-'))
        number = static_cast<double>(execution::signExtend(value.bits, info(reg->type).width));
      isTrue |= value.known && (comparison == "=="   ? number == wanted
                                : comparison == "!=" ? number != wanted
                                : comparison == "<=" ? number <= wanted
                                : comparison == ">=" ? number >= wanted
                                : comparison == "<"  ? number < wanted
                                                     : number > wanted);
    });
    return isTrue;
  }
  return llvm::createStringError("expected a comparison of a register with a number, as in "
                                 "`%tid.x == 5`, found `" +
                                 condition + "`");
}
