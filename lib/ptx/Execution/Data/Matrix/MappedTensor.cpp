// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/Matrix/MappedTensor.h"

#include "ptx/Arithmetic/FloatFormat.h"
#include "ptx/Tensor/Maps/Im2col.h"
#include "ptx/Tensor/Maps/TiledBox.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;
using llvm::Twine;

/// `64x32`: up to 5 sizes.
static std::optional<TensorMap::Numbers> readSizes(StringRef text) {
  TensorMap::Numbers sizes;
  for (StringRef part : llvm::split(text, 'x')) {
    uint64_t size;
    if (part.getAsInteger(10, size) || sizes.size() == 5)
      return std::nullopt;
    sizes.push_back(size);
  }
  return sizes;
}

/// `-1x-1`: the corner of a bounding box in up to 3 dimensions.
static std::optional<TensorMap::Corner> readCorner(StringRef text) {
  TensorMap::Corner corner;
  for (StringRef part : llvm::split(text, 'x')) {
    int64_t value;
    if (part.getAsInteger(10, value) || corner.size() == 3)
      return std::nullopt;
    corner.push_back(value);
  }
  return corner;
}

static std::optional<uint64_t> readNumber(StringRef text) {
  uint64_t number;
  return text.getAsInteger(10, number) ? std::nullopt : std::optional(number);
}

static std::optional<ElementType> elementTypeOfArray(TypeId type) {
  switch (type) {
  case TypeId::s8:
  case TypeId::b8:
    return ElementType::U8;
  case TypeId::s16:
  case TypeId::b16:
    return ElementType::U16;
  default:
    return parseElementType(info(type).name);
  }
}

std::optional<TypeId> execution::plainType(ElementType type) {
  switch (type) {
  case ElementType::U8:
    return TypeId::u8;
  case ElementType::U16:
    return TypeId::u16;
  case ElementType::U32:
    return TypeId::u32;
  case ElementType::S32:
    return TypeId::s32;
  case ElementType::U64:
    return TypeId::u64;
  case ElementType::S64:
    return TypeId::s64;
  case ElementType::F16:
    return TypeId::f16;
  case ElementType::BF16:
    return TypeId::bf16;
  case ElementType::F32:
    return TypeId::f32;
  case ElementType::F64:
    return TypeId::f64;
  default:
    return std::nullopt;
  }
}

uint64_t execution::fillOf(const TensorMap &map) {
  std::optional<TypeId> type = plainType(*map.type);
  const FloatFormat *format = type ? formatOf(*type) : nullptr;
  return map.fillsNan.value_or(false) && format ? format->canonicalNaN() : 0;
}

/// Sets the member of `map` that a part names. False if the value is invalid.
static bool readMember(const ArgumentPart &part, TensorMap &map) {
  auto [key, value] = part;
  if (key == "box")
    return (map.box = readSizes(value)).has_value();
  if (key == "pixels")
    return (map.pixelsPerColumn = readNumber(value)).has_value();
  if (key == "channels")
    return (map.channelsPerPixel = readNumber(value)).has_value();
  if (key == "lower")
    return (map.lower = readCorner(value)).has_value();
  if (key == "upper")
    return (map.upper = readCorner(value)).has_value();
  if (key == "steps")
    return (map.elementStrides = readSizes(value)).has_value();
  if (key == "type")
    return (map.type = parseElementType(value)).has_value();
  if (key == "fill" && (value == "nan" || value == "zero")) {
    map.fillsNan = value == "nan";
    return true;
  }
  if (key != "swizzle")
    return false;
  llvm::Expected<Swizzle> swizzle = parseSwizzle(value);
  if (!swizzle) {
    llvm::consumeError(swizzle.takeError());
    return false;
  }
  map.swizzleMode = swizzleInfo(*swizzle).mode;
  map.swizzleAtomicity = swizzleInfo(*swizzle).atomicity;
  return true;
}

llvm::Expected<TensorMap> execution::readMap(const ArgumentParts &argument, const Contents &array) {
  TensorMap map;
  map.mode = argument.form == ArgumentForm::Im2col ? MapMode::Im2col : MapMode::Tiled;
  map.interleave = Interleave::None;
  map.swizzleMode = 0;
  map.swizzleAtomicity = 0;
  map.fillsNan = false;
  map.type = elementTypeOfArray(array.element);
  for (const ArgumentPart &part : argument.parts)
    if (!readMember(part, map))
      return invalidPart(part);
  if (!map.type || !plainType(*map.type))
    return llvm::createStringError("tensor copies of this type of elements are not executed");
  if (array.shape.empty())
    return llvm::createStringError("an array without dimensions has no tensor map");
  map.rank = array.shape.size();
  unsigned bits = info(array.element).width;
  if (bits != map.typeInfo()->bits)
    return llvm::createStringError("the elements of the array have " + Twine(bits) +
                                   " bits, and those of the tensor map " +
                                   Twine(map.typeInfo()->bits));
  map.dims = TensorMap::Numbers(array.shape.rbegin(), array.shape.rend());
  map.strides.emplace();
  uint64_t elements = 1;
  for (uint64_t size : llvm::ArrayRef(*map.dims).drop_back())
    map.strides->push_back(map.typeInfo()->globalBytes(elements *= size));
  if (!map.elementStrides)
    map.elementStrides = TensorMap::Numbers(*map.rank, 1);
  return map;
}

