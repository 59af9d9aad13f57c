// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Maps/TensorMapFile.h"

#include "ptx/Support/LocatedJson.h"
#include "ptx/Tensor/Maps/JsonMembers.h"
#include "ptx/Tensor/Maps/TensorMapJson.h"

#include "llvm/ADT/STLFunctionalExtras.h"

using namespace ptx;
using llvm::StringRef;
using llvm::json::Object;
using llvm::json::Value;

std::optional<TensorMapPlace> ptx::parseTensorMapPlace(StringRef text, uint64_t unit) {
  StringRef name = text.take_until([](char c) { return c == '+' || c == '['; });
  StringRef rest = text.substr(name.size());
  TensorMapPlace place{name.str(), std::nullopt};
  bool isIndexed = rest.starts_with("[");
  if (name.empty() || (isIndexed && !rest.consume_back("]")))
    return std::nullopt;
  if (rest.empty())
    return place;
  uint32_t count;
  if (rest.drop_front().getAsInteger(0, count))
    return std::nullopt;
  place.offset = isIndexed ? count * unit : count;
  return place;
}

static llvm::Error setTileMap(DescribedTile &tile, const Value &value) {
  std::optional<StringRef> name = value.getAsString();
  if (!name)
    return wrongValue("expected the name of a tensor map");
  tile.map = name->str();
  return llvm::Error::success();
}

static constexpr JsonMember<DescribedTile> tileMembers[] = {
    {"map", setTileMap},
    {"stages", setNumber<&DescribedTile::stages>},
    {"stageBytes", setNumber<&DescribedTile::stageBytes>},
    {"base", setNumber<&DescribedTile::base>},
};

llvm::Expected<DescribedTile> ptx::parseDescribedTile(const Value &value) {
  DescribedTile tile;
  if (llvm::Error error = setMembers<DescribedTile>(tile, value, tileMembers, "a tile"))
    return error;
  if (tile.map.empty() && !tile.base)
    return wrongValue("expected `map`, the name of a tensor map");
  return tile;
}

namespace {

/// A kernel whose maps are being read, with their file.
struct KernelReader {
  const TensorMapFile &file;
  DescribedKernel kernel;

  llvm::Error addMap(std::vector<DescribedKernel::Map> &list, const TensorMapPlace &place,
                     const Value &value);
};

} // namespace

static llvm::Expected<size_t> mapNamed(const TensorMapFile &file, const Value &value) {
  std::optional<StringRef> name = value.getAsString();
  if (!name)
    return wrongValue("expected the name of a tensor map");
  auto found =
      llvm::find_if(file.maps, [&](const NamedTensorMap &map) { return map.name == *name; });
  if (found == file.maps.end())
    return wrongValue("`maps` has no `" + *name + "`");
  return found - file.maps.begin();
}

/// Adds the map that `value` names, or the consecutive maps of an array.
llvm::Error KernelReader::addMap(std::vector<DescribedKernel::Map> &list,
                                 const TensorMapPlace &place, const Value &value) {
  const llvm::json::Array *array = value.getAsArray();
  if (!array) {
    llvm::Expected<size_t> map = mapNamed(file, value);
    if (!map)
      return map.takeError();
    list.push_back({place, *map});
    return llvm::Error::success();
  }
  for (auto [i, element] : llvm::enumerate(*array)) {
    llvm::Expected<size_t> map = mapNamed(file, element);
    if (!map)
      return inMember(map.takeError(), std::to_string(i));
    list.push_back({{place.name, place.offset.value_or(0) + i * TensorMapPlace::bytes}, *map});
  }
  return llvm::Error::success();
}

/// Reads each member of an object, in the order of their names.
static llvm::Error
forEachMember(const Value &value,
              llvm::function_ref<llvm::Error(StringRef name, const Value &entry)> read) {
  const Object *object = value.getAsObject();
  if (!object)
    return wrongValue("expected an object");
  for (auto [name, entry] : sortedEntries(*object))
    if (llvm::Error error = read(name, *entry))
      return inMember(std::move(error), name);
  return llvm::Error::success();
}

