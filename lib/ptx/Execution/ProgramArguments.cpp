// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The arguments of a launch: values of parameters, arrays, tensor maps, textures and surfaces.

#include "ptx/Analysis/Tensor/TensorDescriptions.h"
#include "ptx/Execution/Data/Arrays.h"
#include "ptx/Execution/ProgramBuilder.h"
#include "ptx/Tensor/Maps/TensorAccess.h"
#include "ptx/Tensor/Maps/TensorMapRules.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;

/// Whether a launch gives a sampler, which has no memory.
static bool isSampler(const Contents &contents) {
  return contents.texture && contents.texture->kind == TextureForm::Kind::Sampler;
}

/// Binds what the launch gives for a variable of type `.texref`, `.samplerref` or `.surfref`.
void ProgramBuilder::bindVariable(const Symbol &symbol, uint64_t at) {
  auto given = launch.contents.find(symbol.name.str());
  if (given == launch.contents.end() || !given->second->texture)
    return;
  const std::shared_ptr<const Contents> &contents = given->second;
  // The last objects, since the number of those of parameters is not known yet.
  uint64_t object = window::param - ++variableTextures * window::globalStride;
  program.textures[at] = {symbol.name.str(), object, contents->texture};
  if (isSampler(*contents))
    return;
  program.global.add(object, window::globalStride, contents, symbol.name.str());
  program.pointerPlaces[object] = ""; // it has no number
}

/// Reports a texture, a sampler or a surface that the launch does not give.
void ProgramBuilder::checkOpaque(const Symbol &symbol, uint64_t handle) {
  auto found = program.textures.find(handle);
  StringRef kind = *symbol.type == TypeId::texref    ? "texture"
                   : *symbol.type == TypeId::surfref ? "surface"
                                                     : "sampler";
  if (found != program.textures.end() && found->second.form->kindName() == kind)
    return;
  std::string name = symbol.name.str();
  std::string problem =
      "the " + kind.str() + " `" + name + "` requires " +
      (kind == "sampler" ? "one, as in `--arg " + name + "=sampler,address=clamp`"
                         : "an array, as in `--arg " + name + "=a.npy," + kind.str() + "=2d`");
  if (!llvm::is_contained(program.argumentProblems, problem))
    program.argumentProblems.push_back(std::move(problem));
}

/// The boxes of the tensor maps that comments describe.
void ProgramBuilder::readDescriptions() {
  TensorDescriptions descriptions(module, sema, nullptr);
  const BodyTensorDescriptions *told = descriptions.of(*unit);
  if (!told)
    return;
  for (auto [symbol, at] : bodyPlaces) {
    const KnownTensorMap *known = told->map(DescribedName::of(SymbolRef::ofBody(symbol)), 0, ~0u);
    if (!known)
      continue;
    TensorAccess access;
    if (known->map.mode)
      access.mode = loadModeOf(*known->map.mode);
    access.rank = known->map.rank.value_or(1);
    if (std::optional<uint64_t> bytes = tensorAccessBytes(known->map, access))
      program.boxes.try_emplace(at, *bytes);
  }
}

/// The value of a parameter that the launch specifies as a number.
static std::optional<uint64_t> givenNumber(const CompleteLaunch &launch, const Symbol &symbol,
                                           unsigned number) {
  auto find = [&](const auto &told) {
    auto found = told.find(symbol.name.str());
    return found == told.end() ? told.find(std::to_string(number)) : found;
  };
  const TypeInfo *type = symbol.type ? &info(*symbol.type) : nullptr;
  bool isFloat = type && type->kind == TypeKind::Float && !symbol.array;
  // A number cannot be the value of a structure, so this one has none.
  constexpr uint64_t widest = 8;
  if (launch.hasData && symbol.bytes > widest)
    return std::nullopt;
  if (auto told = find(launch.arguments); told != launch.arguments.end()) {
    // A number of another width would be truncated.
    unsigned width = symbol.bytes * 8;
    uint64_t bits = truncate(told->second, width);
    if (launch.hasData && !isFloat && bits != told->second &&
        static_cast<uint64_t>(signExtend(bits, width)) != told->second)
      return std::nullopt;
    return isFloat ? encodeElement(*symbol.type, static_cast<int64_t>(told->second)) : told->second;
  }
  auto told = find(launch.numbers);
  if (told == launch.numbers.end() || symbol.array)
    return std::nullopt;
  if (isFloat)
    return encodeElement(*symbol.type, told->second);
  // Compilers declare floating-point parameters without their kind.
  bool isBits = type && type->kind == TypeKind::Bits;
  switch (isBits ? symbol.bytes : 0) {
  case 2:
    return encodeElement(TypeId::f16, told->second);
  case 4:
    return encodeElement(TypeId::f32, told->second);
  case 8:
    return encodeElement(TypeId::f64, told->second);
  default:
    return std::nullopt;
  }
}