/// The address of an element with the coordinates `at`, the innermost dimension first.
static uint64_t addressOf(const TensorMap &map, llvm::ArrayRef<int64_t> at) {
  uint64_t address = *map.address + static_cast<uint64_t>(at.front()) * (map.typeInfo()->bits / 8);
  for (auto [coordinate, stride] : llvm::zip(llvm::drop_begin(at), *map.strides))
    address += static_cast<uint64_t>(coordinate) * stride;
  return address;
}

/// Visits the channels of each pixel of an `.im2col` copy. (Manual 5.5.4)
static llvm::Error visitPixels(const TensorMap &map, const TensorAccess &access,
                               llvm::ArrayRef<int64_t> start,
                               llvm::function_ref<void(const TileElement &)> visit) {
  size_t spatial = map.dims->size() - 2;
  if (start.size() != map.dims->size())
    return llvm::createStringError("a copy with another number of coordinates than dimensions");
  auto inner = [&](const TensorMap::Numbers &numbers) {
    return llvm::SmallVector<uint64_t, 3>(llvm::ArrayRef(numbers).slice(1, spatial));
  };
  Im2colTensor tensor{inner(*map.dims), map.dims->back(), *map.lower, *map.upper,
                      inner(*map.elementStrides)};
  llvm::SmallVector<int64_t, 3> offsets(spatial, 0); // stores have none
  for (auto [offset, given] : llvm::zip(offsets, access.offsets))
    offset = *given;
  llvm::Expected<std::vector<Im2colPixel>> pixels =
      im2colPixels(tensor, start.slice(1, spatial), start.back(), offsets, *map.pixelsPerColumn);
  if (!pixels)
    return pixels.takeError();
  unsigned bytes = map.typeInfo()->bits / 8;
  uint64_t shared = 0;
  for (const Im2colPixel &pixel : *pixels)
    for (uint64_t i = 0; i != *map.channelsPerPixel; ++i, shared += bytes) {
      int64_t channel = start.front() + static_cast<int64_t>(i);
      TileElement element{shared, std::nullopt};
      llvm::SmallVector<int64_t, 5> at{channel};
      at.append(pixel.position.begin(), pixel.position.end());
      at.push_back(pixel.image);
      if (pixel.isInside && channel >= 0 && static_cast<uint64_t>(channel) < map.dims->front())
        element.global = addressOf(map, at);
      visit(element);
    }
  return llvm::Error::success();
}

/// Visits the elements of `box`, whose first one is at byte `shared` of the tile.
static void visitBox(const TensorMap &map, const TiledBox &box, uint64_t shared,
                     llvm::function_ref<void(const TileElement &)> visit) {
  unsigned bytes = map.typeInfo()->bits / 8;
  for (uint64_t i = 0; i != box.size(); ++i) {
    TensorCoordinates at = box.coordinates(i);
    TileElement element{shared + i * bytes, std::nullopt};
    if (box.isInside(at))
      element.global = addressOf(map, at);
    visit(element);
  }
}

llvm::Error execution::forEachElement(const TensorMap &map, const TensorAccess &access,
                                      llvm::function_ref<void(const TileElement &)> visit) {
  llvm::SmallVector<int64_t, 5> start;
  for (std::optional<int64_t> coordinate : access.coordinates)
    start.push_back(*coordinate);
  if (access.mode == LoadMode::Tile) {
    llvm::Expected<TiledBox> box =
        TiledBox::create(*map.dims, *map.box, *map.elementStrides, start);
    if (!box)
      return box.takeError();
    visitBox(map, *box, 0, visit);
    return llvm::Error::success();
  }
  if (access.mode == LoadMode::Im2col)
    return visitPixels(map, access, start, visit);
  if (access.mode != LoadMode::Gather4 && access.mode != LoadMode::Scatter4)
    return llvm::createStringError("a tensor copy of mode `" + loadModeName(access.mode) +
                                   "` is not executed with data");
  constexpr size_t rows = 4;
  if (start.size() != rows + 1)
    return llvm::createStringError("a copy of rows requires five coordinates");
  llvm::Expected<std::vector<TiledBox>> boxes =
      fourRowBoxes(*map.dims, map.box->front(), start[0], {start[1], start[2], start[3], start[4]});
  if (!boxes)
    return boxes.takeError();
  for (auto [row, box] : llvm::enumerate(*boxes))
    visitBox(map, box, row * map.typeInfo()->sharedBytes(map.box->front()), visit);
  return llvm::Error::success();
}