template <auto member> static llvm::Error setPlaces(KernelReader &reader, const Value &value) {
  return forEachMember(value, [&](StringRef name, const Value &entry) -> llvm::Error {
    std::optional<TensorMapPlace> place = parseTensorMapPlace(name);
    if (!place)
      return llvm::make_error<DescriptionError>(
          "expected a name such as `map`, `map+128` or `map[1]`", /*atName=*/true);
    return reader.addMap(reader.kernel.*member, *place, entry);
  });
}

static llvm::Error setTiles(KernelReader &reader, const Value &value) {
  return forEachMember(value, [&](StringRef name, const Value &entry) -> llvm::Error {
    llvm::Expected<DescribedTile> tile = parseDescribedTile(entry);
    if (!tile)
      return tile.takeError();
    if (tile->map.empty())
      return wrongValue("expected `map`, the name of a tensor map");
    if (llvm::Expected<size_t> map = mapNamed(reader.file, tile->map); !map)
      return inMember(map.takeError(), "map");
    reader.kernel.tiles.push_back({name.str(), std::move(*tile)});
    return llvm::Error::success();
  });
}

/// Sets one to three extents.
template <auto member> static llvm::Error setExtents(KernelReader &reader, const Value &value) {
  const llvm::json::Array *array = value.getAsArray();
  TensorMap::Numbers numbers;
  if (array && array->size() <= 3)
    for (const Value &element : *array)
      if (std::optional<uint64_t> number = toUnsigned(element); number && *number)
        numbers.push_back(*number);
  if (!array || numbers.empty() || numbers.size() != array->size())
    return wrongValue("expected an array of 1 to 3 numbers above 0");
  (reader.kernel.*member) = std::move(numbers);
  return llvm::Error::success();
}

static constexpr JsonMember<KernelReader> kernelMembers[] = {
    {"params", setPlaces<&DescribedKernel::parameters>},
    {"globals", setPlaces<&DescribedKernel::globals>},
    {"tiles", setTiles},
    {"cluster", setExtents<&DescribedKernel::cluster>},
    {"block", setExtents<&DescribedKernel::block>},
};

static llvm::Error setVersion(TensorMapFile &, const Value &value) {
  return value.getAsInteger() == 1 ? llvm::Error::success() : wrongValue("expected 1");
}

static llvm::Error setMaps(TensorMapFile &file, const Value &value) {
  return forEachMember(value, [&](StringRef name, const Value &entry) -> llvm::Error {
    llvm::Expected<TensorMap> map = parseTensorMap(entry);
    if (!map)
      return map.takeError();
    file.maps.push_back({name.str(), std::move(*map)});
    return llvm::Error::success();
  });
}

static llvm::Error setKernels(TensorMapFile &file, const Value &value) {
  return forEachMember(value, [&](StringRef name, const Value &entry) -> llvm::Error {
    KernelReader reader{file, {}};
    reader.kernel.name = name.str();
    if (llvm::Error error = setMembers<KernelReader>(reader, entry, kernelMembers, "a kernel"))
      return error;
    file.kernels.push_back(std::move(reader.kernel));
    return llvm::Error::success();
  });
}

/// This order, since kernels refer to maps.
static constexpr JsonMember<TensorMapFile> fileMembers[] = {
    {"version", setVersion},
    {"maps", setMaps},
    {"kernels", setKernels},
};

static llvm::Error readFile(TensorMapFile &file, const Value &value) {
  const Object *object = value.getAsObject();
  if (!object || object->get("maps"))
    return setMembers<TensorMapFile>(file, value, fileMembers, "the file");
  llvm::Expected<TensorMap> map = parseTensorMap(value);
  if (!map)
    return map.takeError();
  file.maps.push_back({"", std::move(*map)});
  return llvm::Error::success();
}

llvm::Expected<TensorMapFile> ptx::parseTensorMapFile(StringRef text) {
  llvm::Expected<LocatedJson> json = LocatedJson::parse(text, JsonDialect::Strict);
  if (!json)
    return json.takeError();
  TensorMapFile file;
  llvm::Error error =
      llvm::handleErrors(readFile(file, json->value()), [&](const DescriptionError &wrong) {
        LocatedJson::Place place = json->find(wrong.path);
        return llvm::make_error<TextError>(wrong.atName ? place.name : place.value,
                                           wrong.message());
      });
  if (error)
    return error;
  return file;
}