/// The arguments of the entry: those of the launch, an object for each pointer, and a number for
/// each integer.
void ProgramBuilder::fillParameters() {
  program.parameters.resize(program.paramBytes);
  program.otherArguments = launch.otherArguments;
  unsigned number = 0;
  for (const Symbol &symbol : body->scope.symbols().all())
    if (symbol.parameter == ParameterKind::Entry)
      fillParameter(symbol, number++);
}

/// Whether the launch names a parameter, by its name or its number.
static bool isNameOf(StringRef name, const Symbol &symbol, unsigned number) {
  return name == symbol.name || name == std::to_string(number);
}

/// Of a tensor map. (Manual 5.5.8)
static constexpr uint64_t mapBytes = 128, mapAlignment = 64;

/// A number that the launch specifies, in a parameter at `at`.
void ProgramBuilder::fillField(const Symbol &symbol, uint64_t at, const ArgumentField &field) {
  if (field.offset > symbol.bytes || field.bytes > symbol.bytes - field.offset)
    program.argumentProblems.push_back(
        "`" + symbol.name.str() + "` has " + std::to_string(symbol.bytes) +
        " bytes, and a number is at byte " + std::to_string(field.offset));
  else if (launch.hasData)
    program.parameters.store(at + field.offset, field.bytes, Value::number(field.value));
  else
    program.fields.push_back({at + field.offset, field.bytes, field.value});
}

/// The arrays to which pointers in a structure point, and the tensor maps in it. True if there is
/// any.
bool ProgramBuilder::fillPointers(const Symbol &symbol, unsigned number) {
  bool hasPointers = false;
  for (const auto &[name, contents] : launch.contents) {
    auto [parameter, offset] = placeInParameter(name);
    if (parameter.size() == name.size() || !isNameOf(parameter, symbol, number))
      continue;
    // Their objects come after those of the parameters.
    uint64_t object = window::global +
                      (program.routines[0].parameters.size() + pointers++) * window::globalStride;
    std::string partName = symbol.name.str() + "+" + std::to_string(offset);
    uint64_t value = object;
    if (contents->texture && launch.hasData) {
      value = window::textures +
              ((object - window::global) / window::globalStride) * window::textureStride;
      program.textures[value] = {partName, object, contents->texture};
    }
    if (!isSampler(*contents)) {
      program.global.add(object, window::globalStride, contents, partName);
      program.pointerPlaces[object] = std::to_string(number) + "+" + std::to_string(offset);
    }
    hasPointers = true;
    uint64_t at = program.routines[0].parameters[number].first;
    if (!contents->map || offset > symbol.bytes || symbol.bytes - offset < 8) {
      fillField(symbol, at, {symbol.name.str(), offset, 8, value});
      continue;
    }
    bool isPointer = symbol.bytes - offset < mapBytes;
    if (!isPointer && (at + offset) % mapAlignment)
      program.argumentProblems.push_back("the tensor map `" + partName +
                                         "` is at a byte that is not a multiple of 64");
    else
      fillMap(partName, at + offset, object, *contents->map, isPointer);
  }
  return hasPointers;
}

/// Reports values for the same bytes of a structure.
void ProgramBuilder::checkOverlaps(const Symbol &symbol, unsigned number) {
  llvm::SmallVector<std::pair<uint64_t, uint64_t>, 16> parts; // first byte and size
  for (const ArgumentField &field : launch.fields)
    if (isNameOf(field.parameter, symbol, number))
      parts.emplace_back(field.offset, field.bytes);
  constexpr uint64_t widest = 8;
  if (givenNumber(launch, symbol, number))
    parts.emplace_back(0, std::min(widest, symbol.bytes));
  if (auto bytes = launch.argumentBytes.find(symbol.name.str());
      bytes != launch.argumentBytes.end() && !launch.boxes.count(symbol.name.str()))
    parts.emplace_back(0, bytes->second.size());
  for (const auto &[name, contents] : launch.contents) {
    auto [parameter, offset] = placeInParameter(name);
    if (!isNameOf(parameter, symbol, number))
      continue;
    bool isWhole = parameter.size() == name.size();
    bool isMap = contents->map && offset < symbol.bytes && symbol.bytes - offset >= mapBytes;
    parts.emplace_back(offset, isMap ? mapBytes : isWhole ? symbol.bytes : widest);
  }
  llvm::sort(parts);
  auto nameOf = [&](uint64_t offset) {
    return "`" + symbol.name.str() + "+" + std::to_string(offset) + "`";
  };
  for (size_t i = 1; i < parts.size(); ++i) {
    auto [first, bytes] = parts[i - 1];
    uint64_t second = parts[i].first;
    if (second - first < bytes)
      program.argumentProblems.push_back(second == first ? nameOf(first) + " has two values"
                                                         : nameOf(second) + " is inside of " +
                                                               nameOf(first) + ", which has " +
                                                               std::to_string(bytes) + " bytes");
  }
}

/// The contents that the launch gives a parameter, by its name or its number; null if none.
static std::shared_ptr<const Contents> givenContents(const CompleteLaunch &launch,
                                                     const Symbol &symbol, unsigned number) {
  for (const std::string &name : {symbol.name.str(), std::to_string(number)})
    if (auto found = launch.contents.find(name); found != launch.contents.end())
      return found->second;
  return nullptr;
}

/// Whether an argument is an array, as `contents`, and not a pointer to one. An array with a tensor
/// map can have as many bytes as the map.
static bool isArgumentItself(const Symbol &symbol, const Contents &contents) {
  return symbol.array && symbol.bytes != 8 && !contents.map && !contents.texture &&
         contents.bytes.size() == symbol.bytes;
}

template <class Bytes>
void ProgramBuilder::storeBytes(uint64_t at, const Bytes &bytes, uint64_t most) {
  for (uint64_t i = 0; i != std::min<uint64_t>(bytes.size(), most); ++i)
    program.parameters.store(at + i, 1, Value::number(static_cast<uint8_t>(bytes[i])));
}

static bool isFloatingPoint(const Symbol &symbol) {
  return symbol.type && !symbol.array && info(*symbol.type).kind == TypeKind::Float;
}

void ProgramBuilder::fillParameter(const Symbol &symbol, unsigned number) {
  uint64_t at = program.routines[0].parameters[number].first;
  if (launch.hasData)
    checkOverlaps(symbol, number);
  bool hasFields = false;
  for (const ArgumentField &field : launch.fields)
    if (isNameOf(field.parameter, symbol, number)) {
      fillField(symbol, at, field);
      hasFields = true;
    }
  uint64_t object = window::global + number * window::globalStride;
  hasFields |= fillPointers(symbol, number);
  std::optional<uint64_t> given = givenNumber(launch, symbol, number);
  std::shared_ptr<const Contents> contents = givenContents(launch, symbol, number);
  if (contents && launch.hasData && isArgumentItself(symbol, *contents))
    return storeBytes(at, contents->bytes, symbol.bytes);
  if (contents && !isSampler(*contents))
    program.global.add(object, window::globalStride, contents, symbol.name.str());
  if (contents && contents->texture && launch.hasData) {
    // A handle is a number of 64 bits; a parameter of an opaque type is named itself.
    uint64_t handle =
        symbol.isOpaque() ? window::param + at : window::textures + number * window::textureStride;
    program.textures[handle] = {symbol.name.str(), object, contents->texture};
    checkParameter(symbol, number, symbol.isOpaque() || symbol.bytes == 8);
    return program.parameters.store(at, 8, Value::number(handle));
  }
  // The bytes of a tensor map are opaque. (Manual 5.5.8)
  auto bytes = launch.argumentBytes.find(symbol.name.str());
  bool hasBytes = bytes != launch.argumentBytes.end() && !launch.boxes.count(symbol.name.str());
  if (launch.hasData)
    checkParameter(
        symbol, number,
        given || hasBytes || hasFields ||
            (contents && !isFloatingPoint(symbol) && (symbol.bytes == 8 || contents->map)));
  if (contents && contents->map)
    return fillMap(symbol.name, at, object, *contents->map, symbol.bytes == 8);
  if (hasBytes)
    return storeBytes(at, bytes->second, symbol.bytes);
  if (given)
    program.parameters.store(at, std::min<uint64_t>(8, symbol.bytes), Value::number(*given));
  else if (!hasFields || (symbol.array && !launch.hasData))
    assumeParameter(symbol, at, object, contents != nullptr);
}

/// Fills a parameter that the launch does not give: a pointer to an object, an integer, or a
/// structure of unknown fields.
void ProgramBuilder::assumeParameter(const Symbol &symbol, uint64_t at, uint64_t object,
                                     bool hasContents) {
  bool isFloat = isFloatingPoint(symbol);
  if (symbol.bytes == 8 && (symbol.array || (symbol.type && !isFloat))) {
    program.parameters.store(at, 8, Value::number(object));
    program.assumesPointers |= !hasContents && !(*symbol.unit)[symbol.variable].ptr;
  } else if (!symbol.array && symbol.type && !isFloat && symbol.bytes <= 4) {
    program.parameters.store(at, static_cast<unsigned>(symbol.bytes),
                             Value::number(launch.otherArguments));
    program.knowsArguments = false;
  } else if (symbol.array && symbol.bytes != mapBytes && !launch.hasData) {
    program.structures.push_back({at, symbol.bytes, object});
    program.knowsArguments = false;
  }
}

/// The parameter, or the part of a structure, at `at` is the tensor map `map` of an array at the
/// address `object`, or a pointer to it.
void ProgramBuilder::fillMap(StringRef name, uint64_t at, uint64_t object, TensorMap map,
                             bool isPointer) {
  map.address = object;
  for (const Violation &violation : checkTensorMap(map))
    if (violation.kind != Violation::Kind::Suspicious)
      program.argumentProblems.push_back("the tensor map `" + name.str() + "`: " + violation.text);
  if (isPointer)
    program.parameters.store(at, 8, Value::number(object));
  TensorAccess access;
  access.rank = map.dims->size();
  access.mode = loadModeOf(*map.mode);
  if (std::optional<uint64_t> bytes = tensorAccessBytes(map, access); bytes && !isPointer)
    program.boxes[at] = *bytes;
  program.maps[isPointer ? object : window::param | at] = std::move(map);
}

/// The values that a parameter can have.
static std::string whatFits(const Symbol &symbol) {
  if (symbol.isOpaque())
    return symbol.type == TypeId::samplerref ? "`sampler`"
           : symbol.type == TypeId::surfref  ? "an array with `surface=`"
                                             : "an array with `texture=`";
  if (symbol.array && symbol.bytes != 8)
    return std::string(symbol.bytes == mapBytes ? "an array with `box=`, for a tensor map, " : "") +
           "an array of " + std::to_string(symbol.bytes) + " bytes, or its parts, as `" +
           symbol.name.str() + "+0=5:s32`";
  if (isFloatingPoint(symbol) || (symbol.bytes != 8 && info(*symbol.type).kind == TypeKind::Bits))
    return "a number of " + std::to_string(symbol.bytes * 8) + " bits";
  if (symbol.bytes == 8)
    return "an array such as `zeros:1024xf32`, or an integer";
  return "an integer of " + std::to_string(symbol.bytes * 8) + " bits";
}

/// If all data are known, each parameter has a value.
void ProgramBuilder::checkParameter(const Symbol &symbol, unsigned number, bool isKnown) {
  bool isReported = llvm::any_of(launch.problems, [&](const auto &problem) {
    return isNameOf(placeInParameter(problem.first).first, symbol, number);
  });
  if (isKnown || isReported)
    return;
  std::string kind = symbol.type ? "." + info(*symbol.type).name.str() : "";
  program.argumentProblems.push_back(
      "the parameter `" + symbol.name.str() + "` of type `" + kind +
      (symbol.array ? "[" + std::to_string(symbol.bytes) + "]" : "") +
      "` requires a value that fits: " + whatFits(symbol));
}
